// SPDX-License-Identifier: BSD-3-Clause
// An SpMV variant that is right when it is verified and misbehaves later, or makes others
// misbehave: each fault is a value of its axis.
#pragma once

#include "kernels/api/variant.hpp"

namespace sptune::test {

/// `late{fault=…}`.
[[nodiscard]] Variant late_variant();

}  // namespace sptune::test
