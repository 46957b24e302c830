// SPDX-License-Identifier: BSD-3-Clause
// hash_row, which serves operands in no order, and dot_product: rows of very different lengths,
// columns that a hash may put into one slot, and memory.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Columns first, first + step, … of them, round and round.
std::vector<Index> steps_round(Index step, Index count, Index cols, Index first = 0) {
  std::vector<Index> out;
  out.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    out.push_back(static_cast<Index>((std::int64_t{step} * i + first) % cols));
  }
  return out;
}

/// Seconds of the symbolic and of the numeric phase, the least of three times.
double seconds_of(const std::string& text, const Pair& pair) {
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = resolved(text).sparse_plan(problem_of(a, b, {}));
  double least = std::numeric_limits<double>::max();
  for (int run = 0; run < 4; ++run) {
    cuda::synchronize();
    const auto begin = std::chrono::steady_clock::now();
    plan->symbolic({});
    plan->allocate({});
    plan->numeric({});
    cuda::synchronize();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (run > 0) least = std::min(least, took.count());  // code is loaded by the first
  }
  return least;
}

TEST(SpgemmHashRowAxes, have_a_hash_first_that_parts_multiples_of_powers_of_two) {
  const Variant* const v = shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_row");
  if (v == nullptr) GTEST_SKIP() << "built without CUDA";
  const std::string text = v->default_configuration().text();
  EXPECT_NE(text.find("hash=multiply"), std::string::npos) << text;
  for (const ResolvedConfiguration& c : v->full_grid()) {
    const bool alone = c.text().find("hash=low") == std::string::npos ||
                       c.text().find("table=shared") != std::string::npos;
    EXPECT_TRUE(alone) << c.text();
  }
}

class SpgemmHashRow : public test::OnDevice {};

/// Tables from those of a few entries to one of a million, all of one product.
TEST_F(SpgemmHashRow, cuda_equals_the_reference_whatever_tables_rows_need) {
  constexpr Index cols = 500'000;
  const Pair pair{
      "tables of every size",
      with_columns(
          60, 2000,
          [](Index r) {
            const Index rows_of_b = r == 20 ? 2000 : r == 41 ? 400 : r % 9 == 5 ? 60 : r % 7;
            return steps_round(37, rows_of_b, 2000, r);
          }),
      with_columns(2000, cols, [](Index r) { return steps_round(997, 230, cols, r * 331); })};
  for (const char* text : {"hash_row{}", "hash_row{table=global}", "hash_row{slots=256}",
                           "hash_row{load=90}", "hash_row{memory=raw}", "hash_row{hash=low}"}) {
    check_alone<double, std::int32_t>(resolved(text), pair);
    check_alone<float, std::int64_t>(resolved(text), pair);
  }
  Pair few = pair;  // what was listed before must not be
  few.a = with_columns(60, 2000, [](Index r) { return steps_round(37, r % 3, 2000, r); });
  check_alone<double, std::int32_t>(resolved("hash_row{table=global}"), few);
  few.a = with_columns(60, 2000, [](Index) { return std::vector<Index>{}; });
  check_alone<double, std::int32_t>(resolved("hash_row{table=global}"), few);
}

/// The table of one row that may have all columns leaves room for no other such table; rows that
/// need small ones do not wait for one block because of it.
TEST_F(SpgemmHashRow, cuda_a_hub_leaves_the_other_rows_their_blocks) {
  constexpr Index cols = 1'000'000;
  constexpr Index others = 20'000;
  const Csr<double> b =
      with_columns(3000, cols, [](Index r) { return steps_round(997, 1000, cols, r * 331); });
  const auto a_of = [](Index rows, bool hub) {
    return with_columns(rows, 3000, [=](Index r) {
      return hub && r == rows - 1 ? steps_round(1, 1000, 3000) : std::vector<Index>{r % 3000};
    });
  };
  const double without = seconds_of("hash_row{}", {"others", a_of(others, false), b});
  const double alone = seconds_of("hash_row{}", {"hub", a_of(1, true), b});
  const double both = seconds_of("hash_row{}", {"both", a_of(others + 1, true), b});
  EXPECT_LT(both, 3 * (without + alone)) << without << " s without, " << alone << " s alone";
}

TEST_F(SpgemmHashRow, cuda_columns_a_power_of_two_apart_take_slots_of_their_own) {
  const auto pair_of = [](Index apart) {
    const Index cols = 4096 * apart;
    return Pair{"apart", with_columns(1, 64, [](Index) { return steps_round(1, 64, 64); }),
                with_columns(64, cols, [=](Index) { return steps_round(apart, 4096, cols); })};
  };
  const double neighbours = seconds_of("hash_row{}", pair_of(1));
  const double apart = seconds_of("hash_row{}", pair_of(4096));
  EXPECT_LT(apart, 20 * neighbours) << neighbours << " s where they are neighbours";
}

/// Whatever fits is within the limit, and whatever does not is refused, wherever that shows.
TEST_F(SpgemmHashRow, cuda_hold_no_more_than_the_limit) {
  const Pair pair{
      "long among short rows",
      with_columns(3000, 900,
                   [](Index r) { return steps_round(7, r % 500 == 3 ? 120 : 2, 900, r); }),
      with_columns(900, 20'000, [](Index r) { return steps_round(13, 90, 20'000, r * 77); })};
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto reference = spgemm::reference(a.host.view(), b.host.view());
  for (const char* text : {"hash_row{}", "hash_row{table=global}", "hash_row{memory=raw}",
                           "hash_row{slots=256}", "dot_product{}"}) {
    SCOPED_TRACE(text);
    const auto free = resolved(text).sparse_plan(problem_of(a, b, {}));
    run_all<double>(*free);
    run_all<double>(*free);
    const std::int64_t all = free->memory_bytes();
    int refused = 0;
    constexpr int steps = 24;
    for (int step = 0; step <= steps; ++step) {
      Resources resources;
      resources.memory_limit = all * step / steps;
      const SpgemmProblem problem = problem_of(a, b, resources);
      if (!resolved(text).fit(problem)) continue;
      const auto plan = resolved(text).sparse_plan(problem);
      for (int whole = 0; whole < 2; ++whole) {
        try {
          run_all<double>(*plan);
        } catch (const DeviceError&) {
          ++refused;
          continue;
        }
        Copy<double> c = copy_of<double>(plan->result());
        sort_rows(c);
        expect_equal(c, reference, "limit " + std::to_string(resources.memory_limit));
      }
      EXPECT_LE(plan->memory_bytes(), resources.memory_limit);
    }
    EXPECT_GT(refused, 0);
    Resources enough;
    enough.memory_limit = all;
    EXPECT_NO_THROW(run_all<double>(*resolved(text).sparse_plan(problem_of(a, b, enough))));
  }
}

}  // namespace
