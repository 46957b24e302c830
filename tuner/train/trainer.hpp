// SPDX-License-Identifier: BSD-3-Clause
// From a data set to a model: portfolio, forests, and by cross-validation over families of the
// data set itself the intervals and the bounds of the rule.
#pragma once

#include "tuner/model/rule.hpp"
#include "tuner/train/booster.hpp"
#include "tuner/train/dataset.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sptune::train {

/// How a relative forest is trained.
struct Recipe {
  BoosterOptions booster;
  /// Log ratios to the fastest above this are cut: that a candidate is five or forty times slower
  /// is the same to a chooser.
  double clip = 1.5;
  /// Weight of a trial falls as 1 / (1 + (log(time / oracle) / focus)^2), so that close calls count
  /// more. 0.6 beat 0.15, 0.3 and 5 on 213 real matrices (docs/measurements/model.md).
  double focus = 0.6;
};

struct TrainOptions {
  std::size_t portfolio = 40;  ///< most candidates, the default included
  std::size_t folds = 5;       ///< of the inner cross-validation
  double coverage = 0.9;       ///< of the intervals
  int threads = 1;
  /// What deciding takes once where the model will be asked, all in all. Not said, it is the
  /// features as the sweep timed them, and scoring: `evaluate` measures that here, and the model
  /// learns when asking pays with `usual_scoring_s`, so that the same trials make the same model.
  std::optional<double> deciding_s;
  /// Of an application that asks once, after other work (60 to 106 us on two hosts of an H200:
  /// docs/measurements/model.md, "Deciding once").
  static constexpr double usual_scoring_s = 100e-6;
  /// Of a glance at rows, after other work (docs/measurements/model.md, "A glance").
  static constexpr double usual_glance_s = 6e-6;
  /// `scoring_s`: where `deciding_s` is not said.
  [[nodiscard]] double deciding(double features_s, double scoring_s) const {
    return deciding_s.value_or(features_s + scoring_s);
  }
  /// Of the rule (model/rule.hpp); the cross-validation may choose a smaller `max_loss`. Intervals
  /// belong to a candidate, not to a matrix: a format for few kinds of matrices has a wide one, so
  /// that caution costs most where it is best. Without: share 0.953 instead of 0.938, p99 1.40
  /// instead of 1.93 on 221 real matrices (docs/measurements/model.md).
  double risk = 0;
  double max_loss = model::Rule::any_loss;
  /// What a choice that is slower than the default by more than a tie counts beside its time, as a
  /// loss in log(time): 0 minds nothing but the share of the oracle, 1 hardly leaves the default.
  double slower = 0.5;
  /// One forest each, averaged: which recipe is better on matrices of unseen groups cannot be told
  /// from the groups that are there, and the average was better than either.
  std::vector<Recipe> recipes = default_recipes();

  /// Of so many trees each, which are scored whenever the model is asked.
  static constexpr int default_trees = 100;
  [[nodiscard]] static std::vector<Recipe> default_recipes(int trees = default_trees);
};

/// Throws InputError when the data set has fewer than two families.
[[nodiscard]] model::ModelData train(const Dataset& data, const TrainOptions& options);

/// What two medians of one configuration differ by from sweep to sweep, as a share and as a factor.
/// The share stands in models; taken from the factor it would not be the number that it is.
inline constexpr double tie_share = 0.02;
inline constexpr double tie = 1 + tie_share;
static_assert(tie == 1.02);

/// A choice that fails counts as so many times the oracle.
inline constexpr double failed_loss = 10;

/// Loss of one choice: log(time / oracle) of the chosen configuration, NaN where it was never
/// tried.
[[nodiscard]] double loss(const Problem& problem, std::size_t configuration);

/// What both goals make of a set of losses: their mean plus a tenth of the mean of the worst 2 %.
[[nodiscard]] double objective(std::vector<double> losses);

}  // namespace sptune::train
