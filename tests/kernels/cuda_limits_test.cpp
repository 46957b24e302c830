// SPDX-License-Identifier: BSD-3-Clause
// Numbers beyond 31 bits on the GPU.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

class CudaLimits : public test::OnDevice {
 protected:
  static std::unique_ptr<SparsePlan> plan_of(const char* text, const SpgemmProblem& problem) {
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    if (!parsed) throw std::logic_error(parsed.error());
    return parsed.value().sparse_plan(problem);
  }
  static std::vector<Index> columns_of(const SparsePlan& plan) {
    return copied(static_cast<const Index*>(plan.result().col_indices), plan.result().nnz);
  }
  template <class V>
  static std::vector<V> values_of(const SparsePlan& plan) {
    return copied(static_cast<const V*>(plan.result().values), plan.result().nnz);
  }

 private:
  template <class T>
  static std::vector<T> copied(const T* device, std::int64_t count) {
    std::vector<T> out(static_cast<std::size_t>(count));
    cuda::synchronize();
    cuda::copy_to_host(out.data(), device, out.size() * sizeof(T));
    return out;
  }
};

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
    const auto plan = plan_of(text, problem);
    ASSERT_EQ(plan->symbolic({}), 2 * columns);
    plan->allocate({});
    for (int run = 0; run < 3; ++run) {  // the second one builds the replay
      plan->numeric({});
      std::vector<double> expected(static_cast<std::size_t>(2 * columns), 0.5);
      std::fill_n(expected.begin(), columns, 0.5 * static_cast<double>(times));
      ASSERT_EQ(values_of<double>(*plan), expected) << "run " << run;
    }
  }
}

/// Needs no GPU: whoever reckons with places behind the last entry must not come round.
TEST(StepsOf31Bits, that_reach_beyond_them_are_refused_at_every_point) {
  const Variant* walks = shipped_catalogue().find(Operation::spmv, Backend::cuda, "csr_vector");
  ASSERT_NE(walks, nullptr);
  const std::array<std::int32_t, 2> offsets{};  // nothing is read
  const Index column = 0;
  const double value = 0;
  const CsrView<double, std::int32_t> view{1, 1, offsets.data(), &column, &value};
  for (const ResolvedConfiguration& c : walks->full_grid()) {
    const std::int64_t threads = *c.configuration().find("threads_per_row")->get_if<std::int64_t>();
    const std::int64_t step = threads * *c.configuration().find("unroll")->get_if<std::int64_t>();
    const std::int64_t most = std::numeric_limits<std::int32_t>::max() - (step + threads - 1);
    const Fit beyond = c.fit(SpmvProblem{AnyCsr::on_device(view, most + 1), {}});
    EXPECT_FALSE(beyond) << c.text();
    EXPECT_NE(beyond.reason.find("too many for steps of 32 bits"), std::string::npos)
        << beyond.reason;
    const Fit fits = c.fit(SpmvProblem{AnyCsr::on_device(view, most - 2000), {}});
    EXPECT_TRUE(fits) << c.text() << ": " << fits.reason;
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

/// The last row, empty, begins where 32-bit offsets end: whoever adds to that must not come round.
TEST_F(CudaLimits, diagonals_of_rows_that_end_at_the_last_entry_of_31_bits_are_found) {
  constexpr std::int64_t entries = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t band = 512;  // columns r to r + 511
  constexpr std::int64_t filled = (entries + 1) / band;
  constexpr std::int64_t rows = filled + 1;
  constexpr std::int64_t cols = filled + band;
  constexpr std::int64_t needed =
      entries * (sizeof(Index) + sizeof(float)) + rows * band * sizeof(float) + (1 << 28);
  if (cuda::free_memory() < needed) {
    GTEST_SKIP() << "needs " << needed << " bytes, " << cuda::free_memory() << " are free";
  }
  std::vector<std::int32_t> offsets(static_cast<std::size_t>(rows) + 1);
  for (std::size_t r = 0; r < offsets.size(); ++r) {
    offsets[r] = static_cast<std::int32_t>(std::min(static_cast<std::int64_t>(r) * band, entries));
  }
  const cuda::DeviceArray<std::int32_t> row_offsets(offsets.data(), offsets.size());
  const cuda::DeviceArray<Index> columns = [&] {
    std::vector<Index> host(static_cast<std::size_t>(entries));
    for (std::int64_t i = 0; i < entries; ++i) {
      host[static_cast<std::size_t>(i)] = static_cast<Index>(i / band + i % band);
    }
    return cuda::DeviceArray<Index>(host.data(), host.size());
  }();
  const cuda::DeviceArray<float> values(static_cast<std::size_t>(entries));
  cuda::fill_bytes(values.data(), 0x3f, static_cast<std::size_t>(entries) * sizeof(float));
  float one = 0;
  cuda::copy_to_host(&one, values.data(), sizeof(one));
  const std::vector<float> ones(static_cast<std::size_t>(cols), 1.0F);
  const cuda::DeviceArray<float> x(ones.data(), ones.size());
  const cuda::DeviceArray<float> device_y(static_cast<std::size_t>(rows));
  CsrView<float, std::int32_t> view{rows, cols, row_offsets.data(), columns.data(), values.data()};
  view.columns = ColumnOrder::sorted;
  const SpmvProblem problem{AnyCsr::on_device(view, entries), {}};
  const auto dia = shipped_catalogue().parse(Operation::spmv, Backend::cuda, "dia");
  ASSERT_TRUE(dia) << dia.error();
  const Fit fit = dia.value().fit(problem);
  ASSERT_TRUE(fit) << fit.reason;
  dia.value().dense_plan(problem)->run(1.0, x.data(), 0.0, device_y.data(), {});
  std::vector<float> y(static_cast<std::size_t>(rows));
  cuda::synchronize();
  cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(float));
  for (const std::size_t r : {std::size_t{0}, y.size() / 2, y.size() - 2, y.size() - 1}) {
    const auto length = static_cast<float>(offsets[r + 1] - offsets[r]);
    EXPECT_NEAR(y[r], length * one, 0.01F * length) << "row " << r;
  }
}

/// A row whose columns span more than a multiple of 128 below 2^31 is counted in passes.
TEST_F(CudaLimits, a_row_that_spans_all_columns_there_can_be_is_counted) {
  constexpr std::int64_t cols = std::numeric_limits<std::int32_t>::max();
  for (const int between : {0, 20000}) {  // few enough for a table, and not
    Csr<double> a;
    a.rows = 1;
    a.cols = 2;
    a.row_offsets = {0, 2};
    a.col_indices = {0, 1};
    a.values = {1.0, 2.0};
    Csr<double> b;
    b.rows = 2;
    b.cols = cols;
    b.row_offsets = {0};
    for (int r = 0; r < 2; ++r) {
      b.col_indices.push_back(0);
      for (int i = 1; i <= between; ++i) b.col_indices.push_back(i * 100000 + r);
      b.col_indices.push_back(static_cast<Index>(cols - 1));
      b.row_offsets.push_back(b.nnz());
    }
    b.values.assign(b.col_indices.size(), 0.5);
    const cuda::DeviceCsr left{AnyCsr(a.view())};
    const cuda::DeviceCsr right{AnyCsr(b.view())};
    const SparseReference expected = spgemm::reference(a.view(), b.view());
    const SpgemmProblem problem = spgemm::make_problem(left.view(), right.view(), {});
    for (const char* text : {"hash_bins{}", "hash_bins{count=wide_bits}"}) {
      SCOPED_TRACE(std::string(text) + ", between " + std::to_string(between));
      const auto plan = plan_of(text, problem);
      ASSERT_EQ(plan->symbolic({}), expected.c.nnz());
      plan->allocate({});
      plan->numeric({});
      EXPECT_EQ(columns_of(*plan), expected.c.col_indices);
      EXPECT_EQ(values_of<double>(*plan), expected.c.values);
    }
  }
}

/// Rows of B whose first entries are numbered by 32 bits and whose last ones are not.
TEST_F(CudaLimits, a_row_of_b_that_straddles_entry_2_32_is_read_to_its_end) {
  constexpr std::int64_t length = 12;
  constexpr std::int64_t rows = (std::int64_t{1} << 32) / length + 1;
  constexpr std::int64_t entries = rows * length;
  static_assert(entries - length < std::int64_t{1} << 32 && entries > std::int64_t{1} << 32);
  constexpr std::int64_t needed =
      entries * (sizeof(Index) + sizeof(float)) + rows * sizeof(std::int64_t) + (1 << 28);
  if (cuda::free_memory() < needed) {
    GTEST_SKIP() << "needs " << needed << " bytes, " << cuda::free_memory() << " are free";
  }
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows) + 1);
  for (std::size_t r = 0; r < offsets.size(); ++r)
    offsets[r] = static_cast<std::int64_t>(r) * length;
  const cuda::DeviceArray<std::int64_t> row_offsets(offsets.data(), offsets.size());
  const cuda::DeviceArray<Index> columns(static_cast<std::size_t>(entries));
  const cuda::DeviceArray<float> values(static_cast<std::size_t>(entries));
  std::vector<Index> row(length);
  std::iota(row.begin(), row.end(), 0);
  cuda::copy_to_device(columns.data(), row.data(), length * sizeof(Index));
  for (std::int64_t done = length; done < entries; done *= 2) {
    cuda::copy_on_device(columns.data() + done, columns.data(),
                         static_cast<std::size_t>(std::min(done, entries - done)) * sizeof(Index));
  }
  std::iota(row.begin(), row.end(), 100);  // the last row is another
  cuda::copy_to_device(columns.data() + entries - length, row.data(), length * sizeof(Index));
  cuda::fill_bytes(values.data(), 0x3f, static_cast<std::size_t>(entries) * sizeof(float));
  float one = 0;
  cuda::copy_to_host(&one, values.data(), sizeof(one));
  CsrView<float, std::int64_t> b{rows, 128, row_offsets.data(), columns.data(), values.data()};
  b.columns = ColumnOrder::sorted;

  constexpr int first_rows = 33;
  Csr<float, std::int64_t> a;
  a.rows = 1;
  a.cols = rows;
  a.row_offsets = {0, first_rows + 1};
  a.col_indices.resize(first_rows);
  std::iota(a.col_indices.begin(), a.col_indices.end(), 0);
  a.col_indices.push_back(static_cast<Index>(rows - 1));
  a.values.assign(first_rows + 1, 1.0F);
  const cuda::DeviceCsr left{AnyCsr(a.view())};
  std::vector<Index> expected_columns(2 * length);
  std::iota(expected_columns.begin(), expected_columns.begin() + length, 0);
  std::iota(expected_columns.begin() + length, expected_columns.end(), 100);
  for (const char* text : {"hash_bins{at_once=never}", "hash_bins{}", "hash_bins{count=team_table}",
                           "hash_bins{fill=team_table}"}) {
    SCOPED_TRACE(text);
    SpgemmProblem problem;
    problem.a = left.view();
    problem.b = AnyCsr::on_device(b, entries);
    problem.a.columns = ColumnOrder::sorted;
    problem.products = (first_rows + 1) * length;
    const auto plan = plan_of(text, problem);
    ASSERT_EQ(plan->symbolic({}), 2 * length);
    plan->allocate({});
    for (int run = 0; run < 3; ++run) {
      plan->numeric({});
      EXPECT_EQ(columns_of(*plan), expected_columns);
      std::vector<float> expected(2 * length, one);
      std::fill_n(expected.begin(), length, first_rows * one);
      const auto found = values_of<float>(*plan);
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-3F * one);
    }
  }
}

}  // namespace
}  // namespace sptune::test
