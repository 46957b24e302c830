// SPDX-License-Identifier: BSD-3-Clause
// The schemes behind Product, and what they share.
#pragma once

#include "distributed/product.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sptune::distributed {

/// `broadcast` and `needed_rows`: rows of B come, then one local product.
template <class V>
[[nodiscard]] std::unique_ptr<Steps<V>> rows_first(Work<V>& work, bool all);

/// `ring`: a local product with each block of B, and their sum.
template <class V>
[[nodiscard]] std::unique_ptr<Steps<V>> ring(Work<V>& work);

/// A copy of a result of the dispatcher, rows sorted.
template <class V>
[[nodiscard]] Csr<V> sorted_copy(const AnyCsr& c);

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
