// SPDX-License-Identifier: BSD-3-Clause
// What the row and the column tier look at, brought from a matrix on the device: a launch each that
// writes into pinned memory of the host. Without CUDA, or without a device, they throw DeviceError.
#pragma once

#include "tuner/features/tiers.hpp"

#include <cstdint>

namespace sptune::features {

/// One pass over the row offsets. Valid until the next one is made in the same thread.
class DeviceRows {
 public:
  DeviceRows(const AnyCsr& a, std::int64_t parts);
  [[nodiscard]] const RowTotals& totals() const noexcept { return totals_; }
  /// Offsets of the rows of block b of `row_blocks`, and one more.
  [[nodiscard]] const std::int64_t* offsets(std::int64_t b) const noexcept {
    return offsets_ + b * (rows_per_row_block + 1);
  }
  /// Offset where part t of the rows begins.
  [[nodiscard]] std::int64_t part(std::int64_t t) const noexcept { return parts_[t]; }

 private:
  RowTotals totals_;
  const std::int64_t* offsets_ = nullptr;
  const std::int64_t* parts_ = nullptr;
};

/// The columns of the chosen blocks. Valid until the next one is made in the same thread.
class DeviceColumns {
 public:
  DeviceColumns(const AnyCsr& a, const ColumnBlocks& chosen);
  [[nodiscard]] ColumnBlock block(std::int64_t b) const;

 private:
  ColumnBlocks chosen_;
  const void* seen_ = nullptr;
};

}  // namespace sptune::features
