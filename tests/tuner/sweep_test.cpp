// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/sweep.hpp"

#include "harness/environment/environment.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/status.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace sptune::sweep::test {
namespace {

using harness::Outcome;
using ::testing::HasSubstr;

TEST_F(SweepTest, every_planned_trial_is_run_exactly_once) {
  const Summary s = start();

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.trials, all_trials);
  EXPECT_EQ(s.matrices, 3U);
  EXPECT_EQ(s.outcomes.at(Outcome::refused), refused_trials);
  EXPECT_EQ(runner.calls, all_trials - refused_trials);
  for (const auto& [key, times] : runner.finished) EXPECT_EQ(times, 1) << key;
  EXPECT_EQ(count("newest = 1"), all_trials);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "finished");
  EXPECT_EQ(query("SELECT 1 FROM trial WHERE outcome = 'running'").rows.size(), 0U);
}

TEST_F(SweepTest, refusals_are_rows_with_their_reason_and_launch_nothing) {
  start();
  EXPECT_EQ(count("outcome = 'refused' AND stage = 'fit'"), refused_trials);
  EXPECT_EQ(count("outcome = 'refused' AND message = 'speed 4 needs at most 20 rows'"),
            refused_trials);
  for (const std::string& key : runner.begun) EXPECT_EQ(key.find("large{speed=4}"), key.npos);
}

TEST_F(SweepTest, defaults_come_first_and_the_best_known_time_is_handed_on) {
  plan.operations = {Operation::spmv};
  plan.search.kind = search::Kind::exhaustive;
  plan.limits.max_matrices = 1;
  plan.finalists = false;
  runner.time_of = [](const Configuration& c) { return c.variant == "ell" ? 5.0 : 10.0; };
  start();
  ASSERT_GE(runner.begun.size(), 4U);
  EXPECT_THAT(runner.begun[0], HasSubstr("csr{speed=1}"));
  EXPECT_THAT(runner.begun[1], HasSubstr("ell{speed=1}"));
  EXPECT_THAT(runner.begun[2], HasSubstr("eigen{speed=1}"));
  EXPECT_THAT(runner.begun[3], HasSubstr("csr{speed=2}"));
  EXPECT_EQ(runner.best_seen[0], 0);
  EXPECT_NEAR(runner.best_seen[1], 10, 1e-6);
  EXPECT_EQ(runner.best_seen[2], 0) << "the call to beat is measured to its end";
}

TEST_F(SweepTest, a_second_run_measures_nothing_again) {
  start();
  const int calls = runner.calls;
  const Summary again = start();
  EXPECT_EQ(runner.calls, calls);
  EXPECT_EQ(again.trials, 0);
  EXPECT_EQ(again.remeasured, 0);
  EXPECT_EQ(again.already_stored, all_trials);
  EXPECT_EQ(again.ending, Ending::finished);
}

TEST_F(SweepTest, another_occasion_measures_the_plan_anew_and_goes_on_by_its_own_trials) {
  const Summary first = start();
  const int calls = runner.calls;
  const auto once_more = [&] {
    db::Store store(file, db::OpenMode::read_write);
    return run(plan_of_another_occasion(store, ""), context(store));
  };
  runner.before_run = [&](const Configuration&) {
    if (runner.calls == calls + 10) throw std::runtime_error("killed");
  };
  EXPECT_THROW(once_more(), std::runtime_error);
  runner.before_run = {};
  EXPECT_EQ(go_on().ending, Ending::finished);
  EXPECT_EQ(runner.calls, 2 * calls + 1) << "the one in hand was lost";
  EXPECT_EQ(count("reaped = 0 AND attempt > 1 AND outcome = 'refused'"), refused_trials);
  EXPECT_EQ(runner.interleaved_calls.size() % 2, 0U) << "finalists of both occasions";
  const Summary second = once_more();
  EXPECT_EQ(second.trials, first.trials);
  EXPECT_EQ(second.remeasured, first.remeasured);
  EXPECT_EQ(query("SELECT DISTINCT run_uuid FROM trial_flat WHERE reaped = 0").rows.size(), 3U);
}

TEST_F(SweepTest, features_and_their_cost_are_stored_for_every_matrix) {
  start();
  const db::Table t = query("SELECT count(DISTINCT matrix_id) AS n FROM matrix_feature");
  EXPECT_EQ(t.number(0, "n"), 3);
  const db::Table f = query(
      "SELECT value FROM matrix_feature JOIN feature_def USING (feature_id) JOIN matrix USING "
      "(matrix_id) WHERE feature_def.name = 'nnz' AND matrix.name = 'small'");
  ASSERT_EQ(f.rows.size(), 1U);
  EXPECT_EQ(f.number(0, "value"), 64);
  EXPECT_EQ(query("SELECT DISTINCT tier FROM feature_cost").rows.size(), 4U);
}

TEST_F(SweepTest, finalists_and_the_best_of_each_baseline_are_measured_again_together) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  runner.time_of = [](const Configuration& c) {
    if (c.variant == "eigen") return c.text() == "eigen{speed=2}" ? 40.0 : 50.0;
    return c.variant == "csr" && c.text() != "csr{speed=3}" ? 10.2
                                                            : (c.variant == "csr" ? 10.0 : 20.0);
  };
  const Summary s = start();
  ASSERT_EQ(runner.interleaved_calls.size(), preparations);
  const auto& chosen = runner.interleaved_calls[0];
  for (const auto& call : runner.interleaved_calls) EXPECT_EQ(call, chosen);
  ASSERT_GE(chosen.size(), 2U);
  EXPECT_EQ(chosen[0], "eigen{speed=2}");
  EXPECT_EQ(chosen[1], "eigen{speed=1}") << "its default call";
  EXPECT_EQ(chosen[2], "csr{speed=3}");
  EXPECT_THAT(chosen, ::testing::Contains("csr{speed=1}"));
  EXPECT_THAT(chosen, ::testing::Not(::testing::Contains("ell{speed=1}")));
  EXPECT_EQ(s.remeasured, static_cast<std::int64_t>(chosen.size()));
  EXPECT_EQ(count("attempt = 2 AND stop_reason = 'repetitions' AND newest = 1"), s.remeasured);
  EXPECT_EQ(query("SELECT remeasured FROM best").number(0, "remeasured"), 1);
  // Ten samples a preparation in the stand-in: all are kept.
  EXPECT_EQ(count("attempt = 2 AND n = 30"), s.remeasured);
}

/// A textbook kernel 580 times slower than the best took half of a sweep.
TEST_F(SweepTest, baselines_far_from_the_best_are_not_measured_again) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  plan.repetitions = 2;
  runner.time_of = [](const Configuration& c) {
    if (c.variant == "eigen") return c.text() == "eigen{speed=2}" ? 90.0 : 5800.0;
    return 10.0;
  };
  start();
  ASSERT_EQ(runner.interleaved_calls.size(), 2 * preparations);
  for (const auto& chosen : runner.interleaved_calls) {
    EXPECT_EQ(chosen[0], "eigen{speed=2}");
    EXPECT_THAT(chosen, ::testing::Not(::testing::Contains("eigen{speed=1}")));
  }
  EXPECT_EQ(count("configuration = 'eigen{speed=1}' AND outcome = 'ok'"), 1);
}

TEST_F(SweepTest, finalists_tell_how_far_they_have_come_and_what_is_left_of_their_time) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  runner.time_of = [](const Configuration& c) { return c.variant == "eigen" ? 90e3 : 10e3; };
  start();
  std::vector<std::string> told;
  for (const Event& e : events) {
    if (e.kind != EventKind::finalists && e.kind != EventKind::repeated) continue;
    told.push_back(e.text);
    EXPECT_TRUE(e.kind == EventKind::repeated || e.progress.eta_s > 1) << "by their medians";
  }
  ASSERT_EQ(told.size(), 1 + preparations);
  const std::string all = std::to_string(runner.interleaved_calls[0].size());
  EXPECT_EQ(told.front(), "0 of " + all);
  EXPECT_EQ(told.back(), all + " of " + all);
}

TEST_F(SweepTest,
       later_repetitions_measure_the_finalists_of_all_matrices_again_and_append_attempts) {
  plan.operations = {Operation::spmv};
  plan.repetitions = 3;
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  // Matrix after matrix in the first repetition, and again in the others.
  ASSERT_EQ(runner.interleaved_calls.size(), 3 * 3 * preparations);
  for (std::size_t i = 0; i < 3 * preparations; ++i) {
    EXPECT_EQ(runner.interleaved_calls[i], runner.interleaved_calls[i + 3 * preparations]) << i;
  }
  EXPECT_EQ(count("attempt = 2 AND n = 30"), s.remeasured / 3);
  EXPECT_EQ(count("attempt = 4 AND n = 30 AND newest = 1"), s.remeasured / 3);
  EXPECT_EQ(query("SELECT 1 FROM result WHERE attempts = 3 AND n = 90").rows.size(),
            static_cast<std::size_t>(s.remeasured / 3));
  EXPECT_EQ(s.trials, 3 * 12);  // searched once

  EXPECT_EQ(start().remeasured, 0);
  plan.repetitions = 4;
  EXPECT_EQ(start().remeasured, s.remeasured / 3);
}

TEST_F(SweepTest, later_repetitions_probe_what_a_bad_minute_may_have_slowed_down) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  plan.repetitions = 2;
  bool bad_minute = true;  // for ell, and a whole repetition long
  runner.time_of = [&](const Configuration& c) {
    if (c.variant == "eigen") return 40.0;
    if (c.variant == "csr") return 10.0;
    return (c.text() == "ell{speed=3}" ? 6.0 : 9.0) * (bad_minute ? 4 : 1);
  };
  runner.before_interleaved = [&] {
    if (runner.interleaved_calls.size() > preparations) bad_minute = false;
  };
  start();
  ASSERT_EQ(runner.interleaved_calls.size(), 2 * preparations);
  EXPECT_THAT(runner.interleaved_calls[0], ::testing::Not(::testing::Contains("ell{speed=3}")));
  EXPECT_THAT(runner.interleaved_calls[preparations], ::testing::Contains("ell{speed=3}"));
  EXPECT_THAT(runner.interleaved_calls[preparations],
              ::testing::Not(::testing::Contains("ell{speed=1}")));
  EXPECT_EQ(query("SELECT configuration FROM best").text(0, "configuration"), "ell{speed=3}");
}

TEST_F(SweepTest, repetitions_are_stored_apart_and_the_sweep_goes_by_what_the_views_say_of_them) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  plan.repetitions = 3;
  // csr{speed=3} is fastest in the search and in the first repetition only.
  const auto repetition = [&] { return (runner.interleaved_calls.size() + 2) / preparations; };
  runner.time_of = [&](const Configuration& c) {
    if (c.variant == "eigen") return 40.0;
    if (c.text() != "csr{speed=3}") return 10.0;
    return repetition() == 0 ? 9.8 : repetition() == 1 ? 9.7 : 10.2;
  };
  start();

  const db::Table own = query(
      "SELECT median_us, n FROM trial WHERE config_id = (SELECT config_id FROM config WHERE text = "
      "'csr{speed=3}') ORDER BY attempt");
  ASSERT_EQ(own.rows.size(), 4U);
  EXPECT_NEAR(own.number(1, "median_us"), 9.7, 1e-5);
  EXPECT_NEAR(own.number(2, "median_us"), 10.2, 1e-5);
  EXPECT_NEAR(own.number(3, "median_us"), 10.2, 1e-5);
  EXPECT_EQ(own.number(3, "n"), 30);
  const db::Table best = query("SELECT configuration, median_us FROM best");
  EXPECT_NE(best.text(0, "configuration"), "csr{speed=3}");
  EXPECT_EQ(best.number(0, "median_us"), 10);
  const auto last = std::find_if(events.rbegin(), events.rend(),
                                 [](const Event& e) { return e.kind == EventKind::problem; });
  ASSERT_NE(last, events.rend());
  EXPECT_THAT(last->text, ::testing::EndsWith(" 10 us")) << "not 10.2, and not 9.7";
  EXPECT_EQ(query("SELECT median_us FROM result WHERE configuration = 'csr{speed=3}'")
                .number(0, "median_us"),
            own.number(2, "median_us"));
}

TEST_F(SweepTest, a_later_repetition_goes_on_where_it_was_killed) {
  plan.operations = {Operation::spmv};
  plan.repetitions = 3;
  std::size_t most =
      4 * preparations + 1;  // in the middle of the second repetition's second matrix
  runner.before_interleaved = [&] {
    if (runner.interleaved_calls.size() > most) throw std::runtime_error("dies here");
  };
  EXPECT_THROW(start(), std::runtime_error);
  most = 1000;
  EXPECT_EQ(go_on().ending, Ending::finished);
  // The preparation it died in and the one before are measured once more.
  EXPECT_EQ(runner.interleaved_calls.size(), 3 * 3 * preparations + 2);
  EXPECT_EQ(count("outcome = 'running'"), 0);
  EXPECT_EQ(
      query("SELECT 1 FROM result WHERE attempt > 1 AND (attempts <> 3 OR n <> 90)").rows.size(),
      0U);
}

TEST_F(SweepTest, a_wide_ratio_measures_slower_points_again_too) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  plan.finalists_within = 2.5;
  runner.time_of = [](const Configuration& c) { return c.variant == "ell" ? 20.0 : 10.0; };
  start();
  ASSERT_FALSE(runner.interleaved_calls.empty());
  EXPECT_THAT(runner.interleaved_calls[0], ::testing::Contains("ell{speed=1}"));
}

TEST_F(SweepTest, a_point_that_a_neighbour_slowed_down_is_measured_again) {
  plan.operations = {Operation::spmv};
  plan.limits.max_matrices = 1;
  runner.time_of = [](const Configuration& c) { return c.text() == "csr{speed=3}" ? 10.0 : 20.0; };
  runner.least_of = [&](const Configuration& c) {
    return c.text() == "ell{speed=1}" ? 10.1 : runner.time_of(c);
  };
  start();
  ASSERT_EQ(runner.interleaved_calls.size(), preparations);
  EXPECT_THAT(runner.interleaved_calls[0], ::testing::Contains("ell{speed=1}"));
  EXPECT_THAT(runner.interleaved_calls[0], ::testing::Not(::testing::Contains("csr{speed=1}")));
}

TEST_F(SweepTest, a_busy_machine_is_told_once_a_minute) {
  const auto warnings = [&] {
    return std::count_if(events.begin(), events.end(), [](const Event& e) {
      return e.kind == EventKind::warning && e.text.find("cores busy") != std::string::npos;
    });
  };
  hardware.cores = 4;
  plan.protocol.threads = 2;
  busy_cores = [] { return 1.9; };
  start();
  EXPECT_EQ(warnings(), 0) << "there is room for both";
  busy_cores = [] { return 2.6; };
  std::filesystem::remove(file);
  start();
  EXPECT_EQ(warnings(), 1);
}

TEST_F(SweepTest, both_cache_policies_have_their_own_run) {
  plan.caches = {harness::CachePolicy::hot, harness::CachePolicy::cold};
  const Summary s = start();
  EXPECT_EQ(s.runs.size(), 2U);
  EXPECT_EQ(s.trials, 2 * all_trials);
  EXPECT_EQ(count("cache = 'cold' AND newest = 1"), all_trials);
  EXPECT_EQ(count("cache = 'hot' AND newest = 1"), all_trials);
  EXPECT_EQ(query("SELECT count(DISTINCT environment_hash) AS n FROM trial_flat").number(0, "n"), 2)
      << "cold ones have a version of their own";
}

TEST_F(SweepTest, a_cold_trial_takes_no_more_samples_than_it_is_granted) {
  plan.caches = {harness::CachePolicy::hot, harness::CachePolicy::cold};
  plan.protocol.min_samples = 40;
  plan.protocol.max_samples = 60;
  plan.cold_samples = 12;
  start();
  const db::Table policies = query(
      "SELECT cache, json_extract(params, '$.min_samples') AS least, "
      "json_extract(params, '$.max_samples') AS most FROM policy ORDER BY cache");
  ASSERT_EQ(policies.rows.size(), 2U);
  EXPECT_EQ(policies.number(0, "least"), 12);  // cold
  EXPECT_EQ(policies.number(0, "most"), 12);
  EXPECT_EQ(policies.number(1, "least"), 40);
  EXPECT_EQ(policies.number(1, "most"), 60);
}

TEST_F(SweepTest, resume_finds_both_runs_of_a_plan) {
  plan.caches = {harness::CachePolicy::hot, harness::CachePolicy::cold};
  stop = [this] { return runner.calls >= 15; };
  const Summary first = start();
  EXPECT_EQ(first.ending, Ending::stopped);
  stop = {};
  const Summary second = go_on();
  EXPECT_EQ(second.ending, Ending::finished);
  EXPECT_EQ(second.runs, first.runs);
  EXPECT_EQ(first.trials + second.trials, 2 * all_trials);
  const db::Store store(file, db::OpenMode::read_only);
  EXPECT_EQ(status(store, "", false).size(), 2U);
}

TEST_F(SweepTest, an_exception_at_any_point_loses_one_trial_and_resume_ends_the_rest) {
  const auto whole = static_cast<int>(all_trials - refused_trials);
  for (int point = 1; point <= whole; point += 4) {
    std::filesystem::remove(file);
    runner = FakeRunner();
    runner.before_run = [&](const Configuration&) {
      if (runner.calls == point) throw std::runtime_error("the machine caught fire");
    };
    EXPECT_THROW(start(), std::runtime_error);
    EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
    runner.before_run = {};
    const Summary s = go_on();

    EXPECT_EQ(s.ending, Ending::finished);
    EXPECT_EQ(runner.calls, whole + 1) << "at " << point;
    for (const auto& [key, times] : runner.finished) EXPECT_EQ(times, 1) << key;
    EXPECT_EQ(static_cast<int>(runner.finished.size()), whole);
    EXPECT_EQ(count("newest = 1"), all_trials);
    EXPECT_EQ(count("reaped = 1"), 1);
  }
}

TEST_F(SweepTest, an_exception_among_finalists_is_made_up_for) {
  bool burn = true;
  runner.before_interleaved = [&] {
    if (burn) throw std::runtime_error("the machine caught fire");
  };
  EXPECT_THROW(start(), std::runtime_error);
  burn = false;
  go_on();
  // Four problems of spmv and spgemm on each of three matrices: one set of finalists each, one
  // twice.
  EXPECT_EQ(runner.interleaved_calls.size(), 6 * preparations + 1);
  EXPECT_EQ(query("SELECT 1 FROM trial WHERE outcome = 'running'").rows.size(), 0U);
}

TEST_F(SweepTest, failures_of_configurations_are_rows_and_the_sweep_goes_on) {
  runner.outcome_of = [](const Configuration& c) {
    if (c.text() == "csr{speed=2}") return Outcome::crashed;
    return c.text() == "ell{speed=2}" ? Outcome::wrong_result : Outcome::ok;
  };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.outcomes.at(Outcome::crashed), 3);
  EXPECT_EQ(s.outcomes.at(Outcome::wrong_result), 3);
  EXPECT_EQ(start().trials, 0);
}

TEST_F(SweepTest, stopping_commits_the_trial_in_hand) {
  int asked = 0;
  stop = [&] { return ++asked > 12; };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::stopped);
  EXPECT_GT(s.trials, 0);
  EXPECT_EQ(count("newest = 1"), s.trials);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
  // Every configuration of a matrix that was not loaded is taken to fit some problem.
  EXPECT_GE(s.pending, all_trials - s.trials);
  EXPECT_EQ(s.pending, s.unreached);
  stop = {};
  EXPECT_EQ(go_on().pending, 0);
}

TEST_F(SweepTest, budget_ends_the_sweep_and_resume_takes_a_new_one) {
  plan.limits.budget_s = 0.05;
  runner.before_run = [](const Configuration&) { usleep(20000); };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::budget);
  EXPECT_LT(s.trials, all_trials);
  EXPECT_GT(s.unreached, 0);
  EXPECT_LT(s.seconds, 2);
  runner.before_run = {};
  EXPECT_EQ(go_on("", {600}).ending, Ending::finished);
  EXPECT_EQ(count("newest = 1"), all_trials);
}

TEST_F(SweepTest, random_search_is_resumed_where_it_stopped) {
  plan.search = {search::Kind::random, 5};
  plan.operations = {Operation::spmv};
  plan.finalists = false;
  start();
  auto expected = runner.begun;
  std::filesystem::remove(file);
  runner = FakeRunner();
  stop = [this] { return runner.calls >= 7; };
  start();
  stop = {};
  const Summary s = go_on();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(runner.begun, expected);
  EXPECT_EQ(runner.calls, 3 * 5);
}

TEST_F(SweepTest, limits_leave_out_without_rows) {
  plan.limits.max_nnz = 100;
  plan.limits.max_products = 10;
  const Summary s = start();
  EXPECT_EQ(count("operation = 'spgemm'"), 0);
  ASSERT_FALSE(s.excluded.empty());
  EXPECT_TRUE(std::any_of(s.excluded.begin(), s.excluded.end(), [](const Excluded& e) {
    return e.matrix == "large" && e.reason.find("--max-nnz") != std::string::npos;
  }));
  EXPECT_TRUE(std::any_of(s.excluded.begin(), s.excluded.end(), [](const Excluded& e) {
    return e.reason.find("--max-products") != std::string::npos;
  }));
}

TEST_F(SweepTest, a_matrix_that_cannot_be_read_does_not_end_the_sweep) {
  std::ofstream(folder / "tiny.json") << R"({"format": "sptune-suite", "version": 1, "matrices": [
    {"source": "file:missing.mtx", "name": "gone"},
    {"source": "generate:stencil2d{points=6,n=4}", "name": "odd"},
    {"source": "generate:stencil2d{points=5,n=4}", "name": "small"}]})";
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  ASSERT_EQ(s.unreadable.size(), 2U);
  std::map<std::string, std::string> reasons;
  for (const Excluded& e : s.unreadable) reasons[e.matrix] = e.reason;
  EXPECT_THAT(reasons["gone"], HasSubstr("missing.mtx"));
  EXPECT_THAT(reasons["odd"], HasSubstr("matrix 'odd': stencil2d: expected points=5"));
  EXPECT_EQ(s.trials, 16);
}

TEST_F(SweepTest, the_same_matrix_by_another_name_is_left_out_and_said) {
  std::ofstream(folder / "tiny.json") << R"({"format": "sptune-suite", "version": 1, "matrices": [
    {"source": "generate:stencil2d{points=5,n=4}", "name": "one"},
    {"source": "generate:stencil2d{points=5,n=4}", "name": "two"}]})";
  for (plan.search.seed = 1; plan.search.seed < 9; ++plan.search.seed) {
    const Summary s = start();
    EXPECT_EQ(s.ending, Ending::finished);
    EXPECT_EQ(s.matrices, 1U);
    ASSERT_EQ(s.excluded.size(), 1U);
    EXPECT_EQ(s.excluded[0].matrix, "two") << "whatever the seed";
    EXPECT_EQ(s.excluded[0].reason, "the same matrix as one");
  }
}

TEST_F(SweepTest, a_file_that_changed_is_told_when_the_sweep_goes_on) {
  const auto write = [this](const char* entries) {
    std::ofstream(folder / "m.mtx") << "%%MatrixMarket matrix coordinate real general\n" << entries;
  };
  write("2 2 1\n1 1 1\n");
  plan.suite = (folder / "m.mtx").string();
  plan.operations = {Operation::spmv};
  start();
  EXPECT_FALSE(std::any_of(events.begin(), events.end(),
                           [](const Event& e) { return e.kind == EventKind::warning; }));
  write("2 2 2\n1 1 1\n2 2 1\n");
  go_on();
  const auto told = std::find_if(events.begin(), events.end(),
                                 [](const Event& e) { return e.kind == EventKind::warning; });
  ASSERT_NE(told, events.end());
  EXPECT_THAT(told->text, HasSubstr("its file has changed since it was measured: the database "
                                    "holds 2 rows and 1 entries"));
}

TEST_F(SweepTest, rectangular_matrices_are_multiplied_by_their_transpose) {
  start();
  EXPECT_EQ(count("matrix = 'wide' AND operation = 'spgemm' AND b_kind = 'at'"),
            count("matrix = 'wide' AND operation = 'spgemm'"));
  EXPECT_GT(count("matrix = 'wide' AND operation = 'spgemm'"), 0);
  EXPECT_GT(count("matrix = 'small' AND operation = 'spgemm' AND b_kind = 'a'"), 0);
}

TEST_F(SweepTest, progress_counts_up_to_what_was_stored) {
  start();
  std::int64_t last = 0;
  for (const Event& e : events) {
    EXPECT_GE(e.progress.trials_done, last);
    EXPECT_GE(e.progress.eta_s, 0);
    last = e.progress.trials_done;
  }
  EXPECT_EQ(last, all_trials);
  EXPECT_EQ(events.back().progress.trials, all_trials);
}

TEST_F(SweepTest, time_to_go_counts_repetitions_that_have_not_begun) {
  plan.operations = {Operation::spmv};
  const auto forecast_s = [&] { return forecast(plan, {catalogue, library, nullptr, {}}).seconds; };
  const double one = forecast_s();
  plan.repetitions = 5;
  EXPECT_NEAR(forecast_s(), one * 1.75 / 1.15, 1e-9);
  plan.finalists = false;
  EXPECT_NEAR(forecast_s(), one / 1.15, 1e-9);
  plan.finalists = true;

  start();
  // Of the last trial that was searched nothing is left but its finalists and four repetitions.
  double eta = 0;
  for (const Event& e : events) {
    if (e.kind == EventKind::trial) eta = e.progress.eta_s;
  }
  const double searched = 0.01 * (3 * 12 - 2 * 3);  // what the stand-in says that its trials take
  EXPECT_GT(eta, 4 * finalists_share * searched);
}

TEST_F(SweepTest, forecast_counts_what_run_then_does) {
  const auto planned = [&](const db::Store* store) {
    return forecast(plan, {catalogue, library, store, {}});
  };
  const auto sum = [](const Forecast& f, std::int64_t Forecast::Line::*member) {
    std::int64_t n = 0;
    for (const auto& l : f.lines) n += l.*member;
    return n;
  };
  const Forecast before = planned(nullptr);
  EXPECT_EQ(before.matrices, 3U);
  EXPECT_EQ(before.problems, 6);
  EXPECT_EQ(before.lines.size(), 4U);
  EXPECT_EQ(sum(before, &Forecast::Line::pending), all_trials - refused_trials);
  EXPECT_EQ(sum(before, &Forecast::Line::refused), refused_trials);
  EXPECT_GT(before.seconds, 0);
  EXPECT_FALSE(before.calibrated);

  start();
  const db::Store store(file, db::OpenMode::read_only);
  const Forecast after = planned(&store);
  EXPECT_EQ(sum(after, &Forecast::Line::pending), 0);
  EXPECT_EQ(sum(after, &Forecast::Line::stored), all_trials - refused_trials);
  EXPECT_TRUE(after.calibrated);
}

TEST_F(SweepTest, resume_needs_a_run) {
  { const db::Store store(file, db::OpenMode::create); }
  EXPECT_THROW(go_on(), DatabaseError);
  EXPECT_THROW(go_on("no such uuid"), DatabaseError);
}

TEST_F(SweepTest, resume_on_another_machine_is_refused) {
  stop = [this] { return runner.calls >= 3; };
  start();
  stop = {};
  hardware.hash = "another machine";
  EXPECT_THROW(go_on(), DatabaseError);
}

TEST_F(SweepTest, senseless_plans_are_refused_before_anything_is_written) {
  plan.variants = {"nonsense"};
  EXPECT_THROW(start(), UsageError);
  plan.variants = {};
  plan.search.kind = search::Kind::random;
  EXPECT_THROW(start(), UsageError);
  plan.search = {};
  plan.search.gain = std::nan("");
  EXPECT_THROW(start(), UsageError);
  plan.search = {};
  for (const double ratio : {0.5, -1.0, std::nan("")}) {
    plan.protocol.dominated_ratio = ratio;
    EXPECT_THROW(start(), UsageError) << ratio;
  }
  plan.protocol.dominated_ratio = 0;
  plan.caches = {};
  EXPECT_THROW(start(), UsageError);
  EXPECT_EQ(query("SELECT 1 FROM run").rows.size(), 0U);
}

}  // namespace
}  // namespace sptune::sweep::test
