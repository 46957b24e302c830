// SPDX-License-Identifier: BSD-3-Clause
// What single runs of a plan take in an application, read without holding it up.
#pragma once

#include "sptune/plan.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace sptune::dispatch {

struct RunTime {
  int tag;  ///< whose
  double seconds;
};

class RunTimes {
 public:
  virtual ~RunTimes() = default;
  /// Whether runs on this stream can be timed now: not while it is captured.
  [[nodiscard]] virtual bool possible(Stream stream) = 0;
  /// Calls `run`, which runs, or enqueues on `stream`, and times it.
  virtual void time(int tag, Stream stream, const std::function<void()>& run) = 0;
  /// Those that are known since the last call. Waits for nothing.
  [[nodiscard]] virtual std::vector<RunTime> take() = 0;
};

/// By the one clock, of runs on the CPU.
[[nodiscard]] std::unique_ptr<RunTimes> make_host_run_times();

}  // namespace sptune::dispatch
