// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/holdout/comparators.hpp"

#include <algorithm>
#include <utility>

namespace sptune::holdout {
namespace {

using train::Cell;
using train::Dataset;
using train::Evaluation;
using train::Problem;

/// Fastest first, preparing paid.
std::vector<std::size_t> usable_by_cost(const Problem& problem, double runs) {
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t c = 0; c < problem.cells.size(); ++c) {
    const Cell& cell = problem.cells[c];
    if (cell.state == Cell::State::usable) {
      ranked.emplace_back(problem.cost_us(c, runs), c);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::size_t> out;
  out.reserve(ranked.size());
  for (const auto& [cost, c] : ranked) out.push_back(c);
  return out;
}

}  // namespace

std::vector<std::string> Comparators::all() const {
  std::vector<std::string> out{chosen};
  const auto add = [&](const std::string& text) {
    if (!text.empty() && std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  };
  for (const std::string& text : best) add(text);
  for (const std::string& text : {single, standard, rule, baseline}) add(text);
  return out;
}

std::vector<Comparators> choose_comparators(const Dataset& data, const Evaluation& evaluation,
                                            std::size_t best, double runs) {
  std::vector<Comparators> out;
  for (const train::HeldOutResult& j : evaluation.held_out) {
    const Problem& p = data.problems[j.problem];
    const auto text = [&](std::size_t c) {
      const bool cannot = !p.cells[c].fits();
      return data.configurations[cannot ? data.default_at(p, runs) : c].text();
    };
    Comparators r;
    r.chosen = text(j.chosen);
    r.deciding_s = j.spent_s;
    r.single = text(j.single);
    r.standard = text(data.default_at(p, runs));
    r.rule = text(j.rule);
    if (const train::Baseline* b = p.best_baseline(runs)) r.baseline = b->configuration;
    for (const std::size_t c : usable_by_cost(p, runs)) {
      if (r.best.size() >= std::max<std::size_t>(best, 1)) break;
      r.best.push_back(data.configurations[c].text());
    }
    out.push_back(std::move(r));
  }
  return out;
}

}  // namespace sptune::holdout
