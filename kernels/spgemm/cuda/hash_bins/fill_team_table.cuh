// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a warp or a part of one takes alone, in a hash table. Where all
// its lanes share a row of B they hold different columns at any moment, so that values are added
// without atomics.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_tables.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

namespace sptune::spgemm::hash_bins {

/// A team per row, its table of up to 2^how slots in shared memory, half full at most.
struct TableBody : StagedBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& common,
                                             const Product<V>& c, int block, uint4* stage) {
    const std::int64_t r = bin.row(block);
    if (r < 0) return;
    const StagedTeam team{team_of_lane(bin.size), stage + (threadIdx.x & ~31U)};
    const int bits = min(bits_for(std::int64_t{2} * c.row.entries[r], 4), bin.how);
    const auto t = table_at<V>(bin.memory(), bits);
    clear_table(t, team.rank, bin.size);
    const std::int64_t begin = c.a.offsets[r];
    const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
    __syncwarp(team.mask);
    int fresh = 0;
    const int own_lanes =
        Ordered ? bin.size : row_lanes(c.row.products[r], entries_of_a, common.lanes, bin.size);
    for_products<Ordered>(c.a, c.entries_of_b(), begin, entries_of_a, team, own_lanes, nullptr,
                          [&](Index column, V v) {
                            add<Ordered>(t.values + claim(t.keys, bits, common.hash, column, fresh),
                                         v);
                          });
    __syncwarp(team.mask);
    const std::int64_t to = c.row.offsets[r];
    const auto write = [&]<class Key>(const PairCode<Key>& code, auto&& sort) {
      return write_sorted(
          t, code, team.rank, bin.size, c.columns + to, c.values + to,
          [&](int n, int& total) {
            const int up_to = team_scan(team, n);
            total = __shfl_sync(team.mask, up_to, team.base + team.size - 1);
            return up_to - n;
          },
          [&] { __syncwarp(team.mask); }, [&](Key* pairs, int count) { sort(pairs, count, team); });
    };
    const Index low = c.row.low[r];
    const int entries =
        bits + bits_for(c.row.span[r], 0) <= 32
            ? write(PairCode<unsigned>{low, bits}, sort_keys)
            : write(PairCode<unsigned long long>{low, 32}, sort_by_team<unsigned long long>);
    if (team.rank == 0) record_length(c.row, r, entries);
  }
};

/// Bins by the lanes that a table's slots need while it is sorted.
struct FillTeamTable {
  using Body = TableBody;
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
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    const int size = std::max(at.facts.default_lanes, 32 >> bin);
    const int slots = bits_for(std::int64_t{2} * at.bins.need(bin), 4);
    return {at.bins.list(bin), size, table_bytes(1 << slots, static_cast<int>(sizeof(V))), slots,
            at.facts.ordered(size)};
  }
};

}  // namespace sptune::spgemm::hash_bins
