// SPDX-License-Identifier: BSD-3-Clause
// Shared vocabulary of the SpGEMM variants: counting products, the reference, splitting rows by
// work.
#pragma once

#include "sptune/plan.hpp"

#include <cstdint>
#include <vector>

namespace sptune::spgemm {

/// Multiplications in A*B, counted where the operands are. Throws UsageError when they have a
/// flaw (find_flaw) or a column of A is no row of B.
[[nodiscard]] std::int64_t count_products(const AnyCsr& a, const AnyCsr& b);

/// C = A*B in double, rows with sorted columns: the truth. Where it is much work all threads that
/// OpenMP grants share the rows; the bits are those of one thread. Entries that cancel to zero
/// are kept (the structure is symbolic). `magnitude` has, per entry of C, the sum of |a*b|.
/// `terms` has, per entry, the number of products added.
struct Reference {
  Csr<double> c;
  std::vector<double> magnitude;
  std::vector<std::int32_t> terms;
};
[[nodiscard]] Reference reference(const AnyCsr& a, const AnyCsr& b);

/// A problem with its products counted; throws as count_products.
[[nodiscard]] SpgemmProblem make_problem(const AnyCsr& a, const AnyCsr& b,
                                         const Resources& resources);

/// Entries of C, estimated from the products of a fixed sample of rows (at most about 1e5 products;
/// exact where the sample is all rows). After Du et al., "Predicting the output structure of sparse
/// matrix multiplication with sampled compression ratio" (2022). Never above products or rows*cols.
[[nodiscard]] std::int64_t estimate_entries(const SpgemmProblem& problem);

/// Refuses when C, the staged columns of C and `workspace_bytes` exceed what the plan may hold.
[[nodiscard]] Fit fit_memory(const SpgemmProblem& problem, std::int64_t workspace_bytes);

}  // namespace sptune::spgemm
