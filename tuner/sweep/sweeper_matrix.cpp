// SPDX-License-Identifier: BSD-3-Clause
// What is done with a matrix that a device has in hand.
#include "db/query.hpp"
#include "harness/engine/engine.hpp"
#include "harness/environment/machine.hpp"
#include "kernels/api/clock.hpp"
#include "tuner/sweep/experience.hpp"
#include "tuner/sweep/sweeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>

namespace sptune::sweep {

Sweeper::Prepared Sweeper::prepare(Hand& hand, bool features) const {
  const Aside aside(hand.turn);
  const suites::Matrix matrix = context_.library.load(entries_[hand.task.matrix]);
  const Plan& plan = session_.plan();
  const int threads = granted_threads();
  return {matrix.info,
          features ? store_features(matrix, plan, threads, hand.own_device) : StoredFeatures{},
          plan_matrix(matrix, plan, context_.catalogue, threads)};
  // The worker reads its own copy.
}

int Sweeper::granted_threads() const {
  const harness::Protocol& protocol = session_.plan().protocol;
  const bool on_cores = session_.plan().backend == Backend::cpu;
  return on_cores && protocol.threads == 0 ? harness::within_quota(context_.hardware.cores)
                                           : harness::resolve_threads(protocol);
}

std::optional<Sweeper::Prepared> Sweeper::read(Hand& hand) {
  const std::size_t i = hand.task.matrix;
  if (lost_.contains(i)) return std::nullopt;
  const auto before = looked_at_.find(i);
  try {
    Prepared out = prepare(hand, before == looked_at_.end());
    if (before == looked_at_.end() || before->second.content_hash == out.info.content_hash) {
      return out;
    }
    lose(hand.task,
         fmt::format("its file changed while it was measured: {} rows and {} entries when it "
                     "was looked at, now {} rows and {} entries",
                     before->second.rows, before->second.nnz, out.info.rows, out.info.nnz));
  } catch (const InputError& e) {
    lose(hand.task, e.what());
  } catch (const std::bad_alloc&) {
    lose(hand.task, "memory ran out while it was looked at");
  }
  return std::nullopt;
}

void Sweeper::lose(const Task& task, const std::string& why) {
  const std::size_t i = task.matrix;
  lost_.insert(i);
  summary_.unreadable.push_back({entries_[i].name, why});
  if (task.repetition == 0 && !task.postponed) search_lost(i);
  report(EventKind::left_out, entries_[i].name, why);
}

bool Sweeper::search_on(Hand& hand) {
  const std::size_t i = hand.task.matrix;
  const bool first = !looked_at_.contains(i);
  const std::optional<Prepared> prepared = read(hand);
  if (!prepared) return true;
  if (first) look_at(i, *prepared);
  if (!work_on(hand, prepared->planned, prepared->info, ProblemSweep::Retry::later)) return false;
  if (hand.task.stage == Stage::finalists) cut_.insert(i);
  if (hand.task.stage != Stage::floor) tracker_.matrix_done(i);
  return true;
}

void Sweeper::search_lost(std::size_t i) {
  if (looked_at_.contains(i)) {  // else nothing of it was counted
    const std::vector<std::int64_t>& left = planned_trials_[i];
    summary_.pending += std::accumulate(left.begin(), left.end(), std::int64_t{0});
  } else {
    tracker_.expect(i, {});  // it says nothing of how many fit on others
  }
  tracker_.matrix_done(i);
}

void Sweeper::look_at(std::size_t i, const Prepared& prepared) {
  looked_at_.emplace(i, prepared.info);
  ++summary_.matrices;
  warn_of_namesakes(prepared.info);
  context_.store.put_matrix(prepared.info, entries_[i].split);
  context_.store.put_features(prepared.info.content_hash, prepared.features.rows,
                              prepared.features.seconds_per_tier, context_.hardware.hash);
  for (const Excluded& e : prepared.planned.excluded) {
    summary_.excluded.push_back(e);
    report(EventKind::left_out, e.matrix, e.reason);
  }
  announce(i, prepared.planned);
}

void Sweeper::warn_of_namesakes(const suites::MatrixInfo& info) const {
  const db::Table t = db::query(context_.store, db::named_query("sweep_namesakes").sql,
                                {{"name", info.name}, {"content_hash", info.content_hash}});
  if (t.rows.empty()) return;
  constexpr std::size_t enough_of_hash = 8;
  const bool changed = t.text(0, "source") == info.source;
  report(
      EventKind::warning, info.name,
      fmt::format(
          "{}: the database holds {} rows and {} entries by this name as well, content "
          "{}…; now there are {} rows and {} entries, content {}…; both are kept, apart "
          "by `matrix_hash`",
          changed ? "its file has changed since it was measured" : "another matrix has its name",
          t.text(0, "nrows"), t.text(0, "nnz"), t.text(0, "content_hash").substr(0, enough_of_hash),
          info.rows, info.nnz, info.content_hash.substr(0, enough_of_hash)));
}

bool Sweeper::remeasure_on(Hand& hand) {
  const std::optional<Prepared> prepared = read(hand);
  if (!prepared) return true;
  return work_on(hand, prepared->planned, prepared->info, ProblemSweep::Retry::later);
}

bool Sweeper::retry_on(Hand& hand) {
  const std::optional<Prepared> prepared = read(hand);
  if (!prepared) return true;
  for (int repetition = 0; repetition < repetitions(); ++repetition) {
    hand.task.repetition = repetition;
    if (interrupted(hand) ||
        !work_on(hand, prepared->planned, prepared->info, ProblemSweep::Retry::now)) {
      return false;
    }
  }
  return true;
}

bool Sweeper::work_on(Hand& hand, const PlannedMatrix& planned, const suites::MatrixInfo& info,
                      ProblemSweep::Retry retry) {
  report(EventKind::matrix, info.name,
         fmt::format("{} x {}, {} entries", info.rows, info.cols, info.nnz));
  warn_of_load(info.name);
  if (const auto text = drift_.time(session_, hand.context, hand.device, hand.turn)) {
    report(EventKind::warning, info.name, *text);
  }
  hand.problem = 0;
  for (const PlannedProblem& problem : planned.problems) {
    for (const harness::CachePolicy cache : session_.plan().caches) {
      if (!work_on(hand, problem, cache, info.name, retry)) return false;
      ++hand.problem;
    }
  }
  return true;
}

void Sweeper::warn_of_load(const std::string& matrix) {
  if (lanes_.size() > 1) return;
  if (const auto text = load_monitor_.warning()) report(EventKind::warning, matrix, *text);
}

bool Sweeper::work_on(Hand& hand, const PlannedProblem& problem, harness::CachePolicy cache,
                      const std::string& name, ProblemSweep::Retry retry) {
  const auto [i, repetition, again, stage] = hand.task;
  double finalists_s = 0;
  ProblemSweep sweep(session_, hand.context, problem, cache,
                     {[&] { return interrupted(hand); }, [this] { return budget_left_s() > 0; },
                      [this](double seconds) { return has_time_for(seconds); },
                      [&, at = i](const harness::Trial& trial, double modelled_s) {
                        finalists_s -= trial.wall_s;  // of all, these were searched
                        std::int64_t& left = planned_trials_[at].at(hand.problem);
                        left = std::max<std::int64_t>(left - 1, 0);
                        count(at, trial, modelled_s, name);
                      },
                      [&](std::span<const harness::Trial> trials) {
                        for (const harness::Trial& trial : trials) finalists_s += trial.wall_s;
                        add_times(hand, trials);
                      },
                      [this](std::int64_t trials) { summary_.disturbed += trials; },
                      [&](const FinalistsAt& at) { show_finalists(hand, at, name); },
                      [&](EventKind kind, const std::string& text) { report(kind, name, text); },
                      [&] { search_over(hand); },
                      [&](const std::function<void()>& work) {
                        const Aside aside(hand.turn);
                        work();
                      },
                      hand.device, [&, at = i] { return handout_.elsewhere(at, hand.number); }});
  const bool whole = sweep.run(repetition, retry, stage);
  if (repetition == 0) time_left_.finalists_done(i, finalists_s + sweep.late_s());
  summary_.remeasured += sweep.remeasured();
  if (!whole) {
    const bool told = summary_.ending != Ending::finished || hand.busy;
    if (!told) summary_.ending = Ending::stopped;  // among finalists
    return false;
  }
  hand.postponed |= sweep.postponed();
  hand.gain += sweep.expected_gain();
  if (!sweep.unloadable().empty()) left_unloaded(problem, name, sweep);
  if (stage == Stage::floor) return true;
  const auto key = std::pair{problem.problem.hash(), cache};
  if (repetition == 0 && stage == Stage::whole) pending_points_[key] = sweep.pending_points();
  const bool late = sweep.late_s() > 0;
  pending_[key] = pending_points_[key] + (late ? 0 : sweep.pending_finalists(repetition));
  late_[key] = late ? sweep.pending_finalists(repetition) : 0;
  return true;
}

void Sweeper::show_finalists(const Hand& hand, const FinalistsAt& at, const std::string& name) {
  const auto all = static_cast<double>(at.finalists);
  time_left_.finalists_at(hand.task.matrix, at.measured / all, at.expected_s, now_s());
  constexpr double rounding = 1e-9;  // of thirds
  report(at.measured > 0 ? EventKind::repeated : EventKind::finalists, name,
         fmt::format("{:.0f} of {}", std::floor(at.measured + rounding), at.finalists));
}

void Sweeper::search_over(const Hand& hand) {
  std::vector<std::int64_t>& left = planned_trials_[hand.task.matrix];
  left.at(hand.problem) = 0;
  tracker_.trials_left(hand.task.matrix,
                       std::accumulate(left.begin(), left.end(), std::int64_t{0}));
}

void Sweeper::left_unloaded(const PlannedProblem& problem, const std::string& name,
                            const ProblemSweep& sweep) {
  if (!unloaded_.insert(problem.problem.hash()).second) return;
  std::string within;
  if (sweep.short_of_memory()) {
    summary_.too_little_memory = harness::resolve_memory_limit(session_.plan().protocol);
    within =
        fmt::format(" within a worker's memory limit of {} MiB", summary_.too_little_memory >> 20);
  }
  const std::string text =
      fmt::format("{} {} could not be loaded{}, its points stay pending: {}",
                  to_string(problem.problem.operation), to_string(problem.problem.value_type),
                  within, sweep.unloadable());
  report(EventKind::left_out, name, text);
  summary_.unreadable.push_back({name, text});
}

void Sweeper::announce(std::size_t i, const PlannedMatrix& planned) {
  const Plan& plan = session_.plan();
  ProgressTracker::Work work;
  std::int64_t stored = 0;
  double trials = 0;
  for (const PlannedProblem& p : planned.problems) {
    for (const harness::CachePolicy cache : plan.caches) {
      const Occasion occasion = session_.occasion(cache);
      const Pending left = pending(
          plan, p, stored_trials(context_.store, occasion, plan.backend, p),
          [&](const search::Space& space) {
            return known_of_others(plan, occasion, context_.store, p.problem,
                                   known_before(context_.store, occasion, p.problem), space);
          });
      work.trials += left.refusals + left.trials;
      trials += static_cast<double>(left.trials);
      planned_trials_[i].push_back(left.refusals + left.trials);
      work.seconds[p.problem.operation] +=
          static_cast<double>(left.trials) * model_trial_s(p.size, session_.protocol(cache));
      stored += left.stored;
    }
  }
  summary_.already_stored += stored;
  time_left_.planned(i, trials);
  tracker_.begin(i, std::move(work), stored);
}

void Sweeper::count(std::size_t i, const harness::Trial& trial, double modelled_s,
                    const std::string& name) {
  if (trial.outcome != harness::Outcome::refused) time_left_.searched(i, net_s(trial));
  ++summary_.trials;
  ++summary_.outcomes[trial.outcome];
  progressed_ |= trial.disturbed.empty() && !harness::inconclusive(trial);
  tracker_.trial_done(i, trial.problem.operation, modelled_s, net_s(trial));
  report(EventKind::trial, name, "", &trial);
}

void Sweeper::add_times(Hand& hand, std::span<const harness::Trial> trials) {
  const auto any = [&](const auto& of) { return std::any_of(trials.begin(), trials.end(), of); };
  if (any([](const harness::Trial& t) { return !t.disturbed.empty(); })) {
    ++hand.disturbed_in_a_row;
  } else if (any([](const harness::Trial& t) { return !t.samples.empty(); })) {
    hand.disturbed_in_a_row = 0;
  }
  for (const harness::Trial& trial : trials) {
    summary_.measured_s += harness::measured_s(trial);
    for (const auto& [stage, seconds] : trial.stage_s) summary_.stage_s[stage] += seconds;
  }
}

}  // namespace sptune::sweep
