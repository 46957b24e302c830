// SPDX-License-Identifier: BSD-3-Clause
// Small awkward matrices that every SpMV variant has to get right.
#pragma once

#include "sptune/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sptune::test {

struct NamedMatrix {
  std::string name;
  Csr<double> a;
};

/// Rows given by their sets of columns; values are seeded, in [-1, 1), and exact in float.
class MatrixBuilder {
 public:
  MatrixBuilder(std::int64_t rows, std::int64_t cols) : rows_(rows), cols_(cols) {
    columns_.resize(static_cast<std::size_t>(rows));
  }

  MatrixBuilder& add(std::int64_t row, std::int64_t column) {
    if (column >= 0 && column < cols_) {
      columns_[static_cast<std::size_t>(row)].insert(static_cast<Index>(column));
    }
    return *this;
  }
  MatrixBuilder& add_random(std::int64_t row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      add(row, static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(cols_)));
    }
    return *this;
  }
  [[nodiscard]] std::uint64_t random(std::uint64_t below) { return random_() % below; }

  [[nodiscard]] Csr<double> build() {
    Csr<double> a;
    a.rows = rows_;
    a.cols = cols_;
    for (const auto& row : columns_) {
      for (const Index column : row) {
        a.col_indices.push_back(column);
        a.values.push_back(static_cast<double>(static_cast<std::int64_t>(random_() % 2048) - 1024) /
                           1024.0);
      }
      a.row_offsets.push_back(a.nnz());
    }
    return a;
  }

 private:
  std::int64_t rows_;
  std::int64_t cols_;
  std::vector<std::set<Index>> columns_;
  std::mt19937_64 random_{20261121};
};

/// A matrix whose rows are filled by `fill(builder, row)`.
inline NamedMatrix make_matrix(std::string name, std::int64_t rows, std::int64_t cols,
                               const std::function<void(MatrixBuilder&, std::int64_t)>& fill) {
  MatrixBuilder builder(rows, cols);
  for (std::int64_t row = 0; row < rows; ++row) fill(builder, row);
  return {std::move(name), builder.build()};
}

inline std::vector<NamedMatrix> regular_matrices() {
  using B = MatrixBuilder;
  using I = std::int64_t;
  std::vector<NamedMatrix> all;
  all.push_back(make_matrix("identity", 100, 100, [](B& b, I r) { b.add(r, r); }));
  all.push_back(make_matrix("tridiagonal", 257, 257,
                            [](B& b, I r) { b.add(r, r - 1).add(r, r).add(r, r + 1); }));
  all.push_back(make_matrix("five_points", 400, 400, [](B& b, I r) {
    b.add(r, r - 20).add(r, r).add(r, r + 20);
    if (r % 20 != 0) b.add(r, r - 1);
    if (r % 20 != 19) b.add(r, r + 1);
  }));
  all.push_back(make_matrix("block_diagonal_of_3", 99, 99, [](B& b, I r) {
    for (I c = 0; c < 3; ++c) b.add(r, r / 3 * 3 + c);
  }));
  all.push_back(make_matrix("blocks_of_4_cut_by_the_border", 50, 51, [](B& b, I r) {
    for (I c = 0; c < 4; ++c) b.add(r, r / 4 * 4 + c).add(r, 48 + c);
  }));
  all.push_back(make_matrix("dense_13_by_11", 13, 11, [](B& b, I r) {
    for (I c = 0; c < 11; ++c) b.add(r, c);
  }));
  all.push_back(make_matrix("one_full_row", 1, 333, [](B& b, I r) {
    for (I c = 0; c < 333; ++c) b.add(r, c);
  }));
  all.push_back(make_matrix("one_column", 333, 1, [](B& b, I r) {
    if (r % 3 != 1) b.add(r, 0);
  }));
  all.push_back(make_matrix("one_entry", 1, 1, [](B& b, I) { b.add(0, 0); }));
  all.push_back(make_matrix("entry_in_the_last_corner", 70, 90, [](B& b, I r) {
    if (r == 69) b.add(r, 89);
  }));
  return all;
}

inline std::vector<NamedMatrix> irregular_matrices() {
  using B = MatrixBuilder;
  using I = std::int64_t;
  std::vector<NamedMatrix> all;
  all.push_back(make_matrix("no_rows_no_columns", 0, 0, [](B&, I) {}));
  all.push_back(make_matrix("no_rows", 0, 5, [](B&, I) {}));
  all.push_back(make_matrix("no_columns", 5, 0, [](B&, I) {}));
  all.push_back(make_matrix("no_entries", 5, 7, [](B&, I) {}));
  all.push_back(make_matrix("every_other_row_empty", 200, 150, [](B& b, I r) {
    if (r % 2 == 1) b.add_random(r, 6);
  }));
  all.push_back(make_matrix("first_and_last_rows_empty", 103, 64, [](B& b, I r) {
    if (r > 20 && r < 80) b.add_random(r, 1 + r % 7);
  }));
  all.push_back(make_matrix("nearly_all_rows_empty", 5000, 5000, [](B& b, I r) {
    if (r % 977 == 3) b.add_random(r, 5);
  }));
  all.push_back(make_matrix("one_huge_row", 120, 3000,
                            [](B& b, I r) { b.add_random(r, r == 57 ? 2500 : 2); }));
  all.push_back(make_matrix("huge_row_at_the_end", 41, 2000,
                            [](B& b, I r) { b.add_random(r, r == 40 ? 1800 : 1); }));
  all.push_back(make_matrix("random", 301, 299,
                            [](B& b, I r) { b.add_random(r, 3 + static_cast<I>(b.random(9))); }));
  all.push_back(make_matrix("power_law", 700, 700, [](B& b, I r) {
    b.add_random(r,
                 static_cast<I>(600.0 / std::pow(1.0 + static_cast<double>(b.random(700)), 0.9)));
  }));
  all.push_back(make_matrix("wide", 37, 4001, [](B& b, I r) { b.add_random(r, 10 + r); }));
  all.push_back(make_matrix("tall", 4001, 19,
                            [](B& b, I r) { b.add_random(r, static_cast<I>(b.random(4))); }));
  all.push_back(make_matrix("rows_wider_than_16_bits", 60, 200000, [](B& b, I r) {
    b.add(r, 0).add(r, 199999).add_random(r, r % 5);
    for (I c = 0; c < 20; ++c) b.add(r, 3000 * r + c);
  }));
  all.push_back(make_matrix("window_at_the_last_column", 30, 70000, [](B& b, I r) {
    for (I c = 0; c < 12; ++c) b.add(r, 69999 - 3 * c - r);
  }));
  // From a row's first column to its last one is what 16 bits hold, and one column more.
  for (const auto& [name, cols] : {std::pair("as_wide_as_16_bits", I{65536}),
                                   std::pair("one_column_wider_than_16_bits", I{65537})}) {
    all.push_back(make_matrix(name, 40, cols, [last = cols - 1](B& b, I r) {
      for (I c = 0; c < 3; ++c) b.add(r, c).add(r, 900 * r + c).add(r, last - c);
    }));
  }
  return all;
}

inline std::vector<NamedMatrix> battery() {
  std::vector<NamedMatrix> all = regular_matrices();
  for (NamedMatrix& m : irregular_matrices()) all.push_back(std::move(m));
  return all;
}

/// The same matrix in other types.
template <class V, class O>
[[nodiscard]] Csr<V, O> as_types(const Csr<double>& a) {
  Csr<V, O> out;
  out.rows = a.rows;
  out.cols = a.cols;
  out.row_offsets.assign(a.row_offsets.begin(), a.row_offsets.end());
  out.col_indices = a.col_indices;
  out.values.assign(a.values.begin(), a.values.end());
  return out;
}

}  // namespace sptune::test
