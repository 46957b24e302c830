// SPDX-License-Identifier: BSD-3-Clause
// y = alpha*A*x + beta*y: the problem, the reference, and the base of typed plans.
#pragma once

#include "kernels/api/operation.hpp"
#include "kernels/api/problem.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sptune {

struct SpmvProblem final : ProblemOf<SpmvProblem, Operation::spmv> {
  SpmvProblem() = default;
  SpmvProblem(const AnyCsr& matrix, const Resources& granted) : ProblemOf(matrix, granted) {}
  [[nodiscard]] std::int64_t dense_columns() const noexcept override { return 1; }
  [[nodiscard]] std::int64_t multiplications() const noexcept override { return a.nnz; }
};

namespace spmv {

/// y = alpha*A*x + beta*y in double, one thread, entries in storage order: the truth that every
/// variant is compared with. `x` and `y` are of the matrix's value type, widened entry by entry.
using Reference = DenseReference;
[[nodiscard]] Reference reference(const AnyCsr& a, double alpha, const void* x, double beta,
                                  const void* y);

/// Fewest bytes any format must move: values and indices once, the touched part of x (all of it,
/// counted as min(cols, nnz)), y written. Used for GB/s and as the scale of the model's target.
[[nodiscard]] double compulsory_bytes(const AnyCsr& a);

/// Typed base: unpacks the void pointers once.
template <class V>
class TypedPlan : public SpmvPlan {
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

}  // namespace spmv
}  // namespace sptune
