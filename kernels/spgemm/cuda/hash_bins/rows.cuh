// SPDX-License-Identifier: BSD-3-Clause
// What is known of a row of C, what a configuration and a device allow, and the shared memory that
// rows need.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/products.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Slots of a table of words, as a power of two: twice the words.
constexpr int least_mask_bits = 5;

/// Most words of a row, up to 1024, whose table fits in `bytes`.
constexpr int most_words_in(int bytes) {
  int words = 1024;
  while (words > 0 && 8 << bits_for(2 * std::int64_t{words}, least_mask_bits) > bytes) words /= 2;
  return words;
}
static_assert(most_words_in(16384) == 1024 && most_words_in(16383) == 512);

/// What accumulators may take, from the configuration and the device. Columns and entries unless
/// said otherwise.
struct Limits {
  bool bits = true;                ///< entries may be counted by bitmaps
  int team_bits = 65536;           ///< widest span of a team's bitmap
  int block_bits = 262144;         ///< … of a block's, where rows of such spans are counted apart
  int fill_bits_per_product = 64;  ///< a bitmap may have so many bits where values are computed
  int team_products = 8192;        ///< most products of a row that a team takes alone
  int team_rows_of_b = 512;        ///< most entries of A in such a row
  int team_steps = 1024;           ///< most steps of a team at a row: one per entry of A, and one
                                   ///< per warp of products
  int sort_products = 256;         ///< most products of a row that is sorted, 0: none
  bool merge = true;               ///< a thread may merge a row
  std::int64_t most_words = 0;     ///< B is used by words if it has at most so many
  int most_counted_words = 0;      ///< of a row, in the tables of warps
  int value_size = 8;              ///< bytes
  int small_counting_bytes = 4096;  ///< most of the teams that count by bits and are launched apart
  int team_bytes = 12288;           ///< most shared memory of a team with bits
  int small_team_bytes = 6144;  ///< … of those that are launched apart, so that more are there
  int most_counted_by_hash = 24576;  ///< products
  int team_entries = 256;            ///< most entries of a row in a team's table
  int team_window = 1024;            ///< widest window of a team, 0: none
  int small_window = 8192;           ///< widest span of a block's window among others, 0: none
  int wide_window = 0;               ///< columns of a block's window with all the shared memory
  int strip_columns = 0;             ///< widest span summed by strips, 0: B has none
  int most_passes = 3;               ///< passes of windows where a table would do
  int most_shared = 0;               ///< bytes of a block
  int group_bytes = 56 * 1024;       ///< most shared memory of a block with a group of rows
  unsigned long long fewest_followers = 0;  ///< entries of A from which rows are grouped
  int most_in_table = 8192;                 ///< entries of the largest table
  int heavy = 65536;       ///< products from which a row is begun before the others of its kind
  int oversized = 262144;  ///< products from which a row's windows go to blocks of their own
  int late = 262144;  ///< … or from which one block would still be at it when others are done
  int block_rows_of_b = 0x7fffffff;  ///< most entries of A of a row that one block takes
  int scattered_span = 0;            ///< widest span of a row that is sorted by buckets, 0: none is
  int scattered_products = 0;        ///< … and most products of all that are at the same time
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
