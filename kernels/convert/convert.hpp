// SPDX-License-Identifier: BSD-3-Clause
// Exact conversions between the host containers. None of them changes a value; only duplicates of a
// coordinate list are added up, in the order in which they are listed.
#pragma once

#include "sptune/matrix.hpp"

#include <cstdint>
#include <string>

namespace sptune::convert {

/// Which merges `sort_and_sum_rows` counts. A symmetric file's entry shows up twice after
/// expansion: counting the lower triangle and the diagonal gives the merges in terms of the file's
/// entries.
enum class CountMerges : std::uint8_t { all, lower_triangle };

/// Sorts the columns of every row and adds up duplicates, in place. Returns the number of entries
/// merged into an earlier one. Needs 16 bytes of extra memory per entry of the longest unsorted
/// row.
template <class V, class O>
std::int64_t sort_and_sum_rows(Csr<V, O>& matrix, CountMerges count = CountMerges::all);

/// Sorted CSR of a coordinate list; duplicates are summed and, where asked for, counted.
/// Throws UsageError when an index lies outside the matrix or the entries exceed the offset type.
template <class V, class O = std::int64_t>
[[nodiscard]] Csr<V, O> coo_to_csr(const Coo<V>& matrix, std::int64_t* duplicates_summed = nullptr);

/// The elements of a dense matrix by rows that compare unequal to 0; element (i, j) is
/// values[i*stride + j]. Throws UsageError when they exceed the offset type.
template <class V, class O = std::int64_t>
[[nodiscard]] Csr<V, O> dense_to_csr(std::int64_t rows, std::int64_t cols, std::int64_t stride,
                                     const V* values);

/// Row-major coordinate list with the same entries.
template <class V, class O>
[[nodiscard]] Coo<V> csr_to_coo(CsrView<V, O> matrix);

/// Columns with sorted row indices. Two passes over the entries, O(nnz + cols).
template <class V, class O>
[[nodiscard]] Csc<V, O> csr_to_csc(CsrView<V, O> matrix);

/// Rows with sorted column indices; the inverse of `csr_to_csc`.
template <class V, class O>
[[nodiscard]] Csr<V, O> csc_to_csr(const Csc<V, O>& matrix);

/// CSR of the transpose, columns sorted.
template <class V, class O>
[[nodiscard]] Csr<V, O> transpose(CsrView<V, O> matrix);

/// Empty when the arrays keep the invariants of matrix.hpp (offsets from 0, non-decreasing, ending
/// at nnz; columns inside the matrix and strictly increasing in each row), else one line that says
/// where not.
template <class V, class O>
[[nodiscard]] std::string broken_invariant(const Csr<V, O>& matrix);

}  // namespace sptune::convert
