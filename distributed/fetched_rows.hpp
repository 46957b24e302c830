// SPDX-License-Identifier: BSD-3-Clause
// Rows of a distributed matrix, brought to the ranks that need them.
#pragma once

#include "distributed/matrix.hpp"
#include "distributed/messages.hpp"
#include "distributed/needs.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sptune::distributed {

template <class V>
class FetchedRows {
 public:
  /// Collective: lengths, then columns and values. `b` must outlive it.
  FetchedRows(Communicator& ranks, Needs needs, const DistributedCsr<V>& b);
  /// Row i is row wanted[i] of the matrix.
  [[nodiscard]] const Csr<V>& rows() const noexcept { return rows_; }
  /// Collective: other values of this rank's rows, the same pattern; the values alone travel.
  void fetch_values(std::span<const V> local_values);
  /// Gives their memory back.
  void release() { rows_ = {}; }

 private:
  void fetch_lengths();
  template <class T>
  void fetch(std::span<const T> mine, std::vector<T>& theirs, const char* what);
  template <class T>
  void take_own(std::span<const T> mine, std::span<T> theirs) const;

  Communicator& ranks_;
  Needs needs_;
  const Csr<V>& local_;
  Csr<V> rows_;
};

}  // namespace sptune::distributed
