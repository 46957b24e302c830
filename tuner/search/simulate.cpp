// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/search/simulate.hpp"

#include "harness/records/statistics.hpp"
#include "kernels/api/mix64.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace sptune::search {
namespace {

double p95(std::vector<double> values) {
  return harness::quantile(std::move(values), 0.95);
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// One game in numbers that may be compared over grids.
struct Result {
  double share, ratio, close_s, close_share;
};

Result result_of(const Grid& grid, const Game& game) {
  // One that found nothing is as bad as one that is ten times slower.
  constexpr double nothing = 10;
  const double all_s = grid.seconds();
  const double ratio = game.found_us / grid.best_us();
  const double close_s = std::isfinite(game.close_s) ? game.close_s : game.seconds + all_s;
  return {game.seconds / all_s, std::isfinite(ratio) ? ratio : nothing, close_s, close_s / all_s};
}

using Statistic = std::function<double(const std::vector<Result>&)>;

std::vector<double> column(const std::vector<Result>& results, double Result::*member) {
  std::vector<double> out;
  out.reserve(results.size());
  for (const Result& r : results) out.push_back(r.*member);
  return out;
}

/// Of the grids of a matrix, by seed.
using OfMatrix = std::vector<std::vector<Result>>;

/// Percentile bootstrap over matrices; each of their grids takes one of its seeds.
Estimate estimate(const std::vector<OfMatrix>& by_matrix, const std::vector<Result>& all,
                  const Statistic& statistic) {
  constexpr std::uint64_t replicates = 1000;
  std::vector<double> values;
  values.reserve(replicates);
  std::uint64_t state = 1;
  const auto below = [&](std::size_t bound) {
    return static_cast<std::size_t>(mix64(state += golden_gamma) % bound);
  };
  for (std::uint64_t r = 0; r < replicates; ++r) {
    std::vector<Result> drawn;
    for (std::size_t k = 0; k < by_matrix.size(); ++k) {
      for (const std::vector<Result>& seeds : by_matrix[below(by_matrix.size())]) {
        drawn.push_back(seeds[below(seeds.size())]);
      }
    }
    values.push_back(statistic(drawn));
  }
  return {statistic(all), harness::quantile(values, 0.025), harness::quantile(values, 0.975)};
}

}  // namespace

double Grid::best_us() const {
  double best = std::numeric_limits<double>::infinity();
  for (const Stored& p : points) {
    if (p.outcome == harness::Outcome::ok && p.median_us > 0) best = std::min(best, p.median_us);
  }
  return best;
}

double Grid::seconds() const {
  double sum = 0;
  for (const Stored& p : points) sum += p.seconds;
  return sum;
}

Game play(const Grid& grid, const Settings& settings, const Experience& experience,
          double budget_s) {
  const double enough = grid.best_us() * close;
  const auto strategy = make_strategy(grid.space, settings, experience);
  Game game;
  while (const auto question = strategy->ask()) {
    const Stored& stored = grid.points[question->point];
    const bool brief = question->samples > 0 && question->samples < stored.samples;
    const double skipped =
        brief ? stored.sampling_s * (1 - static_cast<double>(question->samples) / stored.samples)
              : 0;
    const double seconds = std::max(stored.seconds - skipped, 0.0);
    if (game.seconds + seconds > budget_s) break;
    game.seconds += seconds;
    ++game.trials;
    const Answer answer{question->point, stored.outcome, stored.median_us};
    strategy->tell(answer);
    game.told.push_back(answer);
    if (brief || stored.outcome != harness::Outcome::ok || stored.median_us <= 0) continue;
    game.found_us = std::min(game.found_us, stored.median_us);
    if (game.found_us <= enough) game.close_s = std::min(game.close_s, game.seconds);
  }
  return game;
}

std::vector<std::size_t> most_similar(const std::vector<double>& features,
                                      const std::vector<std::vector<double>>& others) {
  const auto scaled = [](double v) { return std::copysign(std::log1p(std::abs(v)), v); };
  std::vector<double> distance(others.size(), 0);
  for (std::size_t f = 0; f < features.size(); ++f) {
    std::vector<double> values;
    for (const auto& other : others) {
      if (std::isfinite(other[f])) values.push_back(scaled(other[f]));
    }
    if (values.size() < 2 || !std::isfinite(features[f])) continue;
    const double centre = mean(values);
    double variance = 0;
    for (const double v : values) variance += (v - centre) * (v - centre);
    variance /= static_cast<double>(values.size());
    if (variance <= 0) continue;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const double apart =
          std::isfinite(others[i][f]) ? scaled(others[i][f]) - scaled(features[f]) : 0;
      distance[i] += apart * apart / variance;
    }
  }
  std::vector<std::size_t> order(others.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return distance[a] < distance[b]; });
  if (order.size() > most_others) order.resize(most_others);
  return order;
}

std::vector<Answer> all_answers(const Grid& grid) {
  std::vector<Answer> out;
  for (std::size_t p = 0; p < grid.points.size(); ++p) {
    out.push_back({p, grid.points[p].outcome, grid.points[p].median_us});
  }
  return out;
}

Experience of_other_families(const std::vector<Grid>& grids,
                             const std::vector<std::vector<Answer>>& known, std::size_t own) {
  const Grid& grid = grids[own];
  std::vector<std::size_t> others;
  std::vector<std::vector<double>> features;
  for (std::size_t g = 0; g < grids.size(); ++g) {
    if (grids[g].family == grid.family || grids[g].parameters != grid.parameters) continue;
    if (known[g].empty()) continue;
    others.push_back(g);
    features.push_back(grids[g].features);
  }
  Experience out;
  for (const std::size_t i : most_similar(grid.features, features)) {
    Profile profile;
    for (const Answer& a : known[others[i]]) {
      const auto here = grid.space.find(grids[others[i]].space.text(a.point));
      if (here && a.timed()) profile.log_us.emplace_back(*here, std::log(a.median_us));
    }
    out.push_back(std::move(profile));
  }
  return out;
}

Score score_of(const std::vector<Grid>& grids, const std::vector<std::vector<Game>>& games) {
  Score out;
  std::vector<OfMatrix> by_matrix;
  std::map<std::string, std::size_t> places;  // of matrices there
  std::vector<Result> all;
  double reached = 0;
  for (std::size_t g = 0; g < games.size(); ++g) {
    const auto [place, fresh] = places.try_emplace(grids[g].matrix_hash, by_matrix.size());
    if (fresh) by_matrix.emplace_back();
    std::vector<Result>& results = by_matrix[place->second].emplace_back();
    for (const Game& game : games[g]) {
      results.push_back(result_of(grids[g], game));
      all.push_back(results.back());
      out.trials += static_cast<double>(game.trials);
      reached += std::isfinite(game.close_s) ? 1 : 0;
    }
  }
  if (all.empty()) throw UsageError("no game was played: --seeds 1, or a database with trials");
  const auto of = [&](double Result::*member, auto statistic) {
    return estimate(by_matrix, all, [member, statistic](const std::vector<Result>& results) {
      return statistic(column(results, member));
    });
  };
  out.trials /= static_cast<double>(all.size());
  out.reached = reached / static_cast<double>(all.size());
  out.share_mean = of(&Result::share, mean);
  out.share_p95 = of(&Result::share, p95);
  out.ratio_mean = of(&Result::ratio, harness::geometric_mean);
  out.ratio_p95 = of(&Result::ratio, p95);
  out.close_s = of(&Result::close_s, mean);
  const std::vector<double> ratios = column(all, &Result::ratio);
  out.ratio_worst = *std::max_element(ratios.begin(), ratios.end());
  out.close_share = mean(column(all, &Result::close_share));
  return out;
}

}  // namespace sptune::search
