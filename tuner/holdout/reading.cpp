// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/holdout/reading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sptune::retime {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// NaN where the configuration was not timed or failed.
double cost_us(const Retimed& r, const std::string& text, double runs) {
  const auto it = r.times.find(text);
  if (it == r.times.end() || !it->second.ok()) return unknown;
  return it->second.us + it->second.prepare_s * 1e6 / runs;
}

std::array<std::string, selectors.size()> texts_of(const Rivals& r) {
  return {r.chosen, r.single,   r.standard,
          r.rule,   r.baseline, r.best.empty() ? std::string() : r.best.front()};
}

bool judge(const Retimed& r, double runs, Again& out) {
  constexpr std::size_t baseline = 4;
  static_assert(selectors[baseline] == std::string_view("best baseline"));
  for (const auto& [text, time] : r.times) {
    if (text == r.rivals.baseline) continue;
    const double us = cost_us(r, text, runs);
    if (!(us >= out.least_us)) {
      if (std::isnan(us)) continue;
      out.least_us = us;
      out.least = text;
    }
  }
  if (std::isnan(out.least_us)) return false;
  const auto texts = texts_of(r.rivals);
  out.chosen_us = cost_us(r, texts[model_selector], runs);
  out.best_us = cost_us(r, texts[sweeps_best], runs);
  for (std::size_t s = 0; s < selectors.size(); ++s) {
    double us = cost_us(r, texts[s], runs);
    if (std::isnan(us) && s != baseline && !texts[s].empty())
      us = train::failed_loss * out.least_us;
    out.against_least[s] = us / out.least_us;
    out.against_best[s] = us / out.best_us;
  }
  return true;
}

std::vector<train::Summary> summarise(const std::vector<Losses>& losses) {
  const auto of = [&](std::size_t selector) {
    std::vector<double> out;
    out.reserve(losses.size());
    for (const Losses& l : losses) out.push_back(l[selector]);
    return out;
  };
  std::vector<train::Summary> out;
  for (std::size_t s = 0; s < selectors.size(); ++s) {
    out.push_back(train::summarise(selectors[s], of(s), of(default_selector)));
  }
  return out;
}

}  // namespace

std::vector<Again> judge_again(const std::vector<Retimed>& problems, double runs) {
  std::vector<Again> out;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    Again again;
    again.problem = i;
    if (judge(problems[i], runs, again)) out.push_back(std::move(again));
  }
  return out;
}

std::vector<Reading> read(const train::Dataset& data, const train::Evaluation& evaluation,
                          const std::vector<Again>& again) {
  const auto reading = [&](const char* name, auto losses_of) {
    std::vector<Losses> all;
    std::vector<Losses> above;
    for (const Again& a : again) {
      all.push_back(losses_of(a));
      if (!data.problems[a.problem].near_floor()) above.push_back(all.back());
    }
    return Reading{name, summarise(all), summarise(above)};
  };
  return {reading("sweep_minima",
                  [&](const Again& a) {
                    const train::Judged& j = evaluation.judged[a.problem];
                    return Losses{j.loss_model, j.loss_single,   j.loss_default,
                                  j.loss_rule,  j.loss_baseline, unknown};
                  }),
          reading("against_best",
                  [](const Again& a) {
                    Losses losses = a.against_best;
                    losses[sweeps_best] = unknown;  // it is what the others are compared with
                    return losses;
                  }),
          reading("against_least", [](const Again& a) { return a.against_least; })};
}

}  // namespace sptune::retime
