// SPDX-License-Identifier: BSD-3-Clause
#include "apps/holdout_timing.hpp"

#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/stage_limit_option.hpp"
#include "apps/stop_signals.hpp"
#include "apps/summaries.hpp"
#include "apps/sweep_lanes.hpp"
#include "apps/sweep_run.hpp"
#include "db/query.hpp"
#include "harness/environment/environment.hpp"
#include "kernels/baselines/baselines.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

/// trials.sqlite -> trials.retimed.sqlite
std::string database_of(const HoldoutOptions& o, const std::string& sweep_database) {
  if (!o.database.empty()) return o.database;
  std::filesystem::path path = sweep_database;
  const std::string extension = path.extension().string();
  path.replace_extension(".retimed" + extension);
  return path.string();
}

/// Times of one matrix by their name in CSV and JSON.
std::vector<std::pair<std::string, double>> columns_of(const holdout::RemeasuredProblem& a) {
  std::vector<std::pair<std::string, double>> out{{"again_chosen_us", a.chosen_us},
                                                  {"again_best_us", a.best_us},
                                                  {"again_least_us", a.least_us}};
  const auto add = [&](const std::string& prefix, const holdout::Losses& losses) {
    constexpr std::array<const char*, holdout::selectors.size()> suffixes{
        "", "_single", "_default", "_rule", "_baseline", "_sweeps_best"};
    for (std::size_t s = 0; s < losses.size(); ++s)
      out.emplace_back(prefix + suffixes[s], losses[s]);
  };
  add("again_loss", a.against_best);
  add("again_loss_least", a.against_least);
  return out;
}

const char* title_of(const std::string& view) {
  if (view == "sweep_minima") return "these problems by the sweep's own times, against its minima";
  if (view == "against_best") return "measured again, against the sweep's best";
  return "measured again, against the fastest of those measured";
}

}  // namespace

void HoldoutOptions::add_to(CLI::App& sub) {
  CLI::Option* measure =
      sub.add_flag("--measure", wanted,
                   "Hold-out timing: measure every choice and its comparators again, interleaved");
  sub.add_option("--measure-best", timing.best,
                 "How many of the sweep's best are among the comparators")
      ->check(in_range(1, 15))
      ->needs(measure)
      ->capture_default_str();
  sub.add_option("--repetitions", timing.repetitions,
                 "Interleaved repetitions of each, prepared anew after every four")
      ->check(in_range(2, 10000))
      ->needs(measure)
      ->capture_default_str();
  sub.add_option("--measure-db", database,
                 "Database of the new trials; default: NAME.retimed.sqlite beside --db")
      ->needs(measure);
  sub.add_option("--budget", budget,
                 "Measure for 90s, 30m, 8h at most; the same command continues with the rest")
      ->needs(measure);
  add_stage_limit(sub, timing.stage_limit_s)->needs(measure);
  sub.add_option("--progress", progress.mode,
                 "Progress of --measure; auto: a bar on a terminal, lines elsewhere")
      ->check(one_of({"auto", "bar", "lines", "none"}))
      ->needs(measure)
      ->capture_default_str();
  sub.add_option("--every", progress.every_s, "Seconds between progress lines")
      ->check(positive_number())
      ->needs(measure)
      ->capture_default_str();
}

const holdout::RemeasuredProblem* HoldoutTiming::of(std::size_t problem) const {
  const auto it =
      std::find_if(again.begin(), again.end(),
                   [&](const holdout::RemeasuredProblem& a) { return a.problem == problem; });
  return it == again.end() ? nullptr : &*it;
}

const train::Summary& HoldoutTiming::model_summary() const {
  if (again.empty()) {
    throw InputError(result.missing.empty()
                         ? std::string("no matrix was measured again: give a longer --budget")
                         : fmt::format("no matrix could be measured again; {}: {}",
                                       result.missing.front().matrix,
                                       result.missing.front().reason));
  }
  return views.back().all[holdout::model_selector];
}

void check_holdout(const HoldoutOptions& o, const std::string& sweep_database,
                   const db::Store& sweep, const train::Dataset& data) {
  const std::filesystem::path file = database_of(o, sweep_database);
  std::error_code absent;
  if (std::filesystem::equivalent(file, sweep_database, absent)) {
    throw UsageError(fmt::format(
        "--measure-db {}: the sweep's own file: views such as best and regret would show "
        "both kinds of times; give another one",
        file.string()));
  }
  if (!o.budget.empty()) (void)sweep::budget_of(o.budget);
  const harness::Hardware hardware = harness::capture_hardware(data.backend);
  holdout::check_same(sweep, data, full_catalogue(), hardware);
  require_policy_file(data.backend, hardware.arch);
}

HoldoutTiming time_holdout(const HoldoutOptions& o, const std::string& sweep_database,
                           const db::Store& sweep, const train::Dataset& data,
                           const train::Evaluation& evaluation, double runs) {
  HoldoutTiming out;
  out.database = database_of(o, sweep_database);
  db::Store store(out.database, db::OpenMode::create, store_options());
  suites::Library library;
  const auto runner =
      harness::worker_runner([&](const std::string& hash) { return library.binary_path(hash); });
  ProgressPrinter printer(o.progress);
  catch_stop_signals("\nstopping after this matrix; press again to kill\n");
  holdout::Options options = o.timing;
  options.runs = runs;
  if (!o.budget.empty()) options.budget_s = sweep::budget_of(o.budget);
  const holdout::Context context{
      full_catalogue(),
      library,
      *runner,
      sweep,
      store,
      std::filesystem::absolute(sweep_database).string(),
      harness::capture_hardware(data.backend),
      harness::capture_environment(data.backend, cusparse_in_use(data.backend)),
      [&](const sweep::Event& e) { printer.show(e); },
      stop_requested,
      [] { return harness::busy_cores(0.05); }};
  out.result = holdout::time_choices(data, evaluation, options, context);
  printer.finish();
  out.again = holdout::remeasured_problems(out.result.problems, runs);
  out.views = holdout::evaluation_views(data, evaluation, out.again);
  return out;
}

void print_holdout(const HoldoutTiming& r, const HoldoutOptions& o) {
  const holdout::Result& result = r.result;
  print_out(
      "\nmeasured again: {} of {} problems, the choice with the sweep's best {}, the best single, "
      "the\n"
      "default, the rule and the best baseline, {} interleaved repetitions; {} now in {}, {} by "
      "earlier\n"
      "calls; trials in {}\n",
      r.again.size(), result.wanted, o.timing.best, o.timing.repetitions, result.timed,
      sweep::format_duration(result.seconds), result.stored, r.database);
  if (!result.missing.empty()) {
    print_out("{} could not be measured again:\n", result.missing.size());
    for (const auto& m : result.missing) print_out("  {}: {}\n", m.matrix, m.reason);
  }
  if (!result.unknown.empty()) {
    print_out("baselines that this program was built without: {}\n",
              fmt::join(result.unknown, ", "));
  }
  if (result.other_software) {
    print_out("the sweep ran with another compiler, system or libraries than this program\n");
  }
  if (result.ending != sweep::Ending::finished) {
    print_out("{}: {} problems are left; give the same command again to continue\n",
              result.ending == sweep::Ending::budget ? "the time budget is spent" : "interrupted",
              result.wanted - result.timed - result.stored - result.missing.size());
  }
  if (r.again.empty()) return;
  for (const holdout::EvaluationView& view : r.views) {
    print_out("{}\n", title_of(view.name));
    print_summaries(view.all);
  }
  print_out(
      "the sweep's minima are the least of many noisy medians, selected and compared by the same\n"
      "samples: a choice looks worse than it is. Against the sweep's best, measured again, there "
      "is\n"
      "no such bias; the least of a few new medians has a small one.\n");
}

Json holdout_json(const HoldoutTiming& r, const HoldoutOptions& o) {
  Json json;
  json["database"] = r.database;
  json["ending"] = sweep::to_string(r.result.ending);
  json["best"] = o.timing.best;
  json["rounds"] = o.timing.repetitions;
  json["matrices"] = r.result.wanted;
  json["judged"] = r.again.size();
  json["timed"] = r.result.timed;
  json["already_stored"] = r.result.stored;
  json["missing"] = excluded_json(r.result.missing);
  json["unknown_baselines"] = r.result.unknown;
  json["other_software"] = r.result.other_software;
  json["seconds"] = r.result.seconds;
  for (const holdout::EvaluationView& view : r.views) {
    json[view.name] = {{"all", summaries_json(view.all)},
                       {"above_floor", summaries_json(view.above_floor)}};
  }
  return json;
}

Json remeasured_json(const holdout::RemeasuredProblem* again) {
  const holdout::RemeasuredProblem blank;
  Json json;
  for (const auto& [name, value] : columns_of(again == nullptr ? blank : *again)) {
    json[name] = again != nullptr && std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  json["again_least"] = again == nullptr ? Json(nullptr) : Json(again->least);
  return json;
}

std::string csv_header() {
  std::string out;
  for (const auto& [name, value] : columns_of({})) out += "," + name;
  return out + ",again_least";
}

std::string csv_values(const HoldoutTiming& r, std::size_t problem) {
  const holdout::RemeasuredProblem* again = r.of(problem);
  const holdout::RemeasuredProblem blank;
  std::string out;
  for (const auto& [name, value] : columns_of(again == nullptr ? blank : *again)) {
    out += again != nullptr && std::isfinite(value) ? fmt::format(",{:.6g}", value) : ",";
  }
  return out + "," + (again == nullptr ? "" : db::csv_text(again->least));
}

}  // namespace sptune::apps
