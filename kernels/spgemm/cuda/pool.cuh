// SPDX-License-Identifier: BSD-3-Clause
// Device memory of a plan that is taken and given back on every run: from the pool of its device,
// which keeps what it once got while there is a plan, or straight from the driver.
#pragma once

#include "kernels/cuda/array_cursor.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/memory_pool.hpp"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace sptune::spgemm::cuda {

using sptune::cuda::align;
using sptune::cuda::ArrayCursor;

/// Where the memory of a run comes from: `pool`: a pool that keeps it, so that the steady state
/// gets nothing new; `raw`: cudaMalloc and cudaFree on every run.
enum class MemorySource : std::uint8_t { pool, raw };
constexpr std::array<std::pair<MemorySource, std::string_view>, 2> enum_names(MemorySource) {
  return {{{MemorySource::pool, "pool"}, {MemorySource::raw, "raw"}}};
}

/// Counts what is held, and the most that was. Allocation failure throws std::bad_alloc.
class Pool {
 public:
  explicit Pool(MemorySource source) : source_(source) {
    if (source_ == MemorySource::pool) pool_.emplace();
  }

  [[nodiscard]] MemorySource source() const noexcept { return source_; }
  [[nodiscard]] std::int64_t held_bytes() const noexcept { return held_; }
  [[nodiscard]] std::int64_t peak_bytes() const noexcept { return peak_; }

 private:
  friend class PoolBytes;
  MemorySource source_;
  std::optional<sptune::cuda::PoolUse> pool_;
  std::int64_t held_ = 0;
  std::int64_t peak_ = 0;
};

/// Bytes from a pool. get() and drop() are ordered on the stream that they are given.
class PoolBytes {
 public:
  explicit PoolBytes(Pool& pool) : pool_(&pool) {}
  ~PoolBytes() {
    if (data_ == nullptr) return;
    pool_->held_ -= bytes_;
    // The plan may end while its stream still works, or while the caller's reads C.
    if (pool_->source_ == MemorySource::raw) {
      (void)cudaDeviceSynchronize();
      (void)cudaFree(data_);
    } else {
      sptune::cuda::release(data_);
    }
  }
  PoolBytes(const PoolBytes&) = delete;
  PoolBytes& operator=(const PoolBytes&) = delete;

  /// Drops what it had, or keeps it where it is of that size.
  void get(std::int64_t bytes, cudaStream_t stream) {
    if (pool_->source_ == MemorySource::pool && data_ != nullptr && bytes == bytes_) return;
    drop(stream);
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 16));
    if (pool_->source_ == MemorySource::raw) {
      SPTUNE_CUDA(cudaMalloc(&data_, size));
    } else {
      data_ = pool_->pool_->allocate(size, stream);
    }
    bytes_ = bytes;
    pool_->held_ += bytes_;
    pool_->peak_ = std::max(pool_->peak_, pool_->held_);
    if (pool_->pool_) pool_->pool_->keep(static_cast<std::uint64_t>(pool_->peak_));
  }
  void drop(cudaStream_t stream) {
    if (data_ == nullptr) return;
    if (pool_->source_ == MemorySource::raw) {
      SPTUNE_CUDA(cudaFree(data_));
    } else {
      const sptune::cuda::RelaxedCapture relaxed;  // of other streams
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

}  // namespace sptune::spgemm::cuda
