// SPDX-License-Identifier: BSD-3-Clause
// By way of the host for now: right, and as slow as the copy.
#include "sptune/kernels/cuda/device.hpp"
#include "sptune/kernels/cuda/operands.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sptune::cuda {
namespace {

template <class T>
std::vector<T> fetched(const void* device, std::int64_t count) {
  std::vector<T> host(static_cast<std::size_t>(count));
  if (count > 0) copy_to_host(host.data(), device, host.size() * sizeof(T));
  return host;
}

}  // namespace

Inspection inspect(const AnyCsr& any) {
  return visit(any, [&]<class V, class O>(CsrView<V, O> a) -> Inspection {
    const std::vector<O> offsets = fetched<O>(a.row_offsets, any.rows == 0 ? 0 : any.rows + 1);
    const std::vector<Index> columns = fetched<Index>(a.col_indices, any.nnz);
    const std::vector<V> values(columns.size());
    const CsrView<V, O> host{a.rows, a.cols, offsets.data(), columns.data(), values.data()};
    if (a.rows > 0 && (offsets.front() != 0 || host.nnz() != any.nnz)) {
      return {ColumnOrder::any, "row offsets from " + std::to_string(offsets.front()) + " to " +
                                    std::to_string(host.nnz()) + " for " + std::to_string(any.nnz) +
                                    " entries"};
    }
    return sptune::inspect(host);
  });
}

std::int64_t count_products(const AnyCsr& any_a, const AnyCsr& any_b) {
  const std::vector<Index> columns = fetched<Index>(any_a.col_indices, any_a.nnz);
  return visit(any_b, [&]<class V, class O>(CsrView<V, O> b) {
    const std::vector<O> offsets = fetched<O>(b.row_offsets, b.rows == 0 ? 0 : b.rows + 1);
    std::int64_t products = 0;
    for (const Index k : columns) {
      if (k < 0 || k >= b.rows) {
        throw UsageError("A has an entry in column " + std::to_string(k) + ", B has " +
                         std::to_string(b.rows) + " rows");
      }
      const auto row = static_cast<std::size_t>(k);
      products += static_cast<std::int64_t>(offsets[row + 1] - offsets[row]);
    }
    return products;
  });
}

const void* no_offsets() {
  // Never given back: plans may outlive whatever static object would hold it.
  static void* const zero = [] {
    void* memory = allocate(sizeof(std::int64_t));
    fill_bytes(memory, 0, sizeof(std::int64_t));
    return memory;
  }();
  return zero;
}

}  // namespace sptune::cuda
