// SPDX-License-Identifier: BSD-3-Clause
// `sptune predict`.
#include "harness/environment/sanitizers.hpp"
#include "sptune/device.hpp"
#include "tests/apps/trained.hpp"
#include "tests/tuner/with_variable.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <string>

namespace sptune::apps::test {
namespace {

struct PredictVerb : TrainedVerb {};

TEST_F(PredictVerb, explains_measures_and_is_forced) {
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --explain --model '" + model() + "'"), 0)
      << out_;
  EXPECT_TRUE(says("candidates, fastest predicted first")) << out_;
  EXPECT_TRUE(says("mean_row")) << out_;
  EXPECT_TRUE(says("that of the gain knows this one")) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --json --measure --model '" + model() + "'"), 0)
      << out_;
  EXPECT_TRUE(says("\"decide_seconds\"")) << out_;
  EXPECT_TRUE(says("\"decide_again_seconds\"")) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --json --force ell --model '" + model() + "'"),
            0)
      << out_;
  EXPECT_TRUE(says("\"copies_values\": true")) << out_;
  EXPECT_EQ(
      run("predict 'stencil2d{points=5,n=30}' --json --changing-values --model '" + model() + "'"),
      0)
      << out_;
  EXPECT_TRUE(says("\"copies_values\": false")) << out_;
}

TEST_F(PredictVerb, measures_the_choice_where_it_is_no_candidate) {
  const std::string forced =
      "predict 'stencil2d{points=5,n=30}' --measure --force 'coo{threads=1}'";
  const std::string without = "predict 'stencil2d{points=5,n=30}' --measure --operation spgemm";
  for (const std::string& predict : {forced, without}) {
    EXPECT_EQ(run(predict + " --model '" + model() + "'"), 0) << out_;
    EXPECT_TRUE(says("  measured in ")) << out_;
    EXPECT_EQ(run(predict + " --json --model '" + model() + "'"), 0) << out_;
    EXPECT_FALSE(says("\"measured_us\": null,\n    \"copies_values\"")) << out_;
    EXPECT_TRUE(says("\"measured_us\": ")) << out_;
  }
}

/// Threads that the choice was not made for would not even start here.
TEST_F(PredictVerb, measures_with_the_threads_that_it_chose_for) {
  if (harness::sanitized) GTEST_SKIP() << "reserves more than the limit";
  constexpr rlim_t enough = rlim_t{12} << 30U;  // 4096 stacks of 8 MiB are 32
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit little{enough, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
  const int code =
      run("predict 'stencil2d{points=5,n=30}' --measure --threads 4096 --model '" + model() + "'");
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(code, 0) << out_;
  EXPECT_TRUE(says("  measured in ")) << out_;
}

TEST_F(PredictVerb, says_that_it_ignores_a_force_that_names_nothing) {
  setenv("SPTUNE_FORCE", "no_such_variant{}", 1);
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --model '" + model() + "'"), 0) << out_;
  unsetenv("SPTUNE_FORCE");
  EXPECT_TRUE(says("warning: SPTUNE_FORCE is ignored")) << out_;
  EXPECT_TRUE(says("no_such_variant")) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --model '" + model() + "'"), 0) << out_;
  EXPECT_FALSE(says("warning")) << out_;
}

TEST_F(PredictVerb, takes_as_many_runs_as_evaluate_does) {
  const std::string predict =
      "predict 'stencil2d{points=5,n=30}' --model '" + model() + "' --runs ";
  EXPECT_EQ(run(predict + "endless"), 0) << out_;
  EXPECT_TRUE(says("expected endless times")) << out_;
  for (const char* runs : {"0", "-4", "inf", "nan", "many", "3,4"}) {
    EXPECT_EQ(run(predict + runs), 2) << out_;
    EXPECT_TRUE(says("expected a number above 0, or endless")) << out_;
  }
}

TEST_F(PredictVerb, says_when_the_model_knows_another_number_of_threads) {
  const int all = model::this_machine().cores;  // which the trials had
  const std::string predict =
      "predict 'stencil2d{points=5,n=30}' --runs 1e6 --model '" + model() + "' --threads ";
  EXPECT_EQ(run(predict + std::to_string(all)), 0);
  EXPECT_FALSE(says("trained with")) << out_;
  if (all == 1) GTEST_SKIP() << "one core";
  EXPECT_EQ(run(predict + "1"), 0);
  EXPECT_TRUE(says("trained with " + std::to_string(all) + " threads, asked for 1")) << out_;
  EXPECT_FALSE(says("(predicted)")) << out_;
  EXPECT_EQ(run(predict + "1 --json"), 0);
  EXPECT_TRUE(says("\"threads\": " + std::to_string(all))) << out_;
  EXPECT_TRUE(says("\"same_threads\": false")) << out_;
}

TEST_F(PredictVerb, says_what_a_model_is_for_that_cannot_answer) {
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}' --operation spgemm --model '" + model() + "'"),
            0);
  EXPECT_TRUE(says(model() + ": a model for spmv f64 on cpu: not used")) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}' --model '" + model() + "'"), 0);
  EXPECT_FALSE(says("not used")) << out_;
}

TEST_F(PredictVerb, on_a_gpu_takes_one) {
  const std::string predict =
      "predict 'stencil2d{points=5,n=30}' --backend cuda --measure --json --model '" + model() +
      "'";
  if (!cuda::device_info()) {
    EXPECT_EQ(run(predict), 5) << out_;
    EXPECT_TRUE(says(cuda::device_info().error())) << out_;
    return;
  }
  EXPECT_EQ(run(predict), 0) << out_;
  EXPECT_TRUE(says("\"backend\": \"cuda\"")) << out_;
  EXPECT_FALSE(says("\"measured_us\": null,\n    \"copies_values\"")) << out_;
  for (const char* operation : {"spgemm", "spmm"}) {
    EXPECT_EQ(run(predict + " --operation " + operation), 0) << out_;
  }
}

TEST_F(PredictVerb, a_model_that_is_not_there_is_refused) {
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}' --model /no/such/model.json"), 3) << out_;
}

/// As a Dispatcher does.
TEST_F(PredictVerb, where_models_are_switched_off_says_what_runs_without_one) {
  for (const char* off : {"none", ""}) {
    const testing::WithVariable variable("SPTUNE_MODEL", off);
    EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}' --measure --json"), 0) << out_;
    EXPECT_TRUE(says("\"match\": \"no_model\"")) << out_;
    EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}' --explain"), 0) << out_;
    EXPECT_TRUE(says("no model for spmv f64 on cpu")) << out_;
  }
}

TEST_F(PredictVerb, an_operation_of_which_the_program_has_no_kernel_is_refused) {
  for (const char* backend : {"cpu", "cuda"}) {
    EXPECT_EQ(run(std::string("predict 'stencil2d{points=5,n=9}' --operation distributed_spgemm "
                              "--backend ") +
                  backend + " --model '" + model() + "'"),
              2);
    EXPECT_TRUE(says("this program has no variants of distributed_spgemm")) << out_;
  }
}

}  // namespace
}  // namespace sptune::apps::test
