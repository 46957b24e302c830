// SPDX-License-Identifier: BSD-3-Clause
// What every SpGEMM variant on the GPU asks of memory: before the product, and once nnz(C) is
// known.
#pragma once

#include "kernels/spgemm/spgemm.hpp"
#include "sptune/error.hpp"

#include <cstdint>
#include <string>

namespace sptune::spgemm::cuda {

/// A workspace within the limit. nnz(C) is not known here: see require_memory. Reads no array, so
/// that the operands may be anywhere.
[[nodiscard]] inline Fit fit_device(const SpgemmProblem& p, std::int64_t workspace_bytes) {
  if (workspace_bytes <= p.resources.memory_limit) return Fit::yes();
  return Fit::no("needs " + std::to_string(workspace_bytes) + " bytes beside C, the limit is " +
                 std::to_string(p.resources.memory_limit));
}

/// Throws DeviceError with the bytes when C does not fit: before its kernels are launched.
inline void require_memory(std::int64_t bytes, std::int64_t limit) {
  if (bytes <= limit) return;
  throw DeviceError("spgemm: C and the workspace need " + std::to_string(bytes) +
                    " bytes on the device, the limit is " + std::to_string(limit));
}

}  // namespace sptune::spgemm::cuda
