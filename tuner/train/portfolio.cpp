// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/portfolio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sptune::train {
namespace {

double penalty(double us, double oracle_us, double tail_weight) {
  const double l = std::log(us / oracle_us);
  return l + tail_weight * l * l;
}

}  // namespace

std::vector<std::size_t> choose_portfolio(const Dataset& data, std::size_t size,
                                          double tail_weight) {
  const std::size_t problems = data.problems.size();
  const std::size_t configurations = data.configurations.size();
  constexpr double never = std::numeric_limits<double>::infinity();
  std::vector<double> cost(problems * configurations, never);
  for (std::size_t p = 0; p < problems; ++p) {
    const Problem& problem = data.problems[p];
    const double oracle = problem.oracle_us();
    for (std::size_t c = 0; c < configurations; ++c) {
      const Cell& cell = problem.cells[c];
      if (cell.state != Cell::State::usable) continue;
      cost[p * configurations + c] = penalty(cell.us, oracle, tail_weight);
    }
  }
  std::vector<std::size_t> portfolio{data.default_configuration};
  std::vector<double> best(problems);
  for (std::size_t p = 0; p < problems; ++p) {
    best[p] = cost[p * configurations + data.default_configuration];
  }
  while (portfolio.size() < size) {
    std::size_t winner = configurations;
    double most = 1e-4 * static_cast<double>(problems);
    for (std::size_t c = 0; c < configurations; ++c) {
      double gain = 0;
      for (std::size_t p = 0; p < problems; ++p) {
        gain += std::max(0.0, best[p] - cost[p * configurations + c]);
      }
      if (gain > most) {
        most = gain;
        winner = c;
      }
    }
    if (winner == configurations) break;
    portfolio.push_back(winner);
    for (std::size_t p = 0; p < problems; ++p) {
      best[p] = std::min(best[p], cost[p * configurations + winner]);
    }
  }
  return portfolio;
}

std::size_t best_single(const Dataset& data) {
  std::size_t winner = data.default_configuration;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < data.configurations.size(); ++c) {
    double sum = 0;
    for (const Problem& p : data.problems) {
      sum += std::log(data.us_or_default(p, c) / p.oracle_us());
    }
    if (sum < least) {
      least = sum;
      winner = c;
    }
  }
  return winner;
}

}  // namespace sptune::train
