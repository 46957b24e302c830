// SPDX-License-Identifier: BSD-3-Clause
// Where trials can be measured at the same time without disturbing each other much: the GPUs of a
// host, or disjoint sets of its cores.
#pragma once

#include "sptune/types.hpp"

#include <functional>
#include <string>
#include <vector>

namespace sptune::harness {

struct MeasuringDevice {
  std::string name;        ///< stored with every trial: "GPU-…", the UUID, or "cores 0-7"
  int gpu = -1;            ///< its number here; -1: none
  std::vector<int> cores;  ///< of its worker and of the thread that feeds it; empty: whichever
};

/// What `--devices` names: `all`, or `0,1` (GPUs), or `cores:0-7,8-11+16-19` (sets of cores, each a
/// range or several joined by +). `all` on the CPU: the cores of each NUMA node. Cores of the host
/// are shared out among the GPUs, nearest first. Throws UsageError where a GPU or core is not
/// there, is named twice, or where they are not alike: their numbers could not be compared.
[[nodiscard]] std::vector<MeasuringDevice> measuring_devices(Backend backend,
                                                             const std::string& text);

/// What `--devices` takes for devices of these names. Empty where it is not needed, for the current
/// GPU or the whole machine (""), and where one of them is not of this host.
[[nodiscard]] std::string devices_text(const std::vector<std::string>& names);

/// Hardware threads of the core that this one is of, itself among them, as Linux tells.
[[nodiscard]] std::vector<int> siblings_of(int core);
using SiblingsOf = std::function<std::vector<int>(int core)>;
/// These, and the other threads of their cores; sorted.
[[nodiscard]] std::vector<int> touched(const std::vector<int>& cores,
                                       const SiblingsOf& siblings = siblings_of);
/// Throws UsageError, with the remedy, where two devices have threads of one core.
void require_own_cores(const std::vector<MeasuringDevice>& devices,
                       const SiblingsOf& siblings = siblings_of);

/// The calling thread, and what it starts, is at the device from now on: on its cores, with its
/// GPU current. Throws DeviceError.
void enter(const MeasuringDevice& device);

/// Variables ("NAME=value") for a worker that is to see this device alone.
[[nodiscard]] std::vector<std::string> worker_variables(const MeasuringDevice& device);

/// "0-3,8" as Linux writes sets of cores; nothing where it is no such text.
[[nodiscard]] std::vector<int> parse_cores(const std::string& text);
[[nodiscard]] std::string cores_text(const std::vector<int>& cores);

/// `count` disjoint parts of nearly equal size, neighbours together; all of them, each time, where
/// there are too few.
[[nodiscard]] std::vector<std::vector<int>> shared_out(const std::vector<int>& cores,
                                                       std::size_t count);

}  // namespace sptune::harness
