// SPDX-License-Identifier: BSD-3-Clause
// Right when verified and wrong when timed is wrong, and whoever harms others is found and leaves
// nothing behind.
#include "tests/fault/faults.hpp"

#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

using harness::Outcome;
using harness::Trial;
using testing::HasSubstr;

class TimedResults : public Faults {
 protected:
  void expect_wrong(const std::string& kind, const std::string& message, double best_us = 0,
                    const std::string& stage = "measure") {
    SCOPED_TRACE(kind);
    const Trial t = run(late(kind), best_us);

    EXPECT_EQ(t.outcome, Outcome::wrong_result);
    EXPECT_EQ(t.stage, stage);
    EXPECT_THAT(t.message, HasSubstr(message));
    EXPECT_TRUE(t.verification.done);
    EXPECT_FALSE(t.verification.ok);
    EXPECT_EQ(t.verification.first_bad, t.message);
    EXPECT_TRUE(t.samples.empty()) << "times of something else";
    expect_good_trial();
  }
};

TEST_F(TimedResults, variant_without_a_fault_is_measured) {
  const Trial t = run(late("none"));

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_EQ(t.stage_s.count("recheck"), 1U);
}

TEST_F(TimedResults, rows_wrong_from_some_run_on_are_a_wrong_result) {
  expect_wrong("wrong_later", "found 7 (right when verified, wrong after timing)");
  expect_wrong("one_row_wrong_later", "row 500: expected");
  expect_wrong("stops_writing", "found nan (right when verified, wrong after timing)");
  expect_wrong("adds_to_y_later", "found nan (right when verified, wrong after timing)");
  protocol_.cache = harness::CachePolicy::cold;
  expect_wrong("stops_writing", "found nan (right when verified, wrong after timing)");
}

TEST_F(TimedResults, dominated_trials_are_checked_too) {
  expect_wrong("wrong_later", "wrong after timing", /*best_us=*/1e-6);
}

TEST_F(TimedResults, write_outside_y_in_a_timed_run_is_a_wrong_result) {
  expect_wrong("overruns_later", "wrote outside y (after timing)");
}

TEST_F(TimedResults, whoever_changes_its_input_is_at_fault_and_no_one_else) {
  expect_wrong("scribbles_on_values", "changed its input: values of A");
  expect_wrong("scribbles_on_columns", "changed its input: columns of A");
  expect_wrong("scribbles_on_x", "changed its input: x");
}

TEST_F(TimedResults, entry_that_is_missing_in_a_long_row_of_floats_is_noticed) {
  for (const Index cols : {3000, 20'000, 100'000}) {
    problem_ = spmv_problem(folder_.add(ragged(50, cols)), ValueType::f32);
    expect_wrong("misses_an_entry", "row 49: expected", 0, "verify");
  }
  problem_ = spmv_problem(folder_.add(ragged(50, 20'000)), ValueType::f32);
  expect_wrong("misses_an_entry_later", "row 49: expected");
}

TEST_F(TimedResults, wrong_result_in_a_used_worker_is_tried_anew_in_a_fresh_one) {
  EXPECT_EQ(run(late("spoils_others")).outcome, Outcome::ok) << "nothing shows";
  const Trial t = run(late("wrong_where_spoiled"));

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
}

TEST_F(TimedResults, crash_in_a_used_worker_is_tried_anew_in_a_fresh_one) {
  EXPECT_EQ(run(late("spoils_others")).outcome, Outcome::ok) << "nothing shows";
  const Trial t = run(late("aborts_where_spoiled"));

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
}

/// Process id of the worker; 0 when there is none.
pid_t worker_pid() {
  pid_t worker = 0;
  std::ifstream(fmt::format("/proc/self/task/{}/children", gettid())) >> worker;
  return worker;
}

TEST_F(TimedResults, worker_of_a_wrong_result_is_retired_with_what_it_held) {
  expect_good_trial();
  const pid_t first = worker_pid();
  expect_good_trial();
  EXPECT_EQ(worker_pid(), first) << "workers are kept while all is well";

  EXPECT_EQ(run(fault("wrong_value")).outcome, Outcome::wrong_result);
  EXPECT_EQ(worker_pid(), 0);
}

TEST_F(TimedResults, finalists_are_checked_after_their_last_repetition) {
  const std::vector<ResolvedConfiguration> list{good(), late("one_row_wrong_later"), late("none"),
                                                late("overruns_later")};
  const auto trials = interleaved(list);

  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[0].outcome, Outcome::ok) << trials[0].message;
  EXPECT_EQ(trials[1].outcome, Outcome::wrong_result);
  EXPECT_THAT(trials[1].message, HasSubstr("wrong after timing"));
  EXPECT_EQ(trials[2].outcome, Outcome::ok) << trials[2].message;
  EXPECT_EQ(trials[3].outcome, Outcome::wrong_result);
  EXPECT_THAT(trials[3].message, HasSubstr("wrote outside y"));
  EXPECT_EQ(trials[0].samples.at("total").size(), trials[2].samples.at("total").size());
}

TEST_F(TimedResults, finalist_that_changes_inputs_does_not_take_the_others_with_it) {
  const std::vector<ResolvedConfiguration> list{good(), late("scribbles_on_values"), late("none"),
                                                fault("none")};
  const auto trials = interleaved(list);

  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[1].outcome, Outcome::wrong_result);
  EXPECT_THAT(trials[1].message, HasSubstr("changed its input: values of A"));
  for (const std::size_t innocent : {0U, 2U, 3U}) {
    EXPECT_EQ(trials[innocent].outcome, Outcome::ok) << trials[innocent].message;
    EXPECT_EQ(trials[innocent].samples.at("total").size(), 6U * harness::samples_per_repetition);
  }
}

/// And no trial of its own stands among those that were interleaved.
TEST_F(TimedResults, finalist_that_fails_in_company_alone_is_not_blamed_for_it) {
  for (const char* victim : {"wrong_where_spoiled", "aborts_where_spoiled"}) {
    const std::vector<ResolvedConfiguration> list{late("spoils_others"), late(victim)};
    const auto trials = interleaved(list);

    ASSERT_EQ(trials.size(), 2U);
    EXPECT_EQ(trials[0].outcome, Outcome::ok) << trials[0].message;
    EXPECT_TRUE(trials[1].from_outside) << trials[1].message;
    EXPECT_TRUE(harness::inconclusive(trials[1]));
    EXPECT_TRUE(trials[1].samples.empty());
  }
}

}  // namespace
}  // namespace sptune::test
