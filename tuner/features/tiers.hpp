// SPDX-License-Identifier: BSD-3-Clause
// The tiers as functions over the pattern alone. Private to the module.
#pragma once

#include "kernels/api/feature.hpp"
#include "sptune/matrix.hpp"
#include "sptune/plan.hpp"
#include "tuner/features/tally.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sptune::features {

/// A CSR without its values: no tier looks at them.
template <class O>
struct Pattern {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t nnz = 0;
  const O* offsets = nullptr;
  const Index* columns = nullptr;

  [[nodiscard]] constexpr std::int64_t begin(std::int64_t row) const noexcept {
    return offsets[row];
  }
  [[nodiscard]] constexpr std::int64_t end(std::int64_t row) const noexcept {
    return offsets[row + 1];
  }
  [[nodiscard]] constexpr std::int64_t length(std::int64_t row) const noexcept {
    return end(row) - begin(row);
  }
};

/// Calls `f(Pattern<O>)` with the offset type that `a` holds.
template <class F>
void visit_pattern(const AnyCsr& a, F&& f) {
  if (a.offset_type == OffsetType::i32) {
    f(Pattern<std::int32_t>{a.rows, a.cols, a.nnz, static_cast<const std::int32_t*>(a.row_offsets),
                            a.col_indices});
  } else {
    f(Pattern<std::int64_t>{a.rows, a.cols, a.nnz, static_cast<const std::int64_t*>(a.row_offsets),
                            a.col_indices});
  }
}

/// Blocks of `block` consecutive rows spread evenly over the matrix, first and last included, so
/// that the same matrix always gives the same sample. Blocks start at multiples of `block`.
struct RowBlocks {
  std::int64_t rows = 0;
  std::int64_t block = 1;
  std::int64_t count = 0;  ///< blocks in the sample
  std::int64_t total = 0;  ///< blocks in the matrix

  RowBlocks(std::int64_t matrix_rows, std::int64_t rows_per_block, std::int64_t at_most)
      : rows(matrix_rows),
        block(rows_per_block),
        count(std::min((matrix_rows + rows_per_block - 1) / rows_per_block,
                       std::max<std::int64_t>(at_most, 1))),
        total((matrix_rows + rows_per_block - 1) / rows_per_block) {}

  [[nodiscard]] constexpr std::int64_t first(std::int64_t i) const noexcept {
    const std::int64_t chosen = count <= 1 ? 0 : i * (total - 1) / (count - 1);
    return chosen * block;
  }
  [[nodiscard]] constexpr std::int64_t last(std::int64_t i) const noexcept {
    return std::min(first(i) + block, rows);
  }
};

/// Zero where the denominator is zero: a matrix without rows or entries has ratio 0.
[[nodiscard]] inline double ratio(double numerator, double denominator) noexcept {
  return denominator > 0 ? numerator / denominator : 0.0;
}

/// Stored over needed; 1 (nothing wasted) where nothing is needed.
[[nodiscard]] inline double fill(double stored, double needed) noexcept {
  return needed > 0 ? std::max(stored / needed, 1.0) : 1.0;
}

// --- what the tiers look at --------------------------------------------------------------------
// Few numbers, whatever the size of the matrix, and all of them counted where the matrix is.

constexpr std::int64_t rows_per_row_block = 64;  ///< a multiple of both SELL chunk heights
constexpr std::int64_t most_row_blocks = 96;
constexpr std::int64_t stretch = 2048;  ///< rows within which changes of length are counted
constexpr std::int64_t most_parts = 1024;
constexpr std::int64_t rows_per_column_block = 24;  ///< divisible by every block size looked at
constexpr std::int64_t entry_budget = 6000;
constexpr std::int64_t least_column_blocks = 4;
constexpr std::int64_t most_column_blocks = 100;

[[nodiscard]] inline RowBlocks row_blocks(std::int64_t rows) noexcept {
  return {rows, rows_per_row_block, most_row_blocks};
}

/// Which blocks of rows the column tier looks at, and how much of one.
struct ColumnBlocks {
  RowBlocks blocks;
  std::int64_t most;   ///< a block with more entries is seen through a window
  std::int64_t width;  ///< of the window, in entries of the longest row

  ColumnBlocks(std::int64_t rows, std::int64_t nnz)
      : blocks(rows, rows_per_column_block, wanted(rows, nnz)),
        most(std::max<std::int64_t>(entry_budget * 5 / 4 / std::max<std::int64_t>(blocks.count, 1),
                                    240)),
        width(std::max<std::int64_t>(most * 4 / 5 / rows_per_column_block, 8)) {}

  /// Where the window of block `number` begins in its longest row, of `length` entries: at a place
  /// that moves from block to block.
  [[nodiscard]] static constexpr std::int64_t place(std::int64_t number, std::int64_t length,
                                                    std::int64_t width) noexcept {
    return std::max<std::int64_t>(length - width, 0) * ((number * 5) % 8) / 8;
  }
  /// Entries looked at in one block, at most.
  [[nodiscard]] constexpr std::int64_t most_entries() const noexcept {
    return std::max(most, rows_per_column_block * 4 * width);
  }

 private:
  [[nodiscard]] static std::int64_t wanted(std::int64_t rows, std::int64_t nnz) noexcept {
    const double entries = static_cast<double>(nnz) / static_cast<double>(rows) *
                           static_cast<double>(rows_per_column_block);
    return std::clamp(static_cast<std::int64_t>(entry_budget / std::max(entries, 1.0)),
                      least_column_blocks, most_column_blocks);
  }
};

/// Equal parts of the rows, as threads of the CPU get them.
[[nodiscard]] inline std::int64_t parts_for(int threads) noexcept {
  return std::clamp<std::int64_t>(threads, 1, most_parts);
}

/// Offsets, and columns, of a matrix in host memory.
///@{
void count_rows(const AnyCsr& a, std::int64_t parts, Tally& to);
void count_columns(const AnyCsr& a, Tally& to);
///@}

/// Of a matrix in host memory, the fingerprint's sample.
[[nodiscard]] Fingerprint sample_of(const AnyCsr& a);
/// A sample with the sizes and the offset type of its matrix.
[[nodiscard]] Fingerprint joined(Fingerprint sample, const AnyCsr& a);
/// Of two operands, in this order.
[[nodiscard]] Fingerprint joined(Fingerprint a, const Fingerprint& b);
/// Of a matrix wherever it is, with its sizes; on a device it is looked at on `stream`.
[[nodiscard]] Fingerprint print_of(const AnyCsr& a, Stream stream);
/// Of A and B where A's is known: B is not looked at where it is the same arrays.
[[nodiscard]] Fingerprint print_of_both(const Fingerprint& of_a, const AnyCsr& a, const AnyCsr& b,
                                        Stream stream);

/// Each writes its features into `values` (feature_count long). All finite on any valid CSR. The
/// last two say whether the columns that were met (of A, and of B) increase within each row.
void row_tier(const AnyCsr& a, std::int64_t parts, const Tally& seen, std::vector<double>& values);
bool column_tier(const AnyCsr& a, const Tally& seen, std::vector<double>& values);
/// In a product both operands are in the same memory; on a device they are looked at on `stream`.
bool product_tier(const AnyCsr& a, const AnyCsr& b, std::int64_t products, Stream stream,
                  std::vector<double>& values);

}  // namespace sptune::features
