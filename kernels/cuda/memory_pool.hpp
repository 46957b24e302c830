// SPDX-License-Identifier: BSD-3-Clause
// The pool that all device memory of the library comes from, for plans that take and give back on
// every run. Only for sources that are built with CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace sptune::cuda {

struct DeviceMemory;

/// allocate_zeroed for a caller who captures a stream, which the wait for the device that comes
/// last where memory is short would break: without it. Throws std::bad_alloc.
[[nodiscard]] void* allocate_zeroed_in_capture(std::size_t bytes);

/// The pool of the device that is current when it is made. Of what nobody uses the pool keeps a
/// gigabyte, and as much as those that are there ask for, so that runs after the first get nothing
/// new from the device. (A pool of one's own takes 23 us, and its first memory 60, 340 for 256 MB:
/// H200, 26 November 2026.)
class PoolUse {
 public:
  PoolUse();
  ~PoolUse();
  PoolUse(const PoolUse&) = delete;
  PoolUse& operator=(const PoolUse&) = delete;

  /// Asks for so much at least, from now on.
  void keep(std::uint64_t bytes);
  /// Ordered on the stream. Throws std::bad_alloc.
  [[nodiscard]] void* allocate(std::size_t bytes, cudaStream_t stream) const;

 private:
  DeviceMemory& memory_;
  std::uint64_t kept_ = 0;
};

}  // namespace sptune::cuda
