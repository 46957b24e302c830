// SPDX-License-Identifier: BSD-3-Clause
// A host that enqueues runs faster than a device works them off has enqueued a solver's whole loop
// with the first plan before a better one is there. While one is to come, the host is kept a few
// runs ahead: enough that the device never waits for it.
#pragma once

#include "sptune/plan.hpp"

#include <functional>
#include <memory>

namespace sptune::dispatch {

class RunsAhead {
 public:
  virtual ~RunsAhead() = default;
  /// Call it after each run, from any thread: returns when the device has come to the last few, or
  /// `over()` says that it need not any more. Where the device does not get there in time, as on a
  /// stream that waits for what the caller does next, it never waits again. Not in a capture.
  virtual void follow(Stream stream, const std::function<bool()>& over) noexcept = 0;
};

/// Of runs on the current device that take at most about `run_s` each, if nothing else is there to
/// do. Throws DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<RunsAhead> make_runs_ahead(double run_s);

}  // namespace sptune::dispatch
