// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/contenders.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace sptune::model {
namespace {

using Candidates = std::vector<std::size_t>;

constexpr double endless = std::numeric_limits<double>::infinity();

Score timed(std::size_t candidate, double us, double prepare_us = 0) {
  Score s;
  s.candidate = candidate;
  s.seconds = us * 1e-6;
  s.prepare_s = prepare_us * 1e-6;
  return s;
}

Rule apart_by(double share) {
  Rule rule;
  rule.apart = share;
  return rule;
}

Fit whatever_fits(std::size_t) {
  return Fit::yes();
}

TEST(Contenders, are_those_that_cannot_be_told_apart) {
  const std::vector<Score> scores{timed(0, 10), timed(1, 10.2), timed(2, 20)};

  EXPECT_EQ(contenders(scores, 0, endless, apart_by(0.05), whatever_fits), Candidates{1});
  EXPECT_EQ(contenders(scores, 0, endless, apart_by(0.001), whatever_fits), Candidates{});
}

TEST(Contenders, are_three_at_most_the_likeliest_first) {
  const std::vector<Score> scores{timed(0, 10),   timed(1, 10.4), timed(2, 10.1),
                                  timed(3, 10.3), timed(4, 10.2), timed(5, 10.5)};

  EXPECT_EQ(contenders(scores, 0, endless, apart_by(0.1), whatever_fits), (Candidates{2, 4, 3}));
}

TEST(Contenders, must_pay_for_their_preparing_and_their_runs) {
  const std::vector<Score> scores{timed(0, 10), timed(1, 10, 300)};
  const Rule rule = apart_by(0.05);  // the expected gain is 0.2 us a run

  EXPECT_EQ(contenders(scores, 0, endless, rule, whatever_fits), Candidates{1});
  EXPECT_EQ(contenders(scores, 0, 4000, rule, whatever_fits), Candidates{1});
  EXPECT_EQ(contenders(scores, 0, 1700, rule, whatever_fits), Candidates{1});
  EXPECT_EQ(contenders(scores, 0, 1400, rule, whatever_fits), Candidates{})
      << "it gains 280 us at most";
  const std::vector<Score> free{timed(0, 10), timed(1, 10)};
  EXPECT_EQ(contenders(free, 0, 1000, rule, whatever_fits), Candidates{1});
  EXPECT_EQ(contenders(free, 0, 20, rule, whatever_fits), Candidates{}) << "the race takes 30 runs";
}

/// By the unit of what takes as long as the default, whatever units the others have.
TEST(Contenders, are_more_where_the_matrix_is_less_known) {
  const auto scores_at = [](double unit) {
    std::vector<Score> scores{timed(0, 10, 100), timed(1, 10, 100), timed(2, 30, 100)};
    for (Score& s : scores) s.spread = unit;
    scores[2].spread += 0.2;
    return scores;
  };
  Rule rule = apart_by(1e9);
  rule.apart_units = 1.5;

  EXPECT_EQ(contenders(scores_at(0.1), 0, 300, rule, whatever_fits), Candidates{1});
  EXPECT_EQ(contenders(scores_at(0.02), 0, 300, rule, whatever_fits), Candidates{});
}

TEST(Contenders, are_asked_whether_they_fit_only_when_they_would_be_taken) {
  const std::vector<Score> scores{timed(0, 10), timed(1, 10.1), timed(2, 10.2), timed(3, 50)};
  Candidates asked;
  const auto fit = [&](std::size_t c) {
    asked.push_back(c);
    return c == 1 ? Fit::no("padding") : Fit::yes();
  };

  EXPECT_EQ(contenders(scores, 0, endless, apart_by(0.1), fit), Candidates{2});
  EXPECT_EQ(asked, (Candidates{1, 2}));
}

TEST(Contenders, a_second_one_must_beat_the_first_as_well) {
  // Preparing pays against the chosen one alone, not against the better of two.
  const std::vector<Score> scores{timed(0, 10), timed(1, 10, 150), timed(2, 10, 150)};

  EXPECT_EQ(contenders(scores, 0, 1200, apart_by(0.05), whatever_fits).size(), 1U);
  EXPECT_EQ(contenders(scores, 0, 100'000, apart_by(0.05), whatever_fits).size(), 2U);
}

TEST(Contenders, numbers_that_are_none_are_no_contenders) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Score> scores{timed(0, 10), timed(1, nan), timed(2, endless),
                                  timed(3, 10, nan)};

  EXPECT_EQ(contenders(scores, 0, 1000, apart_by(0.05), whatever_fits), Candidates{});
}

}  // namespace
}  // namespace sptune::model
