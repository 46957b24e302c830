// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no product on a device to verify.
#include "harness/cuda/product.hpp"
#include "sptune/error.hpp"

namespace sptune::harness {

DeviceProduct::DeviceProduct(const SparseReference& host, ValueType /*type*/)
    : rows_(host.c.rows), cols_(host.c.cols), entries_(host.c.nnz()) {
  throw DeviceError(cuda::device_info().error());
}

std::int64_t DeviceProduct::bytes(const SparseReference& /*host*/, ValueType /*type*/) {
  throw DeviceError(cuda::device_info().error());
}

bool DeviceProduct::check(const AnyCsr& /*c*/, Verification& /*v*/) const {
  throw DeviceError(cuda::device_info().error());
}

void DeviceProduct::keep_values(const AnyCsr& /*c*/) const {
  throw DeviceError(cuda::device_info().error());
}

bool DeviceProduct::same_values(const AnyCsr& /*c*/) const {
  throw DeviceError(cuda::device_info().error());
}

}  // namespace sptune::harness
