// SPDX-License-Identifier: BSD-3-Clause
// "Which is faster?" with four answers.
#pragma once

#include "harness/records/noise.hpp"

#include <cstdint>
#include <string_view>

namespace sptune::harness {

/// Of a time, seen from the one that it is divided by.
enum class Verdict : std::uint8_t {
  faster,
  slower,
  same,      ///< whatever the difference is, it is less than was asked for
  ambiguous  ///< no difference, or one that would matter: the interval holds both
};
[[nodiscard]] std::string_view to_string(Verdict verdict) noexcept;

/// `ratio`: 95 % interval of it. `band`: 0.05 where `same` means a factor of 1.05 at the most.
[[nodiscard]] Verdict verdict_of(const Interval& ratio, double band) noexcept;

}  // namespace sptune::harness
