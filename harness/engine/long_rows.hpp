// SPDX-License-Identifier: BSD-3-Clause
// Rows of f32 with so many entries that the bound of the worst case would let a missing one pass:
// n*n*epsilon entries of mean size. They are checked a second time, more sharply.
//
// Rounding errors of a sum whose terms have random signs do not add up: each is at most half an
// epsilon of a partial sum, which grows like the root of the number of terms, and they have no
// common sign (Higham and Mary, "Sharper probabilistic backward error analysis for basic linear
// algebra kernels with random data", SIAM J. Sci. Comput. 42, 2020). The signs are ours: x is
// seeded. With M the largest partial sum in storage order, or the root of the sum of squares where
// that is more, the error stays below 6 * epsilon * sqrt(n) * M for any order of summation, which
// is more than ten standard deviations. A row whose partial sums go farther than random signs let
// them keeps the bound of the worst case.
//
// Rows too long for that as well are checked in parts: classes of columns are multiplied one after
// the other, with x zero elsewhere, where adding is exact. That is up to 64 runs more, after the
// timing, of configurations whose times count: of those that are dominated they took most of a
// sweep of generated matrices with rows of 2e6 entries.
#pragma once

#include "harness/engine/error_bound.hpp"
#include "harness/engine/problem_data.hpp"

#include <cstdint>

namespace sptune::harness {

[[nodiscard]] SPTUNE_HOST_DEVICE inline int class_of_column(std::int64_t column, int classes) {
  // Fibonacci hashing: neighbours fall into different classes.
  return static_cast<int>((static_cast<std::uint64_t>(column) * 0x9E3779B97F4A7C15ULL >> 33U) %
                          static_cast<unsigned>(classes));
}

/// Of y = A*x. Empty for f64, where such rows would need 2e7 entries.
/// Of several columns the first is looked at.
[[nodiscard]] LongRows find_long_rows(const AnyCsr& a, const GuardedVector& x,
                                      const DenseShape& x_shape, const DenseShape& y_shape);

/// `out`: x where the column of A belongs to the class, 0 elsewhere.
void keep_class(const GuardedVector& x, const LongRows& long_rows, int wanted, GuardedVector& out);

/// Checks y of part `part` of `long_rows`; adds to v as compare_dense does.
void compare_long_rows(const LongRows& long_rows, int part, const GuardedVector& y,
                       Verification& v);

/// Makes the verification fail on a row of a part.
void report_long_row(const LongRows& long_rows, int part, std::int64_t index, double found,
                     Verification& v);

}  // namespace sptune::harness
