// SPDX-License-Identifier: BSD-3-Clause
// Strangers on the cores that are to be measured on.
#pragma once

#include "harness/environment/environment.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace sptune::sweep {

/// Threads of a kernel that share a core with a stranger wait for each other by time slices: a run
/// of 10 us then takes 8 ms, in every sample (docs/measurements/model.md).
class BusyWatch {
 public:
  /// `busy_cores`: cores that others keep busy, asked while nothing is measured; may be empty.
  /// `threads`: granted to a kernel; 0: all cores.
  BusyWatch(std::function<double()> busy_cores, Backend backend, int cores, int threads);
  /// What to warn of, once a minute at most.
  [[nodiscard]] std::optional<std::string> look();

 private:
  std::function<double()> busy_cores_;
  int cores_, threads_;
  std::optional<std::chrono::steady_clock::time_point> warned_;
};

}  // namespace sptune::sweep
