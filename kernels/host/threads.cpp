// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/threads.hpp"

#include "kernels/host/places.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

namespace sptune::host {
namespace {

/// Of a control group's folder: "max 100000" or "150000 100000", microseconds in microseconds.
double quota_of(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0;
  double period = 0;
  return file >> quota >> period && period > 0 ? quota / period
                                               : std::numeric_limits<double>::infinity();
}

/// The least of this process's control group and those above it.
double quota_of_groups() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::string group;
  while (std::getline(file, line)) {
    if (line.rfind("0::", 0) == 0) group = line.substr(3);
  }
  double least = std::numeric_limits<double>::infinity();
  while (!group.empty()) {
    least = std::min(least, quota_of("/sys/fs/cgroup" + group));
    group.resize(group.rfind('/'));
  }
  return std::min(least, quota_of("/sys/fs/cgroup"));
}

}  // namespace

int usable_cores() {
  // The quota is read once; who may run where is asked each time, as it may be changed at run time.
  static const double quota = quota_of_groups();
  const int cores = allowed_processor_count();
  return quota < cores ? std::max(1, static_cast<int>(std::ceil(quota))) : cores;
}

int granted_threads() {
  return std::clamp(omp_get_max_threads(), 1, usable_cores());
}

}  // namespace sptune::host
