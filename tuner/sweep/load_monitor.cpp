// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/load_monitor.hpp"

#include "harness/environment/environment.hpp"
#include "kernels/api/clock.hpp"

#include <fmt/format.h>

#include <utility>

namespace sptune::sweep {

LoadMonitor::LoadMonitor(std::function<double()> busy_cores, Backend backend, int cores,
                         int threads)
    : cores_(cores), threads_(threads > 0 ? threads : cores) {
  if (backend == Backend::cpu) busy_cores_ = std::move(busy_cores);
}

std::optional<std::string> LoadMonitor::warning() {
  constexpr double noise = 0.25;  // of a core: timers, this program's own housekeeping
  if (!busy_cores_) return std::nullopt;
  const double now = now_s();
  if (warned_s_ && now - *warned_s_ < 60) return std::nullopt;
  const double busy = busy_cores_();
  if (busy < noise || busy + threads_ <= cores_ + noise) return std::nullopt;
  warned_s_ = now;
  return fmt::format(
      "other programs keep {:.1f} of {} cores busy: times of several threads will be far too long; "
      "stop them, or use fewer --threads",
      busy, cores_);
}

}  // namespace sptune::sweep
