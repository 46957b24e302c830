// SPDX-License-Identifier: BSD-3-Clause
// How the host waits for what a kernel leaves in host memory: the number of the question appears
// there behind it. Only for sources that are built with CUDA.
#pragma once

#include "kernels/api/clock.hpp"
#include "kernels/cuda/handles.hpp"
#include "sptune/error.hpp"

#include <cuda_runtime_api.h>

#include <atomic>

namespace sptune::cuda {

/// Waits until `place` is `number`. That is some microseconds after the stream comes to it, so that
/// looking for it is faster than to be woken; but the stream may have other work before it. Throws
/// DeviceError.
template <class Number>
void wait_for_answer(Number& place, Number number, cudaStream_t stream) {
  constexpr double patience = 200e-6;
  const std::atomic_ref<Number> answered(place);
  const double start = now_s();
  while (answered.load(std::memory_order_acquire) != number) {
    if (now_s() - start < patience) continue;
    wait_for(stream);
    if (answered.load(std::memory_order_acquire) == number) return;
    throw DeviceError("looking at a matrix ended without an answer");
  }
}

}  // namespace sptune::cuda
