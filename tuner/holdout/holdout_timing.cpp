// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/holdout/holdout_timing.hpp"

#include "db/keys.hpp"
#include "db/query.hpp"
#include "harness/environment/environment.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/error.hpp"
#include "tuner/holdout/trial_origin.hpp"
#include "tuner/sweep/load_monitor.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace sptune::holdout {
namespace {

using harness::Outcome;
using harness::Trial;
using sweep::Ending;
using sweep::EventKind;
using Times = std::map<std::string, Time>;

/// The plan stored with the run: its origin, and the mark that it is no sweep.
std::string plan_text(const train::Dataset& data, const Options& o, const std::string& database) {
  nlohmann::ordered_json plan;
  plan["retime"] = {{"database", database},
                    {"training_query", data.provenance.training_query},
                    {"training_hash", data.provenance.training_hash},
                    {"policy", data.provenance.policy_hash},
                    {"best", o.best},
                    {"rounds", o.repetitions}};
  if (std::isfinite(o.runs)) plan["retime"]["runs"] = o.runs;
  return plan.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Time time_of(const Trial& trial) {
  Time t{trial.outcome, 0, trial.prepare_s};
  const auto total = trial.samples.find("total");
  if (trial.outcome == Outcome::ok && total != trial.samples.end() && !total->second.empty()) {
    t.us = harness::summarise(total->second).median;
  }
  return t;
}

class HoldoutTiming {
 public:
  HoldoutTiming(const train::Dataset& data, const train::Evaluation& evaluation,
                const Options& options, const Context& context)
      : data_(data),
        options_(options),
        context_(context),
        protocol_(fixed_protocol(context.sweep, data, options.repetitions)),
        environment_(harness::environment_for(protocol_.cache, data.backend, context.environment)),
        origins_(trial_origins(context.sweep, data)),
        load_monitor_(context.busy_cores, data.backend, context.hardware.cores, protocol_.threads),
        begun_s_(now_s()) {
    for (Comparators& r : choose_comparators(data, evaluation, options.best, options.runs)) {
      leave_out_unknown(r);
      result_.problems.push_back({std::move(r), {}});
    }
    if (options.stage_limit_s) protocol_.limit_stages(*options.stage_limit_s);
    result_.other_software = db::environment_key(environment_) != data.provenance.environment_hash;
  }

  Result work() {
    const db::RunInfo run = context_.store.begin_run(
        context_.hardware, environment_, protocol_, context_.catalogue,
        "retimed " + std::filesystem::path(context_.database).filename().string(),
        plan_text(data_, options_, context_.database));
    run_id_ = run.run_id;
    try {
      go_through();
    } catch (...) {
      abandon();
      throw;
    }
    context_.store.end_run(run_id_,
                           result_.ending == Ending::finished ? "finished" : "interrupted");
    result_.seconds = now_s() - begun_s_;
    return std::move(result_);
  }

 private:
  /// The first error is the one to report; one while marking the run is dropped.
  void abandon() noexcept {
    try {
      context_.store.end_run(run_id_, "interrupted");
    } catch (const std::exception&) {
      return;
    }
  }

  void leave_out_unknown(Comparators& r) {
    if (r.baseline.empty() ||
        context_.catalogue.parse(data_.operation, data_.backend, r.baseline)) {
      return;
    }
    if (std::find(result_.unknown.begin(), result_.unknown.end(), r.baseline) ==
        result_.unknown.end()) {
      result_.unknown.push_back(r.baseline);
    }
    r.baseline.clear();
  }

  void go_through() {
    for (std::size_t i = 0; i < result_.problems.size(); ++i) {
      if (!data_.problems[i].held_out) continue;
      tracker_.expect(result_.wanted++, work_of(i));
    }
    for (std::size_t i = 0; i < result_.problems.size(); ++i) {
      if (!data_.problems[i].held_out) continue;
      if (ended()) return;
      work_on(i);
      tracker_.matrix_done(tracker_.matrices_done());
    }
  }

  bool ended() {
    if (context_.stop && context_.stop()) result_.ending = Ending::stopped;
    // At least one problem is timed within any budget, so that repeated calls finish.
    if (options_.budget_s > 0 && result_.timed > 0 && now_s() - begun_s_ >= options_.budget_s) {
      result_.ending = Ending::budget;
    }
    return result_.ending != Ending::finished;
  }

  void work_on(std::size_t i) {
    TimedProblem& r = result_.problems[i];
    const TrialOrigin& origin = origins_.at(data_.problems[i].hash);
    const std::vector<std::string> comparators = r.comparators.all();
    r.times = stored(origin.problem, comparators);
    if (!r.times.empty()) {
      ++result_.stored;
      tracker_.begin(tracker_.matrices_done(), {}, static_cast<std::int64_t>(comparators.size()));
      return;
    }
    if (const auto why = fetch(origin)) return leave_out(i, *why);
    tracker_.begin(tracker_.matrices_done(), work_of(i), 0);
    report(EventKind::matrix, origin.matrix.name,
           fmt::format("{} x {}, {} entries", origin.matrix.rows, origin.matrix.cols,
                       origin.matrix.nnz));
    if (const auto text = load_monitor_.warning())
      report(EventKind::warning, origin.matrix.name, *text);
    const std::vector<Trial> trials = measure(i, origin, comparators);
    // Of a set that one is missing of nothing is to be compared: the next call measures it again.
    const auto lost = std::find_if(trials.begin(), trials.end(), harness::inconclusive);
    if (lost != trials.end()) {
      result_.missing.push_back({origin.matrix.name, lost->message});
      return report(EventKind::left_out, origin.matrix.name, lost->message);
    }
    for (const Trial& t : trials) r.times[t.configuration.text()] = time_of(t);
    ++result_.timed;
  }

  std::vector<Trial> measure(std::size_t i, const TrialOrigin& origin,
                             const std::vector<std::string>& comparators) {
    context_.store.put_matrix(origin.matrix, origin.entry.split);
    std::vector<ResolvedConfiguration> configurations;
    std::vector<std::int64_t> ids;
    for (const std::string& text : comparators) {
      auto parsed = context_.catalogue.parse(data_.operation, data_.backend, text);
      if (!parsed) throw InputError(parsed.error());
      configurations.push_back(std::move(parsed.value()));
      ids.push_back(
          context_.store.begin_trial(run_id_, {configurations.back(), origin.problem, protocol_}));
    }
    std::vector<Trial> trials = sweep::measure_interleaved(
        context_.runner, configurations, origin.problem, protocol_, options_.repetitions, {});
    for (std::size_t k = 0; k < trials.size(); ++k) {
      trials[k].configuration =
          configurations[k].configuration();  // the key, whatever the runner returns
      trials[k].disturbed.clear();  // falls on all of them alike, since they were measured in turn
      context_.store.finish_trial(ids[k], trials[k]);
      tracker_.trial_done(tracker_.matrices_done(), data_.operation, expected_s(i, comparators[k]),
                          trials[k].wall_s);
      report(EventKind::trial, origin.matrix.name, "", &trials[k]);
    }
    return trials;
  }

  void leave_out(std::size_t i, const std::string& why) {
    const std::string& name = data_.problems[i].matrix;
    result_.missing.push_back({name, why});
    tracker_.begin(tracker_.matrices_done(), {}, 0);
    report(EventKind::left_out, name, why);
  }

  /// Times of all comparators from the newest call that timed them together; empty when none did.
  Times stored(const harness::ProblemKey& problem,
               const std::vector<std::string>& comparators) const {
    const db::Table t = db::query(context_.store, db::named_query("holdout_stored").sql,
                                  {{"run_id", run_id_},
                                   {"problem", problem.hash()},
                                   {"backend", std::string(to_string(data_.backend))}});
    std::map<std::string, Times> by_run;
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      const auto outcome = harness::parse_outcome(t.text(row, "outcome"));
      if (!outcome) continue;  // of a newer program: measured again
      Times& times = by_run[t.text(row, "run")];
      const double us = *outcome == Outcome::ok ? t.number(row, "median_us") : 0;
      const double prepare_s = t.number(row, "prepare_s");
      times[t.text(row, "configuration")] = {*outcome, us, prepare_s > 0 ? prepare_s : 0};
      const bool whole = std::all_of(comparators.begin(), comparators.end(),
                                     [&](const std::string& r) { return times.contains(r); });
      const bool any = std::any_of(times.begin(), times.end(),
                                   [](const auto& item) { return item.second.ok(); });
      if (!whole || !any) continue;
      Times out;
      for (const std::string& r : comparators) out[r] = times.at(r);
      return out;
    }
    return {};
  }

  /// Puts the matrix of the trials where workers read it, or gives the reason why it cannot.
  std::optional<std::string> fetch(const TrialOrigin& origin) const {
    const std::string& hash = origin.matrix.content_hash;
    const std::filesystem::path cached = context_.library.binary_path(hash);
    try {
      if (std::filesystem::exists(cached) &&
          suites::read_binary(cached).info.content_hash == hash) {
        return std::nullopt;
      }
    } catch (const InputError&) {  // damaged: read from its source below
    }
    try {
      const std::string found = context_.library.load(origin.entry).info.content_hash;
      if (found == hash) return std::nullopt;
      return fmt::format(
          "{}: not the matrix that was swept (content {:.12}, expected {:.12}): restore it, or "
          "sweep "
          "again",
          origin.matrix.source, found, hash);
    } catch (const Error& e) {
      return e.what();
    }
  }

  /// Expected seconds of one comparator, from the sweep's times.
  double expected_s(std::size_t i, const std::string& text) const {
    const train::Problem& p = data_.problems[i];
    double us = p.oracle_us();
    double prepare_s = 0;
    for (const train::Baseline& b : p.baselines) {
      if (b.configuration != text) continue;
      us = b.us;
      prepare_s = b.prepare_s;
    }
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      if (p.cells[c].state != train::Cell::State::usable || data_.configurations[c].text() != text)
        continue;
      us = p.cells[c].us;
      prepare_s = p.cells[c].prepare_s;
    }
    constexpr double runs_to_verify = 12;
    const double preparations =
        std::ceil(static_cast<double>(options_.repetitions) / sweep::repetitions_per_preparation);
    return preparations * (prepare_s + runs_to_verify * us * 1e-6) +
           protocol_.max_samples * std::max(us * 1e-6, protocol_.sample_min_s);
  }

  sweep::ProgressTracker::Work work_of(std::size_t i) const {
    const std::vector<std::string> comparators = result_.problems[i].comparators.all();
    sweep::ProgressTracker::Work work;
    work.trials = static_cast<std::int64_t>(comparators.size());
    for (const std::string& text : comparators)
      work.seconds[data_.operation] += expected_s(i, text);
    return work;
  }

  void report(EventKind kind, const std::string& matrix, const std::string& text,
              const Trial* trial = nullptr) const {
    if (!context_.sink) return;
    const double elapsed = now_s() - begun_s_;
    double eta = tracker_.eta_s();
    if (options_.budget_s > 0) eta = std::min(eta, std::max(options_.budget_s - elapsed, 0.0));
    context_.sink({kind,
                   matrix,
                   text,
                   trial,
                   {tracker_.matrices_done(), tracker_.matrices(), tracker_.done(),
                    tracker_.expected(), elapsed, eta}});
  }

  const train::Dataset& data_;
  const Options& options_;
  const Context& context_;
  harness::Protocol protocol_;
  harness::Environment environment_;
  std::map<std::string, TrialOrigin> origins_;
  std::int64_t run_id_ = 0;
  sweep::ProgressTracker tracker_;
  sweep::LoadMonitor load_monitor_;
  double begun_s_;
  Result result_;
};

}  // namespace

Result time_choices(const train::Dataset& data, const train::Evaluation& evaluation,
                    const Options& options, const Context& context) {
  check_same(context.sweep, data, context.catalogue, context.hardware);
  return HoldoutTiming(data, evaluation, options, context).work();
}

}  // namespace sptune::holdout
