// SPDX-License-Identifier: BSD-3-Clause
// Which problems a plan has on a matrix, and the features that are stored with it.
#include "tuner/sweep/planned_problem.hpp"

#include "kernels/spmm/spmm.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/features/features.hpp"
#include "tuner/sweep/selection.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace sptune::sweep::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> parameters_of(const std::vector<OperandChoice>& choices) {
  std::vector<std::string> out;
  for (const OperandChoice& choice : choices) out.push_back(choice.parameters);
  return out;
}

TEST(operand_choices, are_the_operations_own_unless_the_plan_has_parameters) {
  Plan plan;
  EXPECT_THAT(parameters_of(operand_choices(plan, Operation::spmm, 9, 9)),
              ElementsAre("k=8,layout=row", "k=32,layout=row", "k=128,layout=row"));
  plan.parameters = {"k=3,layout=col", "k=5"};
  const auto chosen = operand_choices(plan, Operation::spmm, 9, 9);
  EXPECT_THAT(parameters_of(chosen), ElementsAre("k=3,layout=col", "k=5,layout=row"));
  for (const OperandChoice& choice : chosen) EXPECT_EQ(choice.b_kind, "x");
  // Operations without parameters go on as they are.
  const auto vector = operand_choices(plan, Operation::spmv, 9, 9);
  EXPECT_THAT(vector, ElementsAre(OperandChoice{"x", ""}));
  const auto product = operand_choices(plan, Operation::spgemm, 9, 12);
  EXPECT_THAT(product, ElementsAre(OperandChoice{"at", ""}));
}

TEST(operand_choices, wrong_parameters_are_refused_before_a_matrix_is_read) {
  for (const char* wrong : {"k=0", "k=-1", "k=many", "k=2147483648", "layout=diagonal", "columns=3",
                            ",", "k=3 layout=row"}) {
    Plan plan;
    plan.operations = {Operation::spmm};
    plan.parameters = {wrong};
    const Catalogue catalogue({fake_variant<SpmmProblem>("csr")});
    try {
      check_selection(plan, catalogue);
      ADD_FAILURE() << wrong << " was taken";
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr(std::string("--parameters ") + wrong + ": "));
      EXPECT_THAT(e.what(), HasSubstr("k=32,layout=row"));
    }
  }
}

TEST(default_operations, are_those_without_parameters) {
  EXPECT_EQ(Plan().operations, (std::vector<Operation>{Operation::spmv, Operation::spgemm}));
}

struct PlannedTest : ::testing::Test {
  suites::Matrix load(const std::string& id) {
    return library.load(suites::open_suite(id).entries.at(0));
  }
  TemporaryFolder folder;
  suites::Library library{folder / "cache"};
  Catalogue catalogue{{fake_variant<SpmmProblem>("csr"), fake_variant<SpmvProblem>("csr")}};
};

TEST_F(PlannedTest, a_dense_operand_of_several_widths_is_a_problem_each) {
  const suites::Matrix matrix = load("stencil2d{points=5,n=6}");
  Plan plan;
  plan.operations = {Operation::spmm};

  const PlannedMatrix planned = plan_matrix(matrix, plan, catalogue, 1);

  EXPECT_TRUE(planned.excluded.empty());
  ASSERT_EQ(planned.problems.size(), 3U);
  std::set<std::string> hashes;
  const std::vector<int> widths{8, 32, 128};
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const PlannedProblem& p = planned.problems[i];
    hashes.insert(p.problem.hash());
    EXPECT_EQ(p.problem.parameters, "k=" + std::to_string(widths[i]) + ",layout=row");
    EXPECT_EQ(p.problem.b_kind, "x");
    EXPECT_EQ(p.problem.b_hash, "");
    EXPECT_EQ(p.problem.a_hash, matrix.info.content_hash);
    EXPECT_EQ(p.size.multiplications, static_cast<double>(matrix.info.nnz * widths[i]));
    EXPECT_EQ(p.fitting.size(), 3U);
    ASSERT_EQ(p.refused.size(), 1U);
    EXPECT_EQ(p.refused[0].configuration.text(), "csr{speed=4}");
    EXPECT_EQ(p.refused[0].reason, "speed 4 needs at most 20 rows");
  }
  EXPECT_EQ(hashes.size(), 3U);
}

TEST_F(PlannedTest, parameters_of_the_plan_take_the_place_of_the_operations_own) {
  Plan plan;
  plan.operations = {Operation::spmv, Operation::spmm};
  plan.parameters = {"k=3,layout=col"};
  const PlannedMatrix planned = plan_matrix(load("stencil2d{points=5,n=4}"), plan, catalogue, 1);
  ASSERT_EQ(planned.problems.size(), 2U);
  EXPECT_EQ(planned.problems[0].problem.operation, Operation::spmv);
  EXPECT_EQ(planned.problems[0].problem.parameters, "");
  EXPECT_EQ(planned.problems[1].problem.operation, Operation::spmm);
  EXPECT_EQ(planned.problems[1].problem.parameters, "k=3,layout=col");
  EXPECT_EQ(planned.problems[1].fitting.size(), 4U);
}

TEST_F(PlannedTest, features_are_stored_of_all_tiers) {
  for (const char* id : {"stencil2d{points=5,n=6}", "lp{rows=30,cols=50,mean=3}"}) {
    const suites::Matrix matrix = load(id);

    const StoredFeatures stored = store_features(matrix, Plan(), 1);

    ASSERT_EQ(stored.rows.size(), feature_count) << id;
    std::set<int> tiers;
    for (std::size_t i = 0; i < feature_count; ++i) {
      const FeatureDef& def = feature_table()[i];
      const db::FeatureRow& row = stored.rows[i];
      EXPECT_EQ(row.name, def.name);
      EXPECT_EQ(row.version, features::version);
      EXPECT_EQ(row.tier, def.tier);
      EXPECT_EQ(row.unit, def.unit);
      EXPECT_TRUE(std::isfinite(row.value)) << id << ": " << row.name;
      tiers.insert(row.tier);
    }
    EXPECT_THAT(tiers, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(stored.rows[index(Feature::nnz)].value, static_cast<double>(matrix.info.nnz));
    EXPECT_EQ(stored.rows[index(Feature::value_bytes)].value, 8);
    EXPECT_GE(stored.rows[index(Feature::products)].value, static_cast<double>(matrix.info.nnz));
    ASSERT_EQ(stored.seconds_per_tier.size(), 4U);
    // The header's tier may take less than the clock tells.
    for (std::size_t tier = 1; tier < 4; ++tier) {
      EXPECT_GT(stored.seconds_per_tier[tier], 0) << id << ", tier " << tier;
    }
  }
}

TEST_F(PlannedTest, what_features_cost_on_a_gpu_is_stored_of_products_too) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  Plan plan;
  plan.backend = Backend::cuda;
  for (const char* id : {"stencil2d{points=5,n=6}", "lp{rows=30,cols=50,mean=3}"}) {
    const StoredFeatures stored = store_features(load(id), plan, 1);
    ASSERT_EQ(stored.seconds_per_tier.size(), 4U);
    EXPECT_GT(stored.seconds_per_tier[1], 0) << id;
    EXPECT_GT(stored.seconds_per_tier[3], 0) << id;
  }
}

TEST_F(PlannedTest, what_features_cost_on_the_gpu_of_another_rank_is_not_known) {
  Plan plan;
  plan.backend = Backend::cuda;
  const StoredFeatures stored = store_features(load("stencil2d{points=5,n=6}"), plan, 1, false);
  EXPECT_EQ(stored.rows.size(), feature_count);
  ASSERT_EQ(stored.seconds_per_tier.size(), 4U);
  for (const double seconds : stored.seconds_per_tier) EXPECT_FALSE(std::isfinite(seconds));
}

}  // namespace
}  // namespace sptune::sweep::test
