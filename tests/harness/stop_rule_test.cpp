// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/sampler.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace sptune::harness {
namespace {

/// Feeds samples one by one, `step_s` apart; returns the reason and how many it took.
template <class Noise>
std::pair<std::string, int> feed(const Protocol& p, double step_s, Noise noise) {
  const StopRule rule(p);
  std::vector<float> samples;
  for (int i = 1; i <= 100000; ++i) {
    samples.push_back(noise());
    const auto reason = rule.check(samples, i * step_s);
    if (!reason.empty()) return {std::string(reason), i};
  }
  return {"never", 0};
}

TEST(StopRule, steady_samples_stop_by_confidence_at_the_least_number) {
  const auto [reason, n] = feed(Protocol{}, 1e-5, [] { return 10.0F; });

  EXPECT_EQ(reason, "confidence");
  EXPECT_EQ(n, Protocol{}.min_samples);
}

TEST(StopRule, fewer_than_six_samples_give_no_confidence) {
  Protocol p;
  p.min_samples = 1;
  EXPECT_EQ(feed(p, 1e-5, [] { return 10.0F; }), (std::pair<std::string, int>{"confidence", 10}));
  p.max_samples = 1;
  EXPECT_EQ(feed(p, 1e-5, [] { return 10.0F; }), (std::pair<std::string, int>{"max_samples", 1}));
  p.max_samples = p.min_samples = 6;
  EXPECT_EQ(feed(p, 1e-5, [] { return 10.0F; }), (std::pair<std::string, int>{"confidence", 6}));
}

TEST(StopRule, looks_again_at_the_least_number_and_at_every_fifth_sample) {
  Protocol p;
  p.min_samples = 10;
  p.max_samples = 18;
  const StopRule rule(p);

  EXPECT_EQ(rule.until_next_look(0), 10);
  EXPECT_EQ(rule.until_next_look(3), 7);
  EXPECT_EQ(rule.until_next_look(10), 5);
  EXPECT_EQ(rule.until_next_look(12), 3);
  EXPECT_EQ(rule.until_next_look(15), 3) << "not beyond the most samples";
  EXPECT_EQ(rule.until_next_look(18), 1) << "never none";
}

TEST(StopRule, drifting_noise_runs_into_the_most_samples) {
  Protocol p;
  p.time_budget_s = 100;
  float level = 10;

  const auto [reason, n] = feed(p, 1e-5, [&] { return level *= 1.02F; });

  EXPECT_EQ(reason, "max_samples");
  EXPECT_EQ(n, p.max_samples);
}

TEST(StopRule, steady_noise_too_wide_for_confidence_is_found_stable) {
  Protocol p;
  p.time_budget_s = 100;
  p.confidence_width = 0.005;
  p.max_samples = 10000;
  std::mt19937 random(3);
  std::normal_distribution<float> noise(10, 0.2F);

  const auto [reason, n] = feed(p, 1e-5, [&] { return noise(random); });

  EXPECT_EQ(reason, "stable");
  EXPECT_GE(n, 50);
  EXPECT_LT(n, 1000);
}

TEST(StopRule, budget_ends_noisy_sampling_once_there_are_enough) {
  Protocol p;
  p.time_budget_s = 0.02;
  int i = 0;

  const auto [reason, n] = feed(p, 1e-3, [&] { return ++i % 2 == 0 ? 10.0F : 20.0F; });

  EXPECT_EQ(reason, "budget");
  EXPECT_EQ(n, 20);
}

TEST(StopRule, slow_runs_get_five_budgets_for_their_least_number) {
  Protocol p;
  p.time_budget_s = 0.1;

  const auto slow = feed(p, 0.125, [] { return 125000.0F; });
  const auto slower = feed(p, 3, [] { return 3e6F; });

  EXPECT_EQ(slow, (std::pair<std::string, int>{"budget", 4}));
  EXPECT_EQ(slower, (std::pair<std::string, int>{"budget", p.pilot_samples}));
}

TEST(StopRule, fewer_allowed_than_needed_stops_at_the_allowed) {
  Protocol p;
  p.max_samples = 4;
  int i = 0;

  const auto [reason, n] = feed(p, 1e-6, [&] { return ++i % 2 == 0 ? 10.0F : 20.0F; });

  EXPECT_EQ(reason, "max_samples");
  EXPECT_EQ(n, 4);
}

TEST(Flusher, reads_twice_a_cache_that_threads_share) {
  Flusher flusher(one_cache(1 << 20));
  for (const int threads : {2, 1, 3}) {
    flusher.flush(threads);
    EXPECT_GE(flusher.bytes(), 2 << 20) << threads;
    EXPECT_LE(flusher.bytes(), (2 << 20) + 64 * threads) << threads;
  }
}

TEST(Flusher, reads_more_where_threads_have_caches_of_their_own) {
  Caches near = one_cache(1 << 20);
  near.at(0).inner_bytes = 1 << 20;
  Flusher flusher(near);
  flusher.flush(2);
  EXPECT_EQ(flusher.bytes(), 4 << 20);
}

/// Of one thread, where two were granted.
class Alone final : public Target {
 public:
  void first_run() override {}
  Verification verify() override { return {}; }
  PhaseTimes time(int /*runs*/) override { return {.total = 1e-6}; }
  void describe(Trial& /*trial*/) const override {}
  [[nodiscard]] int threads() const override { return 1; }
};

/// Others would spin beside it; what they have left in caches of their own is flushed before.
TEST(Flusher, is_of_the_threads_of_a_run_between_samples_and_of_all_before_them) {
  Caches near = one_cache(1 << 20);
  near.at(0).inner_bytes = 1 << 20;
  Flusher flusher(near);
  Protocol protocol;
  protocol.cache = CachePolicy::cold;
  Alone target;
  Sampler sampler(target, protocol, 2, flusher);
  sampler.warm_up();
  EXPECT_EQ(flusher.bytes(), 4 << 20);
  (void)sampler.sample();
  EXPECT_EQ(flusher.bytes(), 2 << 20);
  sampler.resume();
  EXPECT_EQ(flusher.bytes(), 4 << 20) << "another plan's threads have run";
}

}  // namespace
}  // namespace sptune::harness
