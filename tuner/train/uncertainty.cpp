// SPDX-License-Identifier: BSD-3-Clause
// How far predictions are off: learned from what forests said of problems that they had not seen.
#include "tuner/train/cross_validation.hpp"

#include <algorithm>
#include <cmath>

namespace sptune::train {
namespace {

/// Of a matrix, the candidates that it may get: so many with the least predicted times.
constexpr std::size_t best_few = 10;

/// Positions of those that can be used, the least predicted time first.
std::vector<std::size_t> by_prediction(const Problem& p, const Frame& frame,
                                       const Prediction& prediction) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < frame.portfolio.size(); ++c) {
    if (p.cells[frame.portfolio[c]].state == Cell::State::usable) out.push_back(c);
  }
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return prediction.log_ratio[a] < prediction.log_ratio[b];
  });
  return out;
}

/// Measured minus predicted log(time / default's time).
double residual(const Dataset& data, const Problem& p, const Frame& frame,
                const Prediction& prediction, std::size_t candidate) {
  const double measured =
      p.cells[frame.portfolio[candidate]].us / p.cells[data.default_configuration].us;
  return std::log(measured) - prediction.log_ratio[candidate];
}

/// log of the mean over the best few.
double log_unit(const Dataset& data, const Problem& p, const Frame& frame,
                const Prediction& prediction) {
  constexpr double most = 0.5;    // one that is far off says little of the others
  constexpr double least = 0.02;  // or matrices on which all goes well make the unit of the others
  double sum = 0;
  double count = 0;
  for (const std::size_t c : by_prediction(p, frame, prediction)) {
    if (c == 0) continue;
    sum += std::min(most, std::abs(residual(data, p, frame, prediction, c)));
    if (++count == best_few) break;
  }
  return std::log(least + (count > 0 ? sum / count : 0));
}

/// Small: there is one label per problem.
BoosterOptions forest_options() {
  BoosterOptions out;
  out.trees = 60;
  out.depth = 4;
  out.eta = 0.1;
  out.subsample = 0.7;
  out.columns = 0.5;
  out.min_child_weight = 1;
  return out;
}

model::Forest fit(const Frame& frame, const std::vector<std::size_t>& problems,
                  const std::vector<float>& labels) {
  Table inputs;
  inputs.columns = frame.feature_inputs.size();
  std::vector<float> own;
  for (const std::size_t i : problems) {
    inputs.values.insert(inputs.values.end(), frame.features[i].begin(), frame.features[i].end());
    own.push_back(labels[i]);
  }
  if (own.empty() || inputs.columns == 0) return {};
  return Booster(inputs, own, std::vector<float>(own.size(), 1), forest_options()).forest();
}

}  // namespace

model::Uncertainty fit_uncertainty(const Dataset& data, const Frame& frame,
                                   const std::vector<std::vector<std::size_t>>& folds,
                                   std::vector<Prediction>& predictions) {
  // Intervals of 0.46 instead of 0.77 at the median, the same coverage
  // (docs/measurements/model.md, "Intervals").
  model::Uncertainty out;
  out.per_log_ratio = 0.2;
  std::vector<float> labels;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    labels.push_back(static_cast<float>(log_unit(data, data.problems[i], frame, predictions[i])));
  }
  std::vector<std::size_t> all;
  for (const auto& held_out : folds) {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < data.problems.size(); ++i) {
      if (!std::binary_search(held_out.begin(), held_out.end(), i)) rest.push_back(i);
    }
    const model::Uncertainty without{fit(frame, rest, labels), out.per_log_ratio};
    for (const std::size_t i : held_out) predictions[i].unit = without.at(frame.features[i]);
    all.insert(all.end(), held_out.begin(), held_out.end());
  }
  std::sort(all.begin(), all.end());
  out.forest = fit(frame, all, labels);
  return out;
}

void fit_apart(const Dataset& data, const Frame& frame, const std::vector<Prediction>& predictions,
               model::Rule& rule) {
  constexpr std::size_t runners_up = 4;
  std::vector<double> apart;
  std::vector<double> units;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    const Problem& p = data.problems[i];
    const auto order = by_prediction(p, frame, predictions[i]);
    for (std::size_t k = 1; k <= runners_up && k < order.size(); ++k) {
      apart.push_back(std::abs(residual(data, p, frame, predictions[i], order[k]) -
                               residual(data, p, frame, predictions[i], order[0])));
      units.push_back(apart.back() / predictions[i].unit);
    }
  }
  if (apart.empty()) return;
  constexpr double deviations = 1.4826;  // of a normal distribution, per median of the distances
  rule.apart = std::min(deviations * quantile(std::move(apart), 0.5), model::Rule::most_apart);
  rule.apart_units =
      std::min(deviations * quantile(std::move(units), 0.5), model::Rule::most_apart_units);
}

}  // namespace sptune::train
