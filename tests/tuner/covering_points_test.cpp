// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/covering_points.hpp"

#include "sptune/error.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::sweep::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// ell{speed=4}, which fits the small matrix alone, is the fastest there, ell{speed=2} on the
/// others; another library is faster than both.
struct CoveringPoints : SweepTest {
  CoveringPoints() {
    plan.operations = {Operation::spmv};
    runner.time_of = [](const Configuration& c) {
      if (c.variant == "eigen") return 0.5;
      const std::string text = c.text();
      return text == "ell{speed=4}" ? 1.0 : text == "ell{speed=2}" ? 5.0 : 10.0;
    };
    start();
    plan.baselines = false;
  }
  [[nodiscard]] std::vector<std::string> points() const {
    return covering_points(file, plan, catalogue);
  }
};

TEST_F(CoveringPoints, are_the_defaults_and_one_near_the_fastest_of_each_problem) {
  EXPECT_THAT(points(), ElementsAre("=csr{speed=1}", "=ell{speed=2}", "=ell{speed=4}"));
}

TEST_F(CoveringPoints, are_what_a_sweep_with_them_measures) {
  plan.only = points();
  file = folder / "again.sqlite";
  start();
  EXPECT_EQ(count("1"), 3 * 3);
  EXPECT_EQ(count("configuration = 'ell{speed=2}'"), 3);
}

TEST_F(CoveringPoints, of_variants_that_are_asked_for_and_of_other_libraries_all) {
  plan.baselines = true;
  EXPECT_THAT(points(), ElementsAre("=csr{speed=1}", "=ell{speed=2}", "=ell{speed=4}", "eigen"));
  plan.variants = {"ell"};
  EXPECT_THAT(points(), ElementsAre("=ell{speed=2}", "=ell{speed=4}"));
}

TEST_F(CoveringPoints, of_variants_that_are_asked_for_cover_where_others_are_faster) {
  runner.time_of = [](const Configuration& c) {
    const std::string text = c.text();
    return c.variant == "csr" ? 1.0 : text == "ell{speed=2}" ? 5.0 : 10.0;
  };
  file = folder / "others.sqlite";
  start();
  plan.variants = {"ell"};
  EXPECT_THAT(points(), ElementsAre("=ell{speed=2}"));
}

TEST_F(CoveringPoints, of_what_nobody_searched_are_refused) {
  plan.operations = {Operation::spgemm};
  try {
    (void)points();
    FAIL() << "expected a UsageError";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("no usable trials of spgemm on cpu"));
    EXPECT_THAT(e.what(), HasSubstr("trials.sqlite"));
  }
}

TEST_F(CoveringPoints, that_this_build_does_not_have_are_refused) {
  catalogue = Catalogue({fake_variant<SpmvProblem>("csr")});
  try {
    (void)points();
    FAIL() << "expected a UsageError";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("this build has no point ell{speed=2}"));
  }
}

}  // namespace
}  // namespace sptune::sweep::test
