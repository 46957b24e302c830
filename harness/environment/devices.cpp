// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/devices.hpp"

#include "harness/environment/cores.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/gpu_state.hpp"
#include "harness/environment/system_files.hpp"
#include "harness/records/difference.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

namespace sptune::harness {
namespace {

constexpr int most_cores = 1 << 16;
constexpr std::string_view on_cores = "cores ";  ///< how the name of a set of cores begins
constexpr std::string_view sets = "cores:";      ///< how they are named in `--devices`

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    out.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

/// -1 where it is no number.
int number_of(std::string_view text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value < most_cores ? value
                                                                                        : -1;
}

/// Those that this process may run on; threads that share a core stand together.
std::vector<int> allowed() {
  std::vector<std::tuple<int, int, int>> found;  // package, core, processor
  for (const int core : cores_here()) {
    const std::string topology = fmt::format("/sys/devices/system/cpu/cpu{}/topology/", core);
    found.emplace_back(number_of(first_line(topology + "physical_package_id")),
                       number_of(first_line(topology + "core_id")), core);
  }
  std::sort(found.begin(), found.end());
  std::vector<int> out;
  out.reserve(found.size());
  for (const auto& [package, physical, core] : found) out.push_back(core);
  return out;
}

/// In the order of `cores`.
std::vector<int> common(const std::vector<int>& cores, const std::vector<int>& others) {
  std::vector<int> out;
  std::copy_if(cores.begin(), cores.end(), std::back_inserter(out), [&](int core) {
    return std::find(others.begin(), others.end(), core) != others.end();
  });
  return out;
}

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw UsageError(fmt::format("--devices {}: {}", text, why));
}

std::vector<MeasuringDevice> nodes() {
  std::map<std::string, std::vector<int>> found;
  const std::vector<int> here = allowed();
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/sys/devices/system/node", none)) {
    const std::string name = entry.path().filename();
    if (name.rfind("node", 0) != 0 || number_of(name.substr(4)) < 0) continue;
    auto cores = common(here, parse_cores(first_line(entry.path() / "cpulist")));
    if (!cores.empty()) found.emplace(fmt::format("{:06}", number_of(name.substr(4))), cores);
  }
  if (found.empty()) found.emplace("", here);
  std::vector<MeasuringDevice> out;
  out.reserve(found.size());
  for (auto& [name, cores] : found) {
    out.push_back({std::string(on_cores) + cores_text(cores), -1, std::move(cores)});
  }
  return out;
}

std::vector<MeasuringDevice> sets_of_cores(const std::string& text) {
  if (!text.starts_with(sets)) {
    refuse(text, "on the CPU, name sets of cores, such as cores:0-7,8-15, or all");
  }
  const std::vector<int> here = allowed();
  std::set<int> taken;
  std::vector<MeasuringDevice> out;
  for (const std::string& one : split(std::string_view(text).substr(sets.size()), ',')) {
    std::string list = one;
    std::replace(list.begin(), list.end(), '+', ',');
    const std::vector<int> named = parse_cores(list);
    if (named.empty()) refuse(text, fmt::format("'{}' is no set of cores, such as 0-7", one));
    for (const int core : named) {
      if (!taken.insert(core).second) refuse(text, fmt::format("core {} is named twice", core));
    }
    const std::vector<int> cores = common(here, named);
    if (cores.size() != named.size()) {
      refuse(text, fmt::format("this process may run on the cores {}, not on all of {}",
                               cores_text(here), one));
    }
    out.push_back({std::string(on_cores) + cores_text(cores), -1, cores});
  }
  return out;
}

/// Each GPU gets its share of the cores that stand near it.
void share_cores(std::vector<MeasuringDevice>& devices, const std::vector<Gpu>& gpus) {
  if (devices.size() < 2) return;
  const std::vector<int> here = allowed();
  std::map<std::vector<int>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Gpu& gpu = gpus[static_cast<std::size_t>(devices[i].gpu)];
    auto near = common(here, parse_cores(first_line("/sys/bus/pci/devices/" + gpu.pci_address +
                                                    "/local_cpulist")));
    groups[near.empty() ? here : near].push_back(i);
  }
  for (const auto& [cores, members] : groups) {
    auto parts = shared_out(cores, members.size());
    for (std::size_t i = 0; i < members.size(); ++i)
      devices[members[i]].cores = std::move(parts[i]);
  }
}

std::vector<MeasuringDevice> gpus_of(const std::string& text) {
  const std::vector<Gpu> gpus = installed_gpus();
  std::vector<int> wanted;
  if (text == "all") {
    for (const Gpu& gpu : gpus) wanted.push_back(gpu.index);
  } else {
    for (const std::string& one : split(text, ',')) {
      const int index = number_of(one);
      if (index < 0) refuse(text, fmt::format("'{}' is no number of a GPU: 0,1 or all", one));
      if (std::find(wanted.begin(), wanted.end(), index) != wanted.end()) {
        refuse(text, fmt::format("GPU {} is named twice", index));
      }
      if (static_cast<std::size_t>(index) >= gpus.size()) {
        refuse(text, fmt::format("there are {} GPUs, counted from 0 (nvidia-smi -L, "
                                 "CUDA_VISIBLE_DEVICES)",
                                 gpus.size()));
      }
      wanted.push_back(index);
    }
  }
  std::vector<MeasuringDevice> out;
  out.reserve(wanted.size());
  for (const int index : wanted) {
    out.push_back({gpus[static_cast<std::size_t>(index)].uuid, index, {}});
  }
  share_cores(out, gpus);
  return out;
}

/// Trials of one run may be compared with each other, wherever they were measured.
void require_alike(Backend backend, const std::string& text,
                   const std::vector<MeasuringDevice>& devices) {
  std::vector<Hardware> hardware(devices.size());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    std::exception_ptr trouble;
    std::jthread([&] {
      try {
        enter(devices[i]);
        hardware[i] = capture_hardware(backend);
      } catch (...) {
        trouble = std::current_exception();
      }
    }).join();
    if (trouble) std::rethrow_exception(trouble);
    if (hardware[i].hash == hardware[0].hash) continue;
    refuse(text,
           fmt::format("{} ({}) and {} ({}) are not alike ({}), and their times could not be "
                       "compared: sweep each into a database of its own and `sptune db merge` them",
                       devices[0].name, hardware[0].name, devices[i].name, hardware[i].name,
                       difference(hardware[0], hardware[i])));
  }
}

}  // namespace

std::vector<int> parse_cores(const std::string& text) {
  std::set<int> out;
  for (const std::string& range : split(text, ',')) {
    const std::size_t dash = range.find('-');
    const int first = number_of(range.substr(0, dash));
    const int last = dash == std::string::npos ? first : number_of(range.substr(dash + 1));
    if (first < 0 || last < first) return {};
    for (int core = first; core <= last; ++core) out.insert(core);
  }
  return {out.begin(), out.end()};
}

std::string cores_text(const std::vector<int>& cores) {
  std::vector<int> sorted = cores;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1) ++end;
    ranges.push_back(end == i + 1 ? std::to_string(sorted[i])
                                  : fmt::format("{}-{}", sorted[i], sorted[end - 1]));
    i = end;
  }
  return fmt::format("{}", fmt::join(ranges, ","));
}

std::vector<std::vector<int>> shared_out(const std::vector<int>& cores, std::size_t count) {
  if (cores.size() < count) return std::vector<std::vector<int>>(count, cores);
  std::vector<std::vector<int>> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t part) {
      return cores.begin() + static_cast<std::ptrdiff_t>(cores.size() * part / count);
    };
    out.emplace_back(at(i), at(i + 1));
  }
  return out;
}

std::vector<MeasuringDevice> measuring_devices(Backend backend, const std::string& text) {
  require_device(backend);
  auto devices = backend == Backend::cuda ? gpus_of(text)
                 : text == "all"          ? nodes()
                                          : sets_of_cores(text);
  require_alike(backend, text, devices);
  return devices;
}

std::string devices_text(const std::vector<std::string>& names) {
  const std::vector<Gpu> gpus = installed_gpus();
  if (names.size() == 1 && !gpus.empty() && names.front() == gpus.front().uuid) return {};
  std::string out;
  for (const std::string& name : names) {
    const auto gpu = std::find_if(gpus.begin(), gpus.end(),
                                  [&](const Gpu& candidate) { return candidate.uuid == name; });
    std::string text = gpu == gpus.end() ? std::string{} : std::to_string(gpu->index);
    if (name.starts_with(on_cores)) {
      text = name.substr(on_cores.size());
      std::replace(text.begin(), text.end(), ',', '+');
    }
    if (text.empty()) return {};
    const std::string begin = name.starts_with(on_cores) ? std::string(sets) : std::string{};
    out += (out.empty() ? begin : ",") + text;
  }
  return out;
}

std::vector<int> siblings_of(int core) {
  return parse_cores(
      first_line(fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", core)));
}

std::vector<int> touched(const std::vector<int>& cores, const SiblingsOf& siblings) {
  std::set<int> out(cores.begin(), cores.end());
  for (const int core : cores) {
    const std::vector<int> beside = siblings(core);
    out.insert(beside.begin(), beside.end());
  }
  return {out.begin(), out.end()};
}

void require_own_cores(const std::vector<MeasuringDevice>& devices, const SiblingsOf& siblings) {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::vector<int> near = touched(devices[i].cores, siblings);
    for (std::size_t j = i + 1; j < devices.size(); ++j) {
      const std::vector<int> both = common(devices[j].cores, near);
      if (both.empty()) continue;
      throw UsageError(fmt::format(
          "--devices: {} has threads of the cores of {} ({}) and they would disturb each other: "
          "put all threads of a core into one set (cores:0+1), leave the others out, or "
          "--disturbed "
          "keep",
          devices[j].name, devices[i].name, cores_text(both)));
    }
  }
}

void enter(const MeasuringDevice& device) {
  if (!device.cores.empty() && !enter_cores(device.cores)) {
    throw DeviceError(fmt::format("{}: cannot be entered: {}", device.name,
                                  std::generic_category().message(errno)));
  }
  if (device.gpu >= 0) use_gpu(device.gpu);
}

std::vector<std::string> worker_variables(const MeasuringDevice& device) {
  if (device.gpu < 0) return {};
  return {"CUDA_VISIBLE_DEVICES=" + device.name};
}

}  // namespace sptune::harness
