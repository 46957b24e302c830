// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/contenders.hpp"

#include "tuner/model/race.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sptune::model {
namespace {

/// Least expected gain, as a share of a run of the chosen one.
constexpr double least_gain = 0.001;

/// Most of what the chosen one takes that is spent on learning alone.
constexpr double hardly = 0.01;

/// What a run takes, as far as it is known.
struct Time {
  double mean = 0, variance = 0;
};

double normal_density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

double normal_share_below(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

/// By how much the lesser of two is expected to lie below `best`; both are independent.
double expected_improvement(const Time& best, const Time& other) {
  const double behind = best.mean - other.mean;
  const double spread = std::sqrt(best.variance + other.variance);
  if (!(spread > 0)) return std::max(0.0, behind);
  const double z = behind / spread;
  return behind * normal_share_below(z) + spread * normal_density(z);
}

/// Mean and variance of the lesser of two.
Time least_of(const Time& a, const Time& b) {
  const double spread = std::sqrt(a.variance + b.variance);
  if (!(spread > 0)) return a.mean <= b.mean ? a : b;
  const double z = (b.mean - a.mean) / spread;
  const double of_a = normal_share_below(z);
  const double both = spread * normal_density(z);
  const double mean = a.mean * of_a + b.mean * (1 - of_a) - both;
  const double squares = (a.mean * a.mean + a.variance) * of_a +
                         (b.mean * b.mean + b.variance) * (1 - of_a) - (a.mean + b.mean) * both;
  return {mean, std::max(0.0, squares - mean * mean)};
}

/// In log(time), at a matrix with these scores.
double apart_at(std::span<const Score> scores, const Rule& rule) {
  if (rule.apart_units == 0) return rule.apart;
  // What takes as long as the default has the unit itself.
  double unit = std::numeric_limits<double>::infinity();
  for (const Score& s : scores) unit = std::min(unit, s.spread);
  return rule.apart_units * unit;
}

/// Two predictions are off one another by `apart`: each has half of its square.
Time time_of(const Score& s, double apart) {
  return {s.seconds, apart * apart / 2 * s.seconds * s.seconds};
}

}  // namespace

std::vector<std::size_t> contenders(std::span<const Score> scores, std::size_t chosen, double runs,
                                    const Rule& rule, const std::function<Fit(std::size_t)>& fit) {
  runs = std::max(1.0, runs);
  const RaceSettings race;
  const double in_race = race.rounds * (race.warm + race.timed);
  const Score& first = score_of(scores, chosen);
  const double apart = apart_at(scores, rule);
  Time best = time_of(first, apart);
  std::vector<const Score*> others;
  for (const Score& s : scores) {
    if (s.candidate != chosen && std::isfinite(s.seconds + s.prepare_s)) others.push_back(&s);
  }
  std::vector<std::size_t> out;
  while (out.size() < most_contenders && !others.empty()) {
    // The winner is known when all have run their rounds.
    const auto entrants = static_cast<double>(out.size() + 2);
    const double left = std::max(0.0, 1 - in_race * entrants / runs);
    const auto gain = [&](const Score& s) {
      return expected_improvement(best, time_of(s, apart)) * left;
    };
    const auto cost = [&](const Score& s) {
      return (s.prepare_s + in_race * std::max(0.0, s.seconds - first.seconds)) / runs;
    };
    const auto next = std::max_element(
        others.begin(), others.end(),
        [&](const auto* a, const auto* b) { return gain(*a) - cost(*a) < gain(*b) - cost(*b); });
    const Score& s = **next;
    if (!(gain(s) > cost(s) + least_gain * first.seconds)) break;
    others.erase(next);
    if (!fit(s.candidate)) continue;
    out.push_back(s.candidate);
    best = least_of(best, time_of(s, apart));
  }
  return out;
}

bool hardly_costs(const Score& other, const Score& chosen, double runs) {
  const RaceSettings race;
  const double turn = (race.warm + race.timed) * std::max(0.0, other.seconds - chosen.seconds);
  return other.prepare_s + turn <= hardly * runs * chosen.seconds;
}

}  // namespace sptune::model
