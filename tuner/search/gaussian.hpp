// SPDX-License-Identifier: BSD-3-Clause
// A Gaussian process over a finite set of points, conditioned on one observation after the other.
#pragma once

#include <cstddef>
#include <vector>

namespace sptune::search {

class Gaussian {
 public:
  /// Prior mean, and covariance row by row.
  Gaussian(std::vector<double> mean, std::vector<float> covariance);

  /// Observes `value` at a point with noise of this standard deviation: O(points x observations).
  void add(std::size_t point, double value, double noise_sd);
  [[nodiscard]] double mean(std::size_t point) const { return mean_[point]; }
  /// Scaled by how far observations were from what was expected of them so far.
  [[nodiscard]] double variance(std::size_t point) const { return variance_[point] * scale(); }

 private:
  [[nodiscard]] double scale() const;

  std::size_t size_;
  std::vector<double> mean_, variance_;
  std::vector<float> covariance_;            ///< prior
  std::vector<std::vector<double>> factor_;  ///< rows of the Cholesky factor, over all points
  double surprise_ = 0;                      ///< sum of squared standardised residuals
};

}  // namespace sptune::search
