// SPDX-License-Identifier: BSD-3-Clause
// adaptive on pairs that send rows each way, and that pay for what is made of B as a whole.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/cpu/stage.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/kernels/spgemm_pairs.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Row r has `count` columns, `step` apart, from r on.
Csr<double> stairs(Index rows, Index cols, Index count, Index step) {
  return with_columns(rows, cols, [&](Index r) {
    std::vector<Index> out;
    for (Index k = 0; k < count; ++k) out.push_back(r + k * step);
    return out;
  });
}

/// Groups of 1 to 9 rows with the same columns, a row with one entry or none between some.
Csr<double> groups_alike(Index rows, Index cols, Index count) {
  Index leader = 0;
  Index left = 0;
  Index size = 0;
  return with_columns(rows, cols, [&](Index r) {
    if (left == 0) {
      leader = r;
      size = size % 9 + 1;
      left = size;
    }
    --left;
    std::vector<Index> out;
    if (size == 4 && left == 0) return out;
    for (Index k = 0; k < (size == 6 ? 1 : count); ++k) out.push_back((leader * 13 + k * 3) % cols);
    return out;
  });
}

const std::vector<Pair>& pairs_for_every_way() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    out.push_back(square("columns side by side: masks, spread out", stairs(1500, 1500, 40, 1)));
    out.push_back(square("every second column: spread out", stairs(1500, 1500, 40, 2)));
    out.push_back(square("every third: masks alone", stairs(1500, 1500, 40, 3)));
    out.push_back(square("blocks of three", block_band(200, 3, 2)));
    out.push_back({"some rows alike, long", groups_alike(900, 300, 11), stairs(300, 700, 30, 2)});
    out.push_back(
        {"some rows alike, short", groups_alike(900, 5000, 3), random_matrix(5000, 90000, 4, 71)});
    out.push_back({"few products far apart", random_matrix(4000, 4000, 5, 72),
                   random_matrix(4000, 90000, 5, 73)});
    out.push_back({"few products close together, in a wide C", stairs(4000, 60000, 3, 1),
                   stairs(60000, 60000, 3, 2)});
    out.push_back(
        {"rows of B of one length", random_matrix(300, 2000, 60, 74), stairs(2000, 2100, 4, 9)});
    out.push_back(
        {"one entry or none", groups_alike(2000, 500, 1), random_matrix(500, 800, 9, 75)});
    out.push_back({"too few products for arrays over C's columns", groups_alike(300, 500, 9),
                   random_matrix(500, 900'000, 10, 77)});
    out.push_back({"the same, far fewer than are sorted", groups_alike(900, 500, 3),
                   random_matrix(500, 900'000, 3, 78)});
    return out;
  }();
  return pairs;
}

/// Each row has more products than are sorted, some the columns of the row before; all of them so
/// far apart that a bitmap would be searched for longer than a table is filled.
Pair scattered() {
  return {"products far from one another", groups_alike(6000, 900, 11),
          stairs(900, 5'500'000, 6, 1'099'000)};
}

TEST(SpgemmAdaptive, equals_the_reference_whichever_way_rows_go) {
  const ResolvedConfiguration configuration =
      shipped_catalogue().parse(Operation::spgemm, Backend::cpu, "adaptive").value();
  for (const Pair& pair : pairs_for_every_way()) {
    References<double, std::int32_t> references;
    ASSERT_TRUE(check_pair(configuration, pair, references)) << pair.name;
  }
  check_other_types(configuration, pairs_for_every_way());
  check_alone<double, std::int32_t>(configuration, scattered());
}

/// Bytes of a plan that has run.
double memory_of(const Pair& pair, const std::string& configuration = "adaptive") {
  const Operand<double, std::int32_t> a(pair.a, Backend::cpu);
  const Operand<double, std::int32_t> b(pair.b, Backend::cpu);
  Resources resources;
  resources.threads = 1;
  const SpgemmProblem problem = problem_of(a, b, resources);
  const auto plan = shipped_catalogue()
                        .parse(Operation::spgemm, Backend::cpu, configuration)
                        .value()
                        .sparse_plan(problem);
  run_all<double>(*plan);
  return static_cast<double>(plan->memory_bytes());
}

// Masks and rows with their zeros take the memory that they take in `dense`; where they would not
// pay, they are not made.
TEST(SpgemmAdaptive, packs_and_spreads_b_where_that_pays) {
  const Csr<double> side_by_side = stairs(1500, 1500, 40, 1);
  const Pair few{"a product per entry of B", stairs(1500, 1500, 1, 1), side_by_side};
  const Pair threes{"ten, columns in threes", stairs(1500, 1500, 10, 1), stairs(1500, 1500, 40, 3)};
  const Pair dense{"ten, columns side by side", stairs(1500, 1500, 10, 1), side_by_side};
  const std::string masks = "dense{masks=true}";
  const std::string spread = "dense{masks=true,accumulator=spread}";

  EXPECT_LT(memory_of(few), memory_of(few, masks));
  EXPECT_GE(memory_of(threes), memory_of(threes, masks));
  EXPECT_LT(memory_of(threes), memory_of(threes, spread));
  EXPECT_GE(memory_of(dense), memory_of(dense, spread));
}

// What only makes it faster is no reason to refuse.
TEST(SpgemmAdaptive, does_without_masks_and_spread_rows_under_a_limit) {
  const Pair pair{"long rows side by side", stairs(1500, 1500, 10, 1), stairs(1500, 1900, 400, 1)};
  const Operand<double, std::int32_t> a(pair.a, Backend::cpu);
  const Operand<double, std::int32_t> b(pair.b, Backend::cpu);
  const ResolvedConfiguration configuration =
      shipped_catalogue().parse(Operation::spgemm, Backend::cpu, "adaptive").value();
  SpgemmProblem problem = problem_of(a, b, {});
  const auto unlimited = static_cast<std::int64_t>(memory_of(pair));
  std::int64_t refused = 0;
  std::int64_t fits = unlimited;  // the least limit that does, in the end
  while (fits - refused > 1) {
    const std::int64_t limit = (fits + refused) / 2;
    problem.resources.memory_limit = limit;
    (configuration.fit(problem) ? fits : refused) = limit;
  }
  EXPECT_LT(fits, unlimited - 8 * 1500 * 350) << "spread rows of B";
  problem.resources.memory_limit = fits;
  ASSERT_TRUE(configuration.fit(problem));

  const auto plan = configuration.sparse_plan(problem);
  run_all<double>(*plan);

  EXPECT_LE(plan->memory_bytes(), fits);
  expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
               pair.name);
}

TEST(SpgemmAdaptive, a_wide_c_without_rows_has_no_room_for_four_sums_a_column) {
  const Pair pair{"no rows", from_rows(4, {}), random_matrix(4, 1'000'000, 5, 76)};

  EXPECT_LT(memory_of(pair), 4 * 8 * 1e6);
}

// What only some rows need is made where such rows are: clearing it takes longer than the product.
TEST(SpgemmAdaptive, a_wide_c_whose_rows_are_sorted_or_copied_has_no_arrays) {
  constexpr Index cols = 4'000'000;
  // Every 20th row repeats the one before, too few for four sums a column.
  const Csr<double> a = with_columns(20000, 20000, [](Index r) {
    const Index from = r % 20 == 1 ? r - 1 : r;
    return r % 7 == 3 ? std::vector<Index>{r} : std::vector<Index>{from, (from * 31 + 5) % 20000};
  });
  const Pair pair{"rows sorted and copied", a, stairs(20000, cols, 5, 199'000)};

  EXPECT_LT(memory_of(pair), 8.0 * cols);
}

TEST(SpgemmAdaptive, products_too_few_for_arrays_over_the_columns_take_none) {
  constexpr Index cols = 20'000'000;
  const Pair few{"two long rows", stairs(2, 400, 200, 2), stairs(400, cols, 5, 199'000)};

  EXPECT_LT(memory_of(few), cols / 8.0);
  Resources little;
  little.threads = 1;
  little.memory_limit = cols;
  EXPECT_TRUE(shipped_catalogue()
                  .parse(Operation::spgemm, Backend::cpu, "adaptive")
                  .value()
                  .fit(spgemm::make_problem(few.a.view(), few.b.view(), little)));
}

// Where a bitmap would be searched by 32768 words of summaries.
TEST(SpgemmAdaptive, rows_among_more_columns_than_are_sorted_are_hashed) {
  constexpr Index cols = 1 << 27;
  const Pair few{"few products", stairs(5000, 3000, 2, 1), stairs(3000, cols, 7, 19'000'000)};
  const Pair many{"a product in 64 columns", stairs(3000, 3000, 12, 3),
                  stairs(3000, cols, 70, 1'900'000)};

  EXPECT_LT(memory_of(few), cols / 8.0);
  EXPECT_LT(memory_of(many), cols);
}

// Also where arrays would pay.
TEST(SpgemmAdaptive, products_far_from_one_another_take_no_array) {
  EXPECT_LT(memory_of(scattered()), 8 * 5.5e6);
}

// Written for every row: side by side they took the gain of the second thread.
TEST(SpgemmStage, no_two_threads_write_into_the_same_pair_of_cache_lines) {
  const std::vector<spgemm::Stage> stages(3);
  for (const spgemm::Stage& stage : stages) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&stage) % 128, 0);  // NOLINT
  }
}

}  // namespace
