// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/searching.hpp"

#include <algorithm>
#include <utility>

namespace sptune::sweep {

ProblemSearch::ProblemSearch(const search::Settings& settings,
                             std::vector<ResolvedConfiguration> fitting)
    : settings_(settings) {
  const bool apart = search::adaptive(settings.kind);
  std::vector<Configuration> points;
  for (ResolvedConfiguration& c : fitting) {
    if (apart && c.variant().facts.baseline) {
      beside_.push_back(std::move(c));
    } else {
      points.push_back(c.configuration());
      points_.push_back(std::move(c));
    }
  }
  space_ = std::make_unique<const search::Space>(std::move(points));
}

std::optional<search::Answer> ProblemSearch::answer(const search::Question& question,
                                                    const Stored& stored) const {
  const std::string& text = space_->text(question.point);
  if (const auto alone = stored.alone.find(text); alone != stored.alone.end()) {
    const std::vector<StoredAttempt>& attempts = alone->second;
    auto at = std::find_if(attempts.begin(), attempts.end(),
                           [](const StoredAttempt& a) { return !a.brief; });
    if (question.samples > 0 && question.rung < attempts.size()) {
      at = attempts.begin() + static_cast<std::ptrdiff_t>(question.rung);
    }
    if (at == attempts.end()) return std::nullopt;
    return search::Answer{question.point, at->outcome, at->median_us};
  }
  // Measured together with others only, by another plan.
  const auto known = stored.known.find(text);
  if (known == stored.known.end()) return std::nullopt;
  return search::Answer{question.point, known->second.outcome, known->second.median_us};
}

std::size_t expected_points(const Plan& plan, std::vector<ResolvedConfiguration> fitting) {
  const ProblemSearch search(plan.search, std::move(fitting));
  return search.beside().size() + search::expected_trials(plan.search, search.space());
}

std::vector<ResolvedConfiguration> likely_points(
    const Plan& plan, const std::vector<ResolvedConfiguration>& fitting) {
  const ProblemSearch search(plan.search, fitting);
  std::vector<ResolvedConfiguration> out = search.beside();
  const std::size_t points = search.space().size();
  if (search::adaptive(plan.search.kind)) {
    const std::size_t expected = search::expected_trials(plan.search, search.space());
    for (std::size_t i = 0; i < expected; ++i) out.push_back(search.at(i * points / expected));
    return out;
  }
  const auto strategy = search.begin({});
  while (const auto question = strategy->ask()) {
    out.push_back(search.at(question->point));
    strategy->tell({question->point, harness::Outcome::ok, 0});
  }
  return out;
}

Pending pending(const Plan& plan, const PlannedProblem& problem, const Stored& stored,
                const Knowing& knowing) {
  Pending out;
  for (const Refusal& r : problem.refused) {
    ++(stored.known.contains(r.configuration.text()) ? out.stored : out.refusals);
  }
  const ProblemSearch search(plan.search, problem.fitting);
  for (const ResolvedConfiguration& c : search.beside()) {
    ++(stored.known.contains(c.text()) ? out.stored : out.trials);
  }
  const bool adaptive = search::adaptive(plan.search.kind);
  const auto expected =
      static_cast<std::int64_t>(search::expected_trials(plan.search, search.space()));
  if (adaptive && stored.known.empty()) {
    out.trials += expected;
    return out;
  }
  const auto strategy = search.begin(knowing(search.space()));
  std::int64_t answered = 0;
  while (const auto question = strategy->ask()) {
    if (const auto answer = search.answer(*question, stored)) {
      ++answered;
      strategy->tell(*answer);
      continue;
    }
    ++out.trials;
    // Where answers decide: a point that was tried in vain is told as the search was told it.
    if (adaptive && !stored.died.contains(search.space().text(question->point))) {
      out.trials += std::max<std::int64_t>(expected - answered - 1, 0);
      break;
    }
    strategy->tell({question->point, harness::Outcome::crashed, 0});
  }
  out.stored += answered;
  return out;
}

}  // namespace sptune::sweep
