// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no runs on a device.
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/runs_ahead.hpp"

namespace sptune::dispatch {

std::unique_ptr<RunsAhead> make_runs_ahead(double /*run_s*/) {
  throw DeviceError(cuda::device_info().error());
}

}  // namespace sptune::dispatch
