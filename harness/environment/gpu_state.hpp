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
  /// Why clocks are below what was asked for: bits of NVML's nvmlClocksEventReasons.
  std::optional<unsigned long long> slowed_by;
  std::optional<int> other_processes;  ///< that compute on it, beside this one
};

/// One of the devices that this process sees (CUDA_VISIBLE_DEVICES).
struct Gpu {
  int index = 0;            ///< from 0
  std::string uuid;         ///< "GPU-…", as nvidia-smi -L writes it
  std::string pci_address;  ///< "0000:1b:00.0", as Linux writes it
};
[[nodiscard]] std::vector<Gpu> installed_gpus();

/// Makes it the calling thread's current one. Throws DeviceError.
void use_gpu(int index);

/// Of the current device. The failure says why nothing can be said.
[[nodiscard]] Result<GpuState> gpu_state();

/// The same, at most a quarter of a second old: asking takes milliseconds. The library stays open.
/// Nothing where nothing can be said.
[[nodiscard]] std::optional<GpuState> recent_gpu_state();

}  // namespace sptune::harness
