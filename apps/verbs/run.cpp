// SPDX-License-Identifier: BSD-3-Clause
// `sptune run`: one or several configurations on one matrix, measured as the sweep measures them.
#include "apps/matrix_warning.hpp"
#include "apps/memory_option.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/reading_options.hpp"
#include "apps/run_options.hpp"
#include "apps/run_output.hpp"
#include "apps/stage_limit_option.hpp"
#include "apps/threads_option.hpp"
#include "apps/verbs.hpp"
#include "harness/engine/compare.hpp"
#include "harness/engine/engine.hpp"
#include "harness/engine/runner.hpp"
#include "harness/environment/environment.hpp"
#include "harness/worker/wire.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/baselines/baselines.hpp"
#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using harness::Outcome;
using harness::Summary;
using harness::Trial;
using Json = nlohmann::ordered_json;

struct RunVerbOptions {
  std::string matrix;
  std::vector<std::string> configurations;
  std::string operation = default_operation();
  std::string type = "f64";
  std::string backend = "cpu";
  std::string cache = "hot";
  RunOptions runs;
  std::string b_kind = "auto";
  std::string parameters;
  std::string b_matrix;
  std::string grid = "smoke";
  harness::Protocol protocol;
  int repetitions = 12;
  double band = 0.01;
  bool all = false;
  bool in_process = false;
  bool json = false;
  ReadingOptions reading;
  std::optional<std::int64_t> memory;
  std::optional<double> stage_limit;
  std::vector<const CLI::Option*> of_one;      ///< when to stop: not where --repetitions says it
  std::vector<const CLI::Option*> of_several;  ///< how configurations are compared
};

/// The parsed request: what is run, on what, by whom.
struct Job {
  Operation operation;
  Backend backend;
  suites::MatrixInfo a;
  harness::ProblemKey problem;
  harness::Protocol protocol;
  std::unique_ptr<harness::Runner> runner;
};

suites::MatrixInfo load(suites::Library& library, const std::string& name,
                        const ReadingOptions& reading) {
  suites::Suite suite = suites::open_suite(name);
  if (suite.entries.size() != 1) {
    throw UsageError(
        fmt::format("'{}' names {} matrices, expected one: give a file or a generator id", name,
                    suite.entries.size()));
  }
  reading.apply_to(suite.entries.front());
  // Whole, so that a damaged file of the cache is made again before workers read it.
  suites::MatrixInfo info = library.load(suite.entries.front()).info;
  warn_of(info);
  return info;
}

Job make_job(const RunVerbOptions& o) {
  Job job;
  job.operation = *parse_operation(o.operation);
  job.backend = *parse_backend(o.backend);
  job.protocol = o.protocol;
  job.protocol.cache = *harness::parse_cache_policy(o.cache);
  job.protocol.memory_limit = o.memory.value_or(0);
  if (o.stage_limit) job.protocol.limit_stages(*o.stage_limit);
  o.runs.apply_to(job.protocol, {job.operation}, job.backend);
  auto library = std::make_shared<suites::Library>();
  job.a = load(*library, o.matrix, o.reading);
  job.problem.operation = job.operation;
  job.problem.value_type = *parse_value_type(o.type);
  job.problem.a_hash = job.a.content_hash;
  OperandChoice operand{o.b_kind == "auto" ? "" : o.b_kind, o.parameters};
  if (!o.b_matrix.empty()) operand.b_kind = "other";
  auto complete = record_of(job.operation).complete(operand, job.a.rows, job.a.cols);
  if (!complete) throw UsageError(complete.error());
  job.problem.b_kind = complete.value().b_kind;
  job.problem.parameters = complete.value().parameters;
  if (job.problem.b_kind == "other") {
    job.problem.b_hash = load(*library, o.b_matrix, o.reading).content_hash;
  } else if (job.problem.b_kind != "x") {
    job.problem.b_hash = job.problem.a_hash;
  }
  const auto locate = [library](const std::string& hash) { return library->binary_path(hash); };
  job.runner = o.in_process ? harness::in_process_runner(locate) : harness::worker_runner(locate);
  return job;
}

void print_head(const Job& job) {
  print_out("{} {} {}, {} cache, {} threads: {} ({} x {}, {} entries)\n", to_string(job.operation),
            to_string(job.problem.value_type), to_string(job.backend),
            to_string(job.protocol.cache), harness::resolve_threads(job.protocol), job.a.name,
            job.a.rows, job.a.cols, job.a.nnz);
}

std::string comparison_text(const harness::Comparison& c) {
  return fmt::format("{:.4f} x [{:.4f}, {:.4f}] {}", c.ratio, c.low, c.high, to_string(c.verdict));
}

/// Time of each trial over that of `base`, from samples of the same repetitions.
std::map<const Trial*, harness::Comparison> compare_all(const std::vector<Trial>& trials,
                                                        std::size_t base, double band) {
  std::map<const Trial*, harness::Comparison> out;
  if (base >= trials.size() || !measured(trials[base])) return out;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (i == base || !measured(trials[i])) continue;
    out[&trials[i]] =
        harness::compare(trials[base].samples.at("total"), trials[i].samples.at("total"), band);
  }
  return out;
}

Json trial_summary_json(const Trial& t) {
  const Summary s = total_of(t);
  return {{"n", s.n},
          {"min_us", s.min},
          {"q1_us", s.q1},
          {"median_us", s.median},
          {"q3_us", s.q3},
          {"mean_us", s.mean},
          {"sd_us", s.sd},
          {"ci_low_us", s.ci_low},
          {"ci_high_us", s.ci_high}};
}

void print_json(const Job& job, const std::vector<Trial>& trials, std::size_t base, double band) {
  const auto comparisons = compare_all(trials, base, band);
  Json json;
  json["matrix"] = {{"name", job.a.name},
                    {"rows", job.a.rows},
                    {"cols", job.a.cols},
                    {"nnz", job.a.nnz},
                    {"content_hash", job.a.content_hash}};
  json["protocol"] = to_json(job.protocol);
  json["trials"] = Json::array();
  for (const Trial& t : trials) {
    Json entry = to_json(t);
    entry["summary"] = trial_summary_json(t);
    if (const auto c = comparisons.find(&t); c != comparisons.end()) {
      entry["against"] = {{"configuration", trials[base].configuration.text()},
                          {"ratio", c->second.ratio},
                          {"ci_low", c->second.low},
                          {"ci_high", c->second.high},
                          {"verdict", to_string(c->second.verdict)}};
    }
    json["trials"].push_back(std::move(entry));
  }
  print_out("{}\n", json_text(json, 2));
}

/// Throws Exit where a configuration that was asked for by name was not measured.
void report_failures(const std::vector<Trial>& trials) {
  const bool broken = std::any_of(trials.begin(), trials.end(), [](const Trial& t) {
    return !measured(t) && t.outcome != Outcome::refused;
  });
  if (broken) throw Exit{ExitCode::internal};
  if (!std::all_of(trials.begin(), trials.end(), measured)) throw Exit{ExitCode::usage};
}

void run_named(const RunVerbOptions& o, Job& job,
               const std::vector<ResolvedConfiguration>& configurations) {
  std::vector<Trial> trials;
  if (configurations.size() == 1) {
    trials.push_back(job.runner->run({configurations[0], job.problem, job.protocol}, 0));
  } else {
    trials = job.runner->interleaved(configurations, job.problem, job.protocol, o.repetitions, {});
  }
  if (o.json) {
    print_json(job, trials, 0, o.band);
    return report_failures(trials);
  }
  print_head(job);
  if (trials.size() == 1) {
    print_details(trials[0]);
    return report_failures(trials);
  }
  const auto comparisons = compare_all(trials, 0, o.band);
  const std::int64_t visits = o.repetitions;
  const TrialTable table(configurations);
  table.print_head(visits * harness::samples_per_repetition >= harness::least_for_interval);
  for (const Trial& t : trials) {
    const auto c = comparisons.find(&t);
    table.print_row(t, c == comparisons.end() ? "" : comparison_text(c->second));
  }
  if (!comparisons.empty()) {
    print_out("ratios: time over that of {}, {} repetitions, interleaved, {}\n",
              trials[0].configuration.text(),
              trials[0].samples["total"].size() / harness::samples_per_repetition,
              comparisons.begin()->second.enough
                  ? fmt::format("same within {:.2g} %", o.band * 100)
                  : fmt::format("their range: fewer than {} decide nothing",
                                harness::least_for_interval));
  }
  report_failures(trials);
}

std::vector<ResolvedConfiguration> grid_of(const Job& job, const std::string& grid) {
  std::vector<ResolvedConfiguration> out;
  for (const Variant& v : full_catalogue().variants()) {
    if (v.operation != job.operation || v.facts.backend != job.backend) continue;
    for (ResolvedConfiguration& c : grid == "full" ? v.full_grid() : v.smoke_grid()) {
      out.push_back(std::move(c));
    }
  }
  return out;
}

void run_all(const RunVerbOptions& o, Job& job) {
  const std::vector<ResolvedConfiguration> grid = grid_of(job, o.grid);
  const TrialTable table(grid);
  std::vector<Trial> trials;
  double best = 0;
  if (!o.json) {
    print_head(job);
    table.print_head(job.protocol.max_samples >= harness::least_for_interval);
  }
  for (const ResolvedConfiguration& c : grid) {
    trials.push_back(job.runner->run({c, job.problem, job.protocol}, best));
    const Trial& t = trials.back();
    if (t.outcome == Outcome::ok) {
      const double median = total_of(t).median;
      best = best == 0 ? median : std::min(best, median);
    }
    if (!o.json) table.print_row(t, t.outcome == Outcome::dominated ? "dominated" : "");
  }
  std::vector<ResolvedConfiguration> close;
  for (const std::size_t i : harness::finalists(trials)) close.push_back(grid[i]);
  const auto again =
      harness::remeasure(*job.runner, close, job.problem, job.protocol, o.repetitions);
  if (o.json) {
    for (const Trial& t : again) {
      const auto old = std::find_if(trials.begin(), trials.end(), [&](const Trial& first) {
        return first.configuration == t.configuration;
      });
      if (measured(t)) *old = t;
    }
    return print_json(job, trials, trials.size(), o.band);
  }
  if (again.empty()) return;
  print_out("\nfinalists, within 5 % of the best, measured interleaved:\n");
  const auto comparisons = compare_all(again, 0, o.band);
  for (const Trial& t : again) {
    const auto c = comparisons.find(&t);
    table.print_row(t, c == comparisons.end() ? "" : comparison_text(c->second));
  }
}

void run(const RunVerbOptions& o) {
  if (o.all != o.configurations.empty()) {
    throw UsageError(
        "give configurations, or --all for every one that fits: `sptune list` shows them");
  }
  for (const CLI::Option* option : o.of_one) {
    if (o.configurations.size() < 2 || option->count() == 0) continue;
    throw UsageError(fmt::format(
        "{} is for one configuration or --all: several take {} samples each in every one of "
        "--repetitions",
        option->get_name(), harness::samples_per_repetition));
  }
  for (const CLI::Option* option : o.of_several) {
    if (o.configurations.size() != 1 || option->count() == 0) continue;
    throw UsageError(fmt::format(
        "{} is for several configurations or --all: one is compared with nothing, --max-samples, "
        "--time-budget and --confidence-width say when it ends",
        option->get_name()));
  }
  const Operation operation = *parse_operation(o.operation);
  const Backend backend = *parse_backend(o.backend);
  require_variants(full_catalogue(), operation, backend);
  harness::require_device(backend);
  std::vector<ResolvedConfiguration> configurations;
  for (const std::string& text : o.configurations) {
    auto parsed = full_catalogue().parse(operation, backend, text);
    if (!parsed) throw UsageError(parsed.error());
    configurations.push_back(parsed.value());
  }
  Job job = make_job(o);
  if (o.all) return run_all(o, job);
  run_named(o, job, configurations);
}

void add_comparing(CLI::App& sub, RunVerbOptions& o) {
  o.of_several = {
      sub.add_option("--repetitions", o.repetitions,
                     "Interleaved repetitions of several configurations, or of the finalists of "
                     "--all")
          ->check(in_range(1, 10000))
          ->capture_default_str(),
      sub.add_option("--same-within", o.band,
                     "Relative difference below which their times count as equal")
          ->check(in_range(0.0, 1.0))
          ->capture_default_str()};
}

void add_limits_of_one(CLI::App& sub, RunVerbOptions& o) {
  o.of_one = {
      sub.add_option("--time-budget", o.protocol.time_budget_s,
                     "Seconds of sampling of one configuration, or of each of --all")
          ->check(positive_number())
          ->capture_default_str(),
      sub.add_option("--max-samples", o.protocol.max_samples, "Most samples, likewise")
          ->check(in_range(1, 1000000))
          ->capture_default_str(),
      sub.add_option("--confidence-width", o.protocol.confidence_width,
                     "Stop when the relative confidence interval of the median is narrower, "
                     "likewise")
          ->check(in_range(0.0, 1.0))
          ->capture_default_str()};
}

}  // namespace

void add_run(CLI::App& app) {
  auto* sub = app.add_subcommand("run", "Measure configurations on one matrix");
  auto options = std::make_shared<RunVerbOptions>();
  RunVerbOptions& o = *options;
  sub->add_option("matrix", o.matrix, "Matrix file, or a generator id such as stencil2d{n=300}")
      ->required();
  sub->add_option("configuration", o.configurations,
                  "For example 'csr{schedule=nnz}'; several are measured interleaved");
  add_operation(*sub, o.operation);
  add_value_type(*sub, o.type);
  add_backend(*sub, o.backend);
  sub->add_option("--cache", o.cache, "State of the caches before a sample")
      ->check(one_of({"hot", "cold"}))
      ->capture_default_str();
  o.runs.add_to(*sub);
  add_threads(*sub, o.protocol.threads, "CPU threads; 0: all available cores");
  auto* b_kind = sub->add_option("--b-kind", o.b_kind,
                                 "Second matrix: A or its transpose; auto: A when square")
                     ->check(one_of({"auto", "a", "at"}))
                     ->capture_default_str();
  sub->add_option("--b", o.b_matrix, "Second matrix, from this file or generator")
      ->excludes(b_kind);
  add_parameters(*sub, o.parameters);
  add_memory(*sub, o.memory,
             "Memory limit of the worker in MiB, or as 500M or 64G; 0: 80 % of the machine");
  auto* all =
      sub->add_flag("--all", o.all, "Every configuration of the grid, then the finalists again");
  sub->add_option("--grid", o.grid, "Grid of --all")
      ->needs(all)
      ->check(one_of({"smoke", "full"}))
      ->capture_default_str();
  add_comparing(*sub, o);
  add_limits_of_one(*sub, o);
  o.reading.add_to(*sub);
  auto* in_process =
      sub->add_flag("--in-process", o.in_process, "No worker process: for debuggers and profilers");
  add_stage_limit(*sub, o.stage_limit)->excludes(in_process);
  sub->add_flag("--json", o.json, "Machine-readable output, with all samples");
  sub->footer(
      "Timed with alpha = 1, beta = 0; verified with beta != 0 too. One configuration: exit code\n"
      "1 when it failed, 2 when it does not fit.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
