// SPDX-License-Identifier: BSD-3-Clause
// Watches what else goes on from its construction to `seen`.
#pragma once

#include "harness/environment/gpu_state.hpp"
#include "harness/records/load.hpp"
#include "sptune/types.hpp"

#include <optional>
#include <string>

namespace sptune::harness {

/// What the system says at one moment.
struct LoadReading {
  double at_s = 0;
  double own_cpu_s = 0;  ///< of this process, all threads
  /// In which threads of this process were ready and had no core.
  std::optional<double> waited_s;
  double awakening_s = 0;  ///< of that, at most, before clocks started
  double involuntary = 0;  ///< context switches of this process
  std::string stat;        ///< first line of /proc/stat; empty: not said
  std::string pressure;    ///< first line of /proc/pressure/cpu; empty: not said
  std::optional<GpuState> gpu;
};

/// Of this process and machine; `gpu`: and of the current device.
[[nodiscard]] LoadReading read_load(bool gpu);
/// What went on between two readings. `tick_s`: of /proc/stat; counts of few ticks are left out.
[[nodiscard]] Load load_between(const LoadReading& before, const LoadReading& after, double tick_s);

class LoadWatch {
 public:
  explicit LoadWatch(Backend backend);
  [[nodiscard]] Load seen() const;

 private:
  bool gpu_;
  LoadReading before_;
};

}  // namespace sptune::harness
