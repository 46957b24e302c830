// SPDX-License-Identifier: BSD-3-Clause
// C = A*B as the kernels of the numeric phase see it.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_memory.cuh"
#include "kernels/spgemm/cuda/hash_bins/strips.cuh"
#include "kernels/spgemm/cuda/shared_sum.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// C being filled.
template <class V>
struct Product {
  Pattern a;
  const V* a_values;
  Pattern b;
  const V* b_values;
  RowArrays row;
  Index* columns;
  V* values;
  Masks masks;
  Strips strips;
  [[nodiscard]] __device__ __forceinline__ Entries<V> entries_of_b() const {
    return {b, a_values, b_values};
  }
};

/// Where the entries of a row of A are.
struct RowOfA {
  std::int64_t begin;
  int entries;
  [[nodiscard]] static __device__ __forceinline__ RowOfA of(const Pattern& a, std::int64_t r) {
    const std::int64_t begin = a.offsets[r];
    return {begin, static_cast<int>(a.offsets[r + 1] - begin)};
  }
  /// Part `nth` of `parts` of about the same size.
  [[nodiscard]] __device__ __forceinline__ RowOfA part(int nth, int parts) const {
    const auto from = static_cast<int>(std::int64_t{entries} * nth / parts);
    return {begin + from, static_cast<int>(std::int64_t{entries} * (nth + 1) / parts) - from};
  }
};

/// Adds to a table's value: plain where no other lane can hold the same column in
/// this step.
template <bool Ordered, class V>
__device__ __forceinline__ void add(V* to, V v) {
  if constexpr (Ordered) {
    *to += v;
  } else {
    atomicAdd(to, v);
  }
}

}  // namespace sptune::spgemm::hash_bins
