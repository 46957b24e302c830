// SPDX-License-Identifier: BSD-3-Clause
// C as a plan has it, into the caller's arrays.
#pragma once

#include "sptune/matrix.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sptune::dropin {

/// Offsets (rows+1 of 32 bits) and columns. Only enqueues; throws DeviceError.
void copy_pattern(const AnyCsr& c, std::int32_t* offsets, Index* columns, cudaStream_t stream);
/// alpha times the values.
void copy_values(const AnyCsr& c, double alpha, void* values, cudaStream_t stream);

}  // namespace sptune::dropin
