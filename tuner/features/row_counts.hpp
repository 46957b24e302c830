// SPDX-License-Identifier: BSD-3-Clause
// The one pass over all offsets, by the widest instructions that the processor has. Private to the
// module.
#pragma once

#include "tuner/features/tally.hpp"

#include <cstdint>

namespace sptune::features {

/// Adds what rows show between rows + 1 offsets, 32 or 64 bits wide: the sums over all rows, and
/// the longest.
template <class O>
void count_all_rows(const O* offsets, std::int64_t rows, Tally& to);

}  // namespace sptune::features
