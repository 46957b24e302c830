// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/own_thread.hpp"

#include "kernels/host/alone.hpp"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <utility>

namespace sptune::dispatch {
namespace {

/// Whose turn it is.
struct Turns {
  std::mutex mutex;
  std::condition_variable changed;
  bool taken = false;
};

/// Never destroyed: a thread may outlive static objects.
std::atomic<Turns*> process_turns{nullptr};

/// In the child nobody gives back a turn that was taken, nor a mutex.
void forget_turns() {
  process_turns = new Turns;
}

Turns& turns() {
  static const bool made = [] {
    process_turns = new Turns;
    return pthread_atfork(nullptr, nullptr, forget_turns) == 0;
  }();
  static_cast<void>(made);  // without memory for it there is none for a process either
  return *process_turns;
}

/// Threads that are started while it lives take no signals: those are the application's.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

OwnThread::OwnThread(std::function<void(const Stop&)> work, std::function<void()> after)
    : process_(getpid()) {
  turns();  // before any thread needs it
  const NoSignals mask;
  thread_ = std::make_unique<std::thread>([this, first = std::move(work), then = std::move(after)] {
    if (work_in_turn(first)) then();
  });
}

OwnThread::~OwnThread() {
  if (left_behind()) {
    (void)thread_.release();  // there is nothing to join, and nothing that may be freed
    return;
  }
  Turns& all = turns();
  {
    // So that no waiting thread looks before and sleeps after.
    const std::lock_guard lock(all.mutex);
    stop_ = true;
  }
  all.changed.notify_all();
  wait();
}

void OwnThread::wait() {
  if (left_behind() || thread_->get_id() == std::this_thread::get_id()) return;
  const std::lock_guard lock(joining_);
  if (thread_->joinable()) thread_->join();
}

bool OwnThread::left_behind() const noexcept {
  return getpid() != process_;
}

/// False where it was not begun.
bool OwnThread::work_in_turn(const std::function<void(const Stop&)>& work) noexcept {
  host::work_alone();
  Turns& all = turns();
  {
    std::unique_lock lock(all.mutex);
    all.changed.wait(lock, [&] { return !all.taken || stop_; });
    if (stop_) return false;
    all.taken = true;
  }
  work(stop_);
  {
    const std::lock_guard lock(all.mutex);
    all.taken = false;
  }
  all.changed.notify_all();
  return true;
}

}  // namespace sptune::dispatch
