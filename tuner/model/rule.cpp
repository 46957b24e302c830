// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>
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
  double total = 0;  ///< per expected run, preparing paid, in times of the default's
  double cost = 0;   ///< the same with the surcharge for risk
};

/// Seconds of a run with its share of preparing.
double total_of(const Score& s, double runs) {
  return s.seconds + s.prepare_s / runs;
}

std::vector<Ranked> rank(std::span<const Score> scores, const Score& standard, double runs,
                         const Rule& rule) {
  const double total_default = total_of(standard, runs);
  std::vector<Ranked> out;
  out.reserve(scores.size());
  for (const Score& s : scores) {
    const double surcharge = s.ratio > 0 ? std::pow(s.ratio_worst / s.ratio, rule.risk) : 1.0;
    const double total = total_of(s, runs) / total_default;
    const double cost = total + (surcharge - 1) * s.seconds / total_default;
    constexpr double never = std::numeric_limits<double>::infinity();
    out.push_back({&s, total, std::isnan(cost) ? never : cost});  // a model may hold any number
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Ranked& a, const Ranked& b) { return a.cost < b.cost; });
  return out;
}

/// Whether a candidate may replace the default, and what speaks against it.
struct Verdict {
  double most;   ///< of the default's total that it may take
  double worst;  ///< total where it takes as long as its interval reaches
  bool gains;
  bool safe;

  Verdict(const Ranked& r, const Score& standard, double runs, const Rule& rule)
      : most(1 - rule.min_gain - rule.doubt * r.score->spread),
        worst(r.total + (r.score->ratio_worst - r.score->ratio) * standard.seconds /
                            total_of(standard, runs)),
        gains(r.total <= most),
        safe(!(worst > rule.max_loss)) {}

  /// Of one that may not.
  [[nodiscard]] std::string objection(const Ranked& r, const Rule& rule) const {
    if (gains) return "its interval reaches " + two_digits(worst) + " times the default's time";
    if (r.total <= 1 - rule.min_gain) {
      return "the gain expected is within what predictions are off at such a matrix";
    }
    return r.score->ratio <= most ? "preparing does not pay within the expected runs"
                                  : "no gain is expected";
  }
};

}  // namespace

Decision decide(std::span<const Score> scores, std::size_t default_candidate, double runs,
                const Rule& rule, const std::function<Fit(std::size_t)>& fit) {
  runs = std::max(1.0, runs);  // what is not run at all is not prepared, either
  const Score& standard = score_of(scores, default_candidate);
  const std::vector<Ranked> order = rank(scores, standard, runs, rule);
  std::string passed_over;  // why the first was that may not or does not fit
  bool does_not_fit = false;
  for (const Ranked& r : order) {
    const std::size_t c = r.score->candidate;
    if (c == default_candidate) continue;
    const Verdict verdict(r, standard, runs, rule);
    if (verdict.gains && verdict.safe) {
      Fit fits = fit(c);
      if (fits) {
        return {c, true,
                "predicted " + two_digits(1 / r.total) + " times as fast as the default" +
                    (std::isfinite(runs) ? ", preparing paid" : "") +
                    (passed_over.empty() ? "" : "; a better one was passed over: " + passed_over)};
      }
      if (passed_over.empty()) {
        does_not_fit = true;
        passed_over = std::move(fits.reason);
      }
    } else if (passed_over.empty()) {
      passed_over = verdict.objection(r, rule);
    }
  }
  if (fit(default_candidate)) {
    return {default_candidate, false,
            passed_over.empty()
                ? "there is nothing but the default"
                : "stays with the default" +
                      std::string(does_not_fit ? "; a better one was passed over: " : ": ") +
                      passed_over};
  }
  for (const Ranked& r : order) {
    if (fit(r.score->candidate)) {
      return {r.score->candidate, true, "the default does not fit; best of what does"};
    }
  }
  return {default_candidate, false, "no candidate fits; the default is tried all the same"};
}

double ahead_until(const Score& score, const Score& standard) {
  const double saved = standard.prepare_s - score.prepare_s;
  const double lost = score.seconds - standard.seconds;
  return saved >= 0 && lost > 0 ? std::floor(saved / lost)
                                : std::numeric_limits<double>::infinity();
}

double break_even_runs(const Score& score, const Score& standard) {
  const double prepare = score.prepare_s - standard.prepare_s;
  constexpr double never = std::numeric_limits<double>::infinity();
  if (prepare <= 0) return ahead_until(score, standard) < 1 ? never : 0;
  const double gain = standard.seconds - score.seconds;
  return gain > 0 ? prepare / gain : never;
}

const Score& score_of(std::span<const Score> scores, std::size_t candidate) {
  return *std::find_if(scores.begin(), scores.end(),
                       [&](const Score& s) { return s.candidate == candidate; });
}

}  // namespace sptune::model
