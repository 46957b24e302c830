// SPDX-License-Identifier: BSD-3-Clause
// What preparing a candidate takes on one matrix: a sum over what it goes through there, with
// coefficients that training fits per candidate. What it goes through is known beforehand: sizes,
// the longest row, and the bytes that the variant expects its format to store.
#pragma once

#include "tuner/features/features.hpp"

#include <array>
#include <cstddef>

namespace sptune::model {

struct PrepareCost {
  static constexpr std::size_t terms = 5;

  double fixed_s = 0;        ///< launches, allocations and waits, however small the matrix is
  double per_row_s = 0;      ///< row offsets that are read
  double per_entry_s = 0;    ///< columns and values that are read
  double per_byte_s = 0;     ///< that the format is expected to store, padding included
  double per_longest_s = 0;  ///< entry of the longest row, which often one thread walks

  [[nodiscard]] double seconds(const std::array<double, terms>& work) const;
  friend bool operator==(const PrepareCost&, const PrepareCost&) = default;
};

/// What the coefficients are multiplied by, in their order. `stored_bytes`: of the format on this
/// matrix; 0 where nobody knows. What is not finite counts as 0.
[[nodiscard]] std::array<double, PrepareCost::terms> prepare_work(const features::Features& matrix,
                                                                  double stored_bytes);

}  // namespace sptune::model
