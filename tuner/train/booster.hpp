// SPDX-License-Identifier: BSD-3-Clause
// XGBoost behind four functions: fit, predict, and the fitted trees as our own Forest.
#pragma once

#include "tuner/model/forest.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace sptune::train {

/// Rows of inputs, row-major, NaN where missing.
struct Table {
  std::size_t columns = 0;
  std::vector<float> values;

  [[nodiscard]] std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  [[nodiscard]] std::span<const float> row(std::size_t i) const {
    return std::span(values).subspan(i * columns, columns);
  }
};

struct BoosterOptions {
  int trees = 100;
  int depth = 4;
  double eta = 0.1;
  double subsample = 0.8;
  double columns = 1;  ///< share of the inputs that a tree may use
  double min_child_weight = 3;
  double lambda = 1;
  int seed = 1;
  int threads = 1;
};

/// Gradient-boosted regression trees (Chen and Guestrin, KDD 2016) on squared error, histogram
/// method. The same input gives the same trees. Throws std::runtime_error with XGBoost's message.
class Booster {
 public:
  Booster(const Table& inputs, std::span<const float> labels, std::span<const float> weights,
          const BoosterOptions& options);
  ~Booster();
  Booster(Booster&&) noexcept;
  Booster& operator=(Booster&&) noexcept;

  [[nodiscard]] std::vector<float> predict(const Table& inputs) const;
  /// Valid by model::validate; model::evaluate agrees with predict to rounding.
  [[nodiscard]] model::Forest forest() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sptune::train
