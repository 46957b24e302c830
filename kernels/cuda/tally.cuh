// SPDX-License-Identifier: BSD-3-Clause
// The kernels' side of a tally.
#pragma once

#include "kernels/cuda/tally.hpp"

#include <cuda_runtime.h>

namespace sptune::cuda {

/// Called once by every thread of every block of a launch, behind what it has added to the sums:
/// the last block hands the first Count of them to the host and leaves zeros.
template <int Count>
__device__ __forceinline__ void publish(const TallyWords& tally) {
  static_assert(Count >= 1 && Count <= tally_size);
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence();
  // atomicInc wraps to 0 behind the last block, ready for the next use.
  if (atomicInc(tally.arrived, gridDim.x - 1) != gridDim.x - 1) return;
  __threadfence();
#pragma unroll
  for (int i = 0; i < Count; ++i) tally.host[i] = atomicExch(tally.sums + i, 0ULL);
}

}  // namespace sptune::cuda
