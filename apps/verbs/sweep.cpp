// SPDX-License-Identifier: BSD-3-Clause
// `sptune sweep plan|run|resume|status`.
#include "tuner/sweep/sweep.hpp"

#include "apps/database_option.hpp"
#include "apps/memory_option.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/plan_options.hpp"
#include "apps/problem_options.hpp"
#include "apps/run_options.hpp"
#include "apps/search_options.hpp"
#include "apps/stage_limit_option.hpp"
#include "apps/sweep_run.hpp"
#include "apps/threads_option.hpp"
#include "apps/verb_words.hpp"
#include "apps/verbs.hpp"
#include "db/lock.hpp"
#include "harness/environment/devices.hpp"
#include "kernels/baselines/baselines.hpp"
#include "tuner/sweep/covering_points.hpp"
#include "tuner/sweep/status.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::apps {
namespace {

struct SweepOptions : SweepRun {
  sweep::Plan plan;
  std::vector<std::string> operations = names_of(default_operations());
  std::vector<std::string> types{"f64"}, caches{"hot"};
  std::string backend = "cpu", grid = "full",
              search = std::string(search::to_string(sweep::Plan{}.search.kind));
  RunOptions runs;
  std::string budget, trial_budget, run_uuid, points_of, disturbed = "again";
  const CLI::Option* disturbed_said = nullptr;
  std::optional<std::int64_t> memory;
  std::optional<double> stage_limit;
  bool no_baselines = false, no_finalists = false;
  bool dry_run = false, again = false;
};

/// Words that their option has checked.
template <class T, class Parse>
std::vector<T> parse_list(const std::vector<std::string>& texts, Parse parse) {
  std::vector<T> out;
  for (const std::string& text : texts) {
    const T value = parse(text).value();
    if (std::find(out.begin(), out.end(), value) == out.end()) out.push_back(value);
  }
  return out;
}

/// Of what was asked for.
void refuse_what_counts_for_nothing(const sweep::Plan& plan) {
  refuse_unused_gain(plan.search.gain, {plan.search});
  const auto& caches = plan.caches;
  if (plan.cold_samples > 0 &&
      std::find(caches.begin(), caches.end(), harness::CachePolicy::cold) == caches.end()) {
    throw UsageError("--cold-samples is for --cache cold, or hot,cold, alone");
  }
}

sweep::Plan make_plan(const SweepOptions& o) {
  sweep::Plan plan = o.plan;
  plan.operations = parse_list<Operation>(o.operations, parse_operation);
  plan.value_types = parse_list<ValueType>(o.types, parse_value_type);
  plan.caches = parse_list<harness::CachePolicy>(o.caches, harness::parse_cache_policy);
  plan.backend = *parse_backend(o.backend);
  o.runs.apply_to(plan.protocol, plan.operations, plan.backend);
  plan.grid = o.grid == "smoke" ? sweep::Grid::smoke : sweep::Grid::full;
  plan.search = search::parse_settings(o.search, o.plan.search);
  plan.baselines = !o.no_baselines;
  if (!o.points_of.empty()) {
    for (std::string& point : sweep::covering_points(o.points_of, plan, full_catalogue())) {
      plan.only.push_back(std::move(point));
    }
  }
  plan.keep_disturbed = o.disturbed == "keep";
  plan.finalists = !o.no_finalists;
  plan.protocol.memory_limit = o.memory.value_or(0);
  if (o.stage_limit) plan.protocol.limit_stages(*o.stage_limit);
  if (!o.budget.empty()) plan.limits.budget_s = sweep::budget_of(o.budget);
  if (!o.trial_budget.empty()) plan.protocol.time_budget_s = sweep::trial_budget_of(o.trial_budget);
  refuse_what_counts_for_nothing(plan);
  return plan;
}

void plan_only(const SweepOptions& o) {
  const sweep::Plan plan = make_plan(o);
  std::optional<db::Store> store;
  if (!o.db.empty() && std::filesystem::exists(o.db)) {
    store.emplace(o.db, db::OpenMode::read_only, store_options());
  }
  suites::Library library;
  ProgressPrinter printer(o.progress);
  const sweep::Forecast forecast =
      sweep::forecast(plan, {full_catalogue(), library, store ? &*store : nullptr,
                             [&](const sweep::Event& e) { printer.show(e); }});
  printer.finish();
  if (o.json) {
    print_out("{}\n", forecast_json(forecast, plan));
  } else {
    print_forecast(forecast, plan);
  }
  if (!forecast.unreadable.empty()) throw Exit{ExitCode::input};
}

/// The stored plan once more, whatever is stored already.
void run_again(const SweepOptions& o) {
  db::Store store(o.db, db::OpenMode::read_write, store_options());
  sweep::Plan plan = sweep::plan_of_another_occasion(store, o.run_uuid);
  if (!o.budget.empty()) plan.limits.budget_s = sweep::budget_of(o.budget);
  if (o.memory) plan.protocol.memory_limit = *o.memory;
  if (o.stage_limit) plan.protocol.limit_stages(*o.stage_limit);
  if (o.disturbed_said->count() > 0) plan.keep_disturbed = o.disturbed == "keep";
  o.source->require(plan.backend);
  run_sweep(
      o, plan, [&] { return std::move(store); },
      [&](const sweep::Context& context) { return sweep::run(plan, context); });
}

void run(const SweepOptions& o) {
  if (o.again) return run_again(o);
  if (o.dry_run) return plan_only(o);
  const sweep::Plan plan = make_plan(o);
  o.source->require(plan.backend);
  sweep::check(plan, full_catalogue());
  run_sweep(
      o, plan, [&] { return db::Store(o.db, db::OpenMode::create, store_options()); },
      [&](const sweep::Context& context) { return sweep::run(plan, context); });
}

void resume(const SweepOptions& o) {
  const sweep::Replaced replaced{o.budget.empty() ? 0 : sweep::budget_of(o.budget), o.memory,
                                 o.stage_limit};
  db::Store store(o.db, db::OpenMode::read_write, store_options());
  const sweep::Plan plan = sweep::plan_from_json(sweep::run_to_resume(store, o.run_uuid).plan_json);
  run_sweep(
      o, plan, [&] { return std::move(store); },
      [&](const sweep::Context& context) { return sweep::resume(o.run_uuid, replaced, context); });
}

/// On the devices of the sweep: on others it would not go on.
std::string command_to_go_on(const db::Store& store, const std::string& db,
                             const std::vector<sweep::RunStatus>& runs) {
  std::set<std::string> devices;
  for (const sweep::RunStatus& r : runs) devices.insert(r.devices.begin(), r.devices.end());
  const std::string text = harness::devices_text({devices.begin(), devices.end()});
  return resume_command(store, db, runs.back().run.uuid) +
         (text.empty() ? std::string{} : " --devices " + shell_word(text));
}

void status(const SweepOptions& o) {
  const std::string writer = db::WriterLock::holder(o.db);
  const db::Store store(o.db, db::OpenMode::read_only, store_options());
  const auto runs = sweep::status(store, o.run_uuid, !writer.empty());
  if (o.json) {
    print_out("{}\n", status_json(runs));
  } else {
    print_status(runs, command_to_go_on(store, o.db, runs), writer);
  }
  if (!runs.back().gone.empty()) throw Exit{ExitCode::input};
}

std::string search_help() {
  std::string text =
      "Which points of the grid are measured on a matrix, NAME or NAME:N for at most N (random and "
      "halving: but no fewer than the defaults of all variants);";
  for (const search::Kind kind : search::all_kinds) {
    text += fmt::format(" {}: {};", search::to_string(kind), search::summary_of(kind));
  }
  text.back() = '.';
  return text + " `sptune simulate` compares them on stored grids";
}

void add_point_options(CLI::App& sub, SweepOptions& o) {
  sub.add_option("--variants", o.plan.variants, "Only these, for example csr,sell")->delimiter(',');
  sub.add_option("--only", o.plan.only,
                 "Only configurations that match, for example 'csr{threads=0}'; with = in front, "
                 "'=csr{threads=2}', the one whose other axes have their defaults, '=csr' the "
                 "default itself; may be repeated");
  sub.add_option("--points-of", o.points_of,
                 "Only the points of what this database searched: the fewest that hold one within "
                 "1 % of the fastest on each of its problems, and the defaults; with --only, these "
                 "too");
}

void add_selection_options(CLI::App& sub, SweepOptions& o) {
  sub.add_option("--suite", o.plan.suite,
                 "Built-in suite, manifest, folder, matrix file or generator id")
      ->capture_default_str();
  sub.add_option("--operations", o.operations, "Operations to compute")
      ->delimiter(',')
      ->check(one_of(names_of(all_operations())))
      ->capture_default_str();
  sub.add_option("--parameters", o.plan.parameters,
                 "Parameters of the operation, for example k=32,layout=row; may be repeated");
  sub.add_option("--types", o.types, "Value types")
      ->delimiter(',')
      ->check(one_of(names_of(all_value_types)))
      ->capture_default_str();
  sub.add_option("--cache", o.caches, "hot, cold: one run each")
      ->delimiter(',')
      ->check(one_of({"hot", "cold"}))
      ->capture_default_str();
  add_backend(sub, o.backend);
  o.runs.add_to(sub);
  add_point_options(sub, o);
  sub.add_flag("--no-baselines,!--include-baselines", o.no_baselines,
               "Leave out other libraries (included by default)");
  sub.add_option("--grid", o.grid, "smoke: the default point and one step along each axis")
      ->check(one_of({"smoke", "full"}))
      ->capture_default_str();
  sub.add_option("--search", o.search, search_help())->capture_default_str();
  add_search_gain(sub, o.plan.search.gain);
  sub.add_option("--seed", o.plan.search.seed,
                 "Seed of searches that draw and of the order of matrices")
      ->check(seed_number())
      ->capture_default_str();
  add_finalists(sub, o.plan, o.no_finalists);
  o.disturbed_said =
      sub.add_option("--disturbed", o.disturbed,
                     "Trials during which something else took the cores or slowed down the GPU: "
                     "again (they count for nothing and are measured again at the end) or keep")
          ->check(one_of({"again", "keep"}))
          ->envname("SPTUNE_DISTURBED")
          ->capture_default_str();
}

void add_limit_options(CLI::App& sub, SweepOptions& o) {
  harness::Protocol& p = o.plan.protocol;
  add_threads(sub, p.threads, "CPU threads; 0: all cores");
  sub.add_option("--trial-budget", o.trial_budget, "Sampling time per trial, for example 0.1s");
  add_samples(sub, p);
  sub.add_option("--cold-samples", o.plan.cold_samples,
                 "Most samples of a cold trial, each after a flush; 0: as many as hot")
      ->check(number_from_0());
  add_sampling_ends(sub, p);
  add_memory(sub, o.memory,
             "Memory limit of a worker in MiB, or as 500M or 64G; 0: 80 % of the machine");
  add_stage_limit(sub, o.stage_limit);
  add_size_limits(sub, o.plan.limits);
  sub.add_option("--budget", o.budget,
                 "Stop after 90s, 30m, 8h, 2d, or before finalists that would take longer; `sweep "
                 "resume` continues");
}

/// The stored plan says what is measured, so that whatever would change that is refused.
void add_again(CLI::App& sub, SweepOptions& o) {
  const std::set<std::string> beside{"--help",      "--db",     "--json",       "--budget",
                                     "--disturbed", "--memory", "--stage-limit"};
  auto* again = sub.add_flag("--again", o.again,
                             "Measure a plan of the database anew, as another occasion: what is "
                             "stored does not count; `sptune compare` sets both side by side");
  for (CLI::Option* option : sub.get_options()) {
    if (option != again && !beside.contains("--" + option->get_lnames().front())) {
      again->excludes(option);
    }
  }
  sub.add_option("--run", o.run_uuid,
                 "Uuid of the run whose plan is measured --again; the newest when not given")
      ->needs(again);
}

CLI::App* add_action(CLI::App& sweep, const char* name, const char* summary,
                     const std::shared_ptr<SweepOptions>& options,
                     void (*action)(const SweepOptions&)) {
  auto* sub = sweep.add_subcommand(name, summary);
  sub->add_flag("--json", options->json, "Result as JSON on standard output");
  sub->callback([options, action] { action(*options); });
  return sub;
}

}  // namespace

void add_sweep(CLI::App& app) {
  add_sweep(app, std::make_shared<LaneSource>());
}

void add_sweep(CLI::App& app, const std::shared_ptr<LaneSource>& source) {
  auto* sweep = app.add_subcommand("sweep", "Measure configurations over a suite, resumable");
  sweep->require_subcommand(1);
  sweep->footer(
      "Ctrl-C stops at once (exit code 7), an exhausted --budget after the current trial or set "
      "of\n"
      "finalists (exit code 0), and no set is begun that is expected to take longer than what is\n"
      "left. `sptune sweep resume FILE` continues, also after a kill at any moment. Points stay\n"
      "pending for a resume when their worker was killed from outside three times in a row (exit\n"
      "code 7), when something else on the machine disturbed them each time (exit code 7; the\n"
      "sweep ends early when it disturbs one after another) or when their matrix cannot be loaded\n"
      "or is gone from the suite (exit code 3). A finished sweep stays so without a matrix that\n"
      "is gone, which a resume names (exit code 3).");

  auto planned = std::make_shared<SweepOptions>();
  auto* plan = add_action(*sweep, "plan", "Count trials and refusals, estimate the time", planned,
                          plan_only);
  add_database(*plan, planned->db, "Database of earlier trials, which are not planned again");

  auto running = std::make_shared<SweepOptions>();
  auto* start = add_action(*sweep, "run", "Start a sweep", running, run);
  add_database(*start, running->db, "Database to write, created when missing");
  start->add_flag("--dry-run", running->dry_run,
                  "Count trials and estimate the time, as `sweep plan` does, and measure nothing");

  for (const auto& [sub, o] : {std::pair{plan, planned}, std::pair{start, running}}) {
    add_selection_options(*sub, *o);
    add_limit_options(*sub, *o);
  }
  add_again(*start, *running);

  auto resumed = std::make_shared<SweepOptions>();
  auto* again = add_action(*sweep, "resume", "Continue an interrupted sweep", resumed, resume);
  add_database(*again, resumed->db, "Database of the sweep");
  again->add_option("--run", resumed->run_uuid, "Uuid of the run; the newest when not given");
  again->add_option("--budget", resumed->budget, "Replaces the budget of the plan");
  add_memory(*again, resumed->memory,
             "Replaces the memory limit of a worker, as `sweep run` takes it");
  add_stage_limit(*again, resumed->stage_limit,
                  "Replaces the limit of each stage of a trial, as `sweep run` takes it; what was "
                  "killed already is not tried again");

  for (const auto& [sub, o] : {std::pair{start, running}, std::pair{again, resumed}}) {
    add_device_options(*sub, *o);
    sub->get_option("--stage-limit")->excludes("--in-process");
    source->add_options(*sub);
    o->source = source;
  }

  for (const auto& [sub, o] :
       {std::pair{plan, planned}, std::pair{start, running}, std::pair{again, resumed}}) {
    add_progress_options(*sub, o->progress);
  }

  auto asked = std::make_shared<SweepOptions>();
  auto* state = add_action(*sweep, "status", "Show the progress of a sweep", asked, status);
  add_database(*state, asked->db, "Database of the sweep");
  state->add_option("--run", asked->run_uuid, "Uuid of the run; the newest when not given");
}

}  // namespace sptune::apps
