// SPDX-License-Identifier: BSD-3-Clause
// What takes long to make and serves one user after the other: pinned memory, streams. Only for
// sources that are built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/per_device.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sptune::cuda {

/// A T of the current device that nobody else has, until this goes: one that came back, as its last
/// user left it, or a new one. A few that nobody has are kept, to the end of the process. The next
/// user's device work may begin at once, so that this one's has to be done.
template <class T>
class Lent {
 public:
  Lent() {
    {
      const std::lock_guard lock(store().busy);
      auto& idle = store().idle[device_];
      if (!idle.empty()) {
        own_ = std::move(idle.back());
        idle.pop_back();
      }
    }
    if (own_ != nullptr) return;
    const RelaxedCapture relaxed;  // of another thread's stream
    own_ = std::make_unique<T>();
  }
  ~Lent() {
    if (!comes_back_) return;
    constexpr std::size_t most_idle = 16;
    const std::lock_guard lock(store().busy);
    auto& idle = store().idle[device_];
    if (idle.size() < most_idle) idle.push_back(std::move(own_));
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  [[nodiscard]] T& operator*() const noexcept { return *own_; }
  [[nodiscard]] T* operator->() const noexcept { return own_.get(); }

  /// Whether another user may have it after this one; if not, it is destroyed.
  void comes_back(bool yes) noexcept { comes_back_ = yes; }

 private:
  struct Store {
    std::mutex busy;
    std::map<int, std::vector<std::unique_ptr<T>>> idle;  ///< by device
  };
  static Store& store() {
    static auto* const all = new Store;
    return *all;
  }

  const int device_ = current_device();
  std::unique_ptr<T> own_;
  bool comes_back_ = true;
};

/// One T in host memory that the device reads and writes, T{} at first.
template <class T>
class LentPinned {
 public:
  LentPinned() { *get() = T{}; }
  [[nodiscard]] T* get() const noexcept { return own_->get(); }

 private:
  Lent<Pinned<T>> own_;
};

}  // namespace sptune::cuda
