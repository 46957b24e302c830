// SPDX-License-Identifier: BSD-3-Clause
// The column tier's part of device_sample.cu: a block of threads counts what columns.cpp and
// entry_counts.cpp count in a block of rows.
#pragma once

#include "kernels/cuda/warp.cuh"
#include "tuner/features/device_desk.cuh"
#include "tuner/features/tiers.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::features::device {

/// What a block of threads adds up before it adds to the sums of all.
struct Counts {
  Sums sums;
  Maxima maxima;
};

constexpr int diagonal_bits = 13;

/// In device memory, zeros between two launches but for `diagonals`, whose entries carry the number
/// of their launch above them, and what is written before it is read.
struct Workspace {
  Tally tally;
  unsigned tickets;
  Word diagonals[1U << diagonal_bits];
  /// Entries of blocks that shared memory does not hold. most_entries() of each block: 768 with the
  /// most blocks, 24000 with one.
  Index columns[80000];
  std::uint8_t rows[80000];
};

/// As add(), for the largest of all.
__device__ __forceinline__ void raise(std::int64_t& to, long long mine) {
  mine = cuda::warp_max(mine);
  if (cuda::lane_id() == 0 && mine > 0) atomicMax(reinterpret_cast<long long*>(&to), mine);
}

constexpr int block_rows = static_cast<int>(rows_per_column_block);
constexpr int held_entries = 2048;  ///< in shared memory
constexpr int kinds = 6;            ///< of keys that are told apart, a warp each
constexpr int searchers = 4;        ///< lanes that look for one end of a window together
static_assert(threads >= 32 * (kinds + 2) && threads >= block_rows * searchers * 2);

/// One block of rows, in shared memory but for what `columns` and `row_of` point to.
struct Block {
  std::int64_t begins[block_rows + 8];  ///< of the stretch of each row that is looked at
  std::int64_t ends[block_rows + 8];
  int places[33];  ///< where each stretch begins in `columns`; from the last row on, its end
  bool windowed;
  Index low;  ///< first column of the window, and the last
  Index high;
  Index* columns;
  std::uint8_t* row_of;
};

/// Warp 0, a lane per row: where rows begin, the sums over whole rows, and the window of a block
/// that holds too many entries.
template <class O>
__device__ void open_rows(const Pattern<O>& a, const ColumnBlocks& chosen, std::int64_t number,
                          Counts& to, Block& block) {
  const int lane = cuda::lane_id();
  const std::int64_t first = chosen.blocks.first(number);
  const std::int64_t last = chosen.blocks.last(number);
  const std::int64_t row = first + lane;
  const bool mine = row < last;
  const std::int64_t begin = mine ? a.begin(row) : 0;
  const std::int64_t end = mine ? a.end(row) : 0;
  const std::int64_t length = end - begin;
  block.begins[lane] = begin;
  block.ends[lane] = end;
  const bool filled = length > 0;
  const std::int64_t left = filled ? a.columns[begin] : 0;
  const std::int64_t right = filled ? a.columns[end - 1] : 0;
  const std::int64_t span = filled ? right - left + 1 : 0;
  const long long reach = filled ? max(abs(static_cast<long long>(left - row)),
                                       abs(static_cast<long long>(right - row)))
                                 : 0;
  // Spans of rows that are not sorted may be negative: sums of Words wrap as those of the host.
  add(to.sums.rows, filled ? 1 : 0);
  add(to.sums.narrow, filled && span <= 65536 ? 1 : 0);
  add(to.sums.span, static_cast<Word>(span));
  add(to.sums.length, static_cast<Word>(length));
  add(to.sums.disorder, filled && span < length ? 1 : 0);
  raise(to.maxima.bandwidth, reach);

  const bool windowed = a.begin(last) - a.begin(first) > chosen.most;
  if (lane == 0) block.windowed = windowed;
  if (!windowed) return;
  // The first of the longest rows gives the window.
  const std::int64_t longest = cuda::warp_max(mine ? length : std::int64_t{-1});
  const unsigned owners = __ballot_sync(all_lanes, mine && length == longest);
  if (lane == __ffs(static_cast<int>(owners)) - 1) {
    const std::int64_t at = begin + ColumnBlocks::place(number, longest, chosen.width);
    block.low = a.columns[at];
    block.high = a.columns[min(at + chosen.width, end) - 1];
  }
}

/// Cuts every row to the window: first column that is not below it, first that is above. Lanes look
/// at `searchers` places of the rest at once, because each look waits for memory.
__device__ inline void cut_rows(const Index* columns, const ColumnBlocks& chosen, Counts& to,
                                Block& block) {
  const int thread = static_cast<int>(threadIdx.x);
  const int row = thread / (2 * searchers);
  const bool above = (thread / searchers) % 2 != 0;
  const int probe = thread % searchers;
  const bool mine = row < block_rows;
  const Index value = above ? block.high : block.low;
  std::int64_t low = mine ? block.begins[row] : 0;
  std::int64_t high = mine ? block.ends[row] : 0;
  const std::int64_t row_begin = low;
  const std::int64_t row_end = high;
  while (__any_sync(all_lanes, low < high)) {
    const std::int64_t rest = high - low;
    const std::int64_t at = low + rest * (probe + 1) / (searchers + 1);
    const Index seen = rest > 0 ? columns[at] : 0;
    const bool before = rest > 0 && (above ? seen <= value : seen < value);
    const unsigned votes = __ballot_sync(all_lanes, before) >> (thread % 32 - probe);
    const int reached = __popc(votes & ((1U << searchers) - 1));
    if (rest > 0) {
      const std::int64_t start = low;
      if (reached > 0) low = start + rest * reached / (searchers + 1) + 1;
      if (reached < searchers) high = start + rest * (reached + 1) / (searchers + 1);
      low = min(low, high);  // rows that are not sorted
    }
  }
  const std::int64_t other = __shfl_xor_sync(all_lanes, low, searchers);
  __syncthreads();  // all have read the ends
  const bool writes = mine && !above && probe == 0;
  const std::int64_t begin = low;
  const std::int64_t end = max(min(other, begin + 4 * chosen.width), begin);
  bool disorder = false;
  if (writes) {
    block.begins[row] = begin;
    block.ends[row] = end;
    disorder = begin < end &&
               (columns[begin] < columns[row_begin] || columns[end - 1] > columns[row_end - 1]);
  }
  add(to.sums.disorder, disorder ? 1 : 0);
}

/// Warp 0: where each row's entries stand behind one another. Never more than there is room for,
/// even where offsets decrease.
__device__ inline void place_rows(std::int64_t room, Block& block) {
  const int lane = cuda::lane_id();
  const std::int64_t entries =
      min(max(block.ends[lane] - block.begins[lane], std::int64_t{0}), room);
  const int count = static_cast<int>(entries);
  const int end = cuda::warp_inclusive_sum(count);
  block.places[lane] = min(end - count, static_cast<int>(room));
  if (lane == 31) block.places[32] = min(end, static_cast<int>(room));
}

/// How often a key is none that its slot remembers, as Recent in entry_counts.hpp counts: a slot
/// knows the last key that came to it. 32 entries at a time: those of them that share a slot find
/// each other, the others find in `slots` where the last one before them stands, which holds in the
/// same group of `Height` rows only.
template <int Height, class Key>
__device__ Word distinct(const Block& block, std::int16_t* slots, Key key) {
  const int lane = cuda::lane_id();
  const int count = block.places[32];
  Word found = 0;
  for (int base = 0; base < count; base += 32) {
    const int i = base + lane;
    const bool mine = i < count;
    const int row = mine ? block.row_of[i] : 0;
    const Index wanted = mine ? key(block.columns[i], row) : 0;
    const unsigned slot =
        mine ? slot_of(wanted, recent_bits) : (1U << recent_bits) + static_cast<unsigned>(lane);
    const unsigned same = __match_any_sync(all_lanes, slot);
    const unsigned before = same & ((1U << lane) - 1);
    if (mine) {
      const int last = before != 0 ? base + 31 - __clz(static_cast<int>(before)) : slots[slot];
      const bool met = last >= block.places[row / Height * Height] &&
                       key(block.columns[last], block.row_of[last]) == wanted;
      found += met ? 0 : 1;
    }
    __syncwarp();
    if (mine && (same >> lane) == 1) slots[slot] = static_cast<std::int16_t>(i);
    __syncwarp();
  }
  return found;
}

/// A set of diagonals that all blocks share, filled until it holds enough.
__device__ inline void note_diagonal(Workspace& w, std::uint32_t launch, std::int32_t diagonal) {
  constexpr unsigned slots = 1U << diagonal_bits;
  const Word tag = (Word{launch} << 32U) | static_cast<std::uint32_t>(diagonal);
  auto* const count = reinterpret_cast<Word*>(&w.tally.sums.diagonals);
  for (unsigned at = slot_of(diagonal, diagonal_bits);; at = (at + 1) % slots) {
    if (*static_cast<volatile Word*>(count) >= diagonal_cap) return;
    Word there = *static_cast<volatile Word*>(w.diagonals + at);
    if ((there >> 32U) != launch) {  // of an earlier launch: free
      const Word before = there;
      there = atomicCAS(w.diagonals + at, before, tag);
      if (there == before) {
        atomicAdd(count, Word{1});
        return;
      }
    }
    if (there == tag) return;
  }
}

/// What entries show beside the one before them: 64 threads, of which this is number `thread`.
__device__ inline void count_entries(const Block& block, std::int64_t first_row,
                                     std::uint32_t launch, int thread, Counts& to, Workspace& w) {
  Word entries = 0, runs = 0, groups4 = 0, groups8 = 0, groups16 = 0, distance = 0, disorder = 0;
  for (int i = thread; i < block.places[32]; i += 64) {
    const Index c = block.columns[i];
    const int in_block = block.row_of[i];
    const auto row = static_cast<std::int32_t>(first_row + in_block);
    const bool starts = i == block.places[in_block];
    const Index left = starts ? 0 : block.columns[i - 1];
    ++entries;
    disorder += !starts && c <= left ? 1 : 0;
    runs += starts || c != left + 1 ? 1 : 0;
    groups4 += starts || (c >> 2) != (left >> 2) ? 1 : 0;
    groups8 += starts || (c >> 3) != (left >> 3) ? 1 : 0;
    groups16 += starts || (c >> 4) != (left >> 4) ? 1 : 0;
    distance += static_cast<Word>(abs(c - row));
    if (row % 4 == 0) note_diagonal(w, launch, c - row);
  }
  __syncwarp();
  add(to.sums.entries, entries);
  add(to.sums.runs, runs);
  add(to.sums.groups4, groups4);
  add(to.sums.groups8, groups8);
  add(to.sums.groups16, groups16);
  add(to.sums.distance, distance);
  add(to.sums.disorder, disorder);
}

/// The kind of keys that warp `kind` tells apart.
__device__ inline void count_distinct(const Block& block, std::int64_t first_row, int kind,
                                      std::int16_t* slots, Counts& to) {
  const auto first = static_cast<Index>(first_row);
  switch (kind) {
    case 0:
      return add(to.sums.block_groups8,
                 distinct<block_rows>(block, slots, [](Index c, int) { return c >> 3; }));
    case 1:
      return add(to.sums.block_diagonals,
                 distinct<block_rows>(block, slots,
                                      [first](Index c, int row) { return c - (first + row); }));
    case 2:
      return add(to.sums.blocks.data()[3],
                 distinct<8>(block, slots, [](Index c, int) { return c >> 3; }));
    case 3:
      return add(to.sums.blocks.data()[2],
                 distinct<4>(block, slots, [](Index c, int) { return c >> 2; }));
    case 4:
      return add(to.sums.blocks.data()[1], distinct<3>(block, slots, [](Index c, int) {
                   return static_cast<Index>(static_cast<std::uint32_t>(c) / 3U);
                 }));
    default:
      return add(to.sums.blocks.data()[0],
                 distinct<2>(block, slots, [](Index c, int) { return c >> 1; }));
  }
}

/// Block `number` of the sampled blocks of rows, by a whole block of threads.
template <class O>
__device__ void count_columns(const Pattern<O>& a, const ColumnBlocks& chosen, int number,
                              std::uint32_t launch, Counts& to, Workspace& w) {
  __shared__ Block block;
  __shared__ Index columns[held_entries];
  __shared__ std::uint8_t rows[held_entries];
  __shared__ std::int16_t slots[kinds][1U << recent_bits];
  const int thread = static_cast<int>(threadIdx.x);
  std::int16_t* const all_slots = &slots[0][0];
  for (int i = thread; i < kinds << recent_bits; i += threads) all_slots[i] = -1;
  if (thread < 32) open_rows(a, chosen, number, to, block);
  __syncthreads();
  if (block.windowed) cut_rows(a.columns, chosen, to, block);
  __syncthreads();
  if (thread < 32) {
    place_rows(chosen.most_entries(), block);
    if (thread == 31) {
      const bool held = block.places[32] <= held_entries;
      const std::int64_t mine = number * chosen.most_entries();
      block.columns = held ? columns : w.columns + mine;
      block.row_of = held ? rows : w.rows + mine;
    }
  }
  __syncthreads();
  int row = 0;
  for (int i = thread; i < block.places[32]; i += threads) {
    while (block.places[row + 1] <= i) ++row;
    block.columns[i] = a.columns[block.begins[row] + (i - block.places[row])];
    block.row_of[i] = static_cast<std::uint8_t>(row);
  }
  __syncthreads();
  const std::int64_t first = chosen.blocks.first(number);
  const int warp = thread / 32;
  if (warp < kinds) {
    count_distinct(block, first, warp, slots[warp], to);
  } else {
    count_entries(block, first, launch, thread - 32 * kinds, to, w);
  }
}

}  // namespace sptune::features::device
