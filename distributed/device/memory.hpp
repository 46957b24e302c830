// SPDX-License-Identifier: BSD-3-Clause
// What a rank wants of its GPU beside the dispatcher: which one is its own, arrays that may be sent
// from, and pinned memory of the host to send through. Neither MPI's headers nor CUDA's: the
// sources that need either are apart. A build without CUDA throws DeviceError.
#pragma once

#include "sptune/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace sptune::distributed {

struct RankDevice {
  int number = 0;             ///< among those that this process sees
  std::int64_t identity = 0;  ///< the same for ranks that share it, another for others
  std::string name;           ///< as the driver calls it
};

/// Makes the GPU of a rank current on the calling thread: the one that it sees, else that of its
/// number on its host modulo the GPUs there. Throws DeviceError.
[[nodiscard]] RankDevice enter_device(int rank_on_host);

/// Makes the same GPU current on another thread of the rank.
void enter_device(const RankDevice& device);
/// Waits for the default stream of the current device and for no other.
void wait_for_default_stream();

/// Memory that MPI and NCCL take: a pool's cannot be shown to another process. Throws DeviceError,
/// std::bad_alloc.
[[nodiscard]] void* allocate_sendable(std::size_t bytes);
/// Waits for the device.
void release_sendable(void* pointer) noexcept;

/// Owning array in such memory; elements as they come.
template <class T>
class SendableArray {
 public:
  SendableArray() = default;
  explicit SendableArray(std::int64_t size) : size_(size) {
    if (size > 0) {
      data_ = static_cast<T*>(allocate_sendable(static_cast<std::size_t>(size) * sizeof(T)));
    }
  }
  ~SendableArray() { release_sendable(data_); }
  SendableArray(SendableArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  SendableArray& operator=(SendableArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  SendableArray(const SendableArray&) = delete;
  SendableArray& operator=(const SendableArray&) = delete;

  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::int64_t size() const noexcept { return size_; }

 private:
  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

/// Memory of the host through which bytes go from a device or to it.
class Stage {
 public:
  virtual ~Stage() = default;
  [[nodiscard]] virtual std::byte* data() noexcept = 0;
  /// Begins to copy, beside what the device computes.
  virtual void from_device(const std::byte* device, std::size_t bytes) = 0;
  virtual void to_device(std::byte* device, std::size_t bytes) = 0;
  /// Whether what was begun is over. Does not wait.
  [[nodiscard]] virtual bool done() = 0;
};
/// Pinned, with a stream of its own.
[[nodiscard]] std::unique_ptr<Stage> pinned_stage(std::size_t bytes);

/// A stream of the current device that does not wait for the default one.
class SideStream {
 public:
  SideStream();
  ~SideStream();
  SideStream(const SideStream&) = delete;
  SideStream& operator=(const SideStream&) = delete;
  [[nodiscard]] Stream get() const noexcept { return stream_; }
  /// Returns when what was enqueued is done.
  void wait() const;

 private:
  Stream stream_;
};

}  // namespace sptune::distributed
