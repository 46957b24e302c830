// SPDX-License-Identifier: BSD-3-Clause
// What a race took, kept beside it: the race itself forgets who is out.
#pragma once

#include "kernels/host/alone.hpp"

#include <cstddef>
#include <vector>

namespace sptune::dispatch {

/// Entrants by number: 0 is what was chosen first. One thread at a time.
class RaceNotes {
 public:
  struct Entrant {
    double prepare_s = 0;
    bool prepared_alone = false;  ///< on the host by one thread, however many run it
    std::vector<float> us;        ///< timed runs of races, in order
    bool removed = false;         ///< it failed: nobody is to choose it by times that it had before
  };
  static constexpr std::size_t most_times = 64;  ///< kept of each

  /// By the calling thread.
  void prepared(std::size_t entrant, double seconds) {
    of(entrant).prepare_s = seconds;
    of(entrant).prepared_alone = host::works_alone();
  }
  void timed(std::size_t entrant, double seconds) {
    Entrant& e = of(entrant);
    if (e.removed || e.us.size() >= most_times) return;
    e.us.push_back(static_cast<float>(seconds * 1e6));
  }
  void removed(std::size_t entrant) {
    of(entrant).removed = true;
    of(entrant).us.clear();
  }
  [[nodiscard]] const std::vector<Entrant>& entrants() const noexcept { return entrants_; }

 private:
  Entrant& of(std::size_t entrant) {
    if (entrants_.size() <= entrant) entrants_.resize(entrant + 1);
    return entrants_[entrant];
  }
  std::vector<Entrant> entrants_;
};

}  // namespace sptune::dispatch
