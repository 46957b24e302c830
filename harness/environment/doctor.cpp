// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/doctor.hpp"

#include "harness/environment/build_info.hpp"
#include "harness/environment/clock.hpp"
#include "harness/environment/cores.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/machine.hpp"
#include "harness/environment/system_files.hpp"
#include "kernels/host/control_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace sptune::harness {
namespace {

namespace fs = std::filesystem;
using Findings = std::vector<Finding>;

void good(Findings& out, std::string subject, std::string found) {
  out.push_back({Concern::good, std::move(subject), std::move(found), {}});
}

double stolen_share(const CpuTicks& before, const CpuTicks& after) {
  const double total = after.total - before.total;
  return total > 0 ? (after.stolen - before.stolen) / total : 0.0;
}

void examine_load(Findings& out, double seconds, const fs::path& root) {
  constexpr double most_busy = 0.05;  // of the cores: what a desktop at rest takes
  constexpr double most_stolen = 0.01;
  const std::vector<int> here = cores_here();
  const CpuTicks before = cpu_ticks(here, root / "proc/stat");
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const CpuTicks after = cpu_ticks(here, root / "proc/stat");
  const int cores = allowed_cores();
  const double busy = busy_cores(before, after);
  const double stolen = stolen_share(before, after);
  const bool is_busy = busy > most_busy * cores;
  out.push_back({is_busy ? Concern::spoils : Concern::good, "other load",
                 fmt::format("{:.1f} of {} cores busy over {:.2g} s", busy, cores, seconds),
                 is_busy ? "end what else runs (top), or sweep when it is over" : ""});
  const bool is_stolen = stolen > most_stolen;
  out.push_back({is_stolen ? Concern::spoils : Concern::good, "stolen time",
                 fmt::format("{:.1f} % taken by other virtual machines", stolen * 100),
                 is_stolen ? "a host of its own, or a virtual machine with dedicated cores" : ""});
}

void examine_frequency(Findings& out, const fs::path& root) {
  const fs::path cpu = root / "sys/devices/system/cpu";
  const std::string governor = first_line(cpu / "cpu0/cpufreq/scaling_governor");
  if (governor.empty()) {
    out.push_back({Concern::note, "governor", "not said: the host of a virtual machine decides",
                   "trust ratios of one run more than times of two"});
  } else if (governor == "performance") {
    good(out, "governor", governor);
  } else {
    out.push_back({Concern::spoils, "governor", governor + ": the clock follows the load",
                   "cpupower frequency-set -g performance"});
  }
  const std::string boost = first_line(cpu / "cpufreq/boost");
  const std::string no_turbo = first_line(cpu / "intel_pstate/no_turbo");
  if (boost == "1" || no_turbo == "0") {
    out.push_back({Concern::note, "boost", "on: the clock depends on heat and on the cores in use",
                   "off for runs that are compared: echo 0 > .../cpufreq/boost, or 1 > "
                   ".../intel_pstate/no_turbo"});
  }
}

void examine_cores(Findings& out, const fs::path& root) {
  const int allowed = allowed_cores();
  const auto online = static_cast<int>(std::thread::hardware_concurrency());
  good(out, "cores", fmt::format("{} of {}", allowed, online));
  const fs::path cpu = root / "sys/devices/system/cpu";
  if (first_line(cpu / "smt/active") == "1") {
    out.push_back({Concern::note, "hardware threads", "two or more share a core",
                   "as many --threads as cores, with OMP_PLACES=cores OMP_PROC_BIND=close"});
  }
  int nodes = 0;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(root / "sys/devices/system/node", none)) {
    const std::string name = entry.path().filename();
    if (name.rfind("node", 0) == 0 && name.size() > 4 && std::isdigit(name[4]) != 0) ++nodes;
  }
  if (nodes > 1) {
    out.push_back({Concern::note, "memory", fmt::format("{} NUMA nodes", nodes),
                   "numactl --cpunodebind=0 --membind=0, or OMP_PROC_BIND=spread over all"});
  }
  if (const double share = host::group_quota(root); std::isfinite(share)) {
    const bool throttles = share < allowed;
    out.push_back({throttles ? Concern::spoils : Concern::good, "quota",
                   fmt::format("{:.2g} cores' worth of time for {}", share, allowed),
                   throttles ? fmt::format("--threads {}, or a larger limit of the container",
                                           std::max(1, static_cast<int>(share)))
                             : ""});
  }
}

void examine_clock(Findings& out) {
  const ClockFacts clock = inspect_clock();
  constexpr double slowest_ns = 200;
  const bool slow = clock.read_ns > slowest_ns;
  out.push_back({slow ? Concern::note : Concern::good, "clock",
                 fmt::format("{}, a reading takes {:.0f} ns",
                             clock.source.empty() ? "unknown" : clock.source, clock.read_ns),
                 slow ? "clocksource=tsc on the kernel's command line, where it is stable" : ""});
}

void examine_build(Findings& out) {
  const std::string flags(build_info::flags);
  const bool checked = flags.find("-fsanitize") != std::string::npos;
  const bool plain =
      flags.find("-O2") == std::string::npos && flags.find("-O3") == std::string::npos;
  if (checked || plain) {
    out.push_back(
        {Concern::spoils, "build", fmt::format("flags {}", flags), "cmake --preset release"});
  }
  if (build_info::git_dirty) {
    out.push_back({Concern::note, "sources", "not those of a commit",
                   "commit first: numbers are traced by it"});
  }
}

std::string clocks(std::optional<int> now, std::optional<int> most) {
  return fmt::format("{} MHz of {}", now ? std::to_string(*now) : "?",
                     most ? std::to_string(*most) : "?");
}

}  // namespace

std::string_view to_string(Concern concern) noexcept {
  switch (concern) {
    case Concern::good:
      return "good";
    case Concern::note:
      return "note";
    case Concern::spoils:
      return "spoils";
  }
  return "?";
}

std::vector<Finding> examine_host(double seconds, const fs::path& root) {
  Findings out;
  examine_load(out, seconds, root);
  examine_frequency(out, root);
  examine_cores(out, root);
  examine_clock(out);
  examine_build(out);
  return out;
}

std::vector<Finding> examine_gpu(const Result<GpuState>& known) {
  Findings out;
  if (!known) {
    out.push_back({Concern::note, "GPU", "its state is not known: " + known.error(),
                   "nvidia-smi says whether the driver is there"});
    return out;
  }
  const GpuState& gpu = known.value();
  if (!gpu.driver.empty()) good(out, "driver", gpu.driver);
  good(out, "clocks",
       fmt::format("multiprocessors {}, memory {}", clocks(gpu.sm_mhz, gpu.sm_most_mhz),
                   clocks(gpu.memory_mhz, gpu.memory_most_mhz)));
  if (const auto why = names_of_slowing(gpu.slowed_by.value_or(0)); !why.empty()) {
    out.push_back({Concern::spoils, "slowed", fmt::format("{}", fmt::join(why, ", ")),
                   "cooling and power first; nvidia-smi -lgc holds a clock that can be kept"});
  }
  if (gpu.temperature_c && gpu.power_w && gpu.power_limit_w) {
    good(out, "heat",
         fmt::format("{} C, {:.0f} W of {:.0f}", *gpu.temperature_c, *gpu.power_w,
                     *gpu.power_limit_w));
  }
  if (gpu.other_processes.value_or(0) > 0) {
    out.push_back({Concern::spoils, "other processes",
                   fmt::format("{} compute on it", *gpu.other_processes),
                   "nvidia-smi names them; in a container this program may be one of them"});
  }
  if (gpu.mig.value_or(false)) {
    out.push_back(
        {Concern::note, "MIG", "on: a slice of the GPU is measured", "nvidia-smi -mig 0"});
  }
  if (gpu.ecc.has_value()) good(out, "ECC", *gpu.ecc ? "on" : "off");
  if (!gpu.persistence.value_or(true)) {
    out.push_back({Concern::note, "persistence", "off: the driver is loaded anew for each program",
                   "nvidia-smi -pm 1"});
  }
  return out;
}

std::vector<std::string> names_of_slowing(unsigned long long reasons) {
  // Without 0x1 (idle), 0x2 and 0x100 (clocks that somebody set), 0x10 (synchronised with another).
  constexpr std::pair<unsigned long long, const char*> names[] = {
      {0x4, "power limit"},      {0x8, "hardware slowdown"}, {0x20, "heat"},
      {0x40, "heat (hardware)"}, {0x80, "power brake"},
  };
  std::vector<std::string> out;
  for (const auto& [bit, name] : names) {
    if ((reasons & bit) != 0) out.emplace_back(name);
  }
  return out;
}

}  // namespace sptune::harness
