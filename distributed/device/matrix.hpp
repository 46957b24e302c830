// SPDX-License-Identifier: BSD-3-Clause
// A matrix by rows on all ranks, each rank's rows in the memory of its GPU.
#pragma once

#include "sptune/device.hpp"

#include "distributed/device/ranks.hpp"
#include "distributed/matrix.hpp"

#include <cstdint>

namespace sptune::distributed {

template <class V>
struct DeviceDistributedCsr {
  Partition rows;         ///< the same on all ranks
  std::int64_t cols = 0;  ///< of the whole matrix
  std::int64_t nnz = 0;   ///< of this rank's rows
  cuda::DeviceArray<std::int64_t> row_offsets;
  cuda::DeviceArray<Index> col_indices;  ///< of the whole matrix
  cuda::DeviceArray<V> values;
  std::int64_t local_rows = 0;

  /// Of the local rows.
  [[nodiscard]] AnyCsr view() const {
    return AnyCsr::on_device(CsrView<V, std::int64_t>{local_rows, cols, row_offsets.data(),
                                                      col_indices.data(), values.data()},
                             nnz);
  }
};

/// Collective, as all here: copies each rank's rows to its GPU. Throws AgreedError.
template <class V>
[[nodiscard]] DeviceDistributedCsr<V> to_device(DeviceRanks& ranks, const DistributedCsr<V>& host);

/// Rows of a matrix in the GPUs' memory, whole on rank 0 with its rows sorted; empty on the others.
/// `local`: this rank's, of values V and 64-bit offsets.
template <class V>
[[nodiscard]] Csr<V> gather(DeviceRanks& ranks, const Partition& rows, const AnyCsr& local);

}  // namespace sptune::distributed
