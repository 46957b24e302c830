// SPDX-License-Identifier: BSD-3-Clause
// Where a row goes: to no bin, to the rows that several blocks share, or where the policy says.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulators.cuh"
#include "kernels/spgemm/cuda/hash_bins/policy.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int no_bin = -1;

/// Whether one block would still be at the row when others are done.
template <class Row>
[[nodiscard]] __device__ __forceinline__ bool is_oversized(const Row& row, const Limits& l) {
  const RowFacts& facts = row.facts;
  if (row.entries_of_a <= 1) return false;
  const bool pays = windows_pay(facts, l);
  if (row.entries_of_a > l.block_rows_of_b && pays) return true;
  if (facts.span <= l.wide_window) return false;
  if (pays) return facts.products > l.late;
  // A row of so many windows one block sorts sooner than many blocks read it for each.
  constexpr int most_windows = 1024;
  return facts.products > l.oversized &&
         !(takes_windows(facts, l.wide_window, most_windows) && fits_buckets(facts, l));
}

/// Who counts the entries of a row. No bin: empty, or one row of B.
[[nodiscard]] __device__ __forceinline__ BinChoice
choose_counter(const CountRow& row, const BlockPolicy<CountAccumulators>& policy, const Limits& l) {
  if (row.facts.products == 0 || row.entries_of_a == 1) return {no_bin, row.facts.span};
  if (is_oversized(row, l)) return {oversized_bin, row.facts.span};
  return choose_bin<CountAccumulators>(row, policy, l);
}

/// What is kept of a row, loaded before it is needed.
struct KeptRow {
  RowFacts facts;
  std::int64_t entries_of_a;
  int entries;
  bool shares_places;
  RowGroup group;
  /// The first row of a group is the one that was counted.
  [[nodiscard]] static __device__ __forceinline__ KeptRow load(const RowArrays& arrays,
                                                               const Offsets& a_offsets,
                                                               std::int64_t r, bool masked) {
    const RowGroup group = arrays.group(r);
    r -= group.place;
    return {{arrays.products[r], arrays.low[r], arrays.span[r], masked ? arrays.blocks[r] : 0,
             masked ? arrays.words[r] : 0},
            a_offsets[r + 1] - a_offsets[r],
            arrays.entries[r],
            arrays.shares_places(r),
            group};
  }
  /// What is known of the first row of its group holds for row `r`.
  __device__ __forceinline__ void copy_to(const RowArrays& arrays, std::int64_t r,
                                          bool masked) const {
    arrays.products[r] = facts.products;
    arrays.low[r] = facts.low;
    arrays.span[r] = facts.span;
    arrays.entries[r] = entries;
    if (!masked) return;
    arrays.blocks[r] = facts.words;
    arrays.words[r] = facts.met;
  }
};

/// Who fills a row of C. No bin: empty, oversized, of shared places, or filled with the first row
/// of its group. Of a group whose first row is oversized the others are not in the list of these.
[[nodiscard]] __device__ __forceinline__ BinChoice choose_filler(
    const KeptRow& row, const BlockPolicy<FillAccumulators>& policy, const Limits& l, bool masked) {
  if (row.entries == 0 || row.shares_places) return {no_bin, 0};
  const bool oversized = is_oversized(row, l);
  if (oversized && row.group.place == 0) return {no_bin, 0};
  const BinChoice choice = choose_bin<FillAccumulators>(
      FillRow{row.facts, row.entries_of_a, masked, row.entries, oversized ? 1 : row.group.size},
      policy, l);
  const bool with_first = row.group.place > 0 && FillAccumulators::is<FillsGroups>(choice.bin);
  return with_first ? BinChoice{no_bin, 0} : choice;
}

}  // namespace sptune::spgemm::hash_bins
