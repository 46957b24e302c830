// SPDX-License-Identifier: BSD-3-Clause
// How many entries a row has.
#pragma once

#include <cstdint>

namespace sptune::convert {

/// Offsets that nobody has looked at may be any numbers: what they are apart need not fit their
/// type.
template <class O>
[[nodiscard]] std::int64_t row_length(const O* row_offsets, std::int64_t row) {
  return std::int64_t{row_offsets[row + 1]} - std::int64_t{row_offsets[row]};
}

}  // namespace sptune::convert
