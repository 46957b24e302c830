// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no result on a device to verify.
#include "harness/cuda/verify.hpp"
#include "sptune/error.hpp"

namespace sptune::harness {

DeviceReference::DeviceReference(const DenseReference& /*host*/) {
  throw DeviceError(cuda::device_info().error());
}

void compare_dense(const AnyCsr& /*a*/, const DeviceReference& /*reference*/,
                   const DenseShape& /*shape*/, const void* /*y*/, Verification& /*v*/) {
  throw DeviceError(cuda::device_info().error());
}

DeviceLongRows::DeviceLongRows(const LongRows& /*host*/) {
  throw DeviceError(cuda::device_info().error());
}

void keep_class(const cuda::DeviceArray<std::byte>& /*x*/, const LongRows& /*long_rows*/,
                int /*wanted*/, cuda::DeviceArray<std::byte>& /*out*/) {
  throw DeviceError(cuda::device_info().error());
}

void compare_long_rows(const LongRows& /*host*/, const DeviceLongRows& /*device*/, int /*part*/,
                       const void* /*y*/, Verification& /*v*/) {
  throw DeviceError(cuda::device_info().error());
}

std::uint64_t device_checksum(const void* /*data*/, std::int64_t /*bytes*/) {
  throw DeviceError(cuda::device_info().error());
}

bool same_bytes(const std::byte* /*a*/, const std::byte* /*b*/, std::int64_t /*bytes*/) {
  throw DeviceError(cuda::device_info().error());
}

bool untouched(const std::byte* /*first*/, const std::byte* /*second*/, std::byte /*value*/,
               std::int64_t /*bytes*/) {
  throw DeviceError(cuda::device_info().error());
}

}  // namespace sptune::harness
