// SPDX-License-Identifier: BSD-3-Clause
// Which kernel takes a row: by its products before its entries are counted, by its entries
// afterwards. Every candidate says by itself whether it takes the row; the first that does gets it.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/bins.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A bin, and what the kernel's shared memory must hold for the row: columns of a span, keys of a
/// table or bytes, as the bin has it.
struct BinChoice {
  int bin;
  int need;
};
/// No bin: the next candidate is asked.
constexpr int not_taken = -2;
[[nodiscard]] __device__ __forceinline__ bool taken(const BinChoice& c) {
  return c.bin != not_taken;
}

__device__ __forceinline__ bool is_oversized(const RowFacts& row, const Limits& l) {
  // A window with fewer products costs more to go through than to leave to a table.
  constexpr int least_per_window = 2048;
  if (row.span <= l.wide_window) return false;
  return row.products > l.oversized ||
         (row.products > l.late && row.products / least_per_window > row.span / l.wide_window);
}

/// Lanes that sort the products of a row, 0 when it is left to others. Keys are columns and places.
__device__ __forceinline__ int sort_lanes(const RowFacts& row, std::int64_t entries_of_a,
                                          const Limits& l) {
  const int p = row.products;
  if (p > l.sort_products || entries_of_a > 32 || row.span > 1 << 24) return 0;
  return p <= 32 && entries_of_a <= 8 ? 8 : p <= 64 && entries_of_a <= 16 ? 16 : 32;
}

/// A row that one team finishes before others would wait for it.
__device__ __forceinline__ bool suits_team(const RowFacts& row, std::int64_t entries_of_a,
                                           const Limits& l) {
  return row.products <= l.team_products && entries_of_a <= l.team_rows_of_b;
}

/// How the entries of a row are counted. `masked`: B's columns are there by words.
struct CountChoice {
  const RowFacts& row;
  std::int64_t entries_of_a;
  const Limits& l;
  bool masked;

  [[nodiscard]] __device__ __forceinline__ BinChoice choose() const {
    const int p = row.products;
    if (p == 0 || entries_of_a == 1) return {count_known, row.span};
    if (is_oversized(row, l)) return {count_oversized, row.span};
    const bool suits_bits =
        l.bits && static_cast<std::int64_t>(row.span) <= std::int64_t{l.bits_per_product} * p;
    if (const BinChoice c = sorted(suits_bits); taken(c)) return c;
    if (p <= 32) return {count_table_32, p};
    const bool by_team = suits_team(row, entries_of_a, l);
    if (const BinChoice c = bits(suits_bits, by_team); taken(c)) return c;
    if (masked && by_team && row.words <= l.most_counted_words) {
      return {row.words <= 128 ? count_masks_128 : count_masks_1k, row.words};
    }
    return {hash(by_team), p};
  }

 private:
  [[nodiscard]] __device__ __forceinline__ BinChoice sorted(bool suits_bits) const {
    const int lanes = sort_lanes(row, entries_of_a, l);
    if (lanes == 0) return {not_taken, 0};
    if (l.merge && entries_of_a <= 8 && row.products <= 64) return {count_merge, row.span};
    if (lanes <= 16) return {count_sort_16, row.span};
    return {suits_bits && row.span <= 16384 ? count_team_bits : count_sort_32, row.span};
  }
  [[nodiscard]] __device__ __forceinline__ BinChoice bits(bool suits_bits, bool by_team) const {
    if (suits_bits && by_team && row.span <= l.team_bits) return {count_team_bits, row.span};
    const bool large = row.products > 512 || !by_team;
    if (!large || !(suits_bits || row.products > l.most_counted_by_hash)) return {not_taken, 0};
    if (row.span > l.block_bits) return {count_wide_bits, row.span};
    return {row.products >= l.heavy ? count_heavy_bits : count_block_bits, row.span};
  }
  [[nodiscard]] __device__ __forceinline__ CountBin hash(bool by_team) const {
    const int p = row.products;
    if (p <= 128 && by_team) return count_table_128;
    if (p <= 512 && by_team) return count_table_512;
    return p <= 2048 ? count_hash_4k : p <= 8192 ? count_hash_16k : count_hash_32k;
  }
};

/// How the values of a row are computed.
struct FillChoice {
  const RowFacts& row;
  int entries;
  std::int64_t entries_of_a;
  const Limits& l;
  bool masked;

  [[nodiscard]] __device__ __forceinline__ BinChoice choose() const {
    if (entries == 0) return {fill_none, row.span};
    const int lanes = sort_lanes(row, entries_of_a, l);
    if (entries_of_a == 1 && lanes != 8) return {fill_copy, row.span};
    if (is_oversized(row, l)) return {fill_none, row.span};
    const bool by_team = suits_team(row, entries_of_a, l);
    if (lanes == 8 || lanes == 16) return {lanes == 8 ? fill_sort_8 : fill_sort_16, row.span};
    if (by_team && suits_team_window()) return {fill_team_window, row.span};
    if (lanes == 32) return {fill_sort_32, row.span};
    const int word_bytes = bytes_by_words();
    if (by_team) {
      if (const BinChoice c = by_one_team(word_bytes); taken(c)) return c;
    }
    return by_block(word_bytes);
  }

 private:
  [[nodiscard]] __device__ __forceinline__ std::int64_t span() const { return row.span; }
  [[nodiscard]] __device__ __forceinline__ bool suits_bits() const {
    return l.bits && span() <= std::int64_t{l.fill_bits_per_product} * row.products;
  }
  [[nodiscard]] __device__ __forceinline__ bool suits_team_window() const {
    return row.span <= l.team_window &&
           span() <= static_cast<std::int64_t>(l.columns_per_entry) * entries;
  }
  /// Shared memory of the row by words; more than there is where it does not suit them.
  [[nodiscard]] __device__ __forceinline__ int bytes_by_words() const {
    const bool suits =
        masked && row.words > 0 && span() <= std::int64_t{1} << (35 - bits_for(row.words, 4));
    return suits ? masks_bytes(entries, row.words, l.value_size) : l.most_shared + 1;
  }

  [[nodiscard]] __device__ __forceinline__ BinChoice by_one_team(int word_bytes) const {
    if (const BinChoice c = team_bits(word_bytes); taken(c)) return c;
    if (word_bytes <= l.most_shared && span() <= most_ranked) {
      const int need = ranks_bytes(entries, row.words, row.span, l.value_size);
      if (need <= l.team_bytes) return {fill_ranks_team, need};
    }
    if (word_bytes <= l.team_bytes) return {fill_masks_team, word_bytes};
    if (entries > l.team_entries) return {not_taken, 0};
    return {entries <= 32    ? fill_table_32
            : entries <= 64  ? fill_table_64
            : entries <= 128 ? fill_table_128
                             : fill_table_256,
            entries};
  }
  [[nodiscard]] __device__ __forceinline__ BinChoice team_bits(int word_bytes) const {
    if (!suits_bits() || row.span > l.team_bits) return {not_taken, 0};
    const int need = team_bits_bytes(row.span, entries, l.value_size);
    // Bits are scanned, words found by a longer way once per product. Words that hold hardly more
    // than two products are not worth reading B twice.
    const bool thin = std::int64_t{5} * row.met >= std::int64_t{2} * row.products &&
                      span() <= std::int64_t{48} * row.products;
    const bool scans = word_bytes > l.team_bytes || span() <= 12288 || thin;
    return {need <= l.team_bytes && scans ? fill_team_bits : not_taken, need};
  }

  [[nodiscard]] __device__ __forceinline__ BinChoice by_block(int word_bytes) const {
    if (const BinChoice c = block_window(); taken(c)) return c;
    if (const BinChoice c = block_bits(word_bytes); taken(c)) return c;
    if (word_bytes <= min(l.most_shared, 112 * 1024)) {
      return {word_bytes <= 24 * 1024   ? fill_masks_24k
              : word_bytes <= 54 * 1024 ? fill_masks_54k
                                        : fill_masks_112k,
              word_bytes};
    }
    const std::int64_t passes = (span() + l.wide_window - 1) / l.wide_window;
    if (entries > l.most_in_table || (entries > l.passes_from && passes <= l.most_passes)) {
      return {wide(), min(row.span, l.wide_window)};
    }
    return {block_table(), entries};
  }
  [[nodiscard]] __device__ __forceinline__ FillBin wide() const {
    return row.products >= l.heavy ? fill_heavy_wide : fill_wide;
  }
  [[nodiscard]] __device__ __forceinline__ BinChoice block_window() const {
    if (l.small_window == 0) return {not_taken, 0};
    // Bits read B twice, a window is written out column by column.
    const bool dense = span() <= static_cast<std::int64_t>(l.window_columns) * entries;
    if (row.span <= l.small_window && (dense || span() * l.window_uses <= row.products)) {
      return {row.products >= l.heavy ? fill_heavy_window : fill_window, row.span};
    }
    return {row.span <= l.wide_window && dense ? wide() : not_taken, row.span};
  }
  [[nodiscard]] __device__ __forceinline__ BinChoice block_bits(int word_bytes) const {
    if (!suits_bits()) return {not_taken, 0};
    const std::int64_t bytes = block_bits_bytes(span(), entries, l.value_size);
    if (bytes > l.most_shared || bytes > std::int64_t{2} * word_bytes) return {not_taken, 0};
    return {bytes <= 24 * 1024    ? fill_bits_24k
            : bytes <= 54 * 1024  ? fill_bits_54k
            : bytes <= 112 * 1024 ? fill_bits_112k
                                  : fill_bits_full,
            static_cast<int>(bytes)};
  }
  [[nodiscard]] __device__ __forceinline__ FillBin block_table() const {
    return entries <= 512    ? fill_hash_1k
           : entries <= 1024 ? fill_hash_2k
           : entries <= 2048 ? fill_hash_4k
           : entries <= 4096 ? fill_hash_8k
                             : fill_hash_16k;
  }
};

}  // namespace sptune::spgemm::hash_bins
