// SPDX-License-Identifier: BSD-3-Clause
// `sptune features`: what a selector sees of a matrix, and what seeing it and deciding costs.
#include "tuner/features/features.hpp"

#include "apps/feature_costs.hpp"
#include "apps/matrix_warning.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/reading_options.hpp"
#include "apps/threads_option.hpp"
#include "apps/verbs.hpp"
#include "harness/engine/engine.hpp"
#include "harness/engine/problem_data.hpp"
#include "harness/records/statistics.hpp"
#include "kernels/api/json_text.hpp"
#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

struct FeaturesOptions {
  std::string matrix;
  std::string operation = default_operation();
  std::string parameters;
  std::string value_type = "f64";
  int threads = 0;
  std::string model;
  ReadingOptions reading;
  bool summary = false;
  bool json = false;
};

struct Result {
  suites::MatrixInfo info;
  features::Features features;
  double default_s = 0;  ///< fastest run of the default configuration, hot
  Reading reading;
  Deciding deciding;
  [[nodiscard]] double cost_s(int last_tier) const {
    double sum = 0;
    for (int t = 0; t <= last_tier; ++t)
      sum += features.seconds_per_tier[static_cast<std::size_t>(t)];
    return sum;
  }
};

Result examine(const suites::Matrix& matrix, const FeaturesOptions& o, const DecidingTimer* timer) {
  const auto a = std::make_shared<const harness::TypedCsr>(matrix, *parse_value_type(o.value_type));
  harness::Protocol protocol;
  protocol.threads = o.threads;
  const Resources resources{harness::resolve_threads(protocol), std::int64_t{1} << 62};
  const harness::HostProblem asked =
      harness::host_problem(*parse_operation(o.operation), a, {"", o.parameters}, resources);
  // What a run takes is that of the first operation, so that costs of all are in one currency.
  const harness::HostProblem first =
      harness::host_problem(all_operations().front(), a, {}, resources);
  Result r{matrix.info, {}, time_default(*first.problem), {}, {}};
  // A copy, as deciding notes in the problem what it learns of it.
  if (timer != nullptr) r.deciding = timer->time(*asked.problem->clone());
  // The median of several extractions: an application sees neither the first, cold one nor the
  // best.
  std::array<std::vector<double>, 4> costs;
  for (int repeat = 0; repeat < feature_repeats; ++repeat) {
    r.features = features::extract(*asked.problem);
    for (std::size_t t = 0; t < costs.size(); ++t) {
      costs[t].push_back(r.features.seconds_per_tier[t]);
    }
  }
  for (std::size_t t = 0; t < costs.size(); ++t)
    r.features.seconds_per_tier[t] = harness::quantile(costs[t], 0.5);
  return r;
}

Json to_json(const Result& r) {
  Json json;
  json["matrix"] = r.info.name;
  json["version"] = features::version;
  json["default_us"] = r.default_s * 1e6;
  Json cost = Json::array();
  for (std::size_t t = 0; t < r.features.seconds_per_tier.size(); ++t) {
    const double s = r.features.seconds_per_tier[t];
    cost.push_back({{"tier", t}, {"us", s * 1e6}, {"default_runs", s / r.default_s}});
  }
  json["cost"] = std::move(cost);
  const auto number = [](double x) { return std::isnan(x) ? Json(nullptr) : Json(x); };
  json["reading"] = {{"seconds", number(r.reading.seconds)},
                     {"peak_bytes", number(r.reading.peak_bytes)}};
  if (!r.deciding.chosen.empty()) {
    json["deciding"] = {{"predict_us", r.deciding.predict_s * 1e6},
                        {"decide_us", r.deciding.decide_s * 1e6},
                        {"decide_again_us", r.deciding.again_s * 1e6},
                        {"chosen", r.deciding.chosen},
                        {"run_us", r.deciding.run_s * 1e6}};
  }
  Json list = Json::array();
  const auto table = feature_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    Json f{{"name", table[i].name}, {"unit", table[i].unit}, {"tier", table[i].tier}};
    f["value"] = std::isnan(r.features.values[i]) ? Json(nullptr) : Json(r.features.values[i]);
    list.push_back(std::move(f));
  }
  json["features"] = std::move(list);
  return json;
}

void print(const Result& r, bool with_products) {
  print_out("{}: {} x {}, {} entries\n\n", r.info.name, r.info.rows, r.info.cols, r.info.nnz);
  print_out("  {:<4} {:<26} {:>14}  {:<10} {}\n", "tier", "name", "value", "unit", "meaning");
  const auto table = feature_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].tier == 3 && !with_products) continue;
    print_out("  {:<4} {:<26} {:>14.6g}  {:<10} {}\n", table[i].tier, table[i].name,
              r.features.values[i], table[i].unit, table[i].meaning);
  }
  print_out("\n  one {} (default configuration, hot) takes {:.1f} us\n",
            record_of(all_operations().front()).title, r.default_s * 1e6);
  for (int t = 0; t < (with_products ? 4 : 3); ++t) {
    const double s = r.features.seconds_per_tier[static_cast<std::size_t>(t)];
    print_out("  tier {} costs {:8.1f} us = {:6.2f} runs\n", t, s * 1e6, s / r.default_s);
  }
  const double sum = r.cost_s(with_products ? 3 : 2);
  print_out("  together     {:8.1f} us = {:6.2f} runs\n", sum * 1e6, sum / r.default_s);
  const Deciding& d = r.deciding;
  if (d.chosen.empty()) return;
  print_out("  prediction   {:8.1f} us = {:6.2f} runs\n", d.predict_s * 1e6,
            d.predict_s / r.default_s);
  print_out("  decision     {:8.1f} us = {:6.2f} runs, whole\n", d.decide_s * 1e6,
            d.decide_s / r.default_s);
  print_out("  asked again  {:8.1f} us = {:6.2f} runs\n", d.again_s * 1e6, d.again_s / r.default_s);
  print_out("  chosen: {}, {:.1f} us a run: the decision costs {:.2f} of them\n", d.chosen,
            d.run_s * 1e6, d.decide_s / d.run_s);
}

std::string cell(double x, double scale, int digits) {
  return std::isnan(x) ? "-" : fmt::format("{:.{}f}", x * scale, digits);
}

/// One line a matrix, and medians over all and over those that the project's budget speaks of.
class FeaturesSummary {
 public:
  FeaturesSummary(bool with_products, bool with_model)
      : last_tier_(with_products ? 3 : 2), with_model_(with_model) {
    print_out("{:>10} {:>10} {:>8} {:>9} {:>8} {:>8} {:>8} {:>8} {:>9}", "rows", "entries",
              "read ms", "read MiB", "tier0 us", "tier1 us", "tier2 us", "tier3 us", "csr us");
    if (with_model) print_out(" {:>10} {:>9} {:>9}", "predict us", "decide us", "chosen us");
    print_out("  {}\n", "matrix");
  }
  void add(const Result& r) {
    const auto& t = r.features.seconds_per_tier;
    print_out("{:>10} {:>10} {:>8} {:>9} {:>8.1f} {:>8.1f} {:>8.1f} {:>8.1f} {:>9.1f}", r.info.rows,
              r.info.nnz, cell(r.reading.seconds, 1e3, 1), cell(r.reading.peak_bytes, 0x1p-20, 1),
              t[0] * 1e6, t[1] * 1e6, t[2] * 1e6, t[3] * 1e6, r.default_s * 1e6);
    const Deciding& d = r.deciding;
    if (with_model_) {
      print_out(" {:>10.1f} {:>9.1f} {:>9.1f}", d.predict_s * 1e6, d.decide_s * 1e6, d.run_s * 1e6);
    }
    print_out("  {}{}\n", r.info.name, with_model_ ? "  " + d.chosen : "");
    add_to(all_, r);
    if (r.info.nnz > 100'000) add_to(large_, r);
  }
  void finish() const {
    print("all", all_);
    print("more than 1e5 entries", large_);
  }

 private:
  struct Column {
    const char* name;
    std::vector<double> values;
  };
  using Columns = std::vector<Column>;

  void add_to(Columns& columns, const Result& r) const {
    const double millions = static_cast<double>(r.info.nnz) * 1e-6;
    const double features = r.cost_s(last_tier_);
    const Deciding& d = r.deciding;
    const Columns row{
        {"reading, ms per million entries", {r.reading.seconds * 1e3 / millions}},
        {"peak memory of reading, MiB per million", {r.reading.peak_bytes * 0x1p-20 / millions}},
        {"features, us per million", {features * 1e6 / millions}},
        {"prediction, us per million", {d.predict_s * 1e6 / millions}},
        {"features, runs of the default", {features / r.default_s}},
        {"features + prediction, by the default", {(features + d.predict_s) / r.default_s}},
        {"features + prediction, by what was chosen", {(features + d.predict_s) / d.run_s}},
        {"whole decision, by what was chosen", {d.decide_s / d.run_s}},
    };
    if (columns.empty()) {
      for (const Column& c : row) columns.push_back({c.name, {}});
    }
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double value = row[i].values.front();
      if (std::isfinite(value)) columns[i].values.push_back(value);
    }
  }
  static void print(const char* title, const Columns& columns) {
    if (columns.empty()) return;
    print_out("\n{:<44} {:>8} {:>9} {:>9} {:>9}\n", title, "matrices", "median", "p90", "largest");
    for (const Column& c : columns) {
      if (c.values.empty()) continue;
      std::vector<double> sorted = c.values;
      std::sort(sorted.begin(), sorted.end());
      print_out("  {:<42} {:>8} {:>9.3g} {:>9.3g} {:>9.3g}\n", c.name, sorted.size(),
                harness::quantile_of_sorted(sorted, 0.5), harness::quantile_of_sorted(sorted, 0.9),
                sorted.back());
    }
  }

  int last_tier_;
  bool with_model_;
  Columns all_;
  Columns large_;
};

void run(const FeaturesOptions& o) {
  const suites::Suite suite = suites::open_suite(o.matrix);
  if (suite.entries.empty()) throw InputError(o.matrix + ": holds no matrix");
  bool incomplete = warn_of(suite);
  const bool alone = suite.entries.size() == 1;
  const bool with_products = has_sparse_result(*parse_operation(o.operation));
  const bool table = !o.json && (o.summary || suite.entries.size() > 1);
  suites::Library library;
  Json list = Json::array();
  std::optional<DecidingTimer> timer;
  if (!o.model.empty()) timer.emplace(o.model);
  std::optional<FeaturesSummary> summary;
  if (table) summary.emplace(with_products, timer.has_value());
  for (suites::SuiteEntry entry : suite.entries) {
    o.reading.apply_to(entry);
    const auto result = read_or_leave_out(entry.name, alone, [&] {
      Reading reading;
      if (table || o.json) reading = time_reading(entry);
      const suites::Matrix matrix = library.load(entry);
      warn_of(matrix.info);
      Result out = examine(matrix, o, timer ? &*timer : nullptr);
      out.reading = reading;
      return out;
    });
    incomplete |= !result;
    if (!result) continue;
    if (o.json) {
      list.push_back(to_json(*result));
    } else if (table) {
      summary->add(*result);
    } else {
      print(*result, with_products);
    }
  }
  if (table) summary->finish();
  if (o.json) print_out("{}\n", json_text(alone ? list.front() : list, 2));
  if (incomplete) throw Exit{ExitCode::input};
}

}  // namespace

void add_features(CLI::App& app) {
  auto* sub = app.add_subcommand("features",
                                 "Show the features of a matrix and the cost of computing them");
  auto options = std::make_shared<FeaturesOptions>();
  FeaturesOptions& o = *options;
  sub->add_option("matrix", o.matrix,
                  "Matrix file, generator id, or a suite (then one line per matrix)")
      ->required();
  add_operation(*sub, o.operation, "Sparse results add the tier of products");
  add_parameters(*sub, o.parameters);
  add_value_type(*sub, o.value_type);
  add_threads(*sub, o.threads, "Threads granted; 0: all cores");
  o.reading.add_to(*sub);
  sub->add_option("--model", o.model,
                  "Also the cost of a decision for the operation with this model of it: forests, "
                  "fit, run of the choice");
  auto* summary = sub->add_flag(
      "--summary", o.summary,
      "One line per matrix: cost of reading, of each tier, of deciding; medians over all");
  sub->add_flag("--json", o.json, "Machine-readable output")->excludes(summary);
  sub->footer(
      "Of a suite, matrices that cannot be read are left out, and the exit code is 3.\n"
      "Costs are medians of seven with hot caches; runs are the fastest of many, hot, with the "
      "threads granted.\n"
      "Reading parses the file's text once, decompression included, without the binary cache.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
