// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/calibration.hpp"

#include "kernels/api/mix64.hpp"

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace sptune::calibrate {
namespace {

using Trees = std::array<FittedTree, 2>;
using ByPhase = std::array<bool, 2>;

using Base = std::array<std::unique_ptr<Node>, 2>;

/// Products with what everything costs them, by phase.
struct Priced {
  const std::vector<ProductTimes>* products = nullptr;
  std::array<std::vector<Costs>, 2> of_rows;
  std::array<std::vector<Costs>, 2> of_products;

  [[nodiscard]] PricedProduct at(std::size_t phase, std::size_t i) const {
    return {&(*products)[i], &of_rows[phase][i], &of_products[phase][i]};
  }
};

Priced priced(const std::vector<ProductTimes>& products, const Base& base) {
  Priced out{&products, {}, {}};
  for (const Phase phase : phases) {
    const auto p = static_cast<std::size_t>(phase);
    out.of_rows[p] = costs_for_rows(products, phase, *base[p]);
    out.of_products[p] = costs_for_products(products, phase, *base[p]);
  }
  return out;
}

Trees fit(const Priced& priced, const std::vector<std::size_t>& chosen, const Base& base,
          const policies::AccumulatorNames& names, FitOptions o, const ByPhase& asks_products) {
  Trees out;
  for (const Phase phase : phases) {
    const auto p = static_cast<std::size_t>(phase);
    std::vector<PricedProduct> products;
    products.reserve(chosen.size());
    for (const std::size_t i : chosen) products.push_back(priced.at(p, i));
    o.asks_products = asks_products[p];
    out[p] =
        fit_tree(*base[p], products, phase == Phase::count ? names.count : names.fill, phase, o);
  }
  return out;
}

/// Sums of logarithms, to be divided by the number of products.
class Tally {
 public:
  void add(const ProductTimes& m, double count_cost, double fill_cost) {
    const double saved = m.phases[0].usual_us * (1 - std::exp(count_cost)) +
                         m.phases[1].usual_us * (1 - std::exp(fill_cost));
    // Phases are medians of their own: together they may take longer than the product's.
    const double total = -std::log(std::max(0.05, 1 - saved / m.total_us));
    count_ -= count_cost;
    fill_ -= fill_cost;
    total_ += total;
    least_ = products_ == 0 ? total : std::min(least_, total);
    ++products_;
  }
  [[nodiscard]] Gain gain() const {
    const double n = std::max(1.0, static_cast<double>(products_));
    return {std::exp(count_ / n), std::exp(fill_ / n), std::exp(total_ / n), std::exp(least_),
            products_};
  }

 private:
  double count_ = 0, fill_ = 0, total_ = 0, least_ = 0;
  std::size_t products_ = 0;
};

/// What a policy costs a product: whoever is asked first now, where that is somebody else. How much
/// of the time is that of rows which groups and strips leave is not known: nothing is promised.
double cost_of(const Node& fitted, const Node& base, const PricedProduct& product, Phase phase) {
  const Facts& facts = product.times->facts;
  const int first = fitted.first_of(facts);
  if (first != base.first_of(facts)) return (*product.of_product)[static_cast<std::size_t>(first)];
  if (first >= 0 || !product.times->alike) return 0;
  if (product.times->suited && phase == Phase::fill) return 0;
  const std::uint8_t now = fitted.leaf_of(facts).order.front();
  return now == base.leaf_of(facts).order.front() ? 0 : (*product.of_rows)[now];
}

void judge(Tally& tally, const Trees& trees, const Base& base, const Priced& priced,
           std::size_t i) {
  std::array<double, 2> cost{};
  for (const Phase phase : phases) {
    const auto p = static_cast<std::size_t>(phase);
    cost[p] = cost_of(*trees[p].tree, *base[p], priced.at(p, i), phase);
  }
  tally.add((*priced.products)[i], cost[0], cost[1]);
}

Gain judge(const Trees& trees, const Base& base, const Priced& priced) {
  Tally tally;
  for (std::size_t i = 0; i < priced.products->size(); ++i) judge(tally, trees, base, priced, i);
  return tally.gain();
}

/// Folds of products; all products of a matrix are in one. They depend on names and seed alone.
std::vector<std::size_t> folds_of(const std::vector<ProductTimes>& products,
                                  const CalibrationOptions& o) {
  std::set<std::pair<std::uint64_t, std::string>> order;
  for (const ProductTimes& p : products) {
    order.emplace(mix64(XXH3_64bits(p.matrix.data(), p.matrix.size()) + mix64(o.seed)), p.matrix);
  }
  std::map<std::string, std::size_t> fold;
  for (const auto& [key, matrix] : order) {
    const std::size_t number = fold.size();
    fold[matrix] = number % static_cast<std::size_t>(o.folds);
  }
  std::vector<std::size_t> out;
  out.reserve(products.size());
  for (const ProductTimes& p : products) out.push_back(fold[p.matrix]);
  return out;
}

Gain judge_folds(const Priced& priced, const Base& base, const policies::AccumulatorNames& names,
                 const CalibrationOptions& o, const ByPhase& asks_products) {
  const std::vector<std::size_t> fold = folds_of(*priced.products, o);
  Tally tally;
  for (std::size_t held_out = 0; held_out < static_cast<std::size_t>(o.folds); ++held_out) {
    std::vector<std::size_t> fitted;
    for (std::size_t i = 0; i < fold.size(); ++i) {
      if (fold[i] != held_out) fitted.push_back(i);
    }
    const Trees trees = fit(priced, fitted, base, names, o.fit, asks_products);
    for (std::size_t i = 0; i < fold.size(); ++i) {
      if (fold[i] == held_out) judge(tally, trees, base, priced, i);
    }
  }
  return tally.gain();
}

/// Where the halves, or other folds, gain more by questions about products as well. An accumulator
/// in front of all rows takes those, too, that it is slow at; one that is asked about takes the
/// rows that it is meant for.
ByPhase worth_asking(const Priced& priced, const Base& base,
                     const policies::AccumulatorNames& names, const CalibrationOptions& o) {
  const Gain with = judge_folds(priced, base, names, o, {true, true});
  const Gain without = judge_folds(priced, base, names, o, {false, false});
  return {with.count > without.count, with.fill > without.fill};
}

nlohmann::ordered_json json_of(const Gain& g) {
  const auto rounded = [](double v) { return std::round(v * 1e4) / 1e4; };
  return {{"products", g.products},
          {"count", rounded(g.count)},
          {"fill", rounded(g.fill)},
          {"total", rounded(g.total)}};
}

}  // namespace

Calibration calibrate(const Trials& trials, const Accumulators& accumulators,
                      const CalibrationOptions& o, const Trials* others) {
  const policies::AccumulatorNames names = accumulators.names();
  const std::size_t builtin = o.base.empty() ? policies::builtin_policy_for(trials.architecture)
                                             : policies::builtin_policy_named(o.base);
  const policies::Policy policy = policies::builtin_policy(builtin, names);
  const Base base{grow(policy.count, names.count), grow(policy.fill, names.fill)};
  const Priced own = priced(trials.products, base);
  std::vector<std::size_t> all(trials.products.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  Calibration out;
  out.base = policy.name;
  const bool folds = o.folds >= 2;
  if (folds && o.fit.asks_products) out.asks_products = worth_asking(own, base, names, o);
  out.trees = fit(own, all, base, names, o.fit, out.asks_products);
  out.on_all = judge(out.trees, base, own);
  if (folds) out.held_out = judge_folds(own, base, names, o, out.asks_products);
  if (others != nullptr) out.judged = judge(out.trees, base, priced(others->products, base));
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
