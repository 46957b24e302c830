// SPDX-License-Identifier: BSD-3-Clause
// A forced accumulator takes the rows that it can, all others go where the policy sends them. So
// its time is that of the policy with the accumulator in front of every order, whether it can take
// the rows or not: nobody need know which. What is to be told apart is noise, and what forcing
// itself saves: a row whose accumulator is forced is not asked about. An accumulator that a policy
// puts in front of a whole product saves the same, and there the times are taken as they are.
#include "tuner/calibrate/costs.hpp"

#include "harness/records/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sptune::calibrate {
namespace {

/// The logarithm of a forced time over the usual one; NaN: not measured. A clock that has told 0
/// has measured nothing, and no gain is made of that.
double log_of(double us, double usual_us) {
  return us > 0 ? std::log(us / usual_us) : std::numeric_limits<double>::quiet_NaN();
}

/// Logarithms of forced times over `usual`, which is told from the times around it: one median of
/// several microseconds may be off by a tenth.
struct Relative {
  std::vector<double> forced;  ///< NaN: not measured
  double noise = 0;            ///< what is less is nothing
};

Relative relative(const PhaseTimes& times) {
  constexpr double near = 0.15;
  constexpr double least_noise = 0.02;
  std::vector<double> around{0.0};
  for (const double us : times.forced_us) {
    const double log = log_of(us, times.usual_us);
    if (std::abs(log) < near) around.push_back(log);
  }
  const double usual = harness::quantile(around, 0.5);
  for (double& log : around) log = std::abs(log - usual);
  Relative out;
  // Of a normal distribution twice the standard deviation, from the median of the distances.
  out.noise = std::max(least_noise, 2 * 1.4826 * harness::quantile(around, 0.5));
  for (const double us : times.forced_us) {
    out.forced.push_back(log_of(us, times.usual_us) - usual);
  }
  return out;
}

bool faster(const Relative& r, std::size_t accumulator) {
  return r.forced[accumulator] < -r.noise;
}

/// Whether it was found that groups of rows, or strips of B, suit the product: they are asked
/// before any other, and whoever is forced takes their rows as well.
bool stands_behind(const ProductTimes& m, Phase phase) {
  return m.suited && phase == Phase::fill;
}

}  // namespace

std::vector<Costs> costs_for_rows(const std::vector<ProductTimes>& products, Phase phase,
                                  const Node& tree) {
  std::vector<Relative> all;
  std::vector<std::size_t> first;
  // Whether whoever heads a leaf's order is whom the policy asks first: its forced time is the
  // policy's, less what forcing saves.
  std::vector<bool> asked_first;
  std::vector<double> saved;
  for (const ProductTimes& m : products) {
    all.push_back(relative(m.phases[static_cast<std::size_t>(phase)]));
    first.push_back(tree.leaf_of(m.facts).order.front());
    asked_first.push_back(tree.first_of(m.facts) < 0 && !stands_behind(m, phase));
    const double log = all.back().forced[first.back()];
    if (m.alike && asked_first.back() && !std::isnan(log)) saved.push_back(std::max(0.0, -log));
  }
  const double usually_saved = saved.empty() ? 0 : harness::quantile(saved, 0.9);
  std::vector<Costs> out;
  for (std::size_t i = 0; i < products.size(); ++i) {
    const Relative& r = all[i];
    const bool behind = stands_behind(products[i], phase);
    // There both times are of forced ones, whose difference is that of the rows that others leave.
    const double before = behind ? r.forced[first[i]] : 0;
    double by_forcing = behind ? 0 : usually_saved;
    if (asked_first[i] && faster(r, first[i])) by_forcing = -r.forced[first[i]];
    Costs costs;
    for (std::size_t a = 0; a < r.forced.size(); ++a) {
      double cost = r.forced[a] - before;
      if (!products[i].alike || std::isnan(cost) || a == first[i]) cost = 0;
      if (std::abs(cost) <= r.noise) cost = 0;
      if (cost < 0) cost = std::min(0.0, cost + by_forcing);
      costs.push_back(cost);
    }
    out.push_back(std::move(costs));
  }
  return out;
}

std::vector<Costs> costs_for_products(const std::vector<ProductTimes>& products, Phase phase,
                                      const Node& tree) {
  const double not_measured = std::log(2.0);
  std::vector<Costs> out;
  for (const ProductTimes& m : products) {
    const PhaseTimes& times = m.phases[static_cast<std::size_t>(phase)];
    const int first = tree.first_of(m.facts);
    Costs costs(times.forced_us.size(), 0.0);
    for (std::size_t a = 0; a < costs.size(); ++a) {
      if (static_cast<int>(a) == first || stands_behind(m, phase)) continue;
      const double log = log_of(times.forced_us[a], times.usual_us);
      costs[a] = std::isnan(log) ? not_measured : log;
    }
    out.push_back(std::move(costs));
  }
  return out;
}

}  // namespace sptune::calibrate
