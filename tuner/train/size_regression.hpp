// SPDX-License-Identifier: BSD-3-Clause
// Ridge regression on a few terms, with what the fit is unsure of. Private to the trainer.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace sptune::train {

template <std::size_t N>
using Terms = std::array<double, N>;
template <std::size_t N>
using Square = std::array<Terms<N>, N>;

/// Lower triangle l with l l' = a, which is positive and of which the lower triangle is read.
template <std::size_t N>
Square<N> cholesky(const Square<N>& a) {
  Square<N> l{};
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = a[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(sum) : sum / l[j][j];
    }
  }
  return l;
}

/// x with l l' x = right.
template <std::size_t N>
Terms<N> solve(const Square<N>& l, Terms<N> x) {
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= l[i][k] * x[k];
    x[i] /= l[i][i];
  }
  for (std::size_t i = N; i-- > 0;) {
    for (std::size_t k = i + 1; k < N; ++k) x[i] -= l[k][i] * x[k];
    x[i] /= l[i][i];
  }
  return x;
}

/// Weighted ridge regression on the terms of sizes, or of sizes and a look, each but the first
/// centred and scaled. Few sizes leave directions open; the ridge closes them.
template <std::size_t N>
class SizeRegression {
 public:
  SizeRegression(std::vector<Terms<N>> inputs, std::vector<double> weights, double ridge)
      : inputs_(std::move(inputs)),
        weights_(std::move(weights)),
        all_(std::accumulate(weights_.begin(), weights_.end(), 0.0)) {
    scale_[0] = 1;
    for (std::size_t t = 1; t < N; ++t) {
      mean_[t] = mean([&](std::size_t i) { return inputs_[i][t]; });
      const double squares = mean(
          [&](std::size_t i) { return (inputs_[i][t] - mean_[t]) * (inputs_[i][t] - mean_[t]); });
      // What differs by rounding alone is constant.
      scale_[t] = squares > 1e-18 * (1 + mean_[t] * mean_[t]) ? std::sqrt(squares) : 1;
    }
    Square<N> gram{};  // its lower triangle
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      Terms<N>& x = inputs_[i];
      for (std::size_t t = 0; t < N; ++t) x[t] = (x[t] - mean_[t]) / scale_[t];
      for (std::size_t t = 0; t < N; ++t) {
        const double weighted = weights_[i] * x[t];
        for (std::size_t u = 0; u <= t; ++u) gram[t][u] += weighted * x[u];
      }
    }
    for (std::size_t t = 1; t < N; ++t) gram[t][t] += ridge * all_;
    factor_ = cholesky(gram);
  }

  struct Law {
    Terms<N> coefficients{};  ///< of the terms as they are
    double spread = 0;
  };
  [[nodiscard]] Law fit(const std::vector<double>& labels) const {
    Terms<N> right{};
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      for (std::size_t t = 0; t < N; ++t) {
        right[t] += weights_[i] * inputs_[i][t] * labels[i];
      }
    }
    const Terms<N> scaled = solve(factor_, right);
    double squares = 0;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const double found =
          std::inner_product(scaled.begin(), scaled.end(), inputs_[i].begin(), 0.0);
      squares += weights_[i] * (labels[i] - found) * (labels[i] - found);
    }
    const double left = std::max(1.0, all_ - N);
    return {as_they_are(scaled), std::sqrt(squares / left)};
  }

  /// Whether a law says more than 0 of any input.
  [[nodiscard]] bool says_more_than_0(const Terms<N>& coefficients) const {
    return std::any_of(inputs_.begin(), inputs_.end(), [&](const Terms<N>& x) {
      double sum = 0;
      for (std::size_t t = 0; t < N; ++t) sum += coefficients[t] * (mean_[t] + scale_[t] * x[t]);
      return sum > 0;
    });
  }

  /// V of model::Asking.
  [[nodiscard]] Square<N> variance() const {
    Square<N> columns{};
    for (std::size_t t = 0; t < N; ++t) {
      Terms<N> unit{};
      unit[t] = 1;
      columns[t] = as_they_are(solve(factor_, unit));
    }
    Square<N> out{};
    for (std::size_t t = 0; t < N; ++t) {
      Terms<N> row{};
      for (std::size_t u = 0; u < N; ++u) row[u] = columns[u][t];
      out[t] = as_they_are(row);
    }
    return out;
  }

 private:
  template <class Of>
  [[nodiscard]] double mean(Of of) const {
    double sum = 0;
    for (std::size_t i = 0; i < inputs_.size(); ++i) sum += weights_[i] * of(i);
    return sum / all_;
  }
  [[nodiscard]] Terms<N> as_they_are(Terms<N> scaled) const {
    for (std::size_t t = 1; t < N; ++t) {
      scaled[t] /= scale_[t];
      scaled[0] -= scaled[t] * mean_[t];
    }
    return scaled;
  }

  std::vector<Terms<N>> inputs_;  ///< centred and scaled
  std::vector<double> weights_;
  double all_;  ///< of the weights
  Terms<N> mean_{}, scale_{};
  Square<N> factor_{};
};

}  // namespace sptune::train
