// SPDX-License-Identifier: BSD-3-Clause
// Turns CUDA status codes into exceptions. Only for sources that are built with CUDA.
#pragma once

#include "sptune/error.hpp"

#include <cuda_runtime_api.h>

#include <new>
#include <string>

namespace sptune::cuda {

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // a sticky error would otherwise be blamed on the next call
  if (status == cudaErrorMemoryAllocation) throw std::bad_alloc();
  throw DeviceError(std::string(what) + ": " + cudaGetErrorString(status));
}

}  // namespace sptune::cuda

#define SPTUNE_CUDA(call) ::sptune::cuda::check((call), #call)
