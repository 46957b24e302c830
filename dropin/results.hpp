// SPDX-License-Identifier: BSD-3-Clause
// Kernels of the drop-in's own: C as a plan has it into the caller's arrays, and the longest row.
#pragma once

#include "sptune/matrix.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>

namespace sptune::dropin {

/// Of parts of a matrix, in memory of the host that a kernel writes.
using LongestRows = std::array<std::int64_t, 64>;
/// Entries in the longest row of each part. Only enqueues.
void find_longest_rows(const AnyCsr& a, LongestRows& out, cudaStream_t stream);

/// Where C's arrays are.
struct ResultArrays {
  std::int32_t* offsets = nullptr;  ///< rows+1
  Index* columns = nullptr;
  void* values = nullptr;
};

/// C as a plan has it, its values times alpha; what `to` has no array for is left out. Only
/// enqueues; throws DeviceError.
void copy_result(const AnyCsr& c, double alpha, const ResultArrays& to, cudaStream_t stream);

}  // namespace sptune::dropin
