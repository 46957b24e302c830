// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/cores.hpp"

#include "kernels/host/places.hpp"

#include <cstddef>

namespace sptune::harness {
namespace {

thread_local std::vector<int> entered;

cpu_set_t set_of(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) {
    if (core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &set);
  }
  return set;
}

}  // namespace

std::vector<int> cores_here() {
  return entered.empty() ? host::allowed_processors() : entered;
}

bool enter_cores(const std::vector<int>& cores) {
  cpu_set_t set = set_of(cores);
  if (sched_setaffinity(0, sizeof set, &set) != 0) return false;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return false;  // a control group's are fewer
  entered.clear();
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) entered.push_back(core);
  }
  return true;
}

OnAllCores::OnAllCores() {
  const std::vector<int> cores = cores_here();
  if (cores.empty() || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  const cpu_set_t all = set_of(cores);
  widened_ = sched_setaffinity(0, sizeof all, &all) == 0;
}

OnAllCores::~OnAllCores() {
  if (widened_) sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace sptune::harness
