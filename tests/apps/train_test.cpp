// SPDX-License-Identifier: BSD-3-Clause
// `sptune train`.
#include "tests/apps/trained.hpp"
#include "tests/tuner/with_variable.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sptune::apps::test {
namespace {

struct TrainVerb : LearningVerb {};

TEST_F(TrainVerb, writes_a_model_that_says_where_it_comes_from) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});

  EXPECT_EQ(run("train --db '" + file() + "' -o '" + model() + "'"), 0) << out_;
  EXPECT_TRUE(says("36 matrices")) << out_;
  const auto loaded = model::Model::load(model());
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded.value()->provenance().uuid.size(), 36U);
  EXPECT_FALSE(loaded.value()->provenance().created.empty());
}

TEST_F(TrainVerb, and_judging_take_no_more_threads_than_the_openmp_library_may_have) {
  const testing::WithVariable limit("OMP_THREAD_LIMIT", "1");
  for (const std::string verb : {"train", "evaluate"}) {
    EXPECT_EQ(run(verb + " --threads 2 --db '" + file() + "'"), 2) << out_;
    EXPECT_TRUE(says("--threads: OMP_THREAD_LIMIT allows 1, found '2'")) << out_;
  }
}

TEST_F(TrainVerb, of_few_trees_is_a_model_that_can_be_read_and_judged) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});
  const std::string trees = " --trees 3 --db '" + file() + "' ";
  EXPECT_EQ(run("train --no-record -o '" + model() + "'" + trees), 0) << out_;
  const auto loaded = model::Model::load(model());
  EXPECT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(run("evaluate --folds 3" + trees), 0) << out_;
}

TEST_F(TrainVerb, a_model_that_cannot_be_recorded_is_written_with_a_warning) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});
  const db::Store writer(file(), db::OpenMode::read_write);  // somebody else's
  EXPECT_EQ(run("train --db '" + file() + "' -o '" + model() + "'"), 0) << out_;
  EXPECT_TRUE(says("model.json is complete, but could not be recorded")) << out_;
  EXPECT_TRUE(says("--no-record")) << out_;
  EXPECT_TRUE(model::Model::load(model()));
}

/// A model says what it was trained on by a hash, which a copy without samples has as well.
TEST_F(TrainVerb, a_model_is_traced_to_its_trials) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});
  const std::string copy = (folder_ / "reduced.sqlite").string();
  const auto models = [&](const std::string& database) {
    return run("models '" + model() + "' --trials '" + database + "'");
  };
  ASSERT_EQ(run("train --no-record --db '" + file() + "' -o '" + model() + "'"), 0) << out_;
  ASSERT_EQ(run("db export --db '" + file() + "' --reduced '" + copy + "'"), 0) << out_;
  EXPECT_EQ(models(copy), 0) << out_;
  EXPECT_TRUE(says("trials: trained on the ")) << out_;

  fill(testing::synthetic(2, 1, 0.01, 7), {});  // more trials than it knew
  EXPECT_EQ(models(file()), 6) << out_;
  EXPECT_TRUE(says("trials: trained on others, or before some were added (")) << out_;

  ASSERT_EQ(run("train --no-record --where 'nnz > 0' --db '" + file() + "' -o '" + model() + "'"),
            0)
      << out_;
  EXPECT_EQ(models(copy), 6) << out_;
  EXPECT_TRUE(says("not compared, for it was trained on a selection of its own: ")) << out_;

  EXPECT_EQ(run("models /no/such/model.json"), 3) << "nothing named can be used\n" << out_;
  EXPECT_EQ(models("/no/such/file.sqlite"), 4) << out_;
  EXPECT_EQ(models(""), 2) << "a script whose variable is not set\n" << out_;
}

TEST_F(TrainVerb, a_model_of_one_side_says_so_and_one_that_cannot_be_read_is_not_passed_over) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});
  ASSERT_EQ(run("train --no-record --split train --db '" + file() + "' -o '" + model() + "'"), 0)
      << out_;
  EXPECT_EQ(run("models '" + model() + "' --trials '" + file() + "'"), 0) << out_;
  EXPECT_TRUE(says("that are there [families of the side train]")) << out_;
  const std::string other = (folder_ / "cut.json").string();
  std::ofstream(other) << "{";
  EXPECT_EQ(run("models '" + model() + "' '" + other + "' --trials '" + file() + "'"), 6) << out_;
}

TEST_F(TrainVerb, bad_input_is_one_line_and_its_exit_code) {
  fill(testing::synthetic(2, 1, 0.01, 3), {});

  EXPECT_EQ(run("train --db /no/such/file.sqlite"), 4) << out_;
  EXPECT_EQ(run("train --cache cold --db '" + file() + "'"), 3) << out_;
  EXPECT_TRUE(says("sptune sweep run")) << out_;
  EXPECT_EQ(run("train --db /no/such/file.sqlite -o /no/such/folder/model.json"), 3)
      << "before it reads and trains\n"
      << out_;
  EXPECT_TRUE(says("/no/such/folder/model.json")) << out_;
}

}  // namespace
}  // namespace sptune::apps::test
