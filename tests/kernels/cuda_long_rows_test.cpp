// SPDX-License-Identifier: BSD-3-Clause
// Rows so long that whoever leaves one to a few threads while a plan is made is seen by the clock,
// and formats of them whose bytes no number holds.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

ResolvedConfiguration parsed(const std::string& text) {
  const auto found = shipped_catalogue().parse(Operation::spmv, Backend::cuda, text);
  if (!found) throw std::logic_error(found.error());
  return found.value();
}

/// Rows of these columns.
Csr<double, std::int64_t> matrix_of(std::int64_t cols,
                                    const std::vector<std::vector<Index>>& rows) {
  Csr<double, std::int64_t> a{static_cast<std::int64_t>(rows.size()), cols, {0}, {}, {}};
  for (const std::vector<Index>& row : rows) {
    a.col_indices.insert(a.col_indices.end(), row.begin(), row.end());
    a.row_offsets.push_back(static_cast<std::int64_t>(a.col_indices.size()));
  }
  for (std::size_t i = 0; i < a.col_indices.size(); ++i) {
    a.values.push_back(1 + 0.125 * static_cast<double>(i % 16));
  }
  return a;
}

std::vector<Index> every(Index step, Index first, Index end) {
  std::vector<Index> out;
  for (Index c = first; c < end; c += step) out.push_back(c);
  return out;
}

/// Short rows, of which four have neighbouring columns, rows without entries, and one with an entry
/// in every eighth column.
Csr<double, std::int64_t> uneven(std::int64_t rows, Index cols, std::int64_t long_row) {
  std::vector<std::vector<Index>> out;
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto first = static_cast<Index>(r / 4 * 37 % (cols - 96));
    if (r == long_row) {
      out.push_back(every(8, 3, cols));
    } else if (r % 5 == 3) {
      out.emplace_back();
    } else {
      const auto span = static_cast<Index>(r * 7 % 23 * 3);
      out.push_back(every(static_cast<Index>(1 + r % 3), first, first + span));
    }
  }
  return matrix_of(cols, out);
}

/// Blocks of r x r that hold an entry.
std::int64_t blocks_of(const Csr<double, std::int64_t>& a, std::int64_t r) {
  std::int64_t count = 0;
  for (std::int64_t first = 0; first < a.rows; first += r) {
    const auto begin = static_cast<std::size_t>(a.row_offsets[static_cast<std::size_t>(first)]);
    const auto end = static_cast<std::size_t>(
        a.row_offsets[static_cast<std::size_t>(std::min(first + r, a.rows))]);
    std::set<std::int64_t> columns;
    for (std::size_t i = begin; i < end; ++i) columns.insert(a.col_indices[i] / r);
    count += static_cast<std::int64_t>(columns.size());
  }
  return count;
}

SpmvProblem sorted_problem(const cuda::DeviceCsr& there) {
  SpmvProblem problem{there.view(), {}};
  problem.a.columns = ColumnOrder::sorted;
  return problem;
}

/// Of a second plan: the first one loads kernels.
double seconds_to_plan(const ResolvedConfiguration& c, const SpmvProblem& problem) {
  (void)c.dense_plan(problem);
  cuda::synchronize();
  const double begin = now_s();
  const auto plan = c.dense_plan(problem);
  cuda::synchronize();
  return now_s() - begin;
}

/// With the values of the matrix, and with others that take their place. Eighths of small numbers:
/// no sum of them is rounded.
void expect_products(const Csr<double, std::int64_t>& a, const std::string& text) {
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpmvProblem problem = sorted_problem(there);
  std::vector<double> x;
  for (std::int64_t c = 0; c < a.cols; ++c) x.push_back(1 + static_cast<double>(c % 7));
  const cuda::DeviceArray<double> x_there(x.data(), x.size());
  const cuda::DeviceArray<double> y_there(static_cast<std::size_t>(a.rows));
  const ResolvedConfiguration c = parsed(text);
  const Fit fit = c.fit(problem);
  ASSERT_TRUE(fit) << text << ": " << fit.reason;
  const auto plan = c.dense_plan(problem);
  std::vector<double> other;
  for (const double v : a.values) other.push_back(2 - v);
  const cuda::DeviceArray<double> other_there(other.data(), other.size());
  for (const std::vector<double>* const values :
       std::initializer_list<const std::vector<double>*>{&a.values, &other}) {
    if (values == &other) {
      plan->update_values(AnyValues::on_device(other_there.data(), a.nnz()), {});
    }
    plan->run(1.0, x_there.data(), 0.0, y_there.data(), {});
    cuda::synchronize();
    std::vector<double> y(y_there.size());
    cuda::copy_to_host(y.data(), y_there.data(), y.size() * sizeof(double));
    for (std::size_t r = 0; r < y.size(); ++r) {
      double sum = 0;
      for (std::int64_t i = a.row_offsets[r]; i < a.row_offsets[r + 1]; ++i) {
        const auto at = static_cast<std::size_t>(i);
        sum += (*values)[at] * x[static_cast<std::size_t>(a.col_indices[at])];
      }
      ASSERT_EQ(y[r], sum) << a.rows << " rows, " << text << ", row " << r;
    }
  }
}

TEST(Ell, refuses_more_bytes_than_a_number_holds) {
  if (shipped_catalogue().find(Operation::spmv, Backend::cuda, "ell") == nullptr) {
    GTEST_SKIP() << "a build without kernels for GPUs";
  }
  // Of sizes alone: no array is read, since the longest row is known.
  static constexpr std::int64_t nothing = 0;
  SpmvProblem problem;
  problem.a.space = MemorySpace::device;
  problem.a.row_offsets = problem.a.values = &nothing;
  problem.a.col_indices = reinterpret_cast<const Index*>(&nothing);
  problem.a.rows = problem.a.cols = problem.a.nnz = problem.longest_row = 900'000'000;
  for (const ValueType type : {ValueType::f64, ValueType::f32}) {
    problem.a.value_type = type;
    const Fit fit = parsed("ell{}").fit(problem);
    EXPECT_FALSE(fit);
    EXPECT_NE(fit.reason.find("rows padded to 900000000 would take"), std::string::npos)
        << fit.reason;
  }
}

class CudaLongRows : public test::OnDevice {};

TEST_F(CudaLongRows, dia_refuses_one_before_its_entries_are_looked_at) {
  const auto a = matrix_of(10'000'000, {every(1, 0, 10'000'000)});
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpmvProblem problem = sorted_problem(there);
  const ResolvedConfiguration dia = parsed("dia{}");
  (void)dia.fit(problem);  // the kernel is loaded
  const double begin = now_s();
  const Fit fit = dia.fit(problem);
  EXPECT_LT(now_s() - begin, 0.1);
  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("more than 512 diagonals"), std::string::npos) << fit.reason;
}

TEST_F(CudaLongRows, dia_takes_rows_of_as_many_entries_as_diagonals) {
  constexpr Index most = 512;
  std::vector<std::vector<Index>> rows(3000);
  for (Index r = 0; r < 3000; ++r) rows[static_cast<std::size_t>(r)] = every(1, r, r + most);
  const auto a = matrix_of(3000 + most, rows);
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const Fit fit = parsed("dia{}").fit(sorted_problem(there));
  EXPECT_TRUE(fit) << fit.reason;
}

TEST_F(CudaLongRows, bsr_counts_every_block_once) {
  for (const auto& a :
       {uneven(1000, 200'000, 5), uneven(1, 100'000, 0), uneven(299, 100'000, 298)}) {
    const cuda::DeviceCsr there{AnyCsr(a.view())};
    for (const std::int64_t r : {3, 4, 8}) {
      const Fit fit = parsed("bsr{r=" + std::to_string(r) + "}").fit(sorted_problem(there));
      const std::string counted = std::to_string(blocks_of(a, r)) + " blocks of ";
      ASSERT_FALSE(fit) << "the long row's blocks hold an entry each";
      EXPECT_EQ(fit.reason.find(counted), 0U) << fit.reason << "; there are " << counted;
    }
  }
}

TEST_F(CudaLongRows, bsr_does_not_leave_one_to_a_warp) {
  constexpr Index cols = 8'000'000;
  const auto a = matrix_of(cols, {every(2, 0, cols), every(2, 1, cols)});
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpmvProblem problem = sorted_problem(there);
  const ResolvedConfiguration bsr = parsed("bsr{r=2}");
  (void)bsr.fit(problem);
  const double begin = now_s();
  const Fit fit = bsr.fit(problem);
  EXPECT_LT(now_s() - begin, 0.02);
  EXPECT_TRUE(fit) << fit.reason;
}

TEST_F(CudaLongRows, column_blocks_have_each_entry_where_it_belongs) {
  for (const auto& a : {uneven(1000, 200'000, 5), uneven(1, 100'000, 0),
                        uneven(20'000, 3000, 19'999), matrix_of(4, {{}, {3}, {}})}) {
    for (const int blocks : {2, 3, 4, 6}) {
      expect_products(a, "column_blocks{blocks=" + std::to_string(blocks) + "}");
    }
  }
}

/// Rows that begin and end anywhere, of more entries than a warp takes.
TEST_F(CudaLongRows, bsr_has_each_entry_where_it_belongs) {
  std::vector<std::vector<Index>> rows;
  for (const Index length : {3, 511, 512, 513, 0, 1023, 1024, 1025, 2, 5000, 5000, 5001}) {
    rows.push_back(every(1, 7, 7 + length));
    rows.push_back(every(1, 7, 7 + length));
    rows.push_back(every(1, 0, static_cast<Index>(rows.size() % 5)));
  }
  const auto a = matrix_of(6000, rows);
  for (const int r : {2, 3, 4, 8}) expect_products(a, "bsr{r=" + std::to_string(r) + "}");
  expect_products(matrix_of(100'000, {every(1, 0, 100'000), every(1, 0, 100'000)}), "bsr{r=2}");
}

TEST_F(CudaLongRows, bsr_takes_other_values_without_leaving_one_to_a_warp) {
  constexpr Index cols = 8'000'000;
  const auto a = matrix_of(cols, {every(2, 0, cols), every(2, 1, cols)});
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpmvProblem problem = sorted_problem(there);
  const auto plan = parsed("bsr{r=2}").dense_plan(problem);
  plan->update_values(AnyValues(problem.a), {});
  cuda::synchronize();
  const double begin = now_s();
  plan->update_values(AnyValues(problem.a), {});
  cuda::synchronize();
  EXPECT_LT(now_s() - begin, 0.05);
}

/// Columns as near to one another as makes runs of every length, up to the last one.
std::vector<Index> near_one_another(Index cols, std::size_t count, std::uint32_t seed) {
  std::vector<Index> out;
  Index column = cols - 1;
  while (out.size() < count && column >= 0) {
    out.push_back(column);
    seed = seed * 1664525U + 1013904223U;
    column -= 1 + static_cast<Index>((seed >> 24U) % 13 % 5);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// Rows of fewer and of more entries than a team asks at a time, in matrices of few entries a row
/// and of many: for each size of team.
TEST_F(CudaLongRows, sell_finds_runs_wherever_rows_are_cut) {
  for (const std::size_t mean : {2, 7, 60}) {
    std::vector<std::vector<Index>> rows;
    for (std::size_t r = 0; r < 2000; ++r) {
      const std::size_t length = r % 1000 == 9 ? 300 + r / 10 : (r * 7 + r / 5) % (2 * mean);
      rows.push_back(near_one_another(static_cast<Index>(4000 - r % 3), length,
                                      static_cast<std::uint32_t>(r)));
    }
    rows.push_back(every(1, 0, 333));
    rows.push_back(every(2, 1, 999));
    const auto a = matrix_of(4000, rows);
    for (const char* const run : {"1", "2", "3", "4"}) {
      for (const char* const slices : {"slice=32,sigma=256", "slice=8,sigma=256,index=mixed16",
                                       "slice=2,sigma=1,index=mixed16"}) {
        expect_products(a, std::string("sell{") + slices + ",run=" + run + "}");
      }
    }
  }
}

TEST_F(CudaLongRows, sell_does_not_leave_runs_of_one_to_a_thread) {
  const auto a = matrix_of(400'000, {every(1, 0, 400'000), every(2, 1, 400'000)});
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpmvProblem problem = sorted_problem(there);
  EXPECT_LT(seconds_to_plan(parsed("sell{run=3}"), problem), 0.1);
}

TEST_F(CudaLongRows, column_blocks_do_not_leave_one_to_a_warp) {
  const auto a = matrix_of(10'000'000, {every(1, 0, 10'000'000)});
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpmvProblem problem{there.view(), {}};
  EXPECT_LT(seconds_to_plan(parsed("column_blocks{blocks=2}"), problem), 0.1);
}

}  // namespace
}  // namespace sptune::test
