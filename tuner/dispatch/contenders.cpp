// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/contenders.hpp"

#include "tuner/model/contenders.hpp"

#include <algorithm>
#include <string>

namespace sptune::dispatch {

std::vector<Contender> contenders(const KnownModel& known, std::span<const model::Score> scores,
                                  std::size_t chosen, const Options& options, double runs,
                                  const std::function<Fit(std::size_t)>& fit, bool remembered,
                                  Choice& choice) {
  std::vector<Contender> out;
  if (options.probe == Probe::none) return out;
  const model::Rule& rule = known.deciding_for(options).rule;
  std::vector<std::size_t> found = model::contenders(scores, chosen, runs, rule, fit);
  const std::size_t standard = known.model->default_candidate();
  const bool holds = chosen == standard || std::ranges::find(found, standard) != found.end();
  if (remembered && !found.empty() && !holds && fit(standard) &&
      model::hardly_costs(score_of(scores, standard), score_of(scores, chosen), runs)) {
    found.push_back(standard);
  }
  for (const std::size_t c : found) {
    out.push_back({*known.configurations[c], model::score_of(scores, c).prepare_s});
    choice.reason +=
        (out.size() == 1 ? "; probed in the first runs: " : ", ") + known.configurations[c]->text();
  }
  return out;
}

ProbingPlan::Settled as_told(const std::function<void(const Configuration&)>& settled) {
  if (!settled) return {};
  return [settled](const ResolvedConfiguration& winner) { settled(winner.configuration()); };
}

}  // namespace sptune::dispatch
