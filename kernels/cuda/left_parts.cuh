// SPDX-License-Identifier: BSD-3-Clause
// Sums that several warps share: every warp leaves its part, the one that has the last part waits
// for the others and adds them, always in the same order. A part and the sign that it is there are
// one word, so that nobody needs a fence, and those who leave a part do not wait at all. The last
// one waits for warps of its own block and of blocks of lower number, which began before it
// (decision 041). Source: Merrill and Garland, "Single-pass parallel prefix scan with decoupled
// look-back", NVIDIA NVR-2016-002, section 4.1 (status and value in one word).
#pragma once

#include "kernels/cuda/warp.cuh"

#include <cuda_runtime.h>

namespace sptune::cuda {

/// A word holds 32 bits of a part, and 1 in its lower half once they are there; 0 between runs.
template <class V>
inline constexpr int words_per_part = sizeof(V) / 4;

template <class V>
__device__ __forceinline__ void leave_part(volatile unsigned long long* words, V sum) {
  constexpr int half = 32;
  if constexpr (words_per_part<V> == 1) {
    words[0] = static_cast<unsigned long long>(__float_as_uint(sum)) << half | 1U;
  } else {
    const auto bits = static_cast<unsigned long long>(__double_as_longlong(sum));
    words[0] = bits << half | 1U;
    words[1] = (bits >> half) << half | 1U;
  }
}

/// Waits until the part is there, takes it, and leaves the words as they were before the run.
template <class V>
__device__ __forceinline__ V take_part(volatile unsigned long long* words) {
  constexpr int half = 32;
  unsigned long long word[words_per_part<V>];
  bool there = false;
  while (!there) {
    there = true;
#pragma unroll
    for (int i = 0; i < words_per_part<V>; ++i) {
      word[i] = words[i];
      there = there && (word[i] & 1U) != 0;
    }
  }
#pragma unroll
  for (int i = 0; i < words_per_part<V>; ++i) words[i] = 0;
  if constexpr (words_per_part<V> == 1) {
    return __uint_as_float(static_cast<unsigned>(word[0] >> half));
  } else {
    return __longlong_as_double(
        static_cast<long long>((word[1] >> half) << half | word[0] >> half));
  }
}

/// Sum of so many parts, which stand one after the other; called by a warp, every lane gets it.
template <class V>
__device__ __forceinline__ V add_left_parts(volatile unsigned long long* words, int parts) {
  V sum = 0;
  for (int part = lane_id(); part < parts; part += warp_size) {
    sum += take_part<V>(words + static_cast<long long>(part) * words_per_part<V>);
  }
  return group_sum(sum);
}

}  // namespace sptune::cuda
