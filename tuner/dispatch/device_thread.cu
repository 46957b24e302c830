// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/clock.hpp"
#include "kernels/cuda/check.hpp"
#include "tuner/dispatch/device_events.hpp"
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

bool nothing_to_wait_for(double patience_s) {
  const cuda::RelaxedCapture relaxed;
  if (captured(nullptr)) return false;
  const double until = now_s() + patience_s;
  while (cudaStreamQuery(nullptr) != cudaSuccess) {
    (void)cudaGetLastError();  // an answer; what is broken, the plan itself meets
    if (now_s() > until) return false;
  }
  return true;
}

}  // namespace sptune::dispatch
