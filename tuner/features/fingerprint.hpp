// SPDX-License-Identifier: BSD-3-Clause
// 128 bits that tell patterns apart, from a bounded sample of offsets and columns. Equal patterns
// have equal ones, wherever they are; different patterns with an equal sample have, too, so nothing
// that must be right may rest on them (docs/decisions/018).
#pragma once

#include "kernels/api/mix64.hpp"
#include "kernels/api/problem.hpp"

#include <cstddef>
#include <cstdint>

namespace sptune::features {

struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend constexpr bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Adds value number `place`. A sum, so that threads of a device may add in any order.
constexpr void add(Fingerprint& to, std::uint64_t place, std::uint64_t value) noexcept {
  const std::uint64_t once = mix64(value + place * golden_gamma);
  to.low += once;
  to.high += scramble(once ^ 0xd1b54a32d192ed03U);
}

/// How much is looked at, whatever the size of the matrix.
constexpr int print_offsets = 32;
constexpr int print_columns = 64;
constexpr int print_elements = print_offsets + print_columns;

/// A place below n in part i of `parts` equal ones, 2^20 at most. Not its beginning: rows of equal
/// length would show the same entry every time. n < 2^43.
[[nodiscard]] constexpr std::int64_t print_place(int i, int parts, std::int64_t n) noexcept {
  const std::uint64_t within = scramble(static_cast<std::uint64_t>(i) + 1) >> 52U;
  const std::uint64_t at = (static_cast<std::uint64_t>(i) << 12U) + within;
  return static_cast<std::int64_t>(at * static_cast<std::uint64_t>(n) /
                                   (static_cast<std::uint64_t>(parts) << 12U));
}

/// Element i of a pattern (tiers.hpp) with rows: an offset, or a column where there are any.
template <class Pattern>
constexpr void add_element(Fingerprint& to, const Pattern& a, int i) noexcept {
  if (i < print_offsets) {
    const std::int64_t row = print_place(i, print_offsets, a.rows);
    add(to, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(a.end(row)));
  } else if (a.nnz > 0) {
    const std::int64_t entry = print_place(i - print_offsets, print_columns, a.nnz);
    add(to, static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(a.columns[entry]));
  }
}

/// Of all sparse operands of a problem, their sizes and offset types included. On a device: one
/// small kernel on the problem's stream, and the wait for it.
[[nodiscard]] Fingerprint fingerprint(const Problem& problem);

}  // namespace sptune::features
