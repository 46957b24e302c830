// SPDX-License-Identifier: BSD-3-Clause
// Verification of a dense result where it was computed: reference and result stay on the device,
// and what comes back is the verdict. Copying y to the host three times and checking it there took
// longer than measuring.
#pragma once

#include "harness/engine/problem_data.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/device.hpp"
#include "sptune/matrix.hpp"

#include <cstddef>
#include <cstdint>

namespace sptune::harness {

/// A reference on the device.
struct DeviceReference {
  DeviceReference() = default;
  explicit DeviceReference(const DenseReference& host);
  cuda::DeviceArray<double> y;
  cuda::DeviceArray<double> magnitude;
};

/// As the host's compare_dense; `a` and `y`, of its value type, are on the device.
void compare_dense(const AnyCsr& a, const DeviceReference& reference, const DenseShape& shape,
                   const void* y, Verification& v);

/// Rows that are checked more sharply, and what is expected of them.
struct DeviceLongRows {
  DeviceLongRows() = default;
  explicit DeviceLongRows(const LongRows& host);
  cuda::DeviceArray<std::int64_t> elements;  ///< of y: the first of each row
  cuda::DeviceArray<double> expected;
  cuda::DeviceArray<double> bound;
};

/// As the host's keep_class and compare_long_rows; `host` is what `device` was made of.
void keep_class(const cuda::DeviceArray<std::byte>& x, const LongRows& long_rows, int wanted,
                cuda::DeviceArray<std::byte>& out);
void compare_long_rows(const LongRows& host, const DeviceLongRows& device, int part, const void* y,
                       Verification& v);

/// 64 bits that depend on every byte of memory on the device, `bytes` being a multiple of four.
[[nodiscard]] std::uint64_t device_checksum(const void* data, std::int64_t bytes);

/// Whether all `bytes` bytes agree.
[[nodiscard]] bool same_bytes(const std::byte* a, const std::byte* b, std::int64_t bytes);

/// Whether both zones of `bytes` bytes hold nothing but `value`.
[[nodiscard]] bool untouched(const std::byte* first, const std::byte* second, std::byte value,
                             std::int64_t bytes);

}  // namespace sptune::harness
