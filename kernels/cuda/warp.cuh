// SPDX-License-Identifier: BSD-3-Clause
// Sums, extremes and prefix sums over neighbouring lanes of a warp, in registers, and bisection by
// all of them. All lanes of the warp call them together. Sums are made in the same order on every
// run.
#pragma once

#include "kernels/cuda/warp_search.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace sptune::cuda {

constexpr int warp_size = 32;
constexpr unsigned all_lanes = 0xffffffffU;

/// Of the calling thread within its warp, in a block of one dimension.
__device__ __forceinline__ int lane_id() {
  return static_cast<int>(threadIdx.x) & (warp_size - 1);
}

/// Sum over groups of Width lanes, a power of two; every lane gets it.
template <int Width = warp_size, class V>
__device__ __forceinline__ V group_sum(V v) {
#pragma unroll
  for (int step = Width / 2; step > 0; step /= 2) v += __shfl_xor_sync(all_lanes, v, step, Width);
  return v;
}

template <class V>
__device__ __forceinline__ V warp_max(V v) {
#pragma unroll
  for (int step = warp_size / 2; step > 0; step /= 2) {
    v = max(v, __shfl_xor_sync(all_lanes, v, step));
  }
  return v;
}

template <class V>
__device__ __forceinline__ V warp_min(V v) {
#pragma unroll
  for (int step = warp_size / 2; step > 0; step /= 2) {
    v = min(v, __shfl_xor_sync(all_lanes, v, step));
  }
  return v;
}

/// Sum over the lanes up to this one.
template <class V>
__device__ __forceinline__ V warp_inclusive_sum(V v) {
#pragma unroll
  for (int step = 1; step < warp_size; step *= 2) {
    const V left = __shfl_up_sync(all_lanes, v, step);
    if (lane_id() >= step) v += left;
  }
  return v;
}

/// What another lane has, 4-byte words of it at a time.
template <class T>
__device__ __forceinline__ T from_lane(const T& value, int lane) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(unsigned) == 0);
  unsigned words[sizeof(T) / sizeof(unsigned)];
  memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned& word : words) word = __shfl_sync(all_lanes, word, lane);
  T out;
  memcpy(&out, words, sizeof(T));
  return out;
}

/// As first_where, in a round trip to memory per factor of 33.
template <class Reached>
__device__ __forceinline__ std::int64_t warp_first_where(std::int64_t low, std::int64_t n,
                                                         Reached reached) {
  WarpSearch search{low, n};
  while (search.open()) {
    const std::int64_t position = search.probe(lane_id());
    const bool wanted = position >= search.high || reached(position);
    search.narrow(__popc(__ballot_sync(all_lanes, !wanted)));
  }
  return search.low;
}

/// As warp_first_where in [low, n), in two round trips where it is near `guess`: the first one asks
/// 2^0 to 2^15 positions away on either side.
template <class Reached>
__device__ __forceinline__ std::int64_t warp_first_near(std::int64_t low, std::int64_t n,
                                                        std::int64_t guess, Reached reached) {
  constexpr int half = warp_size / 2;
  const auto asked = [&](int lane) {
    const std::int64_t away =
        lane < half ? -(std::int64_t{1} << (half - 1 - lane)) : std::int64_t{1} << (lane - half);
    return guess + away;
  };
  const std::int64_t at = asked(lane_id());
  const bool wanted = at >= n || (at >= low && reached(at));
  const int unwanted = __popc(__ballot_sync(all_lanes, !wanted));
  const std::int64_t from = unwanted > 0 ? max(low, asked(unwanted - 1) + 1) : low;
  const std::int64_t to = unwanted < warp_size ? min(n, max(low, asked(unwanted))) : n;
  return warp_first_where(from, to, reached);
}

}  // namespace sptune::cuda
