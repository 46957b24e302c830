// SPDX-License-Identifier: BSD-3-Clause
// Private to the trainer: predictions for problems by forests that did not see their group, and
// what is fitted to them.
#pragma once

#include "tuner/model/expectations.hpp"
#include "tuner/train/trainer.hpp"

#include <cstddef>
#include <vector>

namespace sptune::train {

/// The part of a model that is decided before any forest grows.
struct Frame {
  std::vector<std::size_t> portfolio;  ///< into Dataset::configurations, default first
  std::vector<std::string> feature_inputs;
  std::vector<std::string> configuration_inputs;
  std::vector<std::vector<float>> encoded;   ///< per candidate
  std::vector<std::vector<float>> features;  ///< per problem
  /// Per problem, model::Expectations of every candidate; the inputs only where a variant has an
  /// estimate.
  std::vector<model::ExpectedTable> expected;
};
[[nodiscard]] Frame make_frame(const Dataset& data, std::size_t portfolio_size);

/// Forests over the problems listed; the relative one is the average over the recipes.
struct Forests {
  model::Forest base, relative;
};
[[nodiscard]] Forests fit_forests(const Dataset& data, const Frame& frame,
                                  const std::vector<std::size_t>& problems,
                                  const std::vector<Recipe>& recipes);

struct Prediction {
  double log_base = 0;            ///< log(ns of the default / bound bytes)
  std::vector<double> log_ratio;  ///< per candidate; 0 for the default
  double unit = 1;                ///< Uncertainty::at
};
[[nodiscard]] Prediction predict(const Forests& forests, const Frame& frame, std::size_t problem);

/// Per problem, by forests of the other folds.
[[nodiscard]] std::vector<Prediction> predict_out_of_fold(
    const Dataset& data, const Frame& frame, const std::vector<std::vector<std::size_t>>& folds,
    const std::vector<Recipe>& recipes, int threads);

/// By residuals of `predictions`, into which goes the unit of each problem, by a forest of the
/// other folds.
[[nodiscard]] model::Uncertainty fit_uncertainty(const Dataset& data, const Frame& frame,
                                                 const std::vector<std::vector<std::size_t>>& folds,
                                                 std::vector<Prediction>& predictions);

/// Rule::apart and apart_units, by what the candidates with the least predicted times are off one
/// another.
void fit_apart(const Dataset& data, const Frame& frame, const std::vector<Prediction>& predictions,
               model::Rule& rule);

/// What turns predictions into scores.
struct Fitted {
  std::vector<model::Candidate> candidates;
  model::Uncertainty uncertainty;
};

/// log(time / the least of all configurations) at so many runs, preparing paid. A choice that fails
/// counts as ten times the least; one that does not fit is the default of so many runs, as a
/// dispatcher has it; NaN for one that was never tried there.
[[nodiscard]] double loss_at(const Dataset& data, const Problem& problem, std::size_t configuration,
                             double runs);

/// The rule, and what to do before features are asked, given what the model picks by it when they
/// are.
[[nodiscard]] model::Deciding fit_deciding(const Dataset& data, const Frame& frame,
                                           const Fitted& fitted,
                                           const std::vector<Prediction>& predictions,
                                           const model::Rule& rule, const TrainOptions& options);

/// Candidates with the cost of preparing and the intervals fitted.
[[nodiscard]] std::vector<model::Candidate> fit_candidates(
    const Dataset& data, const Frame& frame, const std::vector<Prediction>& predictions,
    const model::Uncertainty& uncertainty, double coverage);

/// Configuration (index into the data set) that the rule picks on one problem, given its
/// prediction; whether it was ever tried there, a dispatcher does not ask.
[[nodiscard]] std::size_t pick(const Dataset& data, const Frame& frame, const Fitted& fitted,
                               const Prediction& prediction, std::size_t problem,
                               const model::Rule& rule, double runs);

/// The rule of the options' risk and of at most their `max_loss` that has the best objective,
/// slower choices than the default charged, over the problems on which what any of the rules picks
/// was tried; the one that keeps the default where there are none.
[[nodiscard]] model::Rule tune_rule(const Dataset& data, const Frame& frame, const Fitted& fitted,
                                    const std::vector<Prediction>& predictions,
                                    const TrainOptions& options);

}  // namespace sptune::train
