// SPDX-License-Identifier: BSD-3-Clause
// The tiers as functions over the pattern alone. Private to the room.
#pragma once

#include "sptune/kernels/api/matrix.hpp"
#include "sptune/tuner/features/table.hpp"

#include <algorithm>
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

  [[nodiscard]] std::int64_t begin(std::int64_t row) const noexcept { return offsets[row]; }
  [[nodiscard]] std::int64_t end(std::int64_t row) const noexcept { return offsets[row + 1]; }
  [[nodiscard]] std::int64_t length(std::int64_t row) const noexcept {
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

  [[nodiscard]] std::int64_t first(std::int64_t i) const noexcept {
    const std::int64_t chosen = count <= 1 ? 0 : i * (total - 1) / (count - 1);
    return chosen * block;
  }
  [[nodiscard]] std::int64_t last(std::int64_t i) const noexcept {
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

/// Each writes its features into `values` (feature_count long). All finite on any valid CSR.
void row_tier(const AnyCsr& a, int threads, std::vector<double>& values);
void column_tier(const AnyCsr& a, std::vector<double>& values);
void product_tier(const AnyCsr& a, const AnyCsr& b, std::int64_t products,
                  std::vector<double>& values);

}  // namespace sptune::features
