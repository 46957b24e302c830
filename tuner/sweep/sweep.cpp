// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/sweep.hpp"

#include "db/query.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/busy.hpp"
#include "tuner/sweep/pace.hpp"
#include "tuner/sweep/problem_sweep.hpp"
#include "tuner/sweep/selection.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace sptune::sweep {
namespace {

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Sweep {
 public:
  Sweep(Session session, const Context& context)
      : session_(std::move(session)),
        context_(context),
        begun_s_(now_s()),
        busy_(context.busy_cores, session_.plan().backend, context.hardware.cores,
              session_.plan().protocol.threads),
        pace_(laps(), session_.plan().finalists) {}

  Summary work() {
    try {
      survey_matrices();
      while (turn() && ++lap_ < laps()) {
      }
      if (lap_ == laps()) try_postponed();
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
  /// The error that is under way matters more than one while marking the run; a run that stays
  /// `running` is taken for interrupted by the next writer anyway.
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
      ledger_.expect(i, expected_work(survey.infos[i], plan, context_.catalogue));
    }
  }

  [[nodiscard]] int laps() const { return session_.plan().finalists ? session_.plan().laps : 1; }

  /// Once over the collection; false when it was interrupted.
  bool turn() {
    pace_.begin_turn(now_s());
    if (lap_ > 0) {
      tell(EventKind::note, "", fmt::format("turn {} of {}: finalists again", lap_ + 1, laps()));
    }
    for (at_ = 0; at_ < entries_.size(); ++at_) {
      if (interrupted() ||
          !(lap_ == 0 ? work_on(at_) : work_again_on(at_, ProblemSweep::Doubtful::later))) {
        return false;
      }
    }
    return true;
  }

  /// What was ended from outside again and again, once more now that nothing else is left.
  void try_postponed() {
    for (const std::size_t i : postponed_) {
      at_ = i;
      for (lap_ = 0; lap_ < laps(); ++lap_) {
        if (interrupted() || !work_again_on(i, ProblemSweep::Doubtful::now)) return;
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
      ledger_.begin(i, {}, 0);
      ledger_.matrix_done();
      tell(EventKind::left_out, entry.name, e.what());
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
      tell(EventKind::left_out, e.matrix, e.reason);
    }
    announce(i, planned);
    if (!work_on(planned, info, ProblemSweep::Doubtful::later)) return false;
    ledger_.matrix_done();
    return true;
  }

  /// A later turn: what was planned in the first one is planned again, nothing new is begun.
  bool work_again_on(std::size_t i, ProblemSweep::Doubtful doubtful) {
    std::optional<suites::Matrix> matrix;
    try {
      matrix = context_.library.load(entries_[i]);
    } catch (const InputError&) {
      return true;  // the first turn said so
    }
    const suites::MatrixInfo info = matrix->info;
    const PlannedMatrix planned = plan_matrix(*matrix, session_.plan(), context_.catalogue);
    matrix.reset();
    return work_on(planned, info, doubtful);
  }

  bool work_on(const PlannedMatrix& planned, const suites::MatrixInfo& info,
               ProblemSweep::Doubtful doubtful) {
    tell(EventKind::matrix, info.name,
         fmt::format("{} x {}, {} entries", info.rows, info.cols, info.nnz));
    if (const auto text = busy_.look()) tell(EventKind::warning, info.name, *text);
    for (const PlannedProblem& problem : planned.problems) {
      for (const harness::CachePolicy cache : session_.plan().caches) {
        if (!work_on(problem, cache, info.name, doubtful)) return false;
      }
    }
    return true;
  }

  bool work_on(const PlannedProblem& problem, harness::CachePolicy cache, const std::string& name,
               ProblemSweep::Doubtful doubtful) {
    std::size_t finalists = 0;
    ProblemSweep sweep(
        session_, context_, problem, cache,
        {[this] { return interrupted(); },
         [&](const harness::Trial& trial, double modelled_s) { count(trial, modelled_s, name); },
         [this](const harness::Trial& trial) { book(trial); },
         [&](std::size_t points, int passes) {
           pace_.visited(points, passes, finalists);
           tell(EventKind::visited, name, fmt::format("{}", finalists));
         },
         [&](EventKind kind, const std::string& text) {
           if (kind == EventKind::finalists) finalists = std::stoul(text);
           tell(kind, name, text);
         }});
    const double before_s = spent_s_ - searched_s_;
    const bool whole = sweep.run(lap_, doubtful);
    if (lap_ == 0) pace_.problem_done(at_, spent_s_ - searched_s_ - before_s);
    summary_.remeasured += sweep.remeasured();
    if (!whole) {
      if (summary_.ending == Ending::finished) summary_.ending = Ending::stopped;  // in the rounds
      return false;
    }
    if (sweep.postponed()) postponed_.insert(at_);
    pending_[{problem.problem.hash(), cache}] = sweep.pending(lap_);
    if (!sweep.unloadable().empty()) left_unloaded(problem, name, sweep.unloadable());
    return true;
  }

  void left_unloaded(const PlannedProblem& problem, const std::string& name,
                     const std::string& why) {
    if (!unloaded_.insert(problem.problem.hash()).second) return;
    const std::string text = fmt::format("{} {} could not be loaded, its points stay pending: {}",
                                         to_string(problem.problem.operation),
                                         to_string(problem.problem.value_type), why);
    tell(EventKind::left_out, name, text);
    summary_.unreadable.push_back({name, text});
  }

  void store_features_of(const suites::Matrix& matrix) {
    const StoredFeatures f = store_features(matrix, session_.plan());
    context_.store.put_features(matrix.info.content_hash, f.rows, f.seconds_per_tier,
                                context_.hardware.hash);
  }

  /// Replaces the estimate for the matrix by what is exactly to do.
  void announce(std::size_t i, const PlannedMatrix& planned) {
    const Plan& plan = session_.plan();
    Ledger::Work work;
    std::int64_t stored = 0;
    for (const PlannedProblem& p : planned.problems) {
      for (const harness::CachePolicy cache : plan.caches) {
        const Pending left = pending(
            plan, p,
            stored_trials(context_.store, session_.run_id(cache), plan.backend, p.problem).known);
        work.trials += left.refusals + left.trials;
        work.seconds[p.problem.operation] +=
            static_cast<double>(left.trials) * model_trial_s(p.size, session_.protocol(cache));
        stored += left.stored;
      }
    }
    summary_.already_stored += stored;
    ledger_.begin(i, std::move(work), stored);
  }

  void count(const harness::Trial& trial, double modelled_s, const std::string& name) {
    searched_s_ += trial.wall_s;
    pace_.searched(net_s(trial));
    ++summary_.trials;
    ++summary_.outcomes[trial.outcome];
    ledger_.trial_done(trial.problem.operation, modelled_s, net_s(trial));
    tell(EventKind::trial, name, "", &trial);
  }

  void book(const harness::Trial& trial) {
    spent_s_ += trial.wall_s;
    summary_.measured_s += harness::measured_s(trial);
    for (const auto& [stage, seconds] : trial.stage_s) summary_.stage_s[stage] += seconds;
  }

  void tell(EventKind kind, const std::string& matrix, const std::string& text,
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
                   {lap_ == 0 ? ledger_.matrices_done() : at_, ledger_.matrices(), ledger_.done(),
                    ledger_.expected(), elapsed, eta, std::min(lap_ + 1, laps()), laps()}});
  }

  [[nodiscard]] double eta_s() const {
    return lap_ == 0 ? pace_.first_turn_s(ledger_.eta_s(), ledger_.matrices_done() + 1,
                                          ledger_.matrices(), now_s())
                     : pace_.later_turn_s(at_, entries_.size(), laps() - lap_ - 1, now_s());
  }

  Session session_;
  const Context& context_;
  double begun_s_;
  BusyWatch busy_;
  Pace pace_;
  double spent_s_ = 0;     ///< in trials of this invocation, finalists in their rounds too
  double searched_s_ = 0;  ///< the same without finalists
  int lap_ = 0;            ///< turn over the collection
  std::size_t at_ = 0;     ///< matrix of the turn
  std::vector<suites::SuiteEntry> entries_;
  Ledger ledger_;
  Summary summary_;
  std::set<std::string> unloaded_;   ///< problems, told once
  std::set<std::size_t> postponed_;  ///< matrices with something left for after all
  std::map<std::pair<std::string, harness::CachePolicy>, std::int64_t> pending_;  ///< by problem
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
  if (plan.laps < 1) throw UsageError("a sweep takes at least one turn: --laps 1");
  if (plan.search == SearchKind::random && plan.random_budget == 0) {
    throw UsageError("a random search needs a number of configurations: --search random:50");
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
  if (is_retiming(info->plan_json)) {
    throw UsageError(fmt::format(
        "run {} is of `sptune evaluate --retime`: the same command goes on with it", wanted));
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
