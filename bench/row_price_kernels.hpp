// SPDX-License-Identifier: BSD-3-Clause
// Kernels that an SpMV kernel cannot be faster than: they do a part of its work.
#pragma once

#include "sptune/device.hpp"

#include <cstdint>

namespace sptune::test {

/// How a launch is cut: `each` loads in flight per thread, one of a few numbers, and threads per
/// block.
struct Shape {
  int each;
  int block;
};

/// Reads `bytes` of `data`, aligned to 16, once, 16 per load.
void read_all(std::int64_t bytes, const void* data, Shape shape, int* never, Stream stream);

/// Reads columns, values and the elements of x that they ask for in the order of CSR; rows are not
/// told apart: every warp adds up what it has, and one sum in `rows` is stored for each.
template <class V>
void gather_all(std::int64_t nnz, const Index* col_indices, const V* values, const V* x,
                std::int64_t rows, V* y, Shape shape, Stream stream);

}  // namespace sptune::test
