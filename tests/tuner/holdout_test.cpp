// SPDX-License-Identifier: BSD-3-Clause
// Hold-out timing: which configurations, which trials may be repeated, and the arithmetic of the
// views.
#include "tests/db/fixture.hpp"
#include "tests/tuner/sweep_fixture.hpp"
#include "tests/tuner/train_store_fixture.hpp"
#include "tuner/holdout/evaluation_view.hpp"
#include "tuner/holdout/trial_origin.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace sptune::holdout {
namespace {

using harness::Outcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A problem of made-up times: `us` of configurations a, b, c, d and the baseline, 0: failed.
TimedProblem problem(const std::map<std::string, double>& us,
                     std::map<std::string, double> prepare_s = {}) {
  TimedProblem r;
  r.comparators = {"a", "b", "c", "a", "base", {"d", "b"}};
  for (const auto& [text, time] : us) {
    r.times[text] = {time > 0 ? Outcome::ok : Outcome::crashed, time, prepare_s[text]};
  }
  return r;
}

constexpr double endless = std::numeric_limits<double>::infinity();

TEST(Comparators, are_named_once_with_the_choice_first) {
  EXPECT_THAT(problem({}).comparators.all(), ElementsAre("a", "d", "b", "c", "base"));
  Comparators alone{"a", "a", "a", "a", "", {"a"}};
  EXPECT_THAT(alone.all(), ElementsAre("a"));
}

TEST(Comparators, are_what_the_evaluation_compared) {
  train::Dataset data = testing::synthetic(12, 3, 0.01, 3);
  train::EvaluateOptions options;
  options.folds = 4;
  const train::Evaluation e = train::evaluate(data, options);

  const std::vector<Comparators> comparators = choose_comparators(data, e, 2, endless);

  ASSERT_EQ(comparators.size(), data.problems.size());
  const auto us_of = [&](const train::Problem& p, const std::string& text) {
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      if (data.configurations[c].text() == text) return p.cells[c].us;
    }
    return std::nan("");
  };
  for (std::size_t i = 0; i < comparators.size(); ++i) {
    const train::Problem& p = data.problems[i];
    const double oracle = p.oracle_us();
    EXPECT_NEAR(us_of(p, comparators[i].chosen) / oracle, e.held_out[i].loss_model, 1e-9);
    EXPECT_NEAR(us_of(p, comparators[i].single) / oracle, e.held_out[i].loss_single, 1e-9);
    EXPECT_NEAR(us_of(p, comparators[i].standard) / oracle, e.held_out[i].loss_default, 1e-9);
    EXPECT_NEAR(us_of(p, comparators[i].rule) / oracle, e.held_out[i].loss_rule, 1e-9);
    EXPECT_EQ(comparators[i].baseline, "other{}");
    ASSERT_EQ(comparators[i].best.size(), 2U);
    EXPECT_EQ(us_of(p, comparators[i].best[0]), oracle);
    EXPECT_GE(us_of(p, comparators[i].best[1]), oracle);
  }
  // With preparing paid by one run, what needs none comes first.
  const std::vector<Comparators> once = choose_comparators(data, e, 1, 1);
  const std::size_t unprepared =
      static_cast<std::size_t>(std::count_if(once.begin(), once.end(), [](const Comparators& r) {
        return r.best[0].rfind("csr", 0) == 0;
      }));
  EXPECT_EQ(unprepared, once.size());

  // The default is what runs without a model at that number of runs.
  const std::size_t other = data.default_configuration == 0 ? 1 : 0;
  data.defaults_from = {{0, other}, {25, data.default_configuration}};
  const std::string few = choose_comparators(data, e, 1, 1).front().standard;
  EXPECT_EQ(few, data.configurations[other].text());
  EXPECT_NE(choose_comparators(data, e, 1, endless).front().standard, few);
}

TEST(Comparators, deciding_is_paid_where_the_model_was_asked) {
  const train::Dataset data = testing::synthetic(6, 3, 0.01, 3);
  train::EvaluateOptions options;
  options.folds = 3;
  options.training = testing::quick();
  options.training.deciding_s = 1e-3;
  options.table = {1, 1e6};
  const auto paid = [&](double runs) {
    options.runs = runs;
    std::size_t asked = 0;
    const train::Evaluation e = train::evaluate(data, options);
    const std::vector<Comparators> comparators = choose_comparators(data, e, 1, runs);
    for (std::size_t i = 0; i < comparators.size(); ++i) {
      const train::RunsResult& at = e.held_out[i].at_runs[runs == 1 ? 0 : 1];
      EXPECT_EQ(comparators[i].deciding_s, at.asked ? 1e-3 : 0) << runs;
      asked += at.asked ? 1 : 0;
    }
    EXPECT_EQ(e.deciding_s, 1e-3) << "of asking, whoever does";
    return asked;
  };

  EXPECT_LT(paid(1), data.problems.size());
  EXPECT_GT(paid(1e6), 0U);
}

TEST(EvaluationViews, compare_new_times_with_the_sweeps_best_and_with_the_least) {
  const auto again = remeasured_problems(
      {problem({{"a", 12}, {"b", 8}, {"c", 20}, {"d", 10}, {"base", 4}})}, endless);

  ASSERT_EQ(again.size(), 1U);
  const RemeasuredProblem& a = again[0];
  EXPECT_EQ(a.least, "b") << "a baseline is none of ours, however fast";
  EXPECT_DOUBLE_EQ(a.chosen_us, 12);
  EXPECT_DOUBLE_EQ(a.best_us, 10);
  EXPECT_DOUBLE_EQ(a.least_us, 8);
  EXPECT_THAT(a.against_best, ElementsAre(1.2, 0.8, 2, 1.2, 0.4, 1));
  EXPECT_THAT(a.against_least, ElementsAre(1.5, 1, 2.5, 1.5, 0.5, 1.25));
}

TEST(Comparators, hold_the_choice_that_the_sweep_has_not_tried) {
  train::Dataset data = testing::synthetic(6, 3, 0.01, 3);
  train::EvaluateOptions options;
  options.folds = 3;
  options.training = testing::quick();
  train::Evaluation e = train::evaluate(data, options);
  e.held_out[0].chosen = e.held_out[1].chosen = 3;
  data.problems[0].cells[3] = {};
  data.problems[1].cells[3].state = train::Cell::State::refused;

  const std::vector<Comparators> comparators = choose_comparators(data, e, 1, endless);

  EXPECT_EQ(comparators[0].chosen, data.configurations[3].text());
  EXPECT_EQ(comparators[1].chosen, data.configurations[0].text()) << "it does not fit";
  data.defaults_from = {{0, 1}, {25, 0}};
  EXPECT_EQ(choose_comparators(data, e, 1, 10)[1].chosen, data.configurations[1].text());
}

TEST(EvaluationViews, a_choice_that_turns_out_not_to_fit_leaves_the_problem_to_nobody) {
  TimedProblem of_choice = problem({{"a", 12}, {"b", 8}, {"c", 20}, {"d", 10}});
  of_choice.comparators.chosen = "e";
  of_choice.times["e"] = {Outcome::refused, 0, 0};
  TimedProblem of_single = problem({{"a", 12}, {"b", 8}, {"c", 20}, {"d", 10}});
  of_single.comparators.single = "e";
  of_single.times["e"] = {Outcome::refused, 0, 0};

  const auto again = remeasured_problems({of_choice, of_single}, endless);

  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].problem, 1U);
  EXPECT_DOUBLE_EQ(again[0].against_least[1], 2.5) << "the default runs there";
}

TEST(EvaluationViews, pay_for_preparing_over_the_runs) {
  const auto again =
      remeasured_problems({problem({{"a", 12}, {"b", 8}, {"c", 20}, {"d", 10}}, {{"b", 1e-5}})}, 2);

  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].least, "d") << "8 us and half of 10 us are more than 10 us";
  EXPECT_DOUBLE_EQ(again[0].against_least[1], 1.3);
  EXPECT_TRUE(std::isnan(again[0].against_least[4])) << "no baseline was timed";
  EXPECT_DOUBLE_EQ(again[0].chosen_us, 12);
}

TEST(EvaluationViews, the_choice_pays_for_deciding_over_the_runs) {
  TimedProblem asked = problem({{"a", 12}, {"b", 8}, {"c", 20}, {"d", 10}});
  asked.comparators.deciding_s = 6e-6;

  EXPECT_DOUBLE_EQ(remeasured_problems({asked}, 2)[0].chosen_us, 15);
  EXPECT_DOUBLE_EQ(remeasured_problems({asked}, 2)[0].against_least[model_selector], 15.0 / 8);
  EXPECT_DOUBLE_EQ(remeasured_problems({asked}, endless)[0].chosen_us, 12);
}

TEST(EvaluationViews, a_choice_that_fails_counts_tenfold_and_a_lost_reference_leaves_no_loss) {
  const auto again =
      remeasured_problems({problem({{"a", 0}, {"b", 8}, {"c", 20}, {"d", 0}, {"base", 0}}),
                           problem({{"a", 0}}), problem({})},
                          endless);

  ASSERT_EQ(again.size(), 1U) << "where nothing of ours was timed nothing can be said";
  EXPECT_EQ(again[0].problem, 0U);
  EXPECT_DOUBLE_EQ(again[0].against_least[model_selector], 10);
  EXPECT_TRUE(std::isnan(again[0].against_least[4]));
  EXPECT_TRUE(std::isnan(again[0].against_best[model_selector]));
  EXPECT_TRUE(std::isnan(again[0].chosen_us));
}

TEST(EvaluationViews, summaries_are_geometric_means_and_quantiles) {
  train::Dataset data;
  train::Evaluation e;
  data.problems.resize(3);
  e.held_out.resize(3);
  for (std::size_t i = 0; i < 3; ++i) {
    data.problems[i].cells = {{train::Cell::State::usable, 1, 0}};
    e.held_out[i].problem = i;
    e.held_out[i].loss_model = 2;
    e.held_out[i].switched = true;
  }
  data.problems[2].floor_us = 1;  // takes no longer than an empty trial
  const auto again =
      remeasured_problems({problem({{"a", 2}, {"b", 1}, {"c", 1}, {"d", 1}}), problem({}),
                           problem({{"a", 8}, {"b", 1}, {"c", 4}, {"d", 4}})},
                          endless);

  const std::vector<EvaluationView> views = evaluation_views(data, e, again);

  ASSERT_EQ(views.size(), 3U);
  EXPECT_EQ(views[0].name, "sweep_minima");
  EXPECT_EQ(views[0].all[model_selector].problems, 2U) << "only measured problems";
  EXPECT_DOUBLE_EQ(views[0].all[model_selector].share_of_oracle, 0.5);
  EXPECT_EQ(views[1].name, "against_best");
  EXPECT_DOUBLE_EQ(views[1].all[model_selector].share_of_oracle, 0.5);
  EXPECT_DOUBLE_EQ(views[1].all[model_selector].worst, 2);
  EXPECT_EQ(views[1].all[sweeps_best].problems, 0U);
  EXPECT_EQ(views[2].name, "against_least");
  EXPECT_DOUBLE_EQ(views[2].all[model_selector].share_of_oracle, 0.25);  // 1/2 and 1/8
  EXPECT_DOUBLE_EQ(views[2].all[model_selector].worst, 8);
  EXPECT_DOUBLE_EQ(views[2].all[sweeps_best].worst, 4);
  EXPECT_EQ(views[2].all[model_selector].slower_switches, 2U);
  EXPECT_EQ(views[2].all[sweeps_best].ties, 1U);
  EXPECT_EQ(views[2].all[4].problems, 0U);
  EXPECT_EQ(views[2].above_floor[model_selector].problems, 1U);
  e.held_out[2].loss_model = std::nan("");  // the sweep had not tried it
  const std::vector<EvaluationView> without = evaluation_views(data, e, again);
  EXPECT_EQ(without[0].all[default_selector].problems, 1U) << "as few as of the model";
  EXPECT_EQ(without[2].all[model_selector].problems, 2U) << "now it is tried";
  e.held_out[2].switched = false;  // asked, and stayed
  const train::Summary stayed = evaluation_views(data, e, again)[2].all[model_selector];
  EXPECT_EQ(stayed.slower_switches, 1U);
  EXPECT_EQ(stayed.slower, 2U);
  EXPECT_DOUBLE_EQ(views[2].above_floor[model_selector].worst, 2);
}

class TrialOrigins : public testing::StoredDataset {
 protected:
  /// What check_same says of the stored trials; empty: nothing against timing them again.
  std::string said(const Catalogue& catalogue, const harness::Hardware& hardware) {
    const db::Store store(file(), db::OpenMode::read_only);
    const train::Dataset data = train::read_dataset(store, {}, shipped_catalogue());
    try {
      check_same(store, data, catalogue, hardware);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
};

TEST_F(TrialOrigins, only_this_machine_and_this_code_are_measured) {
  fill(testing::synthetic(3, 1, 0.01, 3), {});

  EXPECT_EQ(said(shipped_catalogue(), hardware_), "");

  harness::Hardware other = hardware_;
  other.hash = "another";
  other.name = "Abacus";
  EXPECT_THAT(said(shipped_catalogue(), other), HasSubstr("this is Abacus"));

  std::vector<Variant> variants = shipped_catalogue().variants();
  const std::string swept = Configuration::parse(texts_[0]).value().variant;
  for (Variant& v : variants) {
    if (v.facts.name == swept) v.code_hash = "changed";
  }
  EXPECT_THAT(said(Catalogue(variants), hardware_),
              HasSubstr("trials of " + swept + " are of other code than this program's"));
}

/// A problem that was swept and is measured again.
class MeasuredAgain : public TrialOrigins {
 protected:
  MeasuredAgain() {
    train::Dataset data = testing::synthetic(1, 1, 0.01, 3);
    train::Problem& p = data.problems.front();
    suites::SuiteEntry entry;
    entry.source = "generate:stencil2d{points=5,n=4}";
    p.matrix_hash = library_.load(entry).info.content_hash;
    sources_[p.matrix] = "stencil2d{points=5,n=4}";
    fill(data, {});
  }
  Result time_again() {
    const db::Store sweep(file(), db::OpenMode::read_only);
    db::Store again(folder_ / "again.sqlite", db::OpenMode::create);
    const Catalogue catalogue = shipped_catalogue();
    const train::Dataset data = train::read_dataset(sweep, {}, catalogue);
    train::Evaluation evaluation;
    evaluation.held_out.resize(1);
    return time_choices(data, evaluation, {},
                        {catalogue,
                         library_,
                         runner_,
                         sweep,
                         again,
                         file(),
                         hardware_,
                         harness::capture_environment(),
                         {},
                         {},
                         {}});
  }
  suites::Library library_{folder_ / "cache"};
  sweep::test::FakeRunner runner_;
};

TEST_F(MeasuredAgain, a_set_that_lost_its_worker_says_nothing_and_is_measured_by_the_next_call) {
  runner_.change = [this](harness::Trial& t) {
    if (t.configuration.text() != runner_.interleaved_calls.front().at(1)) return;
    t.outcome = Outcome::crashed;
    t.from_outside = true;
    t.message = "ended by SIGKILL";
    t.samples.clear();
  };
  Result r = time_again();
  EXPECT_EQ(r.timed, 0U);
  ASSERT_EQ(r.missing.size(), 1U);
  EXPECT_EQ(r.missing[0].reason, "ended by SIGKILL");
  EXPECT_TRUE(remeasured_problems(r.problems, endless).empty()) << "no choice failed";

  runner_.change = {};
  r = time_again();
  EXPECT_EQ(r.timed, 1U);
  EXPECT_TRUE(r.missing.empty());
  EXPECT_EQ(remeasured_problems(r.problems, endless).size(), 1U);
}

/// A file with one matrix and its products with 2 and 4 dense columns.
class OriginsOfSpmm : public TrialOrigins {
 protected:
  OriginsOfSpmm() {
    data_.operation = Operation::spmm;
    suites::MatrixInfo matrix;
    matrix.name = "m";
    matrix.content_hash = matrix.pattern_hash = "content";
    db::Store store(file(), db::OpenMode::create);
    const db::RunInfo run =
        store.begin_run(harness::capture_hardware(), harness::capture_environment(), {},
                        shipped_catalogue(), "columns", "{}");
    store.put_matrix(matrix, "train");
    const Configuration csr =
        shipped_catalogue().parse(Operation::spmm, Backend::cpu, "csr").value().configuration();
    for (const char* parameters : {"k=2,layout=row", "k=4,layout=row"}) {
      const OperandChoice choice =
          record_of(Operation::spmm).complete({"", parameters}, 9, 9).value();
      harness::Trial t = testing::trial(csr, 10, 0);
      t.problem = {Operation::spmm, ValueType::f64,   "content", "",
                   choice.b_kind,   choice.parameters};
      store.finish_trial(store.begin_trial(run.run_id, Backend::cpu, t.problem, csr), t);
      data_.problems.emplace_back().hash = t.problem.hash();
    }
    store.end_run(run.run_id, "finished");
  }
  std::map<std::string, TrialOrigin> origins() {
    return trial_origins(db::Store(file(), db::OpenMode::read_only), data_);
  }
  train::Dataset data_;
};

TEST_F(OriginsOfSpmm, are_measured_again_with_their_own_parameters) {
  const auto found = origins();
  EXPECT_EQ(found.at(data_.problems[0].hash).problem.parameters, "k=2,layout=row");
  EXPECT_EQ(found.at(data_.problems[1].hash).problem.parameters, "k=4,layout=row");
  for (const auto& [hash, origin] : found) EXPECT_EQ(origin.problem.hash(), hash);
}

TEST_F(OriginsOfSpmm, another_problem_than_the_judged_one_is_an_error) {
  db::test::vandalise(file(),
                      "UPDATE problem SET parameters = 'k=8,layout=row' WHERE problem_id = 1");
  EXPECT_THAT(db::test::error_of([&] { (void)origins(); }),
              HasSubstr("k=8,layout=row is another than the one that was swept"));
  data_.problems.erase(data_.problems.begin());
  EXPECT_EQ(origins().size(), 1U) << "one that nobody judges does not matter";
}

}  // namespace
}  // namespace sptune::holdout
