// SPDX-License-Identifier: BSD-3-Clause
// The bound that `fit` trusts instead of sorting the rows.
#include "kernels/spmv/cpu/sell_layout.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace sptune::spmv::sell {
namespace {

/// Row offsets of random lengths, a few of them long.
std::vector<std::int64_t> offsets(std::int64_t rows, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::int64_t> out{0};
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t most = random() % 50 == 0 ? 900 : 12;
    out.push_back(out.back() + static_cast<std::int64_t>(random()) % most);
  }
  return out;
}

TEST(SellLayout, bound_holds_and_is_exact_without_sorting) {
  std::int64_t sorted_bound = 0;
  std::int64_t sorted_stored = 0;
  for (const std::int64_t rows : {1, 7, 8, 31, 64, 1000, 5000}) {
    const auto o = offsets(rows, static_cast<unsigned>(rows));
    const CsrView<double, std::int64_t> a{rows, 1000, o.data(), nullptr, nullptr};
    for (const int c : {8, 32}) {
      for (const int sigma : {1, 1024, 16384}) {
        for (const int cut : {0, 64}) {
          const Shape shape{c, sigma, cut};
          EXPECT_EQ(stored_at_most(a, shape, 4), stored_at_most(a, shape));
          const std::int64_t stored = make_layout(a, shape).stored(c);
          const std::int64_t bound = stored_at_most(a, shape);
          EXPECT_GE(bound, stored)
              << rows << " rows, C=" << c << ", sigma=" << sigma << ", " << cut;
          if (sigma == 1 && cut == 0) {
            EXPECT_EQ(bound, stored) << rows << " rows, C=" << c;
          }
          if (sigma > 1 && cut == 0 && rows == 5000) {
            sorted_bound += bound;
            sorted_stored += stored;
          }
        }
      }
    }
  }
  // A bound so wide that it never spares the sorting would be of no use.
  EXPECT_LT(static_cast<double>(sorted_bound), 3.5 * static_cast<double>(sorted_stored));
}

TEST(SellLayout, is_the_same_on_any_number_of_threads) {
  constexpr std::int64_t rows = 300'001;
  const auto o = offsets(rows, 7);
  const CsrView<double, std::int64_t> a{rows, 1000, o.data(), nullptr, nullptr};
  EXPECT_EQ(detail::sorting_parts(3, rows, 1024), 3);
  EXPECT_EQ(detail::sorting_parts(3, 4095, 8), 1) << "few rows";
  EXPECT_EQ(detail::sorting_parts(3, rows, rows / 2), 1) << "few windows";
  for (const Shape shape : {Shape{8, 1, 0}, Shape{8, 1024, 0}, Shape{32, 16384, 64}}) {
    const Layout one = make_layout(a, shape);
    const Layout more = make_layout(a, shape, 3);
    EXPECT_EQ(more.rows, one.rows);
    EXPECT_TRUE(more.order == one.order);
    EXPECT_TRUE(more.widths == one.widths);
    EXPECT_TRUE(more.long_rows == one.long_rows);
    EXPECT_TRUE(more.long_starts == one.long_starts);
    EXPECT_EQ(stored_at_most(a, shape, 3), stored_at_most(a, shape));
  }
}

}  // namespace
}  // namespace sptune::spmv::sell
