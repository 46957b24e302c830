// SPDX-License-Identifier: BSD-3-Clause
// Sums in shared memory that several warps add to.
#pragma once

#include <cuda_runtime.h>

namespace sptune::spgemm::cuda {

/// Adds to a sum in shared memory: what is there is taken out, and put back with `v` on top; what
/// others have put there meanwhile goes the same way. Once all have returned and met at a barrier
/// everything has been added; until then a sum may be found empty.
///
/// For blocks of many warps that add to the same few columns at the same time: an H200's atomicAdd
/// compares and swaps, and of 32 warps one succeeds. With 1024 threads this took a third of the
/// time where an eighth of the products fell on two columns, a fifth where half did. Where lanes of
/// one warp meet in a column it takes up to three times as long (docs/measurements/spgemm-gpu.md).
__device__ __forceinline__ void add_in_shared(double* to, double v) {
  auto* const at = reinterpret_cast<unsigned long long*>(to);
  while (true) {
    v += __longlong_as_double(static_cast<long long>(atomicExch(at, 0ULL)));
    const unsigned long long found =
        atomicExch(at, static_cast<unsigned long long>(__double_as_longlong(v)));
    if (found == 0) return;
    v = __longlong_as_double(static_cast<long long>(found));
  }
}
__device__ __forceinline__ void add_in_shared(float* to, float v) {
  auto* const at = reinterpret_cast<unsigned*>(to);
  while (true) {
    v += __uint_as_float(atomicExch(at, 0U));
    const unsigned found = atomicExch(at, __float_as_uint(v));
    if (found == 0) return;
    v = __uint_as_float(found);
  }
}

}  // namespace sptune::spgemm::cuda
