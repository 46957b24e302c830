// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace sptune::model {
namespace {

std::string two_digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", x);
  return text;
}

struct Ranked {
  const Score* score = nullptr;
  double prepare_share = 0;  ///< of the default's time, per run
  double cost = 0;           ///< of one run, in times of the default, with the surcharge for risk
};

std::vector<Ranked> rank(std::span<const Score> scores, double seconds_default, double runs,
                         const Rule& rule) {
  std::vector<Ranked> out;
  out.reserve(scores.size());
  for (const Score& s : scores) {
    const double prepare = s.prepare_s > 0 ? s.prepare_s / (runs * seconds_default) : 0.0;
    const double surcharge = s.ratio > 0 ? std::pow(s.ratio_high / s.ratio, rule.risk) : 1.0;
    out.push_back({&s, prepare, s.ratio * surcharge + prepare});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Ranked& a, const Ranked& b) { return a.cost < b.cost; });
  return out;
}

/// Why a candidate may not replace the default; empty when it may.
std::string objection(const Ranked& r, const Rule& rule) {
  const double expected = r.score->ratio + r.prepare_share;
  const double worst = r.score->ratio_high + r.prepare_share;
  if (expected > 1 - rule.min_gain) {
    return r.score->ratio <= 1 - rule.min_gain ? "preparing does not pay within the expected runs"
                                               : "no gain is expected";
  }
  if (worst > rule.max_loss) {
    return "its interval reaches " + two_digits(worst) + " times the default's time";
  }
  return {};
}

}  // namespace

Decision decide(std::span<const Score> scores, std::size_t default_candidate, double runs,
                const Rule& rule, const std::function<Fit(std::size_t)>& fit) {
  double seconds_default = std::numeric_limits<double>::infinity();
  for (const Score& s : scores) {
    if (s.candidate == default_candidate) seconds_default = s.seconds;
  }
  const std::vector<Ranked> order = rank(scores, seconds_default, runs, rule);
  std::string first_objection;
  for (const Ranked& r : order) {
    const std::size_t c = r.score->candidate;
    if (c == default_candidate) continue;
    std::string why = objection(r, rule);
    if (why.empty()) {
      const Fit fits = fit(c);
      if (fits) {
        return {c, true,
                "predicted " + two_digits(1 / r.score->ratio) + " times as fast as the default" +
                    (first_objection.empty() ? "" : "; before it: " + first_objection)};
      }
      why = fits.reason;
    }
    if (first_objection.empty()) first_objection = why;
  }
  if (fit(default_candidate)) {
    return {default_candidate, false,
            first_objection.empty() ? "there is nothing but the default"
                                    : "stays with the default: " + first_objection};
  }
  for (const Ranked& r : order) {
    if (fit(r.score->candidate)) {
      return {r.score->candidate, true, "the default does not fit; best of what does"};
    }
  }
  return {default_candidate, false, "no candidate fits; the default is tried all the same"};
}

double break_even_runs(const Score& score, double seconds_default) {
  if (score.prepare_s <= 0) return 0;
  const double gain = seconds_default - score.seconds;
  return gain > 0 ? score.prepare_s / gain : std::numeric_limits<double>::infinity();
}

}  // namespace sptune::model
