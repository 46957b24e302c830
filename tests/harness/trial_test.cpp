// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/trial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace sptune::harness {
namespace {

TEST(Outcome, text_round_trips) {
  for (const Outcome o : {Outcome::ok, Outcome::dominated, Outcome::refused, Outcome::wrong_result,
                          Outcome::out_of_memory, Outcome::timeout, Outcome::crashed,
                          Outcome::error, Outcome::skipped}) {
    EXPECT_EQ(parse_outcome(to_string(o)), o);
  }
  EXPECT_FALSE(parse_outcome("fine"));
}

TEST(CachePolicy, text_round_trips) {
  EXPECT_EQ(parse_cache_policy("hot"), CachePolicy::hot);
  EXPECT_EQ(parse_cache_policy(to_string(CachePolicy::cold)), CachePolicy::cold);
  EXPECT_FALSE(parse_cache_policy("warm"));
}

TEST(Summary, has_no_numbers_without_samples) {
  const Summary s = summarise({});

  EXPECT_EQ(s.n, 0);
  EXPECT_TRUE(std::isnan(s.median));
  EXPECT_TRUE(std::isnan(s.ci_low));
}

TEST(Summary, of_one_sample_is_that_sample) {
  const Summary s = summarise({3});

  EXPECT_EQ(s.median, 3);
  EXPECT_EQ(s.ci_low, 3);
  EXPECT_EQ(s.ci_high, 3);
  EXPECT_EQ(s.sd, 0);
}

TEST(Summary, has_quartiles_mean_and_deviation_of_a_known_list) {
  const Summary s = summarise({4, 1, 3, 2});

  EXPECT_EQ(s.min, 1);
  EXPECT_DOUBLE_EQ(s.q1, 1.75);
  EXPECT_DOUBLE_EQ(s.median, 2.5);
  EXPECT_DOUBLE_EQ(s.q3, 3.25);
  EXPECT_DOUBLE_EQ(s.mean, 2.5);
  EXPECT_NEAR(s.sd, std::sqrt(5.0 / 3), 1e-12);
}

/// Tables of the sign test: ranks of the 95 % interval of the median.
TEST(Summary, interval_has_the_ranks_of_the_sign_test) {
  const std::vector<std::pair<int, std::pair<int, int>>> table{
      {5, {1, 5}},   {6, {1, 6}},    {9, {2, 8}},     {10, {2, 9}},
      {20, {6, 15}}, {50, {18, 33}}, {100, {40, 61}}, {200, {86, 115}}};
  for (const auto& [n, ranks] : table) {
    std::vector<float> samples(static_cast<std::size_t>(n));
    std::iota(samples.begin(), samples.end(), 1.0F);

    const Summary s = summarise(samples);

    EXPECT_EQ(s.ci_low, ranks.first) << n;
    EXPECT_EQ(s.ci_high, ranks.second) << n;
  }
}

TEST(Summary, interval_covers_the_true_median_as_often_as_it_says) {
  std::mt19937 random(1);
  std::exponential_distribution<float> noise(1);
  const double median = std::log(2.0);
  constexpr int trials = 2000;
  int covered = 0;
  for (int i = 0; i < trials; ++i) {
    std::vector<float> samples(25);
    for (float& v : samples) v = noise(random);
    const Summary s = summarise(samples);
    covered += s.ci_low <= median && median <= s.ci_high ? 1 : 0;
  }

  EXPECT_GE(covered, trials * 94 / 100);
}

TEST(Summary, large_samples_use_the_normal_limit) {
  std::vector<float> samples(10000);
  std::iota(samples.begin(), samples.end(), 1.0F);

  const Summary s = summarise(samples);

  EXPECT_NEAR(s.ci_low, 4902, 1);
  EXPECT_NEAR(s.ci_high, 5099, 1);
}

TEST(ProblemKey, hash_tells_every_field_apart) {
  const ProblemKey base{Operation::spmv, ValueType::f64, "aa", "", "x"};
  std::set<std::string> hashes{base.hash()};
  ProblemKey p = base;
  p.operation = Operation::spgemm;
  hashes.insert(p.hash());
  p = base;
  p.value_type = ValueType::f32;
  hashes.insert(p.hash());
  p = base;
  p.a_hash = "ab";
  hashes.insert(p.hash());
  p = base;
  p.b_hash = "aa";
  hashes.insert(p.hash());
  p = base;
  p.b_kind = "a";
  hashes.insert(p.hash());
  for (const char* parameters : {"k=8,layout=row", "k=8,layout=col"}) {
    p = base;
    p.parameters = parameters;
    hashes.insert(p.hash());
  }

  EXPECT_EQ(hashes.size(), 8U);
  EXPECT_EQ(base.hash().size(), 32U);
  EXPECT_EQ(base.hash(), (ProblemKey{Operation::spmv, ValueType::f64, "aa", "", "x"}.hash()));
}

TEST(ProblemKey, hash_is_the_same_on_every_machine) {
  const ProblemKey p{Operation::spmv, ValueType::f64, "00", "", "x"};

  EXPECT_EQ(p.hash(), "51fa42a099a019ab3042bb7915532aa5");
}

/// XXH3-128 of "operation|type|a|b|b_kind", as databases hold it from before there were parameters:
/// of "spgemm|f32|aa|bb|other" by libxxhash alone.
TEST(ProblemKey, hash_without_parameters_is_that_of_older_databases) {
  ProblemKey p{Operation::spgemm, ValueType::f32, "aa", "bb", "other"};

  EXPECT_EQ(p.hash(), "c3a44d584f2a180fb86e4aee2ff8822e");
  p.parameters = "k=8";
  EXPECT_NE(p.hash(), "c3a44d584f2a180fb86e4aee2ff8822e");
}

}  // namespace
}  // namespace sptune::harness
