// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/host/threads.hpp"

#include <omp.h>

#include <algorithm>

namespace sptune::host {

int granted_threads() noexcept {
  return std::max(1, omp_get_max_threads());
}

}  // namespace sptune::host
