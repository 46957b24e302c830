// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no GPU.
#include "harness/environment/gpu_state.hpp"
#include "sptune/device.hpp"

namespace sptune::harness {

Result<GpuState> gpu_state() {
  return Result<GpuState>::failure(cuda::device_info().error());
}

}  // namespace sptune::harness
