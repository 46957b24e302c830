// SPDX-License-Identifier: BSD-3-Clause
// Read from /proc and /sys; a file that is not there leaves its field empty or 0, because a trial
// on an unusual system is better than none.
#include "harness/environment/environment.hpp"

#include "harness/environment/build_info.hpp"
#include "harness/environment/caches.hpp"
#include "harness/environment/clock.hpp"
#include "harness/environment/cores.hpp"
#include "harness/environment/gpu_state.hpp"
#include "harness/environment/machine.hpp"
#include "harness/environment/system_files.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/places.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "sptune/device.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

/// Value of `key` in a file of `key <separator> value` lines, quotes removed; empty when absent.
std::string value_of(const std::filesystem::path& path, std::string_view key, char separator) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = line.find(separator);
    if (at == std::string::npos || line.compare(0, key.size(), key) != 0) continue;
    if (line.find_first_not_of(" \t", key.size()) != at) continue;
    const std::size_t begin = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t end = line.find_last_not_of(" \t\"");
    return begin == std::string::npos ? std::string{} : line.substr(begin, end + 1 - begin);
  }
  return {};
}

std::string hash_of(const std::string& text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

void drop_unknown(std::vector<std::pair<std::string, std::string>>& info) {
  std::erase_if(info, [](const auto& fact) { return fact.second.empty(); });
}

std::string architecture() {
  utsname system{};
  uname(&system);
  std::string arch = system.machine;
  std::replace(arch.begin(), arch.end(), '_', '-');
  const std::string vendor = value_of("/proc/cpuinfo", "vendor_id", ':');
  const std::string family = value_of("/proc/cpuinfo", "cpu family", ':');
  const std::string model = value_of("/proc/cpuinfo", "model", ':');
  if (!family.empty()) arch += fmt::format(" {} {}/{}", vendor, family, model);
  return fmt::format("{} {}", arch, host::to_string(host::active_isa()));
}

}  // namespace

int allowed_cores() {
  const auto cores = static_cast<std::int64_t>(cores_here().size());
  const std::int64_t all = cores > 0 ? cores : sysconf(_SC_NPROCESSORS_ONLN);
  return static_cast<int>(std::clamp<std::int64_t>(all, 1, host::thread_limit()));
}

int within_quota(int cores, const std::filesystem::path& root) {
  return host::cores_within(host::group_quota(root), cores);
}

std::int64_t machine_memory(host::Groups groups, const std::filesystem::path& root) {
  const std::int64_t pages = sysconf(_SC_PHYS_PAGES);
  const std::int64_t all = pages * sysconf(_SC_PAGESIZE);
  return std::min(all, host::group_memory(groups, root).value_or(all));
}

namespace {

const cuda::DeviceInfo& device() {
  if (!cuda::device_info()) {
    throw DeviceError(cuda::device_info().error() +
                      "; `sptune doctor` says more, and --backend cpu measures without");
  }
  return cuda::device_info().value();
}

Hardware capture_gpu() {
  const cuda::DeviceInfo& d = device();
  Hardware h;
  h.kind = "gpu";
  h.name = d.name;
  h.arch = fmt::format("sm_{}{}", d.compute_major, d.compute_minor);
  h.cores = d.sm_count;
  h.l2_bytes = d.l2_bytes;
  h.memory_bytes = d.memory_bytes;
  h.info = {
      {"shared_per_block_bytes", std::to_string(d.shared_per_block_bytes)},
      {"host", value_of("/proc/cpuinfo", "model name", ':')},
      {"host_cores", std::to_string(allowed_cores())},
  };
  return h;
}

Hardware capture_cpu() {
  const std::vector<int> cores = cores_here();
  const int core = cores.empty() ? 0 : cores.front();
  Hardware h;
  h.kind = "cpu";
  h.name = value_of("/proc/cpuinfo", "model name", ':');
  h.arch = architecture();
  h.cores = allowed_cores();
  h.l2_bytes = cache_bytes(2, core);
  h.l3_bytes = cache_bytes(3, core);
  h.memory_bytes = machine_memory(host::Groups::outermost);  // no other in another job
  h.info = {
      {"l1d_bytes", std::to_string(cache_bytes(1, core))},
      {"l3_shared_by",
       first_line(fmt::format("/sys/devices/system/cpu/cpu{}/cache/index3/shared_cpu_list", core))},
      {"online_cores", std::to_string(sysconf(_SC_NPROCESSORS_ONLN))},
      {"stepping", value_of("/proc/cpuinfo", "stepping", ':')},
      {"microcode", value_of("/proc/cpuinfo", "microcode", ':')},
      {"hypervisor", first_line("/sys/hypervisor/type")},
      {"product", first_line("/sys/devices/virtual/dmi/id/product_name")},
      {"mhz_estimated", fmt::format("{:.0f}", estimate_mhz())},
  };
  return h;
}

}  // namespace

void require_device(Backend backend) {
  if (backend == Backend::cuda) (void)device();
}

Hardware capture_hardware(Backend backend) {
  Hardware h = backend == Backend::cuda ? capture_gpu() : capture_cpu();
  drop_unknown(h.info);
  h.hash = hash_of(fmt::format("{}|{}|{}|{}|{}|{}", h.kind, h.arch, h.cores, h.l2_bytes, h.l3_bytes,
                               h.memory_bytes >> 30));
  return h;
}

namespace {

/// How the GPU is set; what it does at the moment of asking is none of the environment's.
void add_gpu(std::vector<std::pair<std::string, std::string>>& info) {
  const Result<GpuState> known = gpu_state();
  if (!known) {
    info.emplace_back("gpu_state", known.error());
    return;
  }
  const GpuState& gpu = known.value();
  const auto flag = [](std::optional<bool> value) {
    return std::string(!value ? "" : *value ? "on" : "off");
  };
  const auto number = [](auto value) { return value ? fmt::format("{:.0f}", double(*value)) : ""; };
  info.emplace_back("gpu_driver", gpu.driver);
  info.emplace_back("gpu_persistence", flag(gpu.persistence));
  info.emplace_back("gpu_ecc", flag(gpu.ecc));
  info.emplace_back("gpu_mig", flag(gpu.mig));
  info.emplace_back("gpu_sm_most_mhz", number(gpu.sm_most_mhz));
  info.emplace_back("gpu_memory_most_mhz", number(gpu.memory_most_mhz));
  info.emplace_back("gpu_power_limit_w", number(gpu.power_limit_w));
}

/// Of all that the hash covers.
std::string hash_of(const Environment& e) {
  return hash_of(fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}", e.compiler, e.flags, e.os, e.libc,
                             e.library_version, e.driver, e.cuda_runtime, e.cusparse, e.isa));
}

}  // namespace

void add_policy_files(Environment& environment) {
  for (const Operation operation : all_operations()) {
    const char* const variable = record_of(operation).policy_variable;
    const auto path = variable == nullptr ? std::nullopt : row_policy::policy_path(variable);
    if (!path) continue;
    const row_policy::PolicyFile file = row_policy::read_policy_file(*path, variable);
    row_policy::expect_checksum(variable, file.checksum);
    environment.flags += fmt::format(" {}={}@{}", variable, file.name, file.checksum);
    environment.info.emplace_back(variable, *path);
    environment.hash = hash_of(environment);
  }
}

Environment capture_environment(Backend backend, const std::string& cusparse) {
  Environment e;
  if (backend == Backend::cuda) {
    e.driver = device().driver;
    e.cuda_runtime = device().runtime;
    e.cusparse = cusparse;
  }
  e.compiler = build_info::compiler;
  e.flags = build_info::flags;
  e.library_version = build_info::library_version;
  e.git_sha = build_info::git_sha;
  e.git_dirty = build_info::git_dirty;
  e.os = value_of("/etc/os-release", "PRETTY_NAME", '=');
  e.libc = fmt::format("glibc {}", gnu_get_libc_version());
  e.isa = host::to_string(host::active_isa());

  utsname system{};
  uname(&system);
  const ClockFacts clock = inspect_clock();
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
    return std::string(value == nullptr ? "" : value);
  };
  e.info = {
      {"host", system.nodename},
      {"kernel", system.release},
      {"load", first_line("/proc/loadavg")},
      {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"smt", first_line("/sys/devices/system/cpu/smt/active")},
      {"numa_nodes", first_line("/sys/devices/system/node/online")},
      {"boost", first_line("/sys/devices/system/cpu/cpufreq/boost")},
      {"transparent_hugepages", first_line("/sys/kernel/mm/transparent_hugepage/enabled")},
      {"clock", clock.source},
      {"clock_invariant", clock.invariant_tsc ? "true" : "false"},
      {"clock_read_ns", fmt::format("{:.0f}", clock.read_ns)},
      {"clock_step_ns", fmt::format("{:.0f}", clock.step_ns)},
      {"OMP_PROC_BIND", variable("OMP_PROC_BIND")},
      {"OMP_PLACES", variable("OMP_PLACES")},
      {"GOMP_CPU_AFFINITY", variable("GOMP_CPU_AFFINITY")},
      {"KMP_AFFINITY", variable("KMP_AFFINITY")},
      {"OMP_WAIT_POLICY", variable("OMP_WAIT_POLICY")},
      {"OMP_THREAD_LIMIT", variable("OMP_THREAD_LIMIT")},
  };
  if (backend == Backend::cuda) {
    e.info.emplace_back("nvcc", build_info::cuda_compiler);
    add_gpu(e.info);
  }
  drop_unknown(e.info);
  e.hash = hash_of(e);
  if (backend == Backend::cuda) {
    add_measurement_version(e, gpu_measurement_version, unnamed_gpu_measurement_version);
    add_policy_files(e);
  } else {
    add_measurement_version(e, measurement_version, unnamed_measurement_version);
  }
  return e;
}

void add_to_environment(Environment& environment, const std::string& name,
                        const std::string& value) {
  environment.flags += fmt::format(" {}={}", name, value);
  environment.info.emplace_back(name, value);
  environment.hash = hash_of(environment);
}

Environment environment_for(CachePolicy cache, Backend backend, Environment environment) {
  if (backend == Backend::cpu && cache == CachePolicy::cold) {
    add_to_environment(environment, "cold_measurement_version",
                       std::to_string(cold_measurement_version));
  }
  return environment;
}

void add_measurement_version(Environment& environment, int version, int unnamed) {
  if (version == unnamed) return;
  add_to_environment(environment, "measurement_version", std::to_string(version));
}

CpuTicks cpu_ticks(const std::string& line) {
  // cpu user nice system idle iowait irq softirq steal …
  std::istringstream in(line);
  std::string name;
  in >> name;
  CpuTicks out;
  double value = 0;
  for (int field = 0; field < 8 && in >> value; ++field) {
    out.total += value;
    if (field == 3 || field == 4) out.idle += value;
    if (field == 7) out.stolen = value;
  }
  return out;
}

CpuTicks cpu_ticks(const std::vector<int>& cores, const std::filesystem::path& stat) {
  std::set<std::string> names;
  for (const int core : cores) names.insert("cpu" + std::to_string(core));
  CpuTicks out;
  std::ifstream in(stat);
  for (std::string line; std::getline(in, line);) {
    if (!names.contains(line.substr(0, line.find(' ')))) continue;
    const CpuTicks core = cpu_ticks(line);
    out.total += core.total;
    out.idle += core.idle;
    out.stolen += core.stolen;
    ++out.cores;
  }
  return out;
}

double busy_cores(const CpuTicks& before, const CpuTicks& after) {
  const double total = after.total - before.total;
  return total > 0 ? after.cores * (1 - (after.idle - before.idle) / total) : 0.0;
}

double busy_cores(double seconds) {
  const std::vector<int> cores = cores_here();
  const CpuTicks before = cpu_ticks(cores, "/proc/stat");
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  return busy_cores(before, cpu_ticks(cores, "/proc/stat"));
}

}  // namespace sptune::harness
