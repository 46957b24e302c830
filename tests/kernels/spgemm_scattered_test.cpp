// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on rows of C that fit no table and span very many columns: those of few products are
// sorted, of others blocks share the windows.
#include "kernels/api/catalogue.hpp"
#include "kernels/row_policy/policy.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Numbers below n, one after the other.
class Draw {
 public:
  explicit Draw(std::uint32_t state) : state_(state) {}
  Index operator()(std::int64_t n) {
    const std::uint64_t high = step();
    return static_cast<Index>(((high << 16U) | step()) * static_cast<std::uint64_t>(n) >> 32U);
  }

 private:
  std::uint64_t step() {
    state_ = state_ * 1664525U + 1013904223U;
    return state_ >> 16U;
  }
  std::uint32_t state_;
};

/// `size` different numbers below n.
std::vector<Index> some_of(Draw& draw, Index n, Index size) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  for (Index i = 0; i < size; ++i) {
    const Index other = i + draw(n - i);
    std::swap(all[static_cast<std::size_t>(i)], all[static_cast<std::size_t>(other)]);
  }
  all.resize(static_cast<std::size_t>(size));
  return all;
}

/// Rows of C of 10 to 40 thousand products on all columns; others are empty, short, or on few
/// columns. Rows of B are scattered, or crowd in 600 columns near the last one, or in every
/// 20,011th, so that up to thousands of products part a bucket, of which few columns are different.
Pair scattered(Index cols) {
  constexpr Index inner = 500;
  Draw draw(7);
  Csr<double> a = with_columns(40, inner, [&](Index r) {
    return some_of(draw, inner, r < 3 ? r : r % 8 == 7 ? 5 : 80 + 9 * (r % 16));
  });
  Csr<double> b = with_columns(inner, cols, [&](Index r) {
    std::vector<Index> out(static_cast<std::size_t>(r % 5 == 4 ? r % 2 : 150 + r % 101));
    for (Index& c : out) {
      c = r % 5 == 2   ? cols - 700 + draw(600)
          : r % 5 == 3 ? draw(cols / 20'011) * 20'011
                       : draw(cols);
    }
    return out;
  });
  return {"scattered on " + std::to_string(cols), std::move(a), std::move(b)};
}

class SpgemmScattered : public test::OnDevice {};

/// A table of a block with little memory has 1024 entries, and a window 5248 columns.
TEST_F(SpgemmScattered, little_shared_memory_equals_the_reference) {
  const Pair pair = scattered(4'000'000);
  References<double, std::int32_t> references;
  for (const std::string text :
       {"hash_bins{shared_kib=48}", "hash_bins{shared_kib=48,lanes=8}",
        "hash_bins{shared_kib=48,lanes=32}", "hash_bins{shared_kib=48,counting=tables}",
        "hash_bins{shared_kib=48,sizes=bound}", "hash_bins{shared_kib=48,adding=stable}",
        "hash_bins{shared_kib=48,words=always}", "hash_bins{shared_kib=48,streams=1}",
        "hash_bins{shared_kib=48,grouped=always}", "hash_bins{at_once=never}",
        "hash_bins{fill=wide_window}", "hash_bins{memory=raw}"}) {
    EXPECT_TRUE(check_pair(resolved(text), pair, references)) << text;
  }
  check_other_types(resolved("hash_bins{shared_kib=48}"), {pair});
  check_under_capture(resolved("hash_bins{shared_kib=48}"), pair);
  expect_same_bits(resolved("hash_bins{shared_kib=48,adding=stable}"), pair);
}

TEST_F(SpgemmScattered, all_shared_memory_equals_the_reference) {
  const Pair pair = scattered(1 << 24);
  References<double, std::int32_t> references;
  for (const std::string text :
       {"hash_bins", "hash_bins{count=wide_bits}", "hash_bins{fill=wide_window}",
        "hash_bins{rerun=places}", "hash_bins{rerun=gather}", "hash_bins{memory=raw}"}) {
    EXPECT_TRUE(check_pair(resolved(text), pair, references)) << text;
  }
  check_alone<float, std::int64_t>(resolved("hash_bins"), pair);
}

/// A million products each, which blocks shared before; of rows of B so uneven that the warps of a
/// block divide them.
TEST_F(SpgemmScattered, long_rows_that_name_hubs_equal_the_reference) {
  constexpr Index hubs = 5'500;
  constexpr Index inner = 100'000;
  constexpr Index cols = 6'000'000;
  Draw draw(11);
  Csr<double> a = with_columns(17, inner, [&](Index /*r*/) { return some_of(draw, hubs, 5'000); });
  Csr<double> b = with_columns(inner, cols, [&](Index r) {
    std::vector<Index> out(static_cast<std::size_t>(r < hubs ? 202 + r % 5 : 1));
    for (Index& c : out) c = draw(cols / 40) * 40;
    return out;
  });
  const Pair pair{"long rows that name hubs", std::move(a), std::move(b)};
  const std::int64_t products = spgemm::count_products(pair.a.view(), pair.b.view());
  ASSERT_TRUE(row_policy::rows_are_uneven(products, pair.a.nnz(), pair.b.rows, pair.b.nnz()));
  check_alone<double, std::int32_t>(resolved("hash_bins{shared_kib=48}"), pair);
}

/// Blocks share these: four windows of all the shared memory and more, of some rows only the first
/// two; of many entries of A, so that parts of them add to a window.
TEST_F(SpgemmScattered, windows_of_oversized_rows_equal_the_reference) {
  constexpr Index inner = 6'000;
  constexpr Index cols = 100'000;
  Draw draw(13);
  Csr<double> a = with_columns(8, inner, [&](Index r) {
    return some_of(draw, r % 2 == 0 ? inner : inner / 2, r < 2 ? 90 : 2'100 + 100 * r);
  });
  Csr<double> b = with_columns(inner, cols, [&](Index r) {
    std::vector<Index> out(160);
    for (Index& c : out) c = draw(r < inner / 2 ? 30'000 : cols);
    return out;
  });
  const Pair pair{"oversized", std::move(a), std::move(b)};
  References<double, std::int32_t> references;
  for (const std::string text : {"hash_bins{at_once=never}", "hash_bins{shared_kib=48}",
                                 "hash_bins{sizes=bound}", "hash_bins{adding=stable}"}) {
    EXPECT_TRUE(check_pair(resolved(text), pair, references)) << text;
  }
  check_alone<float, std::int64_t>(resolved("hash_bins{at_once=never}"), pair);
}

/// One row of `entries` products in as many of 400 million columns, of rows of B whose columns
/// alternate; the best of some numeric phases in seconds.
double seconds_of_one_row(Index entries, Index rows_of_b) {
  constexpr std::int64_t cols = 400'000'000;
  const std::int64_t step = cols / entries;
  Csr<double> a;
  a.rows = 1;
  a.cols = rows_of_b;
  a.row_offsets = {0, rows_of_b};
  a.col_indices.resize(static_cast<std::size_t>(rows_of_b));
  std::iota(a.col_indices.begin(), a.col_indices.end(), 0);
  a.values.assign(static_cast<std::size_t>(rows_of_b), 2.0);
  Csr<double> b;
  b.rows = rows_of_b;
  b.cols = static_cast<Index>(cols);
  b.row_offsets = {0};
  std::vector<Index> columns(static_cast<std::size_t>(entries));
  std::vector<double> values(static_cast<std::size_t>(entries));
  for (Index e = 0; e < entries; ++e) {
    columns[static_cast<std::size_t>(e)] = static_cast<Index>(step * e + e % 61);
  }
  for (Index k = 0; k < rows_of_b; ++k) {
    for (Index e = k; e < entries; e += rows_of_b) {
      b.col_indices.push_back(columns[static_cast<std::size_t>(e)]);
      b.values.push_back(0.25 * (e + 1));
      values[static_cast<std::size_t>(e)] = 0.5 * (e + 1);
    }
    b.row_offsets.push_back(static_cast<std::int64_t>(b.col_indices.size()));
  }
  const cuda::DeviceCsr left{AnyCsr(a.view())};
  const cuda::DeviceCsr right{AnyCsr(b.view())};
  SpgemmProblem problem;
  problem.a = left.view();
  problem.b = right.view();
  problem.a.columns = problem.b.columns = ColumnOrder::sorted;
  problem.products = entries;
  const auto plan = resolved("hash_bins{rerun=search}").sparse_plan(problem);
  EXPECT_EQ(plan->symbolic({}), entries);
  plan->allocate({});
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    cuda::synchronize();
    const auto begun = std::chrono::steady_clock::now();
    plan->numeric({});
    cuda::synchronize();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    best = std::min(best, took.count());
  }
  const Copy<double> c = copy_of<double>(plan->result());
  EXPECT_EQ(c.col_indices, columns);
  EXPECT_EQ(c.values, values);
  return best;
}

/// Was more than a thousand times as long: a pass for each of 15,783 windows.
TEST_F(SpgemmScattered, an_entry_more_than_a_table_has_takes_about_as_long) {
  const double in_table = seconds_of_one_row(8'192, 100);
  const double sorted = seconds_of_one_row(8'193, 100);
  EXPECT_LT(sorted, 10 * in_table);
  RecordProperty("in_table_us", std::to_string(in_table * 1e6));
  RecordProperty("sorted_us", std::to_string(sorted * 1e6));
}

TEST_F(SpgemmScattered, more_products_than_a_row_of_windows_may_have_are_sorted_too) {
  EXPECT_GT(seconds_of_one_row(20'000, 100), 0);
  EXPECT_GT(seconds_of_one_row(400'000, 2'000), 0);
}

}  // namespace
