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

/// Offsets (rows+1 of 32 bits) and columns. Only enqueues; throws DeviceError.
void copy_pattern(const AnyCsr& c, std::int32_t* offsets, Index* columns, cudaStream_t stream);
/// alpha times the values.
void copy_values(const AnyCsr& c, double alpha, void* values, cudaStream_t stream);

}  // namespace sptune::dropin
