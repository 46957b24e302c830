// SPDX-License-Identifier: BSD-3-Clause
// Shared vocabulary of the SpGEMM variants: counting products, the reference, splitting rows by work.
#pragma once

#include <cstdint>
#include <vector>

#include "sptune/kernels/api/plan.hpp"

namespace sptune::spgemm {

/// Multiplications in A*B.
[[nodiscard]] std::int64_t count_products(const AnyCsr& a, const AnyCsr& b);

/// C = A*B in double, one thread, rows with sorted columns: the truth. Entries that cancel to zero
/// are kept (the structure is symbolic). `magnitude` has, per entry of C, the sum of |a*b|.
/// `terms` has, per entry, the number of products added.
struct Reference {
  Csr<double> c;
  std::vector<double> magnitude;
  std::vector<std::int32_t> terms;
};
[[nodiscard]] Reference reference(const AnyCsr& a, const AnyCsr& b);

/// A problem with its products counted.
[[nodiscard]] SpgemmProblem make_problem(const AnyCsr& a, const AnyCsr& b,
                                         const Resources& resources);

}  // namespace sptune::spgemm
