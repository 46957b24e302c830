// SPDX-License-Identifier: BSD-3-Clause
// C = A*B: the problem, counting products, the reference, splitting rows by work.
#pragma once

#include "kernels/api/operation.hpp"
#include "kernels/api/problem.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <vector>

namespace sptune {

struct SpgemmProblem final : ProblemOf<SpgemmProblem, Operation::spgemm> {
  AnyCsr b;
  /// Multiplications: sum over entries a(i,k) of the length of row k of B. Filled in by
  /// spgemm::make_problem, 0 only when the product is empty.
  std::int64_t products = 0;

  SpgemmProblem() = default;
  SpgemmProblem(const AnyCsr& left, const AnyCsr& right, const Resources& granted,
                std::int64_t counted)
      : ProblemOf(left, granted), b(right), products(counted) {}
  using Problem::second;
  [[nodiscard]] AnyCsr* second() noexcept override { return &b; }
  [[nodiscard]] std::int64_t multiplications() const noexcept override { return products; }
  [[nodiscard]] bool fit_reads_arrays() const noexcept override { return false; }
  [[nodiscard]] std::string mismatch() const override;
};

namespace spgemm {

/// Multiplications in A*B, counted where the operands are. Throws UsageError when they have a
/// flaw (find_flaw) or a column of A is no row of B.
[[nodiscard]] std::int64_t count_products(const AnyCsr& a, const AnyCsr& b);

/// C = A*B in double, rows with sorted columns: the truth. Where it is much work all threads that
/// OpenMP grants share the rows; the bits are those of one thread.
using Reference = SparseReference;
[[nodiscard]] Reference reference(const AnyCsr& a, const AnyCsr& b);

/// A problem with its products counted, and on a device with the order of columns of operands that
/// do not say it; throws as count_products.
[[nodiscard]] SpgemmProblem make_problem(const AnyCsr& a, const AnyCsr& b,
                                         const Resources& resources);

/// Entries of C, estimated from the products of a fixed sample of rows (at most about 1e5 products;
/// exact where the sample is all rows). After Du et al., "Predicting the output structure of sparse
/// matrix multiplication with sampled compression ratio" (2022). Never above products or rows*cols.
[[nodiscard]] std::int64_t estimate_entries(const SpgemmProblem& problem);

/// Bytes of C, the staged columns of C and `workspace_bytes`: with the most entries that C can have
/// where the plan may hold so much, or else with an estimate of them.
[[nodiscard]] double memory_needed(const SpgemmProblem& problem, std::int64_t workspace_bytes);

/// Refuses when that exceeds what the plan may hold.
[[nodiscard]] Fit fit_memory(const SpgemmProblem& problem, std::int64_t workspace_bytes);

}  // namespace spgemm
}  // namespace sptune
