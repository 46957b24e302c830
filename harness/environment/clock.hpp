// SPDX-License-Identifier: BSD-3-Clause
// Time, and how fast the core runs while it passes.
#pragma once

#include <string>

namespace sptune::harness {

/// What reading the clock costs and resolves here, and which counter is behind it.
struct ClockFacts {
  std::string source;          ///< "tsc", "hpet", …; empty when the system does not say
  bool invariant_tsc = false;  ///< the counter ticks evenly whatever the core's clock does
  double read_ns = 0;          ///< cost of one reading
  double step_ns = 0;          ///< smallest difference seen between two readings
};
[[nodiscard]] ClockFacts inspect_clock();

/// Clock of the core that this thread is on, in MHz, from the time that a chain of dependent 32-bit
/// multiplications takes (3 cycles each on every x86-64 core since Nehalem and Zen). Works in
/// virtual machines, where the system's own figure is a constant. Takes about 10 us; 0 on other
/// CPUs.
[[nodiscard]] double estimate_mhz() noexcept;

}  // namespace sptune::harness
