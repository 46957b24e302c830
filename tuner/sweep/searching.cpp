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

Pending pending(const Plan& plan, const PlannedProblem& problem, const Stored& stored,
                const Knowing& knowing, const EachPoint& each) {
  Pending out;
  for (const Refusal& r : problem.refused) {
    ++(stored.known.contains(r.configuration.text()) ? out.stored : out.refusals);
  }
  const auto count = [&](const ResolvedConfiguration& c, bool is_stored) {
    ++(is_stored ? out.stored : out.trials);
    if (each) each(c, is_stored);
  };
  const ProblemSearch search(plan.search, problem.fitting);
  for (const ResolvedConfiguration& c : search.beside()) {
    count(c, stored.known.contains(c.text()));
  }
  const bool adaptive = search::adaptive(plan.search.kind);
  const std::size_t points = search.space().size();
  const std::size_t expected = search::expected_trials(plan.search, search.space());
  // Which ones is not known yet: spread over all. More than there are name one again for each short
  // measurement.
  const auto count_from = [&](std::size_t first) {
    for (std::size_t i = first; i < expected; ++i) count(search.at(i * points / expected), false);
  };
  if (adaptive && stored.known.empty()) {
    count_from(0);
    return out;
  }
  const auto strategy = search.begin(knowing(search.space()));
  std::size_t answered = 0;
  while (const auto question = strategy->ask()) {
    const ResolvedConfiguration& point = search.at(question->point);
    if (const auto answer = search.answer(*question, stored)) {
      ++answered;
      count(point, true);
      strategy->tell(*answer);
      continue;
    }
    count(point, false);
    // Where answers decide: a point that was tried in vain is told as the search was told it.
    if (adaptive && !stored.died.contains(search.space().text(question->point))) {
      count_from(answered + 1);
      break;
    }
    strategy->tell({question->point, harness::Outcome::crashed, 0});
  }
  return out;
}

}  // namespace sptune::sweep
