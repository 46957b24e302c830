// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for groups of rows that have the same columns: the places of entries of B in C
// are the same for all rows of the group, and rows of B that have the same columns are read
// together. Three rows and as many rows of B at a time are nine products for each column that is
// read, as in block formats, which must know the blocks beforehand.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/fill_masks.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Rows of B with the same columns that neighbouring entries of a row of A name.
struct alignas(16) RowsOfB {
  std::int64_t begin;  ///< the first row's entries; those of the others follow
  int length;          ///< of each
  int entry;           ///< of the row of A, the first
};
struct NamedRows {
  RowsOfB rows;
  Index row;  ///< the first
  int count;
};

/// What entry `i` of the row of A names; no rows if an entry before it names these, too.
__device__ __forceinline__ NamedRows rows_named(const Product<void>& c, const RowOfA& a, int i) {
  const Index* const columns = c.a.columns + a.begin;
  NamedRows out{{0, 0, i}, __ldg(columns + i), 1};
  const RowGroup group = RowGroup::of(c.masks.groups, out.row);
  const Index before = i > 0 ? __ldg(columns + i - 1) : -1;
  Index after[most_group - 1];
#pragma unroll
  for (int h = 1; h < most_group; ++h) {
    after[h - 1] = i + h < a.entries ? __ldg(columns + i + h) : -1;
  }
  if (group.place > 0 && before == out.row - 1) return out;
  out.rows.begin = c.b.offsets[out.row];
  out.rows.length = static_cast<int>(c.b.offsets[out.row + 1] - out.rows.begin);
  bool more = true;
#pragma unroll
  for (int h = 1; h < most_group; ++h) {
    more = more && h < group.size - group.place && after[h - 1] == out.row + h;
    if (more) ++out.count;
  }
  return out;
}

/// A group of rows and what its block keeps of it in shared memory.
template <class V, int Rows>
struct RowsInGroup {
  static constexpr int threads = 32 * Rows;
  const Product<V>& c;
  RowOfA a;  ///< the first
  int entries;
  V* sums;         ///< `entries` for each row
  V* factors;      ///< the values of A, row by row
  RowsOfB* named;  ///< rows of B, with their number - 1 in the last bits of `entry`
  RankedBlocks ranked;

  __device__ __forceinline__ void clear() const {
    const auto rank = static_cast<int>(threadIdx.x);
    fill_words(sums, Rows * entries * static_cast<int>(sizeof(V) / 4), 0, rank, threads);
    ranked.clear(BlockGroup{});
    for (int j = rank; j < Rows * a.entries; j += threads) {
      factors[j] = __ldg(c.a_values + a.begin + j);
    }
  }
  /// Lists the rows of B in the order of A's entries. Returns how many lists of rows there are.
  __device__ __forceinline__ int list_rows_of_b() const {
    const Product<void> pattern{c.a, nullptr, c.b, nullptr, c.row, nullptr, nullptr, c.masks};
    int count = 0;
    for (int from = 0; from < a.entries; from += threads) {
      const int i = from + static_cast<int>(threadIdx.x);
      NamedRows own{{0, 0, i}, 0, 1};
      if (i < a.entries) own = rows_named(pattern, a, i);
      int all = 0;
      const int at = count + block_scan(own.rows.length > 0 ? 1 : 0, all);
      if (own.rows.length > 0) {
        own.rows.entry = own.rows.entry * most_group + own.count - 1;
        named[at] = own.rows;
      }
      count += all;
    }
    __syncthreads();
    return count;
  }
  /// f(block of 32 columns, bits) for what is in the rows of B.
  template <class F>
  __device__ __forceinline__ void for_blocks(int count, F&& f) const {
    constexpr int lanes = 16;
    const int rank = static_cast<int>(threadIdx.x) % lanes;
    for (int n = static_cast<int>(threadIdx.x) / lanes; n < count; n += threads / lanes) {
      const RowsOfB b = named[n];
      if (c.masks.on()) {
        const Index k = __ldg(c.a.columns + a.begin + b.entry / most_group);
        const int words = __ldg(&c.masks.rows[k].words);
        for (int j = rank; j < words; j += lanes) {
          const uint2 word = __ldg(c.masks.words + b.begin + j);
          f(static_cast<Index>(word.x), word.y);
        }
      } else {
        for (int j = rank; j < b.length; j += lanes) {
          const Index column = __ldg(c.b.columns + b.begin + j);
          f(column >> 5, 1U << (static_cast<unsigned>(column) & 31U));
        }
      }
    }
    __syncthreads();
  }
  __device__ __forceinline__ void find_columns(int count) const {
    int fresh = 0;
    for_blocks(count, [&](Index block, unsigned) {
      const auto at = static_cast<unsigned>(block - ranked.low);
      set_bits(&ranked.supers[at >> 5U].x, 1U << (at & 31U), fresh);
    });
    ranked.number(BlockGroup{});
    __syncthreads();
    for_blocks(count, [&](Index block, unsigned bits) {
      set_bits(&ranked.slots[ranked.slot(block)].x, bits, fresh);
    });
  }
  /// A warp for each row, which has it alone: no atomics, and the order of A's entries.
  __device__ __forceinline__ void add_products(int count, int row) const {
    const auto lane = static_cast<int>(threadIdx.x & 31U);
    V* const own_sums = sums + row * entries;
    const V* const own_factors = factors + row * a.entries;
    RowsOfB b{0, 0, 0};  // what is left of them
    int stride = 0;      // from a row to the next
    int next = 0;
    const auto more = [&] {
      if (b.length <= 0 && next < count) {
        b = named[next++];
        stride = b.length;
        b.begin += lane;
      }
      return b.length > 0;
    };
    while (more()) {
      Index column[pieces_in_flight];
      V value[pieces_in_flight][most_group];
      int entry[pieces_in_flight];
      bool there[pieces_in_flight];
#pragma unroll
      for (int u = 0; u < pieces_in_flight; ++u) {
        there[u] = more() && lane < b.length;
        entry[u] = b.entry;
        if (there[u]) {
          column[u] = __ldg(c.b.columns + b.begin);
#pragma unroll
          for (int h = 0; h < most_group; ++h) {
            if (h <= b.entry % most_group) {
              value[u][h] = __ldg(c.b_values + b.begin + static_cast<std::int64_t>(h) * stride);
            }
          }
        }
        b.begin += 32;
        b.length -= 32;
      }
#pragma unroll
      for (int u = 0; u < pieces_in_flight; ++u) {
        if (there[u]) {
          const uint2 found = ranked.slots[ranked.slot(column[u] >> 5)];
          V* const to = own_sums + found.y + below(found.x, column[u]);
          const V* const times = own_factors + entry[u] / most_group;
          V sum = *to;
#pragma unroll
          for (int h = 0; h < most_group; ++h) {
            if (h <= entry[u] % most_group) sum += times[h] * value[u][h];
          }
          *to = sum;
        }
        __syncwarp();
      }
    }
  }
  /// The rows of a group follow one another in C; the columns of the first are there.
  __device__ __forceinline__ void write(std::int64_t first, int row) const {
    const std::int64_t to = first + static_cast<std::int64_t>(row) * entries;
    for (int j = static_cast<int>(threadIdx.x & 31U); j < entries; j += 32) {
      c.values[to + j] = sums[row * entries + j];
      if (row > 0) c.columns[to + j] = c.columns[first + j];
    }
  }
};

/// Blocks of 32 columns that a row of C has, at most.
[[nodiscard]] __host__ __device__ __forceinline__ int blocks_at_most(int counted, int entries,
                                                                     int span) {
  return counted > 0 ? counted : min(entries, (span + 31) / 32);
}

/// A block per group, a warp for each of its rows.
template <class V, int Rows>
__global__ void __launch_bounds__(32 * Rows) fill_groups(RowList list, Product<V> c) {
  constexpr int value_size = static_cast<int>(sizeof(V));
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const int entries = c.row.entries[r];
  const int span = c.row.span[r];
  const int blocks = blocks_at_most(c.masks.on() ? c.row.blocks[r] : 0, entries, span);
  const int supers = (span + 1023) / 1024;
  const RowOfA a = RowOfA::of(c.a, r);
  unsigned char* const memory = shared_memory();
  auto* const slots =
      reinterpret_cast<uint2*>(memory + (Rows * entries * value_size + 15) / 16 * 16);
  uint2* const super = slots + (blocks + 1) / 2 * 2;
  unsigned char* const named = memory + ranks_bytes(Rows * entries, blocks, span, value_size);
  const RowsInGroup<V, Rows> group{
      c,
      a,
      entries,
      reinterpret_cast<V*>(memory),
      reinterpret_cast<V*>(named + static_cast<int>(sizeof(RowsOfB)) * a.entries),
      reinterpret_cast<RowsOfB*>(named),
      {slots, super, reinterpret_cast<std::uint16_t*>(super + supers), blocks, supers,
       c.row.low[r] >> 5}};
  group.clear();
  const int count = group.list_rows_of_b();
  group.find_columns(count);
  const std::int64_t to = c.row.offsets[r];
  group.ranked.write_columns(BlockGroup{}, c.columns + to);
  __syncthreads();
  const auto row = static_cast<int>(threadIdx.x >> 5U);
  group.add_products(count, row);
  group.write(to, row);
}

/// Bins by the rows of a group, apart for those that need little memory.
struct FillBlockGroup {
  static constexpr std::string_view name = "block_group";
  static constexpr int bins = 2 * (most_group - 1);
  static constexpr bool replayed = false;
  static constexpr bool by_groups = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    if (row.group < 2 || row.facts.span > most_ranked) return cannot;
    const std::int64_t least = std::int64_t{row.group} * row.entries * l.value_size +
                               row.entries_of_a * (16 + row.group * l.value_size);
    if (least > l.group_bytes) return cannot;
    const int need = ranks_bytes(row.group * row.entries,
                                 blocks_at_most(row.facts.words, row.entries, row.facts.span),
                                 row.facts.span, l.value_size) +
                     static_cast<int>(row.entries_of_a) * (16 + row.group * l.value_size);
    if (need > l.group_bytes) return cannot;
    const int small = need <= l.group_bytes / 4 ? most_group - 1 : 0;
    return {small + most_group - row.group, need};
  }
  template <class V, int Rows>
  static void launch_groups(const Launch<V>& at, int bin) {
    const int rows = at.bins.rows(bin);
    if (rows == 0) return;
    hash_bins::launch(fill_groups<V, Rows>, static_cast<unsigned>(rows), 32 * Rows,
                      at.bins.need(bin), at.streams.next(), at.bins.list(bin), at.c);
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    for (const int small : {0, most_group - 1}) {
      launch_groups<V, 4>(at, small);
      launch_groups<V, 3>(at, small + 1);
      launch_groups<V, 2>(at, small + 2);
    }
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_groups<V, 2>);
    f(fill_groups<V, 3>);
    f(fill_groups<V, 4>);
  }
};
static_assert(most_group == 4, "a kernel for each size of a group");

}  // namespace sptune::spgemm::hash_bins
