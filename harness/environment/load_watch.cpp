// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/load_watch.hpp"

#include "harness/environment/awake.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/system_files.hpp"
#include "kernels/api/clock.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace sptune::harness {
namespace {

/// Shares of fewer ticks than these are rounding.
constexpr double least_ticks = 10;

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

/// Second field of /proc/PID/task/TID/schedstat, nanoseconds: what each thread waited in a run
/// queue, after a preemption and after it was woken alike. Nothing where the kernel does not count
/// (CONFIG_SCHED_INFO).
std::optional<double> waited_s() {
  std::error_code none;
  double total = 0;
  bool counted = false;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", none)) {
    std::istringstream in(first_line(task.path() / "schedstat"));
    double ran = 0;
    double waited = 0;
    if (!(in >> ran >> waited)) continue;
    total += waited;
    counted = true;
  }
  return counted ? std::optional(total * 1e-9) : std::nullopt;
}

/// `some avg10=… total=MICROSECONDS`.
std::optional<double> waiting_s(const std::string& pressure) {
  const std::size_t at = pressure.find("total=");
  if (at == std::string::npos) return std::nullopt;
  return std::strtod(pressure.c_str() + at + 6, nullptr) * 1e-6;
}

void add_cores(const LoadReading& before, const LoadReading& after, double tick_s, Load& load) {
  if (before.stat.empty() || after.stat.empty() || load.window_s < least_ticks * tick_s) return;
  const CpuTicks from = cpu_ticks(before.stat);
  const CpuTicks to = cpu_ticks(after.stat);
  const double busy_s = ((to.total - to.idle) - (from.total - from.idle)) * tick_s;
  load.stolen_cores = (to.stolen - from.stolen) * tick_s / load.window_s;
  load.other_cores = std::max(0.0, (busy_s - (after.own_cpu_s - before.own_cpu_s)) / load.window_s);
}

template <class T>
std::optional<T> extreme(const std::optional<T>& a, const std::optional<T>& b, bool most) {
  if (!a || !b) return a ? a : b;
  return most ? std::max(*a, *b) : std::min(*a, *b);
}

/// Processes on the device when this process first looked: its own, maybe, and a desktop's.
int processes_at_first(const GpuState& now) {
  static const int first = now.other_processes.value_or(0);
  return first;
}

void add_gpu(const GpuState& before, const GpuState& after, Load& load) {
  load.sm_mhz = extreme(before.sm_mhz, after.sm_mhz, false);
  load.memory_mhz = extreme(before.memory_mhz, after.memory_mhz, false);
  load.temperature_c = extreme(before.temperature_c, after.temperature_c, true);
  load.power_w = extreme(before.power_w, after.power_w, true);
  if (before.slowed_by || after.slowed_by) {
    load.slowed_by =
        static_cast<long long>(before.slowed_by.value_or(0) | after.slowed_by.value_or(0));
  }
  const auto processes = extreme(before.other_processes, after.other_processes, true);
  if (processes) load.more_processes = std::max(0, *processes - processes_at_first(before));
}

}  // namespace

LoadReading read_load(bool gpu) {
  LoadReading r;
  if (gpu) {  // first, so that the window does not hold what asking takes
    r.gpu = recent_gpu_state();
    r.at_s = now_s();
    return r;
  }
  rusage own{};
  if (getrusage(RUSAGE_SELF, &own) == 0) {
    r.own_cpu_s = seconds(own.ru_utime) + seconds(own.ru_stime);
    r.involuntary = static_cast<double>(own.ru_nivcsw);
  }
  r.waited_s = waited_s();
  r.awakening_s = awakening_s();
  r.stat = first_line("/proc/stat");
  r.pressure = first_line("/proc/pressure/cpu");
  r.at_s = now_s();
  return r;
}

Load load_between(const LoadReading& before, const LoadReading& after, double tick_s) {
  Load load;
  load.window_s = after.at_s - before.at_s;
  if (load.window_s <= 0) return {};
  if (before.gpu && after.gpu) {
    add_gpu(*before.gpu, *after.gpu, load);
    return load;
  }
  if (before.own_cpu_s <= 0) return load;
  load.switches_per_s = (after.involuntary - before.involuntary) / load.window_s;
  // A thread that ended in between takes its share with it.
  if (before.waited_s && after.waited_s) {
    const double awakening = after.awakening_s - before.awakening_s;
    const double waited = *after.waited_s - *before.waited_s - awakening;
    load.waiting_threads = std::max(0.0, waited) / load.window_s;
  }
  const auto from = waiting_s(before.pressure);
  const auto to = waiting_s(after.pressure);
  if (from && to) load.waiting_share = (*to - *from) / load.window_s;
  add_cores(before, after, tick_s, load);
  return load;
}

LoadWatch::LoadWatch(Backend backend) : gpu_(backend == Backend::cuda), before_(read_load(gpu_)) {}

Load LoadWatch::seen() const {
  return load_between(before_, read_load(gpu_), 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

}  // namespace sptune::harness
