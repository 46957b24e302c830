// SPDX-License-Identifier: BSD-3-Clause
// The bins of rows, what decides between them, and the shared memory that their kernels need.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/products.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

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
  count_oversized,   ///< a block per window of the row
  count_bins
};

/// How its values are computed.
enum FillBin : std::int8_t {
  fill_none = -1,  ///< empty, or oversized
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

/// The bins of which a block takes a row, adding by atomics.
constexpr FillBin filled_by_blocks[] = {
    fill_masks_24k, fill_masks_54k,    fill_masks_112k, fill_hash_1k,
    fill_hash_2k,   fill_hash_4k,      fill_hash_8k,    fill_hash_16k,
    fill_bits_24k,  fill_bits_54k,     fill_bits_112k,  fill_bits_full,
    fill_window,    fill_heavy_window, fill_wide,       fill_heavy_wide};

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
  int heavy = 65536;       ///< products from which a row is begun before the others of its kind
  int oversized = 262144;  ///< products from which a row's windows go to blocks of their own
  int late = 262144;  ///< … or from which one block would still be at it when others are done
};

/// Products and words of B of a row are counted up to here: more counts as that.
constexpr int most_counted = 0x7fffffff;

/// What is known of a row before its entries are counted.
struct RowFacts {
  int products;  ///< at most most_counted
  Index low;     ///< first column, or up to 31 less: a multiple of 32
  int span;      ///< last column - first column + 1, 0 when empty
  int words;     ///< of B, or blocks of 32 columns of C once these are known
  int met = 0;   ///< words of B, beside the blocks
};

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

}  // namespace sptune::spgemm::hash_bins
