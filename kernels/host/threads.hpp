// SPDX-License-Identifier: BSD-3-Clause
// The `threads` axis that the CPU variants of all operations share.
#pragma once

#include "kernels/api/problem.hpp"

#include <string>

namespace sptune::host {

/// Cores' worth of time that this process may use: those that it may run on, no more than the
/// quotas of its control groups, rounded up, allow, and no more than OpenMP may have threads
/// (OMP_THREAD_LIMIT). More threads only wait, or do not come.
[[nodiscard]] int usable_cores();

/// Threads that this process means to use: what OpenMP grants (OMP_NUM_THREADS), and no more than
/// usable_cores().
[[nodiscard]] int granted_threads();

/// Threads a configuration's `threads` axis asks for: 0 means all the problem grants.
[[nodiscard]] inline int resolve_threads(int axis_value, const Resources& resources) {
  return axis_value == 0 ? resources.threads : axis_value;
}

/// Refuses an explicit thread count that is not below what the problem grants: it would be the
/// configuration threads=0 under another name, or more than was granted.
[[nodiscard]] inline Fit fit_threads(int axis_value, const Resources& resources) {
  if (axis_value == 0 || axis_value < resources.threads) return Fit::yes();
  return Fit::no("threads=" + std::to_string(axis_value) + " is not below the " +
                 std::to_string(resources.threads) + " granted: use threads=0");
}

}  // namespace sptune::host
