// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/problem_sweep.hpp"

#include "tuner/sweep/passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace sptune::sweep {
namespace {

using harness::Outcome;
using harness::Trial;

/// A point that was more than this many times slower than the best is not looked at in later turns:
/// it would have to have been unlucky twice.
constexpr double worth_a_probe = 4;

Trial refusal(const harness::TrialKey& key, const std::string& reason) {
  Trial t = harness::blank_trial(key);
  t.outcome = Outcome::refused;
  t.stage = "fit";
  t.message = reason;
  return t;
}

/// The same rule as of the column `newest` of trial_flat: a failure does not undo what was found
/// out.
bool decides(Outcome outcome) {
  return outcome == Outcome::ok || outcome == Outcome::dominated ||
         outcome == Outcome::wrong_result;
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
                const std::map<std::string, Known>& known) {
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

bool ProblemSweep::run(int lap, Doubtful doubtful) {
  if (lap == 0 && (!record_refusals() || !search(doubtful))) return false;
  if (!remeasure(lap, doubtful)) return false;
  tell_best();
  return true;
}

std::int64_t ProblemSweep::pending(int lap) const {
  std::int64_t points = sweep::pending(session_.plan(), problem_, stored_.known).trials;
  if (const auto chosen = finalists(lap); rounds_due(lap) && chosen.size() > 1) {
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

/// What cannot be loaded now is not asked for point after point: they stay pending.
bool ProblemSweep::search(Doubtful doubtful) {
  const auto searcher = make_searcher(session_.plan(), problem_.fitting);
  while (const auto configuration = searcher->propose(history_)) {
    if (!unloadable_.empty()) break;
    if (hooks_.interrupted()) return false;
    const auto died = stored_.died.find(configuration->text());
    if (doubtful == Doubtful::later && died != stored_.died.end() &&
        died->second >= deaths_until_last) {
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
  // The key in the database is the configuration that was proposed, whatever a runner hands back.
  trial.configuration = c.configuration();
  if (harness::blameless(trial)) {
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
  const bool together = trial.stop_reason == "rounds";
  const auto [at, fresh] = stored_.known.try_emplace(trial.configuration.text());
  Known& known = at->second;
  known.rounds += together ? 1 : 0;
  if (!fresh && decides(known.outcome) && !decides(trial.outcome)) return;
  known.outcome = trial.outcome;
  known.median_us = summary.median;
  known.least_us = summary.min;
  known.baseline = configuration.variant().facts.baseline;
  stored_.searched_since_rounds |=
      !together && (trial.outcome == Outcome::ok || trial.outcome == Outcome::dominated);
  history_.push_back({configuration, trial.outcome, summary.median});
}

void ProblemSweep::commit(std::int64_t trial_id, const Trial& trial, double modelled_s) {
  context_.store.finish_trial(trial_id, trial);
  hooks_.report(trial, modelled_s);
}

double ProblemSweep::best_us() const {
  double best = 0;
  for (const auto& [text, k] : stored_.known) {
    if (k.outcome != Outcome::ok || k.median_us <= 0) continue;
    if (best == 0 || k.median_us < best) best = k.median_us;
  }
  return best;
}

/// The fastest of every baseline, then the points that may be the fastest, best first: a comparison
/// with a library is fair only when both sides were measured at the same time. A point may be the
/// fastest when its fastest sample is close to the best median. Its own median would not do: where
/// a machine has neighbours, a burst of theirs makes a good point look slow, and it would never be
/// measured again. For the same reason later turns take the fastest of every variant and of every
/// value of an axis along: what a machine does for minutes can make all runs of two threads slow
/// (docs/measurements/model.md).
std::vector<ResolvedConfiguration> ProblemSweep::finalists(int lap) const {
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
  const double probed = lap == 0 ? 0 : best_us() * worth_a_probe;
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

/// Not when finalists were measured together in this turn already: a set is stored whole or not at
/// all. In the first turn again when points joined since: to be compared they are measured
/// together.
bool ProblemSweep::rounds_due(int lap) const {
  if (!session_.plan().finalists) return false;
  const bool done = std::any_of(stored_.known.begin(), stored_.known.end(),
                                [&](const auto& k) { return k.second.rounds > lap; });
  return !done || (lap == 0 && stored_.searched_since_rounds);
}

bool ProblemSweep::remeasure(int lap, Doubtful doubtful) {
  if (!rounds_due(lap) || !unloadable_.empty()) return true;
  const std::vector<ResolvedConfiguration> chosen = finalists(lap);
  if (chosen.size() < 2) return true;
  if (doubtful == Doubtful::later && stored_.rounds_died >= deaths_until_last) {
    postponed_ = true;
    return true;
  }
  if (hooks_.interrupted()) return false;
  hooks_.tell(EventKind::finalists, fmt::format("{}", chosen.size()));
  const Backend backend = session_.plan().backend;
  // One row stands for the set while it is measured: a kill leaves one attempt, not one of each.
  const std::int64_t id = context_.store.begin_trial(run_id_, key_of(chosen.front()));
  std::map<std::string, harness::PhaseSamples> earlier =
      known_samples(context_.store, run_id_, backend, problem_.problem);
  std::vector<Trial> trials =
      measure_in_passes(context_.runner, chosen, problem_.problem, protocol_, finalist_visits,
                        {context_.stop, hooks_.visited});  // whatever the budget
  if (trials.empty()) {
    context_.store.withdraw_trial(id);
    return false;
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].configuration = chosen[i].configuration();
    hooks_.spent(trials[i]);           // before earlier turns' samples join this one's
    trials[i].stop_reason = "rounds";  // marks it as interleaved, whatever came of it
  }
  const auto lost = std::find_if(trials.begin(), trials.end(), harness::blameless);
  if (lost != trials.end()) {  // part of the set would be another set: all of it stays pending
    if (!lost->from_outside) unloadable_ = lost->stage + ": " + lost->message;
    lost->configuration = chosen.front().configuration();
    context_.store.finish_trial(id, *lost);
    return true;
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    if (trial.outcome == Outcome::ok) {
      harness::PhaseSamples& all = earlier[trial.configuration.text()];
      harness::append(all, trial.samples);
      trial.samples = std::move(all);
    }
    remember(chosen[i], trial);
  }
  stored_.searched_since_rounds = false;
  context_.store.finish_together(id, trials);
  remeasured_ += static_cast<std::int64_t>(trials.size());
  return true;
}

void ProblemSweep::tell_best() const {
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
  hooks_.tell(EventKind::problem,
              best == nullptr ? where + ": nothing could be measured"
                              : fmt::format("{}: {} {:.4g} us", where, best->text(), median));
}

}  // namespace sptune::sweep
