// SPDX-License-Identifier: BSD-3-Clause
// How many threads a run has. Apart from threads.hpp, which kernels for a GPU include as well: its
// text counts for the code hash of every kernel that does (docs/decisions/013).
#pragma once

#include "kernels/api/problem.hpp"

#include <algorithm>
#include <cstdint>

namespace sptune::host {

/// As many as the configuration's `threads` axis names, or where that is 0, of those granted as
/// many as have enough to do (docs/decisions/051): a run of a small matrix would take as long as
/// threads take to begin and end it together. `work`: rows and entries, or products.
[[nodiscard]] inline int run_threads(int axis_value, const Resources& granted, std::int64_t work) {
  if (axis_value != 0) return axis_value;
  return static_cast<int>(
      std::clamp<std::int64_t>(work / granted.work_of_a_thread, 1, std::max(granted.threads, 1)));
}

}  // namespace sptune::host
