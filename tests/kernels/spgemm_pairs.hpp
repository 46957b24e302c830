// SPDX-License-Identifier: BSD-3-Clause
// Pairs of matrices that SpGEMM variants stumble over, built by hand or seeded.
#pragma once

#include "sptune/matrix.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sptune::tests {

struct Pair {
  std::string name;
  Csr<double> a;
  Csr<double> b;
};

/// A times itself.
inline Pair square(const std::string& name, const Csr<double>& a) {
  return {name, a, a};
}

using Rows = std::vector<std::vector<std::pair<Index, double>>>;

inline Csr<double> from_rows(std::int64_t cols, const Rows& rows) {
  Csr<double> m;
  m.rows = static_cast<std::int64_t>(rows.size());
  m.cols = cols;
  for (const auto& row : rows) {
    for (const auto& [col, value] : row) {
      m.col_indices.push_back(col);
      m.values.push_back(value);
    }
    m.row_offsets.push_back(m.nnz());
  }
  return m;
}

/// Row r has the columns `columns_of(r)`, in any order, once each and as far as there are such
/// columns; values are multiples of 1/4.
template <class ColumnsOf>
Csr<double> with_columns(Index rows, Index cols, ColumnsOf&& columns_of) {
  Rows out(static_cast<std::size_t>(rows));
  for (Index r = 0; r < rows; ++r) {
    std::vector<Index> own = columns_of(r);
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const Index c : own) {
      if (c < 0 || c >= cols) continue;
      out[static_cast<std::size_t>(r)].emplace_back(c, (r * 7 + c * 5) % 11 / 4.0 - 1.25);
    }
  }
  return from_rows(cols, out);
}

/// Uniform columns, `mean` entries per row; values k/8 with small k, so that some sums cancel.
inline Csr<double> random_matrix(std::int64_t rows, std::int64_t cols, std::int64_t mean,
                                 unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  Rows out(static_cast<std::size_t>(rows));
  for (auto& row : out) {
    std::set<Index> columns;
    for (std::int64_t t = mean == 1 ? 1 : below(2 * mean + 1); t > 0; --t) {
      columns.insert(static_cast<Index>(below(cols)));
    }
    for (const Index c : columns) row.emplace_back(c, static_cast<double>(below(17) - 8) / 8);
  }
  return from_rows(cols, out);
}

/// The same with so many columns in which every row has an entry.
inline Csr<double> with_full_columns(const Csr<double>& m, int columns) {
  constexpr Index apart = 17;
  Rows out(static_cast<std::size_t>(m.rows));
  for (std::int64_t r = 0; r < m.rows; ++r) {
    std::map<Index, double> row;
    for (int k = 0; k < columns; ++k) row[k * apart] = (k - 1.5) / 2;
    for (std::int64_t i = m.row_offsets[r]; i < m.row_offsets[r + 1]; ++i) {
      row[m.col_indices[i]] = m.values[i];
    }
    out[static_cast<std::size_t>(r)].assign(row.begin(), row.end());
  }
  return from_rows(m.cols, out);
}

/// Entries of C with so many products that a warp sums them, or several do, alone or beside others
/// with few, in rows of up to 8192 products and in longer ones.
inline std::vector<Pair> make_long_entry_pairs() {
  return {
      {"long among short in short rows", random_matrix(60, 3000, 300, 25),
       with_full_columns(random_matrix(3000, 400, 8, 26), 2)},
      {"long among short in long rows", random_matrix(6, 4000, 2500, 21),
       with_full_columns(random_matrix(4000, 1500, 8, 22), 3)},
      {"long among short, too many entries of A for one word", random_matrix(3, 1200000, 60000, 23),
       with_full_columns(random_matrix(1200000, 3000, 1, 24), 2)},
      {"entries of 60 products", random_matrix(200, 2000, 1500, 27),
       random_matrix(2000, 900, 40, 28)},
      {"entries of 4000 products", random_matrix(9, 60000, 12000, 17),
       random_matrix(60000, 9, 3, 18)},
      {"entries of 50000 products, too many entries of A for one word",
       random_matrix(2, 1200000, 200000, 19), random_matrix(1200000, 4, 1, 20)}};
}

/// Blocks of `block` unknowns coupled to their neighbours: rows of equal pattern, clustered
/// columns.
inline Csr<double> block_band(std::int64_t blocks, std::int64_t block, std::int64_t reach) {
  Rows out(static_cast<std::size_t>(blocks * block));
  for (std::int64_t row = 0; row < blocks * block; ++row) {
    const std::int64_t own = row / block;
    for (std::int64_t n = std::max<std::int64_t>(0, own - reach);
         n < std::min(blocks, own + reach + 1); ++n) {
      for (std::int64_t t = 0; t < block; ++t) {
        const std::int64_t col = n * block + t;
        out[static_cast<std::size_t>(row)].emplace_back(
            static_cast<Index>(col), static_cast<double>((row * 7 + col * 5) % 11 - 5));
      }
    }
  }
  return from_rows(blocks * block, out);
}

/// Rows of so many products, from so many entries of A, as teams of lanes just sort or just do not:
/// each names rows of B of its own, one of them empty, with `cols` columns.
inline Pair rows_about_what_teams_sort(const std::string& name, Index cols, unsigned seed,
                                       const std::vector<int>& products,
                                       const std::vector<int>& entries) {
  std::mt19937 random(seed);
  Rows a;
  Rows b;
  for (const int all : products) {
    for (const int named : entries) {
      const int empty = static_cast<int>(a.size()) % named;
      a.emplace_back();
      for (int i = 0; i < named; ++i) {
        a.back().emplace_back(static_cast<Index>(b.size()), 0.25 * (i % 7 - 3) + 0.125);
        b.emplace_back();
        if (i == empty) continue;
        const int part = i < empty ? i : i - 1;
        const int length = all * (part + 1) / (named - 1) - all * part / (named - 1);
        std::set<Index> columns;
        while (static_cast<int>(columns.size()) < length) {
          columns.insert(static_cast<Index>(random() % static_cast<unsigned>(cols)));
        }
        for (const Index c : columns) {
          b.back().emplace_back(c, static_cast<double>(random() % 17) / 8 - 1);
        }
      }
    }
  }
  return {name, from_rows(static_cast<std::int64_t>(b.size()), a), from_rows(cols, b)};
}

inline std::vector<Pair> make_awkward_pairs() {
  std::vector<Pair> pairs;
  const auto random = [](std::int64_t rows, std::int64_t cols, std::int64_t mean, unsigned seed) {
    return random_matrix(rows, cols, mean, seed);
  };
  pairs.push_back({"random square", random(120, 120, 5, 1), random(120, 120, 5, 2)});
  pairs.push_back({"no rows", from_rows(4, {}), random(4, 5, 2, 3)});
  pairs.push_back({"no entries", from_rows(3, Rows(5)), from_rows(7, Rows(3))});
  pairs.push_back({"no columns in C", random(6, 4, 2, 4), from_rows(0, Rows(4))});
  pairs.push_back({"no inner dimension", from_rows(0, Rows(3)), from_rows(4, {})});
  pairs.push_back({"A meets only empty rows of B", from_rows(4, {{{1, 2.0}}, {{3, 1.0}}, {}}),
                   from_rows(3, {{{0, 1.0}}, {}, {{2, 4.0}}, {}})});
  pairs.push_back({"one by one", from_rows(1, {{{0, 3.0}}}), from_rows(1, {{{0, -2.0}}})});
  pairs.push_back({"sums that cancel", from_rows(2, {{{0, 1.0}, {1, -1.0}}, {{0, 1.0}, {1, 1.0}}}),
                   from_rows(3, {{{0, 5.0}, {2, 1.0}}, {{0, 5.0}, {2, 1.0}}})});
  pairs.push_back({"stored zeros", from_rows(2, {{{0, 0.0}, {1, 1.0}}, {{1, 0.0}}}),
                   from_rows(2, {{{0, 1.0}}, {{1, 0.0}}})});
  pairs.push_back({"row times column", random(1, 900, 300, 5), random(900, 1, 1, 6)});
  pairs.push_back({"column times row", random(70, 1, 1, 7), random(1, 70, 40, 8)});
  pairs.push_back({"wide times tall", random(40, 3000, 30, 9), random(3000, 25, 3, 10)});
  pairs.push_back({"tall times wide", random(400, 6, 2, 11), random(6, 70000, 200, 12)});
  pairs.push_back({"far columns", random(90, 90, 6, 13), random(90, 300000, 9, 14)});
  pairs.push_back({"rows of equal pattern", block_band(40, 3, 1), block_band(40, 3, 1)});
  pairs.push_back({"long runs of equal rows", block_band(12, 9, 2), block_band(27, 4, 1)});
  pairs.push_back({"rows of sixty products", block_band(30, 2, 1), random(60, 5000, 10, 15)});
  const std::vector<int> limits = {1, 31, 32, 33, 64, 65, 96, 97, 128, 129, 192, 193, 256, 257};
  pairs.push_back(rows_about_what_teams_sort("about what teams sort, columns met often", 130, 25,
                                             limits, {4, 8, 9, 16, 17, 32, 33}));
  pairs.push_back(rows_about_what_teams_sort("about what teams sort, columns met once", 90000, 26,
                                             limits, {4, 8, 9, 16, 17, 32, 33}));
  pairs.push_back(rows_about_what_teams_sort("about what 16 lanes sort", 3000, 27,
                                             {1, 31, 33, 64, 65, 96, 97, 128, 129}, {4, 8, 9, 16}));
  pairs.push_back(rows_about_what_teams_sort("about what 8 lanes sort", 3000, 28,
                                             {1, 4, 8, 16, 31, 32, 33}, {3, 4, 8}));
  pairs.push_back({"rows of 600 products over a medium span", random(60, 60, 20, 18),
                   random(60, 60000, 30, 19)});
  pairs.push_back({"rows of 600 products over a wide span", random(60, 60, 20, 20),
                   random(60, 700000, 30, 21)});
  pairs.push_back({"rows of 1600 products over a wide span", random(20, 300, 40, 22),
                   random(300, 700000, 40, 23)});
  pairs.push_back({"copies of a long row", from_rows(2, {{{0, 2.0}}, {}, {{1, -1.0}}}),
                   random(2, 200000, 60000, 24)});
  // One row of A takes all of B: more products than a block sorts, more columns than a window.
  auto huge = random(300, 400, 2, 16);
  Rows rows(300);
  for (std::size_t r = 0; r < 300; ++r) {
    for (auto i = static_cast<std::size_t>(huge.row_offsets[r]);
         i < static_cast<std::size_t>(huge.row_offsets[r + 1]); ++i) {
      rows[r].emplace_back(huge.col_indices[i], huge.values[i]);
    }
  }
  rows[150].clear();
  for (Index c = 0; c < 400; ++c) rows[150].emplace_back(c, 1.0 + c % 3);
  pairs.push_back({"one huge row", from_rows(400, rows), random(400, 80000, 220, 17)});
  return pairs;
}

inline const std::vector<Pair>& awkward_pairs() {
  static const std::vector<Pair> pairs = make_awkward_pairs();
  return pairs;
}

template <class V, class O>
Csr<V, O> converted(const Csr<double>& m) {
  Csr<V, O> out;
  out.rows = m.rows;
  out.cols = m.cols;
  out.row_offsets.assign(m.row_offsets.begin(), m.row_offsets.end());
  out.col_indices = m.col_indices;
  out.values.assign(m.values.begin(), m.values.end());
  return out;
}

/// Other values on the same pattern.
template <class V>
void change_values(std::vector<V>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = values[i] / 3 + static_cast<V>(i % 7) - 3;
  }
}

}  // namespace sptune::tests
