// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/load.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sptune::harness {
namespace {

// Measured: docs/decisions/030.
constexpr double most_waiting_threads = 0.05;
/// Waking a team of threads at the first run is waiting, too, on the quietest machine: less than a
/// time slice in all, and not most of a window, however short.
constexpr double waking_s = 2e-3;
constexpr double most_waking = 0.25;
constexpr double most_stolen_cores = 0.1;

/// HW slowdown, software thermal, hardware thermal and power brake (NVML API reference,
/// nvmlClocksEventReasons). A power cap is not among them: it belongs to the device.
constexpr long long slowdowns = 0x8 | 0x20 | 0x40 | 0x80;

}  // namespace

std::string disturbed_by(const Load& load, int surplus_threads) {
  if (load.waiting_threads &&
      *load.waiting_threads > surplus_threads + most_waiting_threads +
                                  std::min(most_waking, waking_s / load.window_s)) {
    return fmt::format("{:.2f} of its threads waited for a core on average", *load.waiting_threads);
  }
  if (load.stolen_cores.value_or(0) > most_stolen_cores) {
    return fmt::format("other virtual machines took {:.2f} cores", *load.stolen_cores);
  }
  if ((load.slowed_by.value_or(0) & slowdowns) != 0) {
    return fmt::format("the GPU was slowed down (reasons {:#x}, {} C, {} MHz)", *load.slowed_by,
                       load.temperature_c.value_or(0), load.sm_mhz.value_or(0));
  }
  if (load.more_processes.value_or(0) > 0) {
    return fmt::format("{} more processes computed on the GPU", *load.more_processes);
  }
  return {};
}

}  // namespace sptune::harness
