// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/problem_sweep.hpp"

#include "tuner/sweep/interleaved.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace sptune::sweep {
namespace {

using harness::Outcome;
using harness::Trial;

/// A point more than this many times slower than the best is not measured in later repetitions:
/// noise alone does not explain such a time.
constexpr double worth_a_probe = 4;

Trial refusal(const harness::TrialKey& key, const std::string& reason) {
  Trial t = harness::blank_trial(key);
  t.outcome = Outcome::refused;
  t.stage = "fit";
  t.message = reason;
  return t;
}

/// Adds the variant and the axis values of a configuration; were any of them new?
bool add_traits(std::set<std::string>& traits, const Configuration& c) {
  bool fresh = traits.insert(c.variant).second;
  for (const auto& [axis, value] : c.axes) {
    fresh |= traits.insert(axis + "=" + value.text()).second;
  }
  return fresh;
}

harness::Summary summary_of(const Trial& trial) {
  const auto total = trial.samples.find("total");
  return total == trial.samples.end() || total->second.empty() ? harness::Summary{}
                                                               : harness::summarise(total->second);
}

}  // namespace

std::unique_ptr<search::Searcher> make_searcher(const Plan& plan,
                                                std::vector<ResolvedConfiguration> fitting) {
  return plan.search == SearchKind::random
             ? search::random_search(std::move(fitting), plan.random_budget, plan.seed)
             : search::exhaustive(std::move(fitting));
}

Pending pending(const Plan& plan, const PlannedProblem& problem,
                const std::map<std::string, StoredResult>& known) {
  Pending out;
  for (const Refusal& r : problem.refused) {
    ++(known.contains(r.configuration.text()) ? out.stored : out.refusals);
  }
  const auto searcher = make_searcher(plan, problem.fitting);
  std::vector<search::Observation> history;
  for (const ResolvedConfiguration& c : problem.fitting) {
    const auto it = known.find(c.text());
    if (it != known.end()) history.push_back({c, it->second.outcome, it->second.median_us});
  }
  const auto stored = static_cast<std::int64_t>(history.size());
  while (auto c = searcher->propose(history)) {
    history.push_back({std::move(*c), Outcome::ok, 0});
    ++out.trials;
  }
  out.stored += std::min(stored, static_cast<std::int64_t>(searcher->at_most()) - out.trials);
  return out;
}

ProblemSweep::ProblemSweep(const Session& session, const Context& context,
                           const PlannedProblem& problem, harness::CachePolicy cache, Hooks hooks)
    : session_(session),
      context_(context),
      problem_(problem),
      protocol_(session.protocol(cache)),
      run_id_(session.run_id(cache)),
      hooks_(std::move(hooks)),
      stored_(stored_trials(context.store, run_id_, session.plan().backend, problem.problem)) {
  for (const ResolvedConfiguration& c : problem_.fitting) {
    const auto it = stored_.known.find(c.text());
    if (it != stored_.known.end())
      history_.push_back({c, it->second.outcome, it->second.median_us});
  }
}

bool ProblemSweep::run(int repetition, Retry retry) {
  if (repetition == 0 && (!record_refusals() || !search(retry))) return false;
  if (!remeasure(repetition, retry)) return false;
  report_best();
  return true;
}

std::int64_t ProblemSweep::pending(int repetition) const {
  std::int64_t points = sweep::pending(session_.plan(), problem_, stored_.known).trials;
  if (const auto chosen = finalists(repetition); repetition_due(repetition) && chosen.size() > 1) {
    points += static_cast<std::int64_t>(chosen.size());
  }
  return points;
}

bool ProblemSweep::record_refusals() {
  for (const Refusal& r : problem_.refused) {
    if (stored_.known.contains(r.configuration.text())) continue;
    if (hooks_.interrupted()) return false;
    const harness::TrialKey key = key_of(r.configuration);
    const std::int64_t id = context_.store.begin_trial(run_id_, key);
    commit(id, refusal(key, r.reason), 0);
  }
  return true;
}

/// When the problem cannot be loaded, the search ends and its points stay pending.
bool ProblemSweep::search(Retry retry) {
  const auto searcher = make_searcher(session_.plan(), problem_.fitting);
  while (const auto configuration = searcher->propose(history_)) {
    if (!unloadable_.empty()) break;
    if (hooks_.interrupted()) return false;
    const auto died = stored_.died.find(configuration->text());
    if (retry == Retry::later && died != stored_.died.end() && died->second >= deaths_until_last) {
      postponed_ = true;
      history_.push_back({*configuration, Outcome::crashed, 0});
      continue;
    }
    measure(*configuration);
  }
  return true;
}

harness::TrialKey ProblemSweep::key_of(const ResolvedConfiguration& configuration) const {
  return {configuration, problem_.problem, protocol_};
}

void ProblemSweep::measure(const ResolvedConfiguration& c) {
  const harness::TrialKey key = key_of(c);
  const std::int64_t id = context_.store.begin_trial(run_id_, key);
  Trial trial = context_.runner.run(key, best_us());
  // The key in the database is the configuration that was proposed, whatever the runner returns.
  trial.configuration = c.configuration();
  if (harness::inconclusive(trial)) {
    if (!trial.from_outside) unloadable_ = trial.stage + ": " + trial.message;
    history_.push_back({c, trial.outcome, 0});
  } else {
    remember(c, trial);
  }
  hooks_.spent(trial);
  commit(id, trial, model_trial_s(problem_.size, protocol_));
}

void ProblemSweep::remember(const ResolvedConfiguration& configuration, const Trial& trial) {
  const harness::Summary summary = summary_of(trial);
  stored_.known[trial.configuration.text()] = {trial.outcome, summary.median, summary.min,
                                               configuration.variant().facts.baseline, 0};
  stored_.searched_since_interleaved |=
      trial.outcome == Outcome::ok || trial.outcome == Outcome::dominated;
  history_.push_back({configuration, trial.outcome, summary.median});
}

void ProblemSweep::commit(std::int64_t trial_id, const Trial& trial, double modelled_s) {
  context_.store.finish_trial(trial_id, trial);
  hooks_.committed(trial, modelled_s);
}

double ProblemSweep::best_us() const {
  double best = 0;
  for (const auto& [text, k] : stored_.known) {
    if (k.outcome != Outcome::ok || k.median_us <= 0) continue;
    if (best == 0 || k.median_us < best) best = k.median_us;
  }
  return best;
}

/// The fastest configuration of every baseline, then the points that may be the fastest, best
/// first: a comparison with a library is fair only when both were measured at the same time. A
/// point may be the fastest when its fastest sample is close to the best median. Its own median is
/// no criterion: on a shared machine a burst of other load makes a good point look slow, and it
/// would never be measured again. For the same reason later repetitions include the fastest point
/// of every variant and of every value of an axis: a disturbance of minutes can slow down all runs
/// of two threads (docs/measurements/model.md).
std::vector<ResolvedConfiguration> ProblemSweep::finalists(int repetition) const {
  std::vector<std::pair<double, ResolvedConfiguration>> ranked;  // by their fastest sample
  for (const ResolvedConfiguration& c : problem_.fitting) {
    const auto it = stored_.known.find(c.text());
    if (it == stored_.known.end() || it->second.median_us <= 0) continue;
    if (it->second.outcome != Outcome::ok && it->second.outcome != Outcome::dominated) continue;
    ranked.emplace_back(it->second.least_us, c);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const double limit = best_us() * session_.plan().finalists_within;
  const double probed = repetition == 0 ? 0 : best_us() * worth_a_probe;
  std::set<std::string> traits;  // that a faster point has already
  std::vector<ResolvedConfiguration> baselines;
  std::vector<ResolvedConfiguration> close;
  std::set<std::string> with_baseline;
  for (const auto& [least, c] : ranked) {
    if (stored_.known.at(c.text()).baseline &&
        with_baseline.insert(c.variant().facts.name).second) {
      baselines.push_back(c);
    } else {
      const bool probe = add_traits(traits, c.configuration()) && least <= probed;
      if (probe || least <= limit) close.push_back(c);
    }
  }
  baselines.insert(baselines.end(), close.begin(), close.end());
  return baselines;
}

/// False when the finalists of this repetition are stored: a set is stored whole or not at all. In
/// the first one true again when points were added since: to be compared, points are measured
/// together.
bool ProblemSweep::repetition_due(int repetition) const {
  if (!session_.plan().finalists) return false;
  const bool done = std::any_of(stored_.known.begin(), stored_.known.end(),
                                [&](const auto& k) { return k.second.interleaved > repetition; });
  return !done || (repetition == 0 && stored_.searched_since_interleaved);
}

bool ProblemSweep::remeasure(int repetition, Retry retry) {
  if (!repetition_due(repetition) || !unloadable_.empty()) return true;
  const std::vector<ResolvedConfiguration> chosen = finalists(repetition);
  if (chosen.size() < 2) return true;
  if (retry == Retry::later && stored_.interleaved_died >= deaths_until_last) {
    postponed_ = true;
    return true;
  }
  if (hooks_.interrupted()) return false;
  hooks_.report(EventKind::finalists, fmt::format("{}", chosen.size()));
  // One row stands for the set while it is measured: a kill leaves one attempt, not one per point.
  const std::int64_t id = context_.store.begin_trial(run_id_, key_of(chosen.front()));
  std::vector<Trial> trials = measure_interleaved(
      context_.runner, chosen, problem_.problem, protocol_, finalist_repetitions,
      {context_.stop, [&](std::size_t points, int preparations) {
         hooks_.repeated(points, preparations, chosen.size());
       }});  // whatever the budget
  if (trials.empty()) {
    context_.store.withdraw_trial(id);
    return false;
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].configuration = chosen[i].configuration();
    trials[i].stop_reason = harness::in_repetitions;  // whatever its outcome
    hooks_.spent(trials[i]);
  }
  const auto lost = std::find_if(trials.begin(), trials.end(), harness::inconclusive);
  if (lost != trials.end()) {  // part of a set is not comparable: all of it stays pending
    if (!lost->from_outside) unloadable_ = lost->stage + ": " + lost->message;
    lost->configuration = chosen.front().configuration();
    context_.store.finish_trial(id, *lost);
    return true;
  }
  context_.store.finish_together(id, trials);
  remeasured_ += static_cast<std::int64_t>(trials.size());
  // What several repetitions say together is for the database to tell.
  stored_ = stored_trials(context_.store, run_id_, session_.plan().backend, problem_.problem);
  return true;
}

void ProblemSweep::report_best() const {
  const ResolvedConfiguration* best = nullptr;
  double median = 0;
  for (const ResolvedConfiguration& c : problem_.fitting) {
    const auto it = stored_.known.find(c.text());
    if (it == stored_.known.end() || it->second.outcome != Outcome::ok || it->second.median_us <= 0)
      continue;
    if (best != nullptr && it->second.median_us >= median) continue;
    best = &c;
    median = it->second.median_us;
  }
  const std::string where =
      fmt::format("{} {} {}", to_string(problem_.problem.operation),
                  to_string(problem_.problem.value_type), harness::to_string(protocol_.cache));
  hooks_.report(EventKind::problem,
                best == nullptr ? where + ": nothing could be measured"
                                : fmt::format("{}: {} {:.4g} us", where, best->text(), median));
}

}  // namespace sptune::sweep
