// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase for rows that a team takes: how many entries they have. Keys and bits are
// claimed atomically, so that any number of lanes may look at any number of rows of B at once.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"
#include "kernels/spgemm/cuda/hash_bins/masks.cuh"

namespace sptune::spgemm::hash_bins {

/// How the columns of a row of C are found to be equal while they are counted.
enum class Count : std::uint8_t { keys, bits, words };

/// A team per row. `team_words` 32-bit words of shared memory each (a multiple of 4).
__global__ void __launch_bounds__(team_threads)
    count_by_team(RowList list, Pattern a, Pattern b, Masks masks, RowArrays row, int team_size,
                  int lanes, int team_words, Count how, Hash hash) {
  __shared__ uint4 stage[team_threads];
  with_team<1>(team_size, stage, [&](const StagedTeam& team) {
    const int in_block = static_cast<int>(threadIdx.x) / team.size;
    const int i = static_cast<int>(blockIdx.x) * (team_threads / team.size) + in_block;
    if (i >= list.count) return;
    const std::int64_t r = list[i];
    auto* const words = reinterpret_cast<unsigned*>(shared_memory()) + in_block * team_words;
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
  });
}

/// `shared_words` of shared memory a team.
inline void launch_count_by_team(const CountLaunch& at, int bin, int size, int shared_words,
                                 Count how) {
  const int teams = team_threads / size;
  launch(count_by_team, blocks_for(at.bins.rows(bin), teams), team_threads,
         teams * shared_words * 4, at.streams.next(), at.bins.list(bin), at.c.a, at.c.b,
         at.c.masks, at.c.row, size, at.facts.lanes, shared_words, how, at.facts.hash);
}

/// Bins by the size of the table.
struct CountTeamTable {
  static constexpr std::string_view name = "team_table";
  static constexpr int bins = 3;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const int p = row.facts.products;
    if (p > 32 && (p > 512 || !suits_team(row, l))) return cannot;
    return {p <= 32 ? 2 : p <= 128 ? 1 : 0, p};
  }
  static void launch(const CountLaunch& at) {
    for (int bin = 0; bin < bins; ++bin) {
      if (at.bins.rows(bin) == 0) continue;
      const int lanes = at.facts.default_lanes;
      launch_count_by_team(at, bin, bin == 0 ? 32 : bin == 1 ? std::max(lanes, 8) : lanes,
                           1 << bits_for(std::int64_t{2} * at.bins.need(bin), 5), Count::keys);
    }
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_team);
  }
};

/// A bit per column of the row's span.
struct CountTeamBits {
  static constexpr std::string_view name = "team_bits";
  static constexpr int bins = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const bool takes = l.bits && suits_team(row, l) && row.facts.span <= l.team_bits;
    return takes ? BinChoice{0, row.facts.span} : cannot;
  }
  static void launch(const CountLaunch& at) {
    launch_count_by_team(at, 0, 32, (at.bins.need(0) + 127) / 128 * 4, Count::bits);
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_team);
  }
};

/// Words of 32 columns. Bins by the size of the table.
struct CountTeamWords {
  static constexpr std::string_view name = "team_words";
  static constexpr int bins = 2;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const int words = row.facts.words;
    if (!row.masked || !suits_team(row, l) || words > l.most_counted_words) return cannot;
    return {words <= 128 ? 1 : 0, words};
  }
  static void launch(const CountLaunch& at) {
    for (int bin = 0; bin < bins; ++bin) {
      if (at.bins.rows(bin) == 0) continue;
      launch_count_by_team(at, bin, 32,
                           2 << bits_for(std::int64_t{2} * at.bins.need(bin), least_mask_bits),
                           Count::words);
    }
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_team);
  }
};

}  // namespace sptune::spgemm::hash_bins
