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
/// Whether all that the default stream, on which plans are prepared, has to do is over, or is so
/// after waiting for `patience_s`.
[[nodiscard]] bool nothing_to_wait_for(double patience_s);

}  // namespace sptune::dispatch
