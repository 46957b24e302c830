// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/machine.hpp"

#include "kernels/host/isa.hpp"
#include "sptune/device.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <thread>

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

Machine inspect() {
  const CpuInfo cpu = read_cpu_info();
  utsname system{};
  uname(&system);
  std::string arch = system.machine;
  std::replace(arch.begin(), arch.end(), '_', '-');
  if (!cpu.family.empty()) arch += " " + cpu.vendor + " " + cpu.family + "/" + cpu.model;
  arch += " " + std::string(host::to_string(host::active_isa()));
  return {cpu.name, arch, static_cast<int>(std::thread::hardware_concurrency())};
}

/// As harness::capture_hardware names a GPU.
Machine inspect_gpu() {
  if (!cuda::device_info()) return {};
  const cuda::DeviceInfo& d = cuda::device_info().value();
  return {d.name, "sm_" + std::to_string(d.compute_major) + std::to_string(d.compute_minor),
          d.sm_count};
}

}  // namespace

std::string Machine::text() const {
  return (name.empty() ? "" : name + ", ") + arch + ", " + std::to_string(cores) +
         (cores == 1 ? " core" : " cores");
}

bool comparable(const Machine& a, const Machine& b) {
  return !a.arch.empty() && a.arch == b.arch && a.cores == b.cores;
}

const Machine& this_machine(Backend backend) {
  if (backend == Backend::cuda) {
    static const Machine gpu = inspect_gpu();
    return gpu;
  }
  static const Machine machine = inspect();
  return machine;
}

}  // namespace sptune::model
