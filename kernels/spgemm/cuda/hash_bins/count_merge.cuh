// SPDX-License-Identifier: BSD-3-Clause
// Counting rows of C from few short rows of B, where there are enough rows to keep the device busy
// with a thread each.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

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
struct MergeBody : PlainBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* /*storage*/) {
    const std::int64_t r = bin.row<1>(block);
    if (r < 0) return;
    const RowOfA a = RowOfA::of(c.a, r);
    MergeCursors<N> cursors;
    cursors.open(c.a, c.b, a.begin, a.entries);
    int entries = 0;
    for (Index low = cursors.least(); low != no_column; low = cursors.least()) {
      ++entries;
      cursors.pass(c.b, low);
    }
    c.row.entries[r] = entries;
  }
};

struct CountMerge {
  using Body = MergeBody<8>;
  static constexpr std::string_view name = "merge";
  static constexpr int bins = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const bool few = row.entries_of_a <= 8 && row.facts.products <= 64;
    return few && l.merge ? BinChoice{0, row.facts.span} : cannot;
  }
  [[nodiscard]] static TeamBin team_bin(const CountLaunch& at, int bin) {
    return {at.bins.list(bin), 1, 0, 0, false};
  }
};

}  // namespace sptune::spgemm::hash_bins
