// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/alone.hpp"

#include <omp.h>

namespace sptune::host {

void work_alone() noexcept {
  // Of this thread only: the variable belongs to the data environment since OpenMP 5.0 (libgomp
  // from GCC 11 on, and LLVM's always). num_threads() of a region would win over a number of
  // threads.
  omp_set_max_active_levels(0);
}

bool works_alone() noexcept {
  return omp_get_max_active_levels() == 0;
}

}  // namespace sptune::host
