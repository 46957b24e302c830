// SPDX-License-Identifier: BSD-3-Clause
// Streams of a plan: bins that run side by side, and phases that follow each other.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/lent.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <optional>

namespace sptune::spgemm::cuda {

/// Streams beside the caller's, so that the kernels of several bins run at the same time. They are
/// taken by `create`, or when they are first needed: what never forks need not pay for them.
class SideStreams {
 public:
  static constexpr int most = 7;
  explicit SideStreams(int count) : count_(count) {}

  void create() {
    if (!own_) own_.emplace();
    Streams& own = **own_;
    for (; own.count < count_; ++own.count) {
      own.streams[own.count] = sptune::cuda::make_stream();
      own.ended[own.count] = sptune::cuda::make_event(cudaEventDisableTiming);
    }
  }
  /// Joins what was forked where nobody else does: whatever throws in between, what comes on the
  /// main stream, and the memory that is given back there, follows all that was launched.
  class Forked {
   public:
    explicit Forked(SideStreams& streams) : streams_(streams) {}
    ~Forked() { streams_.join_unasked(); }
    Forked(const Forked&) = delete;
    Forked& operator=(const Forked&) = delete;

   private:
    SideStreams& streams_;
  };
  /// `launches` kernels that do not depend on each other follow what is on `main` by now.
  [[nodiscard]] Forked fork(cudaStream_t main, int launches) {
    main_ = main;
    next_ = 0;
    used_ = std::min(count_, launches - 1);
    if (used_ > 0) {
      create();
      SPTUNE_CUDA(cudaEventRecord(begun_.get(), main_));
    }
    return Forked(*this);
  }
  /// The stream of the next of them.
  [[nodiscard]] cudaStream_t next() {
    const int number = next_++;
    if (number == 0 || used_ <= 0) return main_;
    const int i = number % (used_ + 1) - 1;
    if (i < 0) return main_;
    const cudaStream_t stream = (*own_)->streams[i].get();
    if (number <= used_) SPTUNE_CUDA(cudaStreamWaitEvent(stream, begun_.get(), 0));
    return stream;
  }
  /// What comes on the main stream from now on follows all of them.
  void join() {
    const int begun = std::min(used_, next_ - 1);
    for (int i = 0; i < begun; ++i) SPTUNE_CUDA(join_one(i));
    next_ = 0;
  }

 private:
  [[nodiscard]] cudaError_t join_one(int i) {
    const cudaEvent_t ended = (*own_)->ended[i].get();
    const cudaError_t recorded = cudaEventRecord(ended, (*own_)->streams[i].get());
    return recorded == cudaSuccess ? cudaStreamWaitEvent(main_, ended, 0) : recorded;
  }
  /// Nothing after join(). What fails here has failed for whoever has thrown.
  void join_unasked() noexcept {
    const int begun = std::min(used_, next_ - 1);
    for (int i = 0; i < begun; ++i) {
      if (join_one(i) != cudaSuccess) (void)cudaGetLastError();
    }
    next_ = 0;
  }

  struct Streams {
    int count = 0;
    std::array<sptune::cuda::OwnedStream, most> streams;
    std::array<sptune::cuda::OwnedEvent, most> ended;
  };

  int count_;
  int used_ = 0;
  int next_ = 0;
  cudaStream_t main_ = nullptr;
  sptune::cuda::OwnedEvent begun_ = sptune::cuda::make_event(cudaEventDisableTiming);
  std::optional<sptune::cuda::Lent<Streams>> own_;
};

/// The phases of a plan, which share its memory, one after the other, whatever streams they are
/// put on. A phase that is captured into a graph is left to the caller to order.
class PhaseOrder {
 public:
  /// Lives while a phase is enqueued.
  class Phase {
   public:
    Phase(PhaseOrder& order, cudaStream_t stream) : order_(order), stream_(stream) {
      order_.begin(stream_);
    }
    ~Phase() { order_.end(stream_); }
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;

   private:
    PhaseOrder& order_;
    cudaStream_t stream_;
  };
  /// For a phase that enqueues nothing: what comes on the stream follows the phases so far.
  void follow(cudaStream_t stream) { begin(stream); }
  /// Before a plan ends: waits for all that the device does, or for the phases so far while a
  /// stream is captured, when nobody can wait for the device.
  void finish() const noexcept {
    if (cudaDeviceSynchronize() == cudaSuccess) return;
    const sptune::cuda::RelaxedCapture relaxed;
    if (any_) (void)cudaEventSynchronize(ended_.get());
    (void)cudaGetLastError();
  }

 private:
  void begin(cudaStream_t stream) {
    captured_ = sptune::cuda::capture_of(stream) != 0;
    if (captured_) return;
    const unsigned long long number = sptune::cuda::number_of(stream);
    if (any_ && number != last_) SPTUNE_CUDA(cudaStreamWaitEvent(stream, ended_.get(), 0));
    last_ = number;
    any_ = true;
  }
  void end(cudaStream_t stream) noexcept {
    // Where this fails, the device does, which the next call reports.
    if (!captured_) (void)cudaEventRecord(ended_.get(), stream);
  }

  sptune::cuda::OwnedEvent ended_ = sptune::cuda::make_event(cudaEventDisableTiming);
  unsigned long long last_ = 0;  ///< stream
  bool any_ = false;
  bool captured_ = false;
};

}  // namespace sptune::spgemm::cuda
