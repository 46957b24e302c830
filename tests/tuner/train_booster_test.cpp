// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/sanitizers.hpp"
#include "tuner/train/booster.hpp"
#include "tuner/train/parallel.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace sptune::train {
namespace {

Table random_table(std::size_t rows, std::size_t columns, std::mt19937& rng) {
  std::uniform_real_distribution<float> uniform(-3, 3);
  Table t{columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    t.values.push_back(rng() % 9 == 0 ? std::numeric_limits<float>::quiet_NaN() : uniform(rng));
  }
  return t;
}

std::vector<float> labels_of(const Table& t) {
  std::vector<float> y;
  for (std::size_t i = 0; i < t.rows(); ++i) {
    const auto row = t.row(i);
    const float a = std::isnan(row[0]) ? 1.0F : row[0];
    const float b = std::isnan(row[1]) ? -1.0F : row[1];
    y.push_back(5 + a * b + (row[2] > 0 ? 2.0F : 0.0F));
  }
  return y;
}

TEST(Booster, our_scoring_equals_xgboosts_prediction) {
  std::mt19937 rng(5);
  const Table training = random_table(800, 7, rng);
  const std::vector<float> y = labels_of(training);
  std::vector<float> w(y.size());
  for (float& x : w) x = 0.1F + static_cast<float>(rng() % 10);
  BoosterOptions options;
  options.trees = 80;
  options.depth = 5;
  const Booster booster(training, y, w, options);

  const model::Forest forest = booster.forest();

  ASSERT_EQ(model::validate(forest, 7), "");
  EXPECT_EQ(forest.roots.size(), 80U);
  const Table fresh = random_table(3000, 7, rng);
  const auto theirs = booster.predict(fresh);
  double worst = 0;
  for (std::size_t i = 0; i < fresh.rows(); ++i) {
    worst = std::max(
        worst, std::abs(model::evaluate(forest, fresh.row(i)) - static_cast<double>(theirs[i])));
  }
  EXPECT_LE(worst, 1e-5);
}

TEST(Booster, learns_and_is_deterministic) {
  std::mt19937 rng(6);
  const Table training = random_table(1000, 4, rng);
  const std::vector<float> y = labels_of(training);
  const std::vector<float> w(y.size(), 1.0F);
  BoosterOptions options;
  options.trees = 150;

  const Booster once(training, y, w, options);
  const Booster twice(training, y, w, options);

  EXPECT_EQ(once.forest(), twice.forest());
  const auto fitted = once.predict(training);
  double error = 0;
  double spread = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    error += std::pow(static_cast<double>(fitted[i] - y[i]), 2);
    spread += std::pow(static_cast<double>(y[i]) - 5, 2);
  }
  EXPECT_LT(error, 0.1 * spread);
}

TEST(Booster, a_wrong_option_is_an_error_with_xgboosts_words) {
  const Table training{1, {1, 2, 3, 4}};
  const std::vector<float> y{1, 2, 3, 4};
  BoosterOptions options;
  options.subsample = -1;

  EXPECT_THROW(Booster(training, y, y, options), std::runtime_error);
}

/// Ends the program: with 0 where eight jobs are done though there is no memory for a stack.
[[noreturn]] void do_jobs_alone() {
  constexpr std::size_t less_than_there_is = std::size_t{1} << 20U;
  const rlimit none{less_than_there_is, less_than_there_is};
  setrlimit(RLIMIT_AS, &none);
  std::atomic<int> done = 0;
  for_each_job(8, 4, [&](std::size_t) { ++done; });
  std::_Exit(done == 8 ? 0 : 1);
}

TEST(Parallel, all_jobs_are_done_where_no_thread_can_be_started) {
  if (harness::sanitized) GTEST_SKIP() << "sanitizers need addresses";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(do_jobs_alone(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sptune::train
