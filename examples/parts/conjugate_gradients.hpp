// SPDX-License-Identifier: BSD-3-Clause
// Preconditioned conjugate gradients (Hestenes and Stiefel 1952), on the host and on a GPU alike.
// Sums stay on the device; the residual is read back now and then.
#pragma once

#include "examples/parts/pass.hpp"
#include "examples/parts/products.hpp"

#include <functional>

namespace sptune::examples {

/// z = M^-1*r, and r*z.
using Precondition = std::function<void(const double* r, double* z, Total& rz)>;

struct CgGoal {
  double residual = 1e-8;  ///< |r| / |b|
  int most_iterations = 2000;
  int look_every = 8;  ///< on a device, where reading the residual waits for all that is enqueued
};

class ConjugateGradients {
 public:
  ConjugateGradients(MemorySpace where, std::int64_t n);
  /// A*x = b from x = 0. Returns the number of iterations; on a device, where the residual is read
  /// every few, it may be a few more than were needed.
  int solve(Spmv& a, const Precondition& precondition, const Array<double>& b, CgGoal goal);
  [[nodiscard]] const Array<double>& x() const noexcept { return x_; }
  /// |b - A*x| / |b|, computed anew.
  [[nodiscard]] double residual(Spmv& a, const Array<double>& b);

 private:
  MemorySpace where_;
  std::int64_t n_;
  Array<double> x_, r_, z_, p_, q_;
  Total rr_, rz_, rz_before_, pq_;
};

/// Fills 1 / diagonal of every row, and the bound of RowBound.
void look_at_rows(const AnyCsr& a, Array<double>& inverse_diagonal, Total& bound);

}  // namespace sptune::examples
