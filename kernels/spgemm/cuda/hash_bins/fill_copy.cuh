// SPDX-License-Identifier: BSD-3-Clause
// Rows of C that are one row of B, scaled.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"

namespace sptune::spgemm::hash_bins {

/// Rows of C that are a multiple of a row of B. A team per row.
template <class V>
__global__ void __launch_bounds__(team_threads) fill_copies(RowList list, Product<V> c, int lanes) {
  const int i =
      static_cast<int>(blockIdx.x) * (team_threads / lanes) + static_cast<int>(threadIdx.x) / lanes;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
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

struct FillCopy {
  static constexpr std::string_view name = "copy";
  static constexpr int bins = 1;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& /*l*/) {
    return row.entries_of_a == 1 ? BinChoice{0, row.facts.span} : cannot;
  }
  template <class V>
  static void launch(const FillLaunch<V>& at) {
    const int lanes = at.facts.default_lanes;
    hash_bins::launch(fill_copies<V>, blocks_for(at.bins.rows(0), team_threads / lanes),
                      team_threads, 0, at.streams.next(), at.bins.list(0), at.c, lanes);
  }
};

}  // namespace sptune::spgemm::hash_bins
