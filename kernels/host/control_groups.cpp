// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/control_groups.hpp"

#include "kernels/host/kernel_number.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::host {
namespace {

namespace fs = std::filesystem;

/// Whether "cpu,memory" names a controller; version 2 has a list of none for all.
bool names(const std::string& list, std::string_view controller) {
  return ("," + list + ",").find("," + std::string(controller) + ",") != std::string::npos;
}

/// Folders of this process's group and of those above it, the outermost last. `controller`: empty
/// for version 2. A line of proc/self/cgroup: "4:cpu,memory:/job/7", or "0::/job/7" of version 2.
std::vector<fs::path> folders(const fs::path& root, std::string_view controller) {
  const fs::path top = root / "sys/fs/cgroup" / controller;
  std::string group;
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t list = line.find(':');
    const std::size_t path = list == std::string::npos ? list : line.find(':', list + 1);
    if (path == std::string::npos) continue;
    const std::string controllers = line.substr(list + 1, path - list - 1);
    const bool mine =
        controller.empty() ? line.rfind("0::", 0) == 0 : names(controllers, controller);
    if (mine) group = line.substr(path + 1);
  }
  // A process outside the outermost group in sight: what stands beside that is none of its own.
  if (group.rfind("/..", 0) == 0) group.clear();
  std::vector<fs::path> out;
  while (group.size() > 1) {
    out.push_back(top / group.substr(1));
    group.resize(group.rfind('/'));
  }
  out.push_back(top);
  return out;
}

/// "max 100000" or "150000 100000": microseconds in microseconds.
double quota_of(const fs::path& folder) {
  std::ifstream file(folder / "cpu.max");
  double quota = 0;
  double period = 0;
  return file >> quota >> period && period > 0 ? quota / period
                                               : std::numeric_limits<double>::infinity();
}

/// The same of version 1, where none is -1.
double quota_of_version_1(const fs::path& folder) {
  const auto quota = kernel_number(folder / "cpu.cfs_quota_us");
  const auto period = kernel_number(folder / "cpu.cfs_period_us");
  if (!quota || !period || *quota <= 0 || *period <= 0) {
    return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

/// How the versions call what they say of memory.
struct MemoryFiles {
  const char* controller;
  const char* limit;
  const char* usage;
  const char* reclaimable;  ///< in memory.stat
};
constexpr MemoryFiles memory_files[] = {
    {"", "memory.max", "memory.current", "inactive_file "},
    {"memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "}};

void lower(std::optional<std::int64_t>& least, std::int64_t value) {
  least = least ? std::min(*least, value) : value;
}

}  // namespace

double group_quota(const fs::path& root) {
  double least = std::numeric_limits<double>::infinity();
  for (const fs::path& folder : folders(root, "")) least = std::min(least, quota_of(folder));
  for (const fs::path& folder : folders(root, "cpu")) {
    least = std::min(least, quota_of_version_1(folder));
  }
  return least;
}

int cores_within(double quota, int cores) {
  return quota < cores ? std::max(1, static_cast<int>(std::ceil(quota))) : cores;
}

std::optional<std::int64_t> group_memory(Groups groups, const fs::path& root) {
  std::optional<std::int64_t> least;
  for (const MemoryFiles& files : memory_files) {
    std::vector<fs::path> all = folders(root, files.controller);
    if (groups == Groups::outermost) all.erase(all.begin(), all.end() - 1);
    for (const fs::path& folder : all) {
      const auto limit = kernel_number(folder / files.limit);
      if (limit && *limit > 0) lower(least, *limit);
    }
  }
  return least;
}

std::optional<std::int64_t> group_memory_left(const fs::path& root) {
  std::optional<std::int64_t> least;
  for (const MemoryFiles& files : memory_files) {
    for (const fs::path& folder : folders(root, files.controller)) {
      const auto limit = kernel_number(folder / files.limit);
      const auto usage = kernel_number(folder / files.usage);
      if (!limit || !usage) continue;
      const auto reclaimable = kernel_number(folder / "memory.stat", files.reclaimable).value_or(0);
      lower(least, std::max<std::int64_t>(*limit - *usage + reclaimable, 0));
    }
  }
  return least;
}

std::int64_t available_memory() {
  constexpr std::int64_t kilo = 1024;
  std::int64_t bytes = std::int64_t{1} << 62;
  if (const auto free = kernel_number("/proc/meminfo", "MemAvailable:")) bytes = *free * kilo;
  if (const auto left = group_memory_left()) bytes = std::min(bytes, *left);
  return bytes / 5 * 4;
}

}  // namespace sptune::host
