// SPDX-License-Identifier: BSD-3-Clause
// Threads that a run takes are awake when its clock starts.
#include "harness/environment/awake.hpp"

#include "kernels/api/clock.hpp"
#include "kernels/host/threads.hpp"
#include "tests/harness/engines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <thread>

namespace sptune::harness {
namespace {

constexpr double long_enough_s = 20;
constexpr std::chrono::milliseconds until_asleep(50);

TEST(Awake, are_as_many_threads_as_a_run_takes) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "one core";
  EXPECT_EQ(awaken(2, long_enough_s), 2);
  std::this_thread::sleep_for(until_asleep);
  const double before = awakening_s();
  const double begin = now_s();
  EXPECT_EQ(awaken(2, long_enough_s), 2);
  const double took = now_s() - begin;
  EXPECT_GT(awakening_s(), before) << "it is told how long one may have waited";
  EXPECT_LE(awakening_s() - before, took);
}

/// Each by its own lateness: where one of many comes late, the others did not wait as long as it.
TEST(Awake, are_late_each_by_itself) {
  constexpr int threads = 16;
  constexpr double patience_s = 2e-3;
  awaken_team(threads, patience_s);  // they begin to exist, one after the other
  double least = 1;
  for (int i = 0; i < 10; ++i) {
    const double begin = now_s();
    const Team team = awaken_team(threads, patience_s);
    const double took = now_s() - begin;
    EXPECT_GE(team.late_s, 0);
    EXPECT_LE(team.late_s, (threads - 1) * took) << "the one that asks is never late";
    EXPECT_GE(team.awake, 1);
    EXPECT_LE(team.awake, threads);
    least = std::min(least, team.late_s / ((threads - 1) * took));
  }
  EXPECT_LT(least, 0.9) << "more threads than cores come one after the other, and wait";
}

/// At many threads the microseconds that each of these takes to begin are more than others wait.
TEST(Awake, are_late_only_where_they_were_off_their_cores) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "one core";
  // Beside other programs, and where OpenMP's threads do not wait awake, the other one has left its
  // core before most calls.
  constexpr double at_last_s = 120;
  const double begin = now_s();
  double least = 1;
  while (least > 0 && now_s() - begin < at_last_s) {
    least = std::min(least, awaken_team(2, long_enough_s).late_s);
  }
  EXPECT_EQ(least, 0) << "not once in " << at_last_s << " s";
}

TEST(Awake, are_those_that_flush_before_a_run) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "one core";
  Flusher flusher(one_cache(1 << 20));
  flusher.flush(2);
  std::this_thread::sleep_for(until_asleep);
  const double before = awakening_s();
  flusher.flush(2);
  EXPECT_GT(awakening_s(), before) << "which would pass for a disturbance";
}

TEST(Awake, is_the_one_that_asks_where_there_is_no_core_for_others) {
  const double begin = now_s();
  EXPECT_EQ(awaken(1, long_enough_s), 1);
  EXPECT_EQ(awaken(host::usable_cores() + 1, long_enough_s), 1);
  EXPECT_LT(now_s() - begin, long_enough_s / 2) << "nobody was waited for";
}

/// How long others that slept took to come while a trial was measured whose floor was known.
double woken_s(const Variant& variant, const ProblemKey& problem, Repeat repeat = Repeat::whole) {
  Engine engine([](const std::string& hash) {
    constexpr Index many = 40'000;  // worth two threads
    return hash == "large" ? test::ragged(many, many) : matrix(hash);
  });
  Protocol protocol = test::quick_protocol();
  protocol.repeat = repeat;
  double before = 0;
  Trial trial;
  for (int i = 0; i < 2; ++i) {
    before = awakening_s();
    trial = engine.run({variant.default_configuration(), problem, protocol}, 0,
                       [](std::string_view stage, std::size_t /*index*/) {
                         if (stage == "measure") std::this_thread::sleep_for(until_asleep);
                       });
    EXPECT_EQ(trial.outcome, Outcome::ok) << trial.message;
  }
  EXPECT_GT(trial.samples["total"].size(), 1U);
  return awakening_s() - before;
}

/// Those that a run does not take would spin beside it.
TEST(Awake, are_no_more_than_a_run_takes) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "one core";
  const auto find = [](Operation operation, const char* name) {
    return *shipped_catalogue().find(operation, Backend::cpu, name);
  };
  Variant spmv = find(Operation::spmv, "csr");
  EXPECT_EQ(woken_s(spmv, test::spmv_problem("square")), 0);
  EXPECT_GT(woken_s(spmv, test::spmv_problem("large")), 0);
  for (const Repeat repeat : {Repeat::whole, Repeat::values}) {
    EXPECT_EQ(woken_s(find(Operation::spgemm, "adaptive"), square_product, repeat), 0);
  }
  spmv.facts.baseline = true;
  EXPECT_GT(woken_s(spmv, test::spmv_problem("square")), 0)
      << "of a library's threads nothing is known: all may be its";
}

}  // namespace
}  // namespace sptune::harness
