// SPDX-License-Identifier: BSD-3-Clause
// The phases of hash_bins where callers repeat one, where memory is short between two, and where
// another stream is captured.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Columns first, first + step, … of them.
std::vector<Index> every(Index step, Index count, Index first = 0) {
  std::vector<Index> out;
  out.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) out.push_back(first + i * step);
  return out;
}

/// Of so many products that the default asks whether bounds pay, and of bounds that are met.
Pair full(Index n) {
  return square("full", with_columns(n, n, [n](Index) { return every(1, n); }));
}

const std::vector<std::string>& allocated_twice() {
  static const std::vector<std::string> all{
      "hash_bins{sizes=bound}",   "hash_bins{sizes=auto}",     "hash_bins{}",
      "hash_bins{at_once=never}", "hash_bins{at_once=always}", "hash_bins{memory=raw}",
      "hash_bins{rerun=places}",  "hash_bins{rerun=gather}"};
  return all;
}

TEST(SpgemmPhasesAxes, are_those_that_there_are) {
  if (shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins") == nullptr) {
    GTEST_SKIP() << "built without CUDA";
  }
  for (const std::string& text : allocated_twice()) {
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    EXPECT_TRUE(parsed) << parsed.error();
  }
}

class SpgemmPhases : public test::OnDevice {};

/// Whoever makes room twice has not lost C.
TEST_F(SpgemmPhases, cuda_allocate_may_be_called_again) {
  const std::vector<Pair> pairs{square("dense band", block_band(300, 3, 1)),
                                square("random", random_matrix(900, 900, 9, 91)), full(420)};
  ASSERT_GT(spgemm::count_products(pairs[2].a.view(), pairs[2].b.view()), 1 << 26);
  for (const Pair& pair : pairs) {
    const bool large = &pair == &pairs.back();
    const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
    for (const std::string& text : allocated_twice()) {
      if (large && text != "hash_bins{sizes=auto}") continue;  // there for a sample of its bounds
      SCOPED_TRACE(text + " on " + pair.name);
      Operand<double, std::int32_t> a(pair.a, Backend::cuda);
      const auto plan = resolved(text).sparse_plan(problem_of(a, b, {}));
      const auto check = [&](const std::string& when) {
        const AnyCsr c = plan->result();
        ASSERT_NE(c.col_indices, nullptr) << when;
        ASSERT_NE(c.values, nullptr) << when;
        expect_equal(copy_of<double>(c), spgemm::reference(a.host.view(), b.host.view()), when);
      };
      for (int whole = 0; whole < 2; ++whole) {
        plan->symbolic({});
        plan->allocate({});
        plan->allocate({});
        plan->numeric({});
        check("allocated twice");
        plan->allocate({});
        check("and once more");
        for (int run = 0; run < 3; ++run) {  // columns may be written by the first alone
          a.change_values();
          plan->allocate({});
          plan->numeric({});
          check("values again, " + std::to_string(run));
        }
      }
    }
  }
}

/// Whatever the symbolic phase has computed of C.
TEST_F(SpgemmPhases, cuda_values_are_those_of_the_numeric_phase) {
  const std::vector<Pair> pairs{square("dense band", block_band(300, 3, 1)),
                                square("random", random_matrix(900, 900, 9, 91)), full(420)};
  for (const Pair& pair : pairs) {
    const bool large = &pair == &pairs.back();
    const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
    for (const std::string& text : allocated_twice()) {
      if (large && text != "hash_bins{sizes=auto}") continue;  // there for a sample of its bounds
      SCOPED_TRACE(text + " on " + pair.name);
      Operand<double, std::int32_t> a(pair.a, Backend::cuda);
      const auto plan = resolved(text).sparse_plan(problem_of(a, b, {}));
      const auto check = [&](const std::string& when) {
        expect_equal(copy_of<double>(plan->result()),
                     spgemm::reference(a.host.view(), b.host.view()), when);
      };
      for (int whole = 0; whole < 2; ++whole) {
        plan->symbolic({});
        a.change_values();
        plan->allocate({});
        plan->numeric({});
        check("changed before there was room");
        plan->symbolic({});
        plan->allocate({});
        a.change_values();
        plan->numeric({});
        check("changed once there was");
        plan->symbolic({});
        plan->allocate({});
        plan->complete({});
        check("not changed");
        a.change_values();
        plan->complete({});
        check("changed behind a whole product");
      }
    }
  }
}

/// Few rows that blocks share by parts of their entries of A, which keep bitmaps.
TEST_F(SpgemmPhases, cuda_memory_for_oversized_rows_is_within_the_limit) {
  const Operand<double, std::int32_t> a(with_columns(4, 5000, [](Index) { return every(1, 5000); }),
                                        Backend::cuda);
  const Operand<double, std::int32_t> b(
      with_columns(5000, 400'000, [](Index r) { return every(10'000, 40, r * 37 % 10'000); }),
      Backend::cuda);
  const std::string text = "hash_bins{shifted=never,grouped=never}";
  const auto free = resolved(text).sparse_plan(problem_of(a, b, {}));
  const std::int64_t workspace = free->memory_bytes();
  free->symbolic({});
  const std::int64_t with_bitmaps = free->memory_bytes();
  ASSERT_GT(with_bitmaps, workspace + 100'000) << "no bitmaps";
  Resources resources;
  resources.memory_limit = with_bitmaps - 1;
  const auto plan = resolved(text).sparse_plan(problem_of(a, b, resources));

  EXPECT_THROW((void)plan->symbolic({}), DeviceError);

  EXPECT_LE(plan->memory_bytes(), resources.memory_limit);
  free->allocate({});
  free->numeric({});
  expect_equal(copy_of<double>(free->result()), spgemm::reference(a.host.view(), b.host.view()),
               "beside it");
}

/// What is kept for other values is found with waits and memory that a capture forbids its thread.
TEST_F(SpgemmPhases, cuda_keeps_places_while_another_stream_is_captured) {
  const Pair pair = square("random", random_matrix(3000, 3000, 9, 92));
  for (const std::string text : {"hash_bins{rerun=places}", "hash_bins{rerun=gather}"}) {
    SCOPED_TRACE(text);
    Operand<double, std::int32_t> a(pair.a, Backend::cuda);
    const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
    const cuda::Timer own;  // each owns a stream that waits for no other
    const cuda::Timer captured;
    const auto plan = resolved(text).sparse_plan(problem_of(a, b, {}));
    plan->symbolic(own.stream());
    plan->allocate(own.stream());
    plan->numeric(own.stream());
    const std::int64_t before = plan->memory_bytes();
    cuda::synchronize();
    a.change_values();
    cuda::Graph graph(captured.stream(), [&] {
      plan->numeric(own.stream());
      cuda::launch_empty(captured.stream());
    });
    EXPECT_GT(plan->memory_bytes(), before) << "nothing is kept";
    expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
                 "beside a capture");
    graph.launch();
    a.change_values();
    plan->numeric(own.stream());
    expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
                 "after it");
  }
}

/// B by words and by strips only saves time: it gives way to C.
TEST_F(SpgemmPhases, cuda_tables_of_b_give_way_where_memory_is_short) {
  const Pair pair = square("of long rows", random_matrix(2000, 2000, 100, 93));
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto reference = spgemm::reference(a.host.view(), b.host.view());
  const auto configuration = resolved("hash_bins{at_once=never}");
  const auto free = configuration.sparse_plan(problem_of(a, b, {}));
  const std::int64_t workspace = free->memory_bytes();
  const std::int64_t words = 8 * pair.b.nnz();
  ASSERT_GT(workspace, words) << "no words";
  run_all<double>(*free);
  const std::int64_t all = free->memory_bytes();
  for (const std::int64_t limit : {all, all - 1, all - words}) {
    Resources resources;
    resources.memory_limit = limit;
    const auto plan = configuration.sparse_plan(problem_of(a, b, resources));
    for (int whole = 0; whole < 2; ++whole) {
      ASSERT_NO_THROW(run_all<double>(*plan)) << limit;
      expect_equal(copy_of<double>(plan->result()), reference, "limit " + std::to_string(limit));
    }
    EXPECT_LE(plan->memory_bytes(), limit);
  }
  Resources little;
  little.memory_limit = workspace - words;
  EXPECT_TRUE(configuration.fit(problem_of(a, b, little)));
  EXPECT_LE(configuration.sparse_plan(problem_of(a, b, little))->memory_bytes(),
            little.memory_limit);
}

/// Rows filled by bounds, of which a warp moves the first and the last, a million empty ones apart.
TEST_F(SpgemmPhases, cuda_rows_are_moved_together_across_empty_ones) {
  constexpr Index rows = 1'000'000;
  const Pair pair{
      "first and last",
      with_columns(
          rows, 10,
          [](Index r) { return r == 0 || r == rows - 1 ? every(1, 10) : std::vector<Index>{}; }),
      with_columns(10, 4000, [](Index r) { return every(100, 40, r % 2); })};
  check_alone<double, std::int32_t>(resolved("hash_bins{sizes=bound}"), pair);

  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = resolved("hash_bins{sizes=bound}").sparse_plan(problem_of(a, b, {}));
  cuda::Timer timer;
  plan->symbolic(timer.stream());
  plan->allocate(timer.stream());
  timer.hold();
  timer.mark(0);
  plan->complete(timer.stream());
  timer.mark(1);
  timer.release();
  EXPECT_LT(timer.seconds(0, 1), 2e-3) << "row by row";
}

}  // namespace
