// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/error.hpp"
#include "tuner/sweep/plan.hpp"
#include "tuner/sweep/selection.hpp"
#include "tuner/sweep/time_left.hpp"

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
  EXPECT_EQ(parse_duration("500ms"), 0.5);
  EXPECT_EQ(parse_duration("35us"), 35e-6);
  EXPECT_EQ(parse_duration("1m30s250ms"), 90.25);
}

TEST(plan, wrong_durations_are_refused) {
  for (const char* text :
       {"", "h", "8", "8x", "-3h", "1..5h", "8 h", "1e3s", "5sm", "99999999999999999999h"}) {
    EXPECT_THROW((void)parse_duration(text), UsageError) << text;
  }
}

TEST(plan, a_budget_of_no_time_is_refused_since_0_would_be_for_ever) {
  EXPECT_EQ(budget_of("1h30m"), 5400);
  for (const char* text : {"0s", "0h0m", "0.0ms", "8"}) {
    EXPECT_THROW((void)budget_of(text), UsageError) << text;
    EXPECT_THROW((void)trial_budget_of(text), UsageError) << text;
  }
  EXPECT_EQ(trial_budget_of("50ms"), 0.05);
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
  p.protocol.repeat = Repeat::values;
  p.protocol.time_budget_s = 0.25;
  p.protocol.memory_limit = 123;
  p.protocol.load_limit_s = 7;
  p.limits = {1, 2, 3, 4.5};
  p.matrices = {"m1", "m2"};
  p.earlier_runs = {"u1"};

  const Plan q = plan_from_json(to_json(p));

  EXPECT_EQ(to_json(q), to_json(p));
  EXPECT_EQ(q.search, p.search);
  EXPECT_EQ(q.protocol.repeat, Repeat::values);
  EXPECT_EQ(q.protocol.time_budget_s, 0.25);
  EXPECT_EQ(q.finalists_within, 1.5);
  EXPECT_EQ(q.repetitions, 4);
  EXPECT_EQ(q.cold_samples, 12);
  EXPECT_EQ(q.limits.budget_s, 4.5);
  EXPECT_EQ(q.matrices, p.matrices);
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

TEST(selection, one_point_is_named_by_what_differs_from_the_default) {
  Plan plan;
  plan.variants = {"ell"};
  const std::set<std::string> all = selected(plan);
  const std::string standard =
      fake_catalogue().find(Operation::spmv, Backend::cpu, "ell")->default_configuration().text();
  ASSERT_GT(all.size(), 1U);
  plan.only = {"=ell"};
  EXPECT_EQ(selected(plan), std::set<std::string>{standard});
  plan.only = {"=" + *all.rbegin(), "=" + standard};
  EXPECT_EQ(selected(plan), (std::set<std::string>{standard, *all.rbegin()}));
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
  EXPECT_THAT(message(plan),
              HasSubstr("--only csr{speed=9}: csr: axis speed has no value 9; its values: "));
  plan.only = {"=csr{speed=9}"};
  EXPECT_THAT(message(plan),
              HasSubstr("--only =csr{speed=9}: csr: axis speed has no value 9; its values: "));
  plan.only = {"csr", "=sell"};
  EXPECT_THAT(message(plan), HasSubstr("--only =sell matches no configuration"));
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

/// One device, `now` in seconds; every matrix of one problem.
struct Clocked {
  explicit Clocked(TimeLeft time) : left(std::move(time)) {}
  void expect(double nnz, double modelled_s, double share = 1) {
    left.expect({1, nnz / 5, nnz, 0, modelled_s}, share);
  }
  /// Loading, a search of so many trials, finalists; what a repetition takes again.
  void measure(std::size_t matrix, double load_s, int trials, double trial_s, double finalists_s) {
    left.begin(matrix, now);
    now += load_s;
    left.planned(matrix, trials);
    for (int i = 0; i < trials; ++i) {
      now += trial_s;
      left.searched(matrix, trial_s);
    }
    now += finalists_s;
    left.finalists_done(matrix, finalists_s);
    left.done(matrix, now);
  }
  TimeLeft left;
  double now = 100;
};

TEST_F(SweepTest, parameters_that_no_operation_takes_are_refused) {
  plan.operations = {Operation::spmv, Operation::spgemm};
  plan.parameters = {"k=8,layout=row"};
  try {
    check(plan, catalogue);
    ADD_FAILURE() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("--parameters k=8,layout=row: spmv, spgemm takes none"));
    EXPECT_THAT(e.what(), HasSubstr("leave them out"));
  }
}

TEST(time_left, is_the_models_until_something_is_measured_and_then_what_it_takes) {
  Clocked one(TimeLeft(1, true, 1));
  for (int i = 0; i < 10; ++i) one.expect(1e5, 3);
  EXPECT_DOUBLE_EQ(one.left.left_s(one.now), 30);
  one.measure(0, 1, 20, 0.2, 1);
  EXPECT_NEAR(one.left.left_s(one.now), 9 * 6, 1e-9) << "loading and finalists are in it";
  one.measure(1, 1, 20, 0.2, 1);
  EXPECT_NEAR(one.left.left_s(one.now), 8 * 6, 1e-9);
}

TEST(time_left, sizes_tell_what_matrices_of_other_sizes_take) {
  Clocked one(TimeLeft(1, true, 1));
  for (int i = 0; i < 12; ++i) one.expect(i % 2 == 0 ? 1e4 : 1e7, 1);
  double all = 0;
  for (std::size_t i = 0; i < 12; ++i) all += i % 2 == 0 ? 2 : 20;
  for (std::size_t i = 0; i < 11; ++i) {
    one.measure(i, i % 2 == 0 ? 0.5 : 5, 10, i % 2 == 0 ? 0.1 : 1, i % 2 == 0 ? 0.5 : 5);
    all -= i % 2 == 0 ? 2 : 20;
    if (i < 3) continue;
    EXPECT_NEAR(one.left.left_s(one.now), all, 0.02 * all + 0.1) << i;
  }
}

TEST(time_left, of_a_matrix_in_hand_follows_its_trials) {
  Clocked one(TimeLeft(1, false, 1));
  for (int i = 0; i < 6; ++i) one.expect(1e5, 1);
  for (std::size_t i = 0; i < 5; ++i) one.measure(i, 0, 10, 0.1, 0);
  one.left.begin(5, one.now);
  one.left.planned(5, 10);
  for (int i = 0; i < 5; ++i) {  // ten times as slow as its like
    one.now += 1;
    one.left.searched(5, 1);
  }
  EXPECT_NEAR(one.left.left_s(one.now), 0.5 * 1 + 0.5 * 10 - 5, 0.51) << "half believed at half";
  for (int i = 0; i < 4; ++i) {
    one.now += 1;
    one.left.searched(5, 1);
  }
  EXPECT_NEAR(one.left.left_s(one.now), 1, 0.95);
}

TEST(time_left, of_a_matrix_put_aside_is_by_its_own_trials_until_others_are_whole) {
  Clocked one(TimeLeft(1, false, 1));
  for (int i = 0; i < 6; ++i) one.expect(1e5, 1000);  // the model is wrong by a factor of 100
  const auto floor_of = [&](std::size_t matrix) {
    one.left.begin(matrix, one.now);
    one.left.planned(matrix, 100);
    for (int i = 0; i < 5; ++i) {
      one.now += 0.1;
      one.left.searched(matrix, 0.1);
    }
    one.left.pause(matrix, one.now);
  };
  floor_of(5);
  EXPECT_NEAR(one.left.rest_s(5), 9.5, 1e-9);
  EXPECT_EQ(one.left.repetition_s(5), 0) << "no finalists";
  for (std::size_t i = 0; i < 4; ++i) one.measure(i, 0, 100, 0.05, 0);
  EXPECT_NEAR(one.left.rest_s(5), 0.95 * 5 + 0.05 * 10 - 0.5, 1e-9) << "like the others, mostly";
  one.left.give_back(5);
  EXPECT_NEAR(one.left.rest_s(5), 5, 1e-9) << "its device failed: all is to be done";

  Clocked with(TimeLeft(1, true, 1));
  with.expect(1e5, 1000);
  with.left.begin(0, with.now);
  with.left.planned(0, 10);
  with.now += 1;
  with.left.searched(0, 1);
  with.left.pause(0, with.now);
  EXPECT_NEAR(with.left.rest_s(0), 9 + with.left.repetition_s(0), 1e-9);
  EXPECT_GT(with.left.repetition_s(0), 0);
}

TEST(time_left, of_finalists_in_hand_is_at_least_what_they_are_expected_to_take) {
  Clocked one(TimeLeft(1, true, 1));
  one.expect(1e5, 1);
  one.left.begin(0, one.now);
  one.left.planned(0, 10);
  for (int i = 0; i < 10; ++i) {
    one.now += 0.1;
    one.left.searched(0, 0.1);
  }
  EXPECT_LT(one.left.left_s(one.now), 1);
  one.left.finalists_at(0, 0, 24, one.now);
  EXPECT_NEAR(one.left.left_s(one.now), 24, 1e-9);
  one.now += 10;
  EXPECT_NEAR(one.left.left_s(one.now), 14, 1e-9);
  one.left.finalists_at(0, 1.0 / 3, 24, one.now);
  EXPECT_NEAR(one.left.left_s(one.now), 20, 1e-9) << "as long as they take";
  one.now += 20;
  one.left.finalists_at(0, 1, 24, one.now);
  one.left.finalists_done(0, 30);
  one.left.done(0, one.now);
  EXPECT_EQ(one.left.left_s(one.now), 0);
}

TEST(time_left, later_repetitions_are_loading_and_finalists_again) {
  Clocked one(TimeLeft(3, true, 1));
  for (int i = 0; i < 4; ++i) one.expect(1e5, 1);
  for (std::size_t i = 0; i < 4; ++i) one.measure(i, 1, 10, 0.5, 2);
  EXPECT_NEAR(one.left.left_s(one.now), 2 * 4 * 3, 1e-9);
  one.left.begin(0, one.now);
  one.now += 4;  // slower than the first time
  one.left.done(0, one.now);
  EXPECT_NEAR(one.left.left_s(one.now), 3 * 3 + (3 * 3 + 4), 1e-9);
}

TEST(time_left, devices_share_matrices_but_not_the_last_one) {
  Clocked two(TimeLeft(1, false, 2));
  for (int i = 0; i < 6; ++i) two.expect(1e5, 10);
  EXPECT_DOUBLE_EQ(two.left.left_s(two.now), 30);
  two.left.lose_lane();
  EXPECT_DOUBLE_EQ(two.left.left_s(two.now), 60);
  Clocked last(TimeLeft(1, false, 2));
  last.expect(1e5, 10);
  EXPECT_DOUBLE_EQ(last.left.left_s(last.now), 10);
}

TEST(time_left, what_is_stored_takes_a_look) {
  Clocked one(TimeLeft(1, false, 1));
  for (int i = 0; i < 8; ++i) one.expect(1e5, 10, i < 4 ? 0 : 0.5);
  for (std::size_t i = 0; i < 4; ++i) {
    one.measure(i, 0.1, 0, 0, 0);
    EXPECT_GT(one.left.left_s(one.now), 19) << "looking at what is there says nothing of the rest";
  }
  one.measure(4, 0, 10, 0.2, 0);
  EXPECT_NEAR(one.left.left_s(one.now), 3 * 2, 1e-9);
}

TEST(progress_tracker, a_slow_first_trial_says_little_of_a_thousand) {
  ProgressTracker tracker;
  tracker.expect(0, {1000, {{Operation::spmv, 60.0}}});
  tracker.begin(0, {1000, {{Operation::spmv, 60.0}}}, 0);
  tracker.trial_done(0, Operation::spmv, 0.06, 1.6);  // kernels are loaded, workers started
  EXPECT_LT(tracker.eta_s(), 240);
  for (int i = 0; i < 50; ++i) tracker.trial_done(0, Operation::spmv, 0.06, 0.015);
  EXPECT_NEAR(tracker.eta_s(), 949 * 0.015, 949 * 0.04);
}

TEST(progress_tracker, estimates_shrink_to_the_exact_count) {
  ProgressTracker tracker;
  for (std::size_t i = 0; i < 2; ++i) tracker.expect(i, {10, {{Operation::spmv, 10.0}}});
  EXPECT_EQ(tracker.expected(), 20);
  EXPECT_NEAR(tracker.eta_s(), 20, 1e-9);
  tracker.begin(0, {4, {{Operation::spmv, 4.0}}}, 1);
  EXPECT_EQ(tracker.done(), 1);
  EXPECT_EQ(tracker.expected(), 10) << "half of them fit, and so of the next matrix";
  EXPECT_NEAR(tracker.eta_s(), 4 + 5, 1e-9);
  for (int i = 0; i < 4; ++i) tracker.trial_done(0, Operation::spmv, 1.0, 2.0);
  tracker.matrix_done(0);
  EXPECT_EQ(tracker.done(), 5);
  // The model itself counts for eight trials: 8 and 4 modelled seconds took 8 and 8.
  EXPECT_NEAR(tracker.eta_s(), 5 * 16.0 / 12, 1e-9);
}

}  // namespace
}  // namespace sptune::sweep::test
