// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows whose columns lie so close together that a warp keeps a value for each
// of them.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

namespace sptune::spgemm::hash_bins {

/// A warp per row with a value per column of the row's span, and a bit that says it was touched.
/// `how`: the widest span of the bin, a multiple of 32.
struct WindowBody : StagedBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& common,
                                             const Product<V>& c, int block, uint4* stage) {
    const std::int64_t r = bin.row(block);
    if (r < 0) return;
    const StagedTeam team{team_of_lane(32), stage + (threadIdx.x & ~31U)};
    auto* const sums = reinterpret_cast<V*>(bin.memory());
    auto* const touched = reinterpret_cast<unsigned*>(sums + bin.how);
    const Index low = c.row.low[r];
    const int span = c.row.span[r];
    fill_words(sums, span * static_cast<int>(sizeof(V) / 4), 0, team.rank, 32);
    for (int w = team.rank; w < (span + 31) / 32; w += 32) touched[w] = 0;
    const std::int64_t begin = c.a.offsets[r];
    const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
    __syncwarp();
    const int own_lanes =
        Ordered ? 32 : row_lanes(c.row.products[r], entries_of_a, common.lanes, 32);
    for_products<Ordered>(c.a, c.entries_of_b(), begin, entries_of_a, team, own_lanes, nullptr,
                          [&](Index column, V v) {
                            const auto at = static_cast<unsigned>(column - low);
                            set_bit(touched, at);
                            add<Ordered>(sums + at, v);
                          });
    __syncwarp();
    const std::int64_t to = c.row.offsets[r];
    int entries = 0;
    for (int from = 0; from < span; from += 32) {
      const unsigned word = touched[from / 32];
      if ((word >> static_cast<unsigned>(team.rank) & 1U) != 0) {
        const std::int64_t at =
            to + entries + __popc(word & ((1U << static_cast<unsigned>(team.rank)) - 1U));
        c.columns[at] = low + from + team.rank;
        c.values[at] = sums[from + team.rank];
      }
      entries += __popc(word);
    }
    if (team.rank == 0) record_length(c.row, r, entries);
  }
};

struct FillTeamWindow {
  using Body = WindowBody;
  static constexpr std::string_view name = "team_window";
  static constexpr int bins = 1;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    return suits_team(row, l) && row.facts.span <= l.team_window ? BinChoice{0, row.facts.span}
                                                                 : cannot;
  }
  template <class V>
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    const int columns = (at.bins.need(bin) + 127) / 128 * 128;
    return {at.bins.list(bin), 32, columns * static_cast<int>(sizeof(V)) + columns / 8, columns,
            at.facts.ordered(32)};
  }
};

}  // namespace sptune::spgemm::hash_bins
