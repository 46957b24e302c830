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

/// Shared by its owner, by itself until it ends, and by who joins it: in a forked child, where
/// nobody can, one of those that stayed behind has it for ever.
struct JoinableThread {
  std::thread thread;   ///< of whoever takes it from Turns::ended; of nobody before
  std::thread::id id;   ///< never changes once the owner is there
  bool joined = false;  ///< under Turns::mutex
};

namespace {

/// Whose turn it is.
struct Turns {
  std::mutex mutex;
  std::condition_variable changed;
  bool taken = false;
  std::shared_ptr<JoinableThread> ended{};  ///< has nothing left to do but to end; null: nobody
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

/// Waits for the end of one that nobody else can join, and says so.
void join(Turns& all, JoinableThread& ending) {
  ending.thread.join();
  {
    const std::lock_guard lock(all.mutex);
    ending.joined = true;
  }
  all.changed.notify_all();
}

/// The last that a thread does: it takes the place of the one that ended before, and joins that.
void end(const std::shared_ptr<JoinableThread>& own) {
  Turns& all = turns();
  std::shared_ptr<JoinableThread> before = own;
  {
    const std::lock_guard lock(all.mutex);
    std::swap(all.ended, before);
  }
  all.changed.notify_all();
  if (before != nullptr) join(all, *before);
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
  Turns& all = turns();
  auto own = std::make_shared<JoinableThread>();
  const NoSignals mask;
  const std::lock_guard lock(all.mutex);  // nobody joins it before it is known
  own->thread = std::thread([this, own, first = std::move(work), then = std::move(after)] {
    if (work_in_turn(first)) then();
    end(own);
  });
  own->id = own->thread.get_id();
  thread_ = std::move(own);
}

OwnThread::~OwnThread() {
  if (left_behind()) return;  // there is nothing to join
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
  if (left_behind() || thread_->id == std::this_thread::get_id()) return;
  Turns& all = turns();
  std::unique_lock lock(all.mutex);
  all.changed.wait(lock, [&] { return thread_->joined || all.ended == thread_; });
  if (thread_->joined) return;
  const std::shared_ptr<JoinableThread> taken = std::exchange(all.ended, nullptr);
  lock.unlock();
  join(all, *taken);
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
