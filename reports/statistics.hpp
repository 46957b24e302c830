// SPDX-License-Identifier: BSD-3-Clause
// Distributions as curves.
#pragma once

#include "harness/records/statistics.hpp"

#include <cstddef>
#include <vector>

namespace sptune::reports {

struct Point {
  double x = 0;
  double y = 0;
};

using harness::geometric_mean;

/// Corners of x ↦ share of `values` that are at least x, of `total` (≥ values.size(); the rest
/// counts as never). Falls from left to right.
[[nodiscard]] std::vector<Point> share_at_least(std::vector<double> values, std::size_t total);

/// Corners of x ↦ share of `values` that are at most x, of `total`: a performance profile when the
/// values are ratios to the best (Dolan and Moré 2002, section 2). Rises from left to right.
[[nodiscard]] std::vector<Point> share_at_most(std::vector<double> values, std::size_t total);

}  // namespace sptune::reports
