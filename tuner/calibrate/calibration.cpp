// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/calibration.hpp"

#include "kernels/api/mix64.hpp"

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sptune::calibrate {
namespace {

using Trees = std::array<FittedTree, 2>;

/// Matrices with what everything costs them.
struct Priced {
  const std::vector<MatrixTimes>* matrices = nullptr;
  std::array<std::vector<Costs>, 2> costs;
};

Priced priced(const std::vector<MatrixTimes>& matrices,
              const std::array<std::unique_ptr<Node>, 2>& base) {
  Priced out{&matrices, {}};
  for (const Phase phase : phases) {
    const auto p = static_cast<std::size_t>(phase);
    out.costs[p] = costs_of(matrices, phase, *base[p]);
  }
  return out;
}

Trees fit(const Priced& priced, const std::vector<std::size_t>& chosen,
          const std::array<std::unique_ptr<Node>, 2>& base, const policies::AccumulatorNames& names,
          const FitOptions& o) {
  Trees out;
  for (const Phase phase : phases) {
    const auto p = static_cast<std::size_t>(phase);
    std::vector<const MatrixTimes*> rows;
    std::vector<const Costs*> costs;
    for (const std::size_t i : chosen) {
      rows.push_back(&(*priced.matrices)[i]);
      costs.push_back(&priced.costs[p][i]);
    }
    out[p] =
        fit_tree(*base[p], rows, costs, phase == Phase::count ? names.count : names.fill, phase, o);
  }
  return out;
}

/// Sums of logarithms, to be divided by the number of matrices.
class Tally {
 public:
  void add(const MatrixTimes& m, double count_cost, double fill_cost) {
    const double saved = m.phases[0].usual_us * (1 - std::exp(count_cost)) +
                         m.phases[1].usual_us * (1 - std::exp(fill_cost));
    // Phases are medians of their own: together they may take longer than the product's.
    const double total = -std::log(std::max(0.05, 1 - saved / m.total_us));
    count_ -= count_cost;
    fill_ -= fill_cost;
    total_ += total;
    least_ = matrices_ == 0 ? total : std::min(least_, total);
    ++matrices_;
  }
  [[nodiscard]] Gain gain() const {
    const double n = std::max(1.0, static_cast<double>(matrices_));
    return {std::exp(count_ / n), std::exp(fill_ / n), std::exp(total_ / n), std::exp(least_),
            matrices_};
  }

 private:
  double count_ = 0, fill_ = 0, total_ = 0, least_ = 0;
  std::size_t matrices_ = 0;
};

/// What a policy costs a matrix: whoever is asked first now, where that is somebody else.
double cost_of(const Node& fitted, const Node& base, const MatrixTimes& m, const Costs& costs) {
  const std::uint8_t now = fitted.leaf_of(m.facts).order.front();
  return now == base.leaf_of(m.facts).order.front() ? 0 : costs[now];
}

void judge(Tally& tally, const Trees& trees, const std::array<std::unique_ptr<Node>, 2>& base,
           const Priced& priced, std::size_t i) {
  const MatrixTimes& m = (*priced.matrices)[i];
  std::array<double, 2> cost{};
  for (std::size_t p = 0; p < 2; ++p) {
    cost[p] = cost_of(*trees[p].tree, *base[p], m, priced.costs[p][i]);
  }
  tally.add(m, cost[0], cost[1]);
}

Gain judge(const Trees& trees, const std::array<std::unique_ptr<Node>, 2>& base,
           const Priced& priced) {
  Tally tally;
  for (std::size_t i = 0; i < priced.matrices->size(); ++i) judge(tally, trees, base, priced, i);
  return tally.gain();
}

/// Matrices in an order that looks like none and depends on their names and the seed alone.
std::vector<std::size_t> shuffled(const std::vector<MatrixTimes>& matrices, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::size_t>> keys;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const std::string& name = matrices[i].matrix;
    keys.emplace_back(mix64(XXH3_64bits(name.data(), name.size()) + mix64(seed)), i);
  }
  std::ranges::sort(keys);
  std::vector<std::size_t> out;
  out.reserve(keys.size());
  for (const auto& key : keys) out.push_back(key.second);
  return out;
}

Gain judge_folds(const Priced& priced, const std::array<std::unique_ptr<Node>, 2>& base,
                 const policies::AccumulatorNames& names, const CalibrationOptions& o) {
  const std::vector<std::size_t> order = shuffled(*priced.matrices, o.seed);
  const auto folds = static_cast<std::size_t>(o.folds);
  Tally tally;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<std::size_t> fitted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i % folds != fold) fitted.push_back(order[i]);
    }
    std::ranges::sort(fitted);
    const Trees trees = fit(priced, fitted, base, names, o.fit);
    for (std::size_t i = fold; i < order.size(); i += folds) {
      judge(tally, trees, base, priced, order[i]);
    }
  }
  return tally.gain();
}

nlohmann::ordered_json json_of(const Gain& g) {
  const auto rounded = [](double v) { return std::round(v * 1e4) / 1e4; };
  return {{"matrices", g.matrices},
          {"count", rounded(g.count)},
          {"fill", rounded(g.fill)},
          {"total", rounded(g.total)}};
}

}  // namespace

Calibration calibrate(const Trials& trials, const Accumulators& accumulators,
                      const CalibrationOptions& o, const Trials* others) {
  const policies::AccumulatorNames names = accumulators.names();
  const std::size_t builtin = policies::builtin_policy_for(trials.architecture);
  const policies::Policy policy = policies::builtin_policy(builtin, names);
  const std::array base{grow(policy.count, names.count), grow(policy.fill, names.fill)};
  const Priced own = priced(trials.matrices, base);
  std::vector<std::size_t> all(trials.matrices.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Calibration out;
  out.base = policy.name;
  out.trees = fit(own, all, base, names, o.fit);
  out.on_all = judge(out.trees, base, own);
  if (o.folds >= 2) out.held_out = judge_folds(own, base, names, o);
  if (others != nullptr) out.judged = judge(out.trees, base, priced(others->matrices, base));
  return out;
}

std::string text_of(const Calibration& c, const Trials& trials, const Accumulators& accumulators,
                    const std::string& name, const std::string& database) {
  nlohmann::ordered_json evidence{{"base", c.base},
                                  {"database", database},
                                  {"machine", trials.machine},
                                  {"trials", trials.count},
                                  {"trials_hash", trials.hash},
                                  {"predicted_gain", json_of(c.on_all)}};
  if (c.held_out) evidence["predicted_gain_held_out"] = json_of(*c.held_out);
  return policy_text(
      {name, trials.architecture,
       evidence.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)},
      *c.trees[0].tree, *c.trees[1].tree, accumulators.names());
}

}  // namespace sptune::calibrate
