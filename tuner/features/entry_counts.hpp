// SPDX-License-Identifier: BSD-3-Clause
// What the entries of a block of rows show, by the widest instructions that the processor has.
// Private to the module.
#pragma once

#include "sptune/matrix.hpp"
#include "tuner/features/tally.hpp"
#include "tuner/features/tiers.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sptune::features {

/// What is looked at of a block of rows, one row behind the other, so that loops over entries need
/// not end where a row does, which no processor can guess.
struct Entries {
  std::int64_t first_row = 0;
  std::int32_t count = 0;
  const Index* columns = nullptr;
  const std::int32_t* row_of = nullptr;  ///< within the block
};

/// Tells which keys of a block of rows were not met before in their group of rows. A slot remembers
/// the last key that came to it: a collision of two keys of one group is counted as new, which 2048
/// slots make rare; the slot is hashed (Knuth, volume 3, 6.4), because diagonals like to lie at
/// powers of two.
struct Recent {
  std::array<std::uint64_t, std::size_t{1} << recent_bits> slots{};  ///< keys below their `epoch`
  std::uint64_t epoch = 1;                                           ///< of the first group of rows
};

/// Adds to the sums over entries and to those of keys that differ; not to `diagonals`.
void count_entries(const Entries& entries, Recent& recent, Sums& to);

}  // namespace sptune::features
