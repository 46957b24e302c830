// SPDX-License-Identifier: BSD-3-Clause
// Data sets of searches, which try most points only where they look good.
#include "harness/environment/sanitizers.hpp"
#include "tests/tuner/train_store_fixture.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/portfolio.hpp"
#include "tuner/train/trainer.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstddef>

namespace sptune::train {
namespace {

using testing::quick;

/// Without what a good search would not have tried: what takes over 1.2 times the best.
Dataset searched(const Dataset& data) {
  Dataset out = data.with(data.problems);
  for (Problem& p : out.problems) {
    const double best = p.oracle_us();
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      if (c != data.default_configuration && p.cells[c].us > 1.2 * best) p.cells[c] = {};
    }
  }
  return out;
}

EvaluateOptions options_of(const std::vector<double>& table) {
  EvaluateOptions options;
  options.training = quick();
  options.training.deciding_s = 100e-6;
  options.folds = 4;
  options.table = table;
  options.probe = true;
  return options;
}

/// Equal, or nothing is said.
void expect_no_better(double searched, double whole) {
  if (std::isnan(searched)) return;
  EXPECT_DOUBLE_EQ(searched, whole);
}

/// The same models judged by what a search tried, and by all points: what a dispatcher would get.
TEST(Evaluate, a_search_that_saw_the_matrix_does_not_stand_in_for_the_choice) {
  if (harness::sanitized) GTEST_SKIP() << "the code of what other files evaluate";
  const Dataset whole = testing::synthetic(20, 4, 0.4, 3);
  const Dataset data = searched(whole);
  const EvaluateOptions options = options_of({100, endless});

  const Evaluation of_all = evaluate(data, whole, options);
  const Evaluation e = evaluate(data, options);

  std::size_t untried = 0;
  double log_loss = 0;
  for (std::size_t i = 0; i < e.held_out.size(); ++i) {
    const HeldOutResult& j = e.held_out[i];
    const HeldOutResult& all = of_all.held_out[i];
    const bool tried = data.problems[i].cells[j.chosen].tried();
    EXPECT_EQ(j.chosen, all.chosen);
    EXPECT_EQ(std::isnan(j.loss_model), !tried);
    untried += tried ? 0 : 1;
    log_loss += tried ? std::log(all.loss_model) : 0;
    expect_no_better(j.loss_model, all.loss_model);
    expect_no_better(j.loss_first_2, all.loss_first_2);
    expect_no_better(j.loss_first_4, all.loss_first_4);
    expect_no_better(j.loss_rule, all.loss_rule);
    if (j.single == all.single) expect_no_better(j.loss_single, all.loss_single);
    EXPECT_GE(j.loss_portfolio, all.loss_portfolio);
    for (std::size_t k = 0; k < options.table.size(); ++k) {
      EXPECT_EQ(j.at_runs[k].chosen, all.at_runs[k].chosen);
      expect_no_better(j.at_runs[k].loss_model, all.at_runs[k].loss_model);
      expect_no_better(j.at_runs[k].loss_probed, all.at_runs[k].loss_probed);
    }
  }
  const auto problems = data.problems.size();
  ASSERT_GT(untried, 0U) << "all choices were good ones";
  ASSERT_LT(untried, problems);
  EXPECT_EQ(e.untried, untried);
  EXPECT_EQ(e.by_runs.back().untried, untried);
  EXPECT_EQ(of_all.untried, 0U);
  for (const Summary& s : e.all) {
    EXPECT_LE(s.problems, problems - untried) << s.selector << ": by the problems of the model";
  }
  EXPECT_EQ(e.all[0].problems, problems - untried);
  EXPECT_NEAR(e.all[0].share_of_oracle,
              std::exp(-log_loss / static_cast<double>(problems - untried)), 1e-12);
  EXPECT_TRUE(std::isfinite(e.by_runs.back().over_baseline));
  EXPECT_TRUE(std::isfinite(e.by_runs.back().probed_over_baseline));
  EXPECT_GE(e.interval_coverage, of_all.interval_coverage) << "of those that have a time";
}

/// It is the best by far on the few matrices on which it was tried.
TEST(Portfolio, best_single_was_tried_on_nearly_all) {
  Dataset data = testing::synthetic(20, 2, 0, 2);
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    std::vector<Cell>& cells = data.problems[i].cells;
    cells[1] = {Cell::State::usable, 0.9 * cells[0].us, 0};
    cells[2].state = cells[3].state = Cell::State::refused;
    cells[4] = {Cell::State::usable, 0.1 * cells[0].us, 0};
    if (i >= 35) cells[4] = {};
  }
  EXPECT_EQ(best_single(data), 1U) << "tried on 35 of 40";
  data.problems[35].cells[4] = data.problems[34].cells[4];
  EXPECT_EQ(best_single(data), 4U) << "on 36";
}

/// It is the best by far wherever it is not wrong.
TEST(Portfolio, best_single_is_none_that_fails) {
  Dataset data = testing::synthetic(20, 2, 0, 2);
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    std::vector<Cell>& cells = data.problems[i].cells;
    cells[1] = {Cell::State::usable, 0.9 * cells[0].us, 0};
    cells[2].state = cells[3].state = Cell::State::refused;
    cells[4] = {Cell::State::usable, 0.5 * cells[0].us, 0};
    if (i % 2 == 1) cells[4] = {Cell::State::failed};
  }
  EXPECT_EQ(best_single(data), 1U) << "each failure counts as ten times the oracle";
  for (Problem& p : data.problems) {
    if (p.cells[4].state == Cell::State::failed) p.cells[4] = {Cell::State::refused};
  }
  EXPECT_EQ(best_single(data), 4U) << "what does not fit is the default";
}

TEST(Evaluate, a_choice_that_failed_has_no_time_that_an_interval_could_hold) {
  if (harness::sanitized) GTEST_SKIP() << "the code of what other files evaluate";
  const Dataset data = testing::synthetic(20, 4, 0.4, 3);
  const EvaluateOptions options = options_of({endless});
  const Evaluation before = evaluate(data, options);
  Dataset judged = data.with(data.problems);
  double held = 0;
  double timed = 0;
  for (std::size_t i = 0; i < before.held_out.size(); ++i) {
    const HeldOutResult& j = before.held_out[i];
    if (i % 2 == 0 && j.chosen != data.default_configuration) {
      judged.problems[i].cells[j.chosen] = {Cell::State::failed};
      continue;
    }
    timed += 1;
    held += j.interval_held ? 1 : 0;
  }
  ASSERT_LT(timed, static_cast<double>(before.held_out.size())) << "nobody left the default";
  EXPECT_DOUBLE_EQ(evaluate(data, judged, options).interval_coverage, held / timed);
}

/// Of two that are as fast each is known of one half: on the other one it may be picked as well.
TEST(Train, metrics_are_of_choices_that_were_tried) {
  Dataset data = testing::synthetic(20, 3, 0.01, 4);
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    std::vector<Cell>& cells = data.problems[i].cells;
    const bool first = data.problems[i].header().nnz > 1e5;
    for (std::size_t c = 1; c < cells.size(); ++c) cells[c] = {};
    cells[first ? 1 : 4] = {Cell::State::usable, 0.5 * cells[0].us, 0};
  }
  const model::ModelData d = train(data, quick());

  for (const auto& [name, value] : d.metrics) EXPECT_TRUE(std::isfinite(value)) << name;
  const auto model = model::Model::make(d);
  ASSERT_TRUE(model) << model.error();
}

TEST(Dataset, what_keeps_a_copy_of_values_that_change_is_refused_untried) {
  Dataset data = testing::synthetic(2, 1, 0, 3);
  data.problems[0].cells[2] = {};  // ell
  data.problems[0].cells[1] = {};  // csr
  const Dataset changing = where_values_change(data);
  EXPECT_EQ(changing.problems[0].cells[2].state, Cell::State::refused);
  EXPECT_EQ(changing.problems[0].cells[1].state, Cell::State::missing);
}

class Untried : public testing::StoredDataset {};

TEST_F(Untried, points_are_told) {
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  const auto said = [&] {
    fill(synthetic, {});
    const db::Store store(file(), db::OpenMode::read_only);
    return read_dataset(store, Query{}, shipped_catalogue()).left_out;
  };
  for (std::size_t i = 0; i < 4; ++i) synthetic.problems[i].cells[4] = {};

  EXPECT_THAT(said(), ::testing::Contains(::testing::HasSubstr("10 % of points not tried")));

  synthetic = testing::synthetic(4, 2, 0, 9);
  EXPECT_THAT(said(), ::testing::Each(::testing::Not(::testing::HasSubstr("not tried"))));
}

}  // namespace
}  // namespace sptune::train
