// SPDX-License-Identifier: BSD-3-Clause
// Captures what a number depends on besides the code under test: once per run, part of the key.
#pragma once

#include "harness/records/environment.hpp"
#include "harness/records/trial.hpp"
#include "sptune/types.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sptune::harness {

/// Raised whenever the engine measures differently on that backend, so that old and new trials do
/// not mix. 2 on the CPU: samples begin when the threads of a run are awake, and those alone
/// (docs/decisions/008). 2 on the GPU: caches are flushed by reading (docs/decisions/006).
inline constexpr int measurement_version = 2;
inline constexpr int gpu_measurement_version = 2;
/// Of cold trials on the CPU alone (docs/decisions/006): 2 since every last-level cache is flushed,
/// by reading; 3 since no other threads than the run's flush before it.
inline constexpr int cold_measurement_version = 3;
/// What an environment that names no version was measured by; never raised.
inline constexpr int unnamed_measurement_version = 1;
inline constexpr int unnamed_gpu_measurement_version = 2;

/// Throws DeviceError where there is no device for the backend: before anything is begun that would
/// fail on it.
void require_device(Backend backend);

/// What a backend computes on: the processor, or the GPU with its host's name in `info`. The
/// environment of the GPU has the versions of driver and toolkit, and of the cuSPARSE that the
/// caller runs (empty: none). Throws DeviceError when the backend is cuda and there is no device.
[[nodiscard]] Hardware capture_hardware(Backend backend = Backend::cpu);
[[nodiscard]] Environment capture_environment(Backend backend = Backend::cpu,
                                              const std::string& cusparse = {});

/// Policies that variables of the environment name, where they are set (OperationRecord), as a part
/// of the environment's flags and so of its hash: trials by one file are none by another. Throws
/// UsageError where a file is no policy.
void add_policy_files(Environment& environment);

/// For what runs on several processes: their MPI and hosts count as the environment's, too, as a
/// part of its flags, by which databases tell contexts apart.
void add_to_environment(Environment& environment, const std::string& name,
                        const std::string& value);

/// Adds the version of measuring where it is another than the one that goes without saying.
void add_measurement_version(Environment& environment, int version, int unnamed);

/// Of trials that find the caches in this state, beside what goes for all of them.
[[nodiscard]] Environment environment_for(CachePolicy cache, Backend backend,
                                          Environment environment);

/// A line of /proc/stat, in ticks since the start (proc(5)); zeros where it is no such line.
struct CpuTicks {
  double total = 0;
  double idle = 0;
  double stolen = 0;  ///< taken by other virtual machines
  int cores = 0;      ///< whose lines were added up
};
[[nodiscard]] CpuTicks cpu_ticks(const std::string& line);
/// Of these cores together, from a file such as /proc/stat.
[[nodiscard]] CpuTicks cpu_ticks(const std::vector<int>& cores, const std::filesystem::path& stat);

/// Cores that were busy between two readings, stolen time included. 0 where either read nothing.
[[nodiscard]] double busy_cores(const CpuTicks& before, const CpuTicks& after);
/// Of cores_here(), over the next `seconds`, while this thread sleeps: a shared node has others, on
/// which nothing is measured.
[[nodiscard]] double busy_cores(double seconds);

}  // namespace sptune::harness
