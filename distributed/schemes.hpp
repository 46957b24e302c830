// SPDX-License-Identifier: BSD-3-Clause
// What the schemes behind Product share.
#pragma once

#include "sptune/matrix.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sptune::distributed {

/// A copy of a result of the dispatcher, rows sorted.
template <class V>
[[nodiscard]] Csr<V> sorted_copy(const AnyCsr& c);

/// A result of the dispatcher with its rows sorted: as it is, or a copy in `own`.
template <class V>
[[nodiscard]] CsrView<V, std::int64_t> with_sorted_rows(const AnyCsr& c, Csr<V>& own);

/// The sum of matrices of one shape, rows sorted, entries that cancel kept.
template <class V>
[[nodiscard]] Csr<V> sum_of(std::span<const Csr<V>> parts);

/// Bytes of columns and values of the rows that columns name, each row once.
template <class V>
[[nodiscard]] std::int64_t bytes_of_rows(std::span<const Index> named,
                                         const CsrView<V, std::int64_t>& b);

/// Multiplications of all rows of a*b.
template <class V>
[[nodiscard]] std::int64_t count_products(const CsrView<V, std::int64_t>& a,
                                          const CsrView<V, std::int64_t>& b);

}  // namespace sptune::distributed
