// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no runs on a device.
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/run_times.hpp"

namespace sptune::dispatch {

std::unique_ptr<RunTimes> make_device_run_times() {
  throw DeviceError(cuda::device_info().error());
}

}  // namespace sptune::dispatch
