// SPDX-License-Identifier: BSD-3-Clause
// What comparisons on the device have in common: where they note what they found. For sources built
// with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

namespace sptune::harness::cuda_found {

using cuda::launch;
using cuda::thread_id;

constexpr int threads = 256;
constexpr unsigned all_lanes = 0xffffffffU;
using Word = unsigned long long;

/// What a comparison found; all zero: nothing. Doubles that are not negative order like their bits.
struct Found {
  Word inverse_of_first_bad = 0;  ///< ~index: the largest is the first
  Word bound_ratio = 0;
  Word relative = 0;
  Word sum = 0;

  [[nodiscard]] bool bad() const { return inverse_of_first_bad != 0; }
};

/// One in the whole process: trials come one after the other, and an allocation costs more than a
/// comparison. Left to the end of the process, when the device may be gone already.
inline Found* found() {
  static auto* const place = new cuda::DeviceArray<Found>(1);
  return place->data();
}

inline void clear() {
  SPTUNE_CUDA(cudaMemsetAsync(found(), 0, sizeof(Found), nullptr));
}

inline Found read() {
  Found out;
  // Of what is compared here: its kernels may have been launched without a look at the status.
  SPTUNE_CUDA(cudaGetLastError());
  cuda::copy_to_host(&out, found(), sizeof(out));
  return out;
}

inline unsigned grid_for(std::int64_t items) {
  constexpr std::int64_t most = 4096;
  return static_cast<unsigned>(std::clamp<std::int64_t>(items / threads, 1, most));
}

__device__ __forceinline__ std::int64_t thread_count() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// Raises *to to the largest value of a warp, all of whose lanes call this together.
__device__ __forceinline__ void raise(Word* to, double value) {
  auto mine = static_cast<Word>(__double_as_longlong(value));
  for (int step = 16; step > 0; step /= 2) {
    mine = max(mine, __shfl_xor_sync(all_lanes, mine, step));
  }
  // Most warps have nothing to add to what others have found.
  if ((threadIdx.x & 31) == 0 && mine > *static_cast<volatile Word*>(to)) atomicMax(to, mine);
}

__device__ __forceinline__ void report_index(Found* found, std::int64_t index) {
  atomicMax(&found->inverse_of_first_bad, ~static_cast<Word>(index));
}

}  // namespace sptune::harness::cuda_found
