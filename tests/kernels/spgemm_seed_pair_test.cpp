// SPDX-License-Identifier: BSD-3-Clause
// The pair of the reference example (8191 x 8191, 784,379 and 46,796 entries in the files, with
// defects): all our variants agree with the reference on it.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "suites/generators/generators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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

using View = CsrView<double, std::int64_t>;

/// C on the host.
struct Product {
  std::vector<std::int64_t> row_offsets;
  std::vector<Index> col_indices;
  std::vector<double> values;
};

/// C = A*B as a plan for `problem` computes it, wherever that is.
void multiply(const std::string& text, Backend backend, const SpgemmProblem& problem,
              Product& out) {
  const auto configuration = shipped_catalogue().parse(Operation::spgemm, backend, text);
  ASSERT_TRUE(configuration) << configuration.error();
  const Fit fit = configuration.value().fit(problem);
  ASSERT_TRUE(fit) << fit.reason;

  const auto plan = configuration.value().sparse_plan(problem);
  const std::int64_t nnz = plan->symbolic({});
  plan->allocate({});
  plan->numeric({});

  const AnyCsr c = plan->result();
  ASSERT_EQ(nnz, c.nnz) << text;
  out.row_offsets.resize(static_cast<std::size_t>(c.rows) + 1);
  out.col_indices.resize(static_cast<std::size_t>(nnz));
  out.values.resize(static_cast<std::size_t>(nnz));
  const auto take = [&](auto& to, const void* from) {
    if (backend == Backend::cuda) {
      cuda::copy_to_host(to.data(), from, to.size() * sizeof(to[0]));
    } else {
      std::memcpy(to.data(), from, to.size() * sizeof(to[0]));
    }
  };
  take(out.row_offsets, c.row_offsets);
  take(out.col_indices, c.col_indices);
  take(out.values, c.values);
}

void expect_same(const std::string& text, const Product& c, const spgemm::Reference& reference) {
  ASSERT_EQ(c.row_offsets, reference.c.row_offsets) << text;
  ASSERT_EQ(c.col_indices, reference.c.col_indices) << text;
  for (std::size_t at = 0; at < c.values.size(); ++at) {
    // n roundings in the variant and n in the reference, half an epsilon each.
    const double bound = reference.terms[at] * std::numeric_limits<double>::epsilon() * 1.01 *
                         reference.magnitude[at];
    ASSERT_LE(std::abs(c.values[at] - reference.c.values[at]), bound) << text << ", entry " << at;
  }
}

void expect_product(const std::string& text, View a, View b, const spgemm::Reference& reference) {
  Resources resources;
  resources.threads = 2;
  Product c;
  multiply(text, Backend::cpu, spgemm::make_problem(a, b, resources), c);
  expect_same(text, c, reference);
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

class SpgemmSeedPairOnDevice : public ::testing::TestWithParam<const char*> {};

TEST_P(SpgemmSeedPairOnDevice, has_the_structure_and_values_of_the_reference) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  const auto& pair = SeedPair::get();
  const cuda::DeviceCsr a(pair.a.csr.view());
  const cuda::DeviceCsr b(pair.b.csr.view());
  Product c;
  multiply(GetParam(), Backend::cuda, spgemm::make_problem(a.view(), b.view(), {}), c);
  expect_same(GetParam(), c, pair.reference);
}

INSTANTIATE_TEST_SUITE_P(variants, SpgemmSeedPairOnDevice,
                         ::testing::Values("hash_bins", "dot_product",
                                           "dot_product{lookup=search}"));

// The serial program as it was takes seconds on the whole pair; its first rows show the same.
TEST(SpgemmSeedPair, first_rows_by_serial_merges_agree) {
  const auto& pair = SeedPair::get();
  auto a = pair.a.csr.view();
  a.rows = 200;
  expect_product("dot_product{lookup=merge}", a, pair.b.csr.view(),
                 spgemm::reference(a, pair.b.csr.view()));
}

}  // namespace
