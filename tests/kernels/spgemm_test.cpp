// SPDX-License-Identifier: BSD-3-Clause
// What SpGEMM needs beside its kernels: the reference, estimates, and configurations that are
// lists.
#include "kernels/spgemm/spgemm.hpp"

#include "kernels/api/catalogue.hpp"
#include "sptune/configuration.hpp"
#include "tests/kernels/spgemm_pairs.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cstdint>
#include <string>

namespace {

using namespace sptune;

TEST(SpgemmReference, threads_give_the_bits_of_one) {
  const auto a = tests::converted<double, std::int64_t>(tests::random_matrix(9000, 9000, 30, 8));
  ASSERT_GT(spgemm::count_products(a.view(), a.view()), 6'000'000) << "too few for threads";
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const spgemm::Reference alone = spgemm::reference(a.view(), a.view());
  omp_set_num_threads(3);
  const spgemm::Reference shared = spgemm::reference(a.view(), a.view());
  omp_set_num_threads(threads);

  EXPECT_EQ(shared.c.rows, 9000);
  EXPECT_EQ(shared.c.row_offsets, alone.c.row_offsets);
  EXPECT_EQ(shared.c.col_indices, alone.c.col_indices);
  EXPECT_EQ(shared.c.values, alone.c.values);
  EXPECT_EQ(shared.magnitude, alone.magnitude);
  EXPECT_EQ(shared.terms, alone.terms);
}

TEST(SpgemmCatalogue, bins_survive_text_and_json_and_reach_the_model) {
  const Variant* binned = shipped_catalogue().find(Operation::spgemm, Backend::cpu, "binned");
  ASSERT_NE(binned, nullptr);

  for (const ResolvedConfiguration& resolved : binned->full_grid()) {
    const Configuration& c = resolved.configuration();
    const auto text = Configuration::parse(c.text());
    ASSERT_TRUE(text) << text.error();
    EXPECT_EQ(text.value(), c);
    EXPECT_EQ(binned->resolve(text.value()).value().configuration(), c);
    const auto json = configuration_from_json(to_json(c));
    ASSERT_TRUE(json) << json.error();
    EXPECT_EQ(json.value(), c);
  }
  bool limit_of_first_bin = false;
  for (const auto& [name, value] : flatten(binned->default_configuration().configuration())) {
    limit_of_first_bin |= name == "bins.0.up_to" && value > 0;
  }
  EXPECT_TRUE(limit_of_first_bin);
}

TEST(SpgemmDotProduct, refuses_work_that_would_take_minutes) {
  const Variant* dot = shipped_catalogue().find(Operation::spgemm, Backend::cpu, "dot_product");
  ASSERT_NE(dot, nullptr);
  const auto wide =
      tests::converted<double, std::int64_t>(tests::random_matrix(400'000, 400'000, 1, 3));
  const auto problem = spgemm::make_problem(wide.view(), wide.view(), {});

  const Fit fit = dot->default_configuration().fit(problem);

  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("steps"), std::string::npos) << fit.reason;
}

TEST(SpgemmEstimate, is_exact_on_small_products_and_close_on_large_ones) {
  const auto a = tests::converted<double, std::int64_t>(tests::random_matrix(3000, 3000, 20, 4));
  const auto problem = spgemm::make_problem(a.view(), a.view(), {});
  const auto exact = static_cast<double>(spgemm::reference(a.view(), a.view()).c.nnz());
  const auto small = tests::converted<double, std::int64_t>(tests::random_matrix(50, 50, 5, 5));
  const auto small_problem = spgemm::make_problem(small.view(), small.view(), {});

  EXPECT_EQ(spgemm::estimate_entries(small_problem),
            spgemm::reference(small.view(), small.view()).c.nnz());
  EXPECT_NEAR(static_cast<double>(spgemm::estimate_entries(problem)) / exact, 1.0, 0.05);
}

}  // namespace
