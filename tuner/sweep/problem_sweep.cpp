// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/problem_sweep.hpp"

#include "harness/engine/not_here.hpp"
#include "sptune/error.hpp"
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
/// Another library's point this many times slower than the best is not measured again: its ratio
/// needs no better than a search's times, and a set would wait for it.
constexpr double worth_a_comparison = 10;

Trial refusal(const harness::TrialKey& key, const std::string& reason) {
  Trial t = harness::blank_trial(key);
  t.outcome = Outcome::refused;
  t.stage = "fit";
  t.message = reason;
  return t;
}

/// As a worker's runner says it of what it cannot load.
Trial not_loaded(const harness::TrialKey& key, const char* why) {
  Trial t = harness::blank_trial(key);
  t.outcome = Outcome::skipped;
  t.stage = "load";
  t.message = why;
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

/// The floor of a matrix: what everybody compares with, and a handful of what the search begins
/// with beside the defaults, which on other matrices did best.
constexpr std::size_t points_beside_defaults = 6;
/// Where a strategy does not say what the rest of its search may gain.
constexpr double gain_unknown = 0.05;

/// What a caller of another library gets without choosing: it is measured to its end however slow
/// it is.
bool is_call_to_beat(const ResolvedConfiguration& c) {
  return c.variant().facts.baseline &&
         c.configuration() == c.variant().default_configuration().configuration();
}

bool has_times(const Trial& trial) {
  return trial.outcome == Outcome::ok || trial.outcome == Outcome::dominated;
}

/// Failed for itself, which holds whatever becomes of those that were measured beside it.
bool is_verdict(const Trial& trial) {
  return !has_times(trial) && !harness::inconclusive(trial);
}

harness::Summary summary_of(const Trial& trial) {
  const auto total = trial.samples.find("total");
  return total == trial.samples.end() || total->second.empty() ? harness::Summary{}
                                                               : harness::summarise(total->second);
}

}  // namespace

ProblemSweep::ProblemSweep(const Session& session, const Context& context,
                           const PlannedProblem& problem, harness::CachePolicy cache, Hooks hooks)
    : session_(session),
      context_(context),
      problem_(problem),
      protocol_(session.protocol(cache)),
      run_id_(session.run_id(cache)),
      hooks_(std::move(hooks)),
      known_before_(known_before(context.store, session.occasion(cache), problem.problem)),
      stored_(
          stored_trials(context.store, session.occasion(cache), session.plan().backend, problem)),
      search_(session.plan().search, problem.fitting) {}

bool ProblemSweep::run(int repetition, Retry retry, Stage stage) {
  const bool searching = repetition == 0 && stage != Stage::finalists;
  if (searching && (!record_refusals() || !search(retry, stage))) return false;
  if (stage == Stage::floor) return true;
  if (searching) hooks_.search_over();
  if (!remeasure(repetition, retry)) return false;
  report_best();
  return true;
}

std::int64_t ProblemSweep::pending_points() const {
  if (in_vain_) return *in_vain_;
  return sweep::pending(session_.plan(), problem_, stored_,
                        [&](const search::Space&) { return known(); })
      .trials;
}

std::int64_t ProblemSweep::pending_finalists(int repetition) const {
  const auto chosen = finalists(repetition);
  if (!repetition_due(repetition) || chosen.size() < 2) return 0;
  return static_cast<std::int64_t>(chosen.size());
}

search::Experience ProblemSweep::known() const {
  return known_of_others(session_.plan(), session_.occasion(protocol_.cache), context_.store,
                         problem_.problem, known_before_, search_.space());
}

std::int64_t ProblemSweep::begin(const harness::TrialKey& key) {
  return context_.store.begin_trial(run_id_, key, {hooks_.device, known_before_.ended});
}

template <class Run, class Otherwise>
auto ProblemSweep::measured(std::int64_t trial_id, Run run, Otherwise otherwise) {
  const auto withdraw = [&] { context_.store.withdraw_trial(trial_id); };
  try {
    return run();
  } catch (const DeviceError&) {  // no word on the trial: another device may go on with it
    withdraw();
    throw;
  } catch (const harness::NotHere& e) {
    if (!hooks_.elsewhere || !hooks_.elsewhere()) return otherwise(e.what());
    withdraw();
    throw;
  } catch (const harness::Stopped&) {
    withdraw();
    throw;
  }
}

/// In one transaction: a grid may hold hundreds, and each would take as long as a short trial.
bool ProblemSweep::record_refusals() {
  std::vector<Trial> refusals;
  const ResolvedConfiguration* first = nullptr;
  for (const Refusal& r : problem_.refused) {
    if (stored_.known.contains(r.configuration.text())) continue;
    if (first == nullptr) first = &r.configuration;
    refusals.push_back(refusal(key_of(r.configuration), r.reason));
  }
  if (first == nullptr) return true;
  if (hooks_.interrupted()) return false;
  context_.store.finish_together(begin(key_of(*first)), refusals);
  for (const Trial& trial : refusals) hooks_.committed(trial, 0);
  return true;
}

/// When the problem cannot be loaded, the search ends and its points stay pending.
bool ProblemSweep::search(Retry retry, Stage stage) {
  if (!measure_baselines(retry, stage)) return false;
  const search::Experience others = known();
  std::unique_ptr<search::Strategy> strategy;
  hooks_.aside([&] { strategy = search_.begin(others); });
  std::set<std::string> in_vain;
  std::size_t asked = 0;
  const std::size_t floor = search_.space().defaults().size() + points_beside_defaults;
  while (const auto question = strategy->ask()) {
    if (!unloadable_.empty()) break;
    if (stage == Stage::floor && asked++ == floor) {
      expected_gain_ = strategy->expected_gain().value_or(gain_unknown);
      return true;
    }
    if (const auto answer = search_.answer(*question, stored_)) {
      strategy->tell(*answer);
      continue;
    }
    if (hooks_.interrupted()) return false;
    const ResolvedConfiguration& c = search_.at(question->point);
    strategy->tell(postpone(c, retry) ? search::Answer{question->point, Outcome::crashed, 0}
                                      : measure(c, *question));
    if (!stored_.known.contains(c.text())) in_vain.insert(c.text());
  }
  if (!unloadable_.empty()) return true;
  for (const ResolvedConfiguration& c : search_.beside()) {
    if (!stored_.known.contains(c.text())) in_vain.insert(c.text());
  }
  in_vain_ = static_cast<std::int64_t>(in_vain.size());
  return true;
}

/// First, so that other libraries' times are whole: once a better point is known, the dominated
/// rule cuts them short.
bool ProblemSweep::measure_baselines(Retry retry, Stage stage) {
  for (const ResolvedConfiguration& c : search_.beside()) {
    if (!unloadable_.empty()) break;
    if (stage == Stage::floor && !is_call_to_beat(c)) continue;
    if (stored_.known.contains(c.text())) continue;
    if (hooks_.interrupted()) return false;
    if (!postpone(c, retry)) (void)measure(c, {});
  }
  return true;
}

/// Is it left for Retry::now?
bool ProblemSweep::postpone(const ResolvedConfiguration& configuration, Retry retry) {
  const auto died = stored_.died.find(configuration.text());
  const bool last = died != stored_.died.end() && died->second >= deaths_until_last;
  if (retry == Retry::now || !last) return false;
  postponed_ = true;
  return true;
}

harness::TrialKey ProblemSweep::key_of(const ResolvedConfiguration& configuration) const {
  return {configuration, problem_.problem, protocol_};
}

search::Answer ProblemSweep::measure(const ResolvedConfiguration& c,
                                     const search::Question& question) {
  harness::TrialKey key = key_of(c);
  const std::int64_t id = begin(key);
  if (question.samples > 0) {
    key.protocol.min_samples = key.protocol.max_samples =
        std::min(question.samples, protocol_.max_samples);
  }
  const double best = is_call_to_beat(c) ? 0 : best_us();
  Trial trial = measured(
      id, [&] { return context_.runner.run(key, best); },
      [&](const char* why) { return not_loaded(key, why); });
  // The key in the database is the configuration that was proposed, whatever the runner returns.
  trial.configuration = c.configuration();
  if (question.samples > 0 && trial.outcome == Outcome::ok) {
    trial.outcome = Outcome::dominated;
    trial.stop_reason = harness::cut_short;
  }
  search::Answer answer{question.point, trial.outcome, 0};
  believe(trial);
  if (!trial.disturbed.empty()) {
    hooks_.discarded(1);
    answer.outcome = Outcome::crashed;  // what a search is told of points that are not known yet
    ++stored_.died[c.text()];
    postponed_ = true;
  } else if (harness::inconclusive(trial)) {
    note_unloadable(trial);
    ++stored_.died[c.text()];
  } else {
    answer.median_us = remember(c, trial);
  }
  hooks_.spent({&trial, 1});
  commit(id, trial, model_trial_s(problem_.size, protocol_));
  return answer;
}

void ProblemSweep::note_unloadable(const Trial& trial) {
  if (trial.from_outside) return;
  unloadable_ = trial.stage + ": " + trial.message;
  short_of_memory_ = trial.outcome == Outcome::out_of_memory;
}

/// Where the plan says so, whatever disturbed it.
void ProblemSweep::believe(Trial& trial) const {
  if (session_.plan().keep_disturbed) trial.disturbed.clear();
}

/// Its median.
double ProblemSweep::remember(const ResolvedConfiguration& configuration, const Trial& trial) {
  const harness::Summary summary = summary_of(trial);
  const std::string text = trial.configuration.text();
  stored_.known[text] = {trial.outcome, summary.median, summary.min,
                         configuration.variant().facts.baseline};
  stored_.alone[text].push_back(
      {trial.outcome, summary.median, trial.stop_reason == harness::cut_short});
  stored_.searched_since_interleaved |=
      trial.outcome == Outcome::ok || trial.outcome == Outcome::dominated;
  return summary.median;
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

/// The fastest configuration of every baseline and its default call, where they are not far from
/// the best, then the points that may be the fastest, best first: a comparison with a library is
/// fair only when both were measured at the same time. A point may be the fastest when its fastest
/// sample is close to the best median. Its own median is no criterion: on a shared machine a burst
/// of other load makes a good point look slow, and it would never be measured again. For the same
/// reason later repetitions include the fastest point of every variant and of every value of an
/// axis: a disturbance of minutes can slow down all runs of two threads
/// (docs/measurements/model.md).
std::vector<ResolvedConfiguration> ProblemSweep::near_best(bool probing) const {
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
  const double compared = best_us() * worth_a_comparison;
  const double probed = probing ? best_us() * worth_a_probe : 0;
  std::set<std::string> traits;  // that a faster point has already
  std::vector<ResolvedConfiguration> baselines;
  std::vector<ResolvedConfiguration> close;
  std::set<std::string> with_baseline;
  for (const auto& [least, c] : ranked) {
    const bool first_of_baseline =
        stored_.known.at(c.text()).baseline && with_baseline.insert(c.variant().facts.name).second;
    if (first_of_baseline || is_call_to_beat(c)) {
      if (least <= compared) baselines.push_back(c);
    } else {
      const bool probe = add_traits(traits, c.configuration()) && least <= probed;
      if (probe || least <= limit) close.push_back(c);
    }
  }
  baselines.insert(baselines.end(), close.begin(), close.end());
  return baselines;
}

/// A set takes two. Where nothing comes close to the fastest, later repetitions measure it with
/// what they probe, and so does the first: else there would be one repetition too few.
std::vector<ResolvedConfiguration> ProblemSweep::finalists(int repetition) const {
  std::vector<ResolvedConfiguration> out = near_best(repetition > 0);
  if (repetition == 0 && out.size() < 2 && session_.plan().repetitions > 1) out = near_best(true);
  return out;
}

double ProblemSweep::expected_s(const std::vector<ResolvedConfiguration>& finalists) const {
  double out = 0;
  for (const ResolvedConfiguration& c : finalists) {
    out += model_finalist_s(1e-6 * stored_.known.at(c.text()).median_us, protocol_);
  }
  return out;
}

/// False when the finalists of this repetition are stored: a set is stored whole or not at all. In
/// the first one true again when points were added since: to be compared, points are measured
/// together.
bool ProblemSweep::repetition_due(int repetition) const {
  if (!session_.plan().finalists) return false;
  const bool done = stored_.interleaved_sets > repetition;
  return !done || (repetition == 0 && stored_.searched_since_interleaved);
}

std::vector<Trial> ProblemSweep::measure_set(std::int64_t trial_id,
                                             const std::vector<ResolvedConfiguration>& chosen,
                                             FinalistsAt& at) {
  const auto run = [&] {
    return measure_interleaved(
        context_.runner, chosen, problem_.problem, protocol_, finalist_repetitions,
        {context_.stop,
         [&](std::size_t points, int preparations) {
           at.measured += static_cast<double>(points) / preparations;
           hooks_.repeated(at);
         },
         [&] { return !session_.plan().keep_disturbed && hooks_.in_time(); }});
  };
  return measured(trial_id, run, [&](const char* why) {
    std::vector<Trial> out;
    out.reserve(chosen.size());
    for (const ResolvedConfiguration& c : chosen) out.push_back(not_loaded(key_of(c), why));
    return out;
  });
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
  FinalistsAt at{chosen.size(), expected_s(chosen), 0};
  if (!hooks_.has_time_for(at.expected_s)) {
    late_s_ = at.expected_s;
    return true;
  }
  hooks_.repeated(at);
  // One row stands for the set while it is measured: a kill leaves one attempt, not one per point.
  const std::int64_t id = begin(key_of(chosen.front()));
  std::vector<Trial> trials = measure_set(id, chosen, at);
  if (trials.empty()) {
    context_.store.withdraw_trial(id);
    return false;
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    trials[i].configuration = chosen[i].configuration();
    trials[i].stop_reason = harness::in_repetitions;  // whatever its outcome
    believe(trials[i]);
  }
  hooks_.spent(trials);
  const auto disturbed = std::find_if(trials.begin(), trials.end(),
                                      [](const Trial& t) { return !t.disturbed.empty(); });
  const auto lost = std::find_if(trials.begin(), trials.end(), harness::inconclusive);
  if (disturbed != trials.end()) {  // as above: kept, all of them, and measured again at the end
    discard_times(trials, disturbed->disturbed);
    postponed_ = true;
  } else if (lost != trials.end()) {  // part of a set is not comparable: all of it stays pending
    note_unloadable(*lost);
    lost->configuration = chosen.front().configuration();
    std::iter_swap(trials.begin(), lost);
    const auto last = std::stable_partition(trials.begin() + 1, trials.end(), is_verdict);
    trials.erase(last, trials.end());
    for (auto t = trials.begin() + 1; t != trials.end(); ++t) t->stop_reason.clear();
  } else {
    remeasured_ += static_cast<std::int64_t>(trials.size());
  }
  context_.store.finish_together(id, trials);
  // What several repetitions say together is for the database to tell.
  stored_ = stored_trials(context_.store, session_.occasion(protocol_.cache),
                          session_.plan().backend, problem_);
  return true;
}

/// Of a set, and `why`. A verdict is kept as one of a trial that is part of no set.
void ProblemSweep::discard_times(std::vector<Trial>& trials, const std::string& why) const {
  std::int64_t discarded = 0;
  for (Trial& t : trials) {
    if (has_times(t)) {
      t.disturbed = why;
      ++discarded;
    } else {
      t.stop_reason.clear();
    }
  }
  hooks_.discarded(discarded);
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
