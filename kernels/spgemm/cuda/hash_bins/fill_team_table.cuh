// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a warp or a part of one takes alone, in a hash table. Where all its
// lanes share a row of B they hold different columns at any moment, so that values are added without
// atomics.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_tables.cuh"

namespace sptune::spgemm::hash_bins {

/// A team per row, its table of up to 2^most_bits slots in shared memory, half full at most.
template <class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    fill_team_tables_rows(RowList list, Product<V> c, int team_size, int lanes, int most_bits,
                          Hash hash) {
  __shared__ uint4 stage[team_threads];
  const StagedTeam team{team_of_lane(team_size), stage + (threadIdx.x & ~31U)};
  const int in_block = static_cast<int>(threadIdx.x) / team_size;
  const int i = static_cast<int>(blockIdx.x) * (team_threads / team_size) + in_block;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  const int bits = min(bits_for(std::int64_t{2} * c.row.entries[r], 4), most_bits);
  const auto t = table_at<V>(
      shared_memory() + in_block * table_bytes(1 << most_bits, static_cast<int>(sizeof(V))), bits);
  clear_table(t, team.rank, team_size);
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  __syncwarp(team.mask);
  int fresh = 0;
  const int own_lanes =
      Ordered ? team_size : row_lanes(c.row.products[r], entries_of_a, lanes, team_size);
  for_products<Ordered>(c.a, c.entries_of_b(), begin, entries_of_a, team, own_lanes, nullptr,
                        [&](Index column, V v) {
                          add<Ordered>(t.values + claim(t.keys, bits, hash, column, fresh), v);
                        });
  __syncwarp(team.mask);
  const std::int64_t to = c.row.offsets[r];
  const int entries = write_sorted(
      t, PairCode<unsigned long long>{c.row.low[r], 32}, team.rank, team_size, c.columns + to,
      c.values + to,
      [&](int n, int& total) {
        const int up_to = team_scan(team, n);
        total = __shfl_sync(team.mask, up_to, team.base + team.size - 1);
        return up_to - n;
      },
      [&] { __syncwarp(team.mask); },
      [&](unsigned long long* pairs, int count) { sort_by_team(pairs, count, team); });
  if (team.rank == 0) record_length(c.row, r, entries);
}

/// Bins by the lanes that a table's slots need while it is sorted.
struct FillTeamTable {
  static constexpr std::string_view name = "team_table";
  static constexpr int bins = 4;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    if (!suits_team(row, l) || row.entries > l.team_entries) return cannot;
    const int n = row.entries;
    return {n <= 32 ? 3 : n <= 64 ? 2 : n <= 128 ? 1 : 0, n};
  }
  template <class V>
  static void launch(const FillLaunch<V>& at) {
    for (int bin = 0; bin < bins; ++bin) {
      if (at.bins.rows(bin) == 0) continue;
      const int size = std::max(at.facts.default_lanes, 32 >> bin);
      const int slots = bits_for(std::int64_t{2} * at.bins.need(bin), 4);
      const int teams = team_threads / size;
      hash_bins::launch(
          at.facts.ordered(size) ? fill_team_tables_rows<V, true> : fill_team_tables_rows<V, false>,
          blocks_for(at.bins.rows(bin), teams), team_threads,
          teams * table_bytes(1 << slots, static_cast<int>(sizeof(V))), at.streams.next(),
          at.bins.list(bin), at.c, size, at.facts.lanes, slots, at.facts.hash);
    }
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_team_tables_rows<V, true>);
    f(fill_team_tables_rows<V, false>);
  }
};

}  // namespace sptune::spgemm::hash_bins
