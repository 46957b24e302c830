// SPDX-License-Identifier: BSD-3-Clause
// The one quantile of measurements, and the one geometric mean: of a trial's samples, of losses and
// speedups in reports.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace sptune::harness {

/// The quantile `p` (0 to 1) of values in ascending order: linear between neighbours (type 7 of
/// Hyndman and Fan, 1996). NaN when there are none.
template <class T>
[[nodiscard]] double quantile_of_sorted(const std::vector<T>& sorted, double p) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double position = std::clamp(p, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = position - static_cast<double>(below);
  return static_cast<double>(sorted[below]) * (1 - part) +
         static_cast<double>(sorted[above]) * part;
}

/// The same of values in any order.
[[nodiscard]] inline double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  return quantile_of_sorted(values, p);
}

/// Of positive values. NaN when there are none.
[[nodiscard]] inline double geometric_mean(const std::vector<double>& values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (const double v : values) sum += std::log(v);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace sptune::harness
