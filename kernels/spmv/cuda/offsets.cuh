// SPDX-License-Identifier: BSD-3-Clause
// How many entries kernels reach that step through a row with numbers as wide as its offsets.
#pragma once

#include "kernels/spmv/cuda/device_ops.cuh"

#include <cstdint>
#include <limits>
#include <string>

namespace sptune::spmv::cuda {

/// They reckon with places up to so many beyond the last entry: in csr_vector 64 threads look for
/// 16 entries each, from the last thread's on.
constexpr std::int64_t longest_step = 64 * 16 + 64;

/// Refuses where that step would come round; wider steps would cost up to a third of the speed.
[[nodiscard]] inline Fit fit_steps(const AnyCsr& a) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max() - longest_step;
  if (a.offset_type == OffsetType::i64 || a.nnz <= most) return Fit::yes();
  return Fit::no(std::to_string(a.nnz) + " entries are too many for steps of 32 bits (" +
                 std::to_string(most) + "): use 64-bit row offsets");
}

}  // namespace sptune::spmv::cuda
