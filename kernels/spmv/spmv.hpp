// SPDX-License-Identifier: BSD-3-Clause
// Shared vocabulary of the SpMV variants: the reference, the row-wise error bound, and the base of
// typed plans.
#pragma once

#include "kernels/host/threads.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sptune::spmv {

/// y = alpha*A*x + beta*y in double, one thread, entries in storage order: the truth that every
/// variant is compared with. `x` and `y` are of the matrix's value type, widened entry by entry.
/// Also returns, per row, the sum of |alpha*a*x| + |beta*y| that error bounds are made of.
struct Reference {
  std::vector<double> y;
  std::vector<double> magnitude;
};
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

}  // namespace sptune::spmv
