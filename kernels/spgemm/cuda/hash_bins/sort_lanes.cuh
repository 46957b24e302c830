// SPDX-License-Identifier: BSD-3-Clause
// Keys that the lanes of a team sort in their registers.
#pragma once

#include "kernels/spgemm/cuda/team.cuh"

namespace sptune::spgemm::hash_bins {

/// The smaller of two keys to the first place.
__device__ __forceinline__ void order(unsigned& first, unsigned& second) {
  const unsigned x = first;
  first = min(x, second);
  second = max(x, second);
}

/// Sorts the keys of a lane by Batcher's merge exchange (Knuth, TAOCP 3, 5.2.2, algorithm M): 19
/// comparisons of 8 keys, 12 of 6, 5 of 4.
template <int Each>
__device__ __forceinline__ void sort_in_lane(unsigned (&key)[Each]) {
  constexpr int top = Each > 4 ? 4 : 2;
  static_assert(Each > 2 && Each <= 8);
#pragma unroll
  for (int p = top; p > 0; p /= 2) {
#pragma unroll
    for (int i = 0; i + p < Each; ++i) {
      if ((i & p) == 0) order(key[i], key[i + p]);
    }
#pragma unroll
    for (int q = top; q > p; q /= 2) {
#pragma unroll
      for (int i = 0; i + q - p < Each; ++i) {
        if ((i & p) == p) order(key[i], key[i + q - p]);
      }
    }
  }
}

/// Sorts `Count` keys from `First` on that rise and then fall, or the other way round: halves are
/// parted until three are left, or one.
template <int First, int Count, int Each>
__device__ __forceinline__ void merge_in_lane(unsigned (&key)[Each]) {
  if constexpr (Count % 2 == 0) {
#pragma unroll
    for (int j = First; j < First + Count / 2; ++j) order(key[j], key[j + Count / 2]);
    merge_in_lane<First, Count / 2>(key);
    merge_in_lane<First + Count / 2, Count / 2>(key);
  } else if constexpr (Count == 3) {
    order(key[First], key[First + 1]);
    order(key[First + 1], key[First + 2]);
    order(key[First], key[First + 1]);
  } else {
    static_assert(Count == 1);
  }
}

/// The smaller of each key and another lane's, or the larger: the lane `distance` away (by
/// exclusive or) has the other. `Mirrored`: the other's key in the opposite place.
template <bool Mirrored, int Each>
__device__ __forceinline__ void part_lanes(const Team& team, unsigned (&key)[Each], int distance,
                                           bool smaller) {
  unsigned other[Each];
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    other[j] = __shfl_xor_sync(team.mask, key[Mirrored ? Each - 1 - j : j], distance);
  }
#pragma unroll
  for (int j = 0; j < Each; ++j) key[j] = smaller ? min(key[j], other[j]) : max(key[j], other[j]);
}

/// Sorts the keys of a team of `lanes`, `Each` of them per lane: those of rank r come to be the
/// r-th `Each` in order. Batcher's bitonic network, in which the second of two sorted runs is met
/// from its end, so that all comparisons have the same direction. In loops: unrolled, a quarter of
/// the time went to waiting for instructions (docs/measurements/spgemm-gpu.md).
template <int Each>
__device__ __forceinline__ void sort_in_registers(const Team& team, unsigned (&key)[Each],
                                                  int lanes) {
  sort_in_lane(key);
#pragma unroll 1
  for (int run = 2; run <= lanes; run *= 2) {
    part_lanes<true>(team, key, run - 1, (team.rank & (run / 2)) == 0);
#pragma unroll 1
    for (int step = run / 4; step > 0; step /= 2) {
      part_lanes<false>(team, key, step, (team.rank & step) == 0);
    }
    merge_in_lane<0, Each>(key);
  }
}

}  // namespace sptune::spgemm::hash_bins
