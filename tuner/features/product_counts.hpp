// SPDX-License-Identifier: BSD-3-Clause
// What tier 3 looks at and counts, on the host or on a device: rows whose products are counted, and
// fewer that are multiplied out. Integers but for two sums, so that both come to the same features
// but for rounding. What is made of it is in products.cpp alone. Private to the module.
#pragma once

#include "kernels/api/mix64.hpp"
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <cstdint>

namespace sptune::features {

constexpr std::int64_t counted_rows = 1024;      ///< most rows whose products are counted
constexpr std::int64_t counted_entries = 12000;  ///< of A, about: each is a random access to B
constexpr std::int64_t expanded_rows = 192;      ///< most rows that are multiplied out
constexpr std::int64_t expanded_products = 24000;
constexpr std::int64_t expanded_entries = 2048;  ///< of one row of A that are looked at, at most
constexpr std::int64_t row_products = 6000;      ///< of one row; longer rows are extrapolated
constexpr std::int64_t dense_columns_per_entry = 4;  ///< as spgemm::SpreadRows
constexpr std::int64_t short_entries = 24;  ///< of a row of B, as short_row of dense_rows.hpp
constexpr int last_columns = 4;             ///< products before one that may have had its column
constexpr int most_table_bits = 15;

/// Which rows are counted, and of a long one how many entries.
struct CountedSample {
  RowBlocks rows;
  std::int64_t most;

  CountedSample(std::int64_t matrix_rows, std::int64_t nnz)
      : rows(matrix_rows, 1, wanted(matrix_rows, nnz)),
        most(std::max<std::int64_t>(counted_entries / std::max<std::int64_t>(rows.count, 1), 128)) {
  }
  CountedSample(const RowBlocks& chosen, std::int64_t most_entries)
      : rows(chosen), most(most_entries) {}
  /// Every how many-th entry of a row of this length is looked at.
  [[nodiscard]] constexpr std::int64_t step(std::int64_t length) const noexcept {
    return length / most + 1;
  }

 private:
  [[nodiscard]] static std::int64_t wanted(std::int64_t rows, std::int64_t nnz) noexcept {
    const double mean = ratio(static_cast<double>(nnz), static_cast<double>(rows));
    return std::clamp(static_cast<std::int64_t>(counted_entries / std::max(mean, 1.0)),
                      std::int64_t{64}, counted_rows);
  }
};

/// One of them.
struct CountedRow {
  std::int64_t length = 0;    ///< entries of A
  std::int64_t looked = 0;    ///< of them looked at
  std::int64_t products = 0;  ///< of those
  double squares = 0;         ///< sum over those of the squared length of B's row
  std::int64_t repeated = 0;  ///< 1: the row is not empty and has the columns of the row before
};

/// Which rows are multiplied out.
[[nodiscard]] inline RowBlocks expanded_sample(std::int64_t rows,
                                               double products_per_row) noexcept {
  const auto wanted = static_cast<std::int64_t>(static_cast<double>(expanded_products) /
                                                std::max(products_per_row, 1.0));
  return {rows, 1, std::clamp<std::int64_t>(wanted, 8, expanded_rows)};
}

/// One of them. All 0 but `step` where the entries looked at have no products.
struct ExpandedRow {
  std::int64_t step = 1;      ///< every step-th entry of A was looked at
  std::int64_t outline = 0;   ///< products of those entries
  std::int64_t span = 0;      ///< columns; at least one, which only rows out of order need telling
  std::int64_t seen = 0;      ///< products whose columns were looked at
  std::int64_t words = 0;     ///< groups of 64 columns among them, row of B by row of B
  std::int64_t dense = 0;     ///< of them with rows of B that are dense in their span
  double dense_columns = 0;   ///< columns that those rows span, for the products looked at
  std::int64_t brief = 0;     ///< with short rows of B
  std::int64_t returns = 0;   ///< whose column one of the four before had
  std::int64_t ones = 0;      ///< bits set in the table of columns
  std::int64_t disorder = 0;  ///< signs of rows of B that are not sorted
};

[[nodiscard]] constexpr std::int64_t expanded_step(std::int64_t length) noexcept {
  return length / expanded_entries + 1;
}

/// Share of each of B's rows that is looked at.
[[nodiscard]] constexpr double expanded_part(std::int64_t outline) noexcept {
  return std::min(1.0, static_cast<double>(row_products) / static_cast<double>(outline));
}

/// Of a row of B, the stretch that stands for it. The stretches of a row of C hold fewer than
/// row_products + expanded_entries products, each being rounded up.
struct Stretch {
  std::int64_t from = 0;
  std::int64_t count = 0;
};

/// Of B's row `k`, for entry `i` of A: at a place that differs from row to row, since stretches at
/// the same place would all hold the same few columns.
template <class B>
[[nodiscard]] constexpr Stretch stretch_of(const B& b, std::int64_t k, std::int64_t i,
                                           double part) noexcept {
  const std::int64_t length = b.length(k);
  if (length <= 0) return {b.begin(k), 0};
  const double share = part * static_cast<double>(length);
  const auto whole = static_cast<std::int64_t>(share);
  const std::int64_t count = whole + (static_cast<double>(whole) < share ? 1 : 0);
  const std::uint64_t room = static_cast<std::uint64_t>(length - count) + 1;
  const std::uint64_t place = scramble(static_cast<std::uint64_t>(i)) % room;
  return {b.begin(k) + static_cast<std::int64_t>(place), count};
}

/// Notes of row k of B, which has entries and of which `n` are looked at, what it is to sums by
/// words or densely.
template <class B>
constexpr void add_row_of_b(const B& b, std::int64_t k, std::int64_t n, ExpandedRow& to) noexcept {
  const std::int64_t length = b.length(k);
  const std::int64_t span = std::int64_t{b.columns[b.end(k) - 1]} - b.columns[b.begin(k)] + 1;
  to.disorder += span < length ? 1 : 0;
  if (span <= dense_columns_per_entry * length) {
    to.dense += n;
    to.dense_columns +=
        static_cast<double>(n) * (static_cast<double>(span) / static_cast<double>(length));
  }
  if (length <= short_entries) to.brief += n;
}

/// Bits of the table in which distinct columns of a row of C are counted, of so many products: at
/// least four for each that is looked at, as far as there are so many. A power of two, by exponent.
[[nodiscard]] constexpr int table_bits(std::int64_t outline) noexcept {
  const std::int64_t looked = outline < row_products ? outline : row_products;
  const std::int64_t wanted = 4 * (looked > 16 ? looked : 16);
  int bits = 0;
  while (bits < most_table_bits && (wanted >> bits) != 0) ++bits;
  return bits;
}

}  // namespace sptune::features
