// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/places.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace sptune::host {
namespace {

/// Whether anybody told OpenMP to bind threads. Only then it is asked for its places, for which
/// LLVM's begins all that it has.
bool may_bind() {
  constexpr std::array variables{"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY",
                                 "KMP_AFFINITY"};
  return std::any_of(variables.begin(), variables.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Of all of OpenMP's places; empty where it binds no threads. The affinity of a thread that it
/// bound, as it does the first one of a program when that starts, names that thread's place alone.
std::vector<int> of_places() {
  std::vector<int> out;
  if (!may_bind() || omp_get_proc_bind() == omp_proc_bind_false) return out;
  const int places = omp_get_num_places();
  for (int place = 0; place < places; ++place) {
    std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, processors.data());
    out.insert(out.end(), processors.begin(), processors.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Places stay as they are from the program's start on; kept to its end, when other threads may
/// still ask.
const std::vector<int>& places() {
  static const auto* const all = new std::vector<int>(of_places());
  return *all;
}

int within_limit(int processors) {
  return std::clamp(processors, 1, thread_limit());
}

#if defined(__linux__)
/// Of a thread, 0: the calling one; nothing where the system does not say.
std::optional<cpu_set_t> affinity(pid_t thread = 0) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(thread, sizeof set, &set) == 0 ? std::optional(set) : std::nullopt;
}

std::optional<cpu_set_t> affinity_of_all_threads() {
  std::optional<cpu_set_t> all = affinity();
  if (!all) return all;
  std::error_code unknown;
  std::filesystem::directory_iterator at("/proc/self/task", unknown);
  for (; !unknown && at != std::filesystem::directory_iterator(); at.increment(unknown)) {
    const auto thread = static_cast<pid_t>(std::atoi(at->path().filename().c_str()));
    // One that has ended since has none.
    if (const auto one = affinity(thread)) CPU_OR(&*all, &*all, &*one);
  }
  return all;
}
#endif

}  // namespace

int thread_limit() {
  return std::max(1, omp_get_thread_limit());
}

std::vector<int> allowed_processors() {
  if (!places().empty()) return places();
  std::vector<int> out;
#if defined(__linux__)
  const std::optional<cpu_set_t> set = affinity();
  for (int processor = 0; set && processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(static_cast<std::size_t>(processor), &*set)) out.push_back(processor);
  }
#endif
  return out;
}

int allowed_processor_count() {
  if (!places().empty()) return within_limit(static_cast<int>(places().size()));
#if defined(__linux__)
  // Asked at every choice: no list is made for it.
  if (const auto set = affinity()) return within_limit(CPU_COUNT(&*set));
#endif
  return within_limit(static_cast<int>(std::thread::hardware_concurrency()));
}

int processor_count_of_process() {
#if defined(__linux__)
  if (places().empty()) {
    if (const auto set = affinity_of_all_threads()) return within_limit(CPU_COUNT(&*set));
  }
#endif
  return allowed_processor_count();
}

}  // namespace sptune::host
