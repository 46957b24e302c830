// SPDX-License-Identifier: BSD-3-Clause
// Random numbers whose bits are the same on every machine and with every standard library: the
// distributions of <random> and the functions of libm are not, so neither is used.
// xoshiro256** and splitmix64: Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", 2021.
#pragma once

#include "kernels/api/mix64.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace sptune::suites {

/// A real in (-1, 1), never 0, exact in double: an odd multiple of 2^-52.
[[nodiscard]] constexpr double to_signed_unit(std::uint64_t bits) noexcept {
  const auto odd = static_cast<std::int64_t>((bits >> 12U) * 2 + 1);
  return static_cast<double>(odd - (std::int64_t{1} << 52U)) * 0x1p-52;
}

/// The seeded value of an entry: depends on the unordered pair of indices, so that a symmetric
/// pattern gets a symmetric matrix, whatever the order of the entries.
[[nodiscard]] constexpr double seeded_value(std::int64_t row, std::int64_t col,
                                            std::uint64_t seed = 0) noexcept {
  const auto low = static_cast<std::uint64_t>(row < col ? row : col);
  const auto high = static_cast<std::uint64_t>(row < col ? col : row);
  return to_signed_unit(mix64(mix64(low ^ (seed << 1U)) + mix64(high + 0x632be59bd9b4e019ULL)));
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) noexcept {
    for (auto& word : state_) {
      word = mix64(seed);
      seed += golden_gamma;
    }
  }

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// An integer in [0, bound), bound > 0; multiply-shift, biased by less than bound / 2^64.
  constexpr std::int64_t below(std::int64_t bound) noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::int64_t>((Wide{next()} * static_cast<std::uint64_t>(bound)) >> 64U);
  }

  /// A real in [0, 1), a multiple of 2^-53.
  constexpr double unit() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-53; }

  /// A real in (-1, 1), never 0.
  constexpr double value() noexcept { return to_signed_unit(next()); }

 private:
  std::array<std::uint64_t, 4> state_{};
};

/// Natural logarithm of x > 0 from +, -, *, / alone: the same bits wherever double is IEEE 754.
/// Relative error below 1e-14.
[[nodiscard]] double portable_log(double x) noexcept;
/// e^x by the same means, |x| < 700.
[[nodiscard]] double portable_exp(double x) noexcept;

}  // namespace sptune::suites
