// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/random.hpp"

#include <cmath>

namespace sptune::suites {
namespace {
constexpr double ln2 = 0.6931471805599453;
}

double portable_log(double x) noexcept {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // exact, in [0.5, 1)
  if (m < 0.7071067811865476) {
    m *= 2;
    --exponent;
  }
  // ln m = 2 artanh t, |t| <= 0.172: 12 terms leave less than 1e-19.
  const double t = (m - 1) / (m + 1);
  const double square = t * t;
  double sum = 0;
  for (int k = 12; k >= 0; --k) sum = sum * square + 1.0 / (2 * k + 1);
  return 2 * t * sum + exponent * ln2;
}

double portable_exp(double x) noexcept {
  const double power = std::floor(x / ln2 + 0.5);
  const double rest = x - power * ln2;  // |rest| <= 0.347: 16 terms leave less than 1e-20
  double sum = 1;
  for (int k = 16; k >= 1; --k) sum = 1 + sum * rest / k;
  return std::ldexp(sum, static_cast<int>(power));
}

}  // namespace sptune::suites
