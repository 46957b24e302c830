// SPDX-License-Identifier: BSD-3-Clause
// Whether one computed value is within its error bound, the same on the host and on the device.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define SPTUNE_HOST_DEVICE __host__ __device__
#else
#define SPTUNE_HOST_DEVICE
#endif

namespace sptune::harness {

/// Of the type that was computed with.
struct Precision {
  double epsilon;
  double largest;
  double smallest;  ///< of the denormals: what an underflow may cost per operation
};

struct BoundCheck {
  bool right = true;
  double bound_ratio = 0;  ///< |error| / bound
  double relative = 0;     ///< |error| / magnitude
};

/// `terms`: rounding steps that went into the value, see compare_dense.
[[nodiscard]] SPTUNE_HOST_DEVICE inline BoundCheck check_bound(const Precision& precision,
                                                               double expected, double magnitude,
                                                               double found, std::int64_t terms) {
  // Also true of no NaN; std::isfinite is not for device code.
  const auto finite = [](double v) { return v - v == 0; };
  const auto nan = [](double v) { return v != v; };
  constexpr double infinity = __builtin_huge_val();
  constexpr BoundCheck wrong{false, infinity, infinity};
  if (!finite(expected)) {
    return expected == found || (nan(expected) && nan(found)) ? BoundCheck{} : wrong;
  }
  // Partial sums may overflow in the type, or not, as the order is: no result is right. Problems
  // with such rows are refused (unverifiable).
  if (!finite(found) || !(magnitude <= precision.largest)) return wrong;
  const double n = static_cast<double>(terms) * precision.epsilon;
  const double gamma = n < 0.5 ? n / (1 - n) : 1;
  const double bound = gamma * magnitude + static_cast<double>(terms) * precision.smallest;
  const double error = found < expected ? expected - found : found - expected;
  return {error <= bound, error / bound, magnitude > 0 ? error / magnitude : 0};
}

/// Of a long row (long_rows.hpp), whose bound is known.
[[nodiscard]] SPTUNE_HOST_DEVICE inline BoundCheck check_within(double expected, double bound,
                                                                double found) {
  const double error = found < expected ? expected - found : found - expected;
  const bool right = error <= bound;  // false of a NaN
  return {right, error == error ? error / bound : __builtin_huge_val(), 0};
}

}  // namespace sptune::harness
