// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on small products, which one launch computes.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/cuda/hash_bins/at_once_room.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Row r has `entries(r)` columns at random, among `width` from `first(r)` on.
template <class Entries, class First>
Csr<double> in_windows(Index rows, Index cols, Index width, Entries&& entries, First&& first) {
  unsigned state = 12345U + static_cast<unsigned>(rows);
  return with_columns(rows, cols, [&](Index r) {
    std::vector<Index> own(static_cast<std::size_t>(entries(r)));
    for (Index& c : own) {
      state = state * 1664525U + 1013904223U;
      c = first(r) + static_cast<Index>((state >> 4U) % static_cast<unsigned>(width));
    }
    return own;
  });
}
template <class Entries>
Csr<double> scattered(Index rows, Index cols, Entries&& entries) {
  return in_windows(rows, cols, cols, entries, [](Index) { return 0; });
}
Csr<double> even(Index rows, Index cols, Index entries) {
  return scattered(rows, cols, [=](Index) { return entries; });
}

/// Each way that a row is taken, and what makes a block leave it to others.
const std::vector<Pair>& small_pairs() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    out.push_back(square("8 lanes a row", even(3000, 3000, 3)));
    out.push_back(square("many rows of a block", even(60'000, 60'000, 3)));
    out.push_back(square("16 lanes a row", even(5000, 5000, 6)));
    out.push_back(square("a warp a row", even(2000, 2000, 12)));
    out.push_back({"one row", even(1, 500, 40), even(500, 700, 9)});
    out.push_back({"one column", even(700, 500, 4), even(500, 1, 1)});
    out.push_back({"empty rows among others",
                   scattered(4000, 900, [](Index r) { return r % 3 == 0 ? 0 : r % 7; }),
                   scattered(900, 1200, [](Index r) { return r % 4 == 0 ? 0 : 5; })});
    out.push_back({"A meets only empty rows of B", even(50, 900, 40),
                   scattered(900, 1200, [](Index r) { return r < 890 ? 0 : 1; })});
    out.push_back({"long rows summed by warps", even(1500, 1500, 25), even(1500, 1500, 25)});
    out.push_back({"few rows summed by blocks", even(120, 3000, 60), even(3000, 9000, 30)});
    out.push_back({"rows beyond what a block keeps", even(2000, 8000, 30), even(8000, 8000, 30)});
    out.push_back(
        {"columns too far apart for a warp", even(6000, 5000, 20), even(5000, 150'000, 15)});
    // Bits for all of so many columns take more than what warps sort in.
    for (const Index width : {9000, 24'000}) {
      out.push_back(
          {"warps that sort beside warps that set bits, of " + std::to_string(width),
           in_windows(
               5000, 5040, 40, [](Index r) { return r % 2 == 0 ? 6 : 30; },
               [](Index r) { return r; }),
           in_windows(
               5040, 300'000, width, [](Index) { return 15; }, [](Index r) { return 50 * r; })});
    }
    out.push_back({"more rows for warps than a block takes",
                   scattered(100'000, 4000, [](Index r) { return r % 2 == 0 ? 18 : 1; }),
                   even(4000, 4000, 5)});
    out.push_back({"long rows side by side",
                   scattered(40'000, 4000, [](Index r) { return r < 3000 ? 40 : 2; }),
                   even(4000, 4000, 5)});
    out.push_back(
        {"rows for blocks side by side, and for warps",
         scattered(20'000, 4000, [](Index r) { return r < 400    ? 300
                                                      : r < 4000 ? 40
                                                                 : 2; }),
         even(4000, 4000, 5)});
    out.push_back({"a row for the block among short ones",
                   scattered(3000, 3000, [](Index r) { return r == 1777 ? 2500 : 3; }),
                   even(3000, 3000, 4)});
    return out;
  }();
  return pairs;
}

std::int64_t bytes_after_a_run(const std::string& configuration, const Pair& pair) {
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = resolved(configuration).sparse_plan(problem_of(a, b, {}));
  run_all<double>(*plan);
  return plan->memory_bytes();
}
/// Whether C has memory for all products, as only a launch that computes all of it needs.
bool multiplies_at_once(const std::string& configuration, const Pair& pair) {
  return bytes_after_a_run(configuration, pair) >
         bytes_after_a_run("hash_bins{at_once=never}", pair);
}

TEST(SpgemmAtOnceAxis, goes_alone) {
  if (shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins") == nullptr) {
    GTEST_SKIP() << "built without CUDA";
  }
  const auto parse = [](const std::string& text) {
    return shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
  };
  EXPECT_TRUE(parse("hash_bins{at_once=never}"));
  EXPECT_TRUE(parse("hash_bins{at_once=always}"));
  const auto refused = parse("hash_bins{at_once=always,lanes=8}");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("at_once alone"), std::string::npos) << refused.error();
}

/// What chips have, with what code for sm_80 takes: by the data sheets, none but the H200 was
/// there.
TEST(SpgemmAtOnceRoom, as_many_blocks_of_a_multiprocessor_as_can_compute_rows) {
  using spgemm::hash_bins::AtOnceRoom;
  constexpr std::int64_t kib = 1024;
  constexpr std::int64_t own = 2400;
  constexpr std::int64_t in_double = 8 * 3616;
  constexpr std::int64_t in_float = 8 * 2592;
  const auto room = [](std::int64_t of_sm, std::int64_t of_block, std::int64_t least) {
    return spgemm::hash_bins::room_at_once(of_sm * kib, of_block * kib, own, least);
  };
  const AtOnceRoom h200 = room(228, 227, in_double);
  EXPECT_EQ(h200.blocks, 4);
  EXPECT_EQ(h200.bytes, 54'944);
  EXPECT_EQ(h200.most_work(), 41'200);
  EXPECT_EQ(room(228, 227, in_float).bytes, h200.bytes);
  EXPECT_EQ(room(164, 163, in_double).blocks, 3) << "A100: four would lack 16 bytes each";
  EXPECT_EQ(room(164, 163, in_double).bytes, 52'544);
  EXPECT_EQ(room(164, 163, in_float).blocks, 4);
  EXPECT_EQ(room(100, 99, in_double).blocks, 2) << "RTX 4090, L40S";
  EXPECT_EQ(room(100, 99, in_float).blocks, 3);
  EXPECT_EQ(room(64, 64, in_double).blocks, 1);
  EXPECT_EQ(room(48, 48, in_double).blocks, 1);
  EXPECT_EQ(room(32, 32, in_double).blocks, 0);
}

class SpgemmAtOnce : public test::OnDevice {};

TEST_F(SpgemmAtOnce, cuda_equals_the_reference_whoever_takes_a_row) {
  const auto configuration = resolved("hash_bins{at_once=always}");
  for (const Pair& pair : small_pairs()) {
    EXPECT_TRUE(multiplies_at_once("hash_bins{at_once=always}", pair)) << pair.name;
    check_alone<double, std::int32_t>(configuration, pair);
    check_alone<double, std::int64_t>(configuration, pair);
    check_alone<float, std::int32_t>(configuration, pair);
    check_alone<float, std::int64_t>(configuration, pair);
  }
}

TEST_F(SpgemmAtOnce, cuda_only_small_products_unasked) {
  const auto products = [](const Pair& pair) {
    return spgemm::count_products(pair.a.view(), pair.b.view());
  };
  const Pair small = square("small", even(3000, 3000, 5));
  const Pair medium = square("medium", even(9000, 9000, 20));
  const Pair uneven{"uneven", scattered(9000, 9000, [](Index r) { return r == 5 ? 100 : 20; }),
                    medium.b};
  const Pair short_rows{"short rows but one",
                        scattered(9000, 9000, [](Index r) { return r == 5 ? 100 : 18; }),
                        even(9000, 9000, 18)};
  const Pair large = square("large", even(9000, 9000, 27));
  const Pair few_rows{"few rows", even(200, 9000, 900), even(9000, 9000, 16)};
  ASSERT_GT(products(medium), 1 << 21);
  ASSERT_GT(products(short_rows), 1 << 21);
  ASSERT_LT(products(short_rows), 3 << 20);
  ASSERT_GT(products(uneven), 3 << 20);
  ASSERT_LT(products(uneven), 6 << 20);
  ASSERT_GT(products(large), 6 << 20);
  ASSERT_GT(products(few_rows), 1 << 21);
  EXPECT_TRUE(multiplies_at_once("hash_bins{}", small));
  EXPECT_TRUE(multiplies_at_once("hash_bins{policy=sm_90_rows}", small));
  EXPECT_TRUE(multiplies_at_once("hash_bins{}", medium));
  EXPECT_TRUE(multiplies_at_once("hash_bins{}", short_rows));
  EXPECT_TRUE(multiplies_at_once("hash_bins{}", few_rows));
  EXPECT_FALSE(multiplies_at_once("hash_bins{}", uneven));
  EXPECT_FALSE(multiplies_at_once("hash_bins{}", large));
  EXPECT_TRUE(multiplies_at_once("hash_bins{at_once=always}", large));
  for (const std::string other : {"count=merge", "fill=team_bits", "adding=stable", "sort=0"}) {
    EXPECT_FALSE(multiplies_at_once("hash_bins{" + other + "}", small)) << other;
  }
}

/// A row that would keep its block too long, alone or among those that others take, is found by the
/// launch, which gives up: from then on the product is computed in phases.
TEST_F(SpgemmAtOnce, cuda_gives_up_where_a_row_is_too_long) {
  const Csr<double> b = even(3000, 30'000, 12);
  const Pair alone{"one", scattered(3000, 3000, [](Index r) { return r == 99 ? 2900 : 2; }), b};
  const Pair several{"ten", scattered(3000, 3000, [](Index r) { return r < 10 ? 2900 : 2; }), b};
  const Pair entries{"entries", scattered(3000, 9000, [](Index r) { return r == 99 ? 4500 : 2; }),
                     even(9000, 300, 2)};
  const Pair listed{
      "behind long ones",
      scattered(3000, 3000, [](Index r) { return r < 12    ? 500
                                                 : r == 12 ? 2900
                                                           : 2; }), b};
  for (const Pair& pair : {alone, several, listed, entries}) {
    check_alone<double, std::int32_t>(resolved("hash_bins{}"), pair);
    check_alone<float, std::int32_t>(resolved("hash_bins{at_once=always}"), pair);
  }
  const Pair wide{"columns too far apart", even(400, 2000, 40), even(2000, 900'000, 20)};
  check_alone<double, std::int32_t>(resolved("hash_bins{at_once=always}"), wide);
}

/// C has memory for all products only where there is so much.
TEST_F(SpgemmAtOnce, cuda_memory_decides) {
  const Pair pair = square("small", even(3000, 3000, 8));
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto reference = spgemm::reference(a.host.view(), b.host.view());
  const std::int64_t all = bytes_after_a_run("hash_bins{}", pair);
  const std::int64_t in_phases = bytes_after_a_run("hash_bins{at_once=never}", pair);
  ASSERT_GT(all, in_phases);
  for (const std::int64_t limit : {all, all - 1, in_phases}) {
    Resources resources;
    resources.memory_limit = limit;
    const auto plan = resolved("hash_bins{}").sparse_plan(problem_of(a, b, resources));
    run_all<double>(*plan);
    run_all<double>(*plan);
    expect_equal(copy_of<double>(plan->result()), reference, "limit " + std::to_string(limit));
    EXPECT_LE(plan->memory_bytes(), limit);
  }
}

TEST_F(SpgemmAtOnce, cuda_whole_products_are_computed_once) {
  const Pair pair = square("small", even(3000, 3000, 5));
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = resolved("hash_bins{at_once=always}").sparse_plan(problem_of(a, b, {}));
  const std::int64_t entries = plan->symbolic({});
  plan->allocate({});
  const std::vector<double> none(static_cast<std::size_t>(entries), -1.0);
  cuda::synchronize();
  cuda::copy_to_device(const_cast<void*>(plan->result().values), none.data(),
                       none.size() * sizeof(double));
  plan->complete({});
  EXPECT_EQ(copy_of<double>(plan->result()).values, none) << "computed again";
  plan->numeric({});
  expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
               "a phase of its own");
}

/// Also where C was there already when its values began to be computed in a graph.
TEST_F(SpgemmAtOnce, cuda_values_are_computed_again_under_capture) {
  check_under_capture(resolved("hash_bins{at_once=always}"), square("small", even(3000, 3000, 5)));
}

/// Blocks wait for one another: launches of several streams must not keep each other from
/// beginning.
TEST_F(SpgemmAtOnce, cuda_several_at_the_same_time) {
  const Pair pair = square("small", even(20'000, 20'000, 4));
  const auto reference = spgemm::reference(pair.a.view(), pair.b.view());
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&] {
      const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
      const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
      const cuda::Timer timer;  // owns a stream
      const auto plan = resolved("hash_bins{at_once=always}").sparse_plan(problem_of(a, b, {}));
      for (int run = 0; run < 50; ++run) {
        plan->symbolic(timer.stream());
        plan->allocate(timer.stream());
        plan->numeric(timer.stream());
      }
      cuda::synchronize();
      expect_equal(copy_of<double>(plan->result()), reference, "in threads");
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
