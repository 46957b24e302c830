// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on rows of B of which some are hubs: the warps of a block divide these by their
// entries.
#include "kernels/api/catalogue.hpp"
#include "kernels/row_policy/policy.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Every 317th row of B is a hub of some 3500 entries, every third of the others is empty, all
/// others have three. Rows of A have as many entries as a warp or a block looks at together, and
/// one less or more; every third entry of the short ones names a hub, so that some warps would have
/// all there is to do.
Pair rows_that_name_hubs() {
  constexpr Index inner = 20'000;
  constexpr Index cols = 8'192;
  constexpr Index hub_step = 317;
  constexpr std::array<Index, 12> sizes{0, 1, 31, 32, 33, 63, 64, 65, 200, 1'023, 1'024, 1'025};
  unsigned state = 5U;
  const auto next = [&](Index n) {
    state = state * 1664525U + 1013904223U;
    return static_cast<Index>((state >> 8U) % static_cast<unsigned>(n));
  };
  Csr<double> a = with_columns(1'500, inner, [&](Index r) {
    const Index size = r < 48 ? sizes[static_cast<std::size_t>(r) % sizes.size()] : 2 + r % 23;
    std::vector<Index> out;
    for (Index k = 0; static_cast<Index>(out.size()) < size; ++k) {
      const bool hub = k % 3 == 0 && k < 150;
      const Index column = hub ? next(inner / hub_step) * hub_step : next(inner);
      if (std::find(out.begin(), out.end(), column) == out.end()) out.push_back(column);
    }
    return out;
  });
  Csr<double> b = with_columns(inner, cols, [&](Index r) {
    std::vector<Index> out;
    const Index size = r % hub_step == 0 ? 4'600 + next(64) : r % 3 == 0 ? 0 : 3;
    for (Index k = 0; k < size; ++k) out.push_back(next(cols));
    return out;
  });
  return {"rows that name hubs", std::move(a), std::move(b)};
}

std::int64_t products_of(const Pair& pair) {
  std::int64_t sum = 0;
  for (const Index k : pair.a.col_indices) {
    sum += pair.b.row_offsets[static_cast<std::size_t>(k) + 1] -
           pair.b.row_offsets[static_cast<std::size_t>(k)];
  }
  return sum;
}

const Pair& hubs() {
  static const Pair pair = rows_that_name_hubs();
  return pair;
}

TEST(SpgemmUneven, the_pair_is_one_whose_rows_of_b_are_divided) {
  const Pair& pair = hubs();
  EXPECT_TRUE(
      row_policy::rows_are_uneven(products_of(pair), pair.a.nnz(), pair.b.rows, pair.b.nnz()));
  for (const std::int64_t size : {0, 1, 31, 32, 33, 63, 64, 65, 200, 1'023, 1'024, 1'025}) {
    std::int64_t rows = 0;
    for (std::int64_t r = 0; r < pair.a.rows; ++r) {
      const auto at = static_cast<std::size_t>(r);
      rows += pair.a.row_offsets[at + 1] - pair.a.row_offsets[at] == size ? 1 : 0;
    }
    EXPECT_GE(rows, 4) << size;
  }
}

class SpgemmUnevenOnDevice : public test::OnDevice {};

TEST_F(SpgemmUnevenOnDevice, cuda_equals_the_reference) {
  References<double, std::int32_t> references;
  for (const std::string text :
       {"hash_bins", "hash_bins{fill=block_bits}", "hash_bins{fill=wide_window}",
        "hash_bins{fill=block_window}", "hash_bins{count=block_bits}", "hash_bins{count=wide_bits}",
        "hash_bins{count=block_table}", "hash_bins{words=always}", "hash_bins{words=never}",
        "hash_bins{grouped=always}", "hash_bins{lanes=32}", "hash_bins{lanes=8}",
        "hash_bins{shared_kib=48}", "hash_bins{sizes=bound}"}) {
    EXPECT_TRUE(check_pair(resolved(text), hubs(), references)) << text;
  }
}

TEST_F(SpgemmUnevenOnDevice, cuda_equals_the_reference_in_floats) {
  References<float, std::int64_t> references;
  for (const std::string text :
       {"hash_bins", "hash_bins{fill=block_bits}", "hash_bins{fill=wide_window}"}) {
    EXPECT_TRUE(check_pair(resolved(text), hubs(), references)) << text;
  }
}

}  // namespace
