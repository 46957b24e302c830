// SPDX-License-Identifier: BSD-3-Clause
// Matrices on the host and what they multiply to.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace sptune::dropin::test {

/// A position in an array, of whatever type it was counted.
template <class I>
constexpr std::size_t at(I i) {
  return static_cast<std::size_t>(i);
}

template <class V>
struct Host {
  std::int64_t rows = 0, cols = 0;
  std::vector<int> offsets, columns;
  std::vector<V> values;
  [[nodiscard]] std::int64_t nnz() const { return static_cast<std::int64_t>(columns.size()); }
};

template <class V>
std::vector<V> random_values(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<V> out(n);
  for (V& v : out) v = static_cast<V>(unit(random));
  return out;
}

/// Every fifth row is empty, every hundredth long.
template <class V>
Host<V> random_matrix(std::int64_t rows, std::int64_t cols, int mean, unsigned seed) {
  std::mt19937 random(seed);
  Host<V> m{rows, cols, {0}, {}, {}};
  for (std::int64_t row = 0; row < rows; ++row) {
    const int longest = row % 100 == 7 ? 20 * mean : 2 * mean;
    const int length =
        row % 5 == 0 ? 0 : std::uniform_int_distribution<int>(1, std::max(1, longest))(random);
    std::vector<int> columns;
    columns.reserve(at(length));
    std::uniform_int_distribution<int> place(0, static_cast<int>(cols) - 1);
    for (int k = 0; k < length; ++k) columns.push_back(place(random));
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    m.columns.insert(m.columns.end(), columns.begin(), columns.end());
    m.offsets.push_back(static_cast<int>(m.columns.size()));
  }
  m.values = random_values<V>(m.columns.size(), seed + 1);
  return m;
}

/// The same columns in the opposite order.
template <class V>
Host<V> unsorted(Host<V> m) {
  for (std::size_t row = 0; row + 1 < m.offsets.size(); ++row) {
    std::reverse(m.columns.begin() + m.offsets[at(row)],
                 m.columns.begin() + m.offsets[at(row + 1)]);
    std::reverse(m.values.begin() + m.offsets[at(row)], m.values.begin() + m.offsets[at(row + 1)]);
  }
  return m;
}

/// Another pattern of the same sizes: the rows in the opposite order.
template <class V>
Host<V> upside_down(const Host<V>& m) {
  Host<V> out{m.rows, m.cols, {0}, {}, {}};
  for (std::int64_t row = m.rows - 1; row >= 0; --row) {
    for (int i = m.offsets[at(row)]; i < m.offsets[at(row + 1)]; ++i) {
      out.columns.push_back(m.columns[at(i)]);
      out.values.push_back(m.values[at(i)]);
    }
    out.offsets.push_back(static_cast<int>(out.columns.size()));
  }
  return out;
}

/// y and, for the bound, the same with the magnitudes of everything.
template <class V>
void multiply(const Host<V>& a, double alpha, const std::vector<V>& x, double beta,
              const std::vector<V>& y, std::vector<double>& out, std::vector<double>& size) {
  for (std::int64_t row = 0; row < a.rows; ++row) {
    double sum = 0;
    double sizes = 0;
    for (int i = a.offsets[at(row)]; i < a.offsets[at(row + 1)]; ++i) {
      const double term =
          static_cast<double>(a.values[at(i)]) * static_cast<double>(x[at(a.columns[at(i)])]);
      sum += term;
      sizes += std::abs(term);
    }
    const double before = beta == 0 ? 0 : beta * static_cast<double>(y[at(row)]);
    out.push_back(alpha * sum + before);
    size.push_back(std::abs(alpha) * sizes + std::abs(before));
  }
}

template <class V>
void expect_product(const Host<V>& a, double alpha, const std::vector<V>& x, double beta,
                    const std::vector<V>& before, const std::vector<V>& y) {
  std::vector<double> wanted;
  std::vector<double> size;
  multiply(a, alpha, x, beta, before, wanted, size);
  const double unit = sizeof(V) == 4 ? 1e-5 : 1e-13;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(y[i]), wanted[i], unit * (size[i] + 1e-30)) << "row " << i;
  }
}

/// alpha*A*B, rows sorted.
template <class V>
Host<double> multiply(const Host<V>& a, const Host<V>& b, double alpha) {
  Host<double> c{a.rows, b.cols, {0}, {}, {}};
  for (std::int64_t row = 0; row < a.rows; ++row) {
    std::map<int, double> sums;
    for (int i = a.offsets[at(row)]; i < a.offsets[at(row + 1)]; ++i) {
      const int k = a.columns[at(i)];
      for (int j = b.offsets[at(k)]; j < b.offsets[at(k + 1)]; ++j) {
        sums[b.columns[at(j)]] +=
            alpha * static_cast<double>(a.values[at(i)]) * static_cast<double>(b.values[at(j)]);
      }
    }
    for (const auto& [column, sum] : sums) {
      c.columns.push_back(column);
      c.values.push_back(sum);
    }
    c.offsets.push_back(static_cast<int>(c.columns.size()));
  }
  return c;
}

template <class V>
void expect_product(const Host<V>& a, const Host<V>& b, double alpha, const Host<V>& c) {
  const Host<double> wanted = multiply(a, b, alpha);
  ASSERT_EQ(c.offsets, wanted.offsets);
  ASSERT_EQ(c.columns, wanted.columns) << "sorted, as cuSPARSE's are";
  const double unit = sizeof(V) == 4 ? 1e-4 : 1e-12;
  for (std::size_t i = 0; i < wanted.values.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(c.values[at(i)]), wanted.values[at(i)], unit) << "entry " << i;
  }
}

}  // namespace sptune::dropin::test
