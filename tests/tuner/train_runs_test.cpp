// SPDX-License-Identifier: BSD-3-Clause
// Choices at few and many expected runs, everything paid: fitting what preparing takes and when
// asking pays, and judging both.
#include "harness/environment/sanitizers.hpp"
#include "kernels/api/catalogue.hpp"
#include "tests/tuner/train_fixture.hpp"
#include "tuner/model/race.hpp"
#include "tuner/train/ask_training.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/looks.hpp"
#include "tuner/train/portfolio.hpp"
#include "tuner/train/prepare_fit.hpp"
#include "tuner/train/probing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>

namespace sptune::train {
namespace {

TEST(PrepareFit, finds_the_coefficients_of_a_sum) {
  const model::PrepareCost truth{5e-6, 1e-9, 0, 2e-10, 3e-8};
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<PrepareTrial> trials;
  for (int i = 0; i < 200; ++i) {
    const double rows = std::exp(4 + 9 * uniform(rng));
    const double nnz = rows * std::exp(4 * uniform(rng));
    PrepareTrial t{{1, rows, nnz, nnz * 12 * (1 + 3 * uniform(rng)), nnz / rows * 5}, 0};
    t.seconds = truth.seconds(t.work);
    trials.push_back(t);
  }

  const model::PrepareCost found = fit_prepare(trials);

  for (const PrepareTrial& t : trials) {
    EXPECT_NEAR(found.seconds(t.work) / t.seconds, 1, 1e-4);
  }
  EXPECT_NEAR(found.per_byte_s / truth.per_byte_s, 1, 1e-2);
}

TEST(PrepareFit, no_coefficient_is_below_0_and_nothing_is_free_of_charge) {
  // Less time on more entries: a line through them would fall below 0.
  std::vector<PrepareTrial> trials;
  for (const double nnz : {1e3, 1e4, 1e5, 1e6}) {
    trials.push_back({{1, nnz / 10, nnz, 0, 7}, 1e-3 / std::log10(nnz)});
  }
  trials.push_back({{1, 1, 1, 1, 1}, 0});  // not measured

  const model::PrepareCost found = fit_prepare(trials);

  for (const double c :
       {found.fixed_s, found.per_row_s, found.per_entry_s, found.per_byte_s, found.per_longest_s}) {
    EXPECT_GE(c, 0);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(found.seconds(trials[i].work) / trials[i].seconds, 1, 0.5);
  }
  EXPECT_EQ(fit_prepare({}), model::PrepareCost{});
}

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

std::size_t taken(const model::Asking& asking, const model::Header& header, double runs) {
  return asking.choice(header, runs, 0, [](std::size_t) { return true; }).value();
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
  EXPECT_EQ(taken(fit_asking(s, 0, options), wide, 5), 1);
}

TEST(AskTraining, finds_what_pays_at_which_runs) {
  const model::Asking asking = fit_asking(samples(100), 0);

  ASSERT_EQ(model::validate(asking, 2), "");
  EXPECT_FALSE(asking.asks(narrow, 1));
  EXPECT_EQ(taken(asking, narrow, 1), 1U);
  EXPECT_FALSE(asking.asks(narrow, 50));
  EXPECT_EQ(taken(asking, narrow, 50), 1U) << "300 us are paid after 100 runs of 3 us";
  EXPECT_TRUE(asking.asks(narrow, 1000)) << "150 us more for 1000 runs of 1 us less";
  EXPECT_FALSE(asking.asks(wide, 1));
  EXPECT_EQ(taken(asking, wide, 1), 1U) << "32 us and not 305";
  EXPECT_EQ(taken(asking, wide, 30), 0U) << "27 us more a run";
  EXPECT_FALSE(asking.asks(wide, 1000)) << "100 us for nothing";
  EXPECT_EQ(taken(asking, wide, 1000), 0U);
  EXPECT_TRUE(asking.asks(wide, INFINITY)) << "costs nothing then";
  EXPECT_FALSE(asking.choice(nowhere, 1, 0, [](std::size_t) { return true; }));
  EXPECT_FALSE(asking.asks(nowhere, 1)) << "nobody gains by it";
  EXPECT_TRUE(asking.asks(nowhere, INFINITY));
}

TEST(AskTraining, asks_nothing_that_costs_more_than_it_can_gain) {
  const model::Asking dear = fit_asking(samples(1e7), 0);
  const model::Asking free = fit_asking(samples(0), 0);

  for (const double n : {1.0, 10.0, 1000.0, 1e5}) {
    EXPECT_FALSE(dear.asks(narrow, n)) << n;
    EXPECT_FALSE(dear.asks(wide, n)) << n;
  }
  EXPECT_EQ(taken(dear, narrow, 1e5), 0U);
  EXPECT_TRUE(dear.asks(narrow, INFINITY));
  EXPECT_TRUE(free.asks(narrow, 1000));
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

  EXPECT_TRUE(asking.asks(wide, 2000)) << "1 % of 2000 runs of 5 us";
  EXPECT_FALSE(asking.asks(wide, 500)) << "4 %";
  EXPECT_FALSE(fit_asking(samples(100), 0).asks(wide, 2000)) << "which find nothing";
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

  EXPECT_TRUE(fit_asking(s, 0, careless).asks(any, 500));
  EXPECT_FALSE(fit_asking(s, 0, careful).asks(any, 500));
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

  EXPECT_FALSE(asking.looks(any, 5, 0)) << "another default";
  ASSERT_TRUE(asking.looks(any, 1000, 0));
  EXPECT_TRUE(asking.asks_seen(any, 1000, 4e-6)) << "17 % less";
  EXPECT_FALSE(asking.asks_seen(any, 1000, 16e-6)) << "2 % more";
  EXPECT_FALSE(asking.looks(any, INFINITY, 0));
  s.seen_s.clear();
  EXPECT_FALSE(fit_asking(s, 0).looks(any, 1000, 0)) << "nobody looks";
}

TEST(AskTraining, a_charge_that_costs_too_much_is_lowered) {
  AskOptions careful;
  careful.slower = 1;
  careful.price = 0;
  AskSamples s = samples(100);
  for (model::Header& h : s.headers) h.nnz = 20 * h.rows;

  EXPECT_TRUE(fit_asking(s, 0, careful).asks({50000, 50000, 1000000}, 500));
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
    return fit_asking(s, 0).asks(wide, 500);
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
  const model::SizeTerms terms = model::size_terms_of(narrow, asking.knee);
  const double expected =
      std::exp(std::inner_product(terms.begin(), terms.end(), law->log_prepare.begin(), 0.0));
  EXPECT_NEAR(expected / 100e-6, std::exp(0.5), 0.35) << "the middle is at 1";
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
  EXPECT_FALSE(asking.asks(narrow, 30));
  EXPECT_FALSE(asking.asks(nowhere, 30));
  EXPECT_FALSE(asking.asks(wide, 1e5)) << "not even for next to nothing";
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
    const model::SizeTerms terms = model::size_terms_of(at, asking.knee);
    const model::SizeTerms& law = asking.unasked.back().log_seconds;
    const double found = std::exp(std::inner_product(terms.begin(), terms.end(), law.begin(), 0.0));
    EXPECT_NEAR(found / seconds_of(at), 1, 0.1) << nnz;
  }
}

TEST(AskTraining, finds_the_spread_around_a_law) {
  EXPECT_NEAR(fit_asking(samples(1e7), 0).unasked[0].spread, 0, 1e-6);
  EXPECT_NEAR(fit_asking(samples(1e7, 2), 0).unasked[1].spread, 2, 0.4);
}

TEST(Looks, are_paid_by_whoever_does_not_prepare_the_default) {
  Dataset data;
  data.backend = Backend::cuda;
  for (const char* text : {"csr_auto", "csr_vector"}) {
    const auto known = shipped_catalogue().parse(Operation::spmv, Backend::cuda, text);
    if (!known) GTEST_SKIP() << known.error();
    data.configurations.push_back(known.value().configuration());
  }
  data.problems.resize(2);
  data.problems[0].cells = {{Cell::State::usable, 5, 20e-6}, {Cell::State::usable, 4, 1e-6}};
  data.problems[1].cells = {{Cell::State::usable, 9, 16e-6}, {Cell::State::usable, 8, 1e-6}};

  const Looks looks(data);

  ASSERT_TRUE(looks);
  EXPECT_EQ(looks.cost_s({0}), 0) << "its preparing holds the look";
  EXPECT_EQ(looks.cost_s({1}), 16e-6);
  EXPECT_EQ(looks.cost_s({1, 0}), 0) << "a race prepares it beside the choice";
}

/// The default prepares for long, as on a GPU; `csr{unroll=4}` does not.
Dataset with_dear_default() {
  Dataset data = testing::synthetic(30, 3, 0.01, 6);
  for (Problem& p : data.problems) {
    p.cells[0].prepare_s = 1e-6 * 60 * p.cells[0].us;
    p.baselines[0].prepare_s = 1e-6 * 10 * p.cells[0].us;
    p.features_s = 1e-6 * (100 + 30 * p.cells[0].us);
  }
  return data;
}

TEST(EvaluateByRuns, is_never_below_the_default) {
  const Dataset data = with_dear_default();
  EvaluateOptions options;
  options.training.recipes.resize(1);
  options.training.threads = 2;
  options.training.folds = 3;
  options.folds = 5;
  options.table = {1, 10, 100, 1000, endless};

  const Evaluation e = evaluate(data, options);

  ASSERT_EQ(e.by_runs.size(), 5U);
  for (const RunsRow& row : e.by_runs) {
    EXPECT_EQ(row.model.problems, 90U);
    EXPECT_EQ(row.baselines, 90U);
    EXPECT_GE(row.model.share_of_oracle, row.standard.share_of_oracle) << row.runs;
    EXPECT_LE(row.model.share_of_oracle, 1) << row.runs;
    EXPECT_LE(row.over_baseline, row.oracle_over_baseline) << row.runs;
  }
  EXPECT_GT(e.by_runs[0].model.share_of_oracle, 0.9) << "something that prepares nothing";
  EXPECT_LT(e.by_runs[0].standard.share_of_oracle, 0.1);
  EXPECT_LT(e.by_runs[0].default_over_baseline, 0.2) << "its own preparing is paid, too";
  EXPECT_EQ(e.by_runs[0].asked, 0);
  EXPECT_EQ(e.by_runs[4].asked, 1);
  EXPECT_EQ(e.by_runs[4].model.share_of_oracle, e.all[0].share_of_oracle);
  EXPECT_GT(e.features_s, 100e-6);
  EXPECT_GT(e.deciding_s, e.features_s);
  EXPECT_LT(e.prepare_error_p50, 0.05) << "5 us and 4 per 1000 entries, or so many runs";
  for (const HeldOutResult& j : e.held_out) {
    const Problem& p = data.problems[j.problem];
    ASSERT_EQ(j.at_runs.size(), 5U);
    EXPECT_GT(j.deciding_s, p.features_s);
    for (std::size_t k = 0; k < 5; ++k) {
      const RunsResult& r = j.at_runs[k];
      const double n = options.table[k];
      const double us = p.cost_us(r.chosen, n) + (r.asked ? j.deciding_s * 1e6 / n : 0);
      EXPECT_NEAR(r.loss_model * p.oracle_us(n) / us, 1, 1e-9);
      EXPECT_NEAR(r.loss_default * p.oracle_us(n) / p.cost_us(0, n), 1, 1e-9);
    }
  }
}

/// ell is the fastest and has to be prepared, trap runs at once.
TEST(Portfolio, best_single_pays_for_preparing_over_so_many_runs) {
  Dataset data = testing::synthetic(6, 2, 0, 3);
  for (Problem& p : data.problems) {
    for (std::size_t c = 0; c < p.cells.size(); ++c) p.cells[c] = {Cell::State::usable, 10, 0};
    p.cells[2] = {Cell::State::usable, 4, 600e-6};
    p.cells[4].us = 8;
  }
  EXPECT_EQ(best_single(data), 2U);
  EXPECT_EQ(best_single(data, 1000), 2U);
  EXPECT_EQ(best_single(data, 10), 4U) << "600 us over ten runs";
  data.defaults_from = {{0, 1}, {1000, 0}};
  for (Problem& p : data.problems) p.cells[4].us = 10;
  EXPECT_EQ(best_single(data, 10), 1U) << "what runs without a model is none worse";
}

Problem two_times(double first_us, double second_us, double prepare_s) {
  Problem p;
  p.cells = {{Cell::State::usable, first_us, 2e-6}, {Cell::State::usable, second_us, prepare_s}};
  return p;
}

TEST(Probing, pays_for_preparing_and_for_the_slower_runs) {
  const model::RaceSettings race;
  const Problem p = two_times(10, 9.5, 100e-6);  // nobody is out before the last round
  const double rounds = race.rounds * (race.warm + race.timed);

  const Probed probed = probe(p, {0, 1}, Preparing::all_at_once, 1000, 1);

  EXPECT_EQ(probed.winner, 1U);
  EXPECT_EQ(probed.race_runs, 2 * rounds);
  EXPECT_NEAR(probed.run_s, 9.5e-6, 1e-12);
  EXPECT_NEAR(probed.seconds, 102e-6 + rounds * 10e-6 + (1000 - rounds) * 9.5e-6, 1e-10);
}

TEST(Probing, that_the_application_ends_first_is_paid_as_well) {
  const Probed probed = probe(two_times(10, 9, 100e-6), {0, 1}, Preparing::all_at_once, 7, 1);

  EXPECT_EQ(probed.winner, 0U) << "nothing is decided";
  EXPECT_NEAR(probed.seconds, 102e-6 + 5 * 10e-6 + 2 * 9e-6, 1e-10);
}

TEST(Probing, products_pay_for_every_change_of_plan) {
  const model::RaceSettings race;
  const double turns = race.warm + race.timed;
  const auto seconds = [&](double second_us, double runs) {
    return probe(two_times(10, second_us, 100e-6), {0, 1}, Preparing::at_every_turn, runs, 1)
        .seconds;
  };
  // Two turns in each of three rounds: there, back and there.
  const double prepared = 2e-6 + 3 * 100e-6 + 2 * 2e-6;
  const double all = 6 * turns;
  EXPECT_NEAR(seconds(9.5, 1000), prepared + 3 * turns * 10e-6 + (1000 - 3 * turns) * 9.5e-6, 1e-10)
      << "the winner is there";
  EXPECT_NEAR(seconds(10.5, 1000),
              prepared + 2e-6 + 3 * turns * 10.5e-6 + (1000 - 3 * turns) * 10e-6, 1e-10)
      << "the winner is prepared once more";
  EXPECT_NEAR(seconds(10.5, all), prepared + 3 * turns * 20.5e-6, 1e-10) << "… for nobody";
  EXPECT_NEAR(seconds(9.5, turns), 2e-6 + turns * 10e-6, 1e-10);
  EXPECT_NEAR(seconds(9.5, turns + 1), 102e-6 + turns * 10e-6 + 9.5e-6, 1e-10);
}

TEST(Probing, plans_of_products_are_prepared_at_their_turns) {
  EXPECT_EQ(preparing_of(Operation::spmv), Preparing::all_at_once);
  EXPECT_EQ(preparing_of(Operation::spmm), Preparing::all_at_once);
  EXPECT_EQ(preparing_of(Operation::spgemm), Preparing::at_every_turn);
}

TEST(Probing, runs_are_as_far_apart_as_the_trials_samples) {
  Problem p = two_times(10, 9.8, 0);
  const auto won = [&] {
    int times = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      times += probe(p, {0, 1}, Preparing::all_at_once, 1000, seed).winner == 1 ? 1 : 0;
    }
    return times;
  };

  EXPECT_EQ(won(), 200);
  for (Cell& cell : p.cells) cell.spread = 0.05;
  EXPECT_GT(won(), 100);
  EXPECT_LT(won(), 190);
  EXPECT_EQ(probe(p, {0, 1}, Preparing::all_at_once, 1000, 3).seconds,
            probe(p, {0, 1}, Preparing::all_at_once, 1000, 3).seconds);
  std::set<std::size_t> winners;
  for (int other = 0; other < 20; ++other) {
    p.hash = std::to_string(other);
    winners.insert(probe(p, {0, 1}, Preparing::all_at_once, 1000, 3).winner);
  }
  EXPECT_EQ(winners.size(), 2U) << "noise of their own";
}

TEST(EvaluateByRuns, probing_finds_more_at_many_runs_and_is_paid) {
  Dataset data = testing::synthetic(15, 3, 0.05, 5);
  EvaluateOptions options;
  options.training.recipes.resize(1);
  options.training.threads = 2;
  options.training.folds = 3;
  options.folds = 4;
  options.table = {1, 1000, endless};
  options.probe = true;

  const Evaluation e = evaluate(data, options);

  const RunsRow& last = e.by_runs.back();
  EXPECT_GT(last.probed.share_of_oracle, last.model.share_of_oracle);
  EXPECT_LE(last.probed.share_of_oracle, last.portfolio.share_of_oracle + 1e-12);
  EXPECT_GT(last.contenders, 0.2);
  EXPECT_EQ(e.by_runs[0].contenders, 0) << "a single run";
  EXPECT_EQ(e.by_runs[0].probed.share_of_oracle, e.by_runs[0].model.share_of_oracle);
  options.probe = false;
  options.table = {endless};
  EXPECT_EQ(evaluate(data, options).by_runs[0].probed.problems, 0U);
}

TEST(EvaluateByRuns, products_are_probed_as_well) {
  Dataset data = testing::synthetic(15, 3, 0.05, 5);
  data.operation = Operation::spgemm;
  for (Problem& p : data.problems) {
    const double nnz = p.header().nnz;
    testing::set_feature(p.features, Feature::b_nnz, nnz);
    testing::set_feature(p.features, Feature::products, nnz * nnz / p.header().rows);
    p.bound_bytes = features::bound_bytes(p.features, data.operation, ValueType::f64);
  }
  EvaluateOptions options;
  options.training.recipes.resize(1);
  options.training.threads = 2;
  options.training.folds = 3;
  options.folds = 4;
  options.table = {1, endless};
  options.probe = true;

  const Evaluation e = evaluate(data, options);

  EXPECT_EQ(e.by_runs[0].contenders, 0) << "a single run";
  EXPECT_GT(e.by_runs[1].contenders, 0.2);
  EXPECT_GT(e.by_runs[1].probed.share_of_oracle, e.by_runs[1].model.share_of_oracle);
}

TEST(EvaluateByRuns, deciding_that_costs_more_is_asked_later) {
  if (harness::sanitized) GTEST_SKIP() << "the code of the tests before";
  Dataset data = with_dear_default();
  const auto asked = [&](std::optional<double> deciding_s = {}) {
    EvaluateOptions options;
    options.training.deciding_s = deciding_s;
    options.training.recipes.resize(1);
    options.training.threads = 2;
    options.training.folds = 3;
    options.folds = 4;
    options.table = {30, 100, 300, 1000, 3000};
    const Evaluation e = evaluate(data, options);
    EXPECT_EQ(e.deciding_s, deciding_s.value_or(e.deciding_s)) << "not what it takes here";
    double sum = 0;
    for (const RunsRow& row : e.by_runs) sum += row.asked;
    return sum;
  };

  const double before = asked();
  EXPECT_LT(asked(0.1), before);
  for (Problem& p : data.problems) p.features_s *= 30;

  EXPECT_LT(asked(), before);
}

}  // namespace
}  // namespace sptune::train
