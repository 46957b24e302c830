// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/rule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace sptune::model {
namespace {

constexpr double always = std::numeric_limits<double>::infinity();

Score score(std::size_t candidate, double ratio, double low, double high, double prepare = 0) {
  Score s;
  s.candidate = candidate;
  s.ratio = ratio;
  s.ratio_low = low;
  s.ratio_high = s.ratio_worst = high;
  s.seconds = ratio * 1e-4;  // the default takes 100 us
  s.prepare_s = prepare;
  return s;
}

Fit fits(std::size_t) {
  return Fit::yes();
}

TEST(Rule, takes_a_clear_gain) {
  const std::vector<Score> scores{score(1, 0.5, 0.4, 0.6), score(0, 1, 1, 1)};

  const Decision d = decide(scores, 0, always, Rule{}, fits);

  EXPECT_EQ(d.candidate, 1U);
  EXPECT_TRUE(d.switched);
  EXPECT_NE(d.reason.find("2.00"), std::string::npos) << d.reason;
}

TEST(Rule, abstains_when_nothing_is_gained) {
  const std::vector<Score> scores{score(1, 0.995, 0.9, 1.1), score(0, 1, 1, 1)};
  Rule rule;
  rule.min_gain = 0.01;

  const Decision d = decide(scores, 0, always, rule, fits);

  EXPECT_EQ(d.candidate, 0U);
  EXPECT_FALSE(d.switched);
  EXPECT_NE(d.reason.find("no gain"), std::string::npos) << d.reason;
}

TEST(Rule, abstains_when_the_gain_is_within_what_predictions_are_off) {
  std::vector<Score> scores{score(1, 0.9, 0.8, 1), score(0, 1, 1, 1)};
  scores[0].spread = 0.15;
  Rule rule;
  rule.doubt = 0.5;

  EXPECT_TRUE(decide(scores, 0, always, rule, fits).switched);
  scores[0].spread = 0.25;
  const Decision d = decide(scores, 0, always, rule, fits);

  EXPECT_FALSE(d.switched);
  EXPECT_NE(d.reason.find("within what predictions are off"), std::string::npos) << d.reason;
}

TEST(Rule, abstains_when_the_interval_allows_a_big_loss) {
  const std::vector<Score> scores{score(1, 0.8, 0.3, 2.5), score(0, 1, 1, 1)};
  Rule rule;
  rule.risk = 0;
  rule.max_loss = 1.5;

  const Decision d = decide(scores, 0, always, rule, fits);

  EXPECT_FALSE(d.switched);
  EXPECT_NE(d.reason.find("2.50"), std::string::npos) << d.reason;
  rule.max_loss = 3;
  EXPECT_TRUE(decide(scores, 0, always, rule, fits).switched);
}

TEST(Rule, preparing_must_pay_within_the_expected_runs) {
  // Saves 50 us a run, costs 10 ms: pays after 200 runs.
  const std::vector<Score> scores{score(1, 0.5, 0.45, 0.55, 1e-2), score(0, 1, 1, 1)};

  EXPECT_FALSE(decide(scores, 0, 100, Rule{}, fits).switched);
  EXPECT_NE(decide(scores, 0, 100, Rule{}, fits).reason.find("pay"), std::string::npos);
  EXPECT_TRUE(decide(scores, 0, 1000, Rule{}, fits).switched);
  const Score standard = score(0, 1, 1, 1, 0);
  EXPECT_NEAR(break_even_runs(scores[0], standard), 200, 1e-9);
  EXPECT_EQ(break_even_runs(score(1, 0.5, 0.5, 0.5, 0), standard), 0);
  EXPECT_EQ(break_even_runs(score(1, 1.5, 1.5, 1.5, 1), standard), always);
  EXPECT_NEAR(break_even_runs(scores[0], score(0, 1, 1, 1, 0.5e-2)), 100, 1e-9)
      << "the default prepares, too";
}

/// `sptune predict` said of a slower candidate that prepares a little faster that it pays at once.
TEST(Rule, preparing_for_less_pays_until_longer_runs_have_spent_it) {
  const Score standard = score(0, 1, 1, 1, 1e-2);
  EXPECT_EQ(ahead_until(score(1, 1.5, 1.5, 1.5, 0), standard), 199) << "10 ms, 50 us a run";
  EXPECT_EQ(ahead_until(score(1, 1.5, 1.5, 1.5, 0.999e-2), standard), 0);
  EXPECT_EQ(ahead_until(score(1, 1.5, 1.5, 1.5, 1e-2), standard), 0);
  EXPECT_EQ(break_even_runs(score(1, 1.5, 1.5, 1.5, 1e-2), standard), always) << "never ahead";
  EXPECT_EQ(ahead_until(score(1, 0.5, 0.5, 0.5, 0), standard), always);
  EXPECT_EQ(ahead_until(score(1, 1.5, 1.5, 1.5, 2e-2), standard), always)
      << "is never ahead: break_even_runs says so";
  EXPECT_EQ(ahead_until(standard, standard), always);
}

/// As on a GPU: the default prepares for 274 us and runs for 5, another one runs at once for 8.
TEST(Rule, the_default_pays_for_its_own_preparing) {
  const auto gpu = [](std::size_t candidate, double ratio, double prepare) {
    Score s = score(candidate, ratio, ratio, ratio, prepare);
    s.seconds = ratio * 5e-6;
    return s;
  };
  const std::vector<Score> scores{gpu(0, 1, 274e-6), gpu(1, 1.6, 2e-6), gpu(2, 0.8, 400e-6)};
  const auto chosen = [&](double runs) { return decide(scores, 0, runs, Rule{}, fits).candidate; };

  EXPECT_EQ(chosen(1), 1U);
  EXPECT_EQ(chosen(10), 1U);
  EXPECT_EQ(chosen(85), 1U);
  EXPECT_EQ(chosen(110), 0U) << "272 us are paid after 91 runs of 3 us";
  EXPECT_EQ(chosen(1000), 2U) << "126 us more are paid after 126 runs of 1 us";
  EXPECT_EQ(chosen(always), 2U);
  EXPECT_TRUE(decide(scores, 0, 1, Rule{}, fits).switched);
  EXPECT_NE(decide(scores, 0, 1, Rule{}, fits).reason.find("27.90"), std::string::npos)
      << decide(scores, 0, 1, Rule{}, fits).reason;
}

TEST(Rule, numbers_without_sense_change_nothing) {
  const std::vector<Score> scores{score(1, 0.5, 0.45, 0.55, 1e-2), score(0, 1, 1, 1)};
  for (const double runs : {0.0, -1.0, std::nan("")}) {
    EXPECT_FALSE(decide(scores, 0, runs, Rule{}, fits).switched) << runs;
  }
  const std::vector<Score> endless_run{score(1, always, always, always), score(0, always, 1, 1)};
  EXPECT_FALSE(decide(endless_run, 0, 10, Rule{}, fits).switched);
}

TEST(Rule, caution_counts_what_preparing_saves) {
  Score quick = score(1, 1.2, 1.0, 2.0, 0);  // runs longer, perhaps twice as long
  const Score standard = score(0, 1, 1, 1, 1e-3);
  const std::vector<Score> scores{quick, standard};
  Rule rule;
  rule.max_loss = 1;

  EXPECT_TRUE(decide(scores, 0, 9, rule, fits).switched) << "at worst 1.8 ms, the default 1.9";
  EXPECT_FALSE(decide(scores, 0, 11, rule, fits).switched) << "at worst 2.2 ms, the default 2.1";
}

TEST(Rule, risk_prefers_the_surer_candidate) {
  const std::vector<Score> scores{score(1, 0.50, 0.3, 1.2), score(2, 0.55, 0.5, 0.6),
                                  score(0, 1, 1, 1)};
  Rule rule;
  rule.risk = 0;
  EXPECT_EQ(decide(scores, 0, always, rule, fits).candidate, 1U);

  rule.risk = 1;
  EXPECT_EQ(decide(scores, 0, always, rule, fits).candidate, 2U);
}

TEST(Rule, goes_on_to_the_next_when_the_best_does_not_fit) {
  const std::vector<Score> scores{score(2, 0.4, 0.4, 0.4), score(1, 0.5, 0.5, 0.5),
                                  score(3, 0.6, 0.6, 0.6), score(0, 1, 1, 1)};
  std::vector<std::size_t> asked;

  const Decision d = decide(scores, 0, always, Rule{}, [&](std::size_t c) {
    asked.push_back(c);
    return c == 2 ? Fit::no("too much fill") : Fit::yes();
  });

  EXPECT_EQ(d.candidate, 1U);
  EXPECT_NE(d.reason.find("default; a better one was passed over: too much fill"),
            std::string::npos)
      << d.reason;
  EXPECT_EQ(asked, (std::vector<std::size_t>{2, 1})) << "asking costs time: only as far as needed";
}

TEST(Rule, says_what_is_passed_over_for_the_default) {
  const auto reason = [](double other, const char* flaw) {
    const std::vector<Score> scores{score(1, other, other, other), score(0, 1, 1, 1)};
    return decide(scores, 0, always, Rule{},
                  [&](std::size_t c) {
                    return c == 1 && flaw != nullptr ? Fit::no(flaw) : Fit::yes();
                  })
        .reason;
  };
  EXPECT_EQ(reason(0.5, "it is full"),
            "stays with the default; a better one was passed over: it is full");
  EXPECT_EQ(reason(2, nullptr), "stays with the default: no gain is expected");
}

TEST(Rule, copes_with_a_default_that_does_not_fit) {
  const std::vector<Score> scores{score(0, 1, 1, 1), score(1, 1.5, 1.4, 1.6), score(2, 3, 3, 3)};

  const Decision d = decide(scores, 0, always, Rule{},
                            [](std::size_t c) { return c == 0 ? Fit::no("memory") : Fit::yes(); });
  EXPECT_EQ(d.candidate, 1U);
  EXPECT_TRUE(d.switched);

  const Decision none =
      decide(scores, 0, always, Rule{}, [](std::size_t) { return Fit::no("memory"); });
  EXPECT_EQ(none.candidate, 0U);
  EXPECT_FALSE(none.switched);
}

TEST(Rule, a_model_of_the_default_alone_abstains) {
  const std::vector<Score> scores{score(0, 1, 1, 1)};

  const Decision d = decide(scores, 0, always, Rule{}, fits);

  EXPECT_EQ(d.candidate, 0U);
  EXPECT_FALSE(d.switched);
}

}  // namespace
}  // namespace sptune::model
