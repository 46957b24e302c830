// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/compare.hpp"

#include "harness/engine/runner.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

namespace sptune::harness {
namespace {

/// Samples of both in the same rounds of a machine whose speed drifts by half.
std::pair<std::vector<float>, std::vector<float>> drifting(double ratio, double noise) {
  std::mt19937 random(7);
  std::normal_distribution<double> jitter(1, noise);
  std::pair<std::vector<float>, std::vector<float>> out;
  for (int i = 0; i < 60; ++i) {
    const double speed = 1 + 0.5 * i / 60;
    out.first.push_back(static_cast<float>(100 * speed * jitter(random)));
    out.second.push_back(static_cast<float>(100 * speed * ratio * jitter(random)));
  }
  return out;
}

TEST(Compare, sees_through_drift) {
  const auto [base, other] = drifting(0.9, 0.005);

  const Comparison c = compare(base, other);

  EXPECT_EQ(c.verdict, Verdict::faster);
  EXPECT_NEAR(c.ratio, 0.9, 0.01);
  EXPECT_LE(c.low, c.ratio);
  EXPECT_GE(c.high, c.ratio);
}

TEST(Compare, slower_is_the_mirror_of_faster) {
  const auto [base, other] = drifting(0.9, 0.005);

  EXPECT_EQ(compare(other, base).verdict, Verdict::slower);
}

TEST(Compare, same_lies_within_the_band) {
  const auto [base, other] = drifting(1.001, 0.001);

  EXPECT_EQ(compare(base, other, 0.01).verdict, Verdict::same);
}

TEST(Compare, noise_wider_than_the_difference_is_ambiguous) {
  const auto [base, other] = drifting(1.005, 0.1);

  EXPECT_EQ(compare(base, other).verdict, Verdict::ambiguous);
}

TEST(Compare, unpaired_samples_are_compared_by_their_intervals) {
  const std::vector<float> base(10, 10.0F);
  const std::vector<float> other(13, 20.0F);

  const Comparison c = compare(base, other);

  EXPECT_EQ(c.verdict, Verdict::slower);
  EXPECT_DOUBLE_EQ(c.ratio, 2);
}

/// The whole range of five holds the median with 93.75 %, of one it has no width.
TEST(Compare, fewer_than_six_of_either_decide_nothing) {
  for (const std::size_t visits : {1U, 5U, 6U}) {
    const std::vector<float> base(visits * samples_per_repetition, 10.0F);
    const std::vector<float> other(visits * samples_per_repetition, 20.0F);
    const Comparison c = compare(base, other);
    EXPECT_EQ(c.verdict, visits < 6 ? Verdict::ambiguous : Verdict::slower) << visits;
    EXPECT_EQ(c.enough, visits >= 6) << visits;
    EXPECT_DOUBLE_EQ(c.ratio, 2) << visits;
  }
  const std::vector<float> few(5, 10.0F);
  const std::vector<float> many(13, 20.0F);
  EXPECT_EQ(compare(few, many).verdict, Verdict::ambiguous);
  EXPECT_EQ(compare(many, few).verdict, Verdict::ambiguous);
}

TEST(Compare, nothing_measured_is_ambiguous) {
  EXPECT_EQ(compare({}, {1.0F}).verdict, Verdict::ambiguous);
}

TEST(Verdict, has_four_names) {
  EXPECT_EQ(to_string(Verdict::faster), "faster");
  EXPECT_EQ(to_string(Verdict::slower), "slower");
  EXPECT_EQ(to_string(Verdict::same), "same");
  EXPECT_EQ(to_string(Verdict::ambiguous), "ambiguous");
}

}  // namespace
}  // namespace sptune::harness
