// SPDX-License-Identifier: BSD-3-Clause
// What the tests of the Dispatcher share, on the host and on a device.
#pragma once

#include "sptune/dispatcher.hpp"
#include "sptune/matrix.hpp"
#include "tests/temporary_folder.hpp"
#include "tuner/model/model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace sptune::testing {

/// n rows of `width` entries each, at columns i, i+1, … as far as there are any.
inline Csr<double, std::int32_t> band(std::int32_t n, std::int32_t width) {
  Csr<double, std::int32_t> a{n, n, {0}, {}, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    const std::int32_t first = std::min(i, n - width);
    for (std::int32_t k = 0; k < width; ++k) {
      a.col_indices.push_back(first + k);
      a.values.push_back(1.0 / (1 + i + k));
    }
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  return a;
}

/// A vector to multiply a matrix of so many columns with.
inline std::vector<double> some_x(std::int64_t cols) {
  std::vector<double> x(static_cast<std::size_t>(cols));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<double>(i));
  return x;
}

/// One that knows this model alone.
inline Dispatcher dispatcher_with(const model::ModelData& data, Dispatcher::Sink sink = {}) {
  const test::TemporaryFolder folder;
  const std::string file = (folder / "model.json").string();
  std::ofstream(file) << to_json(data);
  return Dispatcher({file}, std::move(sink));
}

/// y = 2 A x
inline void expect_twice_the_product(const Csr<double, std::int32_t>& a,
                                     const std::vector<double>& x, const std::vector<double>& y) {
  for (std::size_t row = 0; row < y.size(); ++row) {
    double sum = 0;
    for (std::int32_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      const auto k = static_cast<std::size_t>(i);
      sum += a.values[k] * x[static_cast<std::size_t>(a.col_indices[k])];
    }
    ASSERT_NEAR(y[row], 2 * sum, 1e-12) << row;
  }
}

}  // namespace sptune::testing
