// SPDX-License-Identifier: BSD-3-Clause
// Where the elements of a dense operand stand: a vector, or a matrix without gaps.
#pragma once

#include "harness/engine/error_bound.hpp"
#include "sptune/matrix.hpp"

#include <cstdint>

namespace sptune::harness {

struct DenseShape {
  std::int64_t rows = 0;
  std::int64_t columns = 1;
  Layout layout = Layout::row_major;

  [[nodiscard]] SPTUNE_HOST_DEVICE std::int64_t size() const { return rows * columns; }
  [[nodiscard]] SPTUNE_HOST_DEVICE std::int64_t at(std::int64_t row, std::int64_t column) const {
    return layout == Layout::row_major ? row * columns + column : column * rows + row;
  }
  [[nodiscard]] SPTUNE_HOST_DEVICE std::int64_t row_of(std::int64_t element) const {
    return layout == Layout::row_major ? element / columns : element % rows;
  }
  /// Element `number`, counted row by row whatever the layout.
  [[nodiscard]] SPTUNE_HOST_DEVICE std::int64_t by_rows(std::int64_t number) const {
    return at(number / columns, number % columns);
  }
  /// The inverse of by_rows.
  [[nodiscard]] SPTUNE_HOST_DEVICE std::int64_t number_by_rows(std::int64_t element) const {
    return layout == Layout::row_major ? element : element % rows * columns + element / rows;
  }
};

}  // namespace sptune::harness
