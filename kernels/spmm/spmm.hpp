// SPDX-License-Identifier: BSD-3-Clause
// Y = alpha*A*X + beta*Y with X dense of k columns: the problem, the reference, and the base of
// typed plans.
#pragma once

#include "kernels/api/operation.hpp"
#include "kernels/api/problem.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <string>

namespace sptune {

using SpmmPlan = DensePlan;

/// Element (i, j) of X stands at i*ldx + j by rows and at i + j*ldx by columns, and so does Y.
struct SpmmProblem final : ProblemOf<SpmmProblem, Operation::spmm> {
  std::int64_t columns = 1;           ///< k, of X and Y; 1 or more
  Layout layout = Layout::row_major;  ///< of X and Y
  std::int64_t ldx = 0;               ///< leading dimension; 0: compact
  std::int64_t ldy = 0;

  SpmmProblem() = default;
  SpmmProblem(const AnyCsr& matrix, std::int64_t dense_columns, Layout dense_layout,
              const Resources& granted)
      : ProblemOf(matrix, granted), columns(dense_columns), layout(dense_layout) {}

  [[nodiscard]] std::int64_t dense_columns() const noexcept override { return columns; }
  [[nodiscard]] Layout dense_layout() const noexcept override { return layout; }
  [[nodiscard]] std::int64_t multiplications() const noexcept override { return a.nnz * columns; }
  [[nodiscard]] std::string mismatch() const override;

  /// Without gaps: what stands between rows (by rows) or columns (by columns).
  [[nodiscard]] std::int64_t compact_x() const noexcept {
    return layout == Layout::row_major ? columns : a.cols;
  }
  [[nodiscard]] std::int64_t compact_y() const noexcept {
    return layout == Layout::row_major ? columns : a.rows;
  }
  /// The leading dimensions with 0 resolved.
  [[nodiscard]] std::int64_t leading_x() const noexcept { return ldx == 0 ? compact_x() : ldx; }
  [[nodiscard]] std::int64_t leading_y() const noexcept { return ldy == 0 ? compact_y() : ldy; }
};

namespace spmm {

/// In double, entries in storage order: the truth that every variant is compared with. Where it is
/// much work all threads that OpenMP grants share the rows; the bits are those of one thread. X and
/// Y are of the matrix's value type, widened entry by entry.
[[nodiscard]] DenseReference reference(const SpmmProblem& problem, double alpha, const void* x,
                                       double beta, const void* y);

/// Fewest bytes any format must move: the matrix once, the touched rows of X (all of them, counted
/// as min(cols, nnz)), Y written.
[[nodiscard]] double compulsory_bytes(const SpmmProblem& problem);

/// Typed base: unpacks the void pointers once.
template <class V>
class TypedPlan : public SpmmPlan {
 public:
  void run(double alpha, const void* x, double beta, void* y, Stream stream) final {
    run_typed(static_cast<V>(alpha), static_cast<const V*>(x), static_cast<V>(beta),
              static_cast<V*>(y), stream);
  }

 protected:
  virtual void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) = 0;
};

using host::fit_threads;
using host::resolve_threads;

}  // namespace spmm
}  // namespace sptune
