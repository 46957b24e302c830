// SPDX-License-Identifier: BSD-3-Clause
// Typed spaces by themselves: which points are valid, and how far they are from the default.
#include "kernels/api/space.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune {
namespace {

enum class Order { rows, columns };
constexpr std::array<std::pair<Order, std::string_view>, 2> enum_names(Order) {
  return {{{Order::rows, "rows"}, {Order::columns, "columns"}}};
}

struct Blocking {
  int lanes;
  int unroll;
  Order order;
};

constexpr auto open_space =
    free_space<Blocking>(axis("lanes", &Blocking::lanes, {8, 1, 2}, ""),
                         axis("unroll", &Blocking::unroll, {1, 2, 4}, ""),
                         axis("order", &Blocking::order, {Order::rows, Order::columns}, ""));
constexpr auto near_space = open_space.within(1);
constexpr auto strict_space = space<Blocking>(
    [](const Blocking& c, std::size_t away) { return c.order == Order::rows || away == 1; },
    "order=columns alone", axis("lanes", &Blocking::lanes, {8, 1, 2}, ""),
    axis("unroll", &Blocking::unroll, {1, 2, 4}, ""),
    axis("order", &Blocking::order, {Order::rows, Order::columns}, ""));

TEST(Space, counts_the_axes_that_differ_from_their_defaults) {
  static_assert(open_space.distance({8, 1, Order::rows}) == 0);
  static_assert(open_space.distance({2, 1, Order::rows}) == 1);
  static_assert(open_space.distance({1, 4, Order::columns}) == 3);
  EXPECT_EQ(open_space.valid_points().size(), 18U);
}

TEST(Space, within_a_distance_has_the_points_that_are_not_farther) {
  static_assert(near_space.valid({8, 4, Order::rows}));
  static_assert(!near_space.valid({2, 4, Order::rows}));
  const std::vector<std::vector<std::size_t>> expected{{0, 0, 0}, {0, 0, 1}, {0, 1, 0},
                                                       {0, 2, 0}, {1, 0, 0}, {2, 0, 0}};
  EXPECT_EQ(near_space.valid_points(), expected);
}

TEST(Space, a_constraint_may_ask_for_the_distance) {
  static_assert(strict_space.valid({8, 1, Order::columns}));
  static_assert(!strict_space.valid({8, 2, Order::columns}));
  static_assert(strict_space.valid({1, 2, Order::rows}));
  EXPECT_EQ(strict_space.valid_points().size(), 10U);
}

}  // namespace
}  // namespace sptune
