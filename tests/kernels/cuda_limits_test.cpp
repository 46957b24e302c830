// SPDX-License-Identifier: BSD-3-Clause
// Numbers beyond 31 bits on the GPU.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

class CudaLimits : public test::OnDevice {};

/// A row of more than 2^31 products without as many entries anywhere: A names one row of B again
/// and again, which hash_bins adds up although it asks for sorted operands.
TEST_F(CudaLimits, a_row_of_more_products_than_31_bits_count_is_summed_on_every_run) {
  constexpr std::int64_t columns = 8000;  // few enough for places and for a window of a block
  constexpr std::int64_t times = (std::int64_t{3} << 30) / columns;
  Csr<double> a;
  a.rows = 2;
  a.cols = 1;
  a.row_offsets = {0, times, times + 1};
  a.col_indices.assign(static_cast<std::size_t>(times + 1), 0);
  a.values.assign(static_cast<std::size_t>(times + 1), 1.0);
  Csr<double> b;
  b.rows = 1;
  b.cols = columns;
  b.row_offsets = {0, columns};
  b.col_indices.resize(static_cast<std::size_t>(columns));
  std::iota(b.col_indices.begin(), b.col_indices.end(), 0);
  b.values.assign(static_cast<std::size_t>(columns), 0.5);
  const cuda::DeviceCsr left{AnyCsr(a.view())};
  const cuda::DeviceCsr right{AnyCsr(b.view())};
  SpgemmProblem problem;
  problem.a = left.view();
  problem.b = right.view();
  problem.a.columns = problem.b.columns = ColumnOrder::sorted;
  problem.products = spgemm::count_products(left.view(), right.view());
  ASSERT_EQ(problem.products, (times + 1) * columns);
  ASSERT_GT(problem.products, std::numeric_limits<std::int32_t>::max());
  for (const char* text :
       {"hash_bins{words=always}", "hash_bins{rerun=places}", "hash_bins{rerun=gather}"}) {
    SCOPED_TRACE(text);
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    ASSERT_TRUE(parsed) << parsed.error();
    const auto plan = parsed.value().sparse_plan(problem);
    ASSERT_EQ(plan->symbolic({}), 2 * columns);
    plan->allocate({});
    for (int run = 0; run < 3; ++run) {  // the second one builds the replay
      plan->numeric({});
      std::vector<double> values(static_cast<std::size_t>(2 * columns));
      cuda::synchronize();
      cuda::copy_to_host(values.data(), plan->result().values, values.size() * sizeof(double));
      std::vector<double> expected(values.size(), 0.5);
      std::fill_n(expected.begin(), columns, 0.5 * static_cast<double>(times));
      ASSERT_EQ(values, expected) << "run " << run;
    }
  }
}

/// As many entries as 32-bit offsets reach: steps beyond the last of them must not come round.
TEST_F(CudaLimits, rows_that_end_at_the_last_entry_of_31_bits_are_multiplied_or_refused) {
  constexpr std::int64_t entries = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t rows = 1 << 20;
  constexpr std::int64_t needed = entries * (sizeof(Index) + sizeof(float)) + (1 << 28);
  if (cuda::free_memory() < needed) {
    GTEST_SKIP() << "needs " << needed << " bytes, " << cuda::free_memory() << " are free";
  }
  std::vector<std::int32_t> offsets(static_cast<std::size_t>(rows) + 1);
  for (std::int64_t r = 0; r <= rows; ++r) {
    offsets[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(entries * r / rows);
  }
  const cuda::DeviceArray<std::int32_t> row_offsets(offsets.data(), offsets.size());
  const auto columns = cuda::DeviceArray<Index>::zeroed(static_cast<std::size_t>(entries));
  const cuda::DeviceArray<float> values(static_cast<std::size_t>(entries));
  cuda::fill_bytes(values.data(), 0x3f, static_cast<std::size_t>(entries) * sizeof(float));
  const float x_host = 2.0F;
  const cuda::DeviceArray<float> x(&x_host, 1);
  const cuda::DeviceArray<float> device_y(static_cast<std::size_t>(rows));
  CsrView<float, std::int32_t> view{rows, 1, row_offsets.data(), columns.data(), values.data()};
  view.columns = ColumnOrder::any;
  const SpmvProblem problem{AnyCsr::on_device(view, entries), {}};
  float one = 0;
  cuda::copy_to_host(&one, values.data(), sizeof(one));
  const Variant* refuses = shipped_catalogue().find(Operation::spmv, Backend::cuda, "csr_vector");
  const Fit fit = refuses->default_configuration().fit(problem);
  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("2147483647 entries"), std::string::npos) << fit.reason;
  for (const std::string text : {"csr_adaptive{index=i32}", "hyb{}"}) {
    const auto parsed = shipped_catalogue().parse(Operation::spmv, Backend::cuda, text);
    ASSERT_TRUE(parsed) << parsed.error();
    if (text == "hyb{}" && cuda::free_memory() < needed) continue;  // it copies the entries
    parsed.value().dense_plan(problem)->run(1.0, x.data(), 0.0, device_y.data(), {});
    std::vector<float> y(static_cast<std::size_t>(rows));
    cuda::synchronize();
    cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(float));
    for (const std::size_t r : {std::size_t{0}, y.size() / 2, y.size() - 2, y.size() - 1}) {
      const auto length = static_cast<float>(offsets[r + 1] - offsets[r]);
      EXPECT_NEAR(y[r], length * one * x_host, 0.01F * length) << text << " row " << r;
    }
  }
}

}  // namespace
}  // namespace sptune::test
