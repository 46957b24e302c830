// SPDX-License-Identifier: BSD-3-Clause
// Comparison of a kernel's output with the double-precision reference, under bounds that follow
// from the number of additions and not from a tolerance somebody liked.
#pragma once

#include "harness/engine/error_bound.hpp"
#include "harness/engine/problem_data.hpp"

#include <cstdint>
#include <string>

namespace sptune::harness {

[[nodiscard]] Precision precision_of(ValueType type);

/// Makes the verification fail on a row, unless something failed it before.
void report_row(std::int64_t row, double expected, double found, Verification& v);

/// Why results of such a reference cannot be told right from wrong in the type, naming the first
/// row: a sum that overflows, or may do so in one order of adding and not in another. Empty: they
/// can.
[[nodiscard]] std::string unverifiable(const DenseReference& reference, const DenseShape& shape,
                                       ValueType type);
[[nodiscard]] std::string unverifiable(const SparseReference& reference, ValueType type);

/// An element of row i of y may differ from the reference by gamma_n * magnitude_i, n = entries of
/// the row + 4, gamma_n = n*e/(1 - n*e) with e the machine epsilon of the value type (Higham,
/// Accuracy and Stability, section 3.1, with twice the unit roundoff so that the reference's own
/// rounding is covered too). Holds for any order of summation and for fused multiply-add. A row
/// whose reference is not finite has to be the same: the same infinity, or a NaN; one whose
/// magnitude overflows the type is never right (unverifiable). Adds to `v`: max_bound_ratio,
/// max_relative, first_bad, ok.
void compare_dense(const AnyCsr& a, const DenseReference& reference, const DenseShape& shape,
                   const GuardedVector& y, Verification& v);

/// Structure of C exact, each value within gamma_n * magnitude, n = products of the entry + 2.
/// `sorted` is what the plan claims; a row out of order that was claimed sorted is wrong.
/// Adds nnz_mismatch, sorted and the figures of compare_dense.
void compare_product(const SparseReference& reference, const AnyCsr& c, bool claims_sorted,
                     Verification& v);

}  // namespace sptune::harness
