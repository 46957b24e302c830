// SPDX-License-Identifier: BSD-3-Clause
// Prefix sums over the tiles of a launch within that launch: a tile publishes its own sum, looks
// back at those before it, and goes on with its work. Source: Merrill and Garland, "Single-pass
// parallel prefix scan with decoupled look-back", NVIDIA NVR-2016-002.
#pragma once

#include "kernels/cuda/warp.cuh"

#include <cuda_runtime.h>

namespace sptune::cuda {

/// What a tile of the scan has published, in the two upper bits; the sum in the others. One 64-bit
/// word holds both, so that no fence is needed between them.
constexpr unsigned long long tile_sum = 1ULL << 62U;     ///< of the tile alone
constexpr unsigned long long tile_prefix = 2ULL << 62U;  ///< of all tiles up to it
constexpr unsigned long long tile_value = tile_sum - 1;

/// Sums within a block.
struct BlockSums {
  long long before;  ///< of the threads before this one
  long long total;
};

/// Called by a whole block. Of several sums in one kernel each has a Number of its own, and with it
/// shared memory that the others do not overwrite.
template <int Threads, int Number = 0>
__device__ __forceinline__ BlockSums sum_in_block(long long own) {
  __shared__ long long warp_sums[Threads / warp_size];
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const long long inclusive = warp_inclusive_sum(own);
  if (lane_id() == warp_size - 1) warp_sums[warp] = inclusive;
  __syncthreads();
  BlockSums out{inclusive - own, 0};
  for (int w = 0; w < Threads / warp_size; ++w) {
    if (w < warp) out.before += warp_sums[w];
    out.total += warp_sums[w];
  }
  return out;
}

/// Called by a whole warp: each lane adds up what it finds of Words * warp_size tiles from `from`
/// downwards, up to the nearest that knows all before it. Whether there is one.
template <int Words>
__device__ __forceinline__ bool add_up_tiles(const volatile unsigned long long* tiles,
                                             long long from, long long& sum) {
  const int lane = lane_id();
  unsigned long long words[Words];  // on their way together
#pragma unroll
  for (int k = 0; k < Words; ++k) {
    const long long at = from - k * warp_size - lane;
    words[k] = at >= 0 ? tiles[at] : tile_prefix;  // before the first tile: a prefix of 0
  }
#pragma unroll
  for (int k = 0; k < Words; ++k) {
    while (words[k] < tile_sum) words[k] = tiles[from - k * warp_size - lane];
    const unsigned done = __ballot_sync(all_lanes, words[k] >= tile_prefix);
    const int stop = done == 0 ? warp_size - 1 : __ffs(static_cast<int>(done)) - 1;
    if (lane <= stop) sum += static_cast<long long>(words[k] & tile_value);
    if (done != 0) return true;
  }
  return false;
}

/// Sum of the tiles before `tile`, by a warp. The blocks that begin together have none near them
/// that knows all before it: they ask for hundreds in a round trip to memory, those that come later
/// for the nearest first.
__device__ __forceinline__ long long look_back(const volatile unsigned long long* tiles,
                                               unsigned tile) {
  constexpr unsigned together = 1024;
  constexpr int many = 8;
  long long sum = 0;
  long long from = static_cast<long long>(tile) - 1;
  if (tile >= together) {
    if (add_up_tiles<1>(tiles, from, sum)) return group_sum(sum);
    from -= warp_size;
  }
  while (!add_up_tiles<many>(tiles, from, sum)) from -= many * warp_size;
  return group_sum(sum);
}

/// Called by a whole warp: publishes a tile's total, the same in every lane. Sum of the tiles
/// before it, in every lane.
__device__ __forceinline__ long long scan_tile(volatile unsigned long long* tiles, unsigned tile,
                                               long long total) {
  if (lane_id() == 0) {
    tiles[tile] = (tile == 0 ? tile_prefix : tile_sum) | static_cast<unsigned long long>(total);
  }
  if (tile == 0) return 0;
  const long long before = look_back(tiles, tile);
  if (lane_id() == 0) tiles[tile] = tile_prefix | static_cast<unsigned long long>(before + total);
  return before;
}

/// Publishes a tile's total. Sum of the tiles before it, in `before` after a barrier.
__device__ __forceinline__ void scan_tiles(volatile unsigned long long* tiles, unsigned tile,
                                           long long total, long long& before) {
  if (threadIdx.x >= warp_size) return;
  const long long sum = scan_tile(tiles, tile, total);
  if (threadIdx.x == 0) before = sum;
}

/// The tile of this block, for every thread. Tiles are numbered as blocks begin, so that those that
/// wait for others began after them. `next` is 0 before.
__device__ __forceinline__ unsigned take_tile(unsigned long long* next) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = static_cast<unsigned>(atomicAdd(next, 1ULL));
  __syncthreads();
  return tile;
}

}  // namespace sptune::cuda
