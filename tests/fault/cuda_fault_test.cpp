// SPDX-License-Identifier: BSD-3-Clause
// Misbehaviour on the GPU, where there is one: its context is lost with the worker, and nothing of
// it reaches the next trial.
#include "sptune/device.hpp"
#include "tests/fault/faults.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

using harness::Outcome;
using harness::Trial;
using testing::HasSubstr;

class CudaFaults : public Faults {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }
  static ResolvedConfiguration on_gpu(const std::string& text) {
    static const Catalogue catalogue = faulty_catalogue(/*broken_canary=*/false);
    return configuration(text, Operation::spmv, Backend::cuda, catalogue);
  }
  static ResolvedConfiguration gpu_fault(const std::string& kind) {
    return on_gpu("faulty{fault=" + kind + "}");
  }
  /// A fresh worker, its context and a canary included.
  void expect_good_trial_in_time() {
    const Trial trial = run(on_gpu("good{}"));
    EXPECT_EQ(trial.outcome, Outcome::ok) << trial.message;
    EXPECT_TRUE(trial.verification.ok);
    EXPECT_LT(trial.wall_s, 2) << "from the failure to the end of the next trial";
    slowest_s_ = std::max(slowest_s_, trial.wall_s);
    RecordProperty("slowest_good_trial_ms", static_cast<int>(1e3 * slowest_s_));
  }

 private:
  double slowest_s_ = 0;
};

TEST_F(CudaFaults, good_variant_is_measured) {
  (void)run(on_gpu("good{}"));
  expect_good_trial_in_time();
}

TEST_F(CudaFaults, crash_of_the_host_is_a_crash) {
  const Trial t = run(gpu_fault("aborts"));

  EXPECT_EQ(t.outcome, Outcome::crashed);
  EXPECT_EQ(t.stage, "first_run");
  expect_good_trial_in_time();
}

TEST_F(CudaFaults, kernel_that_never_ends_is_a_timeout_and_leaves_the_device_free) {
  protocol_.run_limit_s = 0.5;
  const Trial t = run(gpu_fault("hangs"));

  EXPECT_EQ(t.outcome, Outcome::timeout) << t.message;
  EXPECT_EQ(t.stage, "first_run");
  EXPECT_LT(t.wall_s, 10);
  protocol_.run_limit_s = 20;
  expect_good_trial_in_time();
}

TEST_F(CudaFaults, errors_that_stick_to_a_context_reach_no_other_trial) {
  for (const char* kind : {"traps", "strays", "traps_in_measure"}) {
    SCOPED_TRACE(kind);
    (void)run(on_gpu("good{}"));  // the worker is used: the failure is tried anew in a fresh one
    const Trial t = run(gpu_fault(kind));
    EXPECT_EQ(t.outcome, Outcome::error) << t.message;
    EXPECT_FALSE(t.message.empty());
    expect_good_trial_in_time();
  }
}

TEST_F(CudaFaults, interleaving_goes_on_without_the_one_whose_error_sticks) {
  const std::vector<ResolvedConfiguration> list{on_gpu("good{}"), gpu_fault("traps_in_measure"),
                                                gpu_fault("none"), gpu_fault("wrong_element")};
  const auto trials = interleaved(list);

  ASSERT_EQ(trials.size(), 4U);
  EXPECT_EQ(trials[0].outcome, Outcome::ok) << trials[0].message;
  EXPECT_EQ(trials[1].outcome, Outcome::error) << trials[1].message;
  EXPECT_EQ(trials[2].outcome, Outcome::ok) << trials[2].message;
  EXPECT_EQ(trials[3].outcome, Outcome::wrong_result) << trials[3].message;
}

TEST_F(CudaFaults, writes_outside_and_one_wrong_element_are_wrong_results) {
  const Trial overrun = run(gpu_fault("overrun"));
  EXPECT_EQ(overrun.outcome, Outcome::wrong_result);
  EXPECT_THAT(overrun.message, HasSubstr("wrote outside y"));
  expect_good_trial_in_time();

  const Trial wrong = run(gpu_fault("wrong_element"));
  EXPECT_EQ(wrong.outcome, Outcome::wrong_result);
  EXPECT_THAT(wrong.message, HasSubstr("row 500"));
  expect_good_trial_in_time();

  const Trial scribbles = run(gpu_fault("scribbles"));
  EXPECT_EQ(scribbles.outcome, Outcome::wrong_result) << scribbles.message;
  expect_good_trial_in_time();
}

TEST_F(CudaFaults, too_much_memory_is_out_of_memory_and_given_back) {
  const Trial t = run(gpu_fault("allocates"));

  EXPECT_EQ(t.outcome, Outcome::out_of_memory) << t.message;
  expect_good_trial_in_time();
}

TEST_F(CudaFaults, right_but_fluctuating_is_measured_as_it_is) {
  const Trial t = run(gpu_fault("fluctuates"));

  ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_TRUE(t.verification.ok);
  expect_good_trial_in_time();
}

TEST_F(CudaFaults, what_killed_its_worker_twice_is_skipped) {
  EXPECT_EQ(run(gpu_fault("aborts")).outcome, Outcome::crashed);
  EXPECT_EQ(run(gpu_fault("aborts")).outcome, Outcome::crashed);
  EXPECT_EQ(run(gpu_fault("aborts")).outcome, Outcome::skipped);
  expect_good_trial_in_time();
}

}  // namespace
}  // namespace sptune::test
