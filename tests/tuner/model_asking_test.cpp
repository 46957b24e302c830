// SPDX-License-Identifier: BSD-3-Clause
// What is done before anything costs, and what preparing takes.
#include "tuner/model/asking.hpp"
#include "tuner/model/prepare_cost.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace sptune::model {
namespace {

constexpr double for_ever = std::numeric_limits<double>::infinity();

TEST(Asking, without_a_tree_always) {
  EXPECT_EQ(AskTree{}.unasked({1000, 5000}, 1), std::nullopt);
  EXPECT_EQ(AskTree::ask_from(0, 0).unasked({1000, 5000}, 1), std::nullopt);
}

TEST(Asking, from_a_number_of_runs_on) {
  const AskTree tree = AskTree::ask_from(6, 3);

  EXPECT_EQ(tree.unasked({1000, 5000}, 0.5), 3U);
  EXPECT_EQ(tree.unasked({1000, 5000}, 5.9), 3U);
  EXPECT_EQ(tree.unasked({1000, 5000}, 6), std::nullopt);
  EXPECT_EQ(tree.unasked({1000, 5000}, for_ever), std::nullopt);
  EXPECT_EQ(validate(tree, 4), "");
  EXPECT_EQ(validate(tree, 3), "no such candidate");
}

/// nnz < 1000 ? ask : (mean_row < 8 ? (candidate 1, from 10 runs 2, from 100 ask) : candidate 0)
AskTree small_tree() {
  AskTree tree;
  tree.nodes.resize(5);
  tree.nodes[0] = {HeaderInput::nnz, 1000, 2, {}};
  tree.nodes[1].steps = {{0, std::nullopt}};
  tree.nodes[2] = {HeaderInput::mean_row, 8, 4, {}};
  tree.nodes[3].steps = {{0, 1}, {10, 2}, {100, std::nullopt}};
  tree.nodes[4].steps = {{0, 0}};
  return tree;
}

TEST(Asking, goes_by_the_header) {
  const AskTree tree = small_tree();
  ASSERT_EQ(validate(tree, 3), "");

  EXPECT_EQ(tree.unasked({10, 999}, 1), std::nullopt);
  EXPECT_EQ(tree.unasked({1000, 1000}, 9), 1U);
  EXPECT_EQ(tree.unasked({1000, 1000}, 10), 2U);
  EXPECT_EQ(tree.unasked({1000, 7999}, 100), std::nullopt);
  EXPECT_EQ(tree.unasked({1000, 8000}, 1e9), 0U);
  EXPECT_EQ(tree.unasked({0, 1000}, 1), 1U) << "no rows, no mean";
}

TEST(Asking, trees_that_lie_are_found) {
  const auto flaw = [](auto change) {
    AskTree tree = small_tree();
    change(tree.nodes);
    return validate(tree, 3);
  };
  using Nodes = std::vector<AskNode>&;
  EXPECT_NE(flaw([](Nodes n) { n[2].right = 2; }), "") << "a cycle";
  EXPECT_NE(flaw([](Nodes n) { n[0].right = 1; }), "") << "both children are one";
  EXPECT_NE(flaw([](Nodes n) { n[2].right = 5; }), "");
  EXPECT_NE(flaw([](Nodes n) { n[4].steps.clear(); }), "") << "ends in no leaf";
  EXPECT_NE(flaw([](Nodes n) { n[3].steps[0].runs = 1; }), "");
  EXPECT_NE(flaw([](Nodes n) { n[3].steps[2].runs = 10; }), "");
  EXPECT_NE(flaw([](Nodes n) { n[3].steps[2].runs = std::nan(""); }), "");
  EXPECT_NE(flaw([](Nodes n) { n[3].steps[1].candidate = 3; }), "");
  EXPECT_NE(flaw([](Nodes n) { n.resize(AskTree::most_nodes + 1); }), "");
  EXPECT_NE(flaw([](Nodes n) { n[1].steps.resize(AskTree::most_steps + 1); }), "");
}

TEST(Asking, inputs_have_names) {
  for (const auto input : {HeaderInput::rows, HeaderInput::nnz, HeaderInput::mean_row}) {
    EXPECT_EQ(parse_header_input(to_string(input)), input);
  }
  EXPECT_EQ(parse_header_input("luck"), std::nullopt);
}

TEST(PrepareCost, is_a_sum_over_what_it_goes_through) {
  features::Features matrix;
  matrix.values.assign(feature_count, std::nan(""));
  matrix.values[index(Feature::rows)] = 100;
  matrix.values[index(Feature::nnz)] = 1000;

  const auto work = prepare_work(matrix, std::nan(""));
  EXPECT_EQ(work, (std::array<double, PrepareCost::terms>{1, 100, 1000, 0, 0}));
  matrix.values[index(Feature::row_max)] = 30;
  const PrepareCost cost{1, 0.1, 0.01, 0.001, 1};
  EXPECT_NEAR(cost.seconds(prepare_work(matrix, 12000)), 1 + 10 + 10 + 12 + 30, 1e-9);
}

}  // namespace
}  // namespace sptune::model
