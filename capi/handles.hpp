// SPDX-License-Identifier: BSD-3-Clause
// Handles of the C interface: an object, and a mark that says that it is there. Memory of handles
// is never given back and used for handles of the same kind alone, so that the mark of a destroyed
// one can be read.
#pragma once

#include "capi/guard.hpp"
#include "tuner/dispatch/fork_mutex.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace sptune::capi {

/// What a handle points to. T::mark tells the kinds apart.
template <class T>
struct Slot {
  using Object = T;
  std::atomic<std::uint64_t> mark{0};  ///< T::mark while the handle lives
  std::unique_ptr<T> object;
};

/// Destroyed handles of one kind, the oldest first. In a child that was forked while another thread
/// of the parent was at them nobody touches them: handles have memory of their own there.
template <class Handle>
class Destroyed {
 public:
  static constexpr std::size_t kept = 64;  ///< of those no memory is used again

  /// Memory for a handle.
  [[nodiscard]] static Handle* take() {
    Destroyed& all = instance();
    const dispatch::WholeLock lock(all.mutex_);
    if (!lock || all.handles_.size() <= kept) return new Handle;
    Handle* oldest = all.handles_.front();
    all.handles_.pop_front();
    return oldest;
  }
  static void add(Handle* handle) {
    Destroyed& all = instance();
    const dispatch::WholeLock lock(all.mutex_);
    if (lock) all.handles_.push_back(handle);
  }
  /// What it guards is left alone while this is held; for tests.
  [[nodiscard]] static dispatch::ForkMutex& mutex() { return instance().mutex_; }

 private:
  /// Never destroyed: programs destroy handles while they exit.
  static Destroyed& instance() {
    static auto& all = *new Destroyed;
    return all;
  }
  dispatch::ForkMutex mutex_;
  std::deque<Handle*> handles_;
};

template <class Handle>
[[nodiscard]] Handle* make_handle(typename Handle::Object object) {
  auto made = std::make_unique<typename Handle::Object>(std::move(object));
  Handle* handle = Destroyed<Handle>::take();
  handle->object = std::move(made);
  handle->mark.store(Handle::Object::mark, std::memory_order_release);
  return handle;
}

/// Whether something can be a handle at all: what is not aligned is none, and is not read.
template <class Handle>
void require_handle(const Handle* handle, const char* name) {
  if (handle == nullptr) refuse_null(name);
  const bool aligned = reinterpret_cast<std::uintptr_t>(handle) % alignof(Handle) == 0;
  if (!aligned || handle->mark.load(std::memory_order_acquire) != Handle::Object::mark) {
    refuse_handle(name);
  }
}

/// The object of a handle; an error for what is none. `name`: of the argument.
template <class Handle>
[[nodiscard]] auto& object_of(Handle* handle, const char* name) {
  require_handle(handle, name);
  return *handle->object;
}
template <class Handle>
[[nodiscard]] const auto& object_of(const Handle* handle, const char* name) {
  require_handle(handle, name);
  return *handle->object;
}

/// A null pointer is nothing to destroy.
template <class Handle>
void destroy_handle(Handle* handle, const char* name) {
  if (handle == nullptr) return;
  require_handle(handle, name);
  std::uint64_t alive = Handle::Object::mark;
  if (!handle->mark.compare_exchange_strong(alive, 0)) refuse_handle(name);  // by another thread
  handle->object.reset();
  Destroyed<Handle>::add(handle);
}

}  // namespace sptune::capi
