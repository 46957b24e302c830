// SPDX-License-Identifier: BSD-3-Clause
// A matrix by rows on all ranks: local rows, global columns.
#pragma once

#include "sptune/choice.hpp"
#include "sptune/matrix.hpp"

#include "distributed/communicator.hpp"
#include "distributed/partition.hpp"

#include <cstdint>
#include <string_view>

namespace sptune::distributed {

template <class V>
struct DistributedCsr {
  Partition rows;         ///< the same on all ranks
  std::int64_t cols = 0;  ///< of the whole matrix
  Csr<V> local;           ///< this rank's rows, with columns of the whole matrix
  /// Of the local rows.
  [[nodiscard]] CsrView<V, std::int64_t> view() const noexcept { return local.view(); }
};

/// Local rows that a caller put together may be none: throws UsageError where the sizes of their
/// arrays, the offsets, or where everything is to be looked at the columns are wrong. `name`: of
/// the operand. No MPI.
template <class V>
void require_local(const DistributedCsr<V>& m, Validate validate, std::string_view name);

/// The same where others hold this rank's rows.
template <class V>
struct DistributedView {
  Partition rows;
  std::int64_t cols = 0;
  CsrView<V, std::int64_t> local;
};

/// Rows of a matrix that rank 0 has, to their ranks. On the others `whole` and `rows` are not
/// looked at. All functions here are collective and throw AgreedError for what is wrong.
template <class V>
[[nodiscard]] DistributedCsr<V> scatter(Communicator& ranks, const Csr<V>& whole,
                                        const Partition& rows);

/// Of a matrix that every rank has whole: each takes its rows. AgreedError when they differ.
template <class V>
[[nodiscard]] DistributedCsr<V> take_rows(Communicator& ranks, const Csr<V>& whole,
                                          const Partition& rows);

/// Of rows that every rank has made itself: rank 0's are the first. AgreedError when they disagree
/// about the columns, or are no CSR matrices.
template <class V>
[[nodiscard]] DistributedCsr<V> from_local(Communicator& ranks, Csr<V> local);

/// The whole matrix on rank 0; empty on the others.
template <class V>
[[nodiscard]] Csr<V> gather(Communicator& ranks, const DistributedView<V>& matrix);
template <class V>
[[nodiscard]] Csr<V> gather(Communicator& ranks, const DistributedCsr<V>& matrix) {
  return gather(ranks, DistributedView<V>{matrix.rows, matrix.cols, matrix.view()});
}

}  // namespace sptune::distributed
