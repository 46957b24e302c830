// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows whose columns lie so close together that a warp keeps a value for each
// of them.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"

namespace sptune::spgemm::hash_bins {

/// A warp per row with a value per column of the row's span, and a bit that says it was touched.
/// `columns`: the widest span of the launch, a multiple of 32.
template <class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    fill_team_windows(RowList list, Product<V> c, int lanes, int columns) {
  __shared__ uint4 stage[team_threads];
  const StagedTeam team{team_of_lane(32), stage + (threadIdx.x & ~31U)};
  const int in_block = static_cast<int>(threadIdx.x) / 32;
  const int i = static_cast<int>(blockIdx.x) * (team_threads / 32) + in_block;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  auto* const sums = reinterpret_cast<V*>(
      shared_memory() + in_block * (columns * static_cast<int>(sizeof(V)) + columns / 8));
  auto* const touched = reinterpret_cast<unsigned*>(sums + columns);
  const Index low = c.row.low[r];
  const int span = c.row.span[r];
  fill_words(sums, span * static_cast<int>(sizeof(V) / 4), 0, team.rank, 32);
  for (int w = team.rank; w < (span + 31) / 32; w += 32) touched[w] = 0;
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  __syncwarp();
  const int own_lanes = Ordered ? 32 : row_lanes(c.row.products[r], entries_of_a, lanes, 32);
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

struct FillTeamWindow {
  static constexpr std::string_view name = "team_window";
  static constexpr int bins = 1;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    return suits_team(row, l) && row.facts.span <= l.team_window ? BinChoice{0, row.facts.span}
                                                                 : cannot;
  }
  template <class V>
  static void launch(const FillLaunch<V>& at) {
    const int columns = (at.bins.need(0) + 127) / 128 * 128;
    const int teams = team_threads / 32;
    hash_bins::launch(
        at.facts.ordered(32) ? fill_team_windows<V, true> : fill_team_windows<V, false>,
        blocks_for(at.bins.rows(0), teams), team_threads,
        teams * (columns * static_cast<int>(sizeof(V)) + columns / 8), at.streams.next(),
        at.bins.list(0), at.c, at.facts.lanes, columns);
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_team_windows<V, true>);
    f(fill_team_windows<V, false>);
  }
};

}  // namespace sptune::spgemm::hash_bins
