// SPDX-License-Identifier: BSD-3-Clause
// What the schemes behind Product share.
#pragma once

#include "sptune/matrix.hpp"

#include "distributed/communicator.hpp"
#include "distributed/partition.hpp"
#include "distributed/product.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace sptune::distributed {

/// How a matrix is shared out.
struct Distribution {
  const Partition& rows;
  std::int64_t cols = 0;
};
/// Throws UsageError for a number of blocks that is none, or too large to count their steps.
void require_ring(const RingOptions& ring, int ranks);

/// Collective: throws AgreedError where ranks ask for different products, which would wait for each
/// other, or for one that cannot be. `where`: what they compute on.
void require_product(Communicator& ranks, const Distribution& a, const Distribution& b,
                     ValueType type, const ProductOptions& options, std::string_view where);

/// A copy of a result of the dispatcher, rows sorted.
template <class V>
[[nodiscard]] Csr<V> sorted_copy(const AnyCsr& c);

/// A result of the dispatcher with its rows sorted: as it is, or a copy in `own`.
template <class V>
[[nodiscard]] CsrView<V, std::int64_t> with_sorted_rows(const AnyCsr& c, Csr<V>& own);

/// The sum of matrices of one shape, rows sorted, entries that cancel kept.
template <class V>
[[nodiscard]] Csr<V> sum_of(std::span<const Csr<V>> parts);

/// Entries of the rows that columns name, each row once.
template <class V>
[[nodiscard]] std::int64_t entries_of_rows(std::span<const Index> named,
                                           const CsrView<V, std::int64_t>& b);

/// Multiplications of all rows of a*b.
template <class V>
[[nodiscard]] std::int64_t count_products(const CsrView<V, std::int64_t>& a,
                                          const CsrView<V, std::int64_t>& b);

}  // namespace sptune::distributed
