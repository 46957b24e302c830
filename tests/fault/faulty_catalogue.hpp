// SPDX-License-Identifier: BSD-3-Clause
// A good SpMV variant, and one that misbehaves on request: each fault is a value of its axis.
#pragma once

#include "kernels/api/catalogue.hpp"

#include <string_view>

namespace sptune::test {

/// `good{}`, `faulty{fault=…}` and `late{fault=…}`, on the GPU the first two (cuda_faults.hpp).
/// With `broken_canary`, a variant that is always wrong comes first, so that the worker cannot pass
/// its canary.
[[nodiscard]] Catalogue faulty_catalogue(bool broken_canary);

/// The shipped one, for `sptune` itself, which names no other; the variants of that name hang while
/// they prepare.
[[nodiscard]] Catalogue hanging_catalogue(std::string_view variant);

}  // namespace sptune::test
