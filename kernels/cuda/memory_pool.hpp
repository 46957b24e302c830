// SPDX-License-Identifier: BSD-3-Clause
// The pool that all device memory of the library comes from, for plans that take and give back on
// every run. Only for sources that are built with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace sptune::cuda {

struct DeviceMemory;

/// The pool of the device that is current when it is made. While there is one, the pool keeps all
/// that it ever got from the device, so that runs after the first get nothing new; without, a
/// gigabyte of what nobody uses (a new pool takes 23 us, and 60 to 340 us until it has memory).
class PoolUse {
 public:
  PoolUse();
  ~PoolUse();
  PoolUse(const PoolUse&) = delete;
  PoolUse& operator=(const PoolUse&) = delete;

  /// Ordered on the stream. Throws std::bad_alloc.
  [[nodiscard]] void* allocate(std::size_t bytes, cudaStream_t stream) const;

 private:
  DeviceMemory& memory_;
};

}  // namespace sptune::cuda
