// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/verify.hpp"

#include "harness/environment/awake.hpp"
#include "harness/environment/sanitizers.hpp"
#include "kernels/api/clock.hpp"
#include "tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <set>
#include <string>

namespace sptune::harness {
namespace {

using testing::HasSubstr;

/// y = A x in the matrix's type, as a plain kernel computes it.
template <class V>
GuardedVector multiply(const AnyCsr& any, const GuardedVector& x) {
  GuardedVector y(any.rows, any.value_type);
  const auto a = any.as<V, std::int32_t>();
  const auto* in = static_cast<const V*>(x.data());
  auto* out = static_cast<V*>(y.data());
  for (std::int64_t row = 0; row < a.rows; ++row) {
    V sum = 0;
    for (auto i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      sum += a.values[i] * in[a.col_indices[i]];
    }
    out[row] = sum;
  }
  return y;
}

class Vectors : public testing::Test {
 protected:
  ProblemCache cache_{[](const std::string&) { return test::ragged(300, 200); }};

  const ProblemData& data(ValueType type) {
    return cache_.get({Operation::spmv, type, "m", "", "x"});
  }
  static Verification compare(const ProblemData& d, const GuardedVector& y) {
    Verification v;
    v.ok = true;
    compare_dense(d.a->view(), d.dense->plain, d.dense->y_shape, y, v);
    return v;
  }
};

TEST_F(Vectors, plain_kernel_is_well_within_its_bound) {
  const Verification f64 =
      compare(data(ValueType::f64),
              multiply<double>(data(ValueType::f64).a->view(), data(ValueType::f64).dense->x));
  const Verification f32 =
      compare(data(ValueType::f32),
              multiply<float>(data(ValueType::f32).a->view(), data(ValueType::f32).dense->x));

  EXPECT_TRUE(f64.ok);
  EXPECT_LT(f64.max_bound_ratio, 1);
  EXPECT_TRUE(f32.ok);
  EXPECT_LT(f32.max_bound_ratio, 1);
  EXPECT_GT(f32.max_relative, f64.max_relative);
}

TEST_F(Vectors, error_of_a_few_more_roundings_than_the_row_has_is_found) {
  const ProblemData& d = data(ValueType::f32);
  GuardedVector y = multiply<float>(d.a->view(), d.dense->x);
  static_cast<float*>(y.data())[10] += static_cast<float>(d.dense->plain.magnitude[10]) * 3e-6F;

  const Verification v = compare(d, y);

  EXPECT_FALSE(v.ok);
  EXPECT_GT(v.max_bound_ratio, 1);
  EXPECT_THAT(v.first_bad, HasSubstr("row 10: expected"));
}

TEST_F(Vectors, nan_in_the_output_is_wrong) {
  const ProblemData& d = data(ValueType::f64);
  GuardedVector y = multiply<double>(d.a->view(), d.dense->x);
  static_cast<double*>(y.data())[0] = std::numeric_limits<double>::quiet_NaN();

  const Verification v = compare(d, y);

  EXPECT_FALSE(v.ok);
  EXPECT_TRUE(std::isinf(v.max_bound_ratio));
}

TEST(VectorsOfOddMatrices, rows_with_infinite_entries_only_have_to_be_infinite) {
  ProblemCache cache([](const std::string&) {
    suites::Matrix m = test::ragged(20, 20);
    m.csr.values[0] = std::numeric_limits<double>::infinity();
    return m;
  });
  const ProblemData& d = cache.get({Operation::spmv, ValueType::f64, "m", "", "x"});
  const GuardedVector y = multiply<double>(d.a->view(), d.dense->x);
  Verification v;
  v.ok = true;

  compare_dense(d.a->view(), d.dense->plain, d.dense->y_shape, y, v);

  EXPECT_TRUE(v.ok) << v.first_bad;
}

TEST(VectorsOfOddMatrices, infinity_has_to_be_the_same_and_nan_has_to_be_nan) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Precision f64 = precision_of(ValueType::f64);
  const auto right = [&](double expected, double found) {
    return check_bound(f64, expected, infinity, found, 5).right;
  };

  EXPECT_TRUE(right(infinity, infinity));
  EXPECT_TRUE(right(-infinity, -infinity));
  EXPECT_TRUE(right(nan, nan));
  EXPECT_FALSE(right(infinity, -infinity));
  EXPECT_FALSE(right(infinity, nan));
  EXPECT_FALSE(right(infinity, 1e300));
  EXPECT_FALSE(right(nan, infinity));
  EXPECT_FALSE(right(nan, 0));
}

TEST(VectorsOfOddMatrices, bound_that_overflows_lets_nothing_pass) {
  const Precision f32 = precision_of(ValueType::f32);

  EXPECT_FALSE(check_bound(f32, 1, 1e300, 1, 5).right);
  EXPECT_TRUE(std::isinf(check_bound(f32, 1, 1e300, 1, 5).bound_ratio));
}

TEST(VectorsOfOddMatrices, sums_that_overflow_their_type_cannot_be_verified) {
  ProblemCache cache([](const std::string& name) {
    suites::Matrix m = test::ragged(20, 20);
    m.csr.values[4] = name == "huge" ? 1e300 : 1.0;
    return m;
  });
  for (const Operation operation : {Operation::spmv, Operation::spgemm}) {
    const auto why = [&](const char* name, ValueType type) {
      return operation == Operation::spmv
                 ? cache.get({operation, type, name, "", "x"}).unverifiable
                 : cache.get({operation, type, name, name, "at"}).unverifiable;
    };
    EXPECT_EQ(why("plain", ValueType::f32), "");
    EXPECT_THAT(why("huge", ValueType::f32), HasSubstr("cannot be verified: row 2"));
    EXPECT_THAT(why("huge", ValueType::f32), HasSubstr("f32 holds at most 3.4e+38"));
    if (operation == Operation::spmv) {
      EXPECT_EQ(why("huge", ValueType::f64), "");
    } else {
      EXPECT_THAT(why("huge", ValueType::f64), HasSubstr("of C: the magnitudes"))
          << "its square overflows in f64 as well";
    }
  }
}

TEST(DenseShape, tells_where_elements_stand_by_rows_and_by_columns) {
  const DenseShape by_rows{5, 3, Layout::row_major};
  const DenseShape by_columns{5, 3, Layout::col_major};

  EXPECT_EQ(by_rows.at(2, 1), 7);
  EXPECT_EQ(by_columns.at(2, 1), 7);
  EXPECT_EQ(by_rows.at(4, 0), 12);
  EXPECT_EQ(by_columns.at(4, 0), 4);
  for (const DenseShape& shape : {by_rows, by_columns}) {
    EXPECT_EQ(shape.size(), 15);
    std::set<std::int64_t> taken;
    for (std::int64_t row = 0; row < shape.rows; ++row) {
      for (std::int64_t column = 0; column < shape.columns; ++column) {
        const std::int64_t at = shape.at(row, column);
        EXPECT_EQ(shape.row_of(at), row);
        EXPECT_LT(at, shape.size());
        taken.insert(at);
      }
    }
    EXPECT_EQ(taken.size(), 15U);
  }
}

/// Y of several columns; the parameter is the layout of X and Y.
class SeveralColumns : public testing::TestWithParam<const char*> {
 protected:
  ProblemCache cache_{[](const std::string&) { return test::ragged(300, 200); }};
  const ProblemData& d_ = cache_.get(test::spmm_problem("m", GetParam()));
  const DenseShape& shape_ = d_.dense->y_shape;
  const DenseReference& plain_ = d_.dense->plain;
  GuardedVector y_ = multiply();

  /// Column by column, as a plain kernel computes it.
  GuardedVector multiply() {
    const auto a = d_.a->view().as<double, std::int32_t>();
    GuardedVector y(shape_.size(), ValueType::f64);
    for (std::int64_t row = 0; row < a.rows; ++row) {
      for (std::int64_t column = 0; column < shape_.columns; ++column) {
        double sum = 0;
        for (auto i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
          sum += a.values[i] * d_.dense->x.at(d_.dense->x_shape.at(a.col_indices[i], column));
        }
        static_cast<double*>(y.data())[shape_.at(row, column)] = sum;
      }
    }
    return y;
  }
  Verification compare() {
    Verification v;
    v.ok = true;
    compare_dense(d_.a->view(), plain_, shape_, y_, v);
    return v;
  }
};

TEST_P(SeveralColumns, plain_kernel_is_well_within_its_bound) {
  ASSERT_EQ(shape_.columns, 3);
  ASSERT_EQ(shape_.layout == Layout::row_major, GetParam() == std::string("row"));
  const Verification v = compare();

  EXPECT_TRUE(v.ok) << v.first_bad;
  EXPECT_LT(v.max_bound_ratio, 1);
}

TEST_P(SeveralColumns, one_wrong_element_of_any_column_is_found_and_its_row_named) {
  for (const std::int64_t row : {0, 150, 299}) {
    for (std::int64_t column = 0; column < shape_.columns; ++column) {
      SCOPED_TRACE(fmt::format("row {}, column {}", row, column));
      const std::int64_t at = shape_.at(row, column);
      double& element = static_cast<double*>(y_.data())[at];
      const double right = element;
      element += plain_.magnitude[static_cast<std::size_t>(at)] * 1e-12;
      const Verification v = compare();
      element = right;

      EXPECT_FALSE(v.ok);
      EXPECT_GT(v.max_bound_ratio, 1);
      EXPECT_THAT(v.first_bad, testing::StartsWith(fmt::format("row {}: expected", row)));
    }
  }
}

TEST_P(SeveralColumns, first_wrong_element_is_that_of_the_smallest_row) {
  // Column by column the element of row 150 comes first.
  for (const auto& [row, column] : {std::pair{150, 0}, std::pair{7, 2}}) {
    const std::int64_t at = shape_.at(row, column);
    static_cast<double*>(y_.data())[at] += plain_.magnitude[static_cast<std::size_t>(at)] * 1e-12;
  }
  EXPECT_THAT(compare().first_bad, testing::StartsWith("row 7: expected"));
}

TEST_P(SeveralColumns, elements_are_numbered_row_by_row_in_both_layouts) {
  std::int64_t number = 0;
  for (std::int64_t row = 0; row < shape_.rows; ++row) {
    for (std::int64_t column = 0; column < shape_.columns; ++column, ++number) {
      ASSERT_EQ(shape_.by_rows(number), shape_.at(row, column));
      ASSERT_EQ(shape_.number_by_rows(shape_.at(row, column)), number);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, SeveralColumns, testing::Values("row", "col"),
                         [](const auto& each) { return std::string(each.param); });

TEST(GuardedVector, notices_a_write_on_either_side) {
  for (const std::int64_t at : {std::int64_t{-1}, std::int64_t{5}}) {
    GuardedVector y(5, ValueType::f64);
    ASSERT_TRUE(y.guards_intact());

    static_cast<double*>(y.data())[at] = 1;

    EXPECT_FALSE(y.guards_intact()) << at;
  }
}

TEST(GuardedVector, is_aligned_to_a_cache_line) {
  GuardedVector y(5, ValueType::f32);

  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(y.data()) % 64, 0U);
}

TEST(ProblemCache, vectors_are_seeded_alike_and_have_both_signs) {
  ProblemCache one([](const std::string&) { return test::ragged(100, 100); });
  ProblemCache two([](const std::string&) { return test::ragged(100, 100); });
  const GuardedVector& x = one.get(test::spmv_problem("m")).dense->x;
  const GuardedVector& y = two.get(test::spmv_problem("m")).dense->x;
  int negative = 0;
  for (std::int64_t i = 0; i < 100; ++i) {
    EXPECT_GE(std::abs(x.at(i)), 0.5);
    EXPECT_LT(std::abs(x.at(i)), 1.5);
    negative += x.at(i) < 0 ? 1 : 0;
  }

  EXPECT_TRUE(x.same_bits(y));
  EXPECT_GT(negative, 25);
  EXPECT_LT(negative, 75);
}

TEST(ProblemCache, loads_a_matrix_once_for_problems_that_share_it) {
  int loads = 0;
  ProblemCache cache([&](const std::string&) {
    ++loads;
    return test::ragged(50, 50);
  });
  static_cast<void>(cache.get(test::spmv_problem("m")));
  static_cast<void>(cache.get(test::spmv_problem("m")));
  static_cast<void>(cache.get({Operation::spgemm, ValueType::f64, "m", "m", "a"}));
  static_cast<void>(cache.get({Operation::spgemm, ValueType::f64, "m", "m", "at"}));

  EXPECT_EQ(loads, 1);
}

TEST(ProblemCache, refuses_factors_whose_shapes_do_not_match) {
  ProblemCache cache([](const std::string&) { return test::ragged(50, 40); });

  EXPECT_THROW(static_cast<void>(cache.get({Operation::spgemm, ValueType::f64, "m", "m", "a"})),
               UsageError);
  EXPECT_EQ(cache.get({Operation::spgemm, ValueType::f64, "m", "m", "at"}).product.c.rows, 50);
}

TEST(TypedCsr, transposing_twice_gives_the_matrix_back) {
  const TypedCsr a(test::ragged(60, 45), ValueType::f32);
  const TypedCsr back = a.transposed().transposed();
  const auto p = a.view().as<float, std::int32_t>();
  const auto q = back.view().as<float, std::int32_t>();

  ASSERT_EQ(q.rows, p.rows);
  ASSERT_EQ(q.nnz(), p.nnz());
  EXPECT_TRUE(std::equal(p.values, p.values + p.nnz(), q.values));
  EXPECT_TRUE(std::equal(p.col_indices, p.col_indices + p.nnz(), q.col_indices));
}

class Products : public testing::Test {
 protected:
  ProblemCache cache_{[](const std::string&) { return test::ragged(40, 40); }};
  const ProblemData& d_ = cache_.get({Operation::spgemm, ValueType::f64, "m", "m", "a"});
  Csr<double> c_ = d_.product.c;

  Verification compare(bool claims_sorted = true) {
    Verification v;
    v.ok = true;
    compare_product(d_.product, c_.view(), claims_sorted, v);
    return v;
  }
};

TEST_F(Products, reference_equals_itself) {
  const Verification v = compare();

  EXPECT_TRUE(v.ok);
  EXPECT_EQ(v.nnz_mismatch, 0);
  EXPECT_EQ(v.max_bound_ratio, 0);
}

TEST_F(Products, wrong_value_names_row_and_column) {
  c_.values[0] += 1e-9;

  const Verification v = compare();

  EXPECT_FALSE(v.ok);
  EXPECT_THAT(v.first_bad, HasSubstr("row 0, column"));
}

TEST_F(Products, missing_and_extra_entries_are_counted) {
  auto& column = c_.col_indices[static_cast<std::size_t>(c_.row_offsets[1]) - 1];
  column = 39;

  const Verification v = compare();

  EXPECT_FALSE(v.ok);
  EXPECT_EQ(v.nnz_mismatch, 2);
}

TEST(LargeProducts, threads_together_find_what_one_would) {
  ProblemCache cache{[](const std::string&) { return test::ragged(60000, 60000); }};
  const ProblemData& d = cache.get({Operation::spgemm, ValueType::f64, "m", "m", "a"});
  Csr<double> c = d.product.c;
  ASSERT_GT(c.nnz(), 1 << 18) << "too few entries for several threads";
  const auto checked = [&] {
    Verification v;
    v.ok = true;
    compare_product(d.product, c.view(), true, v);
    return v;
  };
  EXPECT_TRUE(checked().ok);
  const auto late = static_cast<std::size_t>(c.row_offsets[50000]);
  const auto early = static_cast<std::size_t>(c.row_offsets[20000]);
  c.values[late] += 1;
  EXPECT_THAT(checked().first_bad, HasSubstr("row 50000, column"));
  c.values[early] += 1;

  const Verification v = checked();

  EXPECT_FALSE(v.ok);
  EXPECT_THAT(v.first_bad, HasSubstr("row 20000, column"));
  EXPECT_GT(v.max_bound_ratio, 1);
}

/// Words for every entry take so long that a large one ran into its limit, which condemns nobody.
TEST(LargeProducts, wrong_everywhere_takes_hardly_longer_than_right) {
  ProblemCache cache{[](const std::string&) { return test::ragged(60000, 60000); }};
  const ProblemData& d = cache.get({Operation::spgemm, ValueType::f64, "m", "m", "a"});
  Csr<double> c = d.product.c;
  const auto least_s = [&](bool right) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 7; ++i) {
      Verification v;
      v.ok = true;
      const double begin = now_s();
      compare_product(d.product, c.view(), true, v);
      least = std::min(least, now_s() - begin);
      EXPECT_EQ(v.ok, right);
    }
    return least;
  };
  const double right_s = least_s(true);
  for (double& value : c.values) value += 1;
  EXPECT_LT(least_s(false), 5 * right_s) << "values";
  for (Index& column : c.col_indices) column += 60000;
  EXPECT_LT(least_s(false), 5 * right_s) << "entries missing and others there";
}

#ifndef SPTUNE_SANITIZED
/// Rows out of order are sorted in copies, for which there is no memory.
[[noreturn]] void compare_without_memory() {
  constexpr Index columns = 1 << 20;
  SparseReference reference;
  reference.c.rows = 2;
  reference.c.cols = columns;
  for (int row = 0; row < 2; ++row) {
    for (Index column = 0; column < columns; ++column) reference.c.col_indices.push_back(column);
    reference.c.row_offsets.push_back(static_cast<std::int64_t>(reference.c.col_indices.size()));
  }
  reference.c.values.assign(reference.c.col_indices.size(), 1);
  reference.magnitude.assign(reference.c.col_indices.size(), 1);
  reference.terms.assign(reference.c.col_indices.size(), 1);
  Csr<double> c = reference.c;
  for (const int row : {0, 1}) {
    const auto begin = c.col_indices.begin() + row * std::ptrdiff_t{columns};
    std::reverse(begin, begin + columns);
  }
  (void)awaken_team(omp_get_max_threads(), 0.1);  // whose stacks are memory, too
  const rlimit none{1, RLIM_INFINITY};
  Verification v;
  v.ok = true;
  if (setrlimit(RLIMIT_DATA, &none) != 0) std::_Exit(2);
  try {
    compare_product(reference, c.view(), false, v);
  } catch (const std::bad_alloc&) {
    std::_Exit(0);
  }
  std::_Exit(1);
}

/// A worker has a limit: what is thrown on several threads would end it as if the plan had.
TEST(LargeProducts, without_memory_to_compare_them_throw) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(compare_without_memory(), ::testing::ExitedWithCode(0), "");
}
#endif

TEST_F(Products, unsorted_rows_are_right_when_nobody_claimed_otherwise) {
  const auto first = static_cast<std::size_t>(c_.row_offsets[10]);
  ASSERT_GE(c_.row_offsets[11] - c_.row_offsets[10], 2);
  std::swap(c_.col_indices[first], c_.col_indices[first + 1]);
  std::swap(c_.values[first], c_.values[first + 1]);

  const Verification free = compare(false);
  const Verification claimed = compare(true);

  EXPECT_TRUE(free.ok) << free.first_bad;
  EXPECT_FALSE(free.sorted);
  EXPECT_FALSE(claimed.ok);
}

TEST_F(Products, offsets_that_lead_outside_are_not_followed) {
  c_.row_offsets[1] = 1'000'000'000'000;

  const Verification v = compare();

  EXPECT_FALSE(v.ok);
  EXPECT_THAT(v.first_bad, HasSubstr("row 0: offsets"));
}

}  // namespace
}  // namespace sptune::harness
