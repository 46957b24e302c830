// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/train/trainer.hpp"

#include "sptune/tuner/train/cross_validation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace sptune::train {
namespace {

std::vector<std::pair<std::string, double>> metrics_of(const Dataset& data, const Frame& frame,
                                                       const model::ModelData& model,
                                                       const std::vector<Prediction>& predictions,
                                                       const Recipe& recipe) {
  std::vector<double> losses;
  double best_possible = 0;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    const Problem& p = data.problems[i];
    losses.push_back(loss(p, pick(data, frame, model.candidates, predictions[i], i, model.rule,
                                  std::numeric_limits<double>::infinity())));
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
          {"portfolio_share", std::exp(-best_possible / n)},
          {"trees", recipe.booster.trees},
          {"depth", recipe.booster.depth},
          {"eta", recipe.booster.eta},
          {"clip", recipe.clip},
          {"focus", recipe.focus}};
}

}  // namespace

std::vector<Recipe> TrainOptions::default_grid() {
  struct Point {
    int depth;
    double columns;
    double focus;
  };
  // Few inputs per tree guard against the many correlated features of few matrices, all inputs
  // learn sharp borders from many; which of them counts is what the cross-validation is asked.
  constexpr std::array<Point, 4> points{
      {{6, 0.7, 0.6}, {6, 0.4, 0.6}, {4, 0.4, 0.6}, {6, 0.4, 0.3}}};
  std::vector<Recipe> grid;
  for (const Point& point : points) {
    Recipe recipe;
    recipe.booster.depth = point.depth;
    recipe.booster.columns = point.columns;
    recipe.booster.trees = 200;
    recipe.booster.subsample = 0.7;
    recipe.booster.min_child_weight = 1;
    recipe.focus = point.focus;
    grid.push_back(recipe);
  }
  return grid;
}

double loss(const Problem& problem, std::size_t configuration) {
  const Cell& cell = problem.cells[configuration];
  if (cell.state != Cell::State::usable) return std::log(10.0);
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
  const auto folds = group_folds(data, std::max<std::size_t>(2, options.folds));
  if (folds.size() < 2) {
    throw InputError("expected trials of matrices from at least two groups, found " +
                     std::to_string(folds.size()) + ": sweep more matrices before training");
  }
  const Frame frame = make_frame(data, std::min(options.portfolio, model::max_candidates));
  const auto predictions = predict_out_of_fold(data, frame, folds, options.grid, options.threads);
  std::size_t chosen = 0;
  TunedRule rule;
  rule.objective = std::numeric_limits<double>::infinity();
  std::vector<model::Candidate> candidates;
  for (std::size_t r = 0; r < options.grid.size(); ++r) {
    auto fitted = fit_candidates(data, frame, predictions[r], options.coverage);
    const TunedRule tuned = tune_rule(data, frame, fitted, predictions[r]);
    if (tuned.objective < rule.objective) {
      rule = tuned;
      chosen = r;
      candidates = std::move(fitted);
    }
  }
  std::vector<std::size_t> all(data.problems.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  Forests forests = fit_forests(data, frame, all, options.grid[chosen]);

  model::ModelData out;
  out.operation = data.operation;
  out.value_type = data.value_type;
  out.backend = data.backend;
  out.cache = data.cache;
  out.provenance = data.provenance;
  out.machine = data.machine;
  out.feature_inputs = frame.feature_inputs;
  out.configuration_inputs = frame.configuration_inputs;
  out.candidates = std::move(candidates);
  out.default_candidate = 0;
  out.base = std::move(forests.base);
  out.relative = std::move(forests.relative);
  out.rule = rule.rule;
  out.coverage = options.coverage;
  out.metrics = metrics_of(data, frame, out, predictions[chosen], options.grid[chosen]);
  return out;
}

}  // namespace sptune::train
