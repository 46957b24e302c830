// SPDX-License-Identifier: BSD-3-Clause
// What a GPU does at this moment and how it is set, by the driver's management library NVML, which
// is opened at run time: a program that is built for CUDA runs where there is no driver.
#pragma once

#include "sptune/error.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sptune::harness {

/// Empty or nothing: not said.
struct GpuState {
  std::string driver;  ///< its own version, "580.159.04"
  std::optional<bool> persistence, ecc, mig;
  std::optional<int> sm_mhz, sm_most_mhz, memory_mhz, memory_most_mhz;
  std::optional<int> temperature_c;
  std::optional<double> power_w, power_limit_w;
  std::vector<std::string> slowed_by;  ///< why clocks are below what was asked for
  std::optional<int> other_processes;  ///< that compute on it, beside this one
};

/// Of the current device. The failure says why nothing can be said.
[[nodiscard]] Result<GpuState> gpu_state();

/// Bits of NVML's nvmlClocksEventReasons by name, without those of an idle GPU and of clocks that
/// were set by somebody.
[[nodiscard]] std::vector<std::string> names_of_slowing(unsigned long long reasons);

}  // namespace sptune::harness
