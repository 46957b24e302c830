// SPDX-License-Identifier: BSD-3-Clause
// Matrices with far more rows than entries: there are more blocks than tiles, for the rows that are
// empty.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

/// All variants that cut a matrix by its entries, and bsr, which finds its block rows by them.
constexpr auto by_entries = {"csr_balanced", "csr_segmented", "tiles",
                             "hub_columns",  "column_blocks", "coo",
                             "hyb",          "csr_adaptive",  "bsr"};

class CudaEmptyRows : public test::OnDevice {
 protected:
  /// alpha*A*x + beta*y, whatever x.
  static void every_row_is_right(const Csr<double>& a) {
    std::vector<double> x;
    for (std::int64_t c = 0; c < a.cols; ++c) x.push_back(static_cast<double>(1 + c % 5));
    const cuda::DeviceCsr on_device{AnyCsr(a.view())};
    const cuda::DeviceArray<double> device_x(x.data(), x.size());
    SpmvProblem problem{on_device.view(), {}};
    problem.a.columns = ColumnOrder::sorted;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    int held = 0;
    for (const char* name : by_entries) {
      const Variant* v = shipped_catalogue().find(Operation::spmv, Backend::cuda, name);
      ASSERT_NE(v, nullptr) << name;
      for (const ResolvedConfiguration& c : v->smoke_grid()) {
        if (!c.fit(problem)) continue;
        SCOPED_TRACE(c.text());
        ++held;
        const auto plan = c.dense_plan(problem);
        for (const double beta : {0.0, 1.0}) {
          const double before = beta == 0 ? nan : 3;
          std::vector<double> y(static_cast<std::size_t>(a.rows), before);
          const cuda::DeviceArray<double> device_y(y.data(), y.size());
          plan->run(2.0, device_x.data(), beta, device_y.data(), {});
          cuda::synchronize();
          cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(double));
          std::size_t wrong = 0;
          for (std::size_t r = 0; r < y.size(); ++r) {
            double sum = beta == 0 ? 0 : beta * before;
            double product = 0;
            for (auto i = static_cast<std::size_t>(a.row_offsets[r]);
                 i < static_cast<std::size_t>(a.row_offsets[r + 1]); ++i) {
              product += a.values[i] * x[static_cast<std::size_t>(a.col_indices[i])];
            }
            sum += 2 * product;  // of small fractions: exact
            wrong += y[r] == sum ? 0 : 1;
          }
          EXPECT_EQ(wrong, 0U) << "beta " << beta;
        }
      }
    }
    EXPECT_GT(held, 10);
  }

  static void is_planned_within(double most_s, const Csr<double>& a,
                                std::initializer_list<const char*> points) {
    const cuda::DeviceCsr on_device{AnyCsr(a.view())};
    SpmvProblem problem{on_device.view(), {}};
    problem.a.columns = ColumnOrder::sorted;
    for (const char* text : points) {
      const auto c = shipped_catalogue().parse(Operation::spmv, Backend::cuda, text);
      ASSERT_TRUE(c) << text;
      const Fit fit = c.value().fit(problem);
      ASSERT_TRUE(fit) << text << ": " << fit.reason;
      double least = std::numeric_limits<double>::infinity();
      for (int round = 0; round < 3; ++round) {
        const double begin = now_s();
        const auto plan = c.value().dense_plan(problem);
        cuda::synchronize();
        least = std::min(least, now_s() - begin);
      }
      EXPECT_LT(least, most_s) << text;
    }
  }
  /// Twenty million rows, of which the first has an entry.
  static Csr<double> all_but_the_first() {
    constexpr std::int64_t many = 20'000'000;
    Csr<double> a{many, 1, std::vector<std::int64_t>(many + 1, 1), {0}, {1.0}};
    a.row_offsets[0] = 0;
    return a;
  }
};

constexpr std::int64_t rows = 300001;

TEST_F(CudaEmptyRows, beside_a_few_entries_at_both_ends_and_in_the_middle) {
  every_row_is_right(make_matrix("", rows, 40000, [](MatrixBuilder& b, std::int64_t r) {
                       if (r < 3 || r >= rows - 3 || (r > rows / 2 && r < rows / 2 + 200)) {
                         for (std::int64_t c = r % 7; c < 40; c += 9) b.add(r, c * 1000);
                       }
                     }).a);
}

TEST_F(CudaEmptyRows, beside_a_row_that_many_tiles_share) {
  for (const std::int64_t full : {std::int64_t{0}, rows / 2, rows - 1}) {
    SCOPED_TRACE(full);
    every_row_is_right(make_matrix("", rows, 40000, [&](MatrixBuilder& b, std::int64_t r) {
                         for (std::int64_t c = 0; r == full && c < 40000; c += 2) b.add(r, c);
                         if (r % 5000 == 11) b.add(r, 17);
                       }).a);
  }
}

TEST_F(CudaEmptyRows, beside_one_entry) {
  for (const std::int64_t only : {std::int64_t{0}, rows / 2, rows - 1}) {
    SCOPED_TRACE(only);
    every_row_is_right(make_matrix("", rows, 100, [&](MatrixBuilder& b, std::int64_t r) {
                         if (r == only) b.add(r, 99);
                       }).a);
  }
}

TEST_F(CudaEmptyRows, between_blocks_at_both_ends) {
  constexpr std::int64_t many = 60003;
  every_row_is_right(make_matrix("", many, 4000, [](MatrixBuilder& b, std::int64_t r) {
                       const std::int64_t first = r / 8 * 4 % 3996;
                       if (r >= 3000 && r < many - 3000 && r != 20000) return;
                       for (std::int64_t c = first; c < first + 4; ++c) b.add(r, c);
                     }).a);
}

/// Between entries at both ends, so that somebody has nineteen million to pass.
TEST_F(CudaEmptyRows, cost_what_looking_for_the_others_costs_when_planned) {
  constexpr std::int64_t many = 20'000'000;
  constexpr std::int64_t at_each_end = 600'000;
  Csr<double> a{many, 2, {0}, {}, {}};
  for (std::int64_t r = 0; r < many; ++r) {
    if (r < at_each_end || r >= many - at_each_end) {
      for (const Index c : {0, 1}) {
        a.col_indices.push_back(c);
        a.values.push_back(1.0);
      }
    }
    a.row_offsets.push_back(a.nnz());
  }
  is_planned_within(0.02, a, {"bsr{r=2}", "coo{rows=i32}", "tiles{}", "column_blocks{}"});
}

/// Of as many blocks as entries ask for there would be one, which would pass them all.
TEST_F(CudaEmptyRows, are_shared_out_when_planned) {
  is_planned_within(0.01, all_but_the_first(), {"tiles{}", "hub_columns{}", "column_blocks{}"});
}

/// Of two blocks of tiles each would write ten million.
TEST_F(CudaEmptyRows, cost_what_writing_them_costs) {
  const Csr<double> a = all_but_the_first();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::DeviceArray<double> x(a.values.data(), 1);
  const cuda::DeviceArray<double> y(static_cast<std::size_t>(a.rows));
  SpmvProblem problem{on_device.view(), {}};
  problem.a.columns = ColumnOrder::sorted;
  std::map<std::string, double> ms;  // the least of some runs
  for (const char* name : by_entries) {
    const ResolvedConfiguration c =
        shipped_catalogue().find(Operation::spmv, Backend::cuda, name)->default_configuration();
    if (!c.fit(problem)) continue;
    const auto plan = c.dense_plan(problem);
    double& least = ms[c.text()] = std::numeric_limits<double>::infinity();
    for (int run = 0; run < 6; ++run) {
      const double begin = now_s();
      plan->run(1.0, x.data(), 0.0, y.data(), {});
      cuda::synchronize();
      least = std::min(least, (now_s() - begin) * 1000);
    }
  }
  ASSERT_GT(ms.size(), 4U);
  const auto shortest = [](const auto& l, const auto& r) { return l.second < r.second; };
  const double best = std::min_element(ms.begin(), ms.end(), shortest)->second;
  for (const auto& [text, time] : ms) EXPECT_LT(time, 10 * best) << text << ", best " << best;
}

}  // namespace
}  // namespace sptune::test
