// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/threads.hpp"

#include "kernels/host/control_groups.hpp"
#include "kernels/host/places.hpp"

#include <omp.h>

#include <algorithm>

namespace sptune::host {
int usable_cores() {
  // The quota is read once; who may run where is asked each time, as it may be changed at run time.
  static const double quota = group_quota();
  return cores_within(quota, allowed_processor_count());
}

int granted_threads() {
  return std::clamp(omp_get_max_threads(), 1, usable_cores());
}

}  // namespace sptune::host
