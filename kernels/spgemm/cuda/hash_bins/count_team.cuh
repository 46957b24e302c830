// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase for rows that a team takes: how many entries they have. Keys and bits are
// claimed atomically, so that any number of lanes may look at any number of rows of B at once.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

namespace sptune::spgemm::hash_bins {

/// How the columns of a row of C are found to be equal while they are counted.
enum class Count : std::uint8_t { keys, bits, words };

/// A team per row, which has the bin's bytes of shared memory (a multiple of 16). `how`: Count.
struct CountTeamBody : StagedBody {
  static constexpr bool orders = false;
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& common,
                                             const Product<V>& c, int block, uint4* stage) {
    with_team<1>(bin.size, stage, [&](const StagedTeam& team) {
      const std::int64_t r = bin.row(block);
      if (r >= 0) count_row(bin, common, c, r, team);
    });
  }

 private:
  template <class V>
  static __device__ __forceinline__ void count_row(const TeamBin& bin, const TeamCommon& common,
                                                   const Product<V>& c, std::int64_t r,
                                                   const StagedTeam& team) {
    const Pattern& a = c.a;
    const Pattern& b = c.b;
    const Masks& masks = c.masks;
    const RowArrays& row = c.row;
    const int lanes = common.lanes;
    const Hash hash = common.hash;
    const auto how = static_cast<Count>(bin.how);
    auto* const words = reinterpret_cast<unsigned*>(bin.memory());
    const std::int64_t begin = a.offsets[r];
    const int entries = static_cast<int>(a.offsets[r + 1] - begin);
    const int met = masks.on() ? row.words[r] : row.products[r];
    const int own_lanes = row_lanes(met, entries, lanes, team.size);
    int fresh = 0;
    int blocks = 0;
    if (how == Count::bits) {
      const Index low = row.low[r] >> 5;
      fill_words(words, (row.span[r] + 31) / 32, 0, team.rank, team.size);
      __syncwarp(team.mask);
      for_bits(a, b, masks, begin, entries, team, own_lanes, [&](Index block, unsigned bits) {
        fresh += set_bits(words + (block - low), bits, blocks);
      });
    } else if (how == Count::words) {
      MaskTable table{reinterpret_cast<uint2*>(words),
                      bits_for(2 * static_cast<std::int64_t>(met), least_mask_bits), hash};
      table.clear(team.rank, team.size);
      __syncwarp(team.mask);
      for_bits(a, b, masks, begin, entries, team, own_lanes,
               [&](Index block, unsigned bits) { fresh += table.insert(block, bits, blocks); });
    } else {
      auto* const keys = reinterpret_cast<Index*>(words);
      const int bits = bits_for(2 * static_cast<std::int64_t>(row.products[r]), 5);
      fill_words(keys, 1 << bits, empty_key, team.rank, team.size);
      __syncwarp(team.mask);
      for_products<false>(a, Columns{b}, begin, entries, team,
                          row_lanes(row.products[r], entries, lanes, team.size), nullptr,
                          [&](Index c) { claim(keys, bits, hash, c, fresh); });
    }
    fresh = team_sum(team, fresh);
    blocks = team_sum(team, blocks);
    if (team.rank != 0) return;
    row.entries[r] = fresh;
    if (masks.on()) row.blocks[r] = blocks;
  }
};

/// `words` of shared memory a team.
[[nodiscard]] inline TeamBin count_bin(const CountLaunch& at, int bin, int size, int words,
                                       Count how) {
  return {at.bins.list(bin), size, words * 4, static_cast<int>(how), false};
}

/// Bins by the size of the table.
struct CountTeamTable {
  using Body = CountTeamBody;
  static constexpr std::string_view name = "team_table";
  static constexpr int bins = 3;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const int p = row.facts.products;
    if (row.entries_of_a > l.team_rows_of_b) return cannot;  // however few products these have
    if (p > 32 && (p > 512 || !suits_team(row, l))) return cannot;
    return {p <= 32 ? 2 : p <= 128 ? 1 : 0, p};
  }
  [[nodiscard]] static TeamBin team_bin(const CountLaunch& at, int bin) {
    const int lanes = at.facts.default_lanes;
    return count_bin(at, bin,
                     bin == 0   ? 32
                     : bin == 1 ? std::max(lanes, 8)
                                : lanes,
                     1 << bits_for(std::int64_t{2} * at.bins.need(bin), 5), Count::keys);
  }
};

/// A bit per column of the row's span.
struct CountTeamBits {
  using Body = CountTeamBody;
  static constexpr std::string_view name = "team_bits";
  static constexpr int bins = 2;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const bool takes = l.bits && suits_team(row, l) && row.facts.span <= l.team_bits;
    return takes ? BinChoice{row.facts.span <= 8 * l.small_counting_bytes ? 1 : 0, row.facts.span}
                 : cannot;
  }
  [[nodiscard]] static TeamBin team_bin(const CountLaunch& at, int bin) {
    return count_bin(at, bin, 32, (at.bins.need(bin) + 127) / 128 * 4, Count::bits);
  }
};

/// Words of 32 columns. Bins by the size of the table.
struct CountTeamWords {
  using Body = CountTeamBody;
  static constexpr std::string_view name = "team_words";
  static constexpr int bins = 2;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const int words = row.facts.words;
    if (!row.masked || !suits_team(row, l) || words > l.most_counted_words) return cannot;
    return {words <= 128 ? 1 : 0, words};
  }
  [[nodiscard]] static TeamBin team_bin(const CountLaunch& at, int bin) {
    return count_bin(at, bin, 32,
                     2 << bits_for(std::int64_t{2} * at.bins.need(bin), least_mask_bits),
                     Count::words);
  }
};

}  // namespace sptune::spgemm::hash_bins
