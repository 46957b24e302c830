// SPDX-License-Identifier: BSD-3-Clause
#include "reports/statistics.hpp"

#include <algorithm>

namespace sptune::reports {

std::vector<Point> share_at_least(std::vector<double> values, std::size_t total) {
  std::sort(values.begin(), values.end());
  std::vector<Point> corners;
  const auto n = values.size();
  const double all = static_cast<double>(std::max(total, n));
  for (std::size_t i = 0; i < n; ++i) {
    if (i + 1 < n && values[i + 1] == values[i]) continue;
    const std::size_t first = static_cast<std::size_t>(
        std::lower_bound(values.begin(), values.end(), values[i]) - values.begin());
    corners.push_back({values[i], static_cast<double>(n - first) / all});
    corners.push_back({values[i], static_cast<double>(n - i - 1) / all});
  }
  return corners;
}

std::vector<Point> share_at_most(std::vector<double> values, std::size_t total) {
  std::sort(values.begin(), values.end());
  std::vector<Point> corners;
  const auto n = values.size();
  const double all = static_cast<double>(std::max(total, n));
  double before = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + 1 < n && values[i + 1] == values[i]) continue;
    corners.push_back({values[i], before});
    before = static_cast<double>(i + 1) / all;
    corners.push_back({values[i], before});
  }
  return corners;
}

}  // namespace sptune::reports
