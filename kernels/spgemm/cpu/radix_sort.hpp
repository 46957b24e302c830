// SPDX-License-Identifier: BSD-3-Clause
// Least-significant-digit radix sort of integer keys, passes without effect left out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace sptune::spgemm {

/// Sorts `keys[0, count)` by the `key_bits` bits from bit `shift` on, stably, Digit bits a pass.
/// `other` has room for as many. Returns where the sorted keys are: `keys` or `other`.
template <int Digit, class T>
[[nodiscard]] T* radix_sort(T* keys, T* other, std::int64_t count, int shift, int key_bits) {
  constexpr std::size_t buckets = std::size_t{1} << Digit;
  const int passes = (key_bits + Digit - 1) / Digit;
  for (int pass = 0; pass < passes; ++pass) {
    const int at = shift + pass * Digit;
    std::array<std::uint32_t, buckets> start{};
    for (std::int64_t i = 0; i < count; ++i) ++start[(keys[i] >> at) & (buckets - 1)];
    if (start[(keys[0] >> at) & (buckets - 1)] == static_cast<std::uint32_t>(count)) continue;
    std::uint32_t sum = 0;
    for (auto& s : start) sum += std::exchange(s, sum);
    for (std::int64_t i = 0; i < count; ++i) {
      other[start[(keys[i] >> at) & (buckets - 1)]++] = keys[i];
    }
    std::swap(keys, other);
  }
  return keys;
}

}  // namespace sptune::spgemm
