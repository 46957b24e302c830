// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/sweep/problem_sweep.hpp"

#include "sptune/tuner/sweep/passes.hpp"

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

Trial ended_before_launch(const Configuration& c, Backend backend, const harness::Problem& problem,
                          const harness::Protocol& protocol, Outcome outcome, std::string stage,
                          std::string message) {
  Trial t;
  t.backend = backend;
  t.configuration = c;
  t.problem = problem;
  t.cache = protocol.cache;
  t.outcome = outcome;
  t.stage = std::move(stage);
  t.message = std::move(message);
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
                                                std::vector<Configuration> fitting) {
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
  std::vector<search::Seen> history;
  for (const Configuration& c : problem.fitting) {
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
      known_(known_trials(context.store, run_id_, session.plan().backend, problem.problem)) {
  for (const Configuration& c : problem_.fitting) {
    const auto it = known_.find(c.text());
    if (it != known_.end()) history_.push_back({c, it->second.outcome, it->second.median_us});
  }
}

bool ProblemSweep::run(int lap) {
  if (lap == 0 && (!record_refusals() || !search())) return false;
  if (!remeasure(lap)) return false;
  tell_best();
  return true;
}

bool ProblemSweep::record_refusals() {
  const Backend backend = session_.plan().backend;
  for (const Refusal& r : problem_.refused) {
    if (known_.contains(r.configuration.text())) continue;
    if (hooks_.interrupted()) return false;
    const std::int64_t id =
        context_.store.begin_trial(run_id_, backend, problem_.problem, r.configuration);
    commit(id,
           ended_before_launch(r.configuration, backend, problem_.problem, protocol_,
                               Outcome::refused, "fit", r.reason),
           0);
  }
  return true;
}

bool ProblemSweep::search() {
  const auto searcher = make_searcher(session_.plan(), problem_.fitting);
  while (const auto configuration = searcher->propose(history_)) {
    if (hooks_.interrupted()) return false;
    measure(*configuration);
  }
  return true;
}

void ProblemSweep::measure(const Configuration& c) {
  const Backend backend = session_.plan().backend;
  const int before = context_.store.attempts(run_id_, backend, problem_.problem, c);
  const std::int64_t id = context_.store.begin_trial(run_id_, backend, problem_.problem, c);
  Trial trial;
  if (before >= most_attempts) {
    trial = ended_before_launch(
        c, backend, problem_.problem, protocol_, Outcome::skipped, "sweep",
        fmt::format("begun {} times and never ended: the sweep died every time", before));
  } else {
    trial = context_.runner.run(c, backend, problem_.problem, protocol_, best_us());
  }
  // The key in the database is the configuration that was proposed, whatever a runner hands back.
  trial.configuration = c;
  remember(trial);
  hooks_.spent(trial);
  ++fresh_;
  commit(id, trial, model_trial_s(problem_.size, protocol_));
}

void ProblemSweep::remember(const Trial& trial) {
  const harness::Summary summary = summary_of(trial);
  const Variant* variant = context_.catalogue.find(problem_.problem.operation, trial.backend,
                                                   trial.configuration.variant);
  Known& known = known_[trial.configuration.text()];
  known = {trial.outcome,
           summary.median,
           summary.min,
           variant != nullptr && variant->facts.baseline,
           known.rounds + (trial.stop_reason == "rounds" ? 1 : 0),
           0};
  history_.push_back({trial.configuration, trial.outcome, summary.median});
}

void ProblemSweep::commit(std::int64_t trial_id, const Trial& trial, double modelled_s) {
  context_.store.finish_trial(trial_id, trial);
  hooks_.report(trial, modelled_s);
}

double ProblemSweep::best_us() const {
  double best = 0;
  for (const auto& [text, k] : known_) {
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
/// (docs/measurements/2026-11-21-model.md).
std::vector<Configuration> ProblemSweep::finalists(int lap) const {
  std::vector<std::pair<double, Configuration>> ranked;  // by their fastest sample
  for (const Configuration& c : problem_.fitting) {
    const auto it = known_.find(c.text());
    if (it == known_.end() || it->second.median_us <= 0) continue;
    if (it->second.outcome != Outcome::ok && it->second.outcome != Outcome::dominated) continue;
    // What took the sweep down in the rounds again and again is left as it is.
    if (it->second.cut < most_attempts) ranked.emplace_back(it->second.least_us, c);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const double limit = best_us() * session_.plan().finalists_within;
  const double probed = lap == 0 ? 0 : best_us() * worth_a_probe;
  std::set<std::string> traits;  // that a faster point has already
  std::vector<Configuration> bars;
  std::vector<Configuration> close;
  std::set<std::string> baselines;
  for (const auto& [least, c] : ranked) {
    if (known_.at(c.text()).baseline && baselines.insert(c.variant).second) {
      bars.push_back(c);
    } else {
      const bool probe = add_traits(traits, c) && least <= probed;
      if (probe || least <= limit) close.push_back(c);
    }
  }
  bars.insert(bars.end(), close.begin(), close.end());
  return bars;
}

/// Were finalists measured together in this turn already, and did that come to its end?
bool ProblemSweep::rounds_complete(int lap) const {
  const auto holds = [&](auto is) {
    return std::any_of(known_.begin(), known_.end(), [&](const auto& k) { return is(k.second); });
  };
  return holds([&](const Known& k) { return k.rounds > lap; }) &&
         !holds([](const Known& k) { return k.cut > 0; });
}

bool ProblemSweep::remeasure(int lap) {
  if (!session_.plan().finalists) return true;
  if (fresh_ == 0 && rounds_complete(lap)) return true;
  const std::vector<Configuration> chosen = finalists(lap);
  if (chosen.size() < 2) return true;
  if (hooks_.interrupted()) return false;
  hooks_.tell(EventKind::finalists, fmt::format("{}", chosen.size()));
  const Backend backend = session_.plan().backend;
  std::vector<std::int64_t> ids;
  ids.reserve(chosen.size());
  for (const Configuration& c : chosen) {
    ids.push_back(context_.store.begin_trial(run_id_, backend, problem_.problem, c));
  }
  std::map<std::string, harness::PhaseSamples> earlier =
      known_samples(context_.store, run_id_, backend, problem_.problem);
  std::vector<Trial> trials = measure_in_passes(context_.runner, chosen, backend, problem_.problem,
                                                protocol_, finalist_visits);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].configuration = chosen[i];
    hooks_.spent(trials[i]);  // before earlier turns' samples join this one's
    if (trials[i].outcome == Outcome::ok) {
      // Marks the attempt as interleaved, also where its time budget ended it.
      trials[i].stop_reason = "rounds";
      harness::PhaseSamples& all = earlier[chosen[i].text()];
      harness::append(all, trials[i].samples);
      trials[i].samples = std::move(all);
    }
    remember(trials[i]);
    context_.store.finish_trial(ids[i], trials[i]);
    ++remeasured_;
  }
  return true;
}

void ProblemSweep::tell_best() const {
  const Configuration* best = nullptr;
  double median = 0;
  for (const Configuration& c : problem_.fitting) {
    const auto it = known_.find(c.text());
    if (it == known_.end() || it->second.outcome != Outcome::ok || it->second.median_us <= 0)
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
