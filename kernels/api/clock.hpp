// SPDX-License-Identifier: BSD-3-Clause
// The one clock: what ships, what measures and what waits read the same.
#pragma once

#include <chrono>

namespace sptune {

/// Seconds of the monotonic clock, since some moment; on Linux the TSC through the vDSO, see
/// harness::inspect_clock.
[[nodiscard]] inline double now_s() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace sptune
