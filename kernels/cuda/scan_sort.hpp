// SPDX-License-Identifier: BSD-3-Clause
// Device-wide primitives, kept behind declarations because cub's device headers take seconds to
// compile. They allocate their workspace: for preparing plans, not for running.
#pragma once

#include "sptune/plan.hpp"

#include <cstdint>

namespace sptune::cuda {

/// out[0..n] = exclusive prefix sums of in[0..n-1], out[n] the total. Waits for the stream, which
/// is all that it uses, and returns the total.
[[nodiscard]] std::int64_t exclusive_scan(const std::int64_t* in, std::int64_t* out, std::int64_t n,
                                          Stream stream = {});

/// Stable ascending sort of n pairs by the low `bits` bits of their keys, of 32 or 64 bits; the
/// others must be alike. Fewer bits sort faster. On the default stream.
template <class Key>
void sort_pairs(const Key* keys, Key* sorted_keys, const std::int32_t* values,
                std::int32_t* sorted_values, std::int64_t n, int bits);

}  // namespace sptune::cuda
