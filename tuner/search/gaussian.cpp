// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/search/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sptune::search {

Gaussian::Gaussian(std::vector<double> mean, std::vector<float> covariance)
    : size_(mean.size()), mean_(std::move(mean)), covariance_(std::move(covariance)) {
  variance_.reserve(size_);
  for (std::size_t i = 0; i < size_; ++i) variance_.push_back(covariance_[i * size_ + i]);
}

double Gaussian::scale() const {
  constexpr std::size_t few = 6;  // residuals that say nothing yet
  constexpr double least = 0.05;
  if (factor_.size() < few) return 1;
  return std::max(least, surprise_ / static_cast<double>(factor_.size() - 1));
}

/// A row of the Cholesky factor of the covariance of observations and points together.
void Gaussian::add(std::size_t point, double value, double noise_sd) {
  const auto begin = covariance_.begin() + static_cast<std::ptrdiff_t>(point * size_);
  std::vector<double> row(begin, begin + static_cast<std::ptrdiff_t>(size_));
  for (const std::vector<double>& earlier : factor_) {
    const double f = earlier[point];
    for (std::size_t i = 0; i < size_; ++i) row[i] -= f * earlier[i];
  }
  const double variance = std::max(row[point], 0.0) + noise_sd * noise_sd;
  const double residual = value - mean_[point];
  // The first says how large the matrix is, of which nothing was expected.
  if (!factor_.empty()) surprise_ += residual * residual / variance;
  const double root = std::sqrt(variance);
  for (std::size_t i = 0; i < size_; ++i) {
    mean_[i] += row[i] * residual / variance;
    row[i] /= root;
    variance_[i] -= row[i] * row[i];
  }
  factor_.push_back(std::move(row));
}

}  // namespace sptune::search
