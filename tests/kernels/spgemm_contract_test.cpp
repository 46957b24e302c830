// SPDX-License-Identifier: BSD-3-Clause
// Every SpGEMM entry of the catalogue, smoke grid, on awkward pairs: the structure is the
// reference's, values are within the row-wise bound, and the phases keep their promises.
#include "harness/environment/sanitizers.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/kernels/spgemm_pairs.hpp"
#include "tests/kernels/tally.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

class SpgemmContract : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    const Variant& variant = full_catalogue().variants()[GetParam()];
    if (variant.facts.backend == Backend::cuda && !cuda::device_info()) {
      GTEST_SKIP() << variant.facts.name << ": " << cuda::device_info().error();
    }
  }
};

/// Every pair of types for every configuration and pair of matrices; under sanitizers, which slow
/// this down by ten and whose builds a release repeats, and for an older instruction set, one of
/// the four, taken in turn.
bool of_turn(std::size_t turn, std::size_t types) {
#ifndef SPTUNE_SANITIZED
  static const bool newest = std::getenv("SPTUNE_ISA") == nullptr;
  if (newest) return true;
#endif
  return turn % 4 == types;
}

TEST_P(SpgemmContract, equals_the_reference_on_awkward_pairs) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  const auto grid = variant.smoke_grid();
  const std::size_t pairs = tests::awkward_pairs().size();
  test::Tally tally;
  for (std::size_t p = 0; p < pairs; ++p) {
    const Pair& pair = tests::awkward_pairs()[p];
    const auto check = [&]<class V, class O>(std::size_t types, References<V, O> references) {
      for (std::size_t c = 0; c < grid.size(); ++c) {
        if (!of_turn(c * pairs + p, types)) continue;
        tally.add(grid[c], pair.name, check_pair(grid[c], pair, references));
      }
    };
    check(0, References<double, std::int64_t>{});
    check(1, References<double, std::int32_t>{});
    check(2, References<float, std::int64_t>{});
    check(3, References<float, std::int32_t>{});
    if (HasFatalFailure()) return;
  }
  tally.expect({.cases = 20, .share = 0.75, .problems = 20});
}

TEST_P(SpgemmContract, gives_the_same_bits_on_every_run_where_it_says_so) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  // Rows of ten thousand products that meet in 800 columns, and of 300 thousand in 4000.
  static const auto wide = tests::random_matrix(300, 800, 100, 3);
  static const Pair pairs[] = {
      {"many", wide, tests::random_matrix(800, 800, 100, 6)},
      {"giant", tests::random_matrix(4, 4000, 2000, 4), tests::random_matrix(4000, 4000, 150, 5)}};
  for (const Pair& pair : pairs) {
    const Operand<double, std::int32_t> a(pair.a, variant.facts.backend);
    const Operand<double, std::int32_t> b(pair.b, variant.facts.backend);
    const SpgemmProblem problem = problem_of(a, b, {});
    for (const ResolvedConfiguration& configuration : variant.smoke_grid()) {
      if (!configuration.deterministic()) continue;
      const auto plan = configuration.sparse_plan(problem);
      run_all<double>(*plan);
      const Copy<double> first = copy_of<double>(plan->result());
      for (const bool values_alone : {false, true}) {
        if (values_alone) {
          plan->numeric({});
        } else {
          run_all<double>(*plan);
        }
        const Copy<double> again = copy_of<double>(plan->result());
        EXPECT_EQ(first.col_indices, again.col_indices) << configuration.text();
        EXPECT_TRUE(same_bits(first.values, again.values)) << pair.name << configuration.text();
      }
    }
  }
}

TEST_P(SpgemmContract, takes_offsets_of_different_width) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  const Pair pair = tests::awkward_pairs().front();
  const Operand<double, std::int32_t> a(pair.a, variant.facts.backend);
  const Operand<double, std::int64_t> b(pair.b, variant.facts.backend);
  const SpgemmProblem problem = problem_of(a, b, {});
  const ResolvedConfiguration configuration = variant.default_configuration();
  ASSERT_TRUE(configuration.fit(problem));

  const auto plan = configuration.sparse_plan(problem);
  run_all<double>(*plan);

  auto c = copy_of<double>(plan->result());
  if (!plan->sorted()) sort_rows(c);
  expect_equal(c, spgemm::reference(a.host.view(), b.host.view()), configuration.text());
}

TEST_P(SpgemmContract, refuses_with_a_reason) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  const auto a = tests::converted<double, std::int64_t>(tests::random_matrix(300, 200, 4, 1));
  const auto b = tests::converted<double, std::int64_t>(tests::random_matrix(200, 300, 4, 2));
  const auto single = tests::converted<float, std::int64_t>(tests::random_matrix(200, 300, 4, 2));
  const ResolvedConfiguration configuration = variant.default_configuration();

  const Fit mismatch = configuration.fit(SpgemmProblem(a.view(), a.view(), {}, 0));
  const Fit mixed = configuration.fit(SpgemmProblem(a.view(), single.view(), {}, 0));
  Resources little;
  little.memory_limit = 1000;
  const Fit memory = configuration.fit(spgemm::make_problem(a.view(), b.view(), little));

  EXPECT_FALSE(mismatch);
  EXPECT_NE(mismatch.reason.find("200"), std::string::npos) << mismatch.reason;
  EXPECT_FALSE(mixed);
  EXPECT_NE(mixed.reason.find("f32"), std::string::npos) << mixed.reason;
  EXPECT_FALSE(memory);
  EXPECT_NE(memory.reason.find("limit is 1000"), std::string::npos) << memory.reason;
}

/// What is staged of C counts.
TEST_P(SpgemmContract, small_products_hold_no_more_than_the_limit) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  if (variant.facts.backend != Backend::cpu) GTEST_SKIP() << "the device's memory comes in pieces";
  Resources little;
  little.memory_limit = 100'000;
  int ran = 0;
  for (const Index n : {1, 100}) {
    const Csr<double> identity = tests::with_columns(n, n, [](Index r) { return std::vector{r}; });
    const SpgemmProblem problem = spgemm::make_problem(identity.view(), identity.view(), little);
    for (const ResolvedConfiguration& c : variant.smoke_grid()) {
      if (!c.fit(problem)) continue;
      const auto plan = c.sparse_plan(problem);
      run_all<double>(*plan);
      EXPECT_LE(plan->memory_bytes(), little.memory_limit) << c.text() << ", " << n << " rows";
      ++ran;
    }
  }
  EXPECT_GT(ran, 1);
}

/// About what a plan holds without a limit was foreseen: below that it is refused, or does with
/// less. What is staged of C grows by doubling, which no limit knows.
TEST_P(SpgemmContract, large_products_hold_no_more_than_the_limit) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  if (variant.facts.backend != Backend::cpu || variant.facts.baseline) GTEST_SKIP();
  const Csr<double> band = tests::with_columns(50'000, 50'000, [](Index r) {
    std::vector<Index> out;
    for (Index k = -5; k <= 5; ++k) out.push_back(r + k);
    return out;
  });
  Resources resources;
  resources.threads = 3;
  int ran = 0;
  for (const ResolvedConfiguration& c : variant.smoke_grid()) {
    SpgemmProblem problem = spgemm::make_problem(band.view(), band.view(), resources);
    if (!c.fit(problem)) continue;
    const auto plan = c.sparse_plan(problem);
    EXPECT_GT(run_all<double>(*plan), 1'000'000);
    problem.resources.memory_limit = plan->memory_bytes() / 10 * 9;
    ++ran;
    if (!c.fit(problem)) continue;
    const auto tight = c.sparse_plan(problem);
    run_all<double>(*tight);
    EXPECT_LE(tight->memory_bytes(), problem.resources.memory_limit) << c.text();
  }
  EXPECT_GT(ran, 0);
}

/// Transposed, rows sorted.
Csr<double> transposed(const Csr<double>& m) {
  tests::Rows rows(static_cast<std::size_t>(m.cols));
  for (std::int64_t r = 0; r < m.rows; ++r) {
    for (auto i = static_cast<std::size_t>(m.row_offsets[static_cast<std::size_t>(r)]);
         i < static_cast<std::size_t>(m.row_offsets[static_cast<std::size_t>(r) + 1]); ++i) {
      rows[static_cast<std::size_t>(m.col_indices[i])].emplace_back(static_cast<Index>(r),
                                                                    m.values[i]);
    }
  }
  return tests::from_rows(m.rows, rows);
}

/// The Laplacian of a grid of n^dimensions points, and the piecewise constant prolongation from
/// aggregates of 3^dimensions of them.
struct Mesh {
  Mesh(Index n, int dimensions) {
    const Index coarse = (n + 2) / 3;
    Index points = 1;
    Index aggregates = 1;
    for (int d = 0; d < dimensions; ++d) points *= n, aggregates *= coarse;
    tests::Rows a(static_cast<std::size_t>(points));
    tests::Rows p(static_cast<std::size_t>(points));
    for (Index i = 0; i < points; ++i) {
      std::set<std::pair<Index, double>> row{{i, 2.0 * dimensions}};
      Index aggregate = 0;
      Index stride = 1;
      Index coarse_stride = 1;
      for (int d = 0; d < dimensions; ++d) {
        const Index x = i / stride % n;
        if (x > 0) row.emplace(i - stride, -1.0);
        if (x + 1 < n) row.emplace(i + stride, -1.0);
        aggregate += x / 3 * coarse_stride;
        stride *= n;
        coarse_stride *= coarse;
      }
      a[static_cast<std::size_t>(i)].assign(row.begin(), row.end());
      p[static_cast<std::size_t>(i)].emplace_back(aggregate, 1.0 + i % 4);
    }
    matrix = tests::from_rows(points, a);
    prolongation = tests::from_rows(aggregates, p);
  }
  Csr<double> matrix;
  Csr<double> prolongation;
};

/// C of a fresh plan, as an operand for the next product.
Csr<double> product_of(const Variant& variant, const ResolvedConfiguration& configuration,
                       const Csr<double>& a, const Csr<double>& b) {
  const Operand<double, std::int32_t> left(a, variant.facts.backend);
  const Operand<double, std::int32_t> right(b, variant.facts.backend);
  const auto plan = configuration.sparse_plan(problem_of(left, right, {}));
  run_all<double>(*plan);
  auto c = copy_of<double>(plan->result());
  if (!plan->sorted()) sort_rows(c);
  Csr<double> out;
  out.rows = a.rows;
  out.cols = b.cols;
  out.row_offsets = std::move(c.row_offsets);
  out.col_indices = std::move(c.col_indices);
  out.values = std::move(c.values);
  return out;
}

TEST_P(SpgemmContract, coarsens_two_meshes) {
  const Variant& variant = full_catalogue().variants()[GetParam()];
  const ResolvedConfiguration configuration = variant.default_configuration();
  for (const Mesh& mesh : {Mesh(70, 2), Mesh(16, 3)}) {
    const Csr<double>& p = mesh.prolongation;
    const Csr<double> pt = transposed(p);
    const Csr<double> ap = product_of(variant, configuration, mesh.matrix, p);
    const auto first = spgemm::reference(mesh.matrix.view(), p.view());
    ASSERT_EQ(ap.row_offsets, first.c.row_offsets);
    // Small integers: exact in any order.
    EXPECT_EQ(ap.values, first.c.values);

    const Csr<double> coarse = product_of(variant, configuration, pt, ap);

    const auto second = spgemm::reference(pt.view(), first.c.view());
    ASSERT_EQ(coarse.row_offsets, second.c.row_offsets);
    EXPECT_EQ(coarse.col_indices, second.c.col_indices);
    EXPECT_EQ(coarse.values, second.c.values);
    EXPECT_EQ(coarse.rows, p.cols);
  }
}

std::vector<std::size_t> spgemm_variants() {
  std::vector<std::size_t> out;
  const auto& all = full_catalogue().variants();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].operation == Operation::spgemm) out.push_back(i);
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(variants, SpgemmContract, ::testing::ValuesIn(spgemm_variants()),
                         [](const auto& tested) {
                           const VariantFacts& facts =
                               full_catalogue().variants()[tested.param].facts;
                           return (facts.backend == Backend::cuda ? "cuda_" : "") + facts.name;
                         });

/// The valid points of hash_bins with rerun=gather that have `axis` in their text, but for rows
/// that share places: no single step from the default reaches them.
std::vector<ResolvedConfiguration> gather_configurations(const std::string& axis = "") {
  const Variant* variant = full_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
  std::vector<ResolvedConfiguration> out;
  for (const ResolvedConfiguration& c : variant->full_grid()) {
    const bool wanted = c.text().find(axis) != std::string::npos;
    const bool apart = c.text().find("shifted=auto,grouped=auto") != std::string::npos;
    if (wanted && apart && c.text().find("rerun=gather") != std::string::npos) out.push_back(c);
  }
  return out;
}

/// Tiles of other sizes, and both pipelines of slices, are points of their own.
TEST(SpgemmGather, has_a_point_for_every_launch) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  EXPECT_EQ(gather_configurations().size(), 6U);
}

/// Entries of A that a few bits of a code cannot tell apart, and rows that several warps write
/// down.
TEST(SpgemmGather, cuda_codes_of_two_words) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  tests::Rows one_full_row(40);
  for (Index k = 0; k < 70000; ++k) one_full_row[3].emplace_back(k, (k % 5 - 2) / 4.0);
  for (Index r = 4; r < 40; ++r) one_full_row[static_cast<std::size_t>(r)].emplace_back(r * 7, 1.5);
  const Pair wide{"one full row", tests::from_rows(70000, one_full_row),
                  tests::random_matrix(70000, 20, 1, 52)};
  for (const ResolvedConfiguration& configuration : gather_configurations()) {
    check_alone<double, std::int64_t>(configuration, wide);
    check_alone<float, std::int32_t>(configuration, wide);
  }
}

TEST(SpgemmGather, cuda_entries_of_many_products) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  for (const Pair& pair : tests::make_long_entry_pairs()) {
    for (const ResolvedConfiguration& configuration : gather_configurations()) {
      check_alone<double, std::int64_t>(configuration, pair);
      check_alone<float, std::int32_t>(configuration, pair);
    }
  }
}

/// Lists of tiles and of slices that do not stay in the cache between two re-runs.
TEST(SpgemmGather, cuda_lists_larger_than_the_cache) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  constexpr Index size = 30000;
  constexpr Index long_rows = 60;
  constexpr int entries_of_b = 14;
  const std::int64_t list_bytes = std::int64_t{6} * size * entries_of_b * entries_of_b;
  if (list_bytes <= cuda::device_info().value().l2_bytes / 2) {
    GTEST_SKIP() << "this device's cache has " << cuda::device_info().value().l2_bytes << " bytes";
  }
  tests::Rows rows(size);
  for (Index r = 0; r < size; ++r) {
    const Index step = r % (size / long_rows) == 7 ? 30 : size / entries_of_b;
    for (Index k = r % step; k < size; k += step) {
      rows[static_cast<std::size_t>(r)].emplace_back(k, (k % 5 - 2.5) / 4.0);
    }
  }
  const Pair pair{"long lists", tests::from_rows(size, rows),
                  tests::random_matrix(size, size, entries_of_b, 54)};
  for (const char* pipeline : {"slice_depth=2", "slice_depth=4"}) {
    for (const ResolvedConfiguration& configuration : gather_configurations(pipeline)) {
      check_alone<double, std::int64_t>(configuration, pair);
      check_alone<float, std::int32_t>(configuration, pair);
    }
  }
}

/// Runs hash_bins with `sizes` on a pair under a memory limit, whole, again, and values alone, each
/// time checked, and returns the bytes that it held beside its workspace at most.
/// `limit_of(workspace)` gives the limit.
template <class LimitOf>
std::int64_t peak_of_sizes(const char* sizes, const Pair& pair, LimitOf&& limit_of) {
  const Variant& variant = *full_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
  const auto configuration =
      variant.resolve(Configuration::parse("hash_bins{sizes=" + std::string(sizes) + "}").value())
          .value();
  Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  Resources resources;
  const std::int64_t workspace =
      configuration.sparse_plan(problem_of(a, b, resources))->memory_bytes();
  resources.memory_limit = limit_of(workspace);
  const SpgemmProblem problem = problem_of(a, b, resources);
  EXPECT_TRUE(configuration.fit(problem));
  const auto plan = configuration.sparse_plan(problem);
  const auto check = [&](const std::string& run) {
    expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
                 sizes + (", " + pair.name) + run);
  };
  run_all<double>(*plan);
  check("");
  run_all<double>(*plan);
  check(", second run");
  a.change_values();
  plan->numeric({});
  check(", numeric alone");
  EXPECT_LE(plan->memory_bytes(), resources.memory_limit);
  return plan->memory_bytes() - workspace;
}

std::int64_t entries_of_product(const Pair& pair) {
  return spgemm::reference(pair.a.view(), pair.b.view()).c.nnz();
}

TEST(SpgemmBounds, cuda_memory_decides_whether_rows_are_counted) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  constexpr std::int64_t per_entry = 12;
  const Pair few_equal{"few equal columns", tests::random_matrix(2000, 2000, 6, 60),
                       tests::random_matrix(2000, 900, 10, 61)};
  const std::int64_t products = spgemm::count_products(few_equal.a.view(), few_equal.b.view());
  const std::int64_t entries = entries_of_product(few_equal);
  ASSERT_LT(entries, products);
  const Csr<double> band = tests::block_band(300, 3, 1);
  const Pair dense{"dense band", band, band};

  const auto apart = peak_of_sizes("bound", few_equal,
                                   [&](std::int64_t w) { return w + (products + entries) * 12; });
  const auto counted_later =
      peak_of_sizes("bound", few_equal, [&](std::int64_t w) { return w + products * 12; });
  const auto counted =
      peak_of_sizes("bound", few_equal, [&](std::int64_t w) { return w + entries * 12; });
  const auto in_place =
      peak_of_sizes("bound", dense, [](std::int64_t w) { return 2 * w + 1000000; });

  EXPECT_GT(apart, products * per_entry);
  EXPECT_LE(counted_later, products * per_entry);
  EXPECT_GT(counted_later, entries * per_entry);
  EXPECT_EQ(counted, entries * per_entry);
  // Every bound is met: nothing is moved.
  EXPECT_EQ(in_place, entries_of_product(dense) * per_entry);
}

TEST(SpgemmBounds, cuda_a_sample_decides_whether_rows_are_counted) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  const Csr<double> heavy = tests::random_matrix(1400, 1400, 260, 62);
  ASSERT_GT(spgemm::count_products(heavy.view(), heavy.view()), 1 << 26) << "too few to look";
  const auto spread = [&](auto&& column_of) {
    Csr<double> b = heavy;
    for (Index& column : b.col_indices) column = column_of(column);
    b.cols = column_of(1400);
    return b;
  };
  const Pair dense{"a column left out", heavy, spread([](Index c) { return c < 600 ? c : c + 1; })};
  const Pair sparse{"a column in four", heavy, spread([](Index c) { return 4 * c; })};
  const auto no_limit = [](std::int64_t) { return std::int64_t{1} << 34; };

  const auto bounded = peak_of_sizes("auto", dense, no_limit);
  const auto counted = peak_of_sizes("auto", sparse, no_limit);

  EXPECT_GT(bounded, 20 * entries_of_product(dense));
  EXPECT_EQ(counted, 12 * entries_of_product(sparse));
}

TEST(SpgemmBounds, cuda_rows_that_many_blocks_share) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  tests::Rows rows(5);
  for (Index k = 0; k < 700; ++k) rows[2].emplace_back(k, 1.0 + k % 4);
  for (Index k = 0; k < 30; ++k) rows[4].emplace_back(k * 20, 0.5);
  const Pair giant{"one giant", tests::from_rows(700, rows),
                   tests::random_matrix(700, 90000, 600, 63)};
  ASSERT_GT(spgemm::count_products(giant.a.view(), giant.b.view()), 350000);

  for (const char* sizes : {"exact", "bound", "auto"}) {
    const auto peak =
        peak_of_sizes(sizes, giant, [](std::int64_t) { return std::int64_t{1} << 34; });
    EXPECT_GE(peak, 12 * entries_of_product(giant)) << sizes;
  }
}

TEST(SpgemmCatalogue, has_what_the_issue_asks_for) {
  std::set<std::string> names;
  for (const std::size_t i : spgemm_variants()) {
    names.insert(full_catalogue().variants()[i].facts.name);
  }
  for (const char* name : {"adaptive", "dot_product", "hash", "dense", "esc", "binned"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

}  // namespace
