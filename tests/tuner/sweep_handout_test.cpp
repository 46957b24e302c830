// SPDX-License-Identifier: BSD-3-Clause
// Matrices that not every device can have.
#include "tuner/sweep/handout.hpp"

#include <gtest/gtest.h>

namespace sptune::sweep {
namespace {

TEST(handout, what_a_lane_refuses_is_for_others_while_there_are_any) {
  Handout handout({1, 1}, 1, 2);
  handout.refuse(*handout.take(100, 0), 0);
  EXPECT_TRUE(handout.elsewhere(0, 0));
  EXPECT_TRUE(handout.left_to_others(0));
  EXPECT_FALSE(handout.left_to_others(1));
  const auto own = handout.take(100, 0);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->matrix, 1U);
  handout.done(*own, false);
  EXPECT_FALSE(handout.take(100, 0));
  const auto given = handout.take(100, 1);
  ASSERT_TRUE(given);
  EXPECT_EQ(given->matrix, 0U);
  handout.refuse(*given, 1);
  EXPECT_FALSE(handout.elsewhere(0, 1));
  const auto last = handout.take(100, 0);
  ASSERT_TRUE(last) << "nobody can have it: any of them says so";
  handout.give_back(*last);
  handout.lose_lane(0);
  EXPECT_TRUE(handout.take(100, 1));
}

}  // namespace
}  // namespace sptune::sweep
