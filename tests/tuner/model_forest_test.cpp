// SPDX-License-Identifier: BSD-3-Clause
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace sptune::model {
namespace {

/// A random valid tree over `inputs` inputs, appended depth-first.
double grow(Forest& f, int depth, std::size_t inputs, std::mt19937& rng) {
  std::uniform_real_distribution<float> value(-2, 2);
  const std::size_t at = f.nodes.size();
  f.nodes.push_back({value(rng), 0, -1, false});
  f.means.push_back(f.nodes[at].value);
  if (depth == 0 || rng() % 5 == 0) return static_cast<double>(f.nodes[at].value);
  f.nodes[at].input = static_cast<std::int16_t>(rng() % inputs);
  f.nodes[at].missing_left = rng() % 2 == 0;
  const double left = grow(f, depth - 1, inputs, rng);
  f.nodes[at].right = static_cast<std::uint32_t>(f.nodes.size());
  const double right = grow(f, depth - 1, inputs, rng);
  f.means[at] = static_cast<float>((left + right) / 2);
  return (left + right) / 2;
}

Forest random_forest(int trees, int depth, std::size_t inputs, std::mt19937& rng) {
  Forest f;
  f.offset = 0.25;
  for (int t = 0; t < trees; ++t) {
    f.roots.push_back(static_cast<std::uint32_t>(f.nodes.size()));
    grow(f, depth, inputs, rng);
  }
  return f;
}

TEST(Forest, average_is_the_mean_of_the_values) {
  std::mt19937 rng(11);
  const std::vector<Forest> forests{random_forest(7, 4, 3, rng), {}, random_forest(2, 6, 3, rng)};

  const Forest mean = average(forests);

  ASSERT_EQ(validate(mean, 3), "");
  EXPECT_EQ(mean.roots.size(), 9U);
  EXPECT_EQ(mean.means.size(), mean.nodes.size());
  std::uniform_real_distribution<float> value(-2, 2);
  for (int row = 0; row < 50; ++row) {
    const std::vector<float> inputs{value(rng), std::nanf(""), value(rng)};
    double sum = 0;
    for (const Forest& f : forests) sum += evaluate(f, inputs);
    EXPECT_NEAR(evaluate(mean, inputs), sum / 3, 1e-5);
  }
}

TEST(Forest, walks_one_tree_by_hand) {
  const auto d = testing::small_model("a{}", "b{}");
  const float nan = std::numeric_limits<float>::quiet_NaN();

  EXPECT_EQ(validate(d.relative, 4), "");
  EXPECT_NEAR(evaluate(d.relative, std::vector<float>{4, 0, 0, 1}), 1.0986123, 1e-7);
  EXPECT_NEAR(evaluate(d.relative, std::vector<float>{8, 0, 0, 1}), -0.6931472, 1e-7);
  EXPECT_NEAR(evaluate(d.relative, std::vector<float>{8, 0, 1, 0}), 0.0, 1e-7);
  EXPECT_NEAR(evaluate(d.relative, std::vector<float>{nan, 0, 0, 1}), 1.0986123, 1e-7);
}

/// -2 to 2 in steps of a quarter: many nodes ask the same, and inputs meet thresholds exactly.
struct Quarters {
  float operator()(std::mt19937& rng) const { return 0.25F * static_cast<float>(rng() % 17) - 2; }
};

TEST(Forest, scores_of_all_candidates_are_those_of_each_alone) {
  std::mt19937 rng(7);
  const Quarters uniform;
  for (const std::size_t candidates : {1UL, 2UL, 13UL, 64UL}) {
    Forest f = random_forest(40, candidates == 13 ? 12 : 6, 9, rng);
    for (Node& node : f.nodes) {
      if (node.input >= 0) node.value = uniform(rng);
    }
    ASSERT_EQ(validate(f, 9), "");
    std::vector<std::vector<float>> configurations(candidates, std::vector<float>(4));
    for (auto& c : configurations) {
      for (float& x : c) {
        x = rng() % 6 == 0 ? std::numeric_limits<float>::quiet_NaN() : uniform(rng);
      }
    }
    // The last one or two inputs of a candidate change from call to call.
    const std::size_t joint = candidates % 3;
    const CandidateForest together(f, 5, configurations, joint);
    std::vector<float> changing(candidates * joint);
    for (int repeat = 0; repeat < 50; ++repeat) {
      std::vector<float> features(5);
      for (float& x : features) {
        x = rng() % 6 == 0 ? std::numeric_limits<float>::quiet_NaN() : uniform(rng);
      }
      for (float& x : changing) {
        x = rng() % 6 == 0 ? std::numeric_limits<float>::quiet_NaN() : uniform(rng);
      }
      std::vector<double> out(candidates);

      together.score(features, changing, out);

      for (std::size_t c = 0; c < candidates; ++c) {
        std::vector<float> row = features;
        row.insert(row.end(), configurations[c].begin(), configurations[c].end());
        for (std::size_t k = 0; k < joint; ++k) {
          row[row.size() - joint + k] = changing[c * joint + k];
        }
        ASSERT_EQ(out[c], evaluate(f, row));
      }
    }
  }
}

TEST(Forest, contributions_sum_to_the_value_less_the_mean) {
  std::mt19937 rng(3);
  const Forest f = random_forest(25, 5, 6, rng);
  const std::vector<float> row{0.5F, -1, 1.5F, 0, -0.5F, 2};
  double mean = f.offset;
  for (const auto root : f.roots) mean += static_cast<double>(f.means[root]);

  const auto moved = path_contributions(f, row);

  EXPECT_NEAR(std::accumulate(moved.begin(), moved.end(), 0.0), evaluate(f, row) - mean, 1e-4);
}

TEST(Forest, refuses_cycles_leaks_and_nonsense) {
  const Forest good = testing::small_model("a{}", "b{}").relative;
  const auto broken = [&](auto change) {
    Forest f = good;
    change(f);
    return validate(f, 4);
  };

  EXPECT_EQ(validate(good, 4), "");
  EXPECT_NE(broken([](Forest& f) { f.nodes[4].right = 0; }), "") << "a cycle";
  EXPECT_NE(broken([](Forest& f) { f.nodes[4].right = 4; }), "") << "a node that is its own child";
  EXPECT_NE(broken([](Forest& f) { f.nodes[0].right = 1; }), "") << "both children the same";
  EXPECT_NE(broken([](Forest& f) { f.nodes[0].right = 7; }), "") << "a child behind the end";
  EXPECT_NE(broken([](Forest& f) { f.nodes[6].input = 0; }), "") << "the last node has no child";
  EXPECT_NE(broken([](Forest& f) { f.nodes[0].input = 4; }), "") << "an unknown input";
  EXPECT_NE(broken([](Forest& f) { f.nodes[0].input = -2; }), "");
  EXPECT_NE(broken([](Forest& f) { f.nodes[2].value = NAN; }), "");
  EXPECT_NE(broken([](Forest& f) { f.means[2] = INFINITY; }), "");
  EXPECT_NE(broken([](Forest& f) { f.means.pop_back(); }), "");
  EXPECT_NE(broken([](Forest& f) { f.offset = NAN; }), "");
  EXPECT_NE(broken([](Forest& f) { f.roots = {1}; }), "");
  EXPECT_NE(broken([](Forest& f) { f.roots = {0, 0}; }), "");
  EXPECT_NE(broken([](Forest& f) { f.roots = {0, 7}; }), "");
  EXPECT_NE(broken([](Forest& f) { f.roots.clear(); }), "");
  EXPECT_NE(broken([](Forest& f) { f.roots = {0, 3}; }), "") << "a child in another tree";
  EXPECT_EQ(validate(Forest{}, 0), "") << "no trees: a constant";
}

TEST(Forest, refuses_trees_that_are_too_deep) {
  Forest f;
  f.roots = {0};
  const std::size_t depth = max_depth + 1;
  const std::size_t count = 2 * depth + 1;
  for (std::size_t i = 0; i < depth; ++i) {
    // A chain to the left; the right children are the leaves behind the chain.
    f.nodes.push_back({0, static_cast<std::uint32_t>(count - 1 - i), 0, false});
  }
  f.nodes.resize(count);
  f.means.resize(count);

  EXPECT_NE(validate(f, 1).find("deeper"), std::string::npos) << validate(f, 1);
}

}  // namespace
}  // namespace sptune::model
