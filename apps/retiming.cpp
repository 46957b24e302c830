// SPDX-License-Identifier: BSD-3-Clause
#include "apps/retiming.hpp"

#include "apps/output.hpp"
#include "apps/stop_signals.hpp"
#include "apps/summaries.hpp"
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
std::string database_of(const RetimingOptions& o, const std::string& sweep_database) {
  if (!o.database.empty()) return o.database;
  std::filesystem::path path = sweep_database;
  const std::string extension = path.extension().string();
  path.replace_extension(".retimed" + extension);
  return path.string();
}

/// Times of one matrix by their name in CSV and JSON.
std::vector<std::pair<std::string, double>> columns_of(const retime::Again& a) {
  std::vector<std::pair<std::string, double>> out{{"again_chosen_us", a.chosen_us},
                                                  {"again_best_us", a.best_us},
                                                  {"again_least_us", a.least_us}};
  const auto add = [&](const std::string& prefix, const retime::Losses& losses) {
    constexpr std::array<const char*, retime::selectors.size()> suffixes{
        "", "_single", "_default", "_rule", "_baseline", "_sweeps_best"};
    for (std::size_t s = 0; s < losses.size(); ++s)
      out.emplace_back(prefix + suffixes[s], losses[s]);
  };
  add("again_loss", a.against_best);
  add("again_loss_least", a.against_least);
  return out;
}

const char* title_of(const std::string& reading) {
  if (reading == "sweep_minima")
    return "these matrices by the sweep's own times, against its minima";
  if (reading == "against_best") return "timed again, against what the sweep found best";
  return "timed again, against the least of those timed";
}

}  // namespace

void RetimingOptions::add_to(CLI::App& sub) {
  CLI::Option* again = sub.add_flag(
      "--retime", wanted,
      "Time every choice again beside its rivals, interleaved, and judge by fresh times, too");
  sub.add_option("--retime-best", retime.best, "How many of the sweep's best are timed beside it")
      ->check(CLI::Range(1, 15))
      ->needs(again)
      ->capture_default_str();
  sub.add_option("--rounds", retime.rounds,
                 "Visits to each configuration, in passes of four that prepare anew")
      ->check(CLI::Range(2, 10000))
      ->needs(again)
      ->capture_default_str();
  sub.add_option("--retime-db", database,
                 "Database of the fresh trials; default: NAME.retimed.sqlite beside --db")
      ->needs(again);
  sub.add_option("--budget", budget,
                 "Time again for 90s, 30m, 8h at most; the same command goes on with the rest")
      ->needs(again);
  sub.add_option("--progress", progress.mode, "Of timing: a bar on a terminal, lines elsewhere")
      ->check(CLI::IsMember({"auto", "bar", "lines", "none"}))
      ->needs(again)
      ->capture_default_str();
  sub.add_option("--every", progress.every_s, "Seconds between progress lines")
      ->check(CLI::PositiveNumber)
      ->needs(again)
      ->capture_default_str();
}

const retime::Again* Retiming::of(std::size_t problem) const {
  const auto it = std::find_if(again.begin(), again.end(),
                               [&](const retime::Again& a) { return a.problem == problem; });
  return it == again.end() ? nullptr : &*it;
}

const train::Summary& Retiming::judged() const {
  if (again.empty()) {
    throw InputError(result.missing.empty()
                         ? std::string("no matrix was timed again: give a longer --budget")
                         : fmt::format("no matrix could be timed again; {}: {}",
                                       result.missing.front().matrix,
                                       result.missing.front().reason));
  }
  return readings.back().all[retime::model_selector];
}

void check_retiming(const RetimingOptions& o, const std::string& sweep_database,
                    const db::Store& sweep, const train::Dataset& data) {
  const std::filesystem::path file = database_of(o, sweep_database);
  std::error_code absent;
  if (std::filesystem::equivalent(file, sweep_database, absent)) {
    throw UsageError(fmt::format(
        "--retime-db {}: the sweep's own file: views such as best and regret would show "
        "both kinds of times; give another one",
        file.string()));
  }
  if (!o.budget.empty()) (void)sweep::parse_duration(o.budget);
  retime::check_same(sweep, data, full_catalogue(), harness::capture_hardware(data.backend));
}

Retiming time_again(const RetimingOptions& o, const std::string& sweep_database,
                    const db::Store& sweep, const train::Dataset& data,
                    const train::Evaluation& evaluation, double runs) {
  Retiming out;
  out.database = database_of(o, sweep_database);
  db::StoreOptions store_options;
  store_options.warn = [](const std::string& line) { print_err("sptune: {}\n", line); };
  db::Store store(out.database, db::OpenMode::create, store_options);
  suites::Library library;
  const auto runner =
      harness::worker_runner([&](const std::string& hash) { return library.binary_path(hash); });
  ProgressPrinter printer(o.progress);
  catch_stop_signals("\nstopping after this matrix; once more kills\n");
  retime::Options options = o.retime;
  options.runs = runs;
  if (!o.budget.empty()) options.budget_s = sweep::parse_duration(o.budget);
  const retime::Context context{full_catalogue(),
                                library,
                                *runner,
                                sweep,
                                store,
                                std::filesystem::absolute(sweep_database).string(),
                                harness::capture_hardware(data.backend),
                                harness::capture_environment(data.backend),
                                [&](const sweep::Event& e) { printer.show(e); },
                                stop_requested,
                                [] { return harness::busy_cores(0.05); }};
  out.result = retime::retime(data, evaluation, options, context);
  printer.finish();
  out.again = retime::judge_again(out.result.problems, runs);
  out.readings = retime::read(data, evaluation, out.again);
  return out;
}

void print_retiming(const Retiming& r, const RetimingOptions& o) {
  const retime::Result& result = r.result;
  print_out(
      "\ntimed again: {} of {} matrices, the choice beside the sweep's best {}, the best single, "
      "the\n"
      "default, the rule and the best baseline, {} interleaved rounds; {} now in {}, {} by "
      "earlier\n"
      "calls; trials in {}\n",
      r.again.size(), result.wanted, o.retime.best, o.retime.rounds, result.timed,
      sweep::format_duration(result.seconds), result.stored, r.database);
  if (!result.missing.empty()) {
    print_out("{} could not be found or loaded:\n", result.missing.size());
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
    print_out("{}: {} matrices are left; the same command goes on with them\n",
              result.ending == sweep::Ending::budget ? "the time budget is spent" : "interrupted",
              result.wanted - result.timed - result.stored - result.missing.size());
  }
  if (r.again.empty()) return;
  for (const retime::Reading& reading : r.readings) {
    print_out("{}\n", title_of(reading.name));
    print_summaries(reading.all);
  }
  print_out(
      "the sweep's minima are the least of many noisy medians, chosen and judged by the same\n"
      "samples: a choice looks worse than it is. Against the sweep's best, timed again, no number\n"
      "is used twice; the least of a few fresh ones flatters itself a little.\n");
}

Json retiming_json(const Retiming& r, const RetimingOptions& o) {
  Json json;
  json["database"] = r.database;
  json["ending"] = sweep::to_string(r.result.ending);
  json["best"] = o.retime.best;
  json["rounds"] = o.retime.rounds;
  json["matrices"] = r.result.wanted;
  json["judged"] = r.again.size();
  json["timed"] = r.result.timed;
  json["already_stored"] = r.result.stored;
  json["missing"] = excluded_json(r.result.missing);
  json["unknown_baselines"] = r.result.unknown;
  json["other_software"] = r.result.other_software;
  json["seconds"] = r.result.seconds;
  for (const retime::Reading& reading : r.readings) {
    json[reading.name] = {{"all", summaries_json(reading.all)},
                          {"above_floor", summaries_json(reading.above_floor)}};
  }
  return json;
}

Json again_json(const retime::Again* again) {
  const retime::Again blank;
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

std::string csv_values(const Retiming& r, std::size_t problem) {
  const retime::Again* again = r.of(problem);
  const retime::Again blank;
  std::string out;
  for (const auto& [name, value] : columns_of(again == nullptr ? blank : *again)) {
    out += again != nullptr && std::isfinite(value) ? fmt::format(",{:.6g}", value) : ",";
  }
  return out + "," + (again == nullptr ? "" : db::csv_text(again->least));
}

}  // namespace sptune::apps
