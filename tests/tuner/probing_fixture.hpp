// SPDX-License-Identifier: BSD-3-Clause
// What tests of plans that probe have in common: contenders that differ by their speed, and times
// that a device tells late.
#pragma once

#include "kernels/api/variant.hpp"
#include "tuner/dispatch/probing_plan.hpp"
#include "tuner/dispatch/run_times.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace sptune::testing {

/// The configuration of a variant `fake` whose one axis is `speed`.
inline ResolvedConfiguration of_speed(const Variant& fake, int speed) {
  for (const ResolvedConfiguration& c : fake.full_grid()) {
    if (c.text() == "fake{speed=" + std::to_string(speed) + "}") return c;
  }
  throw std::logic_error("no such speed");
}

/// All but the first, which was chosen; `prepare_s` is what each is predicted to take.
inline std::vector<dispatch::Contender> contenders_of(const Variant& fake,
                                                      const std::vector<int>& speeds,
                                                      double prepare_s) {
  std::vector<dispatch::Contender> out;
  for (std::size_t i = 1; i < speeds.size(); ++i) {
    out.push_back({of_speed(fake, speeds[i]), prepare_s});
  }
  return out;
}

/// Times in the order in which they came, the last `delay` of them held back for as many questions.
class LateTimes {
 public:
  explicit LateTimes(std::size_t delay) : delay_(delay) {}
  void add(int tag, double seconds) { known_.push_back({tag, seconds}); }
  [[nodiscard]] std::vector<dispatch::RunTime> take() {
    std::vector<dispatch::RunTime> out;
    while (known_.size() > delay_) {
      out.push_back(known_.front());
      known_.erase(known_.begin());
    }
    if (delay_ > 0) --delay_;
    return out;
  }

 private:
  std::size_t delay_;
  std::vector<dispatch::RunTime> known_;
};

}  // namespace sptune::testing
