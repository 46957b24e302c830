// SPDX-License-Identifier: BSD-3-Clause
// Choices at few and many expected runs, everything paid: fitting what preparing takes, growing the
// tree that says whether to ask, and judging both.
#include "tests/tuner/train_fixture.hpp"
#include "tuner/train/ask_training.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/prepare_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

/// Candidate 0, the default, prepares for 300 us and runs for 5; candidate 1 runs at once for 8;
/// asking takes 100 us and finds something that prepares for 350 us and runs for 4. On wide
/// matrices nothing is better than the default.
AskSamples samples(double asking_us) {
  AskSamples s;
  s.runs = ask_runs();
  s.candidates = 2;
  for (int i = 0; i < 100; ++i) {
    const bool wide = i % 2 == 0;
    s.folds.push_back(static_cast<std::size_t>(i) % 5);
    s.headers.push_back({1000.0 + i, (wide ? 100 : 5) * (1000.0 + i)});
    for (const double n : s.runs) {
      const double standard = 300 / n + 5;
      const double at_once = wide ? standard * 3 : 8;
      const double asked = asking_us / n + (wide ? standard : 350 / n + 4);
      const double least = std::min({standard, at_once, wide ? standard : 350 / n + 4});
      for (const double us : {standard, at_once, asked}) s.losses.push_back(std::log(us / least));
    }
  }
  return s;
}

TEST(AskTraining, finds_what_pays_at_which_runs) {
  const model::AskTree tree = grow_ask_tree(samples(100), 0);

  ASSERT_EQ(model::validate(tree, 2), "");
  const model::Header narrow{1000, 5000};
  const model::Header wide{1000, 100000};
  EXPECT_EQ(tree.unasked(narrow, 1), 1U);
  EXPECT_EQ(tree.unasked(narrow, 50), 1U) << "300 us are paid after 100 runs of 3 us";
  EXPECT_EQ(tree.unasked(narrow, 1000), std::nullopt);
  EXPECT_EQ(tree.unasked(wide, 1), 0U);
  EXPECT_EQ(tree.unasked(wide, 1000), 0U) << "100 us are 2 % of 5300";
  EXPECT_EQ(tree.unasked(wide, INFINITY), std::nullopt) << "costs nothing then";
}

TEST(AskTraining, asks_nothing_that_costs_more_than_it_can_gain) {
  const model::AskTree dear = grow_ask_tree(samples(1e7), 0);
  const model::AskTree free = grow_ask_tree(samples(0), 0);

  for (const double n : {1.0, 10.0, 1000.0, 1e5}) {
    EXPECT_NE(dear.unasked({1000, 5000}, n), std::nullopt) << n;
    EXPECT_NE(dear.unasked({1000, 100000}, n), std::nullopt) << n;
  }
  EXPECT_EQ(dear.unasked({1000, 5000}, 1e5), 0U);
  EXPECT_EQ(dear.unasked({1000, 5000}, INFINITY), std::nullopt);
  EXPECT_EQ(free.unasked({1000, 5000}, 1000), std::nullopt);
}

TEST(AskTraining, never_worse_than_the_default_on_its_problems) {
  AskSamples s = samples(100);
  // What wins by luck on each problem is another candidate; on the mean nothing beats the default.
  std::mt19937 rng(2);
  for (double& loss : s.losses) loss = std::uniform_real_distribution<double>(0, 1)(rng);
  const model::AskTree tree = grow_ask_tree(s, 0);

  double chosen = 0;
  double standard = 0;
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      chosen += s.of(i, k)[tree.unasked(s.headers[i], s.runs[k]).value_or(2)];
      standard += s.of(i, k)[0];
    }
  }
  EXPECT_LE(chosen, standard);
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
  EXPECT_GT(e.scoring_s, 0);
  EXPECT_LT(e.prepare_error_p50, 0.05) << "5 us and 4 per 1000 entries, or so many runs";
  for (const HeldOutResult& j : e.held_out) {
    const Problem& p = data.problems[j.problem];
    ASSERT_EQ(j.at_runs.size(), 5U);
    EXPECT_EQ(j.deciding_s, p.features_s + j.scoring_s) << "endless runs: it was asked";
    for (std::size_t k = 0; k < 5; ++k) {
      const RunsResult& r = j.at_runs[k];
      const double n = options.table[k];
      const double us =
          p.cost_us(r.chosen, n) + (r.asked ? (p.features_s + j.scoring_s) * 1e6 / n : 0);
      EXPECT_NEAR(r.loss_model * p.oracle_us(n) / us, 1, 1e-9);
      EXPECT_NEAR(r.loss_default * p.oracle_us(n) / p.cost_us(0, n), 1, 1e-9);
    }
  }
}

TEST(EvaluateByRuns, features_that_cost_more_are_asked_later) {
  Dataset data = with_dear_default();
  const auto asked = [&] {
    EvaluateOptions options;
    options.training.recipes.resize(1);
    options.training.threads = 2;
    options.training.folds = 3;
    options.folds = 4;
    options.table = {30, 100, 300, 1000, 3000};
    double sum = 0;
    for (const RunsRow& row : evaluate(data, options).by_runs) sum += row.asked;
    return sum;
  };

  const double before = asked();
  for (Problem& p : data.problems) p.features_s *= 30;

  EXPECT_LT(asked(), before);
}

}  // namespace
}  // namespace sptune::train
