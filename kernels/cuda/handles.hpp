// SPDX-License-Identifier: BSD-3-Clause
// What CUDA and its libraries hand out and want back, owned: whatever throws next, it is given
// back. Only for sources that are built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "sptune/plan.hpp"

#include <cuda_runtime_api.h>

#include <utility>

namespace sptune::cuda {

[[nodiscard]] inline cudaStream_t native(Stream stream) {
  return static_cast<cudaStream_t>(stream.handle);
}

/// A handle that Destroy, a function or a pointer to one, takes back; null: none.
template <class T, auto& Destroy>
class Handle {
 public:
  Handle() = default;
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, T{})) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  [[nodiscard]] T get() const noexcept { return value_; }
  /// Where a function puts a new one; the present one is given back.
  [[nodiscard]] T* out() noexcept {
    reset();
    return &value_;
  }
  /// The caller owns it now.
  [[nodiscard]] T release() noexcept { return std::exchange(value_, T{}); }
  void reset() noexcept {
    if (value_ != T{}) (void)Destroy(std::exchange(value_, T{}));
  }

 private:
  T value_{};
};

/// While it lives, this thread may allocate, wait and ask although a stream is being captured,
/// which touches nothing that is captured. Without it each of these ends a capture that another
/// thread has begun in CUDA's usual mode (cudaStreamCaptureModeGlobal), whatever stream it is for.
/// A stream that is captured itself can still not be waited for.
class RelaxedCapture {
 public:
  RelaxedCapture() noexcept { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~RelaxedCapture() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

/// Waits until what is enqueued on the stream is done, so that the host and other streams may use
/// it.
inline void wait_for(cudaStream_t stream) {
  const RelaxedCapture relaxed;  // of other streams
  SPTUNE_CUDA(cudaStreamSynchronize(stream));
}

/// Gives memory of cudaHostAlloc back.
inline cudaError_t free_pinned(void* memory) noexcept {
  const RelaxedCapture relaxed;
  return cudaFreeHost(memory);
}

using OwnedEvent = Handle<cudaEvent_t, cudaEventDestroy>;
using OwnedStream = Handle<cudaStream_t, cudaStreamDestroy>;

/// One T in host memory that the device reads and writes.
template <class T>
class Pinned {
 public:
  Pinned() {
    const RelaxedCapture relaxed;
    SPTUNE_CUDA(
        cudaHostAlloc(reinterpret_cast<void**>(data_.out()), sizeof(T), cudaHostAllocMapped));
  }
  [[nodiscard]] T* get() const noexcept { return data_.get(); }

 private:
  Handle<T*, free_pinned> data_;
};

[[nodiscard]] inline OwnedEvent make_event(unsigned flags = cudaEventDefault) {
  OwnedEvent event;
  SPTUNE_CUDA(cudaEventCreateWithFlags(event.out(), flags));
  return event;
}

/// A stream that does not wait for the default stream.
[[nodiscard]] inline OwnedStream make_stream() {
  const RelaxedCapture relaxed;
  OwnedStream stream;
  SPTUNE_CUDA(cudaStreamCreateWithFlags(stream.out(), cudaStreamNonBlocking));
  return stream;
}

/// Number of the capture that a stream is part of, 0: none.
[[nodiscard]] inline unsigned long long capture_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  SPTUNE_CUDA(cudaStreamGetCaptureInfo(stream, &status, &id));
  if (status == cudaStreamCaptureStatusNone) return 0;
  return id + 1;  // whatever CUDA counts from
}

/// Number of a stream, which no other stream of the process ever gets, as handles are.
[[nodiscard]] inline unsigned long long number_of(cudaStream_t stream) {
  unsigned long long id = 0;
  SPTUNE_CUDA(cudaStreamGetId(stream, &id));
  return id;
}

}  // namespace sptune::cuda
