// SPDX-License-Identifier: BSD-3-Clause
// One child process with a socket to it: started, fed, watched, killed and reaped. Knows nothing of
// trials.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sptune::harness {

/// How a worker ended.
struct WorkerExit {
  int signal = 0;      ///< 0 when it exited by itself
  int status = 0;      ///< exit status then
  std::string output;  ///< the last lines it wrote to standard output and error since it was asked
  bool kernel_killed = false;  ///< the kernel's out-of-memory killer was at work meanwhile
  /// Ended by a signal that somebody sent: neither raised by what the process did, nor sent by this
  /// one, nor by the kernel for want of memory.
  bool from_outside = false;
  /// It did not end by SIGKILL: it hangs in the kernel or a driver, and is left there.
  bool left = false;
};

class WorkerProcess {
 public:
  /// Starts `executable` in a process group of its own (a terminal's Ctrl-C does not reach it),
  /// with standard output and error kept in memory. Throws Error when it cannot be started.
  /// `variables` ("NAME=value") take the place of those that it would inherit.
  explicit WorkerProcess(const std::filesystem::path& executable,
                         const std::vector<std::string>& variables = {});
  /// Kills and reaps.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// False when it is gone.
  [[nodiscard]] bool send(const std::string& payload);

  enum class Event : std::uint8_t { frame, closed, tick };
  /// Waits for one frame, the end, or `timeout_s`.
  [[nodiscard]] Event wait(double timeout_s, std::string& payload);

  /// Resident bytes now; 0 when it is gone.
  [[nodiscard]] std::int64_t resident_bytes() const;
  [[nodiscard]] pid_t pid() const noexcept { return pid_; }

  /// Kills its process group, as far as it still runs after `grace_s`, and reaps it, unless it
  /// takes more than ten seconds to end then (WorkerExit::left). A process whose socket is closed
  /// is about to die of what closed it.
  WorkerExit finish(double grace_s = 0);

 private:
  [[nodiscard]] std::string output_tail() const;
  void drop_old_output() const;
  [[nodiscard]] bool dies_within(double grace_s) const;

  pid_t pid_ = -1;
  int socket_ = -1;
  int output_ = -1;
  std::int64_t output_begin_ = -1;  ///< of what it wrote since the last request; -1: there was none
  std::int64_t oom_kills_before_ = 0;
  std::string buffer_;
};

}  // namespace sptune::harness
