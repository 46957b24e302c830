// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/sanitizers.hpp"
#include "tests/tuner/train_fixture.hpp"
#include "tuner/model/packed_forest.hpp"
#include "tuner/train/cross_validation.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/parallel.hpp"
#include "tuner/train/portfolio.hpp"
#include "tuner/train/selectors.hpp"
#include "tuner/train/trainer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>

namespace sptune::train {
namespace {

using testing::quick;

double metric(const model::ModelData& d, const std::string& name) {
  for (const auto& [key, value] : d.metrics) {
    if (key == name) return value;
  }
  return std::nan("");
}

TEST(Folds, never_part_a_family_and_hold_everything_once) {
  const Dataset data = testing::synthetic(17, 3, 0, 1);

  const auto folds = family_folds(data, 5);

  ASSERT_EQ(folds.size(), 5U);
  std::multiset<std::size_t> all;
  std::set<std::string> seen;
  for (const auto& fold : folds) {
    std::set<std::string> families;
    for (const std::size_t i : fold) {
      all.insert(i);
      families.insert(data.problems[i].family);
    }
    for (const std::string& g : families) EXPECT_TRUE(seen.insert(g).second) << g;
    EXPECT_GE(fold.size(), 9U);
  }
  EXPECT_EQ(all.size(), 51U);
  EXPECT_EQ(std::set<std::size_t>(all.begin(), all.end()).size(), 51U);
  EXPECT_EQ(family_folds(data, 1000).size(), 17U) << "one per family at most";
}

TEST(Features, only_those_that_vary_and_travel) {
  Dataset data = testing::synthetic(6, 3, 0, 1);
  for (Problem& p : data.problems) {
    testing::set_feature(p.features, Feature::empty_rows, 0.0);
    testing::set_feature(p.features, Feature::matrix_bytes, p.bound_bytes);
    testing::set_feature(p.features, Feature::thread_imbalance, 1 + 1e-9 * p.bound_bytes);
  }

  const auto names = usable_features(data);

  const std::set<std::string> set(names.begin(), names.end());
  EXPECT_EQ(set,
            (std::set<std::string>{"rows", "cols", "nnz", "mean_row", "ell_fill", "dia_fill"}));
}

TEST(Features, of_products_are_for_models_of_products) {
  Dataset data = testing::synthetic(6, 3, 0, 1);
  for (Problem& p : data.problems) {  // as a sweep stores them, whatever it measured
    testing::set_feature(p.features, Feature::products, p.bound_bytes);
  }
  const auto uses_products = [&] {
    const auto names = usable_features(data);
    return std::find(names.begin(), names.end(), "products") != names.end();
  };

  data.operation = Operation::spmv;
  EXPECT_FALSE(uses_products()) << "a dispatcher does not compute them for a vector";
  data.operation = Operation::spgemm;
  EXPECT_TRUE(uses_products());
}

TEST(Portfolio, begins_with_the_default_and_covers_what_pays) {
  const Dataset data = testing::synthetic(20, 4, 0, 2);

  const auto two = choose_portfolio(data, 2);
  const auto all = choose_portfolio(data, 16);

  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0], data.default_configuration);
  EXPECT_LE(all.size(), data.configurations.size());
  EXPECT_EQ(std::set<std::size_t>(all.begin(), all.end()).size(), all.size());
  for (const Problem& p : data.problems) {
    double best = INFINITY;
    for (const std::size_t c : all) {
      if (p.cells[c].state == Cell::State::usable) best = std::min(best, p.cells[c].us);
    }
    EXPECT_LT(best / p.oracle_us(), 1.05) << p.matrix;
  }
}

TEST(Dataset, matrices_are_counted_once_whatever_is_asked_of_them) {
  Dataset data = testing::synthetic(3, 2, 0, 1);
  EXPECT_EQ(data.matrices(), 6U);
  for (Problem p : data.with(data.problems).problems) {  // k = 8 and k = 32
    p.hash += " k=32";
    data.problems.push_back(std::move(p));
  }
  EXPECT_EQ(data.matrices(), 6U);
}

TEST(Summaries, who_asks_and_stays_is_slower_and_has_not_left) {
  const std::vector<double> standard{1, 1, 1, 1};
  const std::vector<double> losses{1.5, 1.5, 1.01, 1};
  const Summary s = summarise("model", losses, standard, {true, false, true, false});
  EXPECT_EQ(s.slower, 2U);
  EXPECT_EQ(s.slower_switches, 1U);
  EXPECT_EQ(summarise("best single", losses, standard).slower_switches, 2U);
}

TEST(Portfolio, holds_what_runs_without_a_model_at_few_runs) {
  Dataset data = testing::synthetic(20, 4, 0, 2);
  const std::size_t gains_more = choose_portfolio(data, 2).at(1);
  std::size_t few = 0;
  while (few == data.default_configuration || few == gains_more) ++few;
  ASSERT_LT(few, data.configurations.size());

  data.defaults_from = {{0, few}, {25, data.default_configuration}};
  EXPECT_EQ(choose_portfolio(data, 3),
            (std::vector<std::size_t>{data.default_configuration, few, gains_more}));
}

TEST(Portfolio, best_single_is_the_lowest_geometric_mean) {
  const Dataset data = testing::synthetic(20, 4, 0, 2);
  const auto mean_log = [&](std::size_t c) {
    double sum = 0;
    for (const Problem& p : data.problems) sum += std::log(data.cost_or_default(p, c));
    return sum;
  };

  const std::size_t single = best_single(data);

  for (std::size_t c = 0; c < data.configurations.size(); ++c) {
    EXPECT_LE(mean_log(single), mean_log(c) + 1e-9);
  }
}

/// Their own residuals are too few for the ends of an interval.
TEST(Intervals, of_few_problems_hold_what_candidates_are_off_beside_the_default) {
  Dataset data = testing::synthetic(4, 2, 0, 9);
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    for (std::size_t c = 1; c < data.configurations.size(); ++c) {
      data.problems[i].cells[c].us *= i % 2 == 0 ? 4 : 0.25;
    }
  }
  const model::ModelData d = train(data, quick());
  ASSERT_GE(d.candidates.size(), 2U);
  const auto width = [](const model::Candidate& c) { return c.time_high - c.time_low; };
  for (std::size_t c = 1; c < d.candidates.size(); ++c) {
    EXPECT_GT(width(d.candidates[c]), 1.2 * width(d.candidates[0])) << c;
  }
}

TEST(Selectors, nnz_per_row_rule_takes_the_largest_value_below_the_mean) {
  Dataset data = testing::synthetic(1, 1, 0, 1);
  data.configurations.clear();
  for (const char* text :
       {"csr{unroll=1,schedule=rows}", "csr{unroll=2,schedule=rows}", "csr{unroll=4,schedule=rows}",
        "csr{unroll=8,schedule=nnz}", "ell{unroll=4}"}) {
    data.configurations.push_back(Configuration::parse(text).value());
  }
  Problem p = data.problems[0];
  const auto rule = [&](double mean) {
    testing::set_feature(p.features, Feature::rows, 100);
    testing::set_feature(p.features, Feature::nnz, 100 * mean);
    return nnz_per_row_rule(data, p);
  };

  EXPECT_EQ(rule(3.9), 1U);
  EXPECT_EQ(rule(4), 2U);
  EXPECT_EQ(rule(100), 2U) << "only axes that differ from the default in this one value count";
  EXPECT_EQ(rule(0.5), 0U);
}

/// The nnz/rows rule: on the GPU the default variant shares rows among no number of threads that
/// one could choose, another variant does.
TEST(Selectors, nnz_per_row_rule_on_a_device_chooses_the_threads_per_row) {
  Dataset data = testing::synthetic(1, 1, 0, 1);
  data.backend = Backend::cuda;
  data.configurations.clear();
  for (const char* text :
       {"adaptive{chunk=1024}", "adaptive{chunk=512}", "vector{threads_per_row=1,unroll=2}",
        "vector{threads_per_row=2,unroll=1}", "vector{threads_per_row=8,unroll=1}",
        "vector{threads_per_row=32,unroll=1}", "vector{threads_per_row=4,unroll=2}"}) {
    data.configurations.push_back(Configuration::parse(text).value());
  }
  data.defaults = {data.configurations[0], data.configurations[4]};
  Problem p = data.problems[0];
  const auto rule = [&](double mean) {
    testing::set_feature(p.features, Feature::rows, 100);
    testing::set_feature(p.features, Feature::nnz, 100 * mean);
    return nnz_per_row_rule(data, p);
  };

  EXPECT_EQ(rule(2.5), 3U);
  EXPECT_EQ(rule(7.9), 3U) << "not the one of another unroll";
  EXPECT_EQ(rule(8), 4U);
  EXPECT_EQ(rule(500), 5U);
  EXPECT_EQ(rule(0.5), 3U) << "none is below: the smallest";
  EXPECT_EQ(rule(1), 3U);
}

TEST(Portfolio, best_single_is_none_that_nobody_may_have) {
  Dataset data = testing::synthetic(20, 4, 0, 2);
  data.default_configuration = 1;
  for (Problem& p : data.problems) {
    for (Cell& c : p.cells) c.state = Cell::State::refused;
    p.cells[1].state = Cell::State::usable;
  }
  EXPECT_EQ(best_single(data), 1U);
}

TEST(Train, learns_a_known_function_beyond_98_percent) {
#ifdef SPTUNE_SANITIZED
  GTEST_SKIP()
      << "how well the default recipes learn is a release's to show; the others run the same code";
#endif
  const Dataset data = testing::synthetic(60, 4, 0.01, 3);

  EvaluateOptions options;
  options.training.threads = 2;
  options.folds = 6;
  const Evaluation e = evaluate(data, options);

  const Summary& model = e.all[0];
  EXPECT_EQ(model.selector, "model");
  EXPECT_EQ(model.problems, 240U);
  EXPECT_GT(model.share_of_oracle, 0.98);
  EXPECT_LT(model.p99, 1.5);
  EXPECT_GT(model.share_of_oracle, e.all[2].share_of_oracle + 0.1) << "against the best single one";
  EXPECT_GT(e.interval_coverage, 0.8);
  EXPECT_EQ(e.near_floor, 0U);
  for (const HeldOutResult& j : e.held_out) {
    EXPECT_GE(j.loss_model, 1 - 1e-12);
    EXPECT_GE(j.loss_model, j.loss_portfolio - 1e-12);
    EXPECT_GE(j.loss_first_2, j.loss_first_4);
    EXPECT_GE(j.loss_first_4, j.loss_portfolio - 1e-12);
    EXPECT_NE(data.problems[j.problem].cells[j.chosen].state, Cell::State::refused);
  }
}

TEST(Problem, what_looked_best_alone_is_judged_by_repetitions_or_not_at_all) {
  Problem p;
  p.cells.assign(4, {Cell::State::usable, 10, 0});
  p.cells[1].us = 8;  // the least result, but 9 alone
  p.cells[1].alone_us = 9;
  p.cells[2].us = 9.5;
  p.cells[2].alone_us = 7;
  p.cells[3] = {Cell::State::refused, 1, 0};
  const auto best = [&](const std::vector<std::size_t>& of, double runs) {
    return p.best_alone(of, runs);
  };
  EXPECT_EQ(best({0, 1, 2, 3}, endless), 2U);
  EXPECT_EQ(best({0, 1, 3}, endless), 1U);
  EXPECT_EQ(best({0, 3}, endless), std::nullopt) << "measured once: it would judge itself";
  p.cells[2].prepare_s = 3e-6;
  EXPECT_EQ(best({0, 1, 2}, 1), 1U) << "preparing is paid";
}

TEST(Evaluate, by_another_timing_nobody_is_held_against_luck) {
  // Every point looked 5 % better or worse than it is; what looked best was luck in part.
  Dataset data = testing::synthetic(12, 3, 0, 3);
  std::mt19937 rng(5);
  std::normal_distribution<double> luck(0, 0.05);
  for (Problem& p : data.problems) {
    for (Cell& c : p.cells) {
      if (c.state != Cell::State::usable) continue;
      c.alone_us = c.us * std::exp(luck(rng));
    }
  }
  EvaluateOptions options;
  options.training = quick();
  options.folds = 4;

  const Evaluation e = evaluate(data, options);

  const Summary& model = e.another.at(0);
  EXPECT_EQ(model.selector, "model");
  EXPECT_EQ(e.another.at(3).selector, "default");
  ASSERT_EQ(model.problems, data.problems.size());
  EXPECT_GE(model.share_of_oracle, e.all[0].share_of_oracle);
  EXPECT_LE(model.share_of_oracle, e.another.at(1).share_of_oracle) << "best of portfolio";
  for (const HeldOutResult& j : e.held_out) {
    const Problem& p = data.problems[j.problem];
    std::size_t best = 0;
    for (std::size_t c = 1; c < p.cells.size(); ++c) {
      if (p.cells[c].alone_us < p.cells[best].alone_us) best = c;
    }
    EXPECT_NEAR(j.another.standard, p.cells[0].us / p.cells[best].us, 1e-12);
    EXPECT_NEAR(j.another.model, p.cells[j.chosen].us / p.cells[best].us, 1e-12);
  }
}

TEST(Evaluate, without_repetitions_there_is_no_other_timing) {
  const Dataset data = testing::synthetic(8, 2, 0, 3);
  EvaluateOptions options;
  options.training = quick();
  options.folds = 4;
  EXPECT_EQ(evaluate(data, options).another.at(0).problems, 0U);
}

TEST(Train, the_test_part_is_judged_by_a_model_of_the_other_part) {
  Dataset data = testing::synthetic(12, 4, 0.01, 3);
  const auto test_part = [](std::size_t i) { return i < 8 || i == 20; };
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    data.problems[i].split = test_part(i) ? "test" : "train";
    // The one configuration that helps there helps nowhere else.
    if (!test_part(i)) data.problems[i].cells[2].state = Cell::State::refused;
  }
  EvaluateOptions options;
  options.training = quick();
  options.test_part = true;
  EXPECT_THROW((void)evaluate(data, options), std::logic_error) << "judged and learned from";
  hold_out_test_part(data);

  const Evaluation e = evaluate(data, options);

  EXPECT_EQ(e.folds, 1U);
  EXPECT_EQ(e.all[0].problems, 9U);
  EXPECT_EQ(e.siblings, 3U) << "of the family of number 20: not learned from";
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    if (!test_part(i)) continue;
    EXPECT_NE(e.held_out[i].chosen, 2U) << "learned from what it is judged on";
    EXPECT_GT(e.held_out[i].predicted_us, 0);
  }
  options.folds = 5;
  EXPECT_THROW((void)evaluate(data, options), UsageError) << "there is one";
  options.folds = 0;
  Dataset related = data.with(data.problems);
  for (Problem& p : related.problems) p.family = "g0";
  EXPECT_THROW((void)evaluate(related, options), InputError) << "nothing may be learned from";
  for (Problem& p : data.problems) p.held_out = false;
  EXPECT_THROW((void)evaluate(data, options), InputError) << "nothing to judge";
  for (Problem& p : data.problems) p.split = "train";
  EXPECT_THROW((void)evaluate(data, options), InputError);
}

TEST(Train, an_evaluation_may_be_about_some_matrices_and_learn_from_all) {
  Dataset data = testing::synthetic(12, 4, 0.01, 3);
  EvaluateOptions options;
  options.training = quick();
  options.folds = 4;
  const Evaluation whole = evaluate(data, options);
  std::size_t held_out = 0;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    data.problems[i].held_out = i % 3 == 0 && whole.held_out[i].fold < 2;
    held_out += data.problems[i].held_out ? 1 : 0;
  }
  std::size_t trained = 0;
  options.progress = [&](std::size_t done, std::size_t all) {
    trained = done;
    EXPECT_EQ(all, 2U) << "folds without a matrix to judge need no model";
  };

  const Evaluation part = evaluate(data, options);

  EXPECT_EQ(trained, 2U);
  EXPECT_EQ(part.folds, 4U);
  EXPECT_EQ(part.all[0].problems, held_out);
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    EXPECT_EQ(part.held_out[i].problem, i);
    EXPECT_EQ(part.held_out[i].fold, whole.held_out[i].fold);
    if (!data.problems[i].held_out) continue;
    EXPECT_EQ(part.held_out[i].chosen, whole.held_out[i].chosen);
    EXPECT_EQ(part.held_out[i].loss_model, whole.held_out[i].loss_model);
  }
}

TEST(Train, model_survives_its_file_and_names_its_candidates) {
  const Dataset data = testing::synthetic(30, 3, 0.02, 4);

  const model::ModelData d = train(data, quick());
  const auto model = model::Model::parse(model::to_json(d));

  ASSERT_TRUE(model) << model.error();
  model::ModelData written = d;  // of the means files keep the first digits
  model::round_means(written.base);
  model::round_means(written.relative);
  model::round_means(written.uncertainty.forest);
  EXPECT_EQ(model.value()->data(), written);
  EXPECT_EQ(d.candidates[0].configuration.text(), "csr{unroll=1}");
  EXPECT_EQ(d.default_candidate, 0U);
  EXPECT_GT(metric(d, "cv_share"), 0.95);
  EXPECT_GE(metric(d, "portfolio_share"), metric(d, "cv_share"));
  for (const model::Candidate& c : d.candidates) {
    EXPECT_LE(c.ratio_low, 0);
    EXPECT_GE(c.ratio_high, 0);
    if (c.configuration.variant != "ell") continue;
    // prepare = 5 us + 4e-3 us per entry
    EXPECT_NEAR(c.prepare.fixed_s, 5e-6, 1e-7);
    EXPECT_NEAR(c.prepare.per_entry_s, 4e-9, 1e-10);
  }
}

TEST(Train, intervals_are_wider_where_times_are_less_certain) {
  Dataset data = testing::synthetic(30, 3, 0.01, 4);
  std::mt19937 rng(5);
  std::normal_distribution<double> normal(0, 0.25);
  const auto uncertain = [](const Problem& p) { return p.features.at(Feature::rows) > 13'000; };
  for (Problem& p : data.problems) {
    if (!uncertain(p)) continue;
    for (Cell& cell : p.cells) cell.us *= std::exp(normal(rng));
  }

  const auto model = model::Model::make(train(data, quick()));

  ASSERT_TRUE(model) << model.error();
  const auto& candidates = model.value()->candidates();
  const auto by_lanes = std::find_if(candidates.begin(), candidates.end(), [](const auto& c) {
    return c.configuration.text() == "csr{unroll=4}";
  });
  ASSERT_NE(by_lanes, candidates.end());
  const auto lanes = static_cast<std::size_t>(by_lanes - candidates.begin());
  std::vector<double> widths[2];
  for (const Problem& p : data.problems) {
    const auto scores = model.value()->score(p.features);
    const model::Score& other = model::score_of(scores, lanes);
    widths[uncertain(p) ? 1 : 0].push_back(std::log(other.ratio_high / other.ratio_low));
  }
  EXPECT_GT(quantile(widths[1], 0.5), 1.25 * quantile(widths[0], 0.5));
}

TEST(Train, few_trees_overshoot_nothing_and_what_they_make_can_be_read) {
  for (const int trees : {1, 3, 15})
    EXPECT_LE(TrainOptions::default_recipes(trees)[0].booster.eta, 1);
  const Dataset data = testing::synthetic(12, 3, 0.01, 3);
  TrainOptions options = quick();
  for (const int trees : {2, 3}) {
    options.recipes = TrainOptions::default_recipes(trees);
    const auto read = model::data_from_json(model::to_json(train(data, options)));
    EXPECT_TRUE(read) << trees << ": " << read.error();
  }
}

TEST(Rule, predictions_that_are_off_without_bound_are_apart_as_far_as_files_hold) {
  const Dataset data = testing::synthetic(3, 1, 0, 1);
  const Frame frame = make_frame(data, 5);
  std::vector<Prediction> predictions(data.problems.size());
  for (Prediction& p : predictions) {
    for (std::size_t c = 0; c < frame.portfolio.size(); ++c) {
      p.log_ratio.push_back(1e3 * static_cast<double>(c));
    }
  }
  model::Rule rule;
  fit_apart(data, frame, predictions, rule);
  EXPECT_EQ(rule.apart, model::Rule::most_apart);
  EXPECT_EQ(rule.apart_units, model::Rule::most_apart_units);
}

TEST(Train, same_data_same_model) {
  const Dataset data = testing::synthetic(12, 3, 0.02, 4);

  EXPECT_EQ(model::to_json(train(data, quick())), model::to_json(train(data, quick())));
}

/// What the rule of a model keeps: the default on so many of the problems, of `all` that count.
struct Kept {
  std::size_t default_kept = 0;
  std::size_t all = 0;
};
Kept kept_by(const model::Model& model, const Dataset& data) {
  Kept out;
  for (const Problem& p : data.problems) {
    const auto decision =
        model::decide(model.score(p.features), model.data().default_candidate, endless,
                      model.data().deciding.rule, [](std::size_t) { return Fit::yes(); });
    out.default_kept += decision.switched ? 0 : 1;
    ++out.all;
  }
  return out;
}

/// Generated problems teach; whether what is learned may be trusted, is for the others to say.
TEST(Train, a_rule_is_chosen_by_problems_that_were_not_generated) {
  Dataset data = testing::synthetic(40, 3, 0.01, 4);
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> uniform(1.1, 3);
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    Problem& p = data.problems[i];
    p.generated = i % 12 >= 3;  // families have three
    if (p.generated) continue;
    for (std::size_t c = 1; c < p.cells.size(); ++c) p.cells[c].us = p.cells[0].us * uniform(rng);
  }

  const auto careful = model::Model::make(train(data, quick()));
  ASSERT_TRUE(careful) << careful.error();
  EXPECT_TRUE(careful.value()->data().deciding.rule.keeps_default());
  const Kept kept = kept_by(*careful.value(), data);
  EXPECT_EQ(kept.default_kept, kept.all);
  const Problem& any = data.problems.front();
  EXPECT_FALSE(careful.value()->data().deciding.asking.at(any.header()).asks(1e6)) << "for nothing";

  for (Problem& p : data.problems) p.generated = false;
  const auto bold = model::Model::make(train(data, quick()));
  ASSERT_TRUE(bold) << bold.error();
  EXPECT_FALSE(bold.value()->data().deciding.rule.keeps_default());
  EXPECT_LT(kept_by(*bold.value(), data).default_kept, kept.all / 2);
}

/// Too few families to choose by are not asked alone.
TEST(Train, a_few_collected_families_do_not_choose_the_rule) {
  Dataset data = testing::synthetic(40, 3, 0.01, 4);
  for (std::size_t i = 0; i < data.problems.size(); ++i) data.problems[i].generated = i >= 9 * 3;
  Dataset nothing_said = data;
  for (Problem& p : nothing_said.problems) p.generated = false;

  EXPECT_EQ(model::to_json(train(data, quick())), model::to_json(train(nothing_said, quick())));
}

TEST(Train, failures_are_learned_as_losses_and_not_chosen) {
  Dataset data = testing::synthetic(40, 4, 0.01, 5);
  for (Problem& p : data.problems) {
    if (p.features.at(Feature::ell_fill) > 2) p.cells[2] = {Cell::State::failed, {}, {}};
  }
  EvaluateOptions options;
  options.training = quick();
  options.folds = 5;

  const Evaluation e = evaluate(data, options);

  std::size_t failed = 0;
  for (const HeldOutResult& j : e.held_out) {
    if (data.problems[j.problem].cells[j.chosen].state == Cell::State::failed) ++failed;
  }
  EXPECT_LE(failed, 2U);
  EXPECT_GT(e.all[0].share_of_oracle, 0.95);
}

TEST(Train, expected_runs_make_preparing_matter) {
  if (harness::sanitized) GTEST_SKIP() << "the code of the tests before";
  Dataset data = testing::synthetic(30, 3, 0.01, 6);
  for (Problem& p : data.problems) {
    for (Cell& cell : p.cells) {  // so long that deciding hardly counts
      cell.us *= 1000;
      cell.prepare_s *= 1000;
    }
  }
  EvaluateOptions options;
  options.training = quick();
  options.training.slower = 0;  // the share is what is asked for here
  options.folds = 5;
  const auto prepared = [&](double runs) {
    options.runs = runs;
    std::size_t n = 0;
    const Evaluation e = evaluate(data, options);
    for (const HeldOutResult& j : e.held_out)
      n += data.problems[j.problem].cells[j.chosen].prepare_s > 0;
    EXPECT_GT(e.all[0].share_of_oracle, 0.95) << runs;
    return n;
  };

  EXPECT_LT(prepared(7), prepared(1e6));
}

TEST(Train, one_group_is_not_enough) {
  const Dataset data = testing::synthetic(1, 10, 0.01, 6);

  EXPECT_THROW((void)train(data, quick()), InputError);
  EXPECT_THROW((void)evaluate(data, {}), InputError);
}

TEST(Loss, of_a_failed_choice_is_tenfold) {
  Dataset data = testing::synthetic(1, 1, 0, 6);
  data.problems[0].cells[2].state = Cell::State::failed;

  EXPECT_NEAR(loss(data.problems[0], 2), std::log(10.0), 1e-12);
  EXPECT_EQ(objective({}), 0);
  EXPECT_NEAR(objective({0.1, 0.3}), 0.2 + 0.03, 1e-12);
}

TEST(Jobs, run_once_each_and_pass_the_first_exception_on) {
  std::atomic<int> sum{0};
  for_each_job(100, 3, [&](std::size_t i) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum, 4950);
  for_each_job(0, 3, [&](std::size_t) { ++sum; });
  EXPECT_EQ(sum, 4950);

  EXPECT_THROW(for_each_job(10, 2,
                            [](std::size_t i) {
                              if (i == 3) throw std::runtime_error("no");
                            }),
               std::runtime_error);
}

}  // namespace
}  // namespace sptune::train
