// SPDX-License-Identifier: BSD-3-Clause
// What single runs of a plan take in an application, read without holding it up.
#pragma once

#include "sptune/matrix.hpp"
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
  /// Whether runs on this stream can be timed now: not while it is captured, nor with another
  /// device current than when this was made.
  [[nodiscard]] virtual bool possible(Stream stream) = 0;
  /// Whether a plan can be prepared now, which uses the default stream of a device: not while a
  /// stream that the default one waits for is captured.
  [[nodiscard]] virtual bool may_prepare() = 0;
  /// Calls `run`, which runs, or enqueues on `stream`, and times it; not where `run` throws.
  virtual void time(int tag, Stream stream, const std::function<void()>& run) = 0;
  /// Those that are known since the last call, late and in any order where they come from a device.
  /// Waits for nothing.
  [[nodiscard]] virtual std::vector<RunTime> take() = 0;
};

/// Of runs on matrices there.
[[nodiscard]] std::unique_ptr<RunTimes> make_run_times(MemorySpace space);
/// By events around each run. Throws DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<RunTimes> make_device_run_times();

}  // namespace sptune::dispatch
