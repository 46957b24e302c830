// SPDX-License-Identifier: BSD-3-Clause
// What finding the blocks of DIA and BSR takes of memory, and what happens where there is none.
#include "kernels/spmv/cpu/block_lists.hpp"

#include "kernels/api/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sptune::spmv {
namespace {

Csr<double, std::int32_t> diagonal(std::int32_t n) {
  Csr<double, std::int32_t> a{n, n, {0}, {}, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    a.col_indices.push_back(i);
    a.values.push_back(1);
    a.row_offsets.push_back(i + 1);
  }
  return a;
}

struct Failing {
  static constexpr Index shift = 0;
  std::int64_t operator()(std::int64_t row, Index column) const {
    if (row == 3 * 65536) throw std::bad_alloc();
    return column;
  }
};

TEST(BlockLists, without_memory_on_several_threads_throw) {
  const auto a = diagonal(4 * 65536);  // worth four threads
  EXPECT_THROW((void)list_block_keys(a.view(), 32, a.cols, Resources{4}, Failing{}),
               std::bad_alloc);
}

TEST(BlockLists, are_made_by_as_many_threads_as_the_limit_allows) {
  constexpr std::int64_t keys = 64'000;  // 8000 bytes of marks
  constexpr std::int64_t matrix = 1'000'000;
  Resources granted{8};
  EXPECT_EQ(listing_threads(keys, 10, matrix, granted), 8);
  granted.memory_limit = 3 * (4 * keys / 8) + 80;
  EXPECT_EQ(listing_threads(keys, 10, matrix, granted), 4);
  granted.memory_limit = 0;
  EXPECT_EQ(listing_threads(keys, 10, matrix, granted), 1);
  EXPECT_EQ(listing_threads(0, 0, matrix, granted), 1);
}

TEST(BlockLists, of_few_entries_among_many_columns_take_no_more_than_the_matrix) {
  constexpr std::int64_t keys = 64'000;
  const Resources granted{64};
  EXPECT_EQ(listing_threads(keys, 10, 20'000, granted), 2);
  EXPECT_EQ(listing_threads(keys, 10, 100, granted), 1);
  Csr<double, std::int32_t> a = diagonal(4 * 65536);
  EXPECT_EQ(listing_parts(a.rows, 10, a.view(), granted), 4) << "the entries' worth";
  a.cols = std::numeric_limits<Index>::max();  // a quarter of a GiB of marks
  EXPECT_EQ(listing_parts(a.cols, 10, a.view(), granted), 1);
}

TEST(BlockLists, count_for_the_memory_limit) {
  constexpr std::int64_t n = 100'000;
  Csr<double, std::int32_t> a{n, n, {}, {7}, {1}};
  a.row_offsets.assign(n + 1, 1);
  a.row_offsets[0] = 0;
  SpmvProblem problem(AnyCsr(a.view()), {1});
  problem.a.columns = ColumnOrder::sorted;
  const auto dia = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "dia{}").value();
  EXPECT_TRUE(dia.fit(problem));
  problem.resources.memory_limit = 3 * n / 8;  // n / 4 and a little are held, n / 2 to find them
  const Fit fit = dia.fit(problem);
  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("over the memory limit of " + std::to_string(3 * n / 8)),
            std::string::npos)
      << fit.reason;
}

/// Blocks of R as a set of pairs counts them.
template <int R>
std::int64_t blocks_by_sets(const Csr<double, std::int32_t>& a) {
  std::set<std::pair<std::int64_t, Index>> blocks;
  for (Index row = 0; row < a.rows; ++row) {
    for (std::int32_t i = a.row_offsets[static_cast<std::size_t>(row)];
         i < a.row_offsets[static_cast<std::size_t>(row) + 1]; ++i) {
      blocks.emplace(row / R, a.col_indices[static_cast<std::size_t>(i)] / R);
    }
  }
  return std::ssize(blocks);
}

TEST(BlockLists, count_what_sets_count_on_any_number_of_threads) {
  // Rows that repeat the one before within a block of rows, at its border, and not at all.
  constexpr Index rows = 60'001;
  constexpr Index cols = 5000;
  Csr<double, std::int32_t> a{rows, cols, {0}, {}, {}};
  for (Index row = 0; row < rows; ++row) {
    const Index pattern = row / 4 + (row % 11 == 5 ? 1 : 0);
    for (Index j = 0; j < 6; ++j) a.col_indices.push_back((pattern * 37) % 800 + 700 * j);
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  a.values.assign(a.col_indices.size(), 1);
  for (const int threads : {1, 3, 5}) {
    const Resources granted{threads};
    const auto count = [&](auto key, std::int64_t block_rows, std::int64_t most) {
      return BlockKeys(a.view(), block_rows, cols + rows, most, 0, granted, key).count();
    };
    const auto keys = [&](std::int64_t most, std::int64_t most_kept) {
      return BlockKeys(a.view(), 3, cols, most, most_kept, granted, BlockColumnOf<3>{});
    };
    const std::int64_t blocks = blocks_by_sets<3>(a);
    EXPECT_EQ(count(BlockColumnOf<3>{}, 3, 1 << 30), blocks) << threads;
    EXPECT_EQ(count(BlockColumnOf<8>{}, 8, 1 << 30), blocks_by_sets<8>(a)) << threads;
    EXPECT_GT(count(BlockColumnOf<3>{}, 3, blocks / 2), blocks / 2) << threads;
    EXPECT_EQ(keys(blocks / threads / 2, 1 << 30).take(), nullptr) << "stopped, " << threads;
    EXPECT_EQ(keys(1 << 30, blocks / 2).take(), nullptr) << "not kept, " << threads;
    EXPECT_EQ(keys(1 << 30, blocks / 2).count(), blocks) << threads;
    const auto kept = keys(1 << 30, 1 << 30).take();
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->starts.back(), blocks);
    for (std::size_t b = 0; b + 1 < kept->starts.size(); ++b) {
      EXPECT_TRUE(std::is_sorted(kept->keys.begin() + kept->starts[b],
                                 kept->keys.begin() + kept->starts[b + 1]));
    }
    const auto listed = list_block_keys(a.view(), 32, a.rows + a.cols, granted, DiagonalOf{a.rows});
    EXPECT_EQ(count(DiagonalOf{a.rows}, 32, 1 << 30), std::ssize(listed->keys)) << threads;
  }
}

}  // namespace
}  // namespace sptune::spmv
