// SPDX-License-Identifier: BSD-3-Clause
// `sptune predict`: what a model would choose for a matrix, and why.
#include "apps/matrix_warning.hpp"
#include "apps/model_files.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/reading_options.hpp"
#include "apps/summaries.hpp"
#include "apps/threads_option.hpp"
#include "apps/verbs.hpp"
#include "harness/engine/problem_data.hpp"
#include "harness/engine/runner.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

struct Request {
  std::string matrix;
  std::vector<std::string> models;
  std::string operation = default_operation();
  std::string runs = runs_text(Options{}.expected_runs);
  std::string parameters;
  std::string type = "f64";
  std::string backend = "cpu";
  std::string repeat = "whole";
  Options options{.explain = true, .constant_values = true};
  bool explain = false;
  bool measure = false;
  bool json = false;
  ReadingOptions reading;
};

/// One candidate with all that is known of it.
struct Considered {
  Configuration configuration;
  model::Score score;
  double break_even = 0;
  double until = 0;  ///< runs up to which it is ahead of the default; infinite: from then on
  Fit fits;
  double measured_us = std::nan("");
};

struct Answer {
  suites::MatrixInfo info;
  Choice choice;
  features::Features features;
  double feature_seconds = 0;
  double decide_again_seconds = 0;  ///< by a process that has decided before
  const dispatch::KnownModel* known = nullptr;
  int threads = 1;                     ///< that are granted
  double measured_us = std::nan("");   ///< of the choice, which need not be a candidate
  std::vector<Considered> candidates;  ///< fastest predicted first
  std::vector<std::pair<std::string, double>> contributions;
};

void explain(Answer& answer, const Problem& problem, const Options& options) {
  answer.features = features::extract(problem);
  for (const double s : answer.features.seconds_per_tier) answer.feature_seconds += s;
  if (answer.known == nullptr) return;
  const dispatch::KnownModel& known = *answer.known;
  const auto scores = known.model->score(answer.features);
  const model::Score& standard = model::score_of(scores, known.model->default_candidate());
  for (const model::Score& s : scores) {
    const std::optional<ResolvedConfiguration>& candidate = known.configurations[s.candidate];
    Considered c{known.model->candidates()[s.candidate].configuration,
                 s,
                 model::break_even_runs(s, standard),
                 model::ahead_until(s, standard),
                 Fit::no("this library has no such configuration"),
                 std::nan("")};
    if (candidate) {
      c.configuration = candidate->configuration();
      c.fits = dispatch::follows_values(candidate->variant(), problem, options);
      if (c.fits) c.fits = candidate->fit(problem);
    }
    if (c.configuration == answer.choice.configuration) {
      answer.contributions = known.model->contributions(answer.features, s.candidate);
    }
    answer.candidates.push_back(std::move(c));
  }
}

/// Measures the choice and every candidate that fits, in turn, in this process, with the threads
/// that they were chosen for.
void measure(Answer& answer, const Request& r, const harness::ProblemKey& problem,
             suites::Library& library) {
  std::vector<ResolvedConfiguration> configurations;
  const auto add = [&](const Configuration& c) {
    auto resolved = shipped_catalogue().resolve(problem.operation, *parse_backend(r.backend), c);
    if (resolved) configurations.push_back(resolved.value());
  };
  add(answer.choice.configuration);
  for (const Considered& c : answer.candidates) {
    if (c.fits && c.configuration != answer.choice.configuration) add(c.configuration);
  }
  harness::Protocol protocol;
  protocol.threads = answer.threads;
  protocol.repeat = r.options.repeat;
  const auto runner = harness::in_process_runner(
      [&](const std::string& hash) { return library.binary_path(hash); });
  constexpr int repetitions = 12;
  for (const harness::Trial& t :
       runner->interleaved(configurations, problem, protocol, repetitions, {})) {
    const auto samples = t.samples.find("total");
    if (samples == t.samples.end()) continue;
    const double us = harness::summarise(samples->second).median;
    if (t.configuration == answer.choice.configuration) answer.measured_us = us;
    for (Considered& c : answer.candidates) {
      if (c.configuration == t.configuration) c.measured_us = us;
    }
  }
}

std::string us_text(double us) {
  return std::isnan(us) ? "-" : dispatch::duration_text(us * 1e-6);
}

void print_candidates(const Answer& a, bool measured) {
  const std::string title = "candidates, fastest predicted first";
  std::size_t width = title.size();
  for (const Considered& c : a.candidates) width = std::max(width, c.configuration.text().size());
  print_out("\n  {:<{}} {:>9} {:>22} {:>9} {:>10} {:>9}\n", title, width, "predicted", "interval",
            "prepare", "pays after", measured ? "measured" : "");
  for (const Considered& c : a.candidates) {
    const std::string pays = !std::isfinite(c.break_even) ? "never"
                             : std::isfinite(c.until)     ? fmt::format("up to {:.0f}", c.until)
                             : c.break_even <= 0          ? "at once"
                                                 : fmt::format("{:.0f}", std::ceil(c.break_even));
    print_out("{} {:<{}} {:>9} {:>22} {:>9} {:>10} {:>9}{}\n",
              c.configuration == a.choice.configuration ? "*" : " ", c.configuration.text(), width,
              dispatch::duration_text(c.score.seconds),
              "[" + dispatch::duration_text(c.score.low) + ", " +
                  dispatch::duration_text(c.score.high) + "]",
              dispatch::duration_text(c.score.prepare_s), pays,
              measured ? us_text(c.measured_us) : "",
              c.fits ? "" : "  does not fit: " + c.fits.reason);
  }
  print_out("  intervals of times are as wide for every matrix; that of the gain knows this one\n");
}

void print_features(const Answer& a) {
  print_out("\n  features, extracted in {}\n", dispatch::duration_text(a.feature_seconds));
  const auto table = feature_table();
  for (std::size_t f = 0; f < table.size(); ++f) {
    if (std::isnan(a.features.values[f])) continue;
    print_out("    {:<22} {:>12.6g}  {:<10} {}\n", table[f].name, a.features.values[f],
              table[f].unit, table[f].meaning);
  }
  if (a.contributions.empty()) return;
  print_out("\n  what moved the predicted time of the choice, factors\n");
  constexpr std::size_t most = 12;
  for (std::size_t i = 0; i < std::min(most, a.contributions.size()); ++i) {
    print_out("    {:<22} x {:.3f}\n", a.contributions[i].first,
              std::exp(a.contributions[i].second));
  }
}

void print(const Answer& a, const Request& r) {
  print_out("{}: {} x {}, {} entries; {} {} on {} expected {} times\n", a.info.name, a.info.rows,
            a.info.cols, a.info.nnz, r.operation, r.type, r.backend,
            runs_text(r.options.expected_runs));
  Choice brief = a.choice;
  brief.considered.clear();
  print_out("{}\n", brief.explain());
  if (a.choice.decide_seconds > 2 * a.decide_again_seconds) {
    print_out("  decided again in {}: the first time holds what a process does once\n",
              dispatch::duration_text(a.decide_again_seconds));
  }
  if (r.measure) print_out("  measured in {}\n", us_text(a.measured_us));
  if (!a.candidates.empty()) print_candidates(a, r.measure);
  if (r.explain) print_features(a);
}

Json to_json(const Answer& a, const std::string& backend) {
  const auto number = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  Json json;
  json["matrix"] = {{"name", a.info.name},
                    {"rows", a.info.rows},
                    {"cols", a.info.cols},
                    {"nnz", a.info.nnz},
                    {"content_hash", a.info.content_hash}};
  json["backend"] = backend;
  json["threads"] = a.threads;
  json["choice"] = {{"configuration", a.choice.configuration.text()},
                    {"match", to_string(a.choice.match)},
                    {"reason", a.choice.reason},
                    {"expected_gain", number(a.choice.expected_gain)},
                    {"gain_low", number(a.choice.gain_low)},
                    {"gain_high", number(a.choice.gain_high)},
                    {"predicted_seconds", number(a.choice.predicted_seconds)},
                    {"prepare_seconds", number(a.choice.prepare_seconds)},
                    {"break_even_runs", number(a.choice.break_even_runs)},
                    {"measured_us", number(a.measured_us)},
                    {"copies_values", a.choice.copies_values},
                    {"decide_seconds", number(a.choice.decide_seconds)},
                    {"decide_again_seconds", number(a.decide_again_seconds)}};
  if (a.known != nullptr) {
    const model::Provenance& p = a.known->model->provenance();
    json["model"] = {{"uuid", p.uuid},
                     {"created", p.created},
                     {"hardware", p.hardware},
                     {"file", a.known->path},
                     {"same_machine", a.known->same_machine()},
                     {"threads", a.known->model->data().machine.threads},
                     {"same_threads", a.known->other_threads(a.threads).empty()},
                     {"matrices", p.matrices}};
  }
  json["candidates"] = Json::array();
  for (const Considered& c : a.candidates) {
    json["candidates"].push_back({{"configuration", c.configuration.text()},
                                  {"seconds", number(c.score.seconds)},
                                  {"low", number(c.score.low)},
                                  {"high", number(c.score.high)},
                                  {"ratio", number(c.score.ratio)},
                                  {"prepare_s", number(c.score.prepare_s)},
                                  {"break_even_runs", number(c.break_even)},
                                  {"ahead_until_runs", number(c.until)},
                                  {"fits", c.fits.ok},
                                  {"reason", c.fits.reason},
                                  {"measured_us", number(c.measured_us)}});
  }
  json["features"] = Json::object();
  const auto table = feature_table();
  for (std::size_t f = 0; f < table.size(); ++f) {
    json["features"][std::string(table[f].name)] = number(a.features.values[f]);
  }
  json["feature_seconds"] = a.feature_seconds;
  json["contributions"] = Json::object();
  for (const auto& [name, value] : a.contributions) json["contributions"][name] = value;
  return json;
}

/// Where a model was named and none answers: what each is for.
void warn_of_others(const dispatch::KnownModels& models) {
  for (const dispatch::KnownModel& k : models.all()) {
    const model::ModelData& d = k.model->data();
    if (k.origin != dispatch::Origin::named) continue;
    print_err("sptune: warning: {}: a model for {} {} on {}{}: not used\n", k.path,
              to_string(d.operation), to_string(d.value_type), to_string(d.backend),
              model::remark(d.repeat));
  }
}

void run(Request& r) {
  suites::Suite suite = suites::open_suite(r.matrix);
  if (suite.entries.size() != 1) {
    throw UsageError(
        fmt::format("'{}' names {} matrices, expected one", r.matrix, suite.entries.size()));
  }
  r.reading.apply_to(suite.entries.front());
  const Operation operation = *parse_operation(r.operation);
  const Backend backend = *parse_backend(r.backend);
  require_variants(shipped_catalogue(), operation, backend);
  suites::Library library;
  const suites::Matrix matrix = library.load(suite.entries.front());
  warn_of(matrix.info);

  const dispatch::KnownModels models = load_models(r.models);
  const Dispatcher dispatcher = Dispatcher::with(
      models, [](std::string_view text) { print_err("sptune: warning: {}\n", text); });
  Answer answer;
  answer.info = matrix.info;
  const ValueType type = *parse_value_type(r.type);
  r.options.repeat = repeat_of(r.repeat, {operation});
  r.options.expected_runs = parse_runs(r.runs);
  const int most = host::usable_cores();
  const Resources resources{
      r.options.threads > 0 ? std::min(r.options.threads, most) : host::granted_threads(),
      r.options.memory_limit};
  const auto complete =
      record_of(operation).complete({"", r.parameters}, answer.info.rows, answer.info.cols);
  if (!complete) throw UsageError(complete.error());
  const OperandChoice& operand = complete.value();
  const harness::HostProblem host = harness::host_problem(
      operation, std::make_shared<const harness::TypedCsr>(matrix, type), operand, resources);
  std::optional<harness::DeviceProblem> on_device;
  if (backend == Backend::cuda) on_device.emplace(host);
  Problem& problem = on_device ? *on_device->problem : *host.problem;
  answer.known = models.find(operation, type, backend, r.options.repeat, resources.threads);
  if (answer.known == nullptr) warn_of_others(models);
  answer.threads = resources.threads;
  const auto anew = problem.clone();  // a question writes down what it has seen
  answer.choice = dispatch::Access::choose(dispatcher, problem, r.options);
  const Dispatcher forgetful = Dispatcher::with(models, [](std::string_view) {});
  answer.decide_again_seconds =
      dispatch::Access::choose(forgetful, *anew, r.options).decide_seconds;
  explain(answer, problem, r.options);
  if (r.measure) {
    const std::string& hash = answer.info.content_hash;
    measure(
        answer, r,
        {operation, type, hash, host.b == nullptr ? "" : hash, operand.b_kind, operand.parameters},
        library);
  }
  if (r.json) {
    print_out("{}\n", json_text(to_json(answer, r.backend), 2));
  } else {
    print(answer, r);
  }
}

}  // namespace

void add_predict(CLI::App& app) {
  auto* sub =
      app.add_subcommand("predict", "Choose a configuration for one matrix, with the reason");
  auto request = std::make_shared<Request>();
  Request& r = *request;
  sub->add_option("matrix", r.matrix, "Matrix file, or a generator id such as stencil2d{n=300}")
      ->required();
  sub->add_option("--model", r.models,
                  "Model files or folders; default: $SPTUNE_MODEL, else those that ship");
  sub->add_option("--runs", r.runs,
                  "Expected number of runs, over which preparation is amortised, or endless")
      ->capture_default_str();
  add_operation(*sub, r.operation);
  add_repeat(*sub, r.repeat,
             "Sparse results: the expected runs are whole products, or after the first of them its "
             "values alone, on a known pattern");
  add_parameters(*sub, r.parameters);
  add_value_type(*sub, r.type);
  add_backend(*sub, r.backend);
  add_threads(*sub, r.options.threads, "0: OMP_NUM_THREADS, or else all cores");
  sub->add_flag_callback(
      "--changing-values", [&r] { r.options.constant_values = false; },
      "Values change between runs: exclude formats that keep a copy of them");
  sub->add_option("--force", r.options.force, "Use this configuration in any case");
  r.reading.add_to(*sub);
  sub->add_flag("--explain", r.explain,
                "Also print features and their contributions to the prediction");
  sub->add_flag("--measure", r.measure,
                "Also run the choice and every candidate that fits, in this process");
  sub->add_flag("--json", r.json, "Machine-readable output, features and contributions included");
  sub->callback([request] { run(*request); });
}

}  // namespace sptune::apps
