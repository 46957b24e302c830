// SPDX-License-Identifier: BSD-3-Clause
// Components are found again in data that was made with them, and intervals hold what they promise.
#include "harness/records/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sptune::harness {
namespace {

struct Made {
  double pass = 0.01, lap = 0, change = 0.005, common = 0.02;
  int laps = 1;
};

/// Three passes a lap of ten configurations on every problem, on two occasions.
std::vector<Observation> made(const Made& of, int problems, std::uint64_t seed) {
  constexpr int passes = 3;
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Observation> out;
  for (int p = 0; p < problems; ++p) {
    std::vector<double> truth;
    for (int c = 0; c < 10; ++c) truth.push_back(0.01 * c);
    for (int occasion = 1; occasion <= 2; ++occasion) {
      const double common = of.common * normal(random);
      for (int c = 0; c < 10; ++c) {
        const double at = truth[static_cast<std::size_t>(c)] + common + of.change * normal(random);
        Measured m;
        m.laps = of.laps;
        m.passes = passes * of.laps;
        double squares = 0;
        std::vector<double> medians;
        for (int l = 0; l < of.laps; ++l) {
          const double lap = at + of.lap * normal(random);
          double sum = 0;
          double sum2 = 0;
          for (int i = 0; i < passes; ++i) {
            const double pass = lap + of.pass * normal(random);
            sum += pass;
            sum2 += pass * pass;
          }
          medians.push_back(sum / passes);
          squares += sum2 - sum * sum / passes;
        }
        m.pass_sd = std::sqrt(squares / (m.passes - m.laps));
        double mean = 0;
        for (const double v : medians) mean += v / of.laps;
        double between = 0;
        for (const double v : medians) between += (v - mean) * (v - mean);
        if (of.laps > 1) m.lap_sd = std::sqrt(between / (of.laps - 1));
        m.us = 10 * std::exp(mean);
        out.push_back({"p" + std::to_string(p), "c" + std::to_string(c), occasion, m});
      }
    }
  }
  return out;
}

/// What holds for the backend.
const Noise usual{0.03, 0.03, 0.004, 0.03, 4, 2, 3.5};

std::vector<Observation> on(const std::vector<Observation>& all, std::int64_t occasion) {
  std::vector<Observation> out;
  for (const Observation& o : all) {
    if (o.occasion == occasion) out.push_back(o);
  }
  return out;
}

TEST(noise, components_are_found_again) {
  const auto e = estimate_noise(made({}, 400, 1), usual);
  ASSERT_TRUE(e);
  EXPECT_NEAR(e->noise.pass, 0.01, 0.001);
  EXPECT_NEAR(e->noise.change, 0.005, 0.002) << "about a median of ten";
  EXPECT_NEAR(e->noise.common, 0.02, 0.003);
  EXPECT_NEAR(e->noise.time_factor, 1.96, 0.15);
  EXPECT_NEAR(e->noise.tie_factor, 2.1, 0.3);
  EXPECT_EQ(e->evidence.occasions, 2U);
  EXPECT_EQ(e->evidence.problems, 400U);
  EXPECT_EQ(e->evidence.pairs, 4000U);
  const auto laps = estimate_noise(made({.lap = 0.02, .laps = 4}, 400, 2), usual);
  ASSERT_TRUE(laps);
  EXPECT_NEAR(laps->noise.lap, 0.02, 0.002);
  EXPECT_NEAR(laps->noise.change, 0.005, 0.003);
  EXPECT_FALSE(estimate_noise(made({}, static_cast<int>(least_problems) - 1, 3), usual));
  EXPECT_FALSE(estimate_noise(on(made({}, 400, 1), 1), usual)) << "one occasion";
}

TEST(noise, intervals_hold_the_next_occasion_and_ties_the_next_winner) {
  const auto estimate = estimate_noise(made({}, 100, 4), usual);
  ASSERT_TRUE(estimate);
  const auto later = made({}, 400, 5);
  const Repeatability r = repeatability(estimate->noise, on(later, 1), on(later, 2));
  EXPECT_EQ(r.finalists, 4000U);
  EXPECT_GT(r.held, 3760U);
  EXPECT_LT(r.held, 3950U) << "and not because it is endless";
  EXPECT_EQ(r.problems, 400U);
  EXPECT_GT(r.same_winner + r.tied_winner, 392U);
  EXPECT_LT(r.same_winner, 390U);
  EXPECT_GT(r.ties, 1);
  EXPECT_LT(r.ties, 5);
  EXPECT_NEAR(r.candidates, 10, 1e-9);
}

TEST(noise, ties_need_problems_with_several_configurations_on_both_occasions) {
  auto few = made({}, 17, 7);
  // The first configuration of each, and a second one of the last eight problems.
  std::erase_if(few, [](const Observation& o) {
    const bool second = o.configuration == "c1" && (o.problem == "p9" || o.problem.size() == 3);
    return o.configuration != "c0" && !second;
  });
  const auto e = estimate_noise(few, usual);
  ASSERT_TRUE(e);
  EXPECT_EQ(e->evidence.pairs, 17U + 8U);
  EXPECT_EQ(e->noise.tie_factor, usual.tie_factor) << "eight differences tell no 95 %";
  EXPECT_EQ(e->noise.change, usual.change);
  EXPECT_NEAR(e->noise.pass, 0.01, 0.004) << "which one configuration tells";

  const auto many = estimate_noise(made({}, static_cast<int>(least_problems), 7), usual);
  ASSERT_TRUE(many);
  EXPECT_NE(many->noise.tie_factor, usual.tie_factor);
  EXPECT_NE(many->noise.change, usual.change);
}

TEST(noise, problems_are_counted_once_however_many_occasions_have_them) {
  auto three = made({}, static_cast<int>(least_problems) / 2, 8);
  for (Observation again : on(three, 2)) {
    again.occasion = 3;
    three.push_back(again);
  }
  EXPECT_FALSE(estimate_noise(three, usual)) << "three pairs of occasions, five problems";
}

TEST(noise, differences_that_happen_to_agree_leave_a_factor) {
  auto all = made({}, 20, 9);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].occasion == 2) all[i].measured.us = all[i - 10].measured.us;
  }
  const auto e = estimate_noise(all, usual);
  ASSERT_TRUE(e);
  EXPECT_NEAR(e->noise.tie_factor, 1.96, 1e-3);
}

TEST(noise, a_winner_that_the_first_occasion_did_not_measure_is_not_lost) {
  std::vector<Observation> first;
  std::vector<Observation> second;
  const auto add = [](std::vector<Observation>& to, const char* problem, const char* name,
                      double us, std::int64_t occasion) {
    to.push_back({problem, name, occasion, {us, 1, 3, 0.01}});
  };
  for (const char* problem : {"known", "new"}) {
    add(first, problem, "a", 10, 1);
    add(second, problem, "a", 20, 2);
    add(second, problem, "b", 10, 2);
  }
  add(first, "known", "b", 20, 1);
  const Repeatability r = repeatability(usual, first, second);
  EXPECT_EQ(r.problems, 2U);
  EXPECT_EQ(r.same_winner + r.tied_winner, 0U);
  EXPECT_EQ(r.unmeasured_winner, 1U) << "the other one is lost";
}

TEST(noise, a_disturbed_trial_decides_nothing) {
  auto all = made({}, 100, 6);
  for (std::size_t i = 0; i < all.size(); i += 50) {
    all[i].measured.us *= 800;
    all[i].measured.pass_sd = 3;
  }
  const auto e = estimate_noise(all, usual);
  ASSERT_TRUE(e);
  EXPECT_NEAR(e->noise.pass, 0.01, 0.002);
  EXPECT_NEAR(e->noise.change, 0.005, 0.002);
}

TEST(noise, more_passes_and_laps_tell_more_and_own_spread_counts) {
  const Noise n{0.01, 0.02, 0.005, 0.02, 4, 1.96, 1.96};
  const double one = log_variance(n, {10, 1, 1});
  const double three = log_variance(n, {10, 1, 3, 0.01});
  const double laps = log_variance(n, {10, 4, 12, 0.01, 0.02});
  EXPECT_GT(one, three);
  EXPECT_GT(three, laps);
  EXPECT_NEAR(three, 0.0001 / 3 + 0.0004 + 0.000025, 1e-12);
  EXPECT_GT(log_variance(n, {10, 1, 3, 0.1}), three) << "a restless trial";
  EXPECT_LT(log_variance(n, {10, 1, 3, 0}), three);
  EXPECT_GT(log_variance(n, {10, 1, 3, 0}), 0.0004) << "three passes that agree prove little";
  EXPECT_GT(log_variance(n, {10, 1, 1, 0, 0, 0.05}), one) << "samples far apart";
  EXPECT_TRUE(tied(n, 10, three, 10.5, three));
  EXPECT_FALSE(tied(n, 10, three, 12, three));
  EXPECT_FALSE(ratio_of(n, 10, three, 12, three).holds(1));
  EXPECT_TRUE(ratio_of(n, 10, three, 10.5, three).holds(1));
  const Interval apart = ratio_of(n, 10, three, 10.5, three, false);
  const Interval whole = ratio_of(n, 10, three, 10.5, three);
  EXPECT_LT(whole.low, apart.low);
  EXPECT_GT(whole.high, apart.high);
}

TEST(noise, variances_are_those_of_the_model_for_one_pass_several_and_laps) {
  const Noise n{0.01, 0.02, 0.005, 0.06, 4, 2, 3};
  EXPECT_NEAR(log_variance(n, {10, 1, 1, 0, 0, 0.005}), 0.0001 + 0.0004 + 0.000025, 1e-12);
  EXPECT_NEAR(log_variance(n, {10, 1, 1, 0, 0, 0.5}), 0.25 + 0.0004 + 0.000025, 1e-12);
  EXPECT_NEAR(log_variance(n, {10, 1, 3, 0.04}),
              (4 * 0.0001 + 2 * 0.0016) / 6 / 3 + 0.0004 + 0.000025, 1e-12);
  const double lap = 0.0004 + 0.0001 * 4 / 12;
  EXPECT_NEAR(log_variance(n, {10, 4, 12, 0.01, 0.03}), (4 * lap + 3 * 0.0009) / 7 / 4 + 0.000025,
              1e-12);
}

TEST(noise, both_variances_and_the_common_part_twice_widen_an_interval) {
  // Roots of whole numbers: 2 * 0.06^2 + 0.03^2 = 0.09^2.
  const Noise n{0.01, 0.02, 0.005, 0.06, 4, 2, 3};
  constexpr double a = 0.0001;
  constexpr double b = 0.0008;
  const Interval whole = ratio_of(n, 10, a, 12, b);
  EXPECT_NEAR(std::log(whole.low / 1.2), -2 * 0.09, 1e-12);
  EXPECT_NEAR(std::log(whole.high / 1.2), 2 * 0.09, 1e-12);
  const Interval apart = ratio_of(n, 10, a, 12, b, false);
  EXPECT_NEAR(std::log(apart.low / 1.2), -3 * 0.03, 1e-12);
  EXPECT_NEAR(std::log(apart.high / 1.2), 3 * 0.03, 1e-12);
  const Interval again = interval_of(n, 10, 0.0045);  // 2 (0.06^2 + 0.0045) = 0.0162
  EXPECT_NEAR(std::log(again.low / 10), -2 * std::sqrt(0.0162), 1e-12);
  EXPECT_NEAR(std::log(again.high / 10), 2 * std::sqrt(0.0162), 1e-12);
  const double tie = 3 * std::sqrt(2 * (a + b));
  EXPECT_TRUE(tied(n, 10, a, 10 * std::exp(tie - 1e-6), b));
  EXPECT_FALSE(tied(n, 10, a, 10 * std::exp(tie + 1e-6), b));
  EXPECT_FALSE(tied(n, 10 * std::exp(tie + 1e-6), a, 10, b));
}

/// The same and, on every problem, configurations that were measured in one pass, ten times as
/// slow on the second occasion.
std::vector<Observation> with_one_pass_trials(std::vector<Observation> all, int problems) {
  for (int p = 0; p < problems; ++p) {
    for (int c = 0; c < 12; ++c) {
      for (int occasion = 1; occasion <= 2; ++occasion) {
        Measured m;
        m.us = occasion == 1 ? 20 : 200;
        all.push_back({"p" + std::to_string(p), "x" + std::to_string(c), occasion, m});
      }
    }
  }
  return all;
}

TEST(noise, what_was_measured_in_one_pass_is_no_evidence) {
  const auto all = made({}, 100, 8);
  const auto more = with_one_pass_trials(all, 100);
  const auto a = estimate_noise(all, usual);
  const auto b = estimate_noise(more, usual);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->noise.pass, b->noise.pass);
  EXPECT_EQ(a->noise.change, b->noise.change);
  EXPECT_EQ(a->noise.common, b->noise.common);
  EXPECT_EQ(a->noise.time_factor, b->noise.time_factor);
  EXPECT_EQ(a->noise.tie_factor, b->noise.tie_factor);
  EXPECT_EQ(a->evidence.pairs, b->evidence.pairs);
  const Repeatability alone = repeatability(a->noise, on(all, 1), on(all, 2));
  const Repeatability beside = repeatability(a->noise, on(more, 1), on(more, 2));
  EXPECT_EQ(alone.finalists, beside.finalists);
  EXPECT_EQ(alone.held, beside.held);
  EXPECT_EQ(alone.half_width, beside.half_width);
  EXPECT_EQ(alone.shift, beside.shift);
  EXPECT_EQ(alone.tie_width, beside.tie_width);
}

/// Finalists of three passes on two occasions; the first half of them is slower by `ln_change` on
/// the second one, the others are as much faster.
void add_problem(std::vector<Observation>& to, const std::string& name, int configurations,
                 double ln_change) {
  for (int c = 0; c < configurations; ++c) {
    for (int occasion = 1; occasion <= 2; ++occasion) {
      Measured m{10, 1, 3, 0.01};
      if (occasion == 2) m.us *= std::exp(2 * c < configurations ? ln_change : -ln_change);
      to.push_back({name, "c" + std::to_string(c), occasion, m});
    }
  }
}

TEST(noise, a_problem_of_many_configurations_counts_as_one) {
  std::vector<Observation> all;
  for (int p = 0; p < 20; ++p) add_problem(all, "p" + std::to_string(p), 2, p < 4 ? 0.1 : 0);
  add_problem(all, "large", 200, 0);
  const auto e = estimate_noise(all, usual);
  ASSERT_TRUE(e);
  EXPECT_NEAR(e->noise.pass, 0.01 / std::pow(1 - 1.0 / 9, 1.5), 1e-9);
  EXPECT_NEAR(e->noise.change, 0, 1e-12);
  EXPECT_NEAR(e->noise.common, 0, 1e-12);
  const double one = log_variance(e->noise, all.front().measured);
  EXPECT_NEAR(e->noise.time_factor, 0.1 / std::sqrt(2 * one), 1e-6) << "four problems of 21";
  EXPECT_NEAR(e->noise.tie_factor, 0.2 / std::sqrt(4 * one), 1e-6);
}

}  // namespace
}  // namespace sptune::harness
