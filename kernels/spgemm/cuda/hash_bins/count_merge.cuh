// SPDX-License-Identifier: BSD-3-Clause
// Counting rows of C from few short rows of B, where there are enough rows to keep the device busy
// with a thread each.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int merge_threads = 128;
constexpr Index no_column = 0x7fffffff;  ///< above every column

/// The rows of B that a row of A names, each with its next entry. B must have fewer than 2^32
/// entries.
template <int N>
struct MergeCursors {
  Index column[N];
  unsigned at[N];
  unsigned end[N];

  __device__ __forceinline__ void open(const Pattern& a, const Pattern& b, std::int64_t begin,
                                       int count) {
#pragma unroll
    for (int e = 0; e < N; ++e) {
      at[e] = end[e] = 0;
      if (e >= count) continue;
      const Index k = __ldg(a.columns + begin + e);
      at[e] = static_cast<unsigned>(b.offsets[k]);
      end[e] = static_cast<unsigned>(b.offsets[k + 1]);
    }
#pragma unroll
    for (int e = 0; e < N; ++e) {
      column[e] = at[e] < end[e] ? __ldg(b.columns + at[e]) : no_column;
    }
  }
  [[nodiscard]] __device__ __forceinline__ Index least() const {
    Index low = no_column;
#pragma unroll
    for (int e = 0; e < N; ++e) low = min(low, column[e]);
    return low;
  }
  /// Steps over `low` in the rows that are there.
  __device__ __forceinline__ void pass(const Pattern& b, Index low) {
#pragma unroll
    for (int e = 0; e < N; ++e) {
      if (column[e] != low) continue;
      ++at[e];
      column[e] = at[e] < end[e] ? __ldg(b.columns + at[e]) : no_column;
    }
  }
};

/// A thread per row.
template <int N>
__global__ void __launch_bounds__(merge_threads)
    count_by_merge(RowList list, Pattern a, Pattern b, RowArrays row) {
  const int i = static_cast<int>(blockIdx.x) * merge_threads + static_cast<int>(threadIdx.x);
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  const std::int64_t begin = a.offsets[r];
  MergeCursors<N> cursors;
  cursors.open(a, b, begin, static_cast<int>(a.offsets[r + 1] - begin));
  int entries = 0;
  for (Index low = cursors.least(); low != no_column; low = cursors.least()) {
    ++entries;
    cursors.pass(b, low);
  }
  row.entries[r] = entries;
}

struct CountMerge {
  static constexpr std::string_view name = "merge";
  static constexpr int bins = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const bool few = row.entries_of_a <= 8 && row.facts.products <= 64;
    return few && l.merge ? BinChoice{0, row.facts.span} : cannot;
  }
  static void launch(const CountLaunch& at) {
    hash_bins::launch(count_by_merge<8>, blocks_for(at.bins.rows(0), merge_threads), merge_threads,
                      0, at.streams.next(), at.bins.list(0), at.c.a, at.c.b, at.c.row);
  }
};

}  // namespace sptune::spgemm::hash_bins
