// SPDX-License-Identifier: BSD-3-Clause
// What every SpGEMM variant on the GPU asks of its operands, and of memory once nnz(C) is known.
#pragma once

#include "sptune/error.hpp"
#include "sptune/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sptune::spgemm::cuda {

/// Operands that go together, and a workspace and A's share of C's least size within the limit.
/// nnz(C) is not known here: see require_memory. Reads no array, so that they may be anywhere.
[[nodiscard]] inline Fit fit_device(const SpgemmProblem& p, std::int64_t workspace_bytes) {
  if (p.a.cols != p.b.rows) {
    return Fit::no("A has " + std::to_string(p.a.cols) + " columns and B has " +
                   std::to_string(p.b.rows) + " rows: they must be equal");
  }
  if (p.a.value_type != p.b.value_type) {
    return Fit::no("A holds " + std::string(to_string(p.a.value_type)) + " and B holds " +
                   std::string(to_string(p.b.value_type)) + ": they must be equal");
  }
  if (workspace_bytes > p.resources.memory_limit) {
    return Fit::no("needs " + std::to_string(workspace_bytes) + " bytes beside C, the limit is " +
                   std::to_string(p.resources.memory_limit));
  }
  return Fit::yes();
}

/// Throws DeviceError with the bytes when C does not fit: before its kernels are launched.
inline void require_memory(std::int64_t bytes, std::int64_t limit) {
  if (bytes <= limit) return;
  throw DeviceError("spgemm: C and the workspace need " + std::to_string(bytes) +
                    " bytes on the device, the limit is " + std::to_string(limit));
}

}  // namespace sptune::spgemm::cuda
