// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/awake.hpp"

#include "kernels/api/clock.hpp"
#include "kernels/host/threads.hpp"

#include <omp.h>
#include <sys/resource.h>

#include <atomic>
#include <utility>

namespace sptune::harness {
namespace {

std::atomic<double> awakening{0};

/// Whether the calling thread has slept or had to leave its core since it was asked last, or was
/// never asked.
bool has_left_its_core() {
  thread_local long before = -1;
  rusage own{};
  if (getrusage(RUSAGE_THREAD, &own) != 0) return true;
  const long now = own.ru_nvcsw + own.ru_nivcsw;
  return std::exchange(before, now) != now;
}

}  // namespace

int awaken(int threads, double patience_s) {
  if (threads <= 1 || threads > host::usable_cores()) return 1;
  const Team team = awaken_team(threads, patience_s);
  awakening += team.late_s;
  return team.awake;
}

Team awaken_team(int threads, double patience_s) {
  std::atomic<int> awake{0};
  double late_s = 0;
  const double start = now_s();
#pragma omp parallel num_threads(threads) reduction(+ : late_s)
  {
    const double begin = now_s();
    if (has_left_its_core() && omp_get_thread_num() > 0) late_s += begin - start;
    ++awake;
    while (awake < omp_get_num_threads() && now_s() - begin < patience_s) {
    }
  }
  return {awake, late_s};
}

double awakening_s() noexcept {
  return awakening;
}

}  // namespace sptune::harness
