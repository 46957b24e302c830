// SPDX-License-Identifier: BSD-3-Clause
// Few short rows of B, merged by a thread: each has its next entry, and the thread steps from one
// column of C to the next (Gustavson 1978 by a merge of rows instead of an accumulator).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"

#include <cstdint>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

constexpr Index no_column = 0x7fffffff;  ///< above every column
constexpr int most_merged_rows = 8;      ///< of B
constexpr int most_merged = 64;          ///< products of a row: a thread takes one after the other

/// Whether a thread may take the row.
template <class Row>
[[nodiscard]] __device__ __forceinline__ bool may_merge(const Row& row, const Limits& l) {
  return l.merge && row.entries_of_a <= most_merged_rows && row.facts.products <= most_merged;
}

/// Values of the rows' next entries, and what they are multiplied with.
template <class V>
struct MergedValues {
  V value[most_merged_rows];
  V factor[most_merged_rows];
};
template <>
struct MergedValues<void> {};

/// The rows of B that a row of A names. V = void: columns alone. B must have fewer than 2^32
/// entries.
template <class V>
struct MergeCursors {
  static constexpr bool with_values = !std::is_void_v<V>;
  Index column[most_merged_rows];
  unsigned at[most_merged_rows];
  unsigned end[most_merged_rows];
  [[no_unique_address]] MergedValues<V> own;

  __device__ __forceinline__ void load(const Product<V>& c, int e) {
    const bool there = at[e] < end[e];
    column[e] = there ? __ldg(c.b.columns + at[e]) : no_column;
    if constexpr (with_values) own.value[e] = there ? __ldg(c.b_values + at[e]) : V{};
  }
  __device__ __forceinline__ void open(const Product<V>& c, const RowOfA& a) {
#pragma unroll
    for (int e = 0; e < most_merged_rows; ++e) {
      at[e] = end[e] = 0;
      if (e >= a.entries) continue;
      const Index k = __ldg(c.a.columns + a.begin + e);
      at[e] = static_cast<unsigned>(c.b.offsets[k]);
      end[e] = static_cast<unsigned>(c.b.offsets[k + 1]);
      if constexpr (with_values) own.factor[e] = __ldg(c.a_values + a.begin + e);
    }
#pragma unroll
    for (int e = 0; e < most_merged_rows; ++e) load(c, e);
  }
  [[nodiscard]] __device__ __forceinline__ Index least() const {
    Index low = no_column;
#pragma unroll
    for (int e = 0; e < most_merged_rows; ++e) low = min(low, column[e]);
    return low;
  }
  /// The sum of the products in column `low`, in the order of A's entries.
  [[nodiscard]] __device__ __forceinline__ auto sum(Index low) const {
    V out{};
#pragma unroll
    for (int e = 0; e < most_merged_rows; ++e) {
      if (column[e] == low) out += own.factor[e] * own.value[e];
    }
    return out;
  }
  /// Steps over `low` in the rows that have it.
  __device__ __forceinline__ void pass(const Product<V>& c, Index low) {
#pragma unroll
    for (int e = 0; e < most_merged_rows; ++e) {
      if (column[e] != low) continue;
      ++at[e];
      load(c, e);
    }
  }
};

}  // namespace sptune::spgemm::hash_bins
