// SPDX-License-Identifier: BSD-3-Clause
// What SpGEMM needs beside its kernels: the reference, estimates, and configurations that are
// lists.
#include "kernels/spgemm/spgemm.hpp"

#include "harness/environment/sanitizers.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/host/team_watch.hpp"
#include "sptune/configuration.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/spgemm_pairs.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

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

/// The rows of A with all columns; the others have none.
Csr<double> with_full_rows(Index rows, Index cols, const std::vector<Index>& full) {
  return tests::with_columns(rows, cols, [&](Index r) {
    std::vector<Index> out;
    for (Index c = 0; c < cols && std::count(full.begin(), full.end(), r) > 0; ++c) {
      out.push_back(c);
    }
    return out;
  });
}

/// Row r has `count` columns, `step` apart, from column r on, round.
Csr<double> round_rows(Index rows, Index cols, Index count, Index step) {
  return tests::with_columns(rows, cols, [&](Index r) {
    std::vector<Index> out;
    for (Index k = 0; k < count; ++k) out.push_back((r + k * step) % cols);
    return out;
  });
}

// Rows are not cut: where one has nearly all products, there are fewer parts than threads.
TEST(SpgemmProblem, of_many_entries_is_counted_by_the_threads_granted) {
  auto a = tests::converted<double, std::int64_t>(tests::random_matrix(9000, 9000, 30, 8));
  const auto small = tests::converted<double, std::int64_t>(tests::random_matrix(90, 90, 3, 8));
  const std::int64_t products = spgemm::count_products(a.view(), a.view());
  Resources resources;
  resources.threads = 2;
  host::forget_teams();
  EXPECT_GT(spgemm::make_problem(small.view(), small.view(), resources).products, 0);
  EXPECT_EQ(host::largest_team(), 1);
  EXPECT_EQ(spgemm::make_problem(a.view(), a.view(), resources).products, products);
  EXPECT_EQ(host::largest_team(), 2);
  a.col_indices.back() = 9000;
  EXPECT_THROW((void)spgemm::make_problem(a.view(), a.view(), resources), UsageError);
}

TEST(SpgemmReference, a_row_with_nearly_all_products_is_one_part) {
  const Csr<double> b = round_rows(40000, 100, 60, 1);
  const int threads = omp_get_max_threads();
  for (const auto& [rows, full] : {std::pair<Index, Index>{1, 0}, {7, 6}, {7, 0}, {7, 3}}) {
    const Csr<double> a = with_full_rows(rows, 40000, {full});
    omp_set_num_threads(1);
    const spgemm::Reference alone = spgemm::reference(a.view(), b.view());
    for (const int team : {2, 4}) {
      omp_set_num_threads(team);
      const spgemm::Reference shared = spgemm::reference(a.view(), b.view());
      EXPECT_EQ(shared.c.rows, rows);
      EXPECT_EQ(shared.c.row_offsets, alone.c.row_offsets);
      EXPECT_EQ(shared.c.col_indices, alone.c.col_indices);
      EXPECT_EQ(shared.c.values, alone.c.values);
      EXPECT_EQ(shared.terms, alone.terms);
    }
  }
  omp_set_num_threads(threads);
}

/// Bytes of address space that the process has.
rlim_t address_space() {
  std::ifstream in("/proc/self/statm");
  rlim_t pages = 0;
  in >> pages;
  return pages * 4096;
}

TEST(SpgemmReference, memory_that_a_thread_does_not_get_is_refused_to_the_caller) {
  if (harness::sanitized) GTEST_SKIP() << "its allocator ends the process";
  const Csr<double> a = with_full_rows(8, 1000, {0, 1, 2, 3, 4, 5, 6, 7});
  const Csr<double> b = round_rows(1000, 1'000'000, 1000, 997);
  ASSERT_EQ(spgemm::count_products(a.view(), b.view()), 8'000'000) << "two threads' worth";
  const int threads = omp_get_max_threads();
  omp_set_num_threads(2);
#pragma omp parallel
  {  // the team, which the limit would not let start
  }
  rlimit old{};
  ::getrlimit(RLIMIT_AS, &old);
  // Each thread clears 24 bytes a column.
  const rlimit small{std::min<rlim_t>(address_space() + (16U << 20U), old.rlim_max), old.rlim_max};
  ::setrlimit(RLIMIT_AS, &small);
  EXPECT_THROW((void)spgemm::reference(a.view(), b.view()), std::bad_alloc);
  ::setrlimit(RLIMIT_AS, &old);
  omp_set_num_threads(threads);
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

/// Shortest of three runs of the default configuration of `hash`.
double seconds_hashing(const Csr<double>& a, const Csr<double>& b) {
  const Variant* hash = shipped_catalogue().find(Operation::spgemm, Backend::cpu, "hash");
  Resources resources;
  resources.threads = 1;
  const auto plan = hash->default_configuration().sparse_plan(
      spgemm::make_problem(a.view(), b.view(), resources));
  double least = std::numeric_limits<double>::max();
  for (int run = 0; run < 3; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    plan->symbolic({});
    plan->allocate({});
    plan->numeric({});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    least = std::min(least, taken.count());
  }
  return least;
}

TEST(SpgemmDense, takes_a_second_matrix_without_columns) {
  const Csr<double> a = with_full_rows(2, 3, {0});
  const std::vector<std::int32_t> offsets(4, 0);
  const AnyCsr b(CsrView<double, std::int32_t>{3, 0, offsets.data(), nullptr, nullptr});
  const Variant* dense = shipped_catalogue().find(Operation::spgemm, Backend::cpu, "dense");
  ASSERT_NE(dense, nullptr);
  const Fit fit = dense->default_configuration().fit(spgemm::make_problem(a.view(), b, {}));
  EXPECT_TRUE(fit) << fit.reason;
}

/// Of no product that could be made here: sizes alone are looked at.
TEST(SpgemmHash, rows_of_more_entries_than_slots_can_be_numbered_for_are_refused) {
  const Csr<double> a = with_full_rows(1, 2, {0});
  Csr<double> b = with_full_rows(2, 2, {0, 1});
  b.cols = std::numeric_limits<Index>::max();
  for (const char* name : {"hash", "adaptive"}) {
    const auto c = shipped_catalogue().find(Operation::spgemm, Backend::cpu, name);
    ASSERT_NE(c, nullptr);
    const auto fit = [&](std::int64_t products) {
      return c->default_configuration().fit(
          SpgemmProblem(a.view(), b.view(), {.threads = 64}, products));
    };
    EXPECT_TRUE(fit(1 << 20)) << name;
    const Fit refused = fit(std::int64_t{1} << 30);
    EXPECT_FALSE(refused) << name;
    EXPECT_NE(refused.reason.find("more than 2^31 slots"), std::string::npos) << refused.reason;
  }
}

// Their low bits are all the same: as slots they took 65 times as long.
TEST(SpgemmHash, columns_that_are_multiples_of_a_power_of_two_find_slots_of_their_own) {
  const Csr<double> a = round_rows(200, 200, 40, 7);
  const Csr<double> b = round_rows(200, 1000, 40, 37);
  for (const Index apart : {256, 16384, 1 << 21}) {
    Csr<double> far = b;
    far.cols *= apart;
    for (Index& col : far.col_indices) col *= apart;

    EXPECT_LT(seconds_hashing(a, far), 8 * seconds_hashing(a, b)) << apart << " apart";
  }
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

TEST(SpgemmEstimate, looks_at_one_row_at_least_however_long_rows_are) {
  const Csr<double> b = round_rows(20000, 1000, 20, 1);  // a row of C has 1000 of 400,000 products
  for (const Index rows : {1, 2, 3}) {
    const Csr<double> a = round_rows(rows, 20000, 20000, 1);
    SpgemmProblem problem = spgemm::make_problem(a.view(), b.view(), {});
    ASSERT_EQ(problem.products, rows * 400'000);
    problem.b.cols = 2'000'000'000;  // no bound by itself
    EXPECT_EQ(spgemm::estimate_entries(problem), rows * 1000) << rows;
    problem.resources.memory_limit = 300'000;
    EXPECT_TRUE(spgemm::fit_memory(problem, 0)) << rows;
  }
}

}  // namespace
