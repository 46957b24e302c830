// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/features/row_counts.hpp"

#include "kernels/host/isa.hpp"
#include "tuner/features/tiers.hpp"

#include <cstddef>

#define SPTUNE_ISA_SOURCE "tuner/features/row_counts.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::features {
namespace SPTUNE_ISA {

/// 1 where x is negative. Arithmetic, because the compiler makes branches of comparisons before it
/// vectorises, which cost four times as much on irregular rows.
inline std::uint32_t is_negative(std::int32_t x) {
  return static_cast<std::uint32_t>(x) >> 31U;
}

/// Lengths go through a 32-bit buffer that stays in L1, so that the loops over it vectorise.
template <class O>
void count_stretches(const O* offsets, std::int64_t rows, Tally& to) {
  Sums& sums = to.sums;
  std::int64_t& longest_row = to.maxima.longest;
  for (std::int64_t begin = 0; begin < rows; begin += stretch) {
    const std::int64_t left = rows - begin;
    const auto n = static_cast<std::size_t>(left < stretch ? left : stretch);
    std::int32_t lengths[stretch];  // filled below
    const O* const o = offsets + begin;
    for (std::size_t i = 0; i < n; ++i) lengths[i] = static_cast<std::int32_t>(o[i + 1] - o[i]);
    std::int32_t longest = 0;
    std::uint32_t below1 = 0;
    std::uint32_t below2 = 0;
    std::uint32_t below5 = 0;
    std::uint32_t changes = 0;
    std::uint64_t squares = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t length = lengths[i];
      longest = length > longest ? length : longest;
      below1 += is_negative(length - 1);
      below2 += is_negative(length - 2);
      below5 += is_negative(length - 5);
    }
    for (std::size_t i = 1; i < n; ++i) {
      const std::int32_t change = lengths[i] - lengths[i - 1];
      changes += is_negative(change | -change);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const auto length = static_cast<std::uint32_t>(lengths[i]);
      squares += std::uint64_t{length} * length;
    }
    longest_row = longest > longest_row ? longest : longest_row;
    sums.empty += below1;
    sums.one += below2 - below1;
    sums.short_rows += below5 - below1;
    sums.changes += changes;
    sums.squares += squares;
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

template <class O>
void count_all_rows(const O* offsets, std::int64_t rows, Tally& to) {
  static const auto best = SPTUNE_ISA_SELECT(template count_stretches<O>);
  best(offsets, rows, to);
}

template void count_all_rows(const std::int32_t* offsets, std::int64_t rows, Tally& to);
template void count_all_rows(const std::int64_t* offsets, std::int64_t rows, Tally& to);

#endif
}  // namespace sptune::features
