// SPDX-License-Identifier: BSD-3-Clause
// `sptune train`.
#include "tests/apps/trained.hpp"

#include <gtest/gtest.h>

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

TEST_F(TrainVerb, bad_input_is_one_line_and_its_exit_code) {
  fill(testing::synthetic(2, 1, 0.01, 3), {});

  EXPECT_EQ(run("train --db /no/such/file.sqlite"), 4) << out_;
  EXPECT_EQ(run("train --cache cold --db '" + file() + "'"), 3) << out_;
  EXPECT_TRUE(says("sptune sweep run")) << out_;
  EXPECT_EQ(run("train --db '" + file() + "' -o /no/such/folder/model.json"), 3) << out_;
}

}  // namespace
}  // namespace sptune::apps::test
