// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/trainer.hpp"

#include "tuner/train/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace sptune::train {
namespace {

std::vector<std::pair<std::string, double>> metrics_of(const Dataset& data, const Frame& frame,
                                                       const Fitted& fitted,
                                                       const model::Rule& rule,
                                                       const std::vector<Prediction>& predictions) {
  std::vector<double> losses;
  double best_possible = 0;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    const Problem& p = data.problems[i];
    const double of_pick = loss(p, pick(data, frame, fitted, predictions[i], i, rule, endless));
    if (std::isnan(of_pick)) continue;  // never tried there
    losses.push_back(of_pick);
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t c : frame.portfolio) {
      if (p.cells[c].state == Cell::State::usable) least = std::min(least, loss(p, c));
    }
    best_possible += least;
  }
  const auto n = static_cast<double>(losses.size());
  return {{"cv_share", std::exp(-std::accumulate(losses.begin(), losses.end(), 0.0) / n)},
          {"cv_p95_loss", std::exp(quantile(losses, 0.95))},
          {"cv_p99_loss", std::exp(quantile(losses, 0.99))},
          {"cv_worst_loss", std::exp(quantile(losses, 1))},
          {"portfolio_share", std::exp(-best_possible / n)}};
}

/// Whether what keeps a copy of the values is among the candidates, and the default is none such.
bool copies_are_a_choice(const Dataset& data, const Dataset& changing, const Frame& frame) {
  const auto copies = [&](std::size_t c) {
    for (std::size_t i = 0; i < data.problems.size(); ++i) {
      if (changing.problems[i].cells[c].state != data.problems[i].cells[c].state) return true;
    }
    return false;
  };
  return !copies(data.default_configuration) &&
         std::any_of(frame.portfolio.begin(), frame.portfolio.end(), copies);
}

}  // namespace

std::vector<Recipe> TrainOptions::default_recipes(int trees) {
  // All inputs learn sharp borders, fewer per tree guard against the many correlated features of
  // few matrices. Share of the oracle, three partings into folds: 0.951, 0.954 and 0.957 averaged,
  // 0.94 to 0.958 alone (docs/measurements/model.md, "What earlier sweeps decided").
  std::vector<Recipe> out;
  for (const double columns : {1.0, 0.7}) {
    Recipe recipe;
    recipe.booster.depth = 6;
    recipe.booster.columns = columns;
    recipe.booster.trees = trees;
    // 100 learn as much as 150 did; beyond 1 a tree overshoots what the next must take back.
    recipe.booster.eta = std::min(1.0, 15.0 / trees);
    recipe.booster.subsample = 0.7;
    recipe.booster.min_child_weight = 1;
    out.push_back(recipe);
  }
  return out;
}

double loss(const Problem& problem, std::size_t configuration) {
  const Cell& cell = problem.cells[configuration];
  if (!cell.tried()) return std::numeric_limits<double>::quiet_NaN();
  if (cell.state != Cell::State::usable) return std::log(failed_loss);
  return std::log(cell.us / problem.oracle_us());
}

double objective(std::vector<double> losses) {
  if (losses.empty()) return 0;
  std::sort(losses.begin(), losses.end(), std::greater<>());
  const auto n = static_cast<double>(losses.size());
  const auto worst = static_cast<std::ptrdiff_t>(std::ceil(0.02 * n));
  const double mean = std::accumulate(losses.begin(), losses.end(), 0.0) / n;
  const double tail =
      std::accumulate(losses.begin(), losses.begin() + worst, 0.0) / static_cast<double>(worst);
  return mean + 0.1 * tail;
}

model::ModelData train(const Dataset& data, const TrainOptions& options) {
  const auto folds = family_folds(data, std::max<std::size_t>(2, options.folds));
  if (folds.size() < 2) {
    throw InputError(too_few_families(data, "two", "training"));
  }
  const Frame frame = make_frame(data, std::min(options.portfolio, model::max_candidates));
  auto predictions = predict_out_of_fold(data, frame, folds, options.recipes, options.threads);
  Fitted fitted;
  fitted.uncertainty = fit_uncertainty(data, frame, folds, predictions);
  fitted.candidates =
      fit_candidates(data, frame, predictions, fitted.uncertainty, options.coverage);
  std::vector<std::size_t> all(data.problems.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Forests forests = fit_forests(data, frame, all, options.recipes);

  model::ModelData out;
  out.operation = data.operation;
  out.value_type = data.value_type;
  out.backend = data.backend;
  out.cache = data.cache;
  out.repeat = data.repeat;
  out.provenance = data.provenance;
  out.machine = data.machine;
  out.feature_inputs = frame.feature_inputs;
  out.configuration_inputs = frame.configuration_inputs;
  out.default_candidate = 0;
  out.base = std::move(forests.base);
  out.relative = std::move(forests.relative);
  const auto deciding = [&](const Dataset& of) {
    const model::Rule rule = tune_rule(of, frame, fitted, predictions, options);
    return fit_deciding(of, frame, fitted, predictions, rule, options);
  };
  out.deciding = deciding(data);
  if (const Dataset changing = where_values_change(data);
      copies_are_a_choice(data, changing, frame)) {
    out.changing = deciding(changing);
  }
  out.coverage = options.coverage;
  out.metrics = metrics_of(data, frame, fitted, out.deciding.rule, predictions);
  out.candidates = std::move(fitted.candidates);
  out.uncertainty = std::move(fitted.uncertainty);
  return out;
}

}  // namespace sptune::train
