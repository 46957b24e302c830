// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/machine.hpp"

#include "kernels/host/isa.hpp"
#include "kernels/host/places.hpp"
#include "sptune/device.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>

namespace sptune::model {
namespace {

/// The `key : value` lines of the first processor that a machine is named by.
struct CpuInfo {
  std::string vendor, family, model, name;
};

CpuInfo read_cpu_info() {
  CpuInfo out;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    const std::string value = begin == std::string::npos ? std::string() : line.substr(begin);
    if (key == "vendor_id") out.vendor = value;
    if (key == "cpu family") out.family = value;
    if (key == "model") out.model = value;
    if (key == "model name") out.name = value;
  }
  return out;
}

Machine inspect(int cores) {
  const CpuInfo cpu = read_cpu_info();
  utsname system{};
  uname(&system);
  std::string arch = system.machine;
  std::replace(arch.begin(), arch.end(), '_', '-');
  if (!cpu.family.empty()) arch += " " + cpu.vendor + " " + cpu.family + "/" + cpu.model;
  arch += " " + std::string(host::to_string(host::active_isa()));
  return {cpu.name, arch, cores};
}

/// What was handed out stays to the end of the process.
struct SeenCpu {
  Machine machine;
  const SeenCpu* before;
};

/// An application may bind the thread that asks first, or all of them for a while: the most cores
/// count that its threads were seen to have, all of them at first, then each one that asks.
const Machine& this_cpu() {
  static std::atomic<const SeenCpu*> known{nullptr};
  const SeenCpu* seen = known.load(std::memory_order_acquire);
  const int cores =
      seen == nullptr ? host::processor_count_of_process() : host::allowed_processor_count();
  while (seen == nullptr || seen->machine.cores < cores) {
    auto next =
        std::make_unique<SeenCpu>(SeenCpu{seen == nullptr ? inspect(cores) : seen->machine, seen});
    next->machine.cores = cores;
    if (!known.compare_exchange_strong(seen, next.get(), std::memory_order_acq_rel)) continue;
    seen = next.release();
  }
  return seen->machine;
}

/// As harness::capture_hardware names a GPU.
Machine inspect(const cuda::DeviceInfo& d) {
  return {d.name, "sm_" + std::to_string(d.compute_major) + std::to_string(d.compute_minor),
          d.sm_count, d.l2_bytes, d.memory_bytes};
}

/// Of each that was ever current, to the end of the process.
const Machine& current_gpu() {
  static const auto* const none = new Machine;
  const auto& device = cuda::device_info();
  if (!device) return *none;
  static std::mutex busy;
  static auto* const all = new std::map<const cuda::DeviceInfo*, Machine>;
  const std::lock_guard lock(busy);
  const auto found = all->find(&device.value());
  if (found != all->end()) return found->second;
  return all->emplace(&device.value(), inspect(device.value())).first->second;
}

/// The same to a share of the larger one, or not known of either.
bool alike(std::int64_t a, std::int64_t b, double share) {
  const auto most = static_cast<double>(std::max(a, b));
  return a == 0 || b == 0 || static_cast<double>(std::min(a, b)) >= most * (1 - share);
}

}  // namespace

std::string Machine::text() const {
  std::string out = "any x86-64 CPU with " + arch.substr(arch.rfind(' ') + 1);
  if (!generic) {
    out = (name.empty() ? "" : name + ", ") + arch + ", " + std::to_string(cores) +
          (cores == 1 ? " core" : " cores");
  }
  if (!generic && memory_bytes > 0) out += ", " + std::to_string(memory_bytes >> 30) + " GiB";
  return threads == 0 ? out : out + ", " + threads_text(threads);
}

std::string threads_text(int threads) {
  return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

bool comparable(const Machine& a, const Machine& b) {
  return !a.arch.empty() && a.arch == b.arch && a.cores == b.cores &&
         alike(a.l2_bytes, b.l2_bytes, 0) && alike(a.memory_bytes, b.memory_bytes, 1.0 / 16);
}

std::string_view to_string(Kinship kinship) noexcept {
  switch (kinship) {
    case Kinship::same:
      return "same";
    case Kinship::transfer:
      return "transfer";
    case Kinship::foreign:
      break;
  }
  return "foreign";
}

int instructions_rank(const Machine& machine) noexcept {
  const std::string_view arch = machine.arch;
  if (!arch.starts_with("x86-64 ")) return 0;
  const std::string_view last = arch.substr(arch.rfind(' ') + 1);
  for (const host::Isa isa : {host::Isa::avx512, host::Isa::avx2, host::Isa::baseline}) {
    if (last == host::to_string(isa)) return 1 + static_cast<int>(isa);
  }
  return 0;
}

Kinship kinship(const Machine& trained, const Machine& here, Backend backend) {
  if (comparable(trained, here)) return Kinship::same;
  if (backend == Backend::cuda) {
    const bool same_chip = !here.arch.empty() && trained.arch == here.arch;
    return same_chip ? Kinship::transfer : Kinship::foreign;
  }
  const int wanted = instructions_rank(trained);
  const bool serves = trained.generic && wanted > 0 && wanted <= instructions_rank(here);
  return serves ? Kinship::transfer : Kinship::foreign;
}

const Machine& this_machine(Backend backend) {
  if (backend == Backend::cuda) return current_gpu();
  return this_cpu();
}

}  // namespace sptune::model
