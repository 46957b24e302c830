// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no matrix on a device to look at.
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/features/device_sample.hpp"

namespace sptune::features {

DeviceRows::DeviceRows(const AnyCsr& /*a*/, std::int64_t /*parts*/) {
  throw DeviceError(cuda::device_info().error());
}

DeviceColumns::DeviceColumns(const AnyCsr& /*a*/, const ColumnBlocks& chosen) : chosen_(chosen) {
  throw DeviceError(cuda::device_info().error());
}

ColumnBlock DeviceColumns::block(std::int64_t /*b*/) const {
  return {};
}

}  // namespace sptune::features
