// SPDX-License-Identifier: BSD-3-Clause
// Choices at few and many expected runs, everything paid: fitting what preparing takes, and judging
// choices with and without probing.
#include "harness/environment/sanitizers.hpp"
#include "kernels/api/catalogue.hpp"
#include "tests/tuner/train_fixture.hpp"
#include "tuner/model/race.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/looks.hpp"
#include "tuner/train/portfolio.hpp"
#include "tuner/train/prepare_fit.hpp"
#include "tuner/train/probing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

TEST(EvaluateByRuns, the_choice_is_held_against_one_configuration_where_that_was_tried) {
  Dataset data = testing::synthetic(15, 3, 0.05, 5);
  for (Problem& p : data.problems) p.baselines[0].prepare_s = 50e-6;
  data.problems[0].baselines.clear();
  data.problems[1].cells[1].state = Cell::State::failed;
  EvaluateOptions options;
  options.training.recipes.resize(1);
  options.training.threads = 2;
  options.training.folds = 3;
  options.folds = 3;
  options.table = {10, endless};

  for (const std::string against : {"other{}", "csr{unroll=4}"}) {
    options.against = against;
    const Evaluation e = evaluate(data, options);
    for (std::size_t k = 0; k < 2; ++k) {
      const double n = options.table[k];
      double faster = 0;
      double worst = 0;
      std::size_t slower = 0;
      for (const HeldOutResult& j : e.held_out) {
        const Problem& p = data.problems[j.problem];
        const double loss = j.at_runs[k].loss_against;
        if (j.problem == (against == "other{}" ? 0U : 1U)) {
          EXPECT_TRUE(std::isnan(loss)) << "nobody knows";
          continue;
        }
        const double us = against == "other{}" ? p.baselines[0].cost_us(n) : p.cost_us(1, n);
        EXPECT_DOUBLE_EQ(loss, us / p.oracle_us(n));
        const double ratio = j.at_runs[k].loss_model / loss;
        faster -= std::log(ratio) / 44;
        worst = std::max(worst, ratio);
        slower += ratio > tie ? 1 : 0;
      }
      const AgainstOne& row = e.by_runs[k].against;
      EXPECT_EQ(row.problems, 44U);
      EXPECT_NEAR(row.faster, std::exp(faster), 1e-9);
      EXPECT_EQ(row.slower, slower);
      EXPECT_DOUBLE_EQ(row.worst, worst);
      EXPECT_GT(row.faster, 1);
    }
  }
  options.against.clear();
  EXPECT_EQ(evaluate(data, options).by_runs[0].against.problems, 0U);
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
