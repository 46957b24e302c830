// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/error.hpp"
#include "tuner/sweep/pace.hpp"
#include "tuner/sweep/plan.hpp"
#include "tuner/sweep/selection.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <map>
#include <set>

namespace sptune::sweep::test {
namespace {

using ::testing::HasSubstr;

TEST(plan, duration_in_every_unit) {
  EXPECT_EQ(parse_duration("90s"), 90);
  EXPECT_EQ(parse_duration("30m"), 1800);
  EXPECT_EQ(parse_duration("8h"), 28800);
  EXPECT_EQ(parse_duration("2d"), 172800);
  EXPECT_EQ(parse_duration("1h30m"), 5400);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("0.1s"), 0.1);
}

TEST(plan, wrong_durations_are_refused) {
  for (const char* text :
       {"", "h", "8", "8x", "-3h", "1..5h", "8 h", "1e3s", "99999999999999999999h"}) {
    EXPECT_THROW((void)parse_duration(text), UsageError) << text;
  }
}

TEST(plan, durations_are_shown_in_two_units) {
  EXPECT_EQ(format_duration(0.54), "0.5s");
  EXPECT_EQ(format_duration(42), "42s");
  EXPECT_EQ(format_duration(3599.9), "1h00m");
  EXPECT_EQ(format_duration(65), "1m05s");
  EXPECT_EQ(format_duration(86400 * 2 + 3600), "2d01h");
  EXPECT_EQ(format_duration(-1), "?");
}

TEST(plan, json_carries_everything) {
  Plan p;
  p.suite = "a \"quoted\" folder";
  p.operations = {Operation::spgemm};
  p.value_types = {ValueType::f32, ValueType::f64};
  p.caches = {harness::CachePolicy::cold};
  p.variants = {"csr", "ell"};
  p.only = {"csr{threads=0}"};
  p.baselines = false;
  p.grid = Grid::smoke;
  p.search = {search::Kind::random, 17, 18446744073709551615ULL, 0.25};
  p.finalists = false;
  p.finalists_within = 1.5;
  p.repetitions = 4;
  p.cold_samples = 12;
  p.protocol.repeat = harness::Repeat::values;
  p.protocol.time_budget_s = 0.25;
  p.protocol.memory_limit = 123;
  p.protocol.load_limit_s = 7;
  p.limits = {1, 2, 3, 4.5};
  p.earlier_runs = {"u1"};

  const Plan q = plan_from_json(to_json(p));

  EXPECT_EQ(to_json(q), to_json(p));
  EXPECT_EQ(q.search, p.search);
  EXPECT_EQ(q.protocol.repeat, harness::Repeat::values);
  EXPECT_EQ(q.protocol.time_budget_s, 0.25);
  EXPECT_EQ(q.finalists_within, 1.5);
  EXPECT_EQ(q.repetitions, 4);
  EXPECT_EQ(q.cold_samples, 12);
  EXPECT_EQ(q.limits.budget_s, 4.5);
  EXPECT_EQ(q.earlier_runs, p.earlier_runs);
}

TEST(plan, json_of_older_programs_calls_repetitions_laps) {
  const std::string present = to_json(Plan{});
  EXPECT_THAT(present, HasSubstr("\"repetitions\":1"));
  EXPECT_THAT(present, Not(HasSubstr("laps")));
  EXPECT_EQ(plan_from_json(R"({"suite": "x", "laps": 4})").repetitions, 4);
  EXPECT_EQ(plan_from_json(R"({"laps": 4, "repetitions": 3})").repetitions, 3);
  EXPECT_THROW((void)plan_from_json(R"({"laps": "four"})"), DatabaseError);
}

TEST(plan, runs_of_evaluate_are_told_by_their_stored_name) {
  EXPECT_TRUE(is_holdout_timing(R"({"retime": {"best": 3, "rounds": 12}})"));
  EXPECT_FALSE(is_holdout_timing(to_json(Plan{})));
}

TEST(plan, json_of_others_is_refused_or_completed) {
  EXPECT_THROW((void)plan_from_json("not json"), DatabaseError);
  EXPECT_THROW((void)plan_from_json(R"({"operations": ["fft"]})"), DatabaseError);
  EXPECT_THROW((void)plan_from_json(R"({"seed": "seven"})"), DatabaseError);
  EXPECT_EQ(plan_from_json(R"({"suite": "x", "from the future": 1})").suite, "x");
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const std::string plan = R"({"retime":)" + deep + R"(,"suite":"x"})";
  EXPECT_THROW((void)plan_from_json(plan), DatabaseError);
  EXPECT_FALSE(is_holdout_timing(plan));
}

std::set<std::string> selected(const Plan& plan, Operation operation = Operation::spmv) {
  std::set<std::string> out;
  const Catalogue catalogue = fake_catalogue();
  for (const ResolvedConfiguration& c : select_configurations(plan, operation, catalogue)) {
    EXPECT_TRUE(out.insert(c.text()).second) << c.text();
  }
  return out;
}

TEST(selection, filters_cut_down_the_grid) {
  Plan plan;
  EXPECT_EQ(selected(plan).size(), 12U);
  plan.baselines = false;
  EXPECT_EQ(selected(plan).size(), 8U);
  plan.variants = {"csr"};
  EXPECT_EQ(selected(plan).size(), 4U);
  plan.variants = {};
  plan.only = {"csr{speed=2}", "ell"};
  EXPECT_EQ(selected(plan).size(), 5U);
  EXPECT_TRUE(selected(plan).contains("csr{speed=2}"));
}

TEST(selection, unknown_names_are_errors_that_list_the_known) {
  const auto message = [](const Plan& plan) {
    try {
      check_selection(plan, fake_catalogue());
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  Plan plan;
  EXPECT_EQ(message(plan), "no error");
  plan.variants = {"sell"};
  EXPECT_THAT(message(plan), HasSubstr("unknown variant 'sell'; known: csr ell eigen hash"));
  plan.variants = {};
  plan.only = {"csr{speed=9}"};
  EXPECT_THAT(message(plan), HasSubstr("--only csr{speed=9} matches no configuration"));
  plan.only = {"csr{speed"};
  EXPECT_THAT(message(plan), HasSubstr("--only csr{speed"));
  plan.only = {};
  plan.variants = {"eigen"};
  plan.baselines = false;
  EXPECT_THAT(message(plan), HasSubstr("selects no configuration"));
}

std::vector<suites::SuiteEntry> entries() {
  std::vector<suites::SuiteEntry> out;
  for (const char* name : {"a/1", "a/2", "a/3", "b/1", "c/1", "c/2"}) {
    suites::SuiteEntry e;
    e.name = name;
    e.group = std::string(1, name[0]);
    out.push_back(e);
  }
  return out;
}

TEST(order, every_group_is_seen_before_any_is_seen_twice) {
  const auto ordered = order_matrices(entries(), 1);
  ASSERT_EQ(ordered.size(), 6U);
  const std::set<std::string> first{ordered[0].group, ordered[1].group, ordered[2].group};
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(ordered[5].group, "a");
}

TEST(order, depends_on_the_seed_and_not_on_the_order_of_the_manifest) {
  const auto names = [](const std::vector<suites::SuiteEntry>& list) {
    std::vector<std::string> out;
    out.reserve(list.size());
    for (const auto& e : list) out.push_back(e.name);
    return out;
  };
  auto reversed = entries();
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_EQ(names(order_matrices(entries(), 5)), names(order_matrices(reversed, 5)));
  std::set<std::vector<std::string>> orders;
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    orders.insert(names(order_matrices(entries(), seed)));
  EXPECT_GT(orders.size(), 1U);
}

TEST(forecast, calibration_follows_what_trials_take) {
  Calibration c;
  EXPECT_EQ(c.factor(Operation::spmv), 1);
  c.add(Operation::spmv, 1.0, 3.0);
  c.add(Operation::spmv, 1.0, 5.0);
  EXPECT_EQ(c.factor(Operation::spmv), 4);
  EXPECT_EQ(c.factor(Operation::spgemm), 1);
}

TEST(forecast, larger_problems_take_longer) {
  const harness::Protocol protocol;
  const ProblemSize small{Operation::spmv, ValueType::f64, 1000, 5000, 0};
  ProblemSize large = small;
  large.nnz = 500'000'000;
  EXPECT_GT(model_trial_s(large, protocol), 10 * model_trial_s(small, protocol));
  EXPECT_GT(model_problem_s(large), model_problem_s(small));
}

TEST(pace, later_repetitions_take_finalists_again_in_the_proportion_seen_so_far) {
  const auto left = [](int repetitions, double search_left_s) {
    Pace pace(repetitions, true);
    pace.searched(40);
    pace.problem_done(0, 20);
    return pace.first_repetition_s(search_left_s, 1, 1, 60);
  };
  EXPECT_DOUBLE_EQ(left(1, 60), 60 + 30);
  EXPECT_DOUBLE_EQ(left(3, 60), 60 + 30 + 2 * 50);
  EXPECT_DOUBLE_EQ(left(1, 0), 0);
  // Nothing known yet: one repetition has its own finalists, every later one those of everything.
  EXPECT_DOUBLE_EQ(Pace(1, true).first_repetition_s(100, 1, 1, 0), 115);
  EXPECT_DOUBLE_EQ(Pace(4, true).first_repetition_s(100, 1, 1, 0), 160);
  EXPECT_DOUBLE_EQ(Pace(1, false).first_repetition_s(100, 1, 1, 0), 100);
}

TEST(pace, finalists_of_the_last_problem_are_still_to_come) {
  Pace pace(1, true);
  pace.searched(40);
  pace.problem_done(0, 20);
  pace.searched(40);
  EXPECT_DOUBLE_EQ(pace.first_repetition_s(0, 2, 2, 100), 20);
  for (int i = 0; i < 3; ++i) pace.repeated(2, 3, 4);
  EXPECT_DOUBLE_EQ(pace.first_repetition_s(0, 2, 2, 110), 10);
  pace.problem_done(0, 20);
  EXPECT_DOUBLE_EQ(pace.first_repetition_s(0, 2, 2, 120), 0);
}

TEST(pace, every_matrix_to_come_costs_what_the_first_ones_did_beside_their_trials) {
  Pace pace(1, false);
  pace.begin_repetition(100);
  pace.searched(3);
  EXPECT_DOUBLE_EQ(pace.first_repetition_s(10, 1, 5, 105), 10 + 4 * 2);
}

TEST(pace, later_repetitions_are_expected_to_last_as_long_as_the_finalists_of_the_first) {
  Pace pace(3, true);
  for (const std::size_t matrix : {0U, 1U, 2U}) {
    pace.searched(100);
    pace.problem_done(matrix, matrix == 0 ? 30 : 5);
  }
  pace.begin_repetition(1000);
  EXPECT_DOUBLE_EQ(pace.later_repetition_s(0, 3, 1, 1005), 35 + 40);
  EXPECT_DOUBLE_EQ(pace.later_repetition_s(0, 3, 1, 1100), 10 + 40);
  EXPECT_DOUBLE_EQ(pace.later_repetition_s(2, 3, 0, 1100), 0);
  // The first repetition was done by an earlier invocation: by matrices.
  Pace resumed(3, true);
  resumed.begin_repetition(1000);
  EXPECT_DOUBLE_EQ(resumed.later_repetition_s(1, 4, 1, 1005), 15 + 20);
}

TEST(progress_tracker, a_slow_first_trial_says_little_of_a_thousand) {
  ProgressTracker tracker;
  tracker.expect(0, {1000, {{Operation::spmv, 60.0}}});
  tracker.begin(0, {1000, {{Operation::spmv, 60.0}}}, 0);
  tracker.trial_done(Operation::spmv, 0.06, 1.6);  // kernels are loaded, workers started
  EXPECT_LT(tracker.eta_s(), 240);
  for (int i = 0; i < 50; ++i) tracker.trial_done(Operation::spmv, 0.06, 0.015);
  EXPECT_NEAR(tracker.eta_s(), 949 * 0.015, 949 * 0.04);
}

TEST(progress_tracker, estimates_shrink_to_the_exact_count) {
  ProgressTracker tracker;
  for (std::size_t i = 0; i < 2; ++i) tracker.expect(i, {10, {{Operation::spmv, 10.0}}});
  EXPECT_EQ(tracker.expected(), 20);
  EXPECT_NEAR(tracker.eta_s(), 20, 1e-9);
  tracker.begin(0, {4, {{Operation::spmv, 4.0}}}, 1);
  EXPECT_EQ(tracker.done(), 1);
  EXPECT_EQ(tracker.expected(), 15);
  EXPECT_NEAR(tracker.eta_s(), 4 + 5, 1e-9);
  for (int i = 0; i < 4; ++i) tracker.trial_done(Operation::spmv, 1.0, 2.0);
  tracker.matrix_done();
  EXPECT_EQ(tracker.done(), 5);
  // The model itself counts for eight trials: 8 and 4 modelled seconds took 8 and 8.
  EXPECT_NEAR(tracker.eta_s(), 5 * 16.0 / 12, 1e-9);
}

}  // namespace
}  // namespace sptune::sweep::test
