// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no matrix on a device to look at.
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/features/device_sample.hpp"

namespace sptune::features {

const Tally& count_on_device(const AnyCsr& /*a*/, std::int64_t /*parts*/, Stream /*stream*/,
                             const std::function<void()>& /*meanwhile*/) {
  throw DeviceError(cuda::device_info().error());
}

Fingerprint sample_on_device(const AnyCsr& /*a*/, Stream /*stream*/) {
  throw DeviceError(cuda::device_info().error());
}

DeviceProducts count_products_on_device(const AnyCsr& /*a*/, const AnyCsr& /*b*/,
                                        const CountedSample& /*counted*/,
                                        const RowBlocks& /*expanded*/, Stream /*stream*/) {
  throw DeviceError(cuda::device_info().error());
}

}  // namespace sptune::features
