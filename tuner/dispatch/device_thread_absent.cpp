// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no matrices on a device.
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/device_thread.hpp"

namespace sptune::dispatch {

int current_device() {
  throw DeviceError(cuda::device_info().error());
}

void work_on_device(int /*device*/) {
  throw DeviceError(cuda::device_info().error());
}

bool nothing_to_wait_for(double /*patience_s*/) {
  throw DeviceError(cuda::device_info().error());
}

}  // namespace sptune::dispatch
