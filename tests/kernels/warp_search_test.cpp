// SPDX-License-Identifier: BSD-3-Clause
// The bisection that a warp makes, made by the host: 32 probes at a time.
#include "kernels/cuda/warp_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>

namespace sptune::cuda {
namespace {

struct Found {
  std::int64_t position;
  int trips;
};

/// As warp_first_where goes about it; what is wanted begins at `border`.
Found first_where_by_lanes(std::int64_t low, std::int64_t n, std::int64_t border) {
  Found out{0, 0};
  WarpSearch search{low, n};
  while (search.open()) {
    int unwanted = 0;
    for (int lane = 0; lane < WarpSearch::lanes; ++lane) {
      const std::int64_t position = search.probe(lane);
      EXPECT_GE(position, search.low);
      if (position < search.high && position < border) {
        EXPECT_EQ(unwanted, lane) << "lanes that find no are the first ones";
        ++unwanted;
      }
    }
    search.narrow(unwanted);
    ++out.trips;
  }
  out.position = search.low;
  return out;
}

TEST(WarpSearch, finds_every_border_of_short_ranges) {
  for (std::int64_t n = 0; n <= 140; ++n) {
    for (std::int64_t border = 0; border <= n + 2; ++border) {
      ASSERT_EQ(first_where_by_lanes(0, n, border).position, std::min(border, n)) << n;
      ASSERT_EQ(first_where_by_lanes(7, n + 7, border + 7).position, std::min(border, n) + 7);
    }
  }
}

TEST(WarpSearch, finds_borders_of_long_ranges_in_a_few_trips) {
  std::mt19937_64 random(7);
  for (const std::int64_t n : {std::int64_t{1089}, std::int64_t{100'003}, std::int64_t{1'000'000},
                               (std::int64_t{1} << 31) - 1, std::int64_t{1} << 40}) {
    for (int i = 0; i < 2000; ++i) {
      const auto border = static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(n) + 1));
      const Found found = first_where_by_lanes(0, n, border);
      ASSERT_EQ(found.position, border) << n;
      ASSERT_LE(found.trips, n <= 1'000'000 ? 5 : 10) << n;
    }
    for (const std::int64_t border : {std::int64_t{0}, std::int64_t{1}, n - 1, n}) {
      ASSERT_EQ(first_where_by_lanes(0, n, border).position, border) << n;
    }
  }
}

TEST(WarpSearch, an_empty_range_is_its_end) {
  EXPECT_EQ(first_where_by_lanes(5, 5, 0).position, 5);
  EXPECT_EQ(first_where_by_lanes(5, 5, 9).trips, 0);
}

}  // namespace
}  // namespace sptune::cuda
