// SPDX-License-Identifier: BSD-3-Clause
// What runs without a model for SpMM on a GPU: for few runs a kernel that prepares nothing and
// leaves each row to a few threads, unless one of the rows would keep them busy for long.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/on_device.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tuner/dispatch/fitting.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sptune {
namespace {

using Matrix = Csr<double, std::int32_t>;

constexpr std::int64_t columns = 8;

/// Rows of one entry, but for the row 5, which has one in every column.
Matrix with_a_long_row(std::int32_t rows, std::int32_t cols) {
  Matrix a{rows, cols, {0}, {}, {}};
  for (std::int32_t row = 0; row < rows; ++row) {
    for (std::int32_t column = row == 5 ? 0 : row; column < (row == 5 ? cols : row + 1); ++column) {
      a.col_indices.push_back(column);
      a.values.push_back(1.0 / (1 + column));
    }
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  return a;
}

Dispatcher without_models() {
  return Dispatcher(std::vector<std::string>{}, [](std::string_view) {});
}

/// Nothing of it is there but its sizes.
template <class Problem>
Problem of_sizes(std::int64_t rows, std::int64_t entries) {
  Problem p;
  p.a.rows = rows;
  p.a.cols = entries;
  p.a.nnz = entries;
  p.a.space = MemorySpace::device;
  return p;
}

TEST(DefaultForFewRuns, looks_at_rows_where_one_may_be_long) {
  constexpr double endless = 1e9;
  if (shipped_catalogue().default_variants(Operation::spmm, Backend::cuda).size() < 2) {
    GTEST_SKIP() << "one default, or no build for GPUs";
  }
  auto large = of_sizes<SpmmProblem>(1000, 1'000'000);
  EXPECT_TRUE(dispatch::looks_at_rows(large, 1));
  EXPECT_TRUE(dispatch::looks_at_rows(large, 10));
  EXPECT_FALSE(dispatch::looks_at_rows(large, endless)) << "whose default cuts rows";
  EXPECT_FALSE(dispatch::looks_at_rows(of_sizes<SpmmProblem>(1000, 4000), 1))
      << "no row can be long";
  large.longest_row = 4;
  EXPECT_FALSE(dispatch::looks_at_rows(large, 1)) << "somebody has counted";
  for (const double runs : {1.0, 10.0}) {
    for (const std::int64_t entries : {1'000'000, 31'000'000, 2'000'000'000}) {
      EXPECT_FALSE(dispatch::looks_at_rows(of_sizes<SpmvProblem>(1'000'000, entries), runs))
          << "csr_balanced shares entries out, " << entries;
    }
  }
  large = of_sizes<SpmmProblem>(1000, 1'000'000);
  large.a.space = MemorySpace::host;
  EXPECT_FALSE(dispatch::looks_at_rows(large, 1));
}

class CudaSpmmDefault : public test::OnDevice {
 protected:
  Options options_{.expected_runs = 1, .threads = 1};
  Dispatcher dispatcher_ = without_models();

  std::string chosen(const Matrix& a) {
    const cuda::DeviceCsr there{AnyCsr(a.view())};
    return dispatcher_.choose_spmm(there.view(), {.columns = columns}, options_)
        .configuration.variant;
  }
  /// X is all ones, so that every element of a row of Y is the row's sum.
  static void expect_sums(const Matrix& a, Spmm<double>& spmm, Stream stream = {}) {
    const std::vector<double> ones(static_cast<std::size_t>(a.cols * columns), 1);
    const cuda::DeviceArray<double> x(ones.data(), ones.size());
    const cuda::DeviceArray<double> y_there(static_cast<std::size_t>(a.rows * columns));
    spmm.run(1.0, x.data(), 0.0, y_there.data(), stream);
    cuda::synchronize();
    std::vector<double> y(y_there.size());
    cuda::copy_to_host(y.data(), y_there.data(), y.size() * sizeof(double));
    for (std::size_t row = 0; row < static_cast<std::size_t>(a.rows); ++row) {
      double sum = 0;
      for (std::int32_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
        sum += a.values[static_cast<std::size_t>(i)];
      }
      for (std::size_t j = 0; j < columns; ++j) {
        ASSERT_NEAR(y[row * columns + j], sum, 1e-9) << row << ", " << j;
      }
    }
  }
};

TEST_F(CudaSpmmDefault, for_few_runs_leaves_no_long_row_to_a_few_threads) {
  const Matrix uneven = with_a_long_row(1000, 1'000'000);
  const Matrix even = testing::band(100'000, 10);
  for (const double runs : {1.0, 10.0}) {
    options_.expected_runs = runs;
    EXPECT_EQ(chosen(uneven), "csr_pieces") << runs;
    EXPECT_EQ(chosen(even), "csr_rows") << runs;
    EXPECT_EQ(chosen(with_a_long_row(1000, 4000)), "csr_rows") << runs;
  }
  const cuda::DeviceCsr there{AnyCsr(uneven.view())};
  auto spmm = dispatcher_.spmm<double>(there.view(), {.columns = columns}, options_);
  EXPECT_EQ(spmm.choice().configuration.variant, "csr_pieces");
  EXPECT_NE(spmm.choice().reason.find("1000000 entries"), std::string::npos)
      << spmm.choice().reason;
  expect_sums(uneven, spmm);
  options_.force = "csr_rows{}";
  EXPECT_EQ(chosen(uneven), "csr_rows") << "who asks for it has it";
}

TEST_F(CudaSpmmDefault, async_looks_at_rows_behind_a_busy_stream) {
  const Matrix uneven = with_a_long_row(1000, 100'000);
  const cuda::DeviceCsr there{AnyCsr(uneven.view())};
  options_.expected_runs = 10;
  options_.async = true;
  cuda::synchronize();
  {
    auto at_rest = dispatcher_.spmm<double>(there.view(), {.columns = columns}, options_);
    at_rest.wait();
    EXPECT_EQ(at_rest.choice().configuration.variant, "csr_pieces");
    expect_sums(uneven, at_rest);
  }
  cuda::Timer busy;
  options_.stream = busy.stream();
  busy.hold();
  auto spmm = dispatcher_.spmm<double>(there.view(), {.columns = columns}, options_);
  EXPECT_TRUE(spmm.choice().pending) << "nobody waits for what is held";
  EXPECT_EQ(spmm.choice().configuration.variant, "csr_rows");
  busy.release();
  spmm.wait();
  EXPECT_EQ(spmm.choice().configuration.variant, "csr_pieces") << spmm.choice().reason;
  expect_sums(uneven, spmm);
}

}  // namespace
}  // namespace sptune
