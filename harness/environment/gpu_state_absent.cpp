// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no GPU.
#include "harness/environment/gpu_state.hpp"
#include "sptune/device.hpp"

namespace sptune::harness {

std::vector<Gpu> installed_gpus() {
  return {};
}

void use_gpu(int /*index*/) {
  throw DeviceError(cuda::device_info().error());
}

Result<GpuState> gpu_state() {
  return Result<GpuState>::failure(cuda::device_info().error());
}

std::optional<GpuState> recent_gpu_state() {
  return std::nullopt;
}

}  // namespace sptune::harness
