// SPDX-License-Identifier: BSD-3-Clause
// How long a stage of a worker still has. Private to the module.
#pragma once

#include "kernels/api/clock.hpp"

#include <utility>

namespace sptune::harness {

/// Time left, in which what this process itself stood still for does not count: where a whole job
/// is frozen (SIGSTOP, scontrol suspend, a control group's freezer), its worker stands still, too.
class StageWatch {
 public:
  explicit StageWatch(double seconds) : looked_s_(now_s()), deadline_s_(looked_s_ + seconds) {}

  /// To be asked again and again, far more often than once a second.
  [[nodiscard]] double left_s() {
    constexpr double stood_still_s = 1;
    const double now = now_s();
    const double since = now - std::exchange(looked_s_, now);
    if (since > stood_still_s) deadline_s_ += since;
    return deadline_s_ - now;
  }

 private:
  double looked_s_;
  double deadline_s_;
};

}  // namespace sptune::harness
