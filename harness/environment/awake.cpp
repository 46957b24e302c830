// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/awake.hpp"

#include "kernels/api/clock.hpp"
#include "kernels/host/threads.hpp"

#include <omp.h>

#include <atomic>

namespace sptune::harness {
namespace {

std::atomic<double> awakening{0};

}  // namespace

int awaken(int threads, double patience_s) {
  if (threads <= 1 || threads > host::usable_cores()) return 1;
  std::atomic<int> awake{0};
  const double start = now_s();
#pragma omp parallel num_threads(threads)
  {
    const double begin = now_s();
    ++awake;
    while (awake < omp_get_num_threads() && now_s() - begin < patience_s) {
    }
  }
  awakening += (threads - 1) * (now_s() - start);
  return awake;
}

double awakening_s() noexcept {
  return awakening;
}

}  // namespace sptune::harness
