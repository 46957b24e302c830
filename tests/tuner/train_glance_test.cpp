// SPDX-License-Identifier: BSD-3-Clause
// Laws of what a glance shows: where sizes are alike, they tell what sizes cannot.
#include "tests/tuner/train_fixture.hpp"
#include "tuner/train/ask_training.hpp"
#include "tuner/train/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace sptune::train {
namespace {

using features::Glance;
using testing::quick;
using testing::set_feature;
using testing::synthetic;

/// Half of the matrices have few diagonals, on which candidate 1 runs for 1 us instead of the
/// default's 3; on the others it runs for 12. It fits to every `one_in`-th matrix.
AskSamples alike_in_size(bool seen, std::size_t one_in) {
  AskSamples s;
  s.runs = ask_runs();
  s.candidates = 2;
  for (std::size_t i = 0; i < 200; ++i) {
    const double rows = 1000.0 * (1.0 + static_cast<double>(i % 50));
    const bool few = i % 2 == 0;
    s.folds.push_back(i % 5);
    model::Header& header = s.headers.emplace_back(model::Header{rows, rows, 5 * rows});
    if (seen) header.glance = Glance{0, 1, 1, few ? 1.0 : 12.0, 3};
    s.weights.push_back(1);
    const bool fits = i / 2 % one_in == 0;
    const double other_us = fits ? (few ? 1 : 12) : 3;
    s.trials.push_back({3e-6, 0});
    s.trials.push_back(fits ? AskTrial{other_us * 1e-6, 0} : AskTrial{0, 0, false});
    const double least = std::min(3.0, other_us);
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      s.losses.insert(s.losses.end(), {std::log(3 / least), std::log(other_us / least), 10});
      s.defaults.push_back(std::log(3 / least));
    }
  }
  return s;
}

std::size_t taken_behind(const model::Asking& asking, std::optional<Glance> glance) {
  return asking.at({20000, 20000, 100000, glance})
      .choice(10, 0, [](std::size_t) { return true; })
      .value_or(0);
}

constexpr Glance few_diagonals{0, 1, 1, 1, 3};
constexpr Glance many_diagonals{0, 1, 1, 12, 3};

TEST(GlanceTraining, tells_matrices_of_one_size_apart) {
  const model::Asking asking = fit_asking(alike_in_size(true, 1), 0);

  EXPECT_EQ(taken_behind(asking, few_diagonals), 1U);
  EXPECT_EQ(taken_behind(asking, many_diagonals), 0U);
  EXPECT_EQ(taken_behind(fit_asking(alike_in_size(false, 1), 0), std::nullopt), 0U)
      << "12 us half the time";
}

TEST(GlanceTraining, a_candidate_for_few_matrices_has_a_law_where_that_is_asked_for) {
  AskOptions options;
  EXPECT_EQ(taken_behind(fit_asking(alike_in_size(true, 4), 0, options), few_diagonals), 0U);
  options.least_timed = 0.2;
  EXPECT_EQ(taken_behind(fit_asking(alike_in_size(true, 4), 0, options), few_diagonals), 1U);
}

TEST(GlanceTraining, laws_without_a_glance_are_sure_of_what_nobody_sees) {
  const model::Asking asking = fit_asking(alike_in_size(false, 1), 0);
  for (std::size_t i = model::header_terms; i < model::size_terms; ++i) {
    for (std::size_t j = 0; j < model::size_terms; ++j) {
      EXPECT_EQ(asking.variance[i][j], 0);
      EXPECT_EQ(asking.variance[j][i], 0);
    }
  }
}

TEST(GlanceTraining, is_cast_where_it_has_gained_on_families_held_out) {
  AskSamples by_size = alike_in_size(false, 1);
  const AskSamples seen = alike_in_size(true, 1);
  const model::Asking asking = fit_asking(by_size, 0);
  model::Glancing glancing{fit_asking(seen, 0), 6e-6};

  ASSERT_TRUE(tune_glance(by_size, asking, seen, 0, {}, glancing));
  EXPECT_EQ(glancing.cheap_share, 0.1) << "a third of the time for a tenth of it";
  EXPECT_LE(glancing.from_runs, 20) << "from where 6 us are a tenth of the runs";

  glancing.price_s = 10;
  EXPECT_FALSE(tune_glance(by_size, asking, seen, 0, {}, glancing)) << "never next to nothing";
  AskSamples alike = seen;
  for (model::Header& h : alike.headers) h.glance = few_diagonals;
  model::Glancing blind{fit_asking(alike, 0), 6e-6};
  EXPECT_FALSE(tune_glance(by_size, asking, alike, 0, {}, blind)) << "it tells nothing";
  by_size.judges.assign(by_size.headers.size(), false);
  glancing.price_s = 6e-6;
  EXPECT_FALSE(tune_glance(by_size, asking, seen, 0, {}, glancing)) << "nobody judges";
}

Dataset seen_problems() {
  Dataset data = synthetic(12, 8, 0.02, 3);
  for (Problem& p : data.problems) {
    set_feature(p.features, Feature::glance_row_cv, 0);
    set_feature(p.features, Feature::glance_sell8_fill, p.features.at(Feature::ell_fill));
    set_feature(p.features, Feature::glance_run, 1);
    set_feature(p.features, Feature::glance_dia_fill, p.features.at(Feature::dia_fill));
    set_feature(p.features, Feature::glance_bsr3_fill, 3);
  }
  return data;
}

TEST(GlanceTraining, a_model_glances_where_all_matrices_were_glanced_at) {
  TrainOptions options = quick();
  options.deciding_s = 1e-3;
  Dataset data = seen_problems();
  const model::ModelData seen = train(data, options);
  ASSERT_TRUE(seen.deciding.glancing);
  EXPECT_EQ(seen.deciding.glancing->price_s, TrainOptions::usual_glance_s);
  for (const std::string& name : seen.feature_inputs) EXPECT_FALSE(name.starts_with("glance_"));

  set_feature(data.problems.front().features, Feature::glance_run, std::nan(""));
  EXPECT_FALSE(train(data, options).deciding.glancing) << "one was not";
  data = seen_problems();
  data.backend = Backend::cuda;
  EXPECT_FALSE(train(data, options).deciding.glancing) << "a dispatcher sees none there";
}

TEST(GlanceTraining, what_is_judged_pays_for_the_glance) {
  EvaluateOptions options;
  options.training = quick();
  options.training.deciding_s = 1e3;  // never
  options.table = {100, 1e5};
  options.folds = 3;
  const Evaluation e = evaluate(seen_problems(), options);
  std::size_t glances = 0;
  for (const HeldOutResult& r : e.held_out) {
    for (const RunsResult& at : r.at_runs) {
      ASSERT_FALSE(at.asked);
      EXPECT_TRUE(at.spent_s == 0 || at.spent_s == TrainOptions::usual_glance_s) << at.spent_s;
      glances += at.spent_s > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(glances, e.held_out.size());
}

}  // namespace
}  // namespace sptune::train
