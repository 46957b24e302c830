// SPDX-License-Identifier: BSD-3-Clause
// The fit of a policy at its edges: what a device holds, and times that tell nothing.
#include "tests/tuner/calibrate_fixture.hpp"
#include "tuner/calibrate/fit.hpp"
#include "tuner/calibrate/tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace sptune::calibrate {
namespace {

using policies::RowFeature;
using testing::accumulators;
using testing::matrix_of;
using testing::place_of;
using ::testing::SizeIs;

std::unique_ptr<Node> leaf_of(std::vector<std::uint8_t> order) {
  auto out = std::make_unique<Node>();
  out->order = std::move(order);
  return out;
}

/// Leaves `leaf(first)` to `leaf(end - 1)`, told apart by a feature: that of `i` has values from i
/// up to i + 1.
template <class Leaf>
std::unique_ptr<Node> tree_over(RowFeature feature, int first, int end, const Leaf& leaf) {
  if (end - first == 1) return leaf(first);
  const int middle = (first + end) / 2;
  auto out = std::make_unique<Node>();
  out->feature = static_cast<std::size_t>(feature);
  out->at_most = static_cast<float>(middle);
  out->then = tree_over(feature, first, middle, leaf);
  out->otherwise = tree_over(feature, middle, end, leaf);
  return out;
}

/// Products of which one accumulator would take half the time.
class Priced {
 public:
  explicit Priced(std::size_t accumulators) : nothing_(accumulators, 0.0) {}

  /// Two of them, with these two facts, where that is known of `rows`, or of the whole product.
  void add_two(RowFeature a, double value_of_a, RowFeature b, double value_of_b, int front,
               bool of_rows) {
    for (int n = 0; n < 2; ++n) {
      ProductTimes& m = times_.emplace_back(matrix_of(100));
      m.product = std::to_string(times_.size());
      m.facts[static_cast<std::size_t>(a)] = value_of_a;
      m.facts[static_cast<std::size_t>(b)] = value_of_b;
      Costs& costs = costs_.emplace_back(nothing_);
      costs[static_cast<std::size_t>(front)] = -0.7;
      out_.push_back({&m, of_rows ? &costs : &nothing_, of_rows ? &nothing_ : &costs});
    }
  }
  [[nodiscard]] const std::vector<PricedProduct>& products() const { return out_; }

 private:
  Costs nothing_;
  std::deque<ProductTimes> times_;  // elements stay where they are
  std::deque<Costs> costs_;
  std::vector<PricedProduct> out_;
};

FitOptions by_two() {
  FitOptions o;
  o.rows = o.products = {0.02, 2, 2};
  return o;
}

void collect(const Node& node, std::set<std::vector<std::uint8_t>>& orders) {
  if (node.is_leaf()) {
    orders.insert(node.order);
    return;
  }
  collect(*node.then, orders);
  if (node.otherwise) collect(*node.otherwise, orders);
}

/// What was fitted, as those read it who use it: as a tree for counting.
policies::Policy read_again(const Node& count) {
  const Accumulators all = accumulators();
  std::vector<std::uint8_t> any(all.names().fill.size());
  std::iota(any.begin(), any.end(), std::uint8_t{0});
  return policies::parse_policy(
      policy_text({"mine", "sm_90", "{}"}, count, *leaf_of(any), all.names()), "mine", all.names());
}

/// A leaf of rows on one side of a question about products and its like on the other are given
/// different orders.
TEST(FitLimits, keeps_within_the_orders_that_a_device_holds) {
  constexpr int leaves = 70;
  const Accumulators all = accumulators();
  std::vector<std::uint8_t> order(all.names().count.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::vector<std::vector<std::uint8_t>> orders;
  for (int i = 0; i < leaves; ++i) {
    orders.push_back(order);
    std::next_permutation(order.begin() + 3, order.end());
  }
  const auto by_rows = [&] {
    return tree_over(RowFeature::products, 0, leaves,
                     [&](int i) { return leaf_of(orders[static_cast<std::size_t>(i)]); });
  };
  Node tree;
  tree.feature = static_cast<std::size_t>(RowFeature::rows_per_sm);
  tree.at_most = 10;
  tree.then = by_rows();
  tree.otherwise = by_rows();
  Priced priced(all.names().count.size());
  for (const int side : {0, 1}) {
    for (int i = 0; i < leaves; ++i) {
      priced.add_two(RowFeature::rows_per_sm, side == 0 ? 5 : 50, RowFeature::products, i + 0.5,
                     1 + side, true);
    }
  }
  FitOptions o = by_two();
  o.asks_products = false;
  const FittedTree fitted = fit_tree(tree, priced.products(), all.names().count, Phase::count, o);

  std::set<std::vector<std::uint8_t>> found;
  collect(*fitted.tree, found);
  EXPECT_EQ(found.size(), 128U) << "all that there may be";
  // The first 58 leaves of the one side get new orders beside the old ones, those of the other side
  // in their place.
  EXPECT_THAT(fitted.changes, SizeIs(2 * (128 - leaves)));
  EXPECT_NO_THROW((void)read_again(*fitted.tree));
}

TEST(FitLimits, counts_the_nodes_of_accumulators_in_front) {
  constexpr int leaves = 4095;
  static_assert(2 * leaves - 1 == policies::most_tree_nodes - 2);
  const Accumulators all = accumulators();
  std::vector<std::uint8_t> order(all.names().count.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  const auto tree =
      tree_over(RowFeature::mean_products, 0, leaves, [&](int) { return leaf_of(order); });
  Priced priced(all.names().count.size());
  for (const int leaf : {7, 70, 700, 3000}) {
    priced.add_two(RowFeature::mean_products, leaf + 0.5, RowFeature::rows_per_sm, 5, 1, false);
  }
  const FittedTree fitted =
      fit_tree(*tree, priced.products(), all.names().count, Phase::count, by_two());

  EXPECT_EQ(fitted.tree->size(), static_cast<std::size_t>(policies::most_tree_nodes));
  EXPECT_THAT(fitted.changes, SizeIs(2));
  EXPECT_NO_THROW((void)read_again(*fitted.tree));
}

/// Of all products that have the same one.
TEST(Costs, make_nothing_of_times_of_zero) {
  const Accumulators all = accumulators();
  const std::size_t zero = place_of(all.names().count, "block_bits");
  std::vector<std::uint8_t> order(all.names().count.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::rotate(order.begin(), order.begin() + 3, order.end());  // somebody else stands first
  std::vector<ProductTimes> products;
  for (int i = 0; i < 30; ++i) {
    products.push_back(matrix_of(100 + i));
    products.back().phases[0].forced_us[zero] = 0;
  }
  const auto tree = leaf_of(order);
  for (const Costs& costs : costs_for_rows(products, Phase::count, *tree)) {
    for (const double cost : costs) EXPECT_TRUE(std::isfinite(cost));
    EXPECT_EQ(costs[zero], 0) << "not measured";
  }
  for (const Costs& costs : costs_for_products(products, Phase::count, *tree)) {
    for (const double cost : costs) EXPECT_TRUE(std::isfinite(cost));
    EXPECT_NEAR(costs[zero], std::log(2.0), 1e-12) << "as what was not measured";
  }

  Trials trials;
  trials.machine = "a GPU";
  trials.architecture = "sm_90";
  trials.products = products;
  CalibrationOptions o;
  o.base = "sm_90_rows";
  const Calibration c = calibrate(trials, accumulators(), o, nullptr);
  EXPECT_THAT(c.trees[0].changes, SizeIs(0));
  EXPECT_EQ(c.on_all.total, 1);
}

}  // namespace
}  // namespace sptune::calibrate
