// SPDX-License-Identifier: BSD-3-Clause
// What the smoother of a multigrid method does to vectors, beside the products: Chebyshev's
// iteration on D^-1*A, D the diagonal.
#pragma once

#include "examples/parts/pass.hpp"

namespace sptune::examples {

/// The first step: d = factor * D^-1*r, and x = d where x was 0, else x += d.
struct SmoothStart : Pass<0, 0> {
  const double *inverse_diagonal, *r;
  double factor;
  bool from_zero;
  double *d, *x;
  SPTUNE_BOTH void operator()(std::int64_t i, double /*scale*/, Team /*team*/,
                              double* /*left*/) const {
    d[i] = factor * inverse_diagonal[i] * r[i];
    x[i] = from_zero ? d[i] : x[i] + d[i];
  }
};

/// Each further one: d = before*d + factor * D^-1*r, x += d.
struct SmoothStep : Pass<0, 0> {
  const double *inverse_diagonal, *r;
  double before, factor;
  double *d, *x;
  SPTUNE_BOTH void operator()(std::int64_t i, double /*scale*/, Team /*team*/,
                              double* /*left*/) const {
    d[i] = before * d[i] + factor * inverse_diagonal[i] * r[i];
    x[i] += d[i];
  }
};

}  // namespace sptune::examples
