// SPDX-License-Identifier: BSD-3-Clause
// A thread for work beside the application's, which should hardly notice it: OpenMP starts no
// others for it, it takes no signals, and of all such threads of the process one works at a time.
// Who has ended keeps its stack until it is joined: the next one to end does that, so that at most
// one of all that have is there still.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>

namespace sptune::dispatch {

struct JoinableThread;

class OwnThread {
 public:
  /// Where true, steps that have not begun are not worth beginning.
  using Stop = std::atomic<bool>;
  /// Calls `work`, unless this is destroyed before it is its turn, and then, when it
  /// is the next one's turn, `after`. Neither may throw. Throws
  /// std::system_error where no thread is to be had.
  OwnThread(std::function<void(const Stop& stop)> work, std::function<void()> after);
  /// Waits for what has begun. In a forked child, which has no such thread, for nothing.
  ~OwnThread();
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;

  /// Returns when the thread has ended, with all that it had of its own: memory on a device, which
  /// is given back by waiting for the device. At once in a forked child, and to the thread itself.
  void wait();
  /// Whether the thread is that of a parent of this process.
  [[nodiscard]] bool left_behind() const noexcept;

 private:
  [[nodiscard]] bool work_in_turn(const std::function<void(const Stop&)>& work) noexcept;

  pid_t process_;
  Stop stop_{false};
  std::shared_ptr<JoinableThread> thread_;  ///< last: it uses all above
};

}  // namespace sptune::dispatch
