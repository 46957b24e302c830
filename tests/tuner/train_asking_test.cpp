// SPDX-License-Identifier: BSD-3-Clause
// When asking pays, and what is taken unasked: fitting what sizes tell of both.
#include "tuner/train/ask_training.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>

namespace sptune::train {
namespace {

/// Candidate 0, the default, prepares for 300 us and runs for 5; candidate 1 runs at once for 8, on
/// long rows for more; asking takes `asking_us` and finds something that prepares for 350 us and
/// runs for 4, or on long rows the default.
AskSamples samples(double asking_us, double noise = 0) {
  AskSamples s;
  s.runs = ask_runs();
  s.candidates = 2;
  std::mt19937 rng(2);
  std::normal_distribution<double> normal(0, 1);
  for (int i = 0; i < 200; ++i) {
    const double mean_row = i % 2 == 0 ? 100 : 5;
    const double rows = 1000.0 * (1 + i);
    s.folds.push_back(static_cast<std::size_t>(i) % 5);
    s.headers.push_back({rows, rows, mean_row * rows});
    s.weights.push_back(1);
    const double at_once_us = (mean_row < 10 ? 8 : 32) * std::exp(noise * normal(rng));
    const double found_us = mean_row < 10 ? 4 : 5;
    const double found_prepare_us = mean_row < 10 ? 350 : 300;
    s.trials.insert(s.trials.end(), {{5e-6, 300e-6}, {at_once_us * 1e-6, 0}});
    for (const double n : s.runs) {
      const double standard = 300 / n + 5;
      const double found = found_prepare_us / n + found_us;
      const double least = std::min({standard, at_once_us, found});
      for (const double us : {standard, at_once_us, asking_us / n + found}) {
        s.losses.push_back(std::log(us / least));
      }
      s.defaults.push_back(std::log(standard / least));
    }
  }
  return s;
}

/// What is lost unasked by the trials as they are now.
void take_trials(AskSamples& s) {
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      const auto total = [&](std::size_t c) {
        return s.trial(i, c).prepare_s / s.runs[k] + s.trial(i, c).seconds;
      };
      const double least = std::min(total(0), total(1));
      double* const losses = s.losses.data() + (i * s.runs.size() + k) * 3;
      for (const std::size_t c : {0U, 1U}) losses[c] = std::log(total(c) / least);
      s.defaults[i * s.runs.size() + k] = losses[0];
    }
  }
}

constexpr model::Header narrow{50000, 50000, 250000};
constexpr model::Header wide{50000, 50000, 5000000};
constexpr model::Header nowhere{10, 10'000'000, 1'000'000};

/// Without a model 0 runs, unless a test says otherwise.
std::size_t taken(const model::Asking& asking, const model::Header& header, double runs) {
  return asking.at(header).choice(runs, 0, [](std::size_t) { return true; }).value_or(0);
}

/// What a law of logarithms says.
double seconds_by(const model::SizeTerms& law, const model::Header& header, double knee) {
  const model::SizeTerms terms = model::size_terms_of(header, knee);
  return std::exp(std::inner_product(terms.begin(), terms.end(), law.begin(), 0.0));
}

/// Candidate 1 prepares nothing, and what it takes no size tells.
TEST(AskTraining, is_charged_where_it_is_slower_than_what_runs_without_a_model) {
  AskSamples s = samples(1e7, 2);
  take_trials(s);
  AskOptions options;
  options.slower = 10;
  options.price = 1e9;
  EXPECT_EQ(taken(fit_asking(s, 0, options), wide, 5), 0);

  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      s.defaults[i * s.runs.size() + k] = s.of(i, k)[1];
    }
  }
  EXPECT_FALSE(fit_asking(s, 0, options).at(wide).choice(5, 0, [](std::size_t) { return true; }))
      << "what runs without a model, which is 1";
}

TEST(AskTraining, finds_what_pays_at_which_runs) {
  const model::Asking asking = fit_asking(samples(100), 0);

  ASSERT_EQ(model::validate(asking, 2), "");
  EXPECT_FALSE(asking.at(narrow).asks(1));
  EXPECT_EQ(taken(asking, narrow, 1), 1U);
  EXPECT_FALSE(asking.at(narrow).asks(50));
  EXPECT_EQ(taken(asking, narrow, 50), 1U) << "300 us are paid after 100 runs of 3 us";
  EXPECT_TRUE(asking.at(narrow).asks(1000)) << "150 us more for 1000 runs of 1 us less";
  EXPECT_FALSE(asking.at(wide).asks(1));
  EXPECT_EQ(taken(asking, wide, 1), 1U) << "32 us and not 305";
  EXPECT_EQ(taken(asking, wide, 30), 0U) << "27 us more a run";
  EXPECT_FALSE(asking.at(wide).asks(1000)) << "100 us for nothing";
  EXPECT_EQ(taken(asking, wide, 1000), 0U);
  EXPECT_TRUE(asking.at(wide).asks(INFINITY)) << "costs nothing then";
  EXPECT_FALSE(asking.at(nowhere).choice(1, 0, [](std::size_t) { return true; }));
  EXPECT_FALSE(asking.at(nowhere).asks(1)) << "nobody gains by it";
  EXPECT_TRUE(asking.at(nowhere).asks(INFINITY));
}

TEST(AskTraining, asks_nothing_that_costs_more_than_it_can_gain) {
  const model::Asking dear = fit_asking(samples(1e7), 0);
  const model::Asking free = fit_asking(samples(0), 0);

  for (const double n : {1.0, 10.0, 1000.0, 1e5}) {
    EXPECT_FALSE(dear.at(narrow).asks(n)) << n;
    EXPECT_FALSE(dear.at(wide).asks(n)) << n;
  }
  EXPECT_EQ(taken(dear, narrow, 1e5), 0U);
  for (const model::AskStep& step : dear.steps) EXPECT_TRUE(step.never_asks) << step.runs;
  EXPECT_TRUE(std::none_of(free.steps.begin(), free.steps.end(), [](const model::AskStep& step) {
    return step.runs >= 1000 && step.never_asks;
  }));
  EXPECT_FALSE(dear.steps.front().stays) << "300 us are saved on every matrix";
  EXPECT_TRUE(dear.steps.back().stays) << "nothing is";
  EXPECT_TRUE(dear.at(narrow).asks(INFINITY));
  EXPECT_TRUE(free.at(narrow).asks(1000));
}

/// Laws say that 50 runs of 8 us take less than 50 of 5 and 300 us once.
TEST(AskTraining, the_default_stays_where_laws_of_size_lose) {
  AskSamples s = samples(1e7);
  EXPECT_EQ(taken(fit_asking(s, 0), narrow, 50), 1U);
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      if (s.runs[k] >= 30) s.losses[(i * s.runs.size() + k) * (s.candidates + 1) + 1] += 1;
    }
  }
  const model::Asking asking = fit_asking(s, 0);

  EXPECT_EQ(taken(asking, narrow, 20), 1U);
  EXPECT_EQ(taken(asking, narrow, 50), 0U);
}

TEST(AskTraining, asks_for_nothing_where_that_is_less_than_can_be_told) {
  AskOptions options;
  options.deciding_s = 100e-6;
  const model::Asking asking = fit_asking(samples(100), 0, options);

  EXPECT_EQ(asking.cheap_share, 0.02) << "as it is to stand in a model";
  EXPECT_TRUE(asking.at(wide).asks(2000)) << "1 % of 2000 runs of 5 us";
  EXPECT_FALSE(asking.at(wide).asks(500)) << "4 %";
  EXPECT_FALSE(fit_asking(samples(100), 0).at(wide).asks(2000)) << "which find nothing";
}

TEST(AskTraining, minds_being_slower_than_the_default) {
  AskOptions careless;
  careless.slower = 0;
  AskOptions careful;
  careful.slower = 1;
  careful.price = 10;
  // At 500 runs asking takes 4 % longer on long rows and gains 13 % on short ones; all matrices of
  // a size have one header here.
  AskSamples s = samples(100);
  for (model::Header& h : s.headers) h.nnz = 20 * h.rows;
  const model::Header any{50000, 50000, 1000000};

  EXPECT_TRUE(fit_asking(s, 0, careless).at(any).asks(500));
  EXPECT_FALSE(fit_asking(s, 0, careful).at(any).asks(500));
}

/// Two kinds of matrices that no size tells apart.
TEST(AskTraining, what_the_default_sees_of_rows_decides_where_it_runs_unasked) {
  AskSamples s = samples(100);
  for (model::Header& h : s.headers) h.nnz = 20 * h.rows;
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    s.seen_s.push_back(i % 2 == 0 ? 16e-6 : 4e-6);
    for (std::size_t k = 0; k < s.runs.size(); ++k) s.asked_seen.push_back(s.of(i, k)[2]);
  }
  s.seen_from_runs = 10;
  s.seen_weights = s.weights;
  const model::Header any{50000, 50000, 1000000};

  const model::Asking asking = fit_asking(s, 0);

  EXPECT_FALSE(asking.at(any).looks(5, 0)) << "another default";
  ASSERT_TRUE(asking.at(any).looks(1000, 0));
  EXPECT_TRUE(asking.at(any).asks_seen(1000, 4e-6)) << "17 % less";
  EXPECT_FALSE(asking.at(any).asks_seen(1000, 16e-6)) << "2 % more";
  EXPECT_FALSE(asking.at(any).looks(INFINITY, 0));
  s.seen_s.clear();
  EXPECT_FALSE(fit_asking(s, 0).at(any).looks(1000, 0)) << "nobody looks";
}

TEST(AskTraining, a_charge_that_costs_too_much_is_lowered) {
  AskOptions careful;
  careful.slower = 1;
  careful.price = 0;
  AskSamples s = samples(100);
  for (model::Header& h : s.headers) h.nnz = 20 * h.rows;

  EXPECT_TRUE(fit_asking(s, 0, careful).at({50000, 50000, 1000000}).asks(500));
}

/// What is faster in most families, and by all of them on the mean, is slower in the one that a law
/// of the others is asked about.
TEST(AskTraining, nobody_leaves_the_default_for_what_other_families_say_and_this_one_denies) {
  AskSamples s = samples(1e7);
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    s.trials[2 * i] = {5e-6, 0};
    s.trials[2 * i + 1] = {s.folds[i] == 0 ? 15e-6 : 3.5e-6, 0};
  }
  take_trials(s);
  const model::Asking asking = fit_asking(s, 0);

  for (const double n : {1.0, 30.0, 1000.0}) {
    EXPECT_EQ(taken(asking, narrow, n), 0U) << n;
    EXPECT_EQ(taken(asking, wide, n), 0U) << n;
  }
}

/// Long rows gain by it and short ones lose, all of each in one family: a law that has not seen a
/// family is wrong about it.
TEST(AskTraining, nobody_asks_where_that_pays_on_no_family_that_a_law_has_not_seen) {
  AskSamples s = samples(100);
  const auto asks_of_long_rows = [&](double loss_of_short_ones) {
    for (std::size_t i = 0; i < s.headers.size(); ++i) {
      s.folds[i] = i % 2;
      for (std::size_t k = 0; k < s.runs.size(); ++k) {
        double* const losses = s.losses.data() + (i * s.runs.size() + k) * 3;
        s.defaults[i * s.runs.size() + k] = losses[0] = 0.3;
        losses[1] = 1.3;
        losses[2] = i % 2 == 0 ? 0.2 : loss_of_short_ones;
      }
    }
    return fit_asking(s, 0).at(wide).asks(500);
  };

  EXPECT_FALSE(asks_of_long_rows(0.6));
  EXPECT_TRUE(asks_of_long_rows(0.2));
}

/// Preparing is added to a time: what it takes on the mean counts, and not in the middle.
TEST(AskTraining, preparing_that_scatters_counts_by_its_mean) {
  AskSamples s = samples(1e7);
  std::mt19937 rng(3);
  std::normal_distribution<double> scatter(0, 1);
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    s.trials[2 * i] = {50e-6, 0};
    s.trials[2 * i + 1] = {10e-6, 100e-6 * std::exp(scatter(rng))};
  }
  take_trials(s);

  const model::Asking asking = fit_asking(s, 0);

  const auto law = std::find_if(asking.unasked.begin(), asking.unasked.end(),
                                [](const auto& u) { return u.candidate == 1; });
  ASSERT_NE(law, asking.unasked.end());
  EXPECT_NEAR(seconds_by(law->log_prepare, narrow, asking.knee) / 100e-6, std::exp(0.5), 0.35)
      << "the middle is at 1";
}

/// It is 6 % faster, and fails on one in twelve: whoever takes it there has failed.
TEST(AskTraining, nobody_leaves_the_default_for_what_fails_now_and_then) {
  AskSamples s = samples(1e7);
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    s.trials[2 * i] = {5e-6, 0};
    s.trials[2 * i + 1] = {4.7e-6, 0};
  }
  take_trials(s);
  const auto taken_at = [&](double n) { return taken(fit_asking(s, 0), narrow, n); };
  EXPECT_EQ(taken_at(30), 1U);
  for (std::size_t i = 0; i < s.headers.size(); i += 12) {
    s.trials[2 * i + 1] = {};
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      s.losses[(i * s.runs.size() + k) * 3 + 1] = std::log(failed_loss);
    }
  }
  EXPECT_EQ(taken_at(30), 0U);
  for (std::size_t i = 0; i < s.headers.size(); i += 12) s.trials[2 * i + 1].fits = false;
  EXPECT_EQ(taken_at(30), 1U) << "who is refused is passed over";
}

/// What is not known of one matrix in twelve is neither a gain nor a loss, and no reason to take
/// something else there.
TEST(AskTraining, a_problem_on_which_what_may_be_taken_was_never_tried_does_not_count) {
  AskSamples s = samples(1e7);
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    s.trials[2 * i] = {5e-6, 0};
    s.trials[2 * i + 1] = {i % 12 == 0 ? 20e-6 : 4.7e-6, 0};
  }
  take_trials(s);
  for (std::size_t i = 0; i < s.headers.size(); i += 12) {
    s.trials[2 * i + 1] = {};
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      s.losses[(i * s.runs.size() + k) * 3 + 1] = std::nan("");
    }
  }
  EXPECT_EQ(taken(fit_asking(s, 0), narrow, 30), 1U);

  for (double& loss : s.defaults) loss = std::nan("");
  AskOptions options;
  options.deciding_s = 100e-6;
  const model::Asking asking = fit_asking(s, 0, options);
  EXPECT_EQ(taken(asking, narrow, 30), 0U) << "nothing is known";
  EXPECT_FALSE(asking.at(narrow).asks(30));
  EXPECT_FALSE(asking.at(nowhere).asks(30));
  EXPECT_FALSE(asking.at(wide).asks(1e5)) << "not even for next to nothing";
}

/// Every other matrix of a size takes a tenth of the time that its sibling takes.
TEST(AskTraining, what_weighs_more_is_believed_more) {
  AskSamples s = samples(1e7);
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    s.headers[i].nnz = 20 * s.headers[i].rows;
    s.trials[2 * i + 1].seconds = i % 2 == 0 ? 3e-6 : 30e-6;
  }
  take_trials(s);
  const model::Header any{50000, 50000, 1000000};
  const auto law_at_any = [&] {
    const model::Asking asking = fit_asking(s, 0);
    const model::UnaskedCandidate& law = asking.unasked.back();
    const model::SizeTerms terms = model::size_terms_of(any, asking.knee);
    return std::exp(std::inner_product(terms.begin(), terms.end(), law.log_seconds.begin(), 0.0));
  };
  EXPECT_NEAR(law_at_any() / 9.5e-6, 1, 0.05) << "between the two";
  for (std::size_t i = 0; i < s.weights.size(); ++i) s.weights[i] = i % 2 == 0 ? 1 : 1e-3;
  EXPECT_NEAR(law_at_any() / 3e-6, 1, 0.05);
}

/// A run takes a launch, 3 us, until the processor is full, and then 0.05 ns an entry: what a law
/// that bends says is right on both sides.
TEST(AskTraining, finds_from_which_size_on_times_grow) {
  AskSamples s = samples(1e7);
  const auto seconds_of = [](const model::Header& h) { return 3e-6 * (1 + h.nnz / 6e4); };
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    const double nnz = 1e3 * std::exp(static_cast<double>(i) / 20);
    s.headers[i] = {nnz / 5, nnz / 5, nnz};
    s.trials[2 * i + 1].seconds = seconds_of(s.headers[i]);
  }
  take_trials(s);
  const model::Asking asking = fit_asking(s, 0);
  EXPECT_GE(asking.knee, 3e4);
  EXPECT_LE(asking.knee, 1e5);
  for (const double nnz : {2e3, 2e4, 2e5, 2e6, 1e7}) {
    const model::Header at{nnz / 5, nnz / 5, nnz};
    const double found = seconds_by(asking.unasked.back().log_seconds, at, asking.knee);
    EXPECT_NEAR(found / seconds_of(at), 1, 0.1) << nnz;
  }
}

TEST(AskTraining, finds_the_spread_around_a_law) {
  EXPECT_NEAR(fit_asking(samples(1e7), 0).unasked[0].spread, 0, 1e-6);
  EXPECT_NEAR(fit_asking(samples(1e7, 2), 0).unasked[1].spread, 2, 0.4);
}

}  // namespace
}  // namespace sptune::train
