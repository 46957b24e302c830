// SPDX-License-Identifier: BSD-3-Clause
// What is asked of streams and events that an application runs on. Only for sources that are built
// with CUDA.
#pragma once

#include "kernels/cuda/handles.hpp"

namespace sptune::dispatch {

/// Where CUDA does not say it, too: the default stream while one that it waits for is captured.
[[nodiscard]] inline bool captured(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess) {
    return status != cudaStreamCaptureStatusNone;
  }
  (void)cudaGetLastError();  // an answer; what else is broken, the run itself meets
  return true;
}

/// Whether the device has come as far as the event. Does not wait.
[[nodiscard]] inline bool reached(const cuda::OwnedEvent& event) {
  const cuda::RelaxedCapture relaxed;  // of other streams
  const cudaError_t state = cudaEventQuery(event.get());
  if (state == cudaErrorNotReady) {
    (void)cudaGetLastError();  // an answer, not an error
    return false;
  }
  SPTUNE_CUDA(state);
  return true;
}

}  // namespace sptune::dispatch
