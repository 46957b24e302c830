// SPDX-License-Identifier: BSD-3-Clause
// SpMV on the GPU that misbehaves on request: each fault is a value of its axis.
#pragma once

#include "kernels/api/variant.hpp"

#include <vector>

namespace sptune::test {

/// `good{}` and `faulty{fault=…}` of the backend cuda; none in a build without it.
[[nodiscard]] std::vector<Variant> cuda_fault_variants();

}  // namespace sptune::test
