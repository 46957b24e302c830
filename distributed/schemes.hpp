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
  std::int64_t local_rows = 0;  ///< that this rank has
};
/// Throws UsageError unless each rank has rows in order, and this one as many as it says. `name`:
/// the matrix's.
void require_distribution(const Communicator& ranks, const Distribution& m, std::string_view name);

/// Throws UsageError for a number of blocks that is none, or too large to count their steps.
void require_ring(const RingOptions& ring, int ranks);

/// Collective: throws AgreedError where ranks ask for different products, which would wait for each
/// other, or for one that cannot be. `where`: what they compute on.
void require_product(Communicator& ranks, const Distribution& a, const Distribution& b,
                     ValueType type, const ProductOptions& options, std::string_view where);

/// Those of local products: a plan that is not kept runs once, one that is goes on with new values.
[[nodiscard]] Options local_options(const ProductOptions& options);

/// Throws UsageError for A that is not shared out as it says, and for a vector that has not an
/// element for each of its columns, or not on these ranks.
void require_vector(const Communicator& ranks, const Distribution& a, const Partition& x);

/// A copy of a result of the dispatcher, rows sorted.
template <class V>
[[nodiscard]] Csr<V> sorted_copy(const AnyCsr& c);

/// A result of the dispatcher with its rows sorted: as it is, or a copy in `own`.
template <class V>
[[nodiscard]] CsrView<V, std::int64_t> with_sorted_rows(const AnyCsr& c, Csr<V>& own);

/// x + y, of one shape, rows sorted, no column twice in a row; entries that cancel are kept.
template <class V>
[[nodiscard]] Csr<V> sum_of(const CsrView<V, std::int64_t>& x, const CsrView<V, std::int64_t>& y);

/// Entries of the rows that columns name, each row once.
template <class V>
[[nodiscard]] std::int64_t entries_of_rows(std::span<const Index> named,
                                           const CsrView<V, std::int64_t>& b);

/// Multiplications of all rows of a*b.
template <class V>
[[nodiscard]] std::int64_t count_products(const CsrView<V, std::int64_t>& a,
                                          const CsrView<V, std::int64_t>& b);

}  // namespace sptune::distributed
