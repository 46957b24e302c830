// SPDX-License-Identifier: BSD-3-Clause
// What a look at a pattern counts. Integers alone: the order of counting does not matter, so that
// the host and the device come to the same features bit for bit. Private to the module.
#pragma once

#include "tuner/features/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sptune::features {

/// Row lengths counted exactly below 256 and in 16 bins per octave above (resolution 6 %).
struct LengthBins {
  static constexpr std::int64_t exact = 256;
  static constexpr std::int64_t count = exact + std::int64_t{16} * 24;

  /// A bin whatever the number, since offsets that decrease are believed.
  [[nodiscard]] static constexpr std::int64_t of(std::int64_t length) noexcept {
    if (length < exact) return std::max<std::int64_t>(length, 0);
    int top = 8;  // highest bit
    while ((length >> top) > 1) ++top;
    return std::min(exact + (top - 8) * std::int64_t{16} + ((length >> (top - 4)) & 15), count - 1);
  }
  /// Lower border of a bin.
  [[nodiscard]] static double length(std::int64_t bin) {
    if (bin < exact) return static_cast<double>(bin);
    const std::int64_t octave = (bin - exact) / 16;
    const std::int64_t step = (bin - exact) % 16;
    return std::ldexp(16.0 + static_cast<double>(step), static_cast<int>(octave) + 4);
  }
};

/// Sums. A device adds to them as to an array.
struct Sums {
  // all rows
  std::int64_t empty = 0;
  std::int64_t one = 0;
  std::int64_t short_rows = 0;  ///< one to four entries
  std::int64_t changes = 0;
  std::uint64_t squares = 0;  ///< of lengths; below 2^64 wherever there are fewer than 2^32 entries
  // sampled blocks of rows
  std::int64_t sampled_rows = 0;
  std::int64_t sampled_entries = 0;
  std::int64_t sell8 = 0;  ///< entries stored by chunks of 8 rows
  std::int64_t sell32 = 0;
  // whole rows of the column blocks
  std::int64_t rows = 0;    ///< that are not empty
  std::int64_t narrow = 0;  ///< spanning at most 65536 columns
  std::int64_t span = 0;
  std::int64_t length = 0;
  // entries looked at
  std::int64_t entries = 0;
  std::int64_t runs = 0;
  std::int64_t groups4 = 0;
  std::int64_t groups8 = 0;
  std::int64_t groups16 = 0;
  std::int64_t block_groups8 = 0;
  std::int64_t block_diagonals = 0;
  std::int64_t distance = 0;
  std::array<std::int64_t, 4> blocks{};  ///< of 2, 3, 4, 8
  std::int64_t diagonals = 0;            ///< distinct ones; from diagonal_cap on not all
  std::int64_t disorder = 0;             ///< signs of rows that are not sorted
  Fingerprint print;
};

struct Maxima {
  std::int64_t longest = 0;    ///< row
  std::int64_t fullest = 0;    ///< of equal parts of the rows, in entries
  std::int64_t bandwidth = 0;  ///< of the column blocks
};

struct Tally {
  Sums sums;
  Maxima maxima;
  std::array<std::int32_t, LengthBins::count> lengths{};  ///< of sampled rows, by bin
};

constexpr int diagonal_cap = 512;

/// Where a key goes in a table of 2^bits slots (Knuth, volume 3, 6.4): diagonals like to lie at
/// powers of two.
[[nodiscard]] constexpr std::uint32_t slot_of(std::int32_t key, int bits) noexcept {
  return (static_cast<std::uint32_t>(key) * 2654435769U) >> static_cast<unsigned>(32 - bits);
}

/// Slots that remember the keys of a block of rows; see Recent in entry_counts.hpp.
constexpr int recent_bits = 11;

}  // namespace sptune::features
