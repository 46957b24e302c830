// SPDX-License-Identifier: BSD-3-Clause
// `sptune list`.
#include "tests/apps/trained.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace sptune::apps::test {
namespace {

struct ListVerb : LearningVerb {};

TEST_F(ListVerb, environment_and_threads_are_not_wrong_without_a_word) {
  setenv("SPTUNE_ISA", "foo", 1);
  EXPECT_EQ(run("list"), 2) << out_;
  EXPECT_TRUE(says("SPTUNE_ISA=foo: expected baseline, avx2 or avx512")) << out_;
  unsetenv("SPTUNE_ISA");
  EXPECT_EQ(run("list --matrix 'stencil2d{points=5,n=9}' --threads 4096"), 0) << out_;
  EXPECT_TRUE(says("warning: --threads 4096: this process may use")) << out_;
  EXPECT_EQ(run("list --matrix 'stencil2d{points=5,n=9}' --threads 1"), 0) << out_;
  EXPECT_FALSE(says("warning")) << out_;
  setenv("OMP_THREAD_LIMIT", "1", 1);
  EXPECT_EQ(run("list --matrix 'stencil2d{points=5,n=9}' --threads 2"), 2) << out_;
  EXPECT_TRUE(says("--threads: OMP_THREAD_LIMIT allows 1, found '2'")) << out_;
  unsetenv("OMP_THREAD_LIMIT");
}

TEST_F(ListVerb, what_is_of_a_matrix_is_refused_without_one) {
  for (const char* alone : {"--grid full", "--type f32", "--threads 1"}) {
    EXPECT_EQ(run(std::string("list ") + alone), 2) << alone << out_;
    EXPECT_TRUE(says("requires --matrix")) << out_;
  }
}

TEST_F(ListVerb, what_has_no_variants_is_said_with_a_matrix_and_without) {
  const std::string matrix = " --matrix 'stencil2d{points=5,n=9}'";
  for (const std::string& also : {std::string(), matrix}) {
    EXPECT_EQ(run("list --operation distributed_spgemm" + also), 2) << out_;
    EXPECT_EQ(out_,
              "sptune: this program has no such variants: `sptune list` shows all of them; those "
              "of operations on several ranks are in sptune-distributed\n");
    EXPECT_EQ(run("list nonsuch" + also), 2) << out_;
    EXPECT_EQ(out_, "sptune: no variant 'nonsuch': `sptune list` shows all of them\n");
    EXPECT_EQ(run("list ell --operation spgemm" + also), 2) << out_;
    EXPECT_EQ(out_, "sptune: no variant 'ell' of spgemm: `sptune list` shows all of them\n");
  }
}

}  // namespace
}  // namespace sptune::apps::test
