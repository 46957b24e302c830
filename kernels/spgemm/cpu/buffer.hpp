// SPDX-License-Identifier: BSD-3-Clause
// Memory of plans: grows and never shrinks, contents undefined, so that a plan's second run touches
// no fresh page. std::vector would zero what is about to be overwritten.
#pragma once

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sptune::spgemm {

/// Uninitialised array of trivial elements, aligned to 64 bytes.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { release(); }

  /// At least `count` elements; what was there is lost when it has to grow.
  void reserve(std::int64_t count) {
    if (count <= size_) return;
    release();
    const auto bytes = static_cast<std::size_t>(count) * sizeof(T);
    data_ = static_cast<T*>(::operator new(bytes, alignment));
    size_ = count;
#if defined(__linux__)
    // Random access over megabytes misses the TLB; huge pages also cut the first run's page faults.
    constexpr std::size_t huge = std::size_t{1} << 21;
    const auto first = (reinterpret_cast<std::uintptr_t>(data_) + huge - 1) & ~(huge - 1);
    const auto last = (reinterpret_cast<std::uintptr_t>(data_) + bytes) & ~(huge - 1);
    if (first < last) {
      // A refusal costs speed only.
      (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);  // NOLINT
    }
#endif
  }
  /// The same, all bytes set to `byte` when it had to grow: for tables whose users leave them
  /// clean.
  void reserve_filled(std::int64_t count, unsigned char byte) {
    if (count <= size_) return;
    reserve(count);
    std::memset(static_cast<void*>(data_), byte, static_cast<std::size_t>(count) * sizeof(T));
  }

  [[nodiscard]] T* data() noexcept {
    return data_;
  }
  [[nodiscard]] const T* data() const noexcept {
    return data_;
  }
  [[nodiscard]] std::int64_t size() const noexcept {
    return size_;
  }
  [[nodiscard]] std::int64_t bytes() const noexcept {
    return size_ * static_cast<std::int64_t>(sizeof(T));
  }
  T& operator[](std::int64_t i) noexcept {
    return data_[i];
  }
  const T& operator[](std::int64_t i) const noexcept {
    return data_[i];
  }

 private:
  static constexpr std::align_val_t alignment{64};
  void release() noexcept {
    if (data_ != nullptr) ::operator delete(data_, alignment);
    data_ = nullptr;
    size_ = 0;
  }

  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace sptune::spgemm
