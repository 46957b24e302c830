// SPDX-License-Identifier: BSD-3-Clause
// Which kernel takes a row: by its products before its size is known, by its entries afterwards.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/masks.cuh"

#include <cstdint>

namespace sptune::spgemm::cuda {

/// How the entries of a row of C are counted. A team is part of a warp or a warp.
enum CountBin : std::int8_t {
  count_known = -1,  ///< empty, or one row of B: nothing to count
  count_merge,       ///< a thread merges up to 8 rows of B
  count_sort_16,     ///< 16 lanes sort up to 64 products
  count_sort_32,     ///< a warp sorts up to 256
  count_table_32,    ///< team, hash table, up to 32 products
  count_table_128,
  count_table_512,
  count_team_bits,  ///< team, one bit per column of the row's span
  count_masks_128,  ///< team, table of up to 128 words of 32 columns
  count_masks_1k,
  count_hash_4k,  ///< block, hash table of up to 4096 slots
  count_hash_16k,
  count_hash_32k,
  count_block_bits,  ///< block, one bit per column, tens of kilobytes
  count_heavy_bits,  ///< … of many products: begun before the others, by more threads
  count_wide_bits,   ///< the same with all the shared memory, in passes where that is not enough
  count_giant,       ///< a block per window of the row
  count_bins
};

/// How its values are computed.
enum FillBin : std::int8_t {
  fill_none = -1,  ///< empty, or a giant
  fill_copy,       ///< one entry in A: a scaled row of B
  fill_sort_8,     ///< 8 lanes sort up to 32 products
  fill_sort_16,    ///< 16 lanes sort up to 64
  fill_sort_32,    ///< a warp sorts up to 256
  fill_table_32,   ///< team, hash table, up to 32 entries
  fill_table_64,
  fill_table_128,
  fill_table_256,
  fill_team_bits,    ///< team, a bit per column of the row's span, a value per entry
  fill_team_window,  ///< team, a value per column of the row's span
  fill_ranks_team,   ///< team, words of 32 columns ranked by bits, a value per entry
  fill_masks_team,   ///< team, table of words of 32 columns, a value per entry
  fill_masks_24k,    ///< block, the same in 24 KiB
  fill_masks_54k,
  fill_masks_112k,
  fill_hash_1k,  ///< block, hash table of 1024 slots
  fill_hash_2k,
  fill_hash_4k,
  fill_hash_8k,
  fill_hash_16k,
  fill_bits_24k,  ///< block, a bit per column of the row's span, a value per entry: 24 KiB
  fill_bits_54k,
  fill_bits_112k,
  fill_bits_full,
  fill_window,        ///< block, a value per column of the row's span
  fill_heavy_window,  ///< … of many products: begun before the others, so that none is the last
  fill_wide,          ///< the same with all the shared memory, in passes where that is not enough
  fill_heavy_wide,
  fill_bins
};

constexpr int most_bins = 32;
static_assert(int{count_bins} < most_bins && int{fill_bins} < most_bins);
/// Lists of rows: two bins share one, from both ends, since no row is in two bins.
constexpr int list_pairs =
    (int{fill_bins} > int{count_bins} ? int{fill_bins} + 1 : count_bins + 1) / 2;

/// Slots of a table of words, as a power of two: twice the words.
constexpr int least_mask_bits = 5;

/// Most words of a row, up to 1024, whose table fits in `bytes`.
constexpr int most_words_in(int bytes) {
  int words = 1024;
  while (words > 0 && 8 << bits_for(2 * std::int64_t{words}, least_mask_bits) > bytes) words /= 2;
  return words;
}
static_assert(most_words_in(16384) == 1024 && most_words_in(16383) == 512);

/// What decides, from the configuration and the device. Columns and entries unless said otherwise.
struct Limits {
  bool bits = true;                  ///< count by bitmaps where the span suits
  int team_bits = 65536;             ///< widest span counted by a team
  int block_bits = 262144;           ///< widest span of count_block_bits
  int bits_per_product = 64;         ///< a bitmap may have so many bits per product
  int fill_bits_per_product = 64;    ///< the same where values are computed
  int team_products = 8192;          ///< most products of a row that a team takes alone
  int team_rows_of_b = 512;          ///< most entries of A in such a row
  int sort_products = 256;           ///< most products of a row that is sorted, 0: none
  bool merge = true;                 ///< count by a thread per row where that suits the row
  std::int64_t most_words = 0;       ///< B is used by words if it has at most so many
  int most_counted_words = 0;        ///< of a row, in the tables of warps
  int value_size = 8;                ///< bytes
  int team_bytes = 12288;            ///< most shared memory of a team with bits
  int most_counted_by_hash = 24576;  ///< products
  int team_entries = 256;            ///< most entries of a row in a team's table
  int team_window = 1024;            ///< widest window of a team, 0: none
  int columns_per_entry = 8;         ///< a team's window may have so many columns per entry
  int small_window = 8192;           ///< widest span of fill_window, 0: none
  int wide_window = 0;               ///< columns of a block's window with all the shared memory
  int most_passes = 3;               ///< passes of windows preferred to a table
  int passes_from = 2048;            ///< … for rows of at least so many entries
  int window_columns = 3;            ///< a block's window may have so many columns per entry
  int window_uses = 16;              ///< … or be that often used per column by a row
  int most_shared = 0;               ///< bytes of a block
  int most_in_table = 8192;          ///< entries of the largest table
  int heavy = 65536;   ///< products from which a row is begun before the others of its kind
  int giant = 262144;  ///< products from which a row's windows go to blocks of their own
  int late = 262144;   ///< … or from which one block would still be at it when others are done
};

/// Products of a row, and words that it meets, are counted up to here: more counts as that.
constexpr int most_counted = 0x7fffffff;

/// What is known of a row before its entries are counted.
struct RowFacts {
  int products;  ///< at most most_counted
  Index low;     ///< first column, or up to 31 less: a multiple of 32
  int span;      ///< last column - first column + 1, 0 when empty
  int words;     ///< of B that it meets, or blocks of 32 columns that it has
  int met = 0;   ///< words of B that it meets, beside its blocks
};

__device__ __forceinline__ bool is_giant(const RowFacts& row, const Limits& l) {
  // A window with fewer products costs more to go through than to leave to a table.
  constexpr int least_per_window = 2048;
  if (row.span <= l.wide_window) return false;
  return row.products > l.giant ||
         (row.products > l.late && row.products / least_per_window > row.span / l.wide_window);
}

/// Lanes that sort the products of a row, 0 when it is left to others. Keys are columns and places.
__device__ __forceinline__ int sort_lanes(const RowFacts& row, std::int64_t entries_of_a,
                                          const Limits& l) {
  const int p = row.products;
  if (p > l.sort_products || entries_of_a > 32 || row.span > 1 << 24) return 0;
  return p <= 32 && entries_of_a <= 8 ? 8 : p <= 64 && entries_of_a <= 16 ? 16 : 32;
}

/// `need`: what the kernel's shared memory must hold, in columns of a span or keys of a table.
__device__ __forceinline__ int count_bin(const RowFacts& row, std::int64_t entries_of_a,
                                         const Limits& l, bool masked, int& need) {
  const int p = row.products;
  need = row.span;
  if (p == 0 || entries_of_a == 1) return count_known;
  if (is_giant(row, l)) return count_giant;
  const bool suits =
      l.bits && static_cast<std::int64_t>(row.span) <= std::int64_t{l.bits_per_product} * p;
  if (const int lanes = sort_lanes(row, entries_of_a, l); lanes > 0) {
    if (l.merge && entries_of_a <= 8 && p <= 64) return count_merge;
    if (lanes <= 16) return count_sort_16;
    return suits && row.span <= 16384 ? count_team_bits : count_sort_32;
  }
  if (p <= 32) {
    need = p;
    return count_table_32;
  }
  const bool by_team = p <= l.team_products && entries_of_a <= l.team_rows_of_b;
  if (suits && by_team && row.span <= l.team_bits) return count_team_bits;
  if ((p > 512 || !by_team) && (suits || p > l.most_counted_by_hash)) {
    if (row.span > l.block_bits) return count_wide_bits;
    return p >= l.heavy ? count_heavy_bits : count_block_bits;
  }
  need = row.words;
  if (masked && by_team && need <= l.most_counted_words) {
    return need <= 128 ? count_masks_128 : count_masks_1k;
  }
  need = p;
  if (p <= 128 && by_team) return count_table_128;
  if (p <= 512 && by_team) return count_table_512;
  return p <= 2048 ? count_hash_4k : p <= 8192 ? count_hash_16k : count_hash_32k;
}

/// Shared memory of a row summed by bits: its values, their columns within the span, and 32
/// columns' bits with the number of bits before them. A multiple of 16.
__host__ __device__ constexpr int team_bits_bytes(int span, int entries, int value_size) {
  return (entries * value_size + 15) / 16 * 16 + (entries * 2 + 15) / 16 * 16 +
         (span + 255) / 256 * 48;
}

/// The same for a block, which writes the columns without keeping them.
__host__ __device__ constexpr std::int64_t block_bits_bytes(std::int64_t span, int entries,
                                                            int value_size) {
  return (std::int64_t{entries} * value_size + 15) / 16 * 16 + (span + 127) / 128 * 24;
}

/// What is summed beside such a table, or its words while they are sorted. A multiple of 16.
__host__ __device__ __forceinline__ int mask_sums_bytes(int entries, int blocks, int value_size) {
  return (max(entries * value_size, 4 << bits_for(blocks, 6)) + 15) / 16 * 16;
}
/// Shared memory of a row summed by words. A multiple of 16.
__host__ __device__ __forceinline__ int masks_bytes(int entries, int blocks, int value_size) {
  return mask_sums_bytes(entries, blocks, value_size) +
         (static_cast<int>(sizeof(uint2)) + 2) *
             (1 << bits_for(2 * std::int64_t{blocks}, least_mask_bits));
}

/// The same where words are ranked, for spans up to `most_ranked`.
constexpr int most_ranked = 1 << 19;
__host__ __device__ constexpr int ranks_bytes(int entries, int blocks, int span, int value_size) {
  return (entries * value_size + 15) / 16 * 16 + (blocks + 1) / 2 * 16 +
         ((span + 1023) / 1024 * 8 + blocks * 2 + 15) / 16 * 16;
}

__device__ __forceinline__ int fill_bin(const RowFacts& row, int entries, std::int64_t entries_of_a,
                                        const Limits& l, bool masked, int& need) {
  need = row.span;
  if (entries == 0) return fill_none;
  const int lanes = sort_lanes(row, entries_of_a, l);
  if (entries_of_a == 1 && lanes != 8) return fill_copy;
  if (is_giant(row, l)) return fill_none;
  const auto span = static_cast<std::int64_t>(row.span);
  const FillBin window = row.products >= l.heavy ? fill_heavy_window : fill_window;
  const FillBin wide = row.products >= l.heavy ? fill_heavy_wide : fill_wide;
  const bool by_team = row.products <= l.team_products && entries_of_a <= l.team_rows_of_b;
  if (lanes == 8 || lanes == 16) return lanes == 8 ? fill_sort_8 : fill_sort_16;
  if (by_team && row.span <= l.team_window &&
      span <= static_cast<std::int64_t>(l.columns_per_entry) * entries) {
    return fill_team_window;
  }
  if (lanes == 32) return fill_sort_32;
  const int by_words =
      masked && row.words > 0 && span <= std::int64_t{1} << (35 - bits_for(row.words, 4))
          ? masks_bytes(entries, row.words, l.value_size)
          : l.most_shared + 1;
  if (by_team && l.bits && row.span <= l.team_bits &&
      span <= std::int64_t{l.fill_bits_per_product} * row.products) {
    need = team_bits_bytes(row.span, entries, l.value_size);
    // Bits are scanned, words found by a longer way once per product.
    // Words that hold hardly more than two products are not worth a second walk.
    const bool thin = std::int64_t{5} * row.met >= std::int64_t{2} * row.products &&
                      span <= std::int64_t{48} * row.products;
    const bool scans = by_words > l.team_bytes || span <= 12288 || thin;
    if (need <= l.team_bytes && scans) return fill_team_bits;
    need = row.span;
  }
  if (by_team && by_words <= l.most_shared && span <= most_ranked) {
    need = ranks_bytes(entries, row.words, row.span, l.value_size);
    if (need <= l.team_bytes) return fill_ranks_team;
    need = row.span;
  }
  if (by_team && by_words <= l.team_bytes) {
    need = by_words;
    return fill_masks_team;
  }
  if (by_team && entries <= l.team_entries) {
    need = entries;
    return entries <= 32    ? fill_table_32
           : entries <= 64  ? fill_table_64
           : entries <= 128 ? fill_table_128
                            : fill_table_256;
  }
  const bool suits = span <= std::int64_t{l.fill_bits_per_product} * row.products;
  if (l.small_window > 0) {
    // Bits read B twice, a window is written out column by column.
    const bool dense = span <= static_cast<std::int64_t>(l.window_columns) * entries;
    if (row.span <= l.small_window && (dense || span * l.window_uses <= row.products)) {
      return window;
    }
    if (row.span <= l.wide_window && dense) return wide;
  }
  if (l.bits && suits) {
    const std::int64_t bytes = block_bits_bytes(span, entries, l.value_size);
    need = static_cast<int>(bytes);
    if (bytes <= l.most_shared && bytes <= std::int64_t{2} * by_words) {
      return bytes <= 24 * 1024    ? fill_bits_24k
             : bytes <= 54 * 1024  ? fill_bits_54k
             : bytes <= 112 * 1024 ? fill_bits_112k
                                   : fill_bits_full;
    }
    need = row.span;
  }
  if (by_words <= min(l.most_shared, 112 * 1024)) {
    need = by_words;
    return by_words <= 24 * 1024   ? fill_masks_24k
           : by_words <= 54 * 1024 ? fill_masks_54k
                                   : fill_masks_112k;
  }
  const std::int64_t passes = (span + l.wide_window - 1) / l.wide_window;
  if (entries > l.most_in_table || (entries > l.passes_from && passes <= l.most_passes)) {
    need = min(row.span, l.wide_window);
    return wide;
  }
  need = entries;
  return entries <= 512    ? fill_hash_1k
         : entries <= 1024 ? fill_hash_2k
         : entries <= 2048 ? fill_hash_4k
         : entries <= 4096 ? fill_hash_8k
                           : fill_hash_16k;
}

/// What tells whether rows of C are rather filled at once than counted first: counting looks at
/// products, moving the rows together at entries, 24 bytes each, which costs as much. So products
/// must be well above the bounds of the rows, as they are where their columns lie close together,
/// and the bounds hardly above the entries. Of 43 products bands were 1.4 times as fast then; where
/// rows had to be moved counting was as fast or faster on all but seven, up to 2.4 times
/// (docs/measurements/2026-11-21-gpu-spgemm.md).
struct Sample {
  unsigned long long all_bounds;  ///< entries of all rows at most
  unsigned long long bounds;      ///< of the rows of a sample
  unsigned long long entries;     ///< that these were seen to have
  [[nodiscard]] static __host__ __device__ __forceinline__ bool may_pay(
      unsigned long long all_bounds, std::int64_t products) {
    return 2 * static_cast<unsigned long long>(products) >= 3 * all_bounds;
  }
  [[nodiscard]] __host__ __device__ __forceinline__ bool bounds_pay() const {
    return entries > 0 && 32 * bounds <= 33 * entries;
  }
};

/// Counters in device memory, zero before each run.
struct Counters {
  int rows[2][most_bins];  ///< rows per bin: of counting, of filling
  int need[2][most_bins];
  unsigned queue[2][most_bins];  ///< next row of a bin, for blocks that come back for more
  unsigned tickets[4];
  unsigned long long words;  ///< of B
  Sample sample;
};

/// Whether B has few enough words. They are counted before all kernels that ask.
__device__ __forceinline__ bool uses_masks(const Limits& l, const Counters& counters) {
  return l.most_words > 0 && counters.words <= static_cast<unsigned long long>(l.most_words);
}

/// What the host is told, in pinned memory, after analysing (0) and after counting (1).
struct Summary {
  int rows[2][most_bins];
  int need[2][most_bins];
  std::int64_t entries;
  unsigned long long words;  ///< of B
  Sample sample;
};

/// Appends rows to the lists of their bins: positions within the block by shared counters, places
/// in the lists by one addition per bin and block. All threads of the block must call add() as
/// often as each other, between them flush().
struct BinWriter {
  int count[most_bins];
  int need[most_bins];
  int base[most_bins];

  __device__ void clear() {
    if (threadIdx.x < most_bins) {
      count[threadIdx.x] = 0;
      need[threadIdx.x] = 0;
    }
  }
  /// The row's position among the block's rows of this bin.
  __device__ int claim(int bin, int row_need) {
    atomicMax(&need[bin], row_need);
    return atomicAdd(&count[bin], 1);
  }
  /// After a barrier; a barrier must follow.
  __device__ void reserve(int phase, Counters* counters) {
    if (threadIdx.x < most_bins && count[threadIdx.x] > 0) {
      base[threadIdx.x] = atomicAdd(&counters->rows[phase][threadIdx.x], count[threadIdx.x]);
      atomicMax(&counters->need[phase][threadIdx.x], need[threadIdx.x]);
    }
  }
};

}  // namespace sptune::spgemm::cuda
