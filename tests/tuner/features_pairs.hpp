// SPDX-License-Identifier: BSD-3-Clause
// Pairs of matrices for the features of products: what the samples of tier 3 meet, and their edges.
#pragma once

#include "kernels/api/mix64.hpp"
#include "kernels/convert/convert.hpp"
#include "sptune/matrix.hpp"
#include "tests/kernels/spgemm_pairs.hpp"
#include "tests/kernels/spmv_battery.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::features::pairs {

using Columns = std::vector<Index>;

inline Csr<double> by_rows(std::int64_t rows, std::int64_t cols,
                           const std::function<Columns(std::int64_t)>& columns_of) {
  Csr<double> a;
  a.rows = rows;
  a.cols = cols;
  for (std::int64_t i = 0; i < rows; ++i) {
    const Columns columns = columns_of(i);
    a.col_indices.insert(a.col_indices.end(), columns.begin(), columns.end());
    a.row_offsets.push_back(a.nnz());
  }
  a.values.assign(a.col_indices.size(), 1.0);
  return a;
}

/// Every `step`-th column from `first` on.
inline Columns every(Index first, Index step, Index end) {
  Columns out;
  for (Index c = first; c < end; c += step) out.push_back(c);
  return out;
}

inline std::int64_t mixed(std::int64_t i, std::int64_t below) {
  return static_cast<std::int64_t>(mix64(static_cast<std::uint64_t>(i)) %
                                   static_cast<std::uint64_t>(below));
}

/// Row i has about most/(i+1) entries, and at least two.
inline Csr<double> power_law(std::int64_t n, std::int64_t most) {
  return by_rows(n, n, [=](std::int64_t i) {
    const std::int64_t length = std::min(std::max<std::int64_t>(most / (i + 1), 2), n);
    Columns out;
    for (std::int64_t t = 0; t < length; ++t) {
      out.push_back(static_cast<Index>(mixed(i * 100000 + t, n)));
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  });
}

/// Rows of more entries than are looked at, of more products than are walked, and whole tiles.
inline std::vector<tests::Pair> long_pairs() {
  const Csr<double> hubs = power_law(6000, 5000);
  const Csr<double> one_row = by_rows(1, 5000, [](std::int64_t) { return every(1, 1, 5000); });
  const Csr<double> column = by_rows(5000, 1, [](std::int64_t) { return Columns{0}; });
  const Csr<double> dense = by_rows(90, 90, [](std::int64_t) { return every(0, 1, 90); });
  const Csr<double> thirds = by_rows(
      300, 9000, [](std::int64_t i) { return every(static_cast<Index>(i / 5 % 3), 3, 9000); });
  std::vector<tests::Pair> out{
      tests::square("hubs", hubs),
      {"hubs times transpose", hubs, convert::transpose(hubs.view())},
      {"one long row times a column", one_row, column},
      {"column times a long row", column, one_row},
      {"one long row times hubs", one_row,
       by_rows(5000, 6000,
               [](std::int64_t i) { return every(static_cast<Index>(i % 50), 37, 6000); })},
      tests::square("dense", dense),
      {"long rows that repeat", thirds, by_rows(9000, 9000, [](std::int64_t i) {
         return Columns{static_cast<Index>(i), static_cast<Index>((i + 4000) % 9000)};
       })}};
  // One row of so many products: about a tile, two, and all that is walked.
  for (const Index products : {2043, 2047, 2048, 2049, 2052, 4096, 4097, 5999, 6000, 6001, 20000}) {
    out.push_back({"products: " + std::to_string(products),
                   by_rows(3, 4, [](std::int64_t i) { return every(static_cast<Index>(i), 1, 4); }),
                   by_rows(4, 30000, [=](std::int64_t i) {
                     return i == 3 ? every(0, 1, products) : Columns{};
                   })});
  }
  // About as many entries as are looked at.
  for (const Index entries : {255, 256, 257, 2047, 2048, 2049, 4095, 4096}) {
    out.push_back({"entries: " + std::to_string(entries),
                   by_rows(2, entries, [=](std::int64_t) { return every(0, 1, entries); }),
                   by_rows(entries, 700, [](std::int64_t i) {
                     return i % 7 == 0 ? Columns{} : every(static_cast<Index>(i % 600), 3, 640);
                   })});
  }
  return out;
}

inline std::vector<tests::Pair> unsorted_pairs() {
  const Csr<double> backwards = by_rows(800, 800, [](std::int64_t i) {
    Columns out = every(static_cast<Index>(i % 90), 70, 800);
    std::reverse(out.begin(), out.end());
    return out;
  });
  // One row alone is out of order, and only inside; then one column twice.
  const auto nearly = [](std::int64_t wrong, bool twice) {
    return by_rows(150, 150, [=](std::int64_t i) {
      Columns out = every(static_cast<Index>(i % 3), 11, 150);
      if (i == wrong && twice) out[2] = out[3];
      if (i == wrong && !twice) std::swap(out[2], out[3]);
      return out;
    });
  };
  return {tests::square("backwards", backwards), tests::square("one row", nearly(70, false)),
          tests::square("one column twice", nearly(71, true))};
}

inline std::vector<tests::Pair> empty_pairs() {
  const auto none = [](std::int64_t) { return Columns{}; };
  const Csr<double> filled =
      by_rows(40, 40, [](std::int64_t i) { return Columns{static_cast<Index>(i)}; });
  // Rows of A name rows of B that are empty, all of them or all but one.
  const Csr<double> left =
      by_rows(500, 40, [](std::int64_t i) { return every(static_cast<Index>(i % 20), 2, 20); });
  const auto last_only = [](std::int64_t first) {
    return by_rows(40, 60, [=](std::int64_t i) { return i < first ? Columns{} : Columns{7, 59}; });
  };
  return {{"no rows", by_rows(0, 0, none), by_rows(0, 0, none)},
          {"no entries", by_rows(40, 40, none), filled},
          {"no entries of B", filled, by_rows(40, 40, none)},
          {"no products", left, last_only(20)},
          {"few products", left, last_only(19)}};
}

/// Squares, and products with the transpose, of all matrices that SpMV is tested with.
inline std::vector<tests::Pair> battery_pairs() {
  std::vector<tests::Pair> out;
  for (const sptune::test::NamedMatrix& m : sptune::test::battery()) {
    if (m.a.rows == m.a.cols) out.push_back(tests::square(m.name, m.a));
    out.push_back({m.name + " times transpose", m.a, convert::transpose(m.a.view())});
  }
  return out;
}

inline std::vector<tests::Pair> product_pairs() {
  std::vector<tests::Pair> out = tests::awkward_pairs();
  for (auto& more : {battery_pairs(), long_pairs(), unsorted_pairs(), empty_pairs()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  out.push_back(tests::square("blocks", tests::block_band(700, 3, 4)));
  out.push_back(tests::square("random", tests::random_matrix(20000, 20000, 9, 1)));
  out.push_back({"random, wide", tests::random_matrix(300, 900, 20, 2),
                 tests::random_matrix(900, 12000, 40, 3)});
  return out;
}

}  // namespace sptune::features::pairs
