// SPDX-License-Identifier: BSD-3-Clause
// How many threads a piece of work is worth, where no plan says it.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace sptune::host {

/// Parts for for_parts: one for every `worth` of `work`, at most as many as OpenMP grants threads.
[[nodiscard]] inline int parts_worth(std::int64_t work, std::int64_t worth) {
  return static_cast<int>(std::clamp<std::int64_t>(work / worth, 1, omp_get_max_threads()));
}

}  // namespace sptune::host
