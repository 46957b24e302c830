// SPDX-License-Identifier: BSD-3-Clause
// The kernels' side of a tally.
#pragma once

#include "kernels/cuda/tally.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::cuda {

/// Called by one thread, behind what it has written to the host's words: the host may look at them
/// now, though the launch goes on.
__device__ __forceinline__ void say(const TallyWords& tally) {
  __threadfence_system();  // what was found is there before its number
  *static_cast<volatile unsigned long long*>(tally.said) = tally.number;
}

/// Called by one thread of every block of a launch: whether its block is the last one to come here.
/// What these threads wrote and saw before is there for it.
__device__ __forceinline__ bool arrive(const TallyWords& tally) {
  __threadfence();
  // atomicInc wraps to 0 behind the last block, ready for the next use.
  const bool last = atomicInc(tally.arrived, gridDim.x - 1) == gridDim.x - 1;
  if (last) __threadfence();
  return last;
}

/// Called by a whole block: words become 0.
__device__ __forceinline__ void clear(unsigned long long* words, std::int64_t count) {
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x) words[i] = 0;
}

/// Called once by every thread of every block of a launch that publishes nothing, when the block
/// looks at `words` no more: the last block leaves zeros there.
__device__ __forceinline__ void leave_clear(const TallyWords& tally, unsigned long long* words,
                                            std::int64_t count) {
  __syncthreads();
  const bool last = threadIdx.x == 0 && arrive(tally);
  if (__syncthreads_or(last ? 1 : 0) != 0) clear(words, count);
}

/// Called by one thread of the last block: hands the first Count sums to the host and leaves zeros.
template <int Count>
__device__ __forceinline__ void hand_over(const TallyWords& tally) {
  static_assert(Count >= 1 && Count <= tally_size);
#pragma unroll
  for (int i = 0; i < Count; ++i) tally.host[i] = atomicExch(tally.sums + i, 0ULL);
  say(tally);
}

/// Called once by every thread of every block of a launch, behind what it has added to the sums:
/// the last block hands them over.
template <int Count>
__device__ __forceinline__ void publish(const TallyWords& tally) {
  __syncthreads();
  if (threadIdx.x == 0 && arrive(tally)) hand_over<Count>(tally);
}

}  // namespace sptune::cuda
