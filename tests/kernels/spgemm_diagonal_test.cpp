// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on block-diagonal matrices: their rows follow another of a group, and are equal to a
// row of the next block up to a shift. Both are looked for.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Dense blocks on the diagonal; no row is unlike those of the other blocks.
Csr<double> diagonal(Index blocks, Index block) {
  return block_band(blocks, block, 0);
}

/// Every third block of B is empty: so many rows of A have entries and no products.
Csr<double> with_empty_blocks(Index blocks, Index block) {
  return with_columns(blocks * block, blocks * block, [block](Index r) {
    std::vector<Index> columns;
    const Index own = r / block;
    for (Index c = 0; own % 3 != 1 && c < block; ++c) columns.push_back(own * block + c);
    return columns;
  });
}

/// Every fifth row of blocks reaches into another at random: in no class, but in a group.
Csr<double> disturbed(Index blocks, Index block) {
  return with_columns(blocks * block, blocks * block, [=](Index r) {
    std::vector<Index> columns;
    const Index own = r / block;
    for (Index c = 0; c < block; ++c) columns.push_back(own * block + c);
    if (own % 5 == 2) columns.push_back(static_cast<Index>(own * 2654435761LL % (blocks * block)));
    return columns;
  });
}

const std::vector<Pair>& diagonal_pairs() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    for (const Index block : {2, 3, 4, 5, 7, 16, 20}) {
      for (const Index blocks : {2, 16, 61, 300}) {
        const std::string name = std::to_string(blocks) + " blocks of " + std::to_string(block);
        out.push_back(square(name, diagonal(blocks, block)));
        if (blocks == 2) continue;
        out.push_back({name + ", some of B empty", diagonal(blocks, block),
                       with_empty_blocks(blocks, block)});
        out.push_back(square(name + ", some disturbed", disturbed(blocks, block)));
      }
    }
    return out;
  }();
  return pairs;
}

/// Both are looked for in products of any size.
const std::string both = "hash_bins{grouped=always,shifted=always}";
/// … and in these, which are two axes away from the default at most, if the product is large.
const std::vector<std::string>& large_enough() {
  static const std::vector<std::string> all{"hash_bins{}",
                                            "hash_bins{grouped=always}",
                                            "hash_bins{shifted=always}",
                                            "hash_bins{adding=stable,shifted=always}",
                                            "hash_bins{adding=atomic}",
                                            "hash_bins{counting=tables}",
                                            "hash_bins{memory=raw}",
                                            "hash_bins{rerun=places,grouped=always}",
                                            "hash_bins{rerun=gather}",
                                            "hash_bins{streams=1,words=always}",
                                            "hash_bins{words=never,lanes=8}"};
  return all;
}

/// Leaves `leftover` in the memory that a plan of that size will get: it comes from where all
/// memory comes from.
void leave_behind(std::int64_t bytes, std::int32_t leftover) {
  const std::vector<std::int32_t> filled(static_cast<std::size_t>(bytes / 4), leftover);
  const cuda::DeviceArray<std::int32_t> memory(filled.data(), filled.size());
  cuda::synchronize();
}

/// The product, of a plan that finds each leftover where it writes nothing itself.
void check_after(const std::vector<std::string>& texts, const Pair& pair,
                 const std::vector<std::int32_t>& leftovers) {
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const SpgemmProblem problem = problem_of(a, b, {});
  const spgemm::Reference expected = spgemm::reference(a.host.view(), b.host.view());
  for (const std::string& text : texts) {
    const std::int64_t bytes = resolved(text).sparse_plan(problem)->memory_bytes();
    for (const std::int32_t leftover : leftovers) {
      cuda::synchronize();
      leave_behind(bytes, leftover);
      const auto plan = resolved(text).sparse_plan(problem);
      for (const char* run : {"", ", again"}) {
        const std::string where =
            text + " on " + pair.name + " after " + std::to_string(leftover) + run;
        ASSERT_EQ(run_all<double>(*plan), expected.c.nnz()) << where;
        expect_equal(copy_of<double>(plan->result()), expected, where);
      }
    }
  }
}

TEST(SpgemmDiagonalAxes, are_those_that_there_are) {
  if (shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins") == nullptr) {
    GTEST_SKIP() << "built without CUDA";
  }
  std::vector<std::string> all = large_enough();
  all.push_back(both);
  for (const std::string& text : all) {
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    EXPECT_TRUE(parsed) << parsed.error();
  }
}

class SpgemmDiagonal : public test::OnDevice {};

TEST_F(SpgemmDiagonal, cuda_equals_the_reference) {
  for (const Pair& pair : diagonal_pairs()) {
    References<double, std::int32_t> references;
    for (const std::string& text :
         {both, std::string("hash_bins{grouped=always}"), std::string("hash_bins{shifted=always}"),
          std::string("hash_bins{}")}) {
      ASSERT_TRUE(check_pair(resolved(text), pair, references)) << text << " on " << pair.name;
    }
  }
}

/// Rows that follow another are looked at when the first of them is: what stands where the analysis
/// would have put their products, fewer or more than they have or none, is of no concern.
TEST_F(SpgemmDiagonal, cuda_does_not_read_what_nobody_has_written) {
  for (const Pair& pair : diagonal_pairs()) {
    ASSERT_NO_FATAL_FAILURE(check_after({both}, pair, {0, 3, 100, 8000, 1 << 24, -1}));
  }
}

TEST_F(SpgemmDiagonal, cuda_takes_every_type_and_offsets_of_64_bits) {
  check_other_types(resolved(both), diagonal_pairs());
}

/// So large that both are looked for unasked, with blocks of the search for groups of both lengths.
TEST_F(SpgemmDiagonal, cuda_of_large_products_with_the_default) {
  for (const Index blocks : {6250, 20000}) {
    const Pair pair = square(std::to_string(blocks) + " blocks of 16", diagonal(blocks, 16));
    ASSERT_NO_FATAL_FAILURE(
        check_after({"hash_bins{}", "hash_bins{grouped=never}", "hash_bins{shifted=never}"}, pair,
                    {0, 100, 8000}));
  }
}

TEST_F(SpgemmDiagonal, cuda_of_large_products_however_else_it_is_configured) {
  const std::vector<Pair> pairs{
      square("6250 blocks of 16", diagonal(6250, 16)),
      {"5000 blocks of 20, some of B empty", diagonal(5000, 20), with_empty_blocks(5000, 20)},
      square("6250 blocks of 16, some disturbed", disturbed(6250, 16))};
  for (const Pair& pair : pairs) {
    References<double, std::int32_t> references;
    for (const std::string& text : large_enough()) {
      ASSERT_TRUE(check_pair(resolved(text), pair, references)) << text << " on " << pair.name;
    }
  }
}

/// Where what rows share does not fit beside C, they are counted by groups.
TEST_F(SpgemmDiagonal, cuda_memory_decides_whether_places_are_shared) {
  const Pair pair = square("3000 blocks of 16", diagonal(3000, 16));
  const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto reference = spgemm::reference(a.host.view(), b.host.view());
  const std::int64_t bytes_of_c = 12 * reference.c.nnz();
  const auto free = resolved(both).sparse_plan(problem_of(a, b, {}));
  const std::int64_t workspace = free->memory_bytes();
  run_all<double>(*free);
  const std::int64_t all = free->memory_bytes();
  ASSERT_GT(all, workspace + bytes_of_c) << "nothing is shared";
  for (const std::int64_t limit : {all, all - 1, workspace + bytes_of_c}) {
    Resources resources;
    resources.memory_limit = limit;
    const auto plan = resolved(both).sparse_plan(problem_of(a, b, resources));
    run_all<double>(*plan);
    run_all<double>(*plan);
    expect_equal(copy_of<double>(plan->result()), reference, "limit " + std::to_string(limit));
    EXPECT_LE(plan->memory_bytes(), limit);
  }
}

}  // namespace
