// SPDX-License-Identifier: BSD-3-Clause
// A mutex that knows whose it is: in a child of fork, a std::mutex that another thread of the
// parent had is taken for ever, since that thread is not there.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <atomic>

namespace sptune::dispatch {

/// For std::unique_lock and std::lock_guard. In a child whose parent was inside nobody can be, and
/// what it guards may be half changed: try_lock always fails there; lock waits for nothing, so that
/// what holds whole in any state can still be read.
class ForkMutex {
 public:
  [[nodiscard]] bool try_lock() noexcept {
    pid_t nobody = 0;
    return inside_.compare_exchange_strong(nobody, getpid(), std::memory_order_acquire);
  }
  void lock() noexcept { (void)lock_whole(); }
  /// False where somebody stayed behind in the parent.
  [[nodiscard]] bool lock_whole() noexcept {
    const pid_t own = getpid();
    while (true) {
      pid_t seen = 0;
      if (inside_.compare_exchange_strong(seen, own, std::memory_order_acquire)) return true;
      if (seen != own) return false;
      inside_.wait(seen, std::memory_order_relaxed);
    }
  }
  /// What stayed behind stays.
  void unlock() noexcept {
    pid_t own = getpid();
    if (inside_.compare_exchange_strong(own, 0, std::memory_order_release)) inside_.notify_all();
  }

 private:
  std::atomic<pid_t> inside_{0};  ///< the process of the thread that is; 0: nobody
};

/// A lock that holds only where what the mutex guards is whole.
class WholeLock {
 public:
  explicit WholeLock(ForkMutex& mutex) noexcept : mutex_(mutex), holds_(mutex.lock_whole()) {}
  ~WholeLock() {
    if (holds_) mutex_.unlock();
  }
  WholeLock(const WholeLock&) = delete;
  WholeLock& operator=(const WholeLock&) = delete;
  explicit operator bool() const noexcept { return holds_; }

 private:
  ForkMutex& mutex_;
  bool holds_;
};

}  // namespace sptune::dispatch
