// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase where B's columns come in words: the columns of a row of C are gathered in a
// table of words, whose order and bits say where each column stands among the entries of C.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_tables.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Sums the products of a row in `sums`, which are zero, each where `place_of` says, and writes the
/// values.
template <bool Ordered, class V, class Group, class TeamType, class PlaceOf>
__device__ __forceinline__ void sum_and_write(const Product<V>& c, std::int64_t r,
                                              const Group& group, const TeamType& team, int lanes,
                                              V* sums, PlaceOf&& place_of) {
  const std::int64_t begin = c.a.offsets[r];
  for_products<Ordered>(c.a, c.entries_of_b(), begin, static_cast<int>(c.a.offsets[r + 1] - begin),
                        team, lanes, nullptr,
                        [&](Index column, V v) { add<Ordered>(sums + place_of(column), v); });
  group.synchronize();
  V* const to = c.values + c.row.offsets[r];
  const int entries = c.row.entries[r];
  for (int j = group.rank(); j < entries; j += group.size()) to[j] = sums[j];
}

/// A row by `group`; `team` reads rows of B, `lanes` threads each for words and `value_lanes` for
/// entries.
template <class V, bool Ordered, class Group, class TeamType>
__device__ __forceinline__ void fill_row_by_masks(const Product<V>& c, std::int64_t r,
                                                  const Group& group, const TeamType& team,
                                                  int lanes, int value_lanes, unsigned char* memory,
                                                  Hash hash) {
  const int entries = c.row.entries[r];
  const int blocks = c.row.blocks[r];
  const Index low_block = c.row.low[r] >> 5;
  const int bits = bits_for(std::int64_t{2} * blocks, least_mask_bits);
  auto* const sums = reinterpret_cast<V*>(memory);
  auto* const order = reinterpret_cast<unsigned*>(memory);  // until the sums are needed
  MaskTable table{reinterpret_cast<uint2*>(
                      memory + mask_sums_bytes(entries, blocks, static_cast<int>(sizeof(V)))),
                  bits, hash};
  auto* const places = reinterpret_cast<std::uint16_t*>(table.slots + table.size());
  table.clear(group.rank(), group.size());
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  group.synchronize();
  int fresh = 0;
  for_bits(c.a, c.b, c.masks, begin, entries_of_a, team, lanes,
           [&](Index block, unsigned mask) { table.insert(block, mask, fresh); });
  group.synchronize();
  int mine = 0;
  for (int slot = group.rank(); slot < table.size(); slot += group.size()) {
    mine += static_cast<Index>(table.slots[slot].x) != empty_key ? 1 : 0;
  }
  int total = 0;
  int at = group.scan(mine, total);
  for (int slot = group.rank(); slot < table.size(); slot += group.size()) {
    const auto block = static_cast<Index>(table.slots[slot].x);
    if (block == empty_key) continue;
    order[at++] = static_cast<unsigned>(block - low_block) << static_cast<unsigned>(bits) |
                  static_cast<unsigned>(slot);
  }
  group.sort(order, blocks);
  const std::int64_t to = c.row.offsets[r];
  int so_far = 0;
  for (int from = 0; from < blocks; from += group.size()) {
    const int i = from + group.rank();
    const unsigned slot = i < blocks ? order[i] & ((1U << static_cast<unsigned>(bits)) - 1U) : 0;
    const uint2 word = i < blocks ? table.slots[slot] : make_uint2(0, 0);
    const int place = so_far + group.scan(__popc(word.y), total);
    if (i < blocks) places[slot] = static_cast<std::uint16_t>(place);
    Index* out = c.columns + to + place;
    for (unsigned rest = word.y; rest != 0; rest &= rest - 1) {
      *out++ = static_cast<Index>(word.x) * 32 + __ffs(static_cast<int>(rest)) - 1;
    }
    so_far += total;
  }
  group.synchronize();  // `order` has been read
  fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, group.rank(), group.size());
  group.synchronize();
  sum_and_write<Ordered>(c, r, group, team, value_lanes, sums, [&](Index column) {
    unsigned mask = 0;
    const unsigned slot = table.find(column >> 5, mask);
    return places[slot] + below(mask, column);
  });
}

/// Where blocks of 32 columns stand in a row, without hashing and without a sort: a bit per block,
/// and how many blocks are before each 32 of them.
struct RankedBlocks {
  uint2* slots;        ///< {bits, entries before} of the blocks that are there
  uint2* supers;       ///< of 32 blocks: {bits, blocks before}
  std::uint16_t* ids;  ///< number of each block that is there
  int blocks;
  int super_count;
  Index low;  ///< the first block

  [[nodiscard]] __device__ __forceinline__ unsigned slot(Index block) const {
    const auto at = static_cast<unsigned>(block - low);
    const uint2 found = supers[at >> 5U];
    return found.y + static_cast<unsigned>(below(found.x, static_cast<Index>(at)));
  }
  template <class Group>
  __device__ __forceinline__ void clear(const Group& group) const {
    for (int i = group.rank(); i < blocks; i += group.size()) slots[i] = make_uint2(0, 0);
    for (int i = group.rank(); i < super_count; i += group.size()) supers[i] = make_uint2(0, 0);
  }
  /// Once all bits of blocks are set.
  template <class Group>
  __device__ __forceinline__ void number(const Group& group) const {
    int so_far = 0;
    int total = 0;
    for (int from = 0; from < super_count; from += group.size()) {
      const int i = from + group.rank();
      unsigned bits = i < super_count ? supers[i].x : 0;
      int at = so_far + group.scan(__popc(bits), total);
      if (i < super_count) supers[i].y = static_cast<unsigned>(at);
      for (; bits != 0; bits &= bits - 1) {
        ids[at++] = static_cast<std::uint16_t>(i * 32 + __ffs(static_cast<int>(bits)) - 1);
      }
      so_far += total;
    }
  }
  /// Once all bits of columns are set.
  template <class Group>
  __device__ __forceinline__ void write_columns(const Group& group, Index* columns) const {
    int so_far = 0;
    int total = 0;
    for (int from = 0; from < blocks; from += group.size()) {
      const int i = from + group.rank();
      unsigned bits = i < blocks ? slots[i].x : 0;
      const int place = so_far + group.scan(__popc(bits), total);
      if (i < blocks) slots[i].y = static_cast<unsigned>(place);
      Index* out = columns + place;
      for (; bits != 0; bits &= bits - 1) {
        *out++ = (low + ids[i]) * 32 + __ffs(static_cast<int>(bits)) - 1;
      }
      so_far += total;
    }
  }
};

/// The same where a row's span leaves room for a bit per block of 32 columns.
template <class V, bool Ordered, class Group, class TeamType>
__device__ __forceinline__ void fill_row_by_ranks(const Product<V>& c, std::int64_t r,
                                                  const Group& group, const TeamType& team,
                                                  int lanes, int value_lanes,
                                                  unsigned char* memory) {
  const int entries = c.row.entries[r];
  const int blocks = c.row.blocks[r];
  const int supers = (c.row.span[r] + 1023) / 1024;
  auto* const sums = reinterpret_cast<V*>(memory);
  auto* const slots =
      reinterpret_cast<uint2*>(memory + (entries * static_cast<int>(sizeof(V)) + 15) / 16 * 16);
  uint2* const super = slots + (blocks + 1) / 2 * 2;
  const RankedBlocks ranked{slots,  super,  reinterpret_cast<std::uint16_t*>(super + supers),
                            blocks, supers, c.row.low[r] >> 5};
  fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, group.rank(), group.size());
  ranked.clear(group);
  const RowOfA a = RowOfA::of(c.a, r);
  group.synchronize();
  int fresh = 0;
  for_bits(c.a, c.b, c.masks, a.begin, a.entries, team, lanes, [&](Index block, unsigned) {
    const auto at = static_cast<unsigned>(block - ranked.low);
    set_bits(&super[at >> 5U].x, 1U << (at & 31U), fresh);
  });
  group.synchronize();
  ranked.number(group);
  group.synchronize();
  for_bits(c.a, c.b, c.masks, a.begin, a.entries, team, lanes, [&](Index block, unsigned mask) {
    set_bits(&slots[ranked.slot(block)].x, mask, fresh);
  });
  group.synchronize();
  ranked.write_columns(group, c.columns + c.row.offsets[r]);
  group.synchronize();
  sum_and_write<Ordered>(c, r, group, team, value_lanes, sums, [&](Index column) {
    const uint2 found = slots[ranked.slot(column >> 5)];
    return static_cast<int>(found.y) + below(found.x, column);
  });
}

/// A team per row, which has the bin's bytes of shared memory.
template <bool Ranked>
struct MasksBody : StagedBody {
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& common,
                                             const Product<V>& c, int block, uint4* stage) {
    with_team<1>(bin.size, stage, [&](const StagedTeam& team) {
      const std::int64_t r = bin.row(block);
      if (r < 0) return;
      const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - c.a.offsets[r]);
      const int value_lanes =
          Ordered ? team.size : row_lanes(c.row.products[r], entries_of_a, common.lanes, team.size);
      const int word_lanes = row_lanes(c.row.words[r], entries_of_a, common.lanes, team.size);
      if constexpr (Ranked) {
        fill_row_by_ranks<V, Ordered>(c, r, TeamGroup{team}, team, word_lanes, value_lanes,
                                      bin.memory());
      } else {
        fill_row_by_masks<V, Ordered>(c, r, TeamGroup{team}, team, word_lanes, value_lanes,
                                      bin.memory(), common.hash);
      }
    });
  }
};

/// A block per row.
template <class V>
__global__ void __launch_bounds__(1024)
    fill_block_masks(RowList list, Product<V> c, int lanes, Hash hash) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - c.a.offsets[r]);
  const int threads =
      row_lanes(c.row.products[r], entries_of_a, lanes, static_cast<int>(blockDim.x));
  fill_row_by_masks<V, false>(c, r, BlockGroup{}, team_of_block(threads),
                              row_lanes(c.row.words[r], entries_of_a, lanes, 32), min(threads, 32),
                              shared_memory(), hash);
}

/// Shared memory of the row by words; more than there is where it does not suit them.
[[nodiscard]] __device__ __forceinline__ int bytes_by_words(const FillRow& row, const Limits& l) {
  const bool suits = row.masked && row.facts.words > 0 &&
                     std::int64_t{row.facts.span} <= std::int64_t{1}
                                                         << (35 - bits_for(row.facts.words, 4));
  return suits ? masks_bytes(row.entries, row.facts.words, l.value_size) : l.most_shared + 1;
}

/// What the two accumulators by words of a team have in common.
template <bool Ranked>
struct FillTeamMasks {
  using Body = MasksBody<Ranked>;
  static constexpr int bins = 2;
  static constexpr bool replayed = true;
  template <class V>
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    const int need = at.bins.need(bin);
    const int size = at.facts.team_size_for(need);
    return {at.bins.list(bin), size, need, 0, at.facts.ordered(size)};
  }
};

struct FillTeamWords : FillTeamMasks<false> {
  static constexpr std::string_view name = "team_words";
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    if (!suits_team(row, l)) return cannot;
    const int need = bytes_by_words(row, l);
    return need <= l.most_shared ? team_of_bytes(need, l) : cannot;
  }
};

struct FillTeamRanks : FillTeamMasks<true> {
  static constexpr std::string_view name = "team_ranks";
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    if (!suits_team(row, l) || row.facts.span > most_ranked) return cannot;
    if (bytes_by_words(row, l) > l.most_shared) return cannot;
    return team_of_bytes(ranks_bytes(row.entries, row.facts.words, row.facts.span, l.value_size),
                         l);
  }
};

/// Bins by how many blocks share a multiprocessor, and one for rows that outlast others.
struct FillBlockWords {
  static constexpr std::string_view name = "block_words";
  static constexpr int bins = 4;
  static constexpr int long_bin = 1;
  static constexpr bool replayed = true;
  static constexpr bool by_atomics = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    const int need = bytes_by_words(row, l);
    if (need > min(l.most_shared, 112 * 1024)) return cannot;
    return {need > 54 * 1024               ? 0
            : outlasts_few_threads(row, l) ? long_bin
            : need > 24 * 1024             ? 2
                                           : 3,
            need};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    launch_by_blocks<FillBlockWords>(at, fill_block_masks<V>, at.facts.hash);
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_block_masks<V>);
  }
};

}  // namespace sptune::spgemm::hash_bins
