// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/check.hpp"
#include "tuner/dispatch/device_thread.hpp"

namespace sptune::dispatch {

int current_device() {
  int device = 0;
  SPTUNE_CUDA(cudaGetDevice(&device));
  return device;
}

void work_on_device(int device) {
  SPTUNE_CUDA(cudaSetDevice(device));
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  SPTUNE_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
}

}  // namespace sptune::dispatch
