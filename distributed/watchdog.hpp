// SPDX-License-Identifier: BSD-3-Clause
// Ends what waits for a rank that never comes: MPI itself waits for ever.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace sptune::distributed {

/// A thread that looks, every quarter of the limit, whether one call has waited for longer than
/// that. It calls nothing of MPI, so that MPI_THREAD_FUNNELED is enough.
class Watchdog {
 public:
  /// What is done with the one line that says what waited; it is not expected to return.
  using Bark = std::function<void(const std::string& line)>;

  /// `limit_s` 0: never. `who`: for the line, such as "rank 3 of 8".
  Watchdog(double limit_s, std::string who, Bark bark);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// From here to the end of its scope the calling thread waits for other ranks.
  class Watch {
   public:
    /// `what` must stay: a literal.
    Watch(Watchdog& dog, const char* what) noexcept;
    ~Watch() { dog_.since_ns_.store(0, std::memory_order_release); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Watchdog& dog_;
  };

 private:
  void look();

  double limit_s_;
  std::string who_;
  Bark bark_;
  std::atomic<std::int64_t> since_ns_{0};  ///< when the wait began; 0: none
  std::atomic<const char*> what_{""};
  std::mutex mutex_;
  std::condition_variable over_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace sptune::distributed
