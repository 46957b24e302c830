// SPDX-License-Identifier: BSD-3-Clause
// What a thread of our own needs before it works on a device. Throws DeviceError in a build without
// CUDA.
#pragma once

namespace sptune::dispatch {

/// The one that is current on this thread.
[[nodiscard]] int current_device();
/// Makes it current on this thread, which may allocate and wait from now on although other threads
/// capture streams.
void work_on_device(int device);

}  // namespace sptune::dispatch
