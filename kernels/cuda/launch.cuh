// SPDX-License-Identifier: BSD-3-Clause
// What one-dimensional launches share: how many blocks, which thread this is, and the search that
// most conversions begin with. Only for sources that are built with CUDA.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::cuda {

[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// Blocks of a one-dimensional launch; refuses nothing: 2^31-1 blocks of 32 rows cover any matrix.
[[nodiscard]] inline unsigned blocks_for(std::int64_t items, std::int64_t per_block) {
  return static_cast<unsigned>(ceil_div(items, per_block));
}

/// Number of the calling thread in a one-dimensional grid.
__device__ __forceinline__ std::int64_t thread_id() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// First position in [low, n) for which `reached(position)` holds; n when none does. Where it holds
/// for one position, it must for all later ones.
template <class Reached>
__device__ __forceinline__ std::int64_t first_where(std::int64_t low, std::int64_t n,
                                                    Reached reached) {
  while (low < n) {
    const std::int64_t middle = (low + n) / 2;
    if (reached(middle)) {
      n = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace sptune::cuda
