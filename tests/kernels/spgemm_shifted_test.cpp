// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on rows that are equal up to a shift, and on rows that nearly are.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Columns of row r: r + each of offsets_of(r), as far as there are such columns.
template <class OffsetsOf>
Csr<double> shifted(Index rows, Index cols, OffsetsOf&& offsets_of) {
  return with_columns(rows, cols, [&](Index r) {
    std::vector<Index> own = offsets_of(r);
    for (Index& c : own) c += r;
    return own;
  });
}

/// first, first + step, … of them.
std::vector<Index> run(Index first, Index count, Index step = 1) {
  std::vector<Index> out;
  for (Index i = 0; i < count; ++i) out.push_back(first + i * step);
  return out;
}

Csr<double> band(Index rows, Index cols, const std::vector<Index>& offsets) {
  return shifted(rows, cols, [&](Index) { return offsets; });
}

/// All neighbours of the points of an n x n x n grid.
Csr<double> grid27(Index n) {
  return shifted(n * n * n, n * n * n, [n](Index r) {
    std::vector<Index> out;
    const auto near = [n](Index at, Index d) { return at + d >= 0 && at + d < n; };
    for (Index z = -1; z <= 1; ++z) {
      for (Index y = -1; y <= 1; ++y) {
        for (Index x = -1; x <= 1; ++x) {
          if (near(r / n / n, z) && near(r / n % n, y) && near(r % n, x)) {
            out.push_back((z * n + y) * n + x);
          }
        }
      }
    }
    return out;
  });
}

/// 5 points of an n x n grid; one row has an entry more.
Csr<double> disturbed_grid5(Index n) {
  return shifted(n * n, n * n, [n](Index r) {
    std::vector<Index> out{-n, n};
    for (const Index x : {-1, 0, 1}) {
      if (r % n + x >= 0 && r % n + x < n) out.push_back(x);
    }
    if (r == n * n / 2) out.push_back(-n - 3);
    std::sort(out.begin(), out.end());
    return out;
  });
}

/// Each shape has `each` rows that follow one another.
Pair many_shapes(const std::string& name, Index shapes, Index each) {
  const Index cols = shapes * (each + 1) + 2;
  return {name, shifted(shapes * each, cols, [each](Index r) { return run(0, 2, 1 + r / each); }),
          band(cols, cols + 5, {0, 5})};
}

const std::vector<Pair>& shared_pairs() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    out.push_back(square("27 points", grid27(7)));
    out.push_back(square("5 points, one row disturbed", disturbed_grid5(20)));
    out.push_back(square("band", band(300, 300, run(-8, 17))));
    out.push_back(square("three unknowns", block_band(60, 3, 1)));
    out.push_back({"rectangular", band(500, 700, {0, 3, 200}), band(700, 1000, {1, 300, 301})});
    out.push_back({"empty rows",
                   shifted(400, 400, [](Index r) { return run(-2, r % 5 == 0 ? 0 : 5, 1); }),
                   shifted(400, 420, [](Index r) { return run(0, r % 7 == 0 ? 0 : 4, 3); })});
    out.push_back({"rows of B of 1 to 109 entries", band(400, 404, run(0, 5)),
                   shifted(404, 600, [](Index r) { return run(0, 1 + r % 37 * 3); })});
    out.push_back({"many products", band(200, 279, run(0, 80)), band(279, 358, run(0, 80))});
    out.push_back({"2000 entries", band(60, 1560, run(0, 4, 500)), band(1560, 2060, run(0, 500))});
    return out;
  }();
  return pairs;
}

const std::vector<Pair>& unshared_pairs() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    out.push_back({"too many entries", band(40, 41, {0, 1}), band(41, 4541, run(0, 1500, 3))});
    out.push_back({"too many products", band(120, 220, run(0, 100)), band(220, 320, run(0, 100))});
    out.push_back({"too many rows of B", band(60, 660, run(0, 600)), band(660, 660, {0})});
    out.push_back({"one row of B each", band(60, 60, {0}), band(60, 90, run(0, 30))});
    out.push_back(many_shapes("more shapes than a table has", 9000, 2));
    return out;
  }();
  return pairs;
}

/// What may be added to shifted=always.
const std::vector<std::string>& companions() {
  static const std::vector<std::string> all{"",
                                            "adding=stable",
                                            "adding=atomic",
                                            "rerun=places",
                                            "rerun=gather",
                                            "shared_kib=48",
                                            "sizes=auto",
                                            "words=always",
                                            "words=never",
                                            "sort=0",
                                            "streams=1"};
  return all;
}
std::string always_with(const std::string& other) {
  return "hash_bins{shifted=always" + (other.empty() ? "" : "," + other) + "}";
}

TEST(SpgemmShiftedAxis, goes_with_the_others_but_not_with_bounds) {
  if (shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins") == nullptr) {
    GTEST_SKIP() << "built without CUDA";
  }
  for (const std::string& other : companions()) {
    const auto parsed =
        shipped_catalogue().parse(Operation::spgemm, Backend::cuda, always_with(other));
    EXPECT_TRUE(parsed) << parsed.error();
  }
  const auto refused =
      shipped_catalogue().parse(Operation::spgemm, Backend::cuda, always_with("sizes=bound"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("not with sizes=bound"), std::string::npos) << refused.error();
}

class SpgemmShifted : public test::OnDevice {};

/// Whether the symbolic phase took memory for what rows share, and the plan kept it beside C.
bool shares(const std::string& text, const Pair& pair) {
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = resolved(text).sparse_plan(problem_of(a, b, {}));
  const std::int64_t workspace = plan->memory_bytes();
  const std::int64_t bytes_of_c = 12 * plan->symbolic({});
  const std::int64_t found = plan->memory_bytes();
  plan->allocate({});
  plan->numeric({});
  expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
               text + " on " + pair.name);
  return found > workspace && plan->memory_bytes() == found + bytes_of_c;
}

TEST_F(SpgemmShifted, cuda_equals_the_reference_however_else_it_is_configured) {
  for (const std::string& other : companions()) {
    const auto configuration = resolved(always_with(other));
    for (const auto* const pairs : {&shared_pairs(), &unshared_pairs()}) {
      for (const Pair& pair : *pairs) {
        References<double, std::int32_t> references;
        ASSERT_TRUE(check_pair(configuration, pair, references));
      }
    }
  }
}

TEST_F(SpgemmShifted, cuda_takes_every_type_and_offsets_of_64_bits) {
  check_other_types(resolved("hash_bins{shifted=always}"), shared_pairs());
}

/// The table keeps 8 bits of a shape's hash, so that of thousands many are told apart by their rows
/// alone.
TEST_F(SpgemmShifted, cuda_tells_thousands_of_shapes_apart) {
  const Pair pair = many_shapes("thousands of shapes", 4000, 3);
  EXPECT_TRUE(shares("hash_bins{shifted=always}", pair));
  check_alone<double, std::int64_t>(resolved("hash_bins{shifted=always}"), pair);
}

TEST_F(SpgemmShifted, cuda_shares_where_rows_are_alike_and_nowhere_else) {
  const std::string always = "hash_bins{shifted=always}";
  for (const Pair& pair : shared_pairs()) EXPECT_TRUE(shares(always, pair)) << pair.name;
  for (const Pair& pair : unshared_pairs()) EXPECT_FALSE(shares(always, pair)) << pair.name;
  const Pair random{"random", random_matrix(900, 900, 6, 71), random_matrix(900, 900, 6, 72)};
  EXPECT_FALSE(shares(always, random));
  EXPECT_FALSE(shares("hash_bins{}", shared_pairs().front())) << "too few products to look";
}

TEST_F(SpgemmShifted, cuda_a_sample_decides) {
  const Pair grid = square("large grid", grid27(32));
  const Pair elements = square("three unknowns, large", block_band(10000, 3, 4));
  const Pair random{"large random", random_matrix(20000, 1000, 32, 73),
                    random_matrix(1000, 400, 32, 74)};
  ASSERT_GT(spgemm::count_products(random.a.view(), random.b.view()), 17'000'000)
      << "too few to look";

  EXPECT_TRUE(shares("hash_bins{}", grid));
  EXPECT_TRUE(shares("hash_bins{}", elements));
  EXPECT_TRUE(shares("hash_bins{sizes=auto}", grid));
  EXPECT_FALSE(shares("hash_bins{shifted=never}", grid));
  EXPECT_FALSE(shares("hash_bins{}", random));
}

/// Rows are looked at in blocks of 64 to 512, the longer the more there are, and compared with the
/// third before them.
TEST_F(SpgemmShifted, cuda_rows_of_long_matrices_are_found_in_longer_blocks) {
  for (const Index rows : {140'001, 530'002}) {
    const Pair pair = square(std::to_string(rows) + " rows", shifted(rows, rows, [](Index r) {
                               return std::vector<Index>{-(r % 3), r % 1000 == 7 ? 5 : 4};
                             }));
    EXPECT_TRUE(shares("hash_bins{shifted=always}", pair));
  }
}

/// Few products, or rows with so many that their places fill shared memory, are not looked at.
TEST_F(SpgemmShifted, cuda_search_must_be_worth_its_cost) {
  EXPECT_FALSE(shares("hash_bins{}", square("few products", grid27(20))));
  const Csr<double> wide = band(5000, 5000, run(-30, 61));
  EXPECT_FALSE(shares("hash_bins{}", square("3721 products", wide)));
  EXPECT_TRUE(shares("hash_bins{shifted=always}", square("3721 products", wide)));
}

TEST_F(SpgemmShifted, cuda_sums_have_the_same_bits_on_every_run) {
  const auto configuration = resolved("hash_bins{adding=stable,shifted=always}");
  for (const Pair& pair : shared_pairs()) expect_same_bits(configuration, pair);
}

/// What rows share must fit beside C; where it does not, they are counted one by one.
TEST_F(SpgemmShifted, cuda_memory_decides_whether_places_are_shared) {
  const Pair pair = square("band", band(3000, 3000, run(-8, 17)));
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto configuration = resolved("hash_bins{shifted=always}");
  const auto reference = spgemm::reference(a.host.view(), b.host.view());
  const std::int64_t bytes_of_c = 12 * reference.c.nnz();
  const auto free = configuration.sparse_plan(problem_of(a, b, {}));
  const std::int64_t workspace = free->memory_bytes();
  run_all<double>(*free);
  const std::int64_t all = free->memory_bytes();
  ASSERT_GT(all, workspace + bytes_of_c);
  for (const std::int64_t limit : {all, all - 1, workspace + bytes_of_c}) {
    Resources resources;
    resources.memory_limit = limit;
    const auto plan = configuration.sparse_plan(problem_of(a, b, resources));
    run_all<double>(*plan);
    run_all<double>(*plan);
    expect_equal(copy_of<double>(plan->result()), reference, "limit " + std::to_string(limit));
    EXPECT_LE(plan->memory_bytes(), limit);
  }
}

TEST_F(SpgemmShifted, cuda_values_are_computed_again_under_capture) {
  const Pair pair = shared_pairs().front();
  Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = resolved("hash_bins{shifted=always}").sparse_plan(problem_of(a, b, {}));
  run_all<double>(*plan);
  cuda::synchronize();
  const cuda::Timer timer;
  cuda::Graph graph(timer.stream(), [&] { plan->numeric(timer.stream()); });
  a.change_values();

  graph.launch();

  expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
               "in a graph");
}

}  // namespace
