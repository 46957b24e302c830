// SPDX-License-Identifier: BSD-3-Clause
// Device memory of a plan that is taken and given back on every run: from a pool of its own, which
// keeps what it once got, or straight from the driver.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "sptune/plan.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace sptune::spgemm::cuda {

[[nodiscard]] inline cudaStream_t native(Stream stream) {
  return static_cast<cudaStream_t>(stream.handle);
}

/// Where the memory of a run comes from: `pool`: cudaMallocAsync from a pool that keeps it, so that
/// the steady state gets nothing new; `raw`: cudaMalloc and cudaFree on every run.
enum class Source : std::uint8_t { pool, raw };
constexpr std::array<std::pair<Source, std::string_view>, 2> enum_names(Source) {
  return {{{Source::pool, "pool"}, {Source::raw, "raw"}}};
}

constexpr std::int64_t align(std::int64_t bytes) {
  return (bytes + 255) / 256 * 256;
}

/// Counts what is held, and the most that was. Allocation failure throws std::bad_alloc.
class Pool {
 public:
  explicit Pool(Source source) : source_(source) {
    if (source_ == Source::raw) return;
    int device = 0;
    SPTUNE_CUDA(cudaGetDevice(&device));
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device};
    SPTUNE_CUDA(cudaMemPoolCreate(pool_.out(), &properties));
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    SPTUNE_CUDA(cudaMemPoolSetAttribute(pool_.get(), cudaMemPoolAttrReleaseThreshold, &keep));
  }

  [[nodiscard]] Source source() const noexcept { return source_; }
  [[nodiscard]] std::int64_t held_bytes() const noexcept { return held_; }
  [[nodiscard]] std::int64_t peak_bytes() const noexcept { return peak_; }

 private:
  friend class PoolBytes;
  Source source_;
  sptune::cuda::Handle<cudaMemPool_t, cudaMemPoolDestroy> pool_;
  std::int64_t held_ = 0;
  std::int64_t peak_ = 0;
};

/// Bytes from a pool. get() and drop() are ordered on the stream that they are given.
class PoolBytes {
 public:
  explicit PoolBytes(Pool& pool) : pool_(&pool) {}
  ~PoolBytes() {
    if (data_ == nullptr) return;
    // The plan may end while its stream still works, or while the caller's reads C.
    (void)cudaDeviceSynchronize();
    if (pool_->source_ == Source::raw) {
      (void)cudaFree(data_);
    } else {
      (void)cudaFreeAsync(data_, nullptr);
      (void)cudaStreamSynchronize(nullptr);
    }
  }
  PoolBytes(const PoolBytes&) = delete;
  PoolBytes& operator=(const PoolBytes&) = delete;

  /// Drops what it had.
  void get(std::int64_t bytes, cudaStream_t stream) {
    drop(stream);
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 16));
    if (pool_->source_ == Source::raw) {
      SPTUNE_CUDA(cudaMalloc(&data_, size));
    } else {
      SPTUNE_CUDA(cudaMallocFromPoolAsync(&data_, size, pool_->pool_.get(), stream));
    }
    bytes_ = bytes;
    pool_->held_ += bytes_;
    pool_->peak_ = std::max(pool_->peak_, pool_->held_);
  }
  void drop(cudaStream_t stream) {
    if (data_ == nullptr) return;
    if (pool_->source_ == Source::raw) {
      SPTUNE_CUDA(cudaFree(data_));
    } else {
      SPTUNE_CUDA(cudaFreeAsync(data_, stream));
    }
    data_ = nullptr;
    pool_->held_ -= bytes_;
    bytes_ = 0;
  }
  /// Both of one pool.
  void swap(PoolBytes& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }
  [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] unsigned char* data() const noexcept { return static_cast<unsigned char*>(data_); }

 private:
  Pool* pool_;
  void* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

/// Streams beside the caller's, so that the kernels of several bins run at the same time.
class SideStreams {
 public:
  static constexpr int most = 3;
  explicit SideStreams(int count) : count_(count) {
    for (int i = 0; i < count_; ++i) {
      streams_[i] = sptune::cuda::make_stream();
      ended_[i] = sptune::cuda::make_event(cudaEventDisableTiming);
    }
  }

  /// `launches` kernels that do not depend on each other follow what is on `main` by now.
  void fork(cudaStream_t main, int launches) {
    main_ = main;
    turn_ = 0;
    used_ = std::min(count_, launches - 1);
    if (used_ > 0) SPTUNE_CUDA(cudaEventRecord(begun_.get(), main_));
  }
  /// The stream of the next of them.
  [[nodiscard]] cudaStream_t next() {
    const int turn = turn_++;
    if (turn == 0 || used_ <= 0) return main_;
    const int i = turn % (used_ + 1) - 1;
    if (i < 0) return main_;
    if (turn <= used_) SPTUNE_CUDA(cudaStreamWaitEvent(streams_[i].get(), begun_.get(), 0));
    return streams_[i].get();
  }
  /// What comes on the main stream from now on follows all of them.
  void join() {
    for (int i = 0; i < std::min(used_, turn_ - 1); ++i) {
      SPTUNE_CUDA(cudaEventRecord(ended_[i].get(), streams_[i].get()));
      SPTUNE_CUDA(cudaStreamWaitEvent(main_, ended_[i].get(), 0));
    }
  }

 private:
  int count_;
  int used_ = 0;
  int turn_ = 0;
  cudaStream_t main_ = nullptr;
  sptune::cuda::OwnedEvent begun_ = sptune::cuda::make_event(cudaEventDisableTiming);
  std::array<sptune::cuda::OwnedStream, most> streams_;
  std::array<sptune::cuda::OwnedEvent, most> ended_;
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
    // Where this fails, the device does, which the next call tells.
    if (!captured_) (void)cudaEventRecord(ended_.get(), stream);
  }

  sptune::cuda::OwnedEvent ended_ = sptune::cuda::make_event(cudaEventDisableTiming);
  unsigned long long last_ = 0;  ///< stream
  bool any_ = false;
  bool captured_ = false;
};

/// How long work on a stream takes.
class StreamTimer {
 public:
  /// Waits for what `work` puts on the stream.
  template <class F>
  [[nodiscard]] double ms(cudaStream_t stream, F&& work) const {
    SPTUNE_CUDA(cudaEventRecord(begin_.get(), stream));
    work();
    SPTUNE_CUDA(cudaEventRecord(end_.get(), stream));
    SPTUNE_CUDA(cudaEventSynchronize(end_.get()));
    float out = 0;
    SPTUNE_CUDA(cudaEventElapsedTime(&out, begin_.get(), end_.get()));
    return static_cast<double>(out);
  }

 private:
  sptune::cuda::OwnedEvent begin_ = sptune::cuda::make_event();
  sptune::cuda::OwnedEvent end_ = sptune::cuda::make_event();
};

/// C = A*B as a plan hands it out: 64-bit offsets, everything in the memory of the device, rows
/// sorted unless `order` says otherwise.
[[nodiscard]] inline AnyCsr device_product(const AnyCsr& a, const AnyCsr& b, std::int64_t entries,
                                           const void* row_offsets, const PoolBytes& columns,
                                           const PoolBytes& values,
                                           ColumnOrder order = ColumnOrder::sorted) {
  AnyCsr c;
  c.rows = a.rows;
  c.cols = b.cols;
  c.nnz = entries;
  c.value_type = a.value_type;
  c.space = MemorySpace::device;
  c.row_offsets = row_offsets;
  c.col_indices = reinterpret_cast<const Index*>(columns.data());
  c.values = values.data();
  c.columns = order;
  return c;
}

}  // namespace sptune::spgemm::cuda
