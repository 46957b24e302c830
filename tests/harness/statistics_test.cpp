// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/statistics.hpp"

#include "harness/records/trial.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sptune::harness {
namespace {

TEST(quantile, is_linear_between_neighbours) {
  EXPECT_EQ(quantile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(quantile({3, 1, 2, 4}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({0, 10}, 0.25), 2.5);
  EXPECT_EQ(quantile({1, 2}, 0), 1);
  EXPECT_EQ(quantile({4, 7}, 1), 7);
  EXPECT_EQ(quantile({4, 7}, 1.5), 7) << "beyond the ends, the ends";
  EXPECT_EQ(quantile({4, 7}, -0.5), 4);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(quantile, is_that_of_summaries) {
  const std::vector<float> sorted{1.1F, 2.3F, 2.4F, 5.7F, 9.2F, 9.9F};
  const Summary s = summarise(sorted);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.25), s.q1);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.5), s.median);
  EXPECT_EQ(quantile_of_sorted(sorted, 0.75), s.q3);
}

TEST(geometric_mean, of_nothing_is_none) {
  EXPECT_DOUBLE_EQ(geometric_mean({1, 4}), 2);
  EXPECT_TRUE(std::isnan(geometric_mean({})));
}

}  // namespace
}  // namespace sptune::harness
