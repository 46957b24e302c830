// SPDX-License-Identifier: BSD-3-Clause
// What conjugate gradients do to vectors and rows, beside the products.
#pragma once

#include "examples/parts/pass.hpp"

namespace sptune::examples {

struct Copy : Pass<0, 0> {
  const double* from;
  double* to;
  SPTUNE_BOTH void operator()(std::int64_t i, double /*scale*/, Team /*team*/,
                              double* /*left*/) const {
    to[i] = from[i];
  }
};

/// x = 0, r = b. Leaves r*r.
struct CgStart : Pass<0, 1> {
  const double* b;
  double *x, *r;
  SPTUNE_BOTH void operator()(std::int64_t i, double /*scale*/, Team /*team*/, double* left) const {
    x[i] = 0;
    r[i] = b[i];
    left[0] += b[i] * b[i];
  }
};

/// Leaves a*b.
struct Dot : Pass<0, 1> {
  const double *a, *b;
  SPTUNE_BOTH void operator()(std::int64_t i, double /*scale*/, Team /*team*/, double* left) const {
    left[0] += a[i] * b[i];
  }
};

/// Given r*z and p*q: x += a*p, r -= a*q with a = r*z / p*q. Leaves r*r.
struct CgStep : Pass<2, 1> {
  const double *p, *q;
  double *x, *r;
  /// Steps after the last needed one have nothing to divide by.
  [[nodiscard]] SPTUNE_BOTH double scale(const double* totals) const {
    return totals[1] > 0 ? totals[0] / totals[1] : 0;
  }
  SPTUNE_BOTH void operator()(std::int64_t i, double a, Team /*team*/, double* left) const {
    x[i] += a * p[i];
    const double next = r[i] - a * q[i];
    r[i] = next;
    left[0] += next * next;
  }
};

/// Given the new and the former r*z: p = z + new/former * p.
struct CgDirection : Pass<2, 0> {
  const double* z;
  double* p;
  [[nodiscard]] SPTUNE_BOTH double scale(const double* totals) const {
    return totals[1] > 0 ? totals[0] / totals[1] : 0;
  }
  SPTUNE_BOTH void operator()(std::int64_t i, double b, Team /*team*/, double* /*left*/) const {
    p[i] = z[i] + b * p[i];
  }
};

/// z = r / diagonal. Leaves r*z.
struct Jacobi : Pass<0, 1> {
  const double *inverse_diagonal, *r;
  double* z;
  SPTUNE_BOTH void operator()(std::int64_t i, double /*scale*/, Team /*team*/, double* left) const {
    z[i] = inverse_diagonal[i] * r[i];
    left[0] += r[i] * z[i];
  }
};

/// 1 / diagonal of every row. Leaves the largest sum of a row of D^-1*|A|, an upper bound of the
/// eigenvalues of D^-1*A (Gershgorin).
template <class O>
struct RowBound : LargestPass<0, 1> {
  static constexpr bool by_teams = true;
  CsrView<double, O> a;
  double* inverse_diagonal;
  SPTUNE_BOTH void operator()(std::int64_t row, double /*scale*/, Team team, double* left) const {
    double diagonal = 0;
    double sum = 0;
    for (O k = a.row_offsets[row] + team.lane; k < a.row_offsets[row + 1]; k += team.size) {
      const double value = a.values[k];
      if (a.col_indices[k] == row) diagonal += value;
      sum += value > 0 ? value : -value;
    }
    diagonal = team.sum(diagonal);
    sum = team.sum(sum);
    if (team.lane != 0) return;
    const double inverse = diagonal > 0 ? 1 / diagonal : 0;
    inverse_diagonal[row] = inverse;
    left[0] = join(left[0], sum * inverse);
  }
};

}  // namespace sptune::examples
