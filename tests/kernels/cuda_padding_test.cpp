// SPDX-License-Identifier: BSD-3-Clause
// An infinite x shows in the rows that have its column, and nowhere else, in every format on the
// GPU: padding multiplies nothing. And entries of 0, of either sign, are entries.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

class CudaPadding : public test::OnDevice {};

/// Finite, +inf, -inf or NaN, as a row of y is.
template <class V>
std::string kind(V value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return "finite";
}

/// Every variant and configuration against the reference; how many plans of each variant ran.
template <class V, class O>
std::map<std::string, int> compare_kinds(const Csr<V, O>& a, const std::vector<V>& x) {
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::DeviceArray<V> device_x(x.data(), x.size());
  const cuda::DeviceArray<V> device_y(static_cast<std::size_t>(a.rows));
  const std::vector<V> none(static_cast<std::size_t>(a.rows));
  const spmv::Reference truth = spmv::reference(a.view(), 1.0, x.data(), 0.0, none.data());
  const SpmvProblem problem{on_device.view(), {}};
  std::map<std::string, int> held;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
    for (const ResolvedConfiguration& c : v.full_grid()) {
      if (!c.fit(problem)) continue;
      ++held[v.facts.name];
      c.dense_plan(problem)->run(1.0, device_x.data(), 0.0, device_y.data(), {});
      std::vector<V> y(device_y.size());
      cuda::synchronize();
      cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(V));
      for (std::size_t row = 0; row < y.size(); ++row) {
        EXPECT_EQ(kind(y[row]), kind(truth.y[row])) << c.text() << " row " << row;
        if (std::isfinite(truth.y[row])) {
          EXPECT_NEAR(y[row], truth.y[row], 1e-3) << c.text() << " row " << row;
        }
      }
      if (::testing::Test::HasFailure()) return held;
    }
  }
  return held;
}

constexpr std::int64_t size = 90;

/// Rows of 1 to 11 neighbours and some without entries; blocks, runs and diagonals have gaps.
Csr<double> gappy() {
  return make_matrix("", size, size,
                     [](MatrixBuilder& b, std::int64_t r) {
                       for (std::int64_t k = 0; r % 6 != 2 && k <= r % 11; ++k) {
                         b.add(r, (r + 2 * k + k * k % 3) % size);
                       }
                     })
      .a;
}

template <class V>
void infinities_stay_where_they_belong() {
  const Csr<V, std::int32_t> a = as_types<V, std::int32_t>(gappy());
  std::map<std::string, int> held;
  for (const std::int64_t infinite : {0, 45, 46, 89}) {
    std::vector<V> x(static_cast<std::size_t>(size), V{1});
    x[static_cast<std::size_t>(infinite)] = infinite % 2 == 0 ? std::numeric_limits<V>::infinity()
                                                              : std::numeric_limits<V>::quiet_NaN();
    SCOPED_TRACE("x is infinite in " + std::to_string(infinite));
    held = compare_kinds(a, x);
    if (::testing::Test::HasFailure()) return;
  }
  for (const char* name : {"ell", "hyb", "sell", "dia", "bsr", "tiles", "coo", "csr_vector"}) {
    EXPECT_GT(held[name], 0) << name;
  }
}

TEST_F(CudaPadding, an_infinite_x_shows_in_the_rows_that_have_its_column_alone_in_double) {
  infinities_stay_where_they_belong<double>();
}

TEST_F(CudaPadding, an_infinite_x_shows_in_the_rows_that_have_its_column_alone_in_float) {
  infinities_stay_where_they_belong<float>();
}

TEST_F(CudaPadding, infinite_x_in_columns_that_no_row_has_does_not_show) {
  Csr<double> a = gappy();
  std::vector<double> x(static_cast<std::size_t>(size), 1.0);
  // Every column that is a multiple of 7 moves to its neighbour or goes.
  const Csr<double> without = make_matrix("", size, size, [&](MatrixBuilder& b, std::int64_t r) {
                                const auto row = static_cast<std::size_t>(r);
                                for (auto i = static_cast<std::size_t>(a.row_offsets[row]);
                                     i < static_cast<std::size_t>(a.row_offsets[row + 1]); ++i) {
                                  const Index c = a.col_indices[i];
                                  b.add(r, c % 7 == 0 ? c + 1 : c);
                                }
                              }).a;
  for (std::size_t c = 0; c < x.size(); c += 7) x[c] = std::numeric_limits<double>::infinity();
  EXPECT_GT(compare_kinds(without, x).size(), 7U);
}

/// 0 and -0 times an infinite x are NaN in every format.
TEST_F(CudaPadding, stored_zeros_of_either_sign_are_entries) {
  Csr<double> a = gappy();
  for (std::size_t i = 0; i < a.values.size(); i += 3) a.values[i] = i % 2 == 0 ? 0.0 : -0.0;
  std::vector<double> x(static_cast<std::size_t>(size), 1.0);
  x[45] = x[46] = x[20] = std::numeric_limits<double>::infinity();
  EXPECT_GT(compare_kinds(a, x).size(), 7U);
}

}  // namespace
}  // namespace sptune::test
