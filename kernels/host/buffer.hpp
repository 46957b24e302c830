// SPDX-License-Identifier: BSD-3-Clause
// An array for converted matrices: aligned, and not written by its construction, so that the
// threads that fill it are the first to touch its pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sptune::host {

/// `size` elements, uninitialised, on a cache line; from 4 MiB on a huge page, and the system is
/// asked for huge pages where the array fills them: no more memory is taken than it has. Throws
/// std::bad_alloc.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(std::int64_t size) : size_(size) {
    if (size == 0) return;
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    constexpr std::size_t huge_page = std::size_t{1} << 21;
    const std::size_t alignment = bytes >= 2 * huge_page ? huge_page : 64;
    void* memory = nullptr;  // aligned_alloc takes whole multiples of the alignment alone
    if (posix_memalign(&memory, alignment, (bytes + 63) / 64 * 64) != 0) throw std::bad_alloc();
    data_.reset(static_cast<T*>(memory));
#if defined(__linux__)
    // A refusal (no huge pages on this system) costs speed, not correctness.
    if (alignment == huge_page) {
      static_cast<void>(madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE));
    }
#endif
  }

  [[nodiscard]] T* data() noexcept {
    return data_.get();
  }
  [[nodiscard]] const T* data() const noexcept {
    return data_.get();
  }
  [[nodiscard]] std::int64_t size() const noexcept {
    return size_;
  }
  [[nodiscard]] std::int64_t bytes() const noexcept {
    return size_ * static_cast<std::int64_t>(sizeof(T));
  }
  [[nodiscard]] T& operator[](std::int64_t i) noexcept {
    return data_.get()[i];
  }
  [[nodiscard]] const T& operator[](std::int64_t i) const noexcept {
    return data_.get()[i];
  }

 private:
  struct Free {
    void operator()(T* p) const noexcept { std::free(p); }
  };
  std::unique_ptr<T[], Free> data_;
  std::int64_t size_ = 0;
};

}  // namespace sptune::host
