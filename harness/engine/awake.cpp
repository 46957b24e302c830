// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/awake.hpp"

#include "kernels/api/clock.hpp"
#include "kernels/host/threads.hpp"

#include <omp.h>

#include <atomic>

namespace sptune::harness {

int awaken(int threads, double patience_s) {
  if (threads <= 1 || threads > host::usable_cores()) return 1;
  std::atomic<int> awake{0};
#pragma omp parallel num_threads(threads)
  {
    const double begin = now_s();
    ++awake;
    while (awake < omp_get_num_threads() && now_s() - begin < patience_s) {
    }
  }
  return awake;
}

}  // namespace sptune::harness
