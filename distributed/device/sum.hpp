// SPDX-License-Identifier: BSD-3-Clause
// Partial results of C are added up on the device. Sums are made in the order of the calls and
// without atomics, so that they have the same bits on every run. Kernels are enqueued on the
// default stream. A build without CUDA throws DeviceError.
#pragma once

#include "sptune/device.hpp"
#include "sptune/matrix.hpp"
#include "sptune/types.hpp"

#include <cstdint>

namespace sptune::distributed::device {

/// A CSR matrix of the device that owns its arrays, rows sorted.
template <class V>
struct SortedRows {
  std::int64_t rows = 0, cols = 0, entries = 0;
  cuda::DeviceArray<std::int64_t> row_offsets;
  cuda::DeviceArray<Index> columns;
  cuda::DeviceArray<V> values;

  [[nodiscard]] AnyCsr view() const {
    AnyCsr out = AnyCsr::on_device(
        CsrView<V, std::int64_t>{rows, cols, row_offsets.data(), columns.data(), values.data()},
        entries);
    out.columns = ColumnOrder::sorted;
    return out;
  }
};

/// x + y, of one shape, no column twice in a row, rows sorted; entries that cancel are kept. Waits
/// for the default stream once, to know the size.
template <class V>
[[nodiscard]] SortedRows<V> sum_of(const AnyCsr& x, const AnyCsr& y);

/// A copy with its rows sorted. Throws UsageError for 2^31 entries and more.
template <class V>
[[nodiscard]] SortedRows<V> sorted_copy(const AnyCsr& m);

/// Adds each entry of `part`, whose rows need not be sorted, to that of its place in `sum`, which
/// has them all.
template <class V>
void add_to(const AnyCsr& part, const SortedRows<V>& sum);

}  // namespace sptune::distributed::device
