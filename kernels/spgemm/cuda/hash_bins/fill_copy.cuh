// SPDX-License-Identifier: BSD-3-Clause
// Rows of C that are one row of B, scaled.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

namespace sptune::spgemm::hash_bins {

/// Rows of C that are a multiple of a row of B. A team per row.
struct CopyBody : PlainBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* /*storage*/) {
    const std::int64_t r = bin.row(block);
    if (r < 0) return;
    const int lanes = bin.size;
    const std::int64_t at = c.a.offsets[r];
    const V factor = __ldg(c.a_values + at);
    const Index k = __ldg(c.a.columns + at);
    const std::int64_t from = c.b.offsets[k];
    const std::int64_t to = c.row.offsets[r];
    const int length = c.row.entries[r];
    for (int j = static_cast<int>(threadIdx.x) & (lanes - 1); j < length; j += lanes) {
      c.columns[to + j] = __ldg(c.b.columns + from + j);
      c.values[to + j] = factor * __ldg(c.b_values + from + j);
    }
  }
};

struct FillCopy {
  using Body = CopyBody;
  static constexpr std::string_view name = "copy";
  static constexpr int bins = 1;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& /*l*/) {
    return row.entries_of_a == 1 ? BinChoice{0, row.facts.span} : cannot;
  }
  template <class V>
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    return {at.bins.list(bin), at.facts.default_lanes, 0, 0, false};
  }
};

}  // namespace sptune::spgemm::hash_bins
