// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a warp or a part of one takes alone. Where all its lanes share a
// row of B they hold different columns at any moment, so that values are added without atomics.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_tables.cuh"

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

/// Adds to a table's value: plain where no other lane can hold the same column in
/// this step.
template <bool Ordered, class V>
__device__ __forceinline__ void add(V* to, V v) {
  if constexpr (Ordered) {
    *to += v;
  } else {
    atomicAdd(to, v);
  }
}

/// Zeroes a table. A barrier must follow.
template <class V>
__device__ __forceinline__ void clear_table(const Table<V>& t, int rank, int size) {
  fill_words(t.values, t.slots() * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  fill_words(t.keys, t.slots(), empty_key, rank, size);
}

/// Writes a table out in the order of its columns and returns how many they are. `scan` gives each
/// of the `size` threads the sum over those before it and over all, `synchronize` is their barrier
/// and `sort` sorts so many pairs.
template <class Key, class V, class Scan, class Synchronize, class Sort>
__device__ __forceinline__ int write_sorted(const Table<V>& t, const PairCode<Key>& code, int rank,
                                            int size, Index* columns, V* values, Scan&& scan,
                                            Synchronize&& synchronize, Sort&& sort) {
  Index keys[most_slots_per_thread];
  int mine = 0;
#pragma unroll
  for (int j = 0; j < most_slots_per_thread; ++j) {
    const int slot = rank + j * size;
    keys[j] = slot < t.slots() ? t.keys[slot] : empty_key;
    mine += keys[j] != empty_key ? 1 : 0;
  }
  int entries = 0;
  int at = scan(mine, entries);
  synchronize();  // all keys are in registers: their memory becomes the pairs
  auto* const pairs = reinterpret_cast<Key*>(t.keys);
#pragma unroll
  for (int j = 0; j < most_slots_per_thread; ++j) {
    if (keys[j] != empty_key) pairs[at++] = code.of(keys[j], rank + j * size);
  }
  sort(pairs, entries);
  for (int i = rank; i < entries; i += size) {
    const Key pair = pairs[i];
    columns[i] = code.column(pair);
    values[i] = t.values[code.slot(pair)];
  }
  return entries;
}

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
template <class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    fill_team_bits_rows(RowList list, Product<V> c, int team_size, int lanes, int team_bytes) {
  __shared__ uint4 stage[team_threads];
  with_team<1>(team_size, stage, [&](const StagedTeam& team) {
    const int in_block = static_cast<int>(threadIdx.x) / team.size;
    const int i = static_cast<int>(blockIdx.x) * (team_threads / team.size) + in_block;
    if (i >= list.count) return;
    const std::int64_t r = list[i];
    const int entries = c.row.entries[r];
    const Index low = c.row.low[r];
    const int quads = (c.row.span[r] + 255) / 256 * 2;  // of words, of 32 columns
    auto* const sums = reinterpret_cast<V*>(shared_memory() + in_block * team_bytes);
    auto* const words =
        reinterpret_cast<uint4*>(reinterpret_cast<unsigned char*>(sums) +
                                 (entries * static_cast<int>(sizeof(V)) + 15) / 16 * 16);
    const RankedBits bits{words, reinterpret_cast<ushort4*>(words + quads)};
    auto* const offsets = reinterpret_cast<std::uint16_t*>(bits.before + quads);
    fill_words(words, quads * 4, 0, team.rank, team.size);
    fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, team.rank, team.size);
    const RowOfA a = RowOfA::of(c.a, r);
    const int own_lanes = row_lanes(c.row.products[r], a.entries, lanes, team.size);
    __syncwarp(team.mask);
    const int word_lanes =
        c.masks.on() ? row_lanes(c.row.words[r], a.entries, lanes, team.size) : own_lanes;
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

}  // namespace sptune::spgemm::hash_bins
