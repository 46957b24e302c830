// SPDX-License-Identifier: BSD-3-Clause
// The one pass over all offsets, by the widest instructions that the processor has. Private to the
// module.
#pragma once

#include <cstdint>

namespace sptune::features {

/// As the members of Sums and Maxima of the same names.
struct RowCounts {
  std::int64_t longest = 0;
  std::int64_t empty = 0;
  std::int64_t one = 0;
  std::int64_t short_rows = 0;
  std::int64_t changes = 0;
  std::uint64_t squares = 0;
};

/// Of the rows between rows + 1 offsets, 32 or 64 bits wide.
template <class O>
[[nodiscard]] RowCounts count_all_rows(const O* offsets, std::int64_t rows);

}  // namespace sptune::features
