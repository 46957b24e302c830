// SPDX-License-Identifier: BSD-3-Clause
// What else went on while a trial was sampled, and when that was too much to believe its times. The
// one place of these thresholds (docs/decisions/030).
#pragma once

#include <optional>
#include <string>

namespace sptune::harness {

/// Over the time in which samples were taken. Nothing where it is not said.
struct Load {
  double window_s = 0;  ///< how long; 0: nothing was watched
  /// Threads of the worker that were ready to run and had no core, on average (schedstat of each).
  std::optional<double> waiting_threads;
  /// How often a thread of the worker had to leave its core to another one (getrusage(2)).
  std::optional<double> switches_per_s;
  std::optional<double> stolen_cores;  ///< by other virtual machines, /proc/stat
  /// Busy with other programs, /proc/stat less the worker's own.
  std::optional<double> other_cores;
  /// Of the time, with some thread of the machine waiting for a core (PSI).
  std::optional<double> waiting_share;
  std::optional<int> sm_mhz, memory_mhz;  ///< of a GPU, the lower of before and after
  std::optional<int> temperature_c;       ///< of a GPU, the higher
  std::optional<double> power_w;          ///< of a GPU, the higher
  /// Bits of NVML's nvmlClocksEventReasons, before or after.
  std::optional<long long> slowed_by;
  std::optional<int> more_processes;  ///< that compute on the GPU than when this worker began
};

/// Why times taken under this load say nothing of the configuration; empty when they do.
/// `surplus_threads`: of the worker's own, more than it has cores; as many wait on the quietest
/// machine.
[[nodiscard]] std::string disturbed_by(const Load& load, int surplus_threads = 0);

/// `visit(name, field)` for every field but window_s, under the names of the table `load`.
template <class L, class Visit>
void each_field_of_load(L& load, Visit&& visit) {
  visit("waiting_threads", load.waiting_threads);
  visit("switches_per_s", load.switches_per_s);
  visit("stolen_cores", load.stolen_cores);
  visit("other_cores", load.other_cores);
  visit("waiting_share", load.waiting_share);
  visit("sm_mhz", load.sm_mhz);
  visit("memory_mhz", load.memory_mhz);
  visit("temperature_c", load.temperature_c);
  visit("power_w", load.power_w);
  visit("slowed_by", load.slowed_by);
  visit("more_processes", load.more_processes);
}

}  // namespace sptune::harness
