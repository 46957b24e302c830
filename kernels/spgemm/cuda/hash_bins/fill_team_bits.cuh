// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows of which a team sums a value per entry, found by rank among bits.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

namespace sptune::spgemm::hash_bins {

/// Counts the bits before each word. Returns how many there are.
__device__ __forceinline__ int rank_by_team(const Team& team, const RankedBits& bits, int quads) {
  int so_far = 0;
  for (int from = 0; from < quads; from += team.size) {
    const int q = from + team.rank;
    uint4 w = make_uint4(0, 0, 0, 0);
    if (q < quads) w = bits.quads[q];
    const QuadCounts counts = QuadCounts::of(w);
    const int up_to = team_scan(team, counts.all);
    if (q < quads) bits.before[q] = counts.from(so_far + up_to - counts.all);
    so_far += __shfl_sync(team.mask, up_to, team.base + team.size - 1);
  }
  return so_far;
}

/// A team per row. First a bit per column that the row has, then the number of bits before each 32
/// columns: a column's place among the entries of C is then known, so that values are summed
/// without a search and come out sorted. The masks are those of HSMU-SpGEMM (HPCA 2025), which
/// searches the sorted row instead.
struct BitsBody : StagedBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& common,
                                             const Product<V>& c, int block, uint4* stage) {
    with_team<1>(bin.size, stage, [&](const StagedTeam& team) {
      const std::int64_t r = bin.row(block);
      if (r < 0) return;
      const int entries = c.row.entries[r];
      const Index low = c.row.low[r];
      const int quads = (c.row.span[r] + 255) / 256 * 2;  // of words, of 32 columns
      auto* const sums = reinterpret_cast<V*>(bin.memory());
      auto* const words =
          reinterpret_cast<uint4*>(reinterpret_cast<unsigned char*>(sums) +
                                   (entries * static_cast<int>(sizeof(V)) + 15) / 16 * 16);
      const RankedBits bits{words, reinterpret_cast<ushort4*>(words + quads)};
      auto* const offsets = reinterpret_cast<std::uint16_t*>(bits.before + quads);
      fill_words(words, quads * 4, 0, team.rank, team.size);
      fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, team.rank, team.size);
      const RowOfA a = RowOfA::of(c.a, r);
      const int own_lanes = row_lanes(c.row.products[r], a.entries, common.lanes, team.size);
      __syncwarp(team.mask);
      const int word_lanes =
          c.masks.on() ? row_lanes(c.row.words[r], a.entries, common.lanes, team.size) : own_lanes;
      int blocks = 0;
      for_bits(c.a, c.b, c.masks, a.begin, a.entries, team, word_lanes,
               [&](Index block, unsigned mask) {
                 set_bits(bits.words() + (block - (low >> 5)), mask, blocks);
               });
      __syncwarp(team.mask);
      const int found = rank_by_team(team, bits, quads);
      __syncwarp(team.mask);
      for_products<Ordered>(c.a, c.entries_of_b(), a.begin, a.entries, team,
                            Ordered ? team.size : own_lanes, nullptr, [&](Index column, V v) {
                              const auto at = static_cast<unsigned>(column - low);
                              const int place = bits.rank(at);
                              offsets[place] = static_cast<std::uint16_t>(at);
                              add<Ordered>(sums + place, v);
                            });
      __syncwarp(team.mask);
      const std::int64_t to = c.row.offsets[r];
      for (int j = team.rank; j < found; j += team.size) {
        c.columns[to + j] = low + offsets[j];
        c.values[to + j] = sums[j];
      }
      if (team.rank == 0) record_length(c.row, r, found);
    });
  }
};

struct FillTeamBits {
  using Body = BitsBody;
  static constexpr std::string_view name = "team_bits";
  static constexpr int bins = 2;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    const int span = row.facts.span;
    if (!suits_team(row, l) || !suits_bits(row, l) || span > l.team_bits) return cannot;
    return team_of_bytes(team_bits_bytes(span, row.entries, l.value_size), l);
  }
  template <class V>
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    const int need = at.bins.need(bin);
    const int size = at.facts.team_size_for(need);
    return {at.bins.list(bin), size, need, 0, at.facts.ordered(size)};
  }
};

}  // namespace sptune::spgemm::hash_bins
