// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/holdout/evaluation_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sptune::holdout {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// NaN where the configuration was not timed or failed.
double cost_us(const TimedProblem& r, const std::string& text, double runs) {
  const auto it = r.times.find(text);
  if (it == r.times.end() || !it->second.ok()) return unknown;
  return it->second.us + it->second.prepare_s * 1e6 / runs;
}

bool refused(const TimedProblem& r, const std::string& text) {
  const auto it = r.times.find(text);
  return it != r.times.end() && it->second.outcome == harness::Outcome::refused;
}

/// Of what runs for each selector.
std::array<std::string, selectors.size()> texts_of(const TimedProblem& r) {
  const Comparators& c = r.comparators;
  const auto or_default = [&](const std::string& text) {
    return refused(r, text) ? c.standard : text;
  };
  return {c.chosen,   or_default(c.single),
          c.standard, or_default(c.rule),
          c.baseline, c.best.empty() ? std::string() : c.best.front()};
}

bool remeasured(const TimedProblem& r, double runs, RemeasuredProblem& out) {
  constexpr std::size_t baseline = 4;
  static_assert(selectors[baseline] == std::string_view("best baseline"));
  // The sweep had not tried it: what a dispatcher takes instead was not asked.
  if (refused(r, r.comparators.chosen)) return false;
  for (const auto& [text, time] : r.times) {
    if (text == r.comparators.baseline) continue;
    const double us = cost_us(r, text, runs);
    if (!(us >= out.least_us)) {
      if (std::isnan(us)) continue;
      out.least_us = us;
      out.least = text;
    }
  }
  if (std::isnan(out.least_us)) return false;
  const auto texts = texts_of(r);
  const double deciding_us = r.comparators.deciding_s * 1e6 / runs;
  out.chosen_us = cost_us(r, texts[model_selector], runs) + deciding_us;
  out.best_us = cost_us(r, texts[sweeps_best], runs);
  for (std::size_t s = 0; s < selectors.size(); ++s) {
    double us = s == model_selector ? out.chosen_us : cost_us(r, texts[s], runs);
    if (std::isnan(us) && s != baseline && !texts[s].empty())
      us = train::failed_loss * out.least_us;
    out.against_least[s] = us / out.least_us;
    out.against_best[s] = us / out.best_us;
  }
  return true;
}

/// `switched`: where the choice is not the default.
std::vector<train::Summary> summarise(const std::vector<Losses>& losses,
                                      const std::vector<bool>& switched) {
  const auto of = [&](std::size_t selector) {
    std::vector<double> out;
    out.reserve(losses.size());
    for (const Losses& l : losses) out.push_back(l[selector]);
    return out;
  };
  std::vector<train::Summary> out;
  for (std::size_t s = 0; s < selectors.size(); ++s) {
    out.push_back(train::summarise(selectors[s], of(s), of(default_selector),
                                   s == model_selector ? switched : std::vector<bool>()));
  }
  return out;
}

}  // namespace

std::vector<RemeasuredProblem> remeasured_problems(const std::vector<TimedProblem>& problems,
                                                   double runs) {
  std::vector<RemeasuredProblem> out;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    RemeasuredProblem again;
    again.problem = i;
    if (remeasured(problems[i], runs, again)) out.push_back(std::move(again));
  }
  return out;
}

std::vector<EvaluationView> evaluation_views(const train::Dataset& data,
                                             const train::Evaluation& evaluation,
                                             const std::vector<RemeasuredProblem>& again) {
  const auto view = [&](const char* name, auto losses_of) {
    std::vector<Losses> all;
    std::vector<Losses> above;
    std::vector<bool> switched;
    std::vector<bool> switched_above;
    for (const RemeasuredProblem& a : again) {
      all.push_back(losses_of(a));
      switched.push_back(evaluation.held_out[a.problem].switched);
      if (data.problems[a.problem].near_floor()) continue;
      above.push_back(all.back());
      switched_above.push_back(switched.back());
    }
    return EvaluationView{name, summarise(all, switched), summarise(above, switched_above)};
  };
  return {view("sweep_minima",
               [&](const RemeasuredProblem& a) {
                 const train::HeldOutResult& j = evaluation.held_out[a.problem];
                 if (!train::judged(j.loss_model, j.loss_default)) {
                   Losses losses;
                   losses.fill(unknown);
                   return losses;
                 }
                 return Losses{j.loss_model, j.loss_single,   j.loss_default,
                               j.loss_rule,  j.loss_baseline, unknown};
               }),
          view("against_best",
               [](const RemeasuredProblem& a) {
                 Losses losses = a.against_best;
                 losses[sweeps_best] = unknown;  // the reference
                 return losses;
               }),
          view("against_least", [](const RemeasuredProblem& a) { return a.against_least; })};
}

}  // namespace sptune::holdout
