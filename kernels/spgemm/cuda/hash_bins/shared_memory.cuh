// SPDX-License-Identifier: BSD-3-Clause
// What kernels that keep a row of C in shared memory have in common.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/products.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int team_threads = 128;  ///< of blocks whose rows belong to teams

__device__ __forceinline__ unsigned char* shared_memory() {
  extern __shared__ uint4 memory[];
  return reinterpret_cast<unsigned char*>(memory);
}

/// Sets `words` 32-bit words (rounded up to four) to `value`, by `size` threads.
__device__ __forceinline__ void fill_words(void* at, int words, int value, int rank, int size) {
  auto* const quads = static_cast<int4*>(at);
  for (int i = rank; i * 4 < words; i += size) quads[i] = make_int4(value, value, value, value);
}

/// Sets the bit of a column; 1 when it was not set.
__device__ __forceinline__ int set_bit(unsigned* words, unsigned at) {
  unsigned* const word = words + (at >> 5U);
  const unsigned bit = 1U << (at & 31U);
  // Most products hit a bit that is set: reading is cheaper than an atomic.
  if ((*static_cast<volatile unsigned*>(word) & bit) != 0) return 0;
  return (atomicOr(word, bit) & bit) == 0 ? 1 : 0;
}

/// Threads per row of B: by the mean row of B that the row of A names.
__device__ __forceinline__ int row_lanes(int products, int entries, int lanes, int most) {
  if (lanes > 0) return min(lanes, most);
  const int mean = products / max(entries, 1);
  if (most <= 32 || mean <= 32) return lanes_for(mean, min(most, 32));
  // Several warps share a row of B where each lane still has eight steps, or where there are fewer
  // rows than warps. With a step for each lane Q25FV47_KKT took 1.43 times as long, R-MAT 16, 16
  // 1.10 times (H200, 24 November 2026, docs/measurements/spgemm-gpu/steps.csv, last two columns).
  const int wanted = max(mean / 8, most / max(entries, 1));
  return wanted <= 32 ? 32 : lanes_for(wanted, most);
}

/// The bits of a row's columns, from the row's first on, and how many stand before each word of 32.
struct RankedBits {
  uint4* quads;     ///< of words
  ushort4* before;  ///< a number per word
  [[nodiscard]] __device__ __forceinline__ unsigned* words() const {
    return reinterpret_cast<unsigned*>(quads);
  }
  /// How many columns stand before column `at`.
  [[nodiscard]] __device__ __forceinline__ int rank(unsigned at) const {
    const unsigned lower = words()[at >> 5U] & ((1U << (at & 31U)) - 1U);
    return reinterpret_cast<const unsigned short*>(before)[at >> 5U] + __popc(lower);
  }
};

/// Bits in the words of a quad up to each of them.
struct QuadCounts {
  int x;
  int y;
  int z;
  int all;
  [[nodiscard]] static __device__ __forceinline__ QuadCounts of(const uint4& w) {
    const int x = __popc(w.x);
    const int y = x + __popc(w.y);
    const int z = y + __popc(w.z);
    return {x, y, z, z + __popc(w.w)};
  }
  /// Before each word, where `first` stand before the quad.
  [[nodiscard]] __device__ __forceinline__ ushort4 from(int first) const {
    return make_ushort4(static_cast<unsigned short>(first), static_cast<unsigned short>(first + x),
                        static_cast<unsigned short>(first + y),
                        static_cast<unsigned short>(first + z));
  }
};

/// How many of the bits stand before that of a column.
__device__ __forceinline__ int below(unsigned bits, Index column) {
  return __popc(bits & ((1U << (static_cast<unsigned>(column) & 31U)) - 1U));
}

}  // namespace sptune::spgemm::hash_bins
