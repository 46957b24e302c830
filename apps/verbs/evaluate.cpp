// SPDX-License-Identifier: BSD-3-Clause
// `sptune evaluate`: quality of the learned choice on held-out families of matrices.
#include "tuner/train/evaluate.hpp"

#include "apps/holdout_timing.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/summaries.hpp"
#include "apps/training_options.hpp"
#include "apps/verb_words.hpp"
#include "apps/verbs.hpp"
#include "db/query.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/baselines/baselines.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

struct EvaluateOptions {
  std::string command;  ///< all that was asked for, as a shell takes it
  TrainingOptions common;
  std::size_t folds = 0;
  std::vector<std::string> runs;
  bool json = false;
  std::string csv;
  bool record = false;
  bool probe = false;
  std::string against;
  double min_share = 0;
  double max_p99 = std::numeric_limits<double>::infinity();
  std::string held_out = "all";
  std::string values = "constant";
  HoldoutOptions again;
};

/// Without a number the table's usual ones; the figures of selectors are of the largest.
std::vector<double> table_of(const std::vector<std::string>& texts) {
  if (texts.empty()) return {1, 3, 10, 30, 100, 300, 1000, train::endless};
  std::vector<double> out;
  std::ranges::transform(texts, std::back_inserter(out), parse_runs);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());  // else columns of one name
  return out;
}

/// It is judged, and the other part is learned from.
bool is_test_part(const EvaluateOptions& o) {
  return o.common.split == "test";
}

/// What tables count are problems: a matrix has several where an operation has parameters.
std::string matrices_text(const train::Dataset& data) {
  const std::size_t matrices = data.matrices();
  return data.problems.size() == matrices
             ? fmt::format("{} matrices", matrices)
             : fmt::format("{} problems of {} matrices", data.problems.size(), matrices);
}

/// At which numbers of runs there are problems that the table does not judge.
void print_untried(const std::vector<train::RunsRow>& rows) {
  std::vector<std::string> counts;
  for (const train::RunsRow& r : rows) {
    if (r.untried > 0) counts.push_back(fmt::format("{} at {}", r.untried, runs_text(r.runs)));
  }
  if (counts.empty()) return;
  print_out(
      "not judged, since the choice, or what runs without a model, was never tried there: {}\n",
      fmt::join(counts, ", "));
}

/// What the columns mean, and what fits into none.
void print_legend(const train::Evaluation& e) {
  print_out(
      "share: oracle / time, geometric mean. p95, p99, worst: time / oracle. ties: within 2 %\n"
      "of the oracle. slower: over 2 % slower than what runs without a model, by asking the model\n"
      "and staying there, too; slower switches: left it and was over 2 % slower.\n"
      "possible: the best of the candidates, chosen for nothing; against the best baseline at "
      "that\n"
      "number of runs (/baseline), the best configuration. asked: features were extracted.\n"
      "intervals held {:.1f} % of the chosen times, and {:.1f} % of all candidates' times over "
      "the\n"
      "default's ({:.0f}, {:.0f}, {:.0f} and {:.0f} % from the narrowest quarter to the widest; "
      "the middle one is "
      "{:.2f}\nwide, in log). best single over the folds: {}\n",
      100 * e.interval_coverage, 100 * e.intervals.coverage, 100 * e.intervals.by_quarter[0],
      100 * e.intervals.by_quarter[1], 100 * e.intervals.by_quarter[2],
      100 * e.intervals.by_quarter[3], e.intervals.median_width, fmt::join(e.singles, ", "));
}

void print_against(const std::string& against, const train::Evaluation& e) {
  if (against.empty()) return;
  print_out(
      "against {}, its preparing paid; of problems on which it has a usable trial\n"
      "(faster: its time / that of the choice; slower: the choice takes over 2 % longer)\n",
      against);
  print_against_table(e.by_runs);
}

void print(const EvaluateOptions& o, const train::Dataset& data, const train::Evaluation& e,
           double runs) {
  print_out("{} {} on {}, {} cache{}: {} in {} families, {} folds, {} configurations{}\n",
            to_string(data.operation), to_string(data.value_type), to_string(data.backend),
            data.cache, model::remark(data.repeat), matrices_text(data), data.families().size(),
            e.folds, data.configurations.size(), o.values == "change" ? "; values may change" : "");
  if (e.siblings > 0) {
    print_out("not learned from, being of families that are judged: {}\n", e.siblings);
  }
  print_out(
      "by expected runs; deciding where the model was asked ({:.3g} us at the median), preparing\n"
      "and all runs are paid, by the choice and by all others\n",
      1e6 * e.deciding_s);
  print_runs_table(e.by_runs);
  print_untried(e.by_runs);
  if (o.probe) {
    print_out(
        "with probing: what the first runs of a plan would find among the contenders, their "
        "preparing\nand their runs paid, timed runs as far apart as the trials' samples; of "
        "problems on which all\ncontenders were tried\n");
    print_probed_table(e.by_runs);
  }
  print_against(o.against, e);
  if (std::isfinite(e.prepare_error_p50)) {
    print_out("what preparing takes was predicted to {:.0f} % at the median, {:.0f} % at p90\n",
              100 * e.prepare_error_p50, 100 * e.prepare_error_p90);
  }
  print_out("every selector, {}\n",
            std::isfinite(runs) ? fmt::format("deciding and preparing paid over {:g} runs", runs)
                                : std::string("time of a run alone"));
  const auto held_out = std::count_if(data.problems.begin(), data.problems.end(),
                                      [](const train::Problem& p) { return p.held_out; });
  print_out("{}\n", static_cast<std::size_t>(held_out) == data.problems.size()
                        ? std::string("all")
                        : fmt::format("the {} of {}", held_out,
                                      is_test_part(o) ? "the test part" : "--held-out"));
  print_summaries(e.all);
  if (e.untried > 0) {
    print_out("without {} problems on which the choice or the default was never tried\n",
              e.untried);
  }
  if (e.near_floor > 0) {
    print_out("without the {} problems that take less than 1.25 times an empty trial\n",
              e.near_floor);
    print_summaries(e.above_floor);
  }
  if (const std::size_t again = e.another.front().problems; again > 0) {
    print_out(
        "by another timing: what looked best when each was measured alone is the oracle, and the\n"
        "repetitions that the sweep spent on what looked good tell times ({} problems)\n",
        again);
    print_summaries(e.another);
  }
  print_legend(e);
}

Json matrix_json(const train::Dataset& data, const train::Problem& p, const train::HeldOutResult& j,
                 bool probed) {
  Json json{{"matrix", p.matrix},
            {"parameters", p.parameters},
            {"problem_hash", p.hash},
            {"group", p.group},
            {"family", p.family},
            {"split", p.split},
            {"fold", j.fold},
            {"chosen", data.configurations[j.chosen].text()},
            {"reason", j.reason},
            {"oracle_us", p.oracle_us()},
            {"predicted_us", j.predicted_us},
            {"low_us", j.low_us},
            {"high_us", j.high_us},
            {"loss", j.loss_model},
            {"loss_first_2", j.loss_first_2},
            {"loss_first_4", j.loss_first_4},
            {"loss_portfolio", j.loss_portfolio},
            {"loss_single", j.loss_single},
            {"loss_default", j.loss_default},
            {"loss_rule", j.loss_rule},
            {"loss_baseline", j.loss_baseline},
            {"loss_another", j.another.model},
            {"loss_default_another", j.another.standard},
            {"near_floor", p.near_floor()}};
  Json& at = json["by_runs"] = Json::array();
  for (const train::RunsResult& r : j.at_runs) {
    at.push_back({{"chosen", data.configurations[r.chosen].text()},
                  {"asked", r.asked},
                  {"loss", r.loss_model},
                  {"loss_default", r.loss_default},
                  {"loss_baseline", r.loss_baseline}});
    if (!std::isnan(r.loss_against)) at.back()["loss_against"] = r.loss_against;
    if (!probed) continue;
    at.back()["loss_probed"] = r.loss_probed;
    at.back()["contenders"] = r.contenders;
  }
  return json;
}

Json to_json(const EvaluateOptions& o, const train::Dataset& data, const train::Evaluation& e,
             double runs, const std::optional<HoldoutTiming>& again) {
  Json json;
  json["command"] = o.command;
  json["operation"] = to_string(data.operation);
  json["value_type"] = to_string(data.value_type);
  json["backend"] = to_string(data.backend);
  json["cache"] = data.cache;
  json["repeat"] = to_string(data.repeat);
  json["values"] = o.values;
  if (!o.against.empty()) json["against"] = o.against;
  json["training_query"] = data.provenance.training_query;
  json["training_hash"] = data.provenance.training_hash;
  json["folds"] = e.folds;
  json["siblings"] = e.siblings;  // of judged families, not learned from
  json["runs"] = std::isfinite(runs) ? Json(runs) : Json(nullptr);
  json["by_runs"] = runs_table_json(e.by_runs, o.probe);
  json["features_us"] = 1e6 * e.features_s;
  json["deciding_us"] = 1e6 * e.deciding_s;
  json["prepare_error_p50"] = e.prepare_error_p50;  // null where nothing was prepared
  json["prepare_error_p90"] = e.prepare_error_p90;
  json["near_floor"] = e.near_floor;
  json["untried"] = e.untried;  // problems that are not judged
  json["interval_coverage"] = e.interval_coverage;
  json["ratio_intervals"] = {{"coverage", e.intervals.coverage},
                             {"coverage_by_quarter_of_width", e.intervals.by_quarter},
                             {"median_width", e.intervals.median_width}};
  json["best_singles"] = e.singles;
  json["all"] = summaries_json(e.all);
  json["above_floor"] = summaries_json(e.above_floor);
  json["another_timing"] = summaries_json(e.another);
  json["matrices"] = Json::array();
  for (const train::HeldOutResult& j : e.held_out) {
    const train::Problem& p = data.problems[j.problem];
    if (!p.held_out) continue;
    json["matrices"].push_back(matrix_json(data, p, j, o.probe));
    if (again) json["matrices"].back().update(remeasured_json(again->of(j.problem)));
  }
  return json;
}

/// Nothing where it is not known.
std::string csv_number(double x) {
  return std::isnan(x) ? std::string() : fmt::format("{:.6g}", x);
}

constexpr std::string_view csv_begins = "matrix,group,";

void write_csv(const EvaluateOptions& o, const train::Dataset& data, const train::Evaluation& e,
               const std::optional<HoldoutTiming>& again) {
  const bool against = !o.against.empty();
  std::ostringstream out;
  out << csv_begins
      << "family,parameters,problem_hash,split,fold,chosen,oracle_us,predicted_us,loss,loss_"
         "portfolio,loss_"
         "single,"
         "loss_default,loss_rule,loss_baseline,near_floor"
      << (again ? csv_header() : "");
  for (const train::RunsRow& r : e.by_runs) {
    const std::string at = runs_text(r.runs);
    out << fmt::format(",loss_at_{0},loss_default_at_{0},loss_baseline_at_{0}", at);
    if (against) out << ",loss_against_at_" << at;
  }
  out << ",loss_another\n";
  for (const train::HeldOutResult& j : e.held_out) {
    const train::Problem& p = data.problems[j.problem];
    if (!p.held_out) continue;
    out << fmt::format("{},{},{},{},{},{},{},{}", db::csv_text(p.matrix), db::csv_text(p.group),
                       db::csv_text(p.family), db::csv_text(p.parameters), p.hash, p.split, j.fold,
                       db::csv_text(data.configurations[j.chosen].text()));
    for (const double x : {p.oracle_us(), j.predicted_us, j.loss_model, j.loss_portfolio,
                           j.loss_single, j.loss_default, j.loss_rule, j.loss_baseline}) {
      out << "," << csv_number(x);
    }
    out << (p.near_floor() ? ",1" : ",0") << (again ? csv_values(*again, j.problem) : "");
    for (const train::RunsResult& r : j.at_runs) {
      for (const double x : {r.loss_model, r.loss_default, r.loss_baseline}) {
        out << "," << csv_number(x);
      }
      if (against) out << "," << csv_number(r.loss_against);
    }
    out << "," << csv_number(j.another.model) << "\n";
  }
  write_output_file(o.csv, out.str());
}

/// A row of `model` for the procedure (every fold had its own forests) and the choices of each
/// fold, so that reports can compare them with measured times.
void record(const EvaluateOptions& o, const train::Dataset& data, const train::Evaluation& e) {
  db::Store store(o.common.database, db::OpenMode::read_write);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  db::ModelRow row;
  row.uuid = fmt::format("evaluation-{:.16}-{}", data.provenance.training_hash,
                         std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
  row.kind = fmt::format("evaluation, {} folds by family", e.folds);
  row.operation = data.operation;
  row.value_type = data.value_type;
  row.backend = data.backend;
  row.hardware_hash = data.provenance.hardware_hash;
  row.environment_hash = data.provenance.environment_hash;
  row.policy_hash = data.provenance.policy_hash;
  row.feature_version = features::version;
  row.training_query = data.provenance.training_query;
  row.training_hash = data.provenance.training_hash;
  row.metrics_json = json_text(
      Json{{"all", summaries_json(e.all)}, {"above_floor", summaries_json(e.above_floor)}});
  std::vector<db::PredictionRow> rows;
  for (const train::HeldOutResult& j : e.held_out) {
    if (!data.problems[j.problem].held_out) continue;
    rows.push_back({data.problems[j.problem].hash, data.configurations[j.chosen].text(),
                    static_cast<int>(j.fold), 1, j.predicted_us, j.low_us, j.high_us});
  }
  store.put_predictions(store.put_model(row), rows);
}

/// The evaluation is there, and its gates have decided: a database that was taken meanwhile is no
/// reason to fail.
void try_to_record(const EvaluateOptions& o, const train::Dataset& data,
                   const train::Evaluation& e) {
  try {
    record(o, data, e);
  } catch (const DatabaseError& error) {
    print_err(
        "sptune: warning: the evaluation is complete, but could not be recorded in the database: "
        "{}\n",
        error.what());
  }
}

/// Says which gate is not.
bool gates_met(const EvaluateOptions& o, const train::Summary& model) {
  bool met = true;
  const bool asked_for = o.min_share > 0 || std::isfinite(o.max_p99);
  if (asked_for && model.problems == 0) {
    print_err("gate not met: on no problem was the choice tried\n");
    met = false;
  }
  if (model.share_of_oracle < o.min_share) {
    print_err("gate not met: share of the oracle {:.4f}, at least {} was asked for\n",
              model.share_of_oracle, o.min_share);
    met = false;
  }
  if (model.p99 > o.max_p99) {
    print_err("gate not met: p99 loss {:.3f}, at most {} was asked for\n", model.p99, o.max_p99);
    met = false;
  }
  return met;
}

ExitCode exit_code(const EvaluateOptions& o, const train::Evaluation& e,
                   const std::optional<HoldoutTiming>& again) {
  if (again && again->result.ending == sweep::Ending::stopped) return ExitCode::interrupted;
  if (!gates_met(o, again ? again->model_summary() : e.all.front())) return ExitCode::gate;
  if (again && !again->result.missing.empty()) return ExitCode::input;
  return ExitCode::success;
}

/// As stored: in full, where this program knows it.
std::string canonical(const std::string& text, const train::Dataset& data) {
  const auto parsed = full_catalogue().parse(data.operation, data.backend, text);
  return parsed ? parsed.value().text() : text;
}

void require_tried(const std::string& against, const train::Dataset& data) {
  const auto tried = [&](const train::Problem& p) {
    return p.held_out && !std::isnan(data.cost_us(p, against));
  };
  if (std::ranges::any_of(data.problems, tried)) return;
  std::set<std::string> theirs;
  for (const train::Problem& p : data.problems) {
    for (const train::Baseline& b : p.baselines) theirs.insert(b.configuration);
  }
  throw UsageError(fmt::format(
      "--against {}: no usable trial of it on these problems; of other people's code there {}",
      against, theirs.empty() ? "is none" : fmt::format("are {}", fmt::join(theirs, ", "))));
}

/// Views and reports set a stored choice beside the least time of a run, whoever may have it.
void check_record(const EvaluateOptions& o, double runs) {
  if (!o.record) return;
  if (std::isfinite(runs)) {
    throw UsageError(fmt::format(
        "--record keeps the choices for endless runs, found --runs {}: add endless", runs));
  }
  if (o.values != "constant") {
    throw UsageError("--record keeps the choices for constant values: leave out --values change");
  }
  const db::Store writable(o.common.database, db::OpenMode::read_write);  // or else throws
}

void run(EvaluateOptions& o) {
  o.common.resolve();
  if (o.probe && o.common.query.repeat == Repeat::values) {
    throw UsageError("--probe: where runs make values alone (--repeat values) plans try nothing");
  }
  if (!o.csv.empty()) {
    refuse_other_file(o.csv, csv_begins, "table of `sptune evaluate --csv`");
    refuse_unwritable(o.csv);
  }
  const std::vector<double> table = table_of(o.runs);
  const double runs = table.back();
  check_record(o, runs);
  if (o.held_out != "all") o.common.query.held_out = o.held_out;
  if (is_test_part(o)) o.common.query.split.clear();
  const db::Store store(o.common.database, db::OpenMode::read_only);
  train::Dataset training = o.common.read(store);
  if (is_test_part(o)) train::hold_out_test_part(training);
  std::optional<train::Dataset> changing;
  if (o.values == "change") changing = train::where_values_change(training);
  const train::Dataset& data = changing ? *changing : training;
  if (!o.against.empty()) {
    o.against = canonical(o.against, data);
    require_tried(o.against, data);
  }
  if (o.again.wanted) check_holdout(o.again, o.common.database, store, data);
  train::EvaluateOptions options;
  options.training = o.common.training;
  options.folds = o.folds;
  options.test_part = is_test_part(o);
  options.table = table;
  options.runs = runs;
  options.probe = o.probe;
  options.against = o.against;
  if (isatty(STDERR_FILENO) != 0) {
    options.progress = [](std::size_t done, std::size_t all) {
      print_err("\r\033[Kfold {} of {}{}", done, all, done == all ? "\n" : "");
    };
  }
  const train::Evaluation e = train::evaluate(training, data, options);
  if (!o.json) print(o, data, e, runs);
  std::optional<HoldoutTiming> again;
  if (o.again.wanted) {
    flush_out();  // the results so far, before minutes or hours of measuring
    again = time_holdout(o.again, o.common.database, store, data, e, runs);
    if (!o.json) print_holdout(*again, o.again);
  }
  if (o.json) {
    Json json = to_json(o, data, e, runs, again);
    if (again) json["retimed"] = holdout_json(*again, o.again);
    print_out("{}\n", json_text(json, 2));
  }
  if (!o.csv.empty()) write_csv(o, data, e, again);
  const ExitCode code = exit_code(o, e, again);
  if (o.record) try_to_record(o, data, e);
  if (code != ExitCode::success) throw Exit{code};
}

/// What is judged, beside the choice over endless runs of constant values.
void add_readings(CLI::App& sub, EvaluateOptions& o) {
  sub.add_option("--values", o.values,
                 "constant: the application promises it (Options::constant_values); change: it "
                 "promises nothing, and neither the choice nor the oracle keeps a copy of values")
      ->check(one_of({"constant", "change"}))
      ->capture_default_str();
  sub.add_option("--runs", o.runs,
                 "Expected runs over which deciding and preparing are paid, with commas between; "
                 "the figures of all selectors are of the largest; default: 1, 3, 10, 30, 100, "
                 "300, 1000 and endless")
      ->delimiter(',');
  sub.add_flag("--probe", o.probe,
               "Also what plans deliver that try contenders in their first runs "
               "(Probe::at_once), played over the stored times; not with --repeat values, where "
               "plans try nothing");
  sub.add_option("--against", o.against,
                 "Also how much faster the choice is than this configuration, at every number "
                 "of runs, and on how many problems it is slower: ours, or other people's that "
                 "the sweep has tried, such as cusparse, its default call");
}

}  // namespace

void add_evaluate(CLI::App& app) {
  auto* sub = app.add_subcommand("evaluate",
                                 "Evaluate the learned choice on held-out families of matrices");
  auto options = std::make_shared<EvaluateOptions>();
  EvaluateOptions& o = *options;
  o.common.add_to(*sub);
  sub->add_option(
         "--folds", o.folds,
         "Cross-validation folds, split by family, at least 3; 0: one per family; not with "
         "--split test, which is one")
      ->check(in_range(std::int64_t{0}, std::int64_t{1} << 31))
      ->capture_default_str();
  sub->add_option("--held-out", o.held_out,
                  "Matrices to evaluate on (training uses all): all, collected (from files), "
                  "generated, or an SQL condition on trial_flat")
      ->capture_default_str();
  add_readings(*sub, o);
  sub->add_flag("--json", o.json, "Machine-readable output, with every problem");
  sub->add_option("--csv", o.csv, "Also write one line per problem to this file");
  sub->add_flag("--record", o.record,
                "Keep the predictions in the database, for reports; of endless runs and constant "
                "values alone, as which they are judged there");
  sub->add_option("--min-share", o.min_share, "Exit code 6 below this share of the oracle")
      ->check(number_from_0());
  sub->add_option("--max-p99", o.max_p99, "Exit code 6 above this 99th percentile of the loss")
      ->check(number_from_0());
  o.again.add_to(*sub);
  sub->footer(
      "Each fold trains on the other families alone: portfolio, forests, intervals and the rule.\n"
      "The nnz/rows rule is the one of docs/model.md.\n"
      "--split train: the development part alone, on which a model is made. --split test: learn\n"
      "from the development part and judge the test part; look once per published model.\n"
      "--measure: the minimum of a sweep's many noisy medians is biased low, so every choice "
      "looks\n"
      "worse beside it. Measured again, interleaved and in worker processes, are the choice, the\n"
      "sweep's best few, the best single, the default, the rule's and the best baseline, on the\n"
      "machine and with the code of the sweep. Gates then apply to the new times, against the "
      "least\n"
      "of those measured. Ctrl-C stops after the current matrix (exit code 7); the results are\n"
      "reported and kept, and the same command continues. A matrix that cannot be found is named\n"
      "(exit code 3).");
  sub->callback([options, sub] {
    options->command = command_of(*sub);
    run(*options);
  });
}

}  // namespace sptune::apps
