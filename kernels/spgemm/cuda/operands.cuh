// SPDX-License-Identifier: BSD-3-Clause
// The operands and the result of a product on the device, as kernels read them.
#pragma once

#include "kernels/spgemm/cuda/pool.cuh"
#include "sptune/matrix.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::spgemm::cuda {

/// Row offsets of either width. The branch is the same for all threads and cheaper than compiling
/// every kernel four times.
struct Offsets {
  const void* data = nullptr;
  bool wide = false;
  __device__ __forceinline__ std::int64_t operator[](std::int64_t i) const {
    return wide ? __ldg(static_cast<const long long*>(data) + i)
                : static_cast<std::int64_t>(__ldg(static_cast<const int*>(data) + i));
  }
};

/// A CSR operand without its values.
struct Pattern {
  Offsets offsets;
  const Index* columns = nullptr;
};

[[nodiscard]] inline Pattern pattern_of(const AnyCsr& a) {
  return {{a.row_offsets, a.offset_type == OffsetType::i64}, a.col_indices};
}

/// C = A*B as a plan hands it out: 64-bit offsets, everything in the memory of the device, rows
/// sorted unless `order` says otherwise.
[[nodiscard]] inline AnyCsr device_product(const AnyCsr& a, const AnyCsr& b, std::int64_t entries,
                                           const void* row_offsets, const PoolBytes& columns,
                                           const PoolBytes& values,
                                           ColumnOrder order = ColumnOrder::sorted) {
  AnyCsr c;
  c.rows = a.rows;
  c.cols = b.cols;
  c.nnz = entries;
  c.value_type = a.value_type;
  c.space = MemorySpace::device;
  c.row_offsets = row_offsets;
  c.col_indices = reinterpret_cast<const Index*>(columns.data());
  c.values = values.data();
  c.columns = order;
  return c;
}

}  // namespace sptune::spgemm::cuda
