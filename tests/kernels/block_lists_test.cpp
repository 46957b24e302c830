// SPDX-License-Identifier: BSD-3-Clause
// What finding the blocks of DIA and BSR takes of memory, and what happens where there is none.
#include "kernels/spmv/cpu/block_lists.hpp"

#include "kernels/api/catalogue.hpp"

#include <gtest/gtest.h>

#include <new>
#include <string>
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

TEST(BlockLists, without_memory_on_several_threads_throw) {
  const auto a = diagonal(4 * 65536);  // worth four threads
  const auto key = [](std::int64_t row, Index column) -> std::int64_t {
    if (row == 3 * 65536) throw std::bad_alloc();
    return column;
  };
  EXPECT_THROW((void)list_block_keys(a.view(), 32, a.cols, Resources{4}, key), std::bad_alloc);
}

TEST(BlockLists, are_made_by_as_many_threads_as_the_limit_allows) {
  constexpr std::int64_t keys = 1000;
  Resources granted{8};
  EXPECT_EQ(listing_threads(keys, 10, granted), 8);
  granted.memory_limit = 3 * 8 * (4 * keys) + 80;
  EXPECT_EQ(listing_threads(keys, 10, granted), 4);
  granted.memory_limit = 0;
  EXPECT_EQ(listing_threads(keys, 10, granted), 1);
  EXPECT_EQ(listing_threads(0, 0, granted), 1);
}

TEST(BlockLists, count_for_the_memory_limit) {
  constexpr std::int64_t n = 100'000;
  const auto a = diagonal(n);
  SpmvProblem problem(AnyCsr(a.view()), {1});
  problem.a.columns = ColumnOrder::sorted;
  const auto dia = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "dia{}").value();
  EXPECT_TRUE(dia.fit(problem));
  problem.resources.memory_limit = 12 * n;  // 8 n and a little are held, 16 n to find them
  const Fit fit = dia.fit(problem);
  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("over the memory limit of " + std::to_string(12 * n)),
            std::string::npos)
      << fit.reason;
}

}  // namespace
}  // namespace sptune::spmv
