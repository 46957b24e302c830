// SPDX-License-Identifier: BSD-3-Clause
// Filling rows of C from few short rows of B by merging them, a thread per row. Entries of a row
// come one after the other: a warp keeps some of each of its rows and writes them together, so that
// neighbouring lanes write neighbouring entries.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/merge_rows.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

struct FillMergeBody : PlainBody {
  static constexpr int depth = 8;  ///< entries of a row that are kept: a sector of columns
  /// A place more than a warp has rows, so that lanes that write together meet few banks twice.
  template <class V>
  struct alignas(16) Stage {
    V values[depth][33];
    Index columns[depth][33];
  };
  template <class V>
  static constexpr int storage = team_threads / 32 * static_cast<int>(sizeof(Stage<V>));

  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* memory) {
    const std::int64_t r = bin.row<1>(block);
    Stage<V>& stage = reinterpret_cast<Stage<V>*>(memory)[threadIdx.x / 32];
    const int lane = static_cast<int>(threadIdx.x & 31U);
    MergeCursors<V> cursors;
    cursors.open(c, r < 0 ? RowOfA{0, 0} : RowOfA::of(c.a, r));
    std::int64_t to = r < 0 ? 0 : c.row.offsets[r];
    int entries = 0;
    Index low = cursors.least();
    while (__any_sync(0xffffffffU, low != no_column)) {
      int kept = 0;
#pragma unroll 1
      for (; kept < depth && low != no_column; ++kept) {
        stage.columns[kept][lane] = low;
        stage.values[kept][lane] = cursors.sum(low);
        cursors.pass(c, low);
        low = cursors.least();
      }
      __syncwarp();
      write(stage, c, kept, to);
      __syncwarp();
      to += kept;
      entries += kept;
    }
    if (r >= 0) record_length(c.row, r, entries);
  }

 private:
  /// What the rows of a warp have kept: `kept` of this lane's, from entry `to` of C on.
  template <class V>
  static __device__ __forceinline__ void write(const Stage<V>& stage, const Product<V>& c, int kept,
                                               std::int64_t to) {
    const int lane = static_cast<int>(threadIdx.x & 31U);
    const int k = lane % depth;
#pragma unroll
    for (int row = lane / depth; row < 32; row += 32 / depth) {
      const int count = __shfl_sync(0xffffffffU, kept, row);
      const std::int64_t at = __shfl_sync(0xffffffffU, to, row) + k;
      if (k >= count) continue;
      c.columns[at] = stage.columns[k][row];
      c.values[at] = stage.values[k][row];
    }
  }
};

struct FillMerge {
  using Body = FillMergeBody;
  static constexpr std::string_view name = "merge";
  static constexpr int bins = 1;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    return may_merge(row, l) ? BinChoice{0, row.facts.span} : cannot;
  }
  template <class V>
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    return {at.bins.list(bin), 1, 0, 0, false};
  }
};

}  // namespace sptune::spgemm::hash_bins
