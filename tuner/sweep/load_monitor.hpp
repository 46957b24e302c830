// SPDX-License-Identifier: BSD-3-Clause
// Load of other programs on the cores that kernels are measured on.
#pragma once

#include "harness/environment/environment.hpp"

#include <functional>
#include <optional>
#include <string>

namespace sptune::sweep {

/// When a thread of a kernel shares its core with another program, the others wait for it: a run
/// of 10 us then takes 8 ms (a time slice), in every sample
/// (docs/measurements/model.md).
class LoadMonitor {
 public:
  /// `busy_cores`: cores used by other programs, asked while nothing is measured; may be empty.
  /// `threads`: granted to a kernel; 0: all cores.
  LoadMonitor(std::function<double()> busy_cores, Backend backend, int cores, int threads);
  /// The text of a warning, at most once a minute; nothing when the cores are free.
  [[nodiscard]] std::optional<std::string> warning();

 private:
  std::function<double()> busy_cores_;
  int cores_, threads_;
  std::optional<double> warned_s_;
};

}  // namespace sptune::sweep
