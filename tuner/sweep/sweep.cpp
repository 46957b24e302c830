// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/sweep.hpp"

#include "db/query.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/experience.hpp"
#include "tuner/sweep/load_monitor.hpp"
#include "tuner/sweep/pace.hpp"
#include "tuner/sweep/problem_sweep.hpp"
#include "tuner/sweep/selection.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace sptune::sweep {
namespace {

class Sweep {
 public:
  Sweep(Session session, const Context& context)
      : session_(std::move(session)),
        context_(context),
        begun_s_(now_s()),
        load_monitor_(context.busy_cores, session_.plan().backend, context.hardware.cores,
                      session_.plan().protocol.threads),
        pace_(repetitions(), session_.plan().finalists) {}

  Summary work() {
    try {
      survey_matrices();
      while (run_repetition() && ++repetition_ < repetitions()) {
      }
      if (repetition_ == repetitions()) try_postponed();
    } catch (...) {
      abandon();
      throw;
    }
    for (const auto& [problem, points] : pending_) summary_.pending += points;
    if (summary_.ending == Ending::finished && summary_.pending > 0) {
      summary_.ending = Ending::incomplete;
    }
    session_.end(summary_.ending == Ending::finished ? "finished" : "interrupted");
    summary_.runs = session_.uuids();
    summary_.seconds = now_s() - begun_s_;
    return std::move(summary_);
  }

 private:
  /// The first error is the one to report, so one while marking the run is dropped; the next writer
  /// takes a run that stays `running` for interrupted anyway.
  void abandon() noexcept {
    try {
      session_.end("interrupted");
    } catch (const std::exception&) {
      return;
    }
  }

  void survey_matrices() {
    Survey survey = survey_suite(session_.plan(), context_.library, context_.sink, context_.stop);
    entries_ = std::move(survey.entries);
    summary_.excluded = std::move(survey.excluded);
    summary_.unreadable = std::move(survey.unreadable);
    const Plan& plan = session_.plan();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      tracker_.expect(i, expected_work(survey.infos[i], plan, context_.catalogue));
    }
  }

  [[nodiscard]] int repetitions() const {
    return session_.plan().finalists ? session_.plan().repetitions : 1;
  }

  /// All matrices once; false when interrupted.
  bool run_repetition() {
    pace_.begin_repetition(now_s());
    if (repetition_ > 0) {
      report(EventKind::note, "",
             fmt::format("repetition {} of {}: finalists again", repetition_ + 1, repetitions()));
    }
    for (at_ = 0; at_ < entries_.size(); ++at_) {
      if (interrupted() ||
          !(repetition_ == 0 ? work_on(at_) : remeasure_on(at_, ProblemSweep::Retry::later))) {
        return false;
      }
    }
    return true;
  }

  /// Retries, after everything else, the points whose worker was repeatedly ended from outside.
  void try_postponed() {
    for (const std::size_t i : postponed_) {
      at_ = i;
      for (repetition_ = 0; repetition_ < repetitions(); ++repetition_) {
        if (interrupted() || !remeasure_on(i, ProblemSweep::Retry::now)) return;
      }
    }
  }

  bool interrupted() {
    if (context_.stop && context_.stop()) {
      summary_.ending = Ending::stopped;
      return true;
    }
    const double budget = session_.plan().limits.budget_s;
    if (budget > 0 && now_s() - begun_s_ >= budget) {
      summary_.ending = Ending::budget;
      return true;
    }
    return false;
  }

  bool work_on(std::size_t i) {
    const suites::SuiteEntry& entry = entries_[i];
    std::optional<suites::Matrix> matrix;
    try {
      matrix = context_.library.load(entry);
    } catch (const InputError& e) {
      summary_.unreadable.push_back({entry.name, e.what()});
      tracker_.begin(i, {}, 0);
      tracker_.matrix_done();
      report(EventKind::left_out, entry.name, e.what());
      return true;
    }
    ++summary_.matrices;
    const suites::MatrixInfo info = matrix->info;
    context_.store.put_matrix(info, entry.split);
    store_features_of(*matrix);
    const PlannedMatrix planned = plan_matrix(*matrix, session_.plan(), context_.catalogue);
    matrix.reset();  // the worker reads its own copy
    for (const Excluded& e : planned.excluded) {
      summary_.excluded.push_back(e);
      report(EventKind::left_out, e.matrix, e.reason);
    }
    announce(i, planned);
    if (!work_on(planned, info, ProblemSweep::Retry::later)) return false;
    tracker_.matrix_done();
    return true;
  }

  /// In a later repetition: the plan of the first one, no new search.
  bool remeasure_on(std::size_t i, ProblemSweep::Retry retry) {
    std::optional<suites::Matrix> matrix;
    try {
      matrix = context_.library.load(entries_[i]);
    } catch (const InputError&) {
      return true;  // reported in the first repetition
    }
    const suites::MatrixInfo info = matrix->info;
    const PlannedMatrix planned = plan_matrix(*matrix, session_.plan(), context_.catalogue);
    matrix.reset();
    return work_on(planned, info, retry);
  }

  bool work_on(const PlannedMatrix& planned, const suites::MatrixInfo& info,
               ProblemSweep::Retry retry) {
    report(EventKind::matrix, info.name,
           fmt::format("{} x {}, {} entries", info.rows, info.cols, info.nnz));
    if (const auto text = load_monitor_.warning()) report(EventKind::warning, info.name, *text);
    for (const PlannedProblem& problem : planned.problems) {
      for (const harness::CachePolicy cache : session_.plan().caches) {
        if (!work_on(problem, cache, info.name, retry)) return false;
      }
    }
    return true;
  }

  bool work_on(const PlannedProblem& problem, harness::CachePolicy cache, const std::string& name,
               ProblemSweep::Retry retry) {
    ProblemSweep sweep(
        session_, context_, problem, cache,
        {[this] { return interrupted(); },
         [&](const harness::Trial& trial, double modelled_s) { count(trial, modelled_s, name); },
         [this](const harness::Trial& trial) { add_times(trial); },
         [&](std::size_t points, int preparations, std::size_t finalists) {
           pace_.repeated(points, preparations, finalists);
           report(EventKind::repeated, name, fmt::format("{}", finalists));
         },
         [&](EventKind kind, const std::string& text) { report(kind, name, text); }});
    const double before_s = spent_s_ - searched_s_;
    const bool whole = sweep.run(repetition_, retry);
    if (repetition_ == 0) pace_.problem_done(at_, spent_s_ - searched_s_ - before_s);
    summary_.remeasured += sweep.remeasured();
    if (!whole) {
      if (summary_.ending == Ending::finished)
        summary_.ending = Ending::stopped;  // among finalists
      return false;
    }
    if (sweep.postponed()) postponed_.insert(at_);
    const auto key = std::pair{problem.problem.hash(), cache};
    if (repetition_ == 0) pending_points_[key] = sweep.pending_points();
    pending_[key] = pending_points_[key] + sweep.pending_finalists(repetition_);
    if (!sweep.unloadable().empty()) left_unloaded(problem, name, sweep.unloadable());
    return true;
  }

  void left_unloaded(const PlannedProblem& problem, const std::string& name,
                     const std::string& why) {
    if (!unloaded_.insert(problem.problem.hash()).second) return;
    const std::string text = fmt::format("{} {} could not be loaded, its points stay pending: {}",
                                         to_string(problem.problem.operation),
                                         to_string(problem.problem.value_type), why);
    report(EventKind::left_out, name, text);
    summary_.unreadable.push_back({name, text});
  }

  void store_features_of(const suites::Matrix& matrix) {
    const StoredFeatures f = store_features(matrix, session_.plan());
    context_.store.put_features(matrix.info.content_hash, f.rows, f.seconds_per_tier,
                                context_.hardware.hash);
  }

  /// Replaces the estimate for the matrix by the exact number of trials.
  void announce(std::size_t i, const PlannedMatrix& planned) {
    const Plan& plan = session_.plan();
    ProgressTracker::Work work;
    std::int64_t stored = 0;
    for (const PlannedProblem& p : planned.problems) {
      for (const harness::CachePolicy cache : plan.caches) {
        const Pending left = pending(
            plan, p, stored_trials(context_.store, session_.run_id(cache), plan.backend, p.problem),
            [&](const search::Space& space) {
              return known_of_others(session_, context_.store, p.problem, cache, space);
            });
        work.trials += left.refusals + left.trials;
        work.seconds[p.problem.operation] +=
            static_cast<double>(left.trials) * model_trial_s(p.size, session_.protocol(cache));
        stored += left.stored;
      }
    }
    summary_.already_stored += stored;
    tracker_.begin(i, std::move(work), stored);
  }

  void count(const harness::Trial& trial, double modelled_s, const std::string& name) {
    searched_s_ += trial.wall_s;
    pace_.searched(net_s(trial));
    ++summary_.trials;
    ++summary_.outcomes[trial.outcome];
    tracker_.trial_done(trial.problem.operation, modelled_s, net_s(trial));
    report(EventKind::trial, name, "", &trial);
  }

  void add_times(const harness::Trial& trial) {
    spent_s_ += trial.wall_s;
    summary_.measured_s += harness::measured_s(trial);
    for (const auto& [stage, seconds] : trial.stage_s) summary_.stage_s[stage] += seconds;
  }

  void report(EventKind kind, const std::string& matrix, const std::string& text,
              const harness::Trial* trial = nullptr) const {
    if (!context_.sink) return;
    double eta = eta_s();
    const double elapsed = now_s() - begun_s_;
    const double budget = session_.plan().limits.budget_s;
    if (budget > 0) eta = std::min(eta, std::max(budget - elapsed, 0.0));
    context_.sink({kind,
                   matrix,
                   text,
                   trial,
                   {repetition_ == 0 ? tracker_.matrices_done() : at_, tracker_.matrices(),
                    tracker_.done(), tracker_.expected(), elapsed, eta,
                    std::min(repetition_ + 1, repetitions()), repetitions()}});
  }

  [[nodiscard]] double eta_s() const {
    return repetition_ == 0
               ? pace_.first_repetition_s(tracker_.eta_s(), tracker_.matrices_done() + 1,
                                          tracker_.matrices(), now_s())
               : pace_.later_repetition_s(at_, entries_.size(), repetitions() - repetition_ - 1,
                                          now_s());
  }

  Session session_;
  const Context& context_;
  double begun_s_;
  LoadMonitor load_monitor_;
  Pace pace_;
  double spent_s_ = 0;     ///< in trials of this invocation, finalists included
  double searched_s_ = 0;  ///< the same without finalists
  int repetition_ = 0;     ///< over the collection
  std::size_t at_ = 0;     ///< matrix in hand
  std::vector<suites::SuiteEntry> entries_;
  ProgressTracker tracker_;
  Summary summary_;
  std::set<std::string> unloaded_;   ///< problems, reported once
  std::set<std::size_t> postponed_;  ///< matrices with points to retry at the end
  /// By problem: all that is pending, and points of its search alone.
  std::map<std::pair<std::string, harness::CachePolicy>, std::int64_t> pending_, pending_points_;
};

/// A suite that is a path, so that a resume from another folder finds it.
std::string from_anywhere(const std::string& suite) {
  const auto builtin = suites::builtin_suites();
  const bool named = std::find(builtin.begin(), builtin.end(), suite) != builtin.end();
  if (named || !std::filesystem::exists(suite)) return suite;
  return std::filesystem::absolute(suite).lexically_normal().string();
}

}  // namespace

void check(const Plan& plan, const Catalogue& catalogue) {
  if (plan.operations.empty() || plan.value_types.empty() || plan.caches.empty()) {
    throw UsageError("a sweep needs at least one operation, one value type and one cache policy");
  }
  if (plan.repetitions < 1)
    throw UsageError("a sweep needs at least one repetition: --repetitions 1");
  if (plan.search.kind == search::Kind::random && plan.search.points == 0) {
    throw UsageError("a random search needs a number of configurations: --search random:50");
  }
  if (!(plan.search.gain >= 0)) {
    throw UsageError(fmt::format("--search-gain {}: expected a share of 0 or more, such as 0.01",
                                 plan.search.gain));
  }
  check_selection(plan, catalogue);
  (void)suites::open_suite(plan.suite);
}

std::string_view to_string(Ending ending) noexcept {
  switch (ending) {
    case Ending::finished:
      return "finished";
    case Ending::incomplete:
      return "incomplete";
    case Ending::budget:
      return "budget";
    case Ending::stopped:
      return "stopped";
  }
  return "?";
}

Summary run(Plan plan, const Context& context) {
  check(plan, context.catalogue);
  plan.suite = from_anywhere(plan.suite);
  plan.earlier_runs.clear();
  return Sweep(Session(std::move(plan), nullptr, context), context).work();
}

db::RunInfo run_to_resume(const db::Store& store, const std::string& uuid) {
  std::string wanted = uuid;
  if (wanted.empty()) {
    const db::Table last = db::query(store, db::named_query("sweep_last").sql);
    if (last.rows.empty()) {
      throw DatabaseError("the database holds no run to resume: start one with `sptune sweep run`");
    }
    wanted = last.text(0, "uuid");
  }
  auto info = store.run(wanted);
  if (!info) {
    throw DatabaseError(
        fmt::format("the database holds no run {}: `sptune sweep status` lists runs", wanted));
  }
  if (is_holdout_timing(info->plan_json)) {
    throw UsageError(fmt::format(
        "run {} belongs to `sptune evaluate --measure`: give the same command again to continue it",
        wanted));
  }
  return std::move(*info);
}

Summary resume(const std::string& uuid, double budget_s, const Context& context) {
  const db::RunInfo info = run_to_resume(context.store, uuid);
  Plan plan = plan_from_json(info.plan_json);
  if (budget_s > 0) plan.limits.budget_s = budget_s;
  check(plan, context.catalogue);
  return Sweep(Session(std::move(plan), &info, context), context).work();
}

}  // namespace sptune::sweep
