// SPDX-License-Identifier: BSD-3-Clause
// Warps of a block that share a row: how they divide it.
#pragma once

#include "kernels/spgemm/cuda/team.cuh"

#include <cuda_runtime.h>

#include <type_traits>

namespace sptune::spgemm::cuda {

/// Inclusive prefix sum over the threads of a block, and the total. One barrier: `sums`, one for
/// each warp, may be written again behind the next.
__device__ __forceinline__ int scan_by_block(int v, int& total, int* sums) {
  const Team warp = team_of_lane(32);
  const int inclusive = team_scan(warp, v);
  const int w = static_cast<int>(threadIdx.x >> 5U);
  if (warp.rank == 31) sums[w] = inclusive;
  __syncthreads();
  const int warps = static_cast<int>(blockDim.x >> 5U);
  const int own = warp.rank < warps ? sums[warp.rank] : 0;
  const int up_to = team_scan(warp, own);
  total = __shfl_sync(0xffffffffU, up_to, 31);
  return __shfl_sync(0xffffffffU, up_to - own, w) + inclusive;
}

/// Exclusive prefix sum over the threads of a block, and the total. Two barriers.
__device__ __forceinline__ int block_scan(int v, int& total) {
  __shared__ int sums[32];
  const int inclusive = scan_by_block(v, total, sums);
  __syncthreads();
  return inclusive - v;
}

/// The warp as one team of a block that shares a row, with `lanes` threads per row of B.
__device__ __forceinline__ Team team_of_block(int lanes) {
  Team team = team_of_lane(32);
  const int warp = static_cast<int>(threadIdx.x >> 5U);
  const int warps = static_cast<int>(blockDim.x >> 5U);
  team.width = lanes <= 32 ? 1 : min(lanes / 32, warps);
  team.group = warp / team.width;
  team.groups = warps / team.width;
  team.part = warp % team.width;
  return team;
}

/// A warp of a block whose warps divide rows of B so that all have equally many steps.
struct EvenTeam : Team {
  /// As a group of its own, whatever shares rows of B.
  [[nodiscard]] __device__ __forceinline__ Team alone() const {
    Team team = *this;
    team.group = static_cast<int>(threadIdx.x >> 5U);
    team.groups = static_cast<int>(blockDim.x >> 5U);
    team.part = 0;
    team.width = 1;
    return team;
  }
};
template <bool Even>
using BlockTeam = std::conditional_t<Even, EvenTeam, Team>;

/// What a warp takes of items that are some steps each: `count` of them from `first` on, but of the
/// first one the steps from `skip` on, and of the last one those below `stop`, unless that is 0.
struct EvenShare {
  int first;
  int count;
  int skip;
  int stop;
};

/// Divides a block's items, one of each thread, which has `steps` steps, in the order of threads:
/// all warps get equally many, but for the last ones. Two barriers; the sum of all steps must be an
/// int. May be called again at once: what is read behind the second barrier is written again behind
/// the first one of the next call.
__device__ __forceinline__ EvenShare share_evenly(int steps) {
  __shared__ int sums[32];
  __shared__ int2 begins[33];  // of each warp's share: item, and steps of it that come before
  int total = 0;
  const int after = scan_by_block(steps, total, sums);
  const auto warps = static_cast<int>(blockDim.x >> 5U);
  const int share = max(1, (total + warps - 1) / warps);
  if (steps > 0) {
    const auto item = static_cast<int>(threadIdx.x);
    const int before = after - steps;
    int next = (before + share - 1) / share;
    for (; next * share < after; ++next) begins[next] = make_int2(item, next * share - before);
    if (after == total) {
      for (; next <= warps; ++next) begins[next] = make_int2(item, steps);
    }
  }
  __syncthreads();
  if (total == 0) return {0, 0, 0, 0};
  const int2 begin = begins[threadIdx.x >> 5U];
  const int2 end = begins[(threadIdx.x >> 5U) + 1];
  const bool within_one = end.x == begin.x;
  return {begin.x, end.x - begin.x + ((within_one ? end.y > begin.y : end.y > 0) ? 1 : 0), begin.y,
          end.y};
}

}  // namespace sptune::spgemm::cuda
