// SPDX-License-Identifier: BSD-3-Clause
// The pair of the reference example (8191 x 8191, 784,379 and 46,796 entries in the files, with
// defects): all our variants agree with the reference on it.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "suites/generators/generators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace {

using namespace sptune;

/// The pair and its product, made once.
struct SeedPair {
  suites::Matrix a = suites::generate("seed_pair_a{seed=1}");
  suites::Matrix b = suites::generate("seed_pair_b{seed=1}");
  spgemm::Reference reference = spgemm::reference(a.csr.view(), b.csr.view());

  static const SeedPair& get() {
    static const SeedPair pair;
    return pair;
  }
};

void expect_product(const std::string& text, CsrView<double, std::int64_t> a,
                    CsrView<double, std::int64_t> b, const spgemm::Reference& reference) {
  Resources resources;
  resources.threads = 2;
  const auto problem = spgemm::make_problem(a, b, resources);
  const auto configuration = shipped_catalogue().parse(Operation::spgemm, Backend::cpu, text);
  ASSERT_TRUE(configuration) << configuration.error();
  const Fit fit = configuration.value().fit(problem);
  ASSERT_TRUE(fit) << fit.reason;

  const auto plan = configuration.value().sparse_plan(problem);
  const std::int64_t nnz = plan->symbolic({});
  plan->allocate({});
  plan->numeric({});

  const auto c = plan->result().as<double, std::int64_t>();
  ASSERT_EQ(nnz, reference.c.nnz()) << text;
  for (std::int64_t row = 0; row <= c.rows; ++row) {
    ASSERT_EQ(c.row_offsets[row], reference.c.row_offsets[static_cast<std::size_t>(row)]) << text;
  }
  for (std::int64_t i = 0; i < nnz; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ASSERT_EQ(c.col_indices[i], reference.c.col_indices[at]) << text << ", entry " << i;
    // n roundings in the variant and n in the reference, half an epsilon each.
    const double bound = reference.terms[at] * std::numeric_limits<double>::epsilon() * 1.01 *
                         reference.magnitude[at];
    ASSERT_LE(std::abs(c.values[i] - reference.c.values[at]), bound) << text << ", entry " << i;
  }
}

TEST(SpgemmSeedPair, has_the_shape_and_the_defects_of_the_original) {
  const auto& [a, b, reference] = SeedPair::get();

  EXPECT_EQ(a.csr.rows, 8191);
  EXPECT_EQ(a.csr.cols, 8191);
  EXPECT_EQ(b.csr.rows, 8191);
  EXPECT_EQ(b.csr.cols, 8191);
  EXPECT_EQ(a.info.report.entries_in_file, 784'379);
  EXPECT_EQ(b.info.report.entries_in_file, 46'796);
  EXPECT_GT(a.info.report.dropped_out_of_range, 0);
  EXPECT_GT(a.info.report.duplicates_summed, 0);
  EXPECT_GT(reference.c.nnz(), 1'000'000);
}

class SpgemmSeedPairProduct : public ::testing::TestWithParam<const char*> {};

TEST_P(SpgemmSeedPairProduct, has_the_structure_and_values_of_the_reference) {
  const auto& pair = SeedPair::get();
  expect_product(GetParam(), pair.a.csr.view(), pair.b.csr.view(), pair.reference);
}

INSTANTIATE_TEST_SUITE_P(variants, SpgemmSeedPairProduct,
                         ::testing::Values("dot_product{lookup=scatter}", "hash", "dense",
                                           "dense{masks=true}", "dense{accumulator=ranks}",
                                           "dense{accumulator=spread}", "dense{rows=4}", "esc",
                                           "binned"));

// The serial program as it was takes seconds on the whole pair; its first rows show the same.
TEST(SpgemmSeedPair, first_rows_by_serial_merges_agree) {
  const auto& pair = SeedPair::get();
  auto a = pair.a.csr.view();
  a.rows = 200;
  expect_product("dot_product{lookup=merge}", a, pair.b.csr.view(),
                 spgemm::reference(a, pair.b.csr.view()));
}

}  // namespace
