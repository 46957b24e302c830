// SPDX-License-Identifier: BSD-3-Clause
// 64 bits that look random, from 64 that do not: the same on every machine, host and device.
// Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014.
#pragma once

#include <cstdint>

namespace sptune {

/// What SplitMix64's state grows by at every step.
inline constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15U;

/// The finalizer: every bit of x moves half of the bits; 0 stays 0.
[[nodiscard]] constexpr std::uint64_t scramble(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// One step: number k of the stream of a seed is mix64(seed + k * golden_gamma).
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
  return scramble(z + golden_gamma);
}

}  // namespace sptune
