// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/contenders.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace sptune::dispatch {
namespace {

constexpr std::size_t most_contenders = 3;

/// Seconds that may be gained over all runs, preparing paid; negative: nothing can.
double hope(const model::Score& s, const model::Score& chosen, double runs) {
  const double seconds_default = chosen.seconds / chosen.ratio;
  return runs * (chosen.ratio - s.ratio_low) * seconds_default - s.prepare_s;
}

}  // namespace

std::vector<Contender> contenders(const KnownModel& known, std::span<const model::Score> scores,
                                  std::size_t chosen, const Options& options,
                                  const std::function<Fit(std::size_t)>& fit, Choice& choice) {
  std::vector<Contender> out;
  if (options.probe == Probe::none) return out;
  const double runs = options.probe == Probe::as_paid ? std::numeric_limits<double>::infinity()
                                                      : options.expected_runs;
  const model::Score& first = model::score_of(scores, chosen);
  std::vector<const model::Score*> others;
  for (const model::Score& s : scores) {
    if (s.candidate == chosen || s.ratio_low >= first.ratio) continue;
    if (hope(s, first, runs) > 0) others.push_back(&s);
  }
  const auto total = [&](const model::Score* s) { return s->seconds + s->prepare_s / runs; };
  std::sort(others.begin(), others.end(),
            [&](const auto* a, const auto* b) { return total(a) < total(b); });
  for (const model::Score* s : others) {
    if (out.size() == most_contenders) break;
    if (!fit(s->candidate)) continue;
    out.push_back({*known.configurations[s->candidate], s->prepare_s});
    choice.reason += (out.size() == 1 ? "; probed in the first runs: " : ", ") +
                     known.configurations[s->candidate]->text();
  }
  return out;
}

ProbingPlan::Settled as_told(const std::function<void(const Configuration&)>& settled) {
  if (!settled) return {};
  return [settled](const ResolvedConfiguration& winner) { settled(winner.configuration()); };
}

}  // namespace sptune::dispatch
