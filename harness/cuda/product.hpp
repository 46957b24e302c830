// SPDX-License-Identifier: BSD-3-Clause
// Verification of C = A*B where it was computed. Copying C to the host and checking it there took
// seconds for a trial of milliseconds.
#pragma once

#include "harness/records/trial.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/device.hpp"
#include "sptune/matrix.hpp"

#include <cstddef>
#include <cstdint>

namespace sptune::harness {

/// The reference of a product on the device, and the values of one run to compare another's with.
class DeviceProduct {
 public:
  /// `type`: of the products that will be checked.
  DeviceProduct(const SparseReference& host, ValueType type);
  /// Bytes that one takes on the device.
  [[nodiscard]] static std::int64_t bytes(const SparseReference& host, ValueType type);

  /// True when C, which is on the device, has exactly the reference's offsets and columns and every
  /// value is within its bound (as the host's compare_product): then v's figures grow. False says
  /// nothing more, and leaves v alone: compare_product finds out what it is, or that only the order
  /// of columns differs.
  [[nodiscard]] bool check(const AnyCsr& c, Verification& v) const;

  /// Remembers the values of C, which must have been checked right; `same_values`: whether C has
  /// the same bits.
  void keep_values(const AnyCsr& c) const;
  [[nodiscard]] bool same_values(const AnyCsr& c) const;

 private:
  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t entries_;
  cuda::DeviceArray<std::int64_t> row_offsets_;
  cuda::DeviceArray<Index> columns_;
  cuda::DeviceArray<double> values_;
  cuda::DeviceArray<double> magnitude_;
  cuda::DeviceArray<std::int32_t> terms_;
  cuda::DeviceArray<std::byte> kept_;
};

}  // namespace sptune::harness
