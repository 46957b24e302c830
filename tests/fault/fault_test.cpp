// SPDX-License-Identifier: BSD-3-Clause
// Every way in which a configuration can misbehave becomes its typed outcome, and the next good
// trial works.
#include "harness/engine/runner.hpp"
#include "harness/environment/sanitizers.hpp"
#include "sptune/error.hpp"
#include "tests/fault/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

namespace sptune::test {
namespace {

using harness::Outcome;
using harness::Trial;
using testing::HasSubstr;

constexpr const char* sanitized =
#ifdef SPTUNE_SANITIZED
    "address";
#else
    nullptr;
#endif

std::size_t open_descriptors() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

TEST_F(Faults, good_variant_is_measured) {
  expect_good_trial();
}

TEST_F(Faults, segfault_is_a_crash_with_its_signal) {
  const Trial t = run(fault("segfault"));

  EXPECT_EQ(t.outcome, Outcome::crashed);
  EXPECT_EQ(t.stage, "first_run");
  if (sanitized == nullptr) {
    EXPECT_EQ(t.signal, SIGSEGV);
  }
  expect_good_trial();
}

TEST_F(Faults, abort_is_a_crash_with_its_signal) {
  const Trial t = run(fault("abort"));

  EXPECT_EQ(t.outcome, Outcome::crashed);
  EXPECT_EQ(t.signal, SIGABRT);
  EXPECT_THAT(t.message, HasSubstr("signal 6"));
  expect_good_trial();
}

TEST_F(Faults, exit_is_a_crash_with_its_status) {
  const Trial t = run(fault("exit"));

  EXPECT_EQ(t.outcome, Outcome::crashed);
  EXPECT_EQ(t.signal, 0);
  EXPECT_THAT(t.message, HasSubstr("status 7"));
  expect_good_trial();
}

TEST_F(Faults, hang_in_run_is_a_timeout_of_the_first_run) {
  protocol_.run_limit_s = 0.3;
  const Trial t = run(fault("hang_in_run"));

  EXPECT_EQ(t.outcome, Outcome::timeout);
  EXPECT_EQ(t.stage, "first_run");
  EXPECT_DOUBLE_EQ(t.limit_s, 0.3);
  EXPECT_EQ(t.message, "killed after 0.3 s in first_run (--stage-limit)");
  EXPECT_LT(t.wall_s, 10);
  protocol_.run_limit_s = 20;
  expect_good_trial();
}

TEST_F(Faults, hang_in_prepare_is_a_timeout_of_prepare) {
  protocol_.prepare_limit_s = 0.3;
  const Trial t = run(fault("hang_in_prepare"));

  EXPECT_EQ(t.outcome, Outcome::timeout);
  EXPECT_EQ(t.stage, "prepare");
  expect_good_trial();
}

TEST_F(Faults, hang_in_measure_is_killed_by_the_limit_that_follows_from_the_best) {
  protocol_.measure_limit_s = 60;
  const Trial t = run(fault("hang_in_measure"), /*best_us=*/5);

  EXPECT_EQ(t.outcome, Outcome::timeout);
  EXPECT_EQ(t.stage, "measure");
  EXPECT_NEAR(t.limit_s, 2 + 6 * protocol_.time_budget_s, 1e-9);
  EXPECT_EQ(t.message, "killed after 2.12 s in measure") << "which no option raises";
  expect_good_trial();
}

TEST_F(Faults, hang_in_measure_is_killed_by_the_limit_of_stages_where_that_is_shorter) {
  protocol_.limit_stages(0.5);
  const Trial t = run(fault("hang_in_measure"), /*best_us=*/5);

  EXPECT_EQ(t.stage, "measure");
  EXPECT_EQ(t.message, "killed after 0.5 s in measure (--stage-limit)");
  EXPECT_DOUBLE_EQ(protocol_.load_limit_s, 60) << "which is not of a trial";
}

TEST_F(Faults, crash_in_measure_keeps_its_stage) {
  const Trial t = run(fault("crash_in_measure"));

  EXPECT_EQ(t.outcome, Outcome::crashed);
  EXPECT_EQ(t.stage, "measure");
  expect_good_trial();
}

TEST_F(Faults, wrong_value_is_a_wrong_result_that_names_the_row) {
  const Trial t = run(fault("wrong_value"));

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_TRUE(t.verification.done);
  EXPECT_FALSE(t.verification.ok);
  EXPECT_GT(t.verification.max_bound_ratio, 1);
  EXPECT_THAT(t.verification.first_bad, HasSubstr("row 500: expected"));
  EXPECT_TRUE(t.samples.empty());
  expect_good_trial();
}

TEST_F(Faults, row_left_out_is_found_by_the_poison) {
  const Trial t = run(fault("leaves_row"));

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_THAT(t.message, HasSubstr("row 999"));
  EXPECT_THAT(t.message, HasSubstr("nan"));
  expect_good_trial();
}

TEST_F(Faults, ignored_beta_is_a_wrong_result) {
  const Trial t = run(fault("ignores_beta"));

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_THAT(t.message, HasSubstr("beta=-0.5"));
  expect_good_trial();
}

TEST_F(Faults, write_past_the_end_is_found_by_the_guard_zone) {
  const Trial t = run(fault("overrun"));

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_THAT(t.message, HasSubstr("wrote outside y"));
  expect_good_trial();
}

TEST_F(Faults, allocation_without_bound_is_out_of_memory) {
  protocol_.memory_limit = std::int64_t{400} << 20;
  const Trial t = run(fault("allocate"));

  EXPECT_EQ(t.outcome, Outcome::out_of_memory) << t.message;
  EXPECT_EQ(t.stage, "first_run");
  expect_good_trial();
}

TEST_F(Faults, exception_is_an_error_with_its_message) {
  const Trial t = run(fault("throws"));

  EXPECT_EQ(t.outcome, Outcome::error);
  EXPECT_EQ(t.message, "the variant threw this");
  expect_good_trial();
}

TEST_F(Faults, exception_of_another_type_is_an_error) {
  EXPECT_EQ(run(fault("throws_int")).outcome, Outcome::error);
  expect_good_trial();
}

TEST_F(Faults, changing_bits_of_a_variant_declared_deterministic_are_a_wrong_result) {
  const Trial t = run(fault("nondeterministic"));

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_FALSE(t.verification.repeatable);
  EXPECT_THAT(t.message, HasSubstr("declared deterministic"));
  expect_good_trial();
}

TEST_F(Faults, right_but_fluctuating_is_measured_as_it_is) {
  const Trial t = run(fault("fluctuates"));

  ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
  const auto& us = t.samples.at("total");
  const auto [least, most] = std::minmax_element(us.begin(), us.end());
  EXPECT_GT(*most, 1.5 * *least) << "nothing is smoothed away";
  EXPECT_NE(t.stop_reason, "confidence");
  expect_good_trial();
}

TEST_F(Faults, a_worker_is_replaced_within_two_seconds_canary_included) {
  for (const char* kind : {"segfault", "exit", "throws", "wrong_value", "crash_in_measure"}) {
    (void)run(fault(kind));
    const Trial t = run(good());
    EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_LT(t.wall_s, 2) << kind;
  }
}

TEST_F(Faults, refusal_carries_its_reason) {
  problem_ = spmv_problem(folder_.add(ragged(13, 20)));
  const Trial t = run(good());

  EXPECT_EQ(t.outcome, Outcome::refused);
  EXPECT_EQ(t.message, "13 rows bring bad luck");
}

TEST_F(Faults, variant_that_the_worker_does_not_have_is_an_error_that_names_the_known_ones) {
  Variant stranger = *faulty_catalogue(false).find(Operation::spmv, Backend::cpu, "good");
  stranger.facts.name = "nonesuch";
  const Trial t = run(stranger.default_configuration());

  EXPECT_EQ(t.outcome, Outcome::error);
  EXPECT_THAT(t.message, HasSubstr("known: good, faulty"));
  expect_good_trial();
}

TEST(FaultyCatalogue, refuses_an_unknown_variant_and_names_the_known_ones) {
  const auto unknown = faulty_catalogue(false).parse(Operation::spmv, Backend::cpu, "nonesuch{}");

  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error(), HasSubstr("unknown variant 'nonesuch'"));
  EXPECT_THAT(unknown.error(), HasSubstr("known: good, faulty"));
}

TEST_F(Faults, second_death_on_a_problem_is_the_last) {
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run(fault("abort")).outcome, Outcome::crashed);
  const Trial t = run(fault("abort"));

  EXPECT_EQ(t.outcome, Outcome::skipped);
  EXPECT_THAT(t.message, HasSubstr("killed its worker 2 times"));
  expect_good_trial();
  problem_.value_type = ValueType::f32;
  EXPECT_EQ(run(fault("abort")).outcome, Outcome::crashed) << "another problem counts anew";
}

TEST_F(Faults, missing_matrix_file_is_tried_once) {
  problem_.a_hash = "00000000000000000000000000000000";
  const Trial first = run(good());
  const Trial second = run(good());

  EXPECT_EQ(first.outcome, Outcome::error);
  EXPECT_EQ(first.stage, "load");
  EXPECT_EQ(second.outcome, Outcome::skipped);
  EXPECT_THAT(second.message, HasSubstr("could not be loaded"));
}

TEST_F(Faults, interleaving_goes_on_without_the_one_that_crashes) {
  const std::vector<ResolvedConfiguration> list{good(), fault("crash_in_measure"), fault("none"),
                                                fault("wrong_value")};
  const auto trials = interleaved(list);

  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[0].outcome, Outcome::ok);
  EXPECT_EQ(trials[1].outcome, Outcome::crashed);
  EXPECT_EQ(trials[1].configuration, list[1].configuration());
  EXPECT_EQ(trials[2].outcome, Outcome::ok);
  EXPECT_EQ(trials[3].outcome, Outcome::wrong_result);
  EXPECT_EQ(trials[0].samples.at("total").size(), 6U * harness::samples_per_repetition);
  EXPECT_EQ(trials[2].samples.at("total").size(), 6U * harness::samples_per_repetition);
}

TEST_F(Faults, nothing_is_leaked_by_many_crashes) {
  run(fault("abort"));
  const std::size_t before = open_descriptors();
  for (const char* kind : {"abort", "segfault", "exit", "throws", "crash_in_measure"}) {
    run(fault(kind));
    run(good());
  }
  const std::size_t after = open_descriptors();
  runner_.reset();
  errno = 0;
  const pid_t child = waitpid(-1, nullptr, WNOHANG);

  EXPECT_LE(after, before + 2) << "one worker's socket and output";
  EXPECT_EQ(child, -1);
  EXPECT_EQ(errno, ECHILD) << "no child is left";
}

TEST_F(Faults, worker_that_fails_its_canary_is_a_device_error) {
  setenv("SPTUNE_TEST_BROKEN_CANARY", "1", 1);
  EXPECT_EQ(run(fault("abort")).outcome, Outcome::crashed);
  EXPECT_THROW(run(good()), DeviceError);
  unsetenv("SPTUNE_TEST_BROKEN_CANARY");
}

TEST_F(Faults, worker_dies_with_its_parent) {
  const pid_t parent = fork();
  if (parent == 0) {
    static_cast<void>(run(fault("hang_in_prepare")));
    _exit(0);
  }
  const std::string children = fmt::format("/proc/{0}/task/{0}/children", parent);
  pid_t worker = 0;
  for (int i = 0; i < 500 && worker == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::ifstream(children) >> worker;
  }
  ASSERT_GT(worker, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // until it has reached the hang
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  const auto running = [&] {
    std::ifstream stat(fmt::format("/proc/{}/stat", worker));
    std::string pid;
    std::string name;
    std::string state;
    return static_cast<bool>(stat >> pid >> name >> state) && state != "Z" && state != "X";
  };
  for (int i = 0; i < 500 && running(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  EXPECT_FALSE(running());
}

TEST(WorkerRunner, missing_executable_is_one_clear_line) {
  try {
    static_cast<void>(harness::worker_runner({}, "/nonexistent/sptune-worker"));
    FAIL() << "expected InputError";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("/nonexistent/sptune-worker"));
    EXPECT_THAT(e.what(), HasSubstr("build the target sptune-worker"));
  }
}

}  // namespace
}  // namespace sptune::test
