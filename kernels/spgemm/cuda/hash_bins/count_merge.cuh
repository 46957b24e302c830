// SPDX-License-Identifier: BSD-3-Clause
// Counting rows of C from few short rows of B, where there are enough rows to keep the device busy
// with a thread each.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/merge_rows.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A thread per row.
struct CountMergeBody : PlainBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* /*storage*/) {
    const std::int64_t r = bin.row<1>(block);
    if (r < 0) return;
    MergeCursors<V> cursors;
    cursors.open(c, RowOfA::of(c.a, r));
    int entries = 0;
    for (Index low = cursors.least(); low != no_column; low = cursors.least()) {
      ++entries;
      cursors.pass(c, low);
    }
    c.row.entries[r] = entries;
  }
};

struct CountMerge {
  using Body = CountMergeBody;
  static constexpr std::string_view name = "merge";
  static constexpr int bins = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    return may_merge(row, l) ? BinChoice{0, row.facts.span} : cannot;
  }
  [[nodiscard]] static TeamBin team_bin(const CountLaunch& at, int bin) {
    return {at.bins.list(bin), 1, 0, 0, false};
  }
};

}  // namespace sptune::spgemm::hash_bins
