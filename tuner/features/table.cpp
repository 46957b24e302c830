// SPDX-License-Identifier: BSD-3-Clause
// The table of features: the single source of names, units and meanings.
#include "tuner/features/table.hpp"

#include "tuner/features/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sptune::features {
namespace {

struct Row {
  Id id;
  FeatureDef def;
};

// "share" runs from 0 to 1; "ratio" is stored over needed (fills: 1 is ideal).
constexpr std::array<Row, feature_count> rows{{
    {Id::rows, {"rows", "rows", 0, "rows of A"}},
    {Id::cols, {"cols", "cols", 0, "columns of A"}},
    {Id::nnz, {"nnz", "entries", 0, "stored entries of A"}},
    {Id::value_bytes, {"value_bytes", "bytes", 0, "size of one value"}},
    {Id::offset_bytes, {"offset_bytes", "bytes", 0, "size of one row offset"}},
    {Id::threads, {"threads", "threads", 0, "threads granted to the operation"}},
    {Id::matrix_bytes, {"matrix_bytes", "bytes", 0, "bytes of A as CSR"}},
    {Id::matrix_per_l2, {"matrix_per_l2", "ratio", 0, "bytes of A over the L2 cache of one core"}},
    {Id::matrix_per_llc, {"matrix_per_llc", "ratio", 0, "bytes of A over the last-level cache"}},
    {Id::x_per_l2, {"x_per_l2", "ratio", 0, "bytes of x over the L2 cache of one core"}},
    {Id::mean_row, {"mean_row", "entries", 0, "entries per row"}},
    {Id::density, {"density", "share", 0, "entries over rows x cols"}},
    {Id::aspect, {"aspect", "ratio", 0, "rows over columns"}},
    {Id::row_sd, {"row_sd", "entries", 1, "standard deviation of the row length"}},
    {Id::row_cv, {"row_cv", "ratio", 1, "row_sd over mean_row"}},
    {Id::row_max, {"row_max", "entries", 1, "longest row"}},
    {Id::row_max_per_mean, {"row_max_per_mean", "ratio", 1, "longest row over mean_row"}},
    {Id::row_p50, {"row_p50", "entries", 1, "median row length, sampled"}},
    {Id::row_p90, {"row_p90", "entries", 1, "90th percentile of the row length, sampled"}},
    {Id::row_p99, {"row_p99", "entries", 1, "99th percentile of the row length, sampled"}},
    {Id::row_gini, {"row_gini", "share", 1, "Gini coefficient of the row length, sampled"}},
    {Id::empty_rows, {"empty_rows", "share", 1, "rows without entries"}},
    {Id::rows_of_1, {"rows_of_1", "share", 1, "rows with one entry"}},
    {Id::rows_of_1_to_4, {"rows_of_1_to_4", "share", 1, "rows with one to four entries"}},
    {Id::row_length_changes,
     {"row_length_changes", "share", 1, "rows whose length differs from the row before"}},
    {Id::ell_fill, {"ell_fill", "ratio", 1, "stored over needed entries of ELL"}},
    {Id::sell8_fill, {"sell8_fill", "ratio", 1, "fill of SELL, C=8, unsorted, sampled"}},
    {Id::sell32_fill, {"sell32_fill", "ratio", 1, "fill of SELL, C=32, unsorted, sampled"}},
    {Id::sell8_fill_sorted,
     {"sell8_fill_sorted", "ratio", 1, "fill of SELL, C=8, all rows sorted"}},
    {Id::sell32_fill_sorted,
     {"sell32_fill_sorted", "ratio", 1, "fill of SELL, C=32, all rows sorted"}},
    {Id::hyb_width,
     {"hyb_width", "entries", 1, "largest K that a third of the rows reach (HYB's rule), sampled"}},
    {Id::hyb_tail, {"hyb_tail", "share", 1, "entries beyond hyb_width in their row, sampled"}},
    {Id::thread_imbalance,
     {"thread_imbalance", "ratio", 1,
      "entries of the fullest thread over the mean when rows are split evenly"}},
    {Id::bandwidth, {"bandwidth", "cols", 2, "largest |j-i| met in the sample"}},
    {Id::bandwidth_per_cols, {"bandwidth_per_cols", "share", 2, "bandwidth over columns"}},
    {Id::mean_distance, {"mean_distance", "cols", 2, "mean |j-i|, sampled"}},
    {Id::row_span, {"row_span", "cols", 2, "mean of last - first + 1 column of a row, sampled"}},
    {Id::row_span_density, {"row_span_density", "share", 2, "row length over row span, sampled"}},
    {Id::span_16bit_rows,
     {"span_16bit_rows", "share", 2, "rows whose columns span at most 65536, sampled"}},
    {Id::diagonals,
     {"diagonals", "diagonals", 2, "distinct diagonals in the sample, counted up to 512"}},
    {Id::dia_fill, {"dia_fill", "ratio", 2, "stored over needed entries of DIA with `diagonals`"}},
    {Id::dia_block_fill,
     {"dia_block_fill", "ratio", 2,
      "the same where every 24 rows list their own diagonals, sampled"}},
    {Id::bsr2_fill, {"bsr2_fill", "ratio", 2, "stored over needed entries of 2x2 blocks, sampled"}},
    {Id::bsr3_fill, {"bsr3_fill", "ratio", 2, "stored over needed entries of 3x3 blocks, sampled"}},
    {Id::bsr4_fill, {"bsr4_fill", "ratio", 2, "stored over needed entries of 4x4 blocks, sampled"}},
    {Id::bsr8_fill, {"bsr8_fill", "ratio", 2, "stored over needed entries of 8x8 blocks, sampled"}},
    {Id::contiguous_run,
     {"contiguous_run", "entries", 2, "mean length of runs of neighbouring columns, sampled"}},
    {Id::x_groups4_per_nnz,
     {"x_groups4_per_nnz", "groups", 2,
      "aligned groups of 4 columns (a 32-byte sector of doubles) that a row touches, per entry"}},
    {Id::x_groups8_per_nnz,
     {"x_groups8_per_nnz", "groups", 2,
      "groups of 8 columns (a 64-byte line of doubles, a sector of floats), per entry"}},
    {Id::x_groups16_per_nnz,
     {"x_groups16_per_nnz", "groups", 2, "groups of 16 columns (a line of floats), per entry"}},
    {Id::x_block_groups8_per_nnz,
     {"x_block_groups8_per_nnz", "groups", 2, "groups of 8 columns that 24 rows touch, per entry"}},
    {Id::x_group8_reuse,
     {"x_group8_reuse", "ratio", 2, "groups of 8 touched row by row over those of 24 rows"}},
    {Id::products, {"products", "products", 3, "multiplications in A*B"}},
    {Id::products_per_row, {"products_per_row", "products", 3, "products over rows of A"}},
    {Id::products_per_nnz, {"products_per_nnz", "products", 3, "products over entries of A"}},
    {Id::products_cv,
     {"products_cv", "ratio", 3, "deviation over mean of the products of a row, sampled"}},
    {Id::products_p50, {"products_p50", "products", 3, "median products of a row, sampled"}},
    {Id::products_p90, {"products_p90", "products", 3, "90th percentile, sampled"}},
    {Id::products_p99, {"products_p99", "products", 3, "99th percentile, sampled"}},
    {Id::products_max, {"products_max", "products", 3, "largest in the sample"}},
    {Id::products_to_16,
     {"products_to_16", "share", 3, "products in rows of at most 16 of them, sampled"}},
    {Id::products_to_32,
     {"products_to_32", "share", 3, "products in rows of at most 32 of them, sampled"}},
    {Id::products_to_64,
     {"products_to_64", "share", 3, "products in rows of at most 64 of them, sampled"}},
    {Id::products_to_512,
     {"products_to_512", "share", 3, "products in rows of at most 512 of them, sampled"}},
    {Id::a_rows_repeated,
     {"a_rows_repeated", "share", 3, "rows of A with the columns of the row before, sampled"}},
    {Id::b_cols, {"b_cols", "cols", 3, "columns of B"}},
    {Id::b_nnz, {"b_nnz", "entries", 3, "stored entries of B"}},
    {Id::b_per_l2, {"b_per_l2", "ratio", 3, "bytes of B over the L2 cache of one core"}},
    {Id::b_row_weighted,
     {"b_row_weighted", "entries", 3, "length of B's rows weighted by use, sum b^2 / sum b"}},
    {Id::b_words_per_product,
     {"b_words_per_product", "words", 3,
      "aligned groups of 64 columns that B's rows touch, per product, sampled"}},
    {Id::b_dense_products,
     {"b_dense_products", "share", 3,
      "products with rows of B that fill a quarter of their span, sampled"}},
    {Id::b_dense_columns,
     {"b_dense_columns", "cols", 3, "columns spanned per entry of those rows, by use, sampled"}},
    {Id::b_short_products,
     {"b_short_products", "share", 3, "products with rows of B of at most 24 entries, sampled"}},
    {Id::compression,
     {"compression", "ratio", 3, "products over entries of C, on up to 192 sampled rows"}},
    {Id::c_nnz_per_row, {"c_nnz_per_row", "entries", 3, "entries of C per row, from compression"}},
    {Id::c_span_density,
     {"c_span_density", "share", 3, "entries over column span of C's rows, sampled"}},
    {Id::c_column_returns,
     {"c_column_returns", "share", 3,
      "products whose column is that of one of the four before, sampled"}},
    {Id::c_close_products,
     {"c_close_products", "share", 3,
      "products of rows of C that span less than 16 words of 64 columns and a word per four "
      "products, sampled"}},
    {Id::c_close_words_per_product,
     {"c_close_words_per_product", "words", 3,
      "words that a bitmap of those rows is searched for, per product of all rows, sampled"}},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (index(rows[i].id) != i || rows[i].def.name.empty()) return false;
  }
  return true;
}
static_assert(in_order(), "the table must list every Id in the order of its declaration");

constexpr auto definitions = [] {
  std::array<FeatureDef, feature_count> out{};
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = rows[i].def;
  return out;
}();

/// Positions in the table, sorted by name: a decision asks for features by name a hundred times.
constexpr auto by_name = [] {
  std::array<std::size_t, feature_count> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i;
  std::sort(out.begin(), out.end(),
            [](std::size_t a, std::size_t b) { return definitions[a].name < definitions[b].name; });
  return out;
}();

}  // namespace

std::span<const FeatureDef> table() {
  return definitions;
}

double Features::at(std::string_view name) const {
  const auto it =
      std::lower_bound(by_name.begin(), by_name.end(), name,
                       [](std::size_t i, std::string_view n) { return definitions[i].name < n; });
  const bool known = it != by_name.end() && definitions[*it].name == name && *it < values.size();
  return known ? values[*it] : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sptune::features
