// SPDX-License-Identifier: BSD-3-Clause
// A finished sweep is finished, an unfinished one can always be finished (docs/decisions/007).
#include "tuner/sweep/problem_sweep.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace sptune::sweep::test {
namespace {

using harness::Outcome;
using ::testing::HasSubstr;

struct PendingTest : SweepTest {
  PendingTest() {
    plan.operations = {Operation::spmv};
    runner.time_of = [](const Configuration& c) { return c.variant == "csr" ? 10.0 : 50.0; };
  }
  /// A set of them takes longer than the budget: 36 samples and as many runs beside, 14 s each.
  void make_finalists_slow() {
    plan.limits.budget_s = 5;
    runner.time_of = [](const Configuration&) { return 2e5; };
  }
  /// Rows in the file, whatever they are.
  [[nodiscard]] std::size_t rows() const { return query("SELECT 1 FROM trial").rows.size(); }
  void expect_nothing_more_to_do() {
    const std::size_t before = rows();
    const int calls = runner.calls;
    const std::size_t interleaved = runner.interleaved_calls.size();
    EXPECT_EQ(go_on().ending, Ending::finished);
    EXPECT_EQ(start().ending, Ending::finished);
    EXPECT_EQ(rows(), before);
    EXPECT_EQ(runner.calls, calls);
    EXPECT_EQ(runner.interleaved_calls.size(), interleaved);
  }
};

TEST_F(PendingTest, what_was_disturbed_counts_for_nothing_and_is_measured_again_in_the_same_sweep) {
  int trials = 0;
  runner.change = [&](harness::Trial& t) {
    if (t.configuration.variant == "csr" && ++trials <= 2) disturb(t);
  };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.disturbed, 2);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(query("SELECT 1 FROM disturbed WHERE mended = 1 AND waiting_threads = 0.5").rows.size(),
            2U);
  EXPECT_EQ(count("reaped = 1 AND outcome = 'ok'"), 2);
  EXPECT_EQ(query("SELECT 1 FROM usable WHERE median_us > 500").rows.size(), 0U);
  EXPECT_EQ(query("SELECT 1 FROM best WHERE median_us = 10").rows.size(), 3U);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, finalists_that_were_disturbed_are_measured_again_at_once_and_at_the_end) {
  plan.limits.max_matrices = 1;
  std::size_t calls = 0;
  runner.change = [&](harness::Trial& t) {
    if (t.stop_reason == harness::in_repetitions && runner.interleaved_calls.size() <= calls)
      disturb(t);
  };
  calls = 2;  // of the first preparation: begun again until it is quiet
  EXPECT_EQ(start().ending, Ending::finished);
  EXPECT_EQ(runner.interleaved_calls.size(), preparations + 2);
  EXPECT_EQ(query("SELECT 1 FROM disturbed").rows.size(), 0U);

  plan.repetitions = 2;
  calls = runner.interleaved_calls.size() + 9;  // all of the next set's, at the end it is quiet
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(query("SELECT DISTINCT mended FROM disturbed").rows.size(), 1U);
  EXPECT_EQ(count("reaped = 1 AND stop_reason = 'repetitions'"), s.disturbed);
  EXPECT_EQ(query("SELECT 1 FROM result WHERE attempts = 2").rows.size(),
            static_cast<std::size_t>(s.remeasured));
  EXPECT_EQ(query("SELECT 1 FROM usable WHERE median_us > 500").rows.size(), 0U);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, on_a_machine_that_stays_busy_the_sweep_ends_and_goes_on_when_it_is_quiet) {
  plan.search.kind = search::Kind::exhaustive;
  bool busy = true;
  runner.change = [&](harness::Trial& t) {
    if (busy) disturb(t);
  };
  Summary s = start();
  EXPECT_THAT(s.ending, ::testing::AnyOf(Ending::busy, Ending::incomplete));
  EXPECT_GT(s.disturbed, 20);
  EXPECT_LE(s.disturbed, most_disturbed_in_a_row);
  EXPECT_EQ(query("SELECT 1 FROM usable").rows.size(), 0U);
  EXPECT_EQ(query("SELECT 1 FROM best").rows.size(), 0U);
  busy = false;
  s = go_on();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(query("SELECT 1 FROM best WHERE median_us = 10").rows.size(), 3U);

  plan.keep_disturbed = true;
  plan.suite = (folder / "tiny.json").string();
  file = folder / "kept.sqlite";
  busy = true;
  EXPECT_EQ(start().ending, Ending::finished) << "believed all the same";
  EXPECT_EQ(query("SELECT 1 FROM best WHERE median_us = 1000").rows.size(), 3U);
}

TEST_F(PendingTest, what_is_asked_after_the_last_trial_ends_nothing) {
  bool asked = false;
  int left = 3 * 12 - 2 * 3;
  plan.finalists = false;
  runner.change = [&](harness::Trial&) { asked = --left == 0; };
  stop = [&] { return asked; };
  const Summary s = start();
  EXPECT_EQ(left, 0);
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "finished");
}

/// Of one device, while another makes the last set.
TEST_F(PendingTest, what_is_asked_during_the_last_set_ends_nothing) {
  plan.limits.max_matrices = 1;
  std::atomic<bool> last = false;
  std::atomic<int> heard = 0;
  stop = [&] {
    if (last) ++heard;
    return last.load();
  };
  runner.before_interleaved = [&] {
    last = runner.interleaved_calls.size() == preparations;
    while (last && heard == 0) std::this_thread::yield();
  };
  db::Store store(file, db::OpenMode::create);
  Context c = context(store);
  for (const char* device : {"one", "two"}) c.lanes.push_back({device, runner, {}});
  const Summary s = run(plan, c);
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "finished");
}

TEST_F(PendingTest, what_is_asked_before_the_first_matrix_was_looked_at_ends_all) {
  stop = [] { return true; };
  EXPECT_EQ(start().ending, Ending::stopped);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
  stop = {};
  EXPECT_EQ(go_on().ending, Ending::finished);
}

TEST_F(PendingTest, kills_among_finalists_leave_a_row_each_and_the_set_is_measured_again_whole) {
  plan.limits.max_matrices = 1;
  int deaths = 0;
  runner.before_interleaved = [&] {
    if (deaths < 8 && runner.interleaved_calls.size() % 2 == 0) {
      ++deaths;
      throw std::runtime_error("dies here");
    }
  };
  EXPECT_THROW(start(), std::runtime_error);
  for (int i = 1; i < 8; ++i) EXPECT_THROW(go_on(), std::runtime_error);
  const Summary s = go_on();

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(count("reaped = 1"), 8);
  EXPECT_EQ(count("stop_reason = 'repetitions' AND newest = 1"), s.remeasured);
  EXPECT_EQ(rows(), static_cast<std::size_t>(12 + 8 + s.remeasured));
  EXPECT_EQ(query("SELECT remeasured FROM best").number(0, "remeasured"), 1);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, finalists_that_always_kill_the_sweep_do_not_keep_it_from_the_rest) {
  bool deadly = true;
  std::string victim;
  runner.before_interleaved = [&] {
    if (victim.empty()) victim = runner.begun.back();
    const bool same = victim.substr(0, victim.find(' ')) ==
                      runner.begun.back().substr(0, runner.begun.back().find(' '));
    if (deadly && same) throw std::runtime_error("dies here");
  };
  EXPECT_THROW(start(), std::runtime_error);
  for (int i = 1; i < deaths_until_last; ++i) EXPECT_THROW(go_on(), std::runtime_error);
  // From now on the others come first. `begun` names the last problem searched, another one.
  go_on();
  EXPECT_EQ(count("newest = 1"), 3 * 12);
  EXPECT_EQ(query("SELECT 1 FROM best WHERE remeasured = 1").rows.size(), 3U);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, a_point_that_always_kills_the_sweep_is_tried_last_and_once) {
  bool deadly = true;
  runner.before_run = [&](const Configuration& c) {
    if (deadly && c.text() == "ell{speed=2}") throw std::runtime_error("dies here");
  };
  EXPECT_THROW(start(), std::runtime_error);
  // Three times on each of three matrices; then the others are all there.
  for (int i = 1; i < 3 * deaths_until_last; ++i) EXPECT_THROW(go_on(), std::runtime_error);
  const int calls = runner.calls;
  EXPECT_THROW(go_on(), std::runtime_error);
  EXPECT_EQ(count("newest = 1 AND stop_reason IS NOT 'refused'"), 3 * 12 - 3);
  EXPECT_EQ(query("SELECT 1 FROM best WHERE remeasured = 1").rows.size(), 3U);
  EXPECT_THROW(go_on(), std::runtime_error);
  EXPECT_EQ(runner.begun.back().substr(runner.begun.back().size() - 12), "ell{speed=2}");
  EXPECT_GT(runner.calls, calls);
  EXPECT_EQ(count("outcome = 'skipped'"), 0);

  deadly = false;
  const Summary s = go_on();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(count("newest = 1"), 3 * 12);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, a_point_whose_worker_was_ended_from_outside_stays_pending) {
  bool killing = true;
  runner.change = [&](harness::Trial& t) {
    if (!killing || t.configuration.text() != "ell{speed=2}") return;
    t.outcome = Outcome::crashed;
    t.samples.clear();
    t.from_outside = true;
    t.signal = 9;
  };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(s.pending, 3);
  EXPECT_EQ(count("newest = 1"), 3 * 12 - 3) << "the others were measured";
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
  EXPECT_EQ(go_on().pending, 3);
  EXPECT_EQ(count("reaped = 1"), 6);

  killing = false;
  const Summary last = go_on();
  EXPECT_EQ(last.ending, Ending::finished);
  EXPECT_EQ(last.pending, 0);
  EXPECT_EQ(last.trials, 3);
  EXPECT_EQ(count("newest = 1"), 3 * 12);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, finalists_whose_worker_was_ended_from_outside_are_measured_by_the_next_resume) {
  plan.limits.max_matrices = 1;
  bool killing = true;
  runner.change = [&](harness::Trial& t) {
    if (!killing || runner.interleaved_calls.empty()) return;
    t.outcome = Outcome::crashed;
    t.samples.clear();
    t.from_outside = true;
  };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(s.pending, static_cast<std::int64_t>(runner.interleaved_calls.at(0).size()));
  EXPECT_EQ(count("newest = 1 AND outcome IN ('ok', 'refused')"), 12);
  EXPECT_EQ(query("SELECT 1 FROM best").rows.size(), 1U);
  killing = false;
  EXPECT_EQ(go_on().remeasured, s.pending);
  expect_nothing_more_to_do();
}

/// Loading a problem takes more memory than there is.
std::function<void(harness::Trial&)> out_of_memory_while(const bool& short_of_it) {
  return [&short_of_it](harness::Trial& t) {
    if (!short_of_it) return;
    t.outcome = Outcome::out_of_memory;
    t.stage = "load";
    t.samples.clear();
  };
}

TEST_F(PendingTest,
       a_problem_that_cannot_be_loaded_is_asked_for_once_and_again_by_the_next_resume) {
  bool broken = true;
  runner.change = out_of_memory_while(broken);
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(runner.calls, 3);
  EXPECT_EQ(s.pending, 3 * 12 - 2 * 3);
  ASSERT_EQ(s.unreadable.size(), 3U);
  EXPECT_THAT(s.unreadable[0].reason, HasSubstr("could not be loaded"));
  broken = false;
  EXPECT_EQ(go_on().ending, Ending::finished);
  EXPECT_EQ(count("newest = 1"), 3 * 12);
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, a_resume_with_more_memory_loads_and_measures_what_less_could_not) {
  bool small = true;
  runner.change = out_of_memory_while(small);
  plan.protocol.memory_limit = 500'000;
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(s.too_little_memory, 500'000);
  ASSERT_FALSE(s.unreadable.empty());
  EXPECT_THAT(s.unreadable[0].reason, HasSubstr("within a worker's memory limit of 0 MiB"));
  EXPECT_EQ(count("configuration LIKE '%speed=3%' AND outcome = 'refused'"), 9);
  small = false;
  const Summary more = go_on("", {0, 1'000'000'000});
  EXPECT_EQ(more.ending, Ending::finished);
  EXPECT_EQ(more.too_little_memory, 0);
  EXPECT_EQ(count("configuration LIKE '%speed=3%' AND newest = 1 AND outcome = 'ok'"), 9);
  plan.protocol.memory_limit = 0;
  const int calls = runner.calls;
  EXPECT_EQ(start().ending, Ending::finished);
  EXPECT_EQ(runner.calls, calls);
}

TEST_F(PendingTest, a_finalist_that_fails_among_finalists_keeps_what_was_measured_before) {
  plan.limits.max_matrices = 1;
  runner.outcome_of = [&](const Configuration& c) {
    return !runner.interleaved_calls.empty() && c.text() == "csr{speed=2}" ? Outcome::timeout
                                                                           : Outcome::ok;
  };
  EXPECT_EQ(start().ending, Ending::finished);
  EXPECT_EQ(count("configuration = 'csr{speed=2}' AND newest = 1 AND outcome = 'ok'"), 1);
  EXPECT_EQ(count("configuration = 'csr{speed=2}' AND outcome = 'timeout'"), 1);
  // What failed after one preparation is left out of the later ones.
  ASSERT_EQ(runner.interleaved_calls.size(), preparations);
  EXPECT_THAT(runner.interleaved_calls[0], ::testing::Contains("csr{speed=2}"));
  EXPECT_THAT(runner.interleaved_calls[1], ::testing::Not(::testing::Contains("csr{speed=2}")));
  expect_nothing_more_to_do();
}

TEST_F(PendingTest, stopping_between_repetitions_of_finalists_leaves_no_trace) {
  stop = [this] { return runner.interleaved_calls.size() == 1; };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::stopped);
  EXPECT_EQ(runner.interleaved_calls.size(), 1U);
  EXPECT_EQ(s.remeasured, 0);
  EXPECT_EQ(query("SELECT 1 FROM trial WHERE outcome = 'running' OR reaped = 1").rows.size(), 0U);
  stop = {};
  EXPECT_EQ(go_on().ending, Ending::finished);
  EXPECT_EQ(query("SELECT 1 FROM best WHERE remeasured = 1").rows.size(), 3U);
}

TEST_F(PendingTest, a_budget_shorter_than_the_finalists_does_not_make_a_sweep_endless) {
  plan.limits.max_matrices = 1;
  plan.limits.budget_s = 0.5;
  runner.before_interleaved = [] { usleep(250'000); };
  Summary s = start();
  for (int i = 0; i < 10 && s.ending == Ending::budget; ++i) s = go_on();
  EXPECT_EQ(s.ending, Ending::finished);
}

TEST_F(PendingTest, finalists_that_the_budget_is_too_short_for_are_left_unless_they_are_all_of_it) {
  make_finalists_slow();
  Summary s = start();
  EXPECT_EQ(s.ending, Ending::budget);
  EXPECT_GT(s.left_finalists, 0);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(s.remeasured, 0);
  EXPECT_TRUE(runner.interleaved_calls.empty());
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");

  // Nothing else is left to measure: a set each time.
  std::size_t sets = 0;
  for (; s.ending == Ending::budget && sets < 10; ++sets) {
    s = go_on();
    EXPECT_EQ(runner.interleaved_calls.size(), (sets + 1) * preparations);
  }
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(sets, 3U);
  EXPECT_EQ(s.left_finalists, 0);
}

/// Whatever is tried before them in vain.
TEST_F(PendingTest, finalists_longer_than_a_budget_do_not_wait_for_points_that_die) {
  make_finalists_slow();
  runner.change = [](harness::Trial& t) {
    if (t.configuration.text() != "csr{speed=2}" || t.stop_reason == harness::in_repetitions)
      return;
    t.outcome = harness::Outcome::crashed;
    t.from_outside = true;
    t.samples.clear();
  };
  EXPECT_EQ(start().ending, Ending::budget);
  EXPECT_TRUE(runner.interleaved_calls.empty());
  (void)go_on();
  EXPECT_EQ(runner.interleaved_calls.size(), preparations);
}

TEST_F(PendingTest, a_finished_sweep_stays_finished_however_short_the_budget_of_a_resume) {
  EXPECT_EQ(start().ending, Ending::finished);
  for (const double budget_s : {1e-9, 1e-3}) {
    EXPECT_EQ(go_on("", {budget_s}).ending, Ending::finished) << budget_s;
    EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "finished") << budget_s;
  }
  int asked = 0;
  stop = [&] { return ++asked > 3; };
  EXPECT_EQ(go_on().ending, Ending::stopped);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "finished");
}

TEST_F(PendingTest, a_resume_that_comes_to_nothing_leaves_pending_what_was) {
  constexpr int left = 3;
  plan.finalists = false;
  plan.caches = {harness::CachePolicy::hot, harness::CachePolicy::cold};
  constexpr int all = 2 * (3 * 12 - 2 * 3);
  for (const search::Kind kind : {search::Kind::exhaustive, search::Kind::guided}) {
    for (const bool again : {false, true}) {
      std::filesystem::remove(file);
      runner = FakeRunner();
      plan.search.kind = kind;
      plan.again = again;
      stop = [&] { return runner.calls >= all - left; };
      EXPECT_LE(start().pending, left);
      stop = {};
      const Summary s = go_on("", {1e-9});
      EXPECT_EQ(s.ending, Ending::budget);
      EXPECT_EQ(s.trials, 0);
      EXPECT_EQ(s.pending, left) << search::to_string(kind) << again;
      EXPECT_EQ(s.unreached, left) << search::to_string(kind) << again;
    }
  }
}

TEST_F(PendingTest, a_resume_that_is_stopped_at_once_counts_what_is_stored) {
  constexpr int left = 3;
  plan.finalists = false;
  stop = [&] { return runner.calls >= 3 * 12 - 2 * 3 - left; };
  EXPECT_LE(start().pending, left);
  int asked = 0;
  stop = [&] { return ++asked > 6; };  // when the suite was read
  const Summary s = go_on();
  EXPECT_EQ(s.ending, Ending::stopped);
  EXPECT_EQ(s.pending, left);
}

TEST_F(PendingTest, a_resume_by_the_first_of_two_runs_goes_on_with_both) {
  plan.finalists = false;
  plan.caches = {harness::CachePolicy::hot, harness::CachePolicy::cold};
  stop = [this] { return runner.calls >= 20; };
  const Summary s = start();
  ASSERT_EQ(s.runs.size(), 2U);
  stop = {};
  const Summary rest = go_on(s.runs.front());
  EXPECT_EQ(rest.ending, Ending::finished);
  EXPECT_EQ(rest.runs, s.runs);
  EXPECT_EQ(query("SELECT 1 FROM run WHERE state = 'finished'").rows.size(), 2U);
}

TEST_F(PendingTest, what_other_plans_stored_of_a_matrix_does_not_count_as_done) {
  plan.finalists = false;
  plan.operations = {Operation::spmv};
  plan.variants = {"csr"};
  EXPECT_EQ(start().ending, Ending::finished);
  plan.variants = {"ell"};
  plan.limits.budget_s = 1e-9;
  EXPECT_EQ(start().pending, 3 * 4);
}

TEST_F(PendingTest, a_matrix_that_came_since_makes_a_finished_sweep_unfinished) {
  EXPECT_EQ(start().ending, Ending::finished);
  std::string more = manifest;
  more.insert(more.rfind(']'),
              R"(, {"source": "generate:stencil2d{points=5,n=3}", "name": "new"})");
  std::ofstream(folder / "tiny.json") << more;
  EXPECT_EQ(go_on("", {1e-9}).ending, Ending::budget);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
  EXPECT_EQ(go_on().ending, Ending::finished);
}

TEST_F(PendingTest, finalists_and_repetitions_are_in_the_time_to_go) {
  plan.repetitions = 2;
  start();
  int repetitions = 0;
  for (const Event& e : events) {
    const bool working = e.kind == EventKind::trial || e.kind == EventKind::finalists;
    if (working && (e.progress.repetition < 2 || e.kind == EventKind::finalists)) {
      EXPECT_GT(e.progress.eta_s, 0) << e.matrix;
    }
    repetitions = std::max(repetitions, e.progress.repetition);
    EXPECT_EQ(e.progress.repetitions, e.kind == EventKind::reading ? 1 : 2);
  }
  EXPECT_EQ(repetitions, 2);
}

}  // namespace
}  // namespace sptune::sweep::test
