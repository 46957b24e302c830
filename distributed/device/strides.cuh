// SPDX-License-Identifier: BSD-3-Clause
// Grids whose threads take their items in strides: of any number of items, with as many blocks as a
// GPU has use for.
#pragma once

#include "kernels/cuda/launch.cuh"

#include <algorithm>
#include <cstdint>

namespace sptune::distributed::device {

constexpr int threads = 256;
constexpr int warp = 32;
constexpr unsigned whole_warp = 0xffffffffU;

inline unsigned blocks(std::int64_t items) {
  constexpr std::int64_t most = 1 << 16;
  return static_cast<unsigned>(std::clamp<std::int64_t>(cuda::ceil_div(items, threads), 1, most));
}

__device__ __forceinline__ std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

}  // namespace sptune::distributed::device
