// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/portfolio.hpp"

#include "tuner/train/trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace sptune::train {
namespace {

double penalty(double us, double oracle_us, double tail_weight) {
  const double l = std::log(us / oracle_us);
  return l + tail_weight * l * l;
}

/// Every problem counts at several numbers of runs: where preparing has to pay soon, others are the
/// best ones.
struct View {
  double runs = endless;
  double weight = 1;
};
constexpr std::array<View, 4> views{{{endless, 0.7}, {1000, 0.1}, {100, 0.1}, {10, 0.1}}};

}  // namespace

std::vector<std::size_t> choose_portfolio(const Dataset& data, std::size_t size,
                                          double tail_weight) {
  const std::size_t rows = data.problems.size() * views.size();
  const std::size_t configurations = data.configurations.size();
  constexpr double never = std::numeric_limits<double>::infinity();
  std::vector<double> cost(rows * configurations, never);
  for (std::size_t r = 0; r < rows; ++r) {
    const Problem& problem = data.problems[r / views.size()];
    const View& view = views[r % views.size()];
    const double oracle = problem.oracle_us(view.runs);
    for (std::size_t c = 0; c < configurations; ++c) {
      if (problem.cells[c].state != Cell::State::usable) continue;
      cost[r * configurations + c] =
          view.weight * penalty(problem.cost_us(c, view.runs), oracle, tail_weight);
    }
  }
  std::vector<std::size_t> portfolio;
  std::vector<double> best(rows, never);
  const auto take = [&](std::size_t c) {
    if (std::find(portfolio.begin(), portfolio.end(), c) != portfolio.end()) return;
    portfolio.push_back(c);
    for (std::size_t r = 0; r < rows; ++r) {
      best[r] = std::min(best[r], cost[r * configurations + c]);
    }
  };
  take(data.default_configuration);
  // What runs without a model at few runs is what a choice is measured by there.
  for (const DefaultFrom& d : data.defaults_from) take(d.configuration);
  while (portfolio.size() < size) {
    std::size_t winner = configurations;
    double most = 1e-4 * static_cast<double>(data.problems.size());
    for (std::size_t c = 0; c < configurations; ++c) {
      double gain = 0;
      for (std::size_t r = 0; r < rows; ++r) {
        gain += std::max(0.0, best[r] - cost[r * configurations + c]);
      }
      if (gain > most) {
        most = gain;
        winner = c;
      }
    }
    if (winner == configurations) break;
    take(winner);
  }
  return portfolio;
}

std::size_t best_single(const Dataset& data, double runs) {
  const auto loss_on = [&](const Problem& p, std::size_t c) {
    if (p.cells[c].state == Cell::State::failed) return failed_loss;
    return data.cost_or_default(p, c, runs) / p.oracle_us(runs);
  };
  const auto log_loss = [&](std::size_t c) {
    return std::accumulate(
        data.problems.begin(), data.problems.end(), 0.0,
        [&](double sum, const Problem& p) { return sum + std::log(loss_on(p, c)); });
  };
  // First, since what is refused everywhere does as well.
  std::size_t winner = data.default_at(runs);
  double least = log_loss(winner);
  for (std::size_t c = 0; c < data.configurations.size(); ++c) {
    // A search tries most points only where they look good: what such a one takes elsewhere, nobody
    // knows.
    const auto tried = std::count_if(data.problems.begin(), data.problems.end(),
                                     [&](const Problem& p) { return p.cells[c].tried(); });
    if (10 * static_cast<std::size_t>(tried) < 9 * data.problems.size()) continue;
    const double sum = log_loss(c);
    if (sum < least) {
      least = sum;
      winner = c;
    }
  }
  return winner;
}

}  // namespace sptune::train
