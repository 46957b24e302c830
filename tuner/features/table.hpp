// SPDX-License-Identifier: BSD-3-Clause
// Positions of the features in Features::values. Private to the room: everybody else goes by name.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sptune::features {

enum class Id : std::uint8_t {
  // tier 0: header
  rows,
  cols,
  nnz,
  value_bytes,
  offset_bytes,
  threads,
  matrix_bytes,
  matrix_per_l2,
  matrix_per_llc,
  x_per_l2,
  mean_row,
  density,
  aspect,
  // tier 1: row offsets
  row_sd,
  row_cv,
  row_max,
  row_max_per_mean,
  row_p50,
  row_p90,
  row_p99,
  row_gini,
  empty_rows,
  rows_of_1,
  rows_of_1_to_4,
  row_length_changes,
  ell_fill,
  sell8_fill,
  sell32_fill,
  sell8_fill_sorted,
  sell32_fill_sorted,
  hyb_width,
  hyb_tail,
  thread_imbalance,
  // tier 2: sampled columns
  bandwidth,
  bandwidth_per_cols,
  mean_distance,
  row_span,
  row_span_density,
  span_16bit_rows,
  diagonals,
  dia_fill,
  dia_block_fill,
  bsr2_fill,
  bsr3_fill,
  bsr4_fill,
  bsr8_fill,
  contiguous_run,
  x_groups4_per_nnz,
  x_groups8_per_nnz,
  x_groups16_per_nnz,
  x_block_groups8_per_nnz,
  x_group8_reuse,
  // tier 3: products of C = A*B
  products,
  products_per_row,
  products_per_nnz,
  products_cv,
  products_p50,
  products_p90,
  products_p99,
  products_max,
  products_to_16,
  products_to_32,
  products_to_64,
  products_to_512,
  a_rows_repeated,
  b_cols,
  b_nnz,
  b_per_l2,
  b_row_weighted,
  b_words_per_product,
  b_dense_products,
  b_dense_columns,
  b_short_products,
  compression,
  c_nnz_per_row,
  c_span_density,
  c_column_returns,
  c_close_products,
  c_close_words_per_product,
  count
};

inline constexpr std::size_t feature_count = static_cast<std::size_t>(Id::count);

[[nodiscard]] constexpr std::size_t index(Id id) noexcept {
  return static_cast<std::size_t>(id);
}

}  // namespace sptune::features
