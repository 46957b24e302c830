// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/convert/convert.hpp"

#include "sptune/error.hpp"
#include "suites/io/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace sptune::convert {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Random entries with integer values, so that any order of summing gives the same.
Coo<double> random_coo(std::uint64_t seed, std::int64_t rows, std::int64_t cols, int entries) {
  suites::Random random(seed);
  Coo<double> coo;
  coo.rows = rows;
  coo.cols = cols;
  for (int i = 0; i < entries; ++i) {
    coo.row_indices.push_back(static_cast<Index>(random.below(rows)));
    coo.col_indices.push_back(static_cast<Index>(random.below(cols)));
    coo.values.push_back(static_cast<double>(random.below(100)) - 50);
  }
  return coo;
}

std::map<std::pair<Index, Index>, double> as_map(const Coo<double>& coo) {
  std::map<std::pair<Index, Index>, double> out;
  for (std::size_t i = 0; i < coo.values.size(); ++i) {
    out[{coo.row_indices[i], coo.col_indices[i]}] += coo.values[i];
  }
  return out;
}

TEST(Convert, sorts_and_sums_a_small_list_by_hand) {
  const Coo<double> coo{3, 4, {2, 0, 2, 0, 2}, {3, 1, 0, 0, 3}, {1, 2, 3, 4, 5}};
  std::int64_t summed = -1;

  const Csr<double> csr = coo_to_csr(coo, &summed);

  EXPECT_EQ(summed, 1);
  EXPECT_THAT(csr.row_offsets, ElementsAre(0, 2, 2, 4));
  EXPECT_THAT(csr.col_indices, ElementsAre(0, 1, 0, 3));
  EXPECT_THAT(csr.values, ElementsAre(4, 2, 3, 6));
}

TEST(Convert, leaves_out_what_is_zero_in_a_dense_matrix) {
  const double values[] = {0, 1, 9, -0.0, 0, 9, 2, 3, 9};  // 9 stands between the rows

  const Csr<double> csr = dense_to_csr(3, 2, 3, values);

  EXPECT_EQ(csr.cols, 2);
  EXPECT_THAT(csr.row_offsets, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(csr.col_indices, ElementsAre(1, 0, 1));
  EXPECT_THAT(csr.values, ElementsAre(1, 2, 3));
}

TEST(Convert, sums_duplicates_in_the_order_of_the_list) {
  // (1e16 + 1) + -1e16 is 0 in double; any other order gives 1.
  const Coo<double> coo{1, 2, {0, 0, 0, 0}, {1, 0, 0, 0}, {7, 1e16, 1, -1e16}};

  const Csr<double> csr = coo_to_csr(coo);

  EXPECT_THAT(csr.values, ElementsAre(0, 7));
}

TEST(Convert, keeps_every_entry_of_random_lists) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto rows = static_cast<std::int64_t>(1 + seed % 7 * 13);
    const auto cols = static_cast<std::int64_t>(1 + seed % 5 * 31);
    const Coo<double> coo = random_coo(seed, rows, cols, static_cast<int>(seed * 17));
    std::int64_t summed = 0;

    const Csr<double> csr = coo_to_csr(coo, &summed);

    EXPECT_EQ(broken_invariant(csr), "");
    EXPECT_EQ(csr.nnz() + summed, coo.nnz());
    EXPECT_EQ(as_map(csr_to_coo(csr.view())), as_map(coo));
  }
}

TEST(Convert, round_trips_are_exact) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Csr<double> csr = coo_to_csr(random_coo(seed, 40, 25 + static_cast<int>(seed), 300));

    EXPECT_EQ(csc_to_csr(csr_to_csc(csr.view())), csr);
    EXPECT_EQ(coo_to_csr(csr_to_coo(csr.view())), csr);
    const Csr<double> transposed = transpose(csr.view());
    EXPECT_EQ(broken_invariant(transposed), "");
    EXPECT_EQ(transpose(transposed.view()), csr);
    const Csc<double> csc = csr_to_csc(csr.view());
    EXPECT_EQ(csc.col_offsets, transposed.row_offsets);
    EXPECT_EQ(csc.row_indices, transposed.col_indices);
    EXPECT_EQ(csc.values, transposed.values);
  }
}

TEST(Convert, works_for_float_and_32_bit_offsets) {
  const Coo<float> coo{2, 2, {1, 0, 1}, {1, 0, 1}, {1.5F, 2.5F, 3.5F}};

  const auto csr = coo_to_csr<float, std::int32_t>(coo);

  EXPECT_THAT(csr.values, ElementsAre(2.5F, 5.0F));
  EXPECT_EQ((csc_to_csr(csr_to_csc(csr.view()))), csr);
}

TEST(Convert, handles_matrices_without_rows_columns_or_entries) {
  for (const auto& [rows, cols] : {std::pair{0, 0}, {0, 5}, {5, 0}, {3, 4}}) {
    Coo<double> coo;
    coo.rows = rows;
    coo.cols = cols;

    const Csr<double> csr = coo_to_csr(coo);

    EXPECT_EQ(broken_invariant(csr), "");
    EXPECT_EQ(csr.nnz(), 0);
    EXPECT_EQ(transpose(csr.view()).rows, cols);
    EXPECT_EQ(csc_to_csr(csr_to_csc(csr.view())), csr);
  }
}

TEST(Convert, sorts_one_long_row) {
  constexpr int count = 5000;
  Coo<double> coo;
  coo.rows = 1;
  coo.cols = count;
  for (int i = 0; i < count; ++i) {
    coo.row_indices.push_back(0);
    coo.col_indices.push_back(count - 1 - i);
    coo.values.push_back(i);
  }

  const Csr<double> csr = coo_to_csr(coo);

  EXPECT_TRUE(std::is_sorted(csr.col_indices.begin(), csr.col_indices.end()));
  EXPECT_EQ(csr.values.front(), count - 1);
}

TEST(Convert, refuses_entries_outside_the_matrix) {
  const Coo<double> coo{2, 2, {0, 2}, {0, 0}, {1, 1}};
  try {
    (void)coo_to_csr(coo);
    FAIL() << "no error";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("entry 1: expected indices inside 2 x 2, found (2, 0)"));
  }
}

TEST(Convert, counts_merges_of_the_lower_triangle_when_asked) {
  // A symmetric file with (1,0) twice, expanded: both (1,0) and (0,1) merge, the file had one
  // duplicate.
  Csr<double> csr{2, 2, {0, 2, 4}, {1, 1, 0, 0}, {1, 2, 1, 2}};

  EXPECT_EQ(sort_and_sum_rows(csr, CountMerges::lower_triangle), 1);
  EXPECT_THAT(csr.values, ElementsAre(3, 3));
}

TEST(Convert, names_the_broken_invariant) {
  const Csr<double> good{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}};
  EXPECT_EQ(broken_invariant(good), "");
  auto bad = good;
  bad.col_indices[1] = 0;
  EXPECT_THAT(broken_invariant(bad), HasSubstr("columns of row 0"));
  bad = good;
  bad.col_indices[2] = 3;
  EXPECT_THAT(broken_invariant(bad), HasSubstr("outside"));
  bad = good;
  bad.col_indices[0] = -1;
  EXPECT_THAT(broken_invariant(bad), HasSubstr("columns of row 0"));
  bad = good;
  bad.row_offsets[1] = 5;
  EXPECT_THAT(broken_invariant(bad), HasSubstr("offsets"));
  bad = good;
  bad.row_offsets[0] = 1;
  EXPECT_THAT(broken_invariant(bad), HasSubstr("first offset"));
}

}  // namespace
}  // namespace sptune::convert
