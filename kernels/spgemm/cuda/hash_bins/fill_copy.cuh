// SPDX-License-Identifier: BSD-3-Clause
// Rows of C that are one row of B, scaled.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A row of C that is a multiple of a row of B.
template <class V>
struct CopiedRow {
  std::int64_t from;
  std::int64_t to;
  int length;
  V factor;

  [[nodiscard]] static __device__ __forceinline__ CopiedRow of(const Product<V>& c,
                                                               std::int64_t r) {
    const std::int64_t at = c.a.offsets[r];
    const Index k = __ldg(c.a.columns + at);
    return {c.b.offsets[k], c.row.offsets[r], c.row.entries[r], __ldg(c.a_values + at)};
  }
  /// Entries [begin, end) by `threads` threads.
  __device__ __forceinline__ void copy(const Product<V>& c, int begin, int end, int rank,
                                       int threads) const {
    // A row may end less than a step below 2^31.
#pragma unroll 4
    for (std::int64_t j = std::int64_t{begin} + rank; j < end; j += threads) {
      c.columns[to + j] = __ldg(c.b.columns + from + j);
      c.values[to + j] = factor * __ldg(c.b_values + from + j);
    }
  }
};

/// A team per row.
struct CopyBody : PlainBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* /*storage*/) {
    const std::int64_t r = bin.row(block);
    if (r < 0) return;
    const auto row = CopiedRow<V>::of(c, r);
    row.copy(c, 0, row.length, static_cast<int>(threadIdx.x) & (bin.size - 1), bin.size);
  }
};

constexpr int copying_threads = 256;
constexpr int copied_by_block = 8 * copying_threads;  ///< entries in one go
/// `parts` blocks share a row.
template <class V>
__global__ void __launch_bounds__(copying_threads)
    copy_long_rows(RowList list, int parts, Product<V> c) {
  const auto block = static_cast<int>(blockIdx.x);
  const auto row = CopiedRow<V>::of(c, list[block / parts]);
  for (std::int64_t begin = std::int64_t{block % parts} * copied_by_block; begin < row.length;
       begin += std::int64_t{parts} * copied_by_block) {
    row.copy(c, static_cast<int>(begin),
             static_cast<int>(min(begin + copied_by_block, std::int64_t{row.length})),
             static_cast<int>(threadIdx.x), copying_threads);
  }
}

/// Long rows are a bin of their own: a team would still be at one when all others are done (Zipf's
/// rows: 477 µs of 1990, H200, 25 November 2026).
struct FillCopy {
  static constexpr std::string_view name = "copy";
  static constexpr int bins = 2;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& /*l*/) {
    constexpr int long_row = 512;
    if (row.entries_of_a != 1) return cannot;
    return {row.entries > long_row ? 0 : 1, row.entries};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    if (const int rows = at.bins.rows(0); rows > 0) {
      const std::int64_t wanted = ceil_div(at.bins.need(0), copied_by_block);
      const std::int64_t parts =
          std::clamp<std::int64_t>(std::int64_t{at.facts.sm_count} * 8 / rows, 1, wanted);
      hash_bins::launch(copy_long_rows<V>, static_cast<unsigned>(rows * parts), copying_threads, 0,
                        at.streams.next(), at.bins.list(0), static_cast<int>(parts), at.c);
    }
    if (at.bins.rows(1) > 0) {
      launch_team_bin<CopyBody>(at, {at.bins.list(1), at.facts.default_lanes, 0, 0, false});
    }
  }
  template <class V, class F>
  static void with_kernels(F&& /*f*/) {}
};

}  // namespace sptune::spgemm::hash_bins
