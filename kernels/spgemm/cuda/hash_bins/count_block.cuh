// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase for rows that a block takes, or several: how many entries they have.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"
#include "kernels/spgemm/cuda/hash_bins/masks.cuh"

namespace sptune::spgemm::hash_bins {

/// A block per row. With `columns` > 0 a bitmap of that many columns, in passes where the span is
/// wider; otherwise a hash table of at most 2^most_bits slots.
__global__ void __launch_bounds__(1024)
    count_by_block(RowList list, Pattern a, Pattern b, Masks masks, RowArrays row, int lanes,
                   int columns, int most_bits, Hash hash) {
  __shared__ int total;
  __shared__ int total_blocks;
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  auto* const words = reinterpret_cast<unsigned*>(shared_memory());
  const std::int64_t begin = a.offsets[r];
  const int entries = static_cast<int>(a.offsets[r + 1] - begin);
  const int products = row.products[r];
  const int threads = row_lanes(products, entries, lanes, 32);
  const Team team = team_of_block(threads);
  const int own_lanes = min(threads, 32);
  int fresh = 0;
  int blocks = 0;
  if (rank == 0) total = total_blocks = 0;
  if (columns > 0) {
    const std::int64_t low = row.low[r];
    const std::int64_t end = low + row.span[r];
    for (std::int64_t from = low; from < end; from += columns) {
      const std::int64_t to = min(from + columns, end);
      if (from > low) __syncthreads();
      fill_words(words, static_cast<int>(to - from + 31) / 32, 0, rank, size);
      __syncthreads();
      if (end - low <= columns) {
        const Index first = static_cast<Index>(low >> 5);
        const int met = masks.on() ? row_lanes(row.words[r], entries, lanes, 32) : own_lanes;
        for_bits(a, b, masks, begin, entries, team, met, [&](Index block, unsigned bits) {
          fresh += set_bits(words + (block - first), bits, blocks);
        });
      } else {
        const Window window{static_cast<Index>(from), static_cast<Index>(to), short_cut};
        for_products<false>(a, Columns{b}, begin, entries, team, own_lanes, &window, [&](Index c) {
          const auto at = static_cast<unsigned>(c - window.low);
          if (at < static_cast<unsigned>(window.high - window.low)) fresh += set_bit(words, at);
        });
      }
    }
  } else {
    auto* const keys = reinterpret_cast<Index*>(words);
    const int bits = min(bits_for(2 * static_cast<std::int64_t>(products), 7), most_bits);
    fill_words(keys, 1 << bits, empty_key, rank, size);
    __syncthreads();
    for_products<false>(a, Columns{b}, begin, entries, team, own_lanes, nullptr,
                        [&](Index c) { claim(keys, bits, hash, c, fresh); });
    __syncthreads();  // `total` was set by another warp
  }
  fresh = team_sum(team, fresh);
  blocks = team_sum(team, blocks);
  if (team.rank == 0 && fresh > 0) {
    atomicAdd(&total, fresh);
    atomicAdd(&total_blocks, blocks);
  }
  __syncthreads();
  if (rank != 0) return;
  row.entries[r] = total;
  if (masks.on()) row.blocks[r] = total_blocks;
}

/// A block per window of `columns` columns of an oversized row; `windows` of them per row at most.
/// Leaves the count of each window, so that the numeric phase knows where it begins.
__global__ void __launch_bounds__(1024)
    count_windows(const Index* oversized, Pattern a, Pattern b, RowArrays row, int lanes,
                  int columns, int windows, int* window_entries) {
  __shared__ int total;
  const int g = static_cast<int>(blockIdx.x) / windows;
  const int w = static_cast<int>(blockIdx.x) % windows;
  const std::int64_t r = oversized[g];
  const std::int64_t low = row.low[r] + static_cast<std::int64_t>(w) * columns;
  const std::int64_t end = static_cast<std::int64_t>(row.low[r]) + row.span[r];
  if (low >= end) return;
  const Window window{static_cast<Index>(low), static_cast<Index>(min(low + columns, end)),
                      short_cut};
  auto* const words = reinterpret_cast<unsigned*>(shared_memory());
  if (threadIdx.x == 0) total = 0;
  fill_words(words, (columns + 31) / 32, 0, static_cast<int>(threadIdx.x),
             static_cast<int>(blockDim.x));
  __syncthreads();
  const std::int64_t begin = a.offsets[r];
  const int entries = static_cast<int>(a.offsets[r + 1] - begin);
  const int threads = row_lanes(row.products[r], entries, lanes, 32);
  const Team team = team_of_block(threads);
  int fresh = 0;
  for_products<false>(a, Columns{b}, begin, entries, team, min(threads, 32), &window, [&](Index c) {
    const auto at = static_cast<unsigned>(c - window.low);
    if (at < static_cast<unsigned>(window.high - window.low)) fresh += set_bit(words, at);
  });
  fresh = team_sum(team, fresh);
  if (team.rank == 0 && fresh > 0) atomicAdd(&total, fresh);
  __syncthreads();
  if (threadIdx.x != 0) return;
  window_entries[blockIdx.x] = total;
  atomicAdd(row.entries + r, total);
}

/// A row by `columns` bits, or by a table of up to 2^slots keys where that is 0.
inline void launch_count_by_block(const CountLaunch& at, int bin, int columns, int slots,
                                  int threads) {
  launch(count_by_block, static_cast<unsigned>(at.bins.rows(bin)), threads,
         columns > 0 ? columns / 8 : 4 << slots, at.streams.next(), at.bins.list(bin), at.c.a,
         at.c.b, at.c.masks, at.c.row, at.facts.lanes, columns, slots, at.facts.hash);
}

/// Bins by the size of the table.
struct CountBlockTable {
  static constexpr std::string_view name = "block_table";
  static constexpr int bins = 3;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    const int p = row.facts.products;
    if (p > l.most_counted_by_hash) return cannot;
    return {p <= 2048 ? 2 : p <= 8192 ? 1 : 0, p};
  }
  static void launch(const CountLaunch& at) {
    for (int bin = 0; bin < bins; ++bin) {
      if (at.bins.rows(bin) == 0) continue;
      const int slots = std::min(bits_for(std::int64_t{2} * at.bins.need(bin), 7),
                                 bits_for(at.limits.most_counted_by_hash, 7));
      launch_count_by_block(at, bin, 0, slots, at.facts.threads_for(4 << slots, at.bins.rows(bin)));
    }
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_block);
  }
};

/// What the two accumulators by bits of a block have in common: the bits, a multiple of 128.
[[nodiscard]] inline int bits_of(const CountLaunch& at, int bin) {
  return std::min((at.bins.need(bin) + 127) / 128 * 128, at.facts.most_shared / 16 * 128);
}

/// A bit per column of the row's span, tens of kilobytes. Rows of many products are begun before
/// the others, by more threads.
struct CountBlockBits {
  static constexpr std::string_view name = "block_bits";
  static constexpr int bins = 2;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    if (row.facts.span > l.block_bits) return cannot;
    if (!l.bits && row.facts.products <= l.most_counted_by_hash) return cannot;
    return {row.facts.products >= l.heavy ? 0 : 1, row.facts.span};
  }
  static void launch(const CountLaunch& at) {
    if (const int rows = at.bins.rows(0); rows > 0) {
      // Few enough threads that each multiprocessor gets some rows one after the other.
      int threads = 1024;
      while (threads > 128 &&
             std::int64_t{rows} * threads > std::int64_t{at.facts.sm_count} * 8192) {
        threads /= 2;
      }
      launch_count_by_block(at, 0, bits_of(at, 0), 0, threads);
    }
    if (const int rows = at.bins.rows(1); rows > 0) {
      const int columns = bits_of(at, 1);
      launch_count_by_block(at, 1, columns, 0, at.facts.threads_for(columns / 8, rows));
    }
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_block);
  }
};

/// The same with all the shared memory, in passes where that is not enough: takes every row that no
/// table does.
struct CountWideBits {
  static constexpr std::string_view name = "wide_bits";
  static constexpr int bins = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    if (!l.bits && row.facts.products <= l.most_counted_by_hash) return cannot;
    return {0, row.facts.span};
  }
  static void launch(const CountLaunch& at) {
    const int columns = bits_of(at, 0);
    launch_count_by_block(at, 0, columns, 0, at.facts.threads_for(columns / 8, at.bins.rows(0)));
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_block);
  }
};

}  // namespace sptune::spgemm::hash_bins
