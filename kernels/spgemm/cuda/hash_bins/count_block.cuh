// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase for rows that a block takes, or several: how many entries they have.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"
#include "kernels/spgemm/cuda/hash_bins/masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/scattered_rows.cuh"

namespace sptune::spgemm::hash_bins {

/// A block per row. With `columns` > 0 a bitmap of that many columns, in passes where the span is
/// wider; otherwise a hash table of at most 2^most_bits slots. `Even`: see EvenTeam.
template <bool Even>
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
  const BlockTeam<Even> team{team_of_block(threads)};
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
        // Team: bisected rows are not divided, and need no code for it.
        for_products<false>(a, Columns{b}, begin, entries, Team{team}, own_lanes, &window,
                            [&](Index c) {
                              const auto at = static_cast<unsigned>(c - window.low);
                              if (at < static_cast<unsigned>(window.high - window.low))
                                fresh += set_bit(words, at);
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

/// The place of row `nth` of a list by products, those of most first; of so many rows that none is
/// long beside all others, `nth`. By all threads.
__device__ __forceinline__ int place_by_products(const Index* list, int count, int nth,
                                                 const int* products) {
  constexpr int most_sorted = 4096;
  if (count > most_sorted) return nth;
  const int own = products[list[nth]];
  int place = 0;
  for (int from = 0; from < count; from += static_cast<int>(blockDim.x)) {
    const int i = from + static_cast<int>(threadIdx.x);
    const int other = i < count ? products[list[i]] : -1;
    place += __syncthreads_count(other > own || (other == own && i < nth));
  }
  return place;
}

/// A block per part of a window of an oversized row. Leaves the rows by their products, so that the
/// numeric phase begins with what takes longest, and the count of each window. Where rows are in
/// parts, `begins` and `bits` are zero before.
__global__ void __launch_bounds__(1024) count_windows(const Index* oversized, Pattern a, Pattern b,
                                                      RowArrays row, int lanes, OversizedRows out) {
  __shared__ int total;
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const auto task = OversizedTask::of(out, static_cast<int>(blockIdx.x));
  const std::int64_t r = oversized[task.row];
  const int place = place_by_products(oversized, out.count, task.row, row.products);
  if (task.window == 0 && task.part == 0 && rank == 0) out.rows[place] = static_cast<Index>(r);
  const std::int64_t low = row.low[r] + static_cast<std::int64_t>(task.window) * out.columns;
  const std::int64_t end = static_cast<std::int64_t>(row.low[r]) + row.span[r];
  if (low >= end) return;
  const Window window{static_cast<Index>(low), static_cast<Index>(min(low + out.columns, end)),
                      short_cut};
  auto* const words = reinterpret_cast<unsigned*>(shared_memory());
  if (rank == 0) total = 0;
  fill_words(words, out.columns / 32, 0, rank, size);
  __syncthreads();
  const RowOfA whole = RowOfA::of(a, r);
  const RowOfA part = whole.part(task.part, out.parts);
  const int threads = row_lanes(row.products[r], whole.entries, lanes, 32);
  const Team team = team_of_block(threads);
  int fresh = 0;
  for_products<false>(a, Columns{b}, part.begin, part.entries, team, min(threads, 32), &window,
                      [&](Index c) {
                        const auto at = static_cast<unsigned>(c - window.low);
                        if (at < static_cast<unsigned>(window.high - window.low)) {
                          fresh += set_bit(words, at);
                        }
                      });
  const int nth = place * out.windows + task.window;
  if (out.bits != nullptr) {
    __syncthreads();
    fresh = 0;
    unsigned* const bits = out.bits + static_cast<std::int64_t>(nth) * (out.columns / 32);
    for (int i = rank; i < out.columns / 32; i += size) {
      const unsigned own = words[i];
      if (own != 0) fresh += __popc(own & ~atomicOr(bits + i, own));
    }
  }
  fresh = team_sum(team, fresh);
  if (team.rank == 0 && fresh > 0) atomicAdd(&total, fresh);
  __syncthreads();
  if (rank != 0) return;
  if (out.bits == nullptr) {
    out.begins[nth] = total;
  } else {
    atomicAdd(out.begins + nth, total);
  }
  atomicAdd(row.entries + r, total);
}

/// Turns the counts of an oversized row's windows into where each begins, so that no task of the
/// numeric phase sums all those before it. A block per row, behind count_windows.
__global__ void __launch_bounds__(1024) sum_windows(OversizedRows all, RowArrays row) {
  const auto nth = static_cast<int>(blockIdx.x);
  const std::int64_t span = row.span[all.rows[nth]];
  const auto windows = static_cast<int>((span + all.columns - 1) / all.columns);
  int* const begins = all.begins + std::int64_t{nth} * all.windows;
  int so_far = 0;
  for (int from = 0; from < windows; from += static_cast<int>(blockDim.x)) {
    const int w = from + static_cast<int>(threadIdx.x);
    int here = 0;
    const int begin = so_far + block_scan(w < windows ? begins[w] : 0, here);
    if (w < windows) begins[w] = begin;
    so_far += here;
  }
}

/// A row by `columns` bits, or by a table of up to 2^slots keys where that is 0.
inline void launch_count_by_block(const CountLaunch& at, int bin, int columns, int slots,
                                  int threads) {
  launch(at.facts.uneven ? count_by_block<true> : count_by_block<false>,
         static_cast<unsigned>(at.bins.rows(bin)), threads, columns > 0 ? columns / 8 : 4 << slots,
         at.streams.next(), at.bins.list(bin), at.c.a, at.c.b, at.c.masks, at.c.row, at.facts.lanes,
         columns, slots, at.facts.hash);
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
    f(count_by_block<false>);
    f(count_by_block<true>);
  }
};

/// What the two accumulators by bits of a block have in common: the bits, a multiple of 128.
[[nodiscard]] inline int bits_of(const CountLaunch& at, int bin) {
  const std::int64_t all = ceil_div(std::int64_t{at.bins.need(bin)}, 128) * 128;
  return static_cast<int>(std::min<std::int64_t>(all, at.facts.most_shared / 16 * 128));
}

/// A bit per column of the row's span, tens of kilobytes. Rows that keep a block long are begun
/// before the others, by more threads.
struct CountBlockBits {
  static constexpr std::string_view name = "block_bits";
  static constexpr int bins = 2;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    if (row.facts.span > l.block_bits) return cannot;
    if (!l.bits && row.facts.products <= l.most_counted_by_hash) return cannot;
    const bool first = row.facts.products >= l.heavy || outlasts_few_threads(row, l);
    return {first ? 0 : 1, row.facts.span};
  }
  static void launch(const CountLaunch& at) {
    if (const int rows = at.bins.rows(0); rows > 0) {
      launch_count_by_block(at, 0, bits_of(at, 0), 0, at.facts.threads_for_long(rows));
    }
    if (const int rows = at.bins.rows(1); rows > 0) {
      const int columns = bits_of(at, 1);
      launch_count_by_block(at, 1, columns, 0, at.facts.threads_for(columns / 8, rows));
    }
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_block<false>);
    f(count_by_block<true>);
  }
};

/// The same with all the shared memory, in passes where that is not enough: takes every row that no
/// table does. Where passes would be many the columns are sorted instead.
struct CountWideBits {
  static constexpr std::string_view name = "wide_bits";
  static constexpr int bins = 2;
  static constexpr int scattered_bin = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    if (!l.bits && row.facts.products <= l.most_counted_by_hash) return cannot;
    // A pass reads the whole row; sorting does so twice, and writes and reads what it sorts.
    constexpr int most_passes = 8;
    if (takes_windows(row.facts, l.most_shared * 8, most_passes) && fits_buckets(row.facts, l)) {
      return {scattered_bin, row.facts.products};
    }
    return {0, row.facts.span};
  }
  static void launch(const CountLaunch& at) {
    launch_scattered(at, scattered_bin);
    if (const int rows = at.bins.rows(0); rows > 0) {
      const int columns = bits_of(at, 0);
      launch_count_by_block(at, 0, columns, 0, at.facts.threads_for(columns / 8, rows));
    }
  }
  template <class F>
  static void with_kernels(F&& f) {
    f(count_by_block<false>);
    f(count_by_block<true>);
  }
};

}  // namespace sptune::spgemm::hash_bins
