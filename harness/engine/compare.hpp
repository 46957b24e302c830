// SPDX-License-Identifier: BSD-3-Clause
// "Which is faster?" with four answers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sptune::harness {

enum class Verdict : std::uint8_t { faster, slower, same, ambiguous };
[[nodiscard]] std::string_view to_string(Verdict verdict) noexcept;

struct Comparison {
  double ratio = 0;          ///< time of `other` / time of `base`, median over repetitions
  double low = 0, high = 0;  ///< 95 % interval of it
  Verdict verdict = Verdict::ambiguous;  ///< of `other`
};

/// Compares samples that were interleaved (Runner::interleaved): one ratio per repetition, of the
/// medians of its samples, so that drift cancels. `same`: the interval lies within 1 +- band;
/// `faster`, `slower`: it lies on one side of 1; else `ambiguous`. Where the two have no equal
/// number of samples they are compared as a whole by the ends of their own intervals.
[[nodiscard]] Comparison compare(const std::vector<float>& base, const std::vector<float>& other,
                                 double band = 0.01);

}  // namespace sptune::harness
