// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/pass.hpp"

#include <numeric>

namespace sptune::examples {

void running_sums_on_device(std::int64_t n, const std::int32_t* from, std::int32_t* to);

void running_sums(MemorySpace where, std::int64_t n, const std::int32_t* from, std::int32_t* to) {
  if (where == MemorySpace::host) {
    to[0] = 0;
    std::partial_sum(from, from + n, to + 1);
  } else {
#ifdef SPTUNE_EXAMPLES_CUDA
    running_sums_on_device(n, from, to);
#else
    throw std::logic_error("sums over a device's arrays in a program without CUDA");
#endif
  }
}

}  // namespace sptune::examples
