// SPDX-License-Identifier: BSD-3-Clause
// `sptune features`: what a selector sees of a matrix, and what seeing it costs.
#include "sptune/tuner/features/features.hpp"

#include "sptune/apps/verbs.hpp"
#include "sptune/harness/engine.hpp"
#include "sptune/harness/problem_data.hpp"
#include "sptune/kernels/api/catalogue.hpp"
#include "sptune/kernels/spgemm/spgemm.hpp"
#include "sptune/suites/suite.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
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

struct Options {
  std::string matrix;
  std::string operation = "spgemm";
  std::string value_type = "f64";
  int threads = 0;
  bool drop_out_of_range = false;
  bool summary = false;
  bool json = false;
};

struct Result {
  suites::MatrixInfo info;
  features::Features features;
  double spmv_s = 0;  ///< fastest run of the default csr configuration, hot
  [[nodiscard]] double cost_s(int last_tier) const {
    double sum = 0;
    for (int t = 0; t <= last_tier; ++t)
      sum += features.seconds_per_tier[static_cast<std::size_t>(t)];
    return sum;
  }
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One hot SpMV, so that costs can be told in the currency in which they are repaid. The fastest of
/// many: what disturbs two threads would make features look cheaper than they are.
double time_spmv(const SpmvProblem& problem) {
  const Variant* csr = shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr");
  if (csr == nullptr) throw UsageError("this build has no csr kernel to compare with");
  const auto plan = csr->plan_spmv(csr->default_configuration(), problem);
  const auto bytes = static_cast<std::size_t>(size_of(problem.a.value_type));
  const std::vector<std::byte> x(static_cast<std::size_t>(problem.a.cols) * bytes);
  std::vector<std::byte> y(static_cast<std::size_t>(problem.a.rows) * bytes);
  std::vector<double> times;
  const auto begin = std::chrono::steady_clock::now();
  while (times.size() < 9 || (times.size() < 99 && seconds_since(begin) < 0.05)) {
    const auto start = std::chrono::steady_clock::now();
    plan->run(1, x.data(), 0, y.data(), Stream{});
    times.push_back(seconds_since(start));
  }
  return *std::min_element(times.begin(), times.end());
}

features::Features extract(const SpmvProblem& spmv, const std::optional<SpgemmProblem>& spgemm) {
  return spgemm ? features::extract(*spgemm) : features::extract(spmv);
}

Result examine(const suites::Matrix& matrix, const Options& o) {
  const harness::TypedCsr a(matrix, *parse_value_type(o.value_type));
  harness::Protocol protocol;
  protocol.threads = o.threads;
  const Resources resources{harness::resolve_threads(protocol), std::int64_t{1} << 62};
  const SpmvProblem spmv{a.view(), resources};
  std::optional<harness::TypedCsr> b;
  std::optional<SpgemmProblem> spgemm;
  if (o.operation == "spgemm") {
    if (matrix.info.rows != matrix.info.cols) b = a.transposed();
    spgemm = spgemm::make_problem(a.view(), b ? b->view() : a.view(), resources);
  }
  Result r{matrix.info, {}, time_spmv(spmv)};
  // The median of several extractions: an application sees neither the first, cold one nor the
  // best.
  std::array<std::vector<double>, 4> costs;
  for (int repeat = 0; repeat < 7; ++repeat) {
    r.features = extract(spmv, spgemm);
    for (std::size_t t = 0; t < costs.size(); ++t) {
      costs[t].push_back(r.features.seconds_per_tier[t]);
    }
  }
  for (std::size_t t = 0; t < costs.size(); ++t) r.features.seconds_per_tier[t] = median(costs[t]);
  return r;
}

Json to_json(const Result& r) {
  Json json;
  json["matrix"] = r.info.name;
  json["version"] = features::version;
  json["spmv_us"] = r.spmv_s * 1e6;
  Json cost = Json::array();
  for (std::size_t t = 0; t < r.features.seconds_per_tier.size(); ++t) {
    const double s = r.features.seconds_per_tier[t];
    cost.push_back({{"tier", t}, {"us", s * 1e6}, {"spmvs", s / r.spmv_s}});
  }
  json["cost"] = std::move(cost);
  Json list = Json::array();
  const auto table = features::table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    Json f{{"name", table[i].name}, {"unit", table[i].unit}, {"tier", table[i].tier}};
    f["value"] = std::isnan(r.features.values[i]) ? Json(nullptr) : Json(r.features.values[i]);
    list.push_back(std::move(f));
  }
  json["features"] = std::move(list);
  return json;
}

void print(const Result& r, bool with_products) {
  fmt::print("{}: {} x {}, {} entries\n\n", r.info.name, r.info.rows, r.info.cols, r.info.nnz);
  fmt::print("  {:<4} {:<26} {:>14}  {:<10} {}\n", "tier", "name", "value", "unit", "meaning");
  const auto table = features::table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].tier == 3 && !with_products) continue;
    fmt::print("  {:<4} {:<26} {:>14.6g}  {:<10} {}\n", table[i].tier, table[i].name,
               r.features.values[i], table[i].unit, table[i].meaning);
  }
  fmt::print("\n  one SpMV (csr, default, hot) takes {:.1f} us\n", r.spmv_s * 1e6);
  for (int t = 0; t < (with_products ? 4 : 3); ++t) {
    const double s = r.features.seconds_per_tier[static_cast<std::size_t>(t)];
    fmt::print("  tier {} costs {:8.1f} us = {:6.2f} SpMVs\n", t, s * 1e6, s / r.spmv_s);
  }
  const double sum = r.cost_s(with_products ? 3 : 2);
  fmt::print("  together     {:8.1f} us = {:6.2f} SpMVs\n", sum * 1e6, sum / r.spmv_s);
}

/// One line a matrix, and the medians over those that the project's budget speaks of.
class Summary {
 public:
  explicit Summary(bool with_products) : last_tier_(with_products ? 3 : 2) {
    fmt::print("{:>12} {:>12} {:>10} {:>9} {:>9} {:>9} {:>9} {:>7}  {}\n", "rows", "entries",
               "spmv us", "tier0 us", "tier1 us", "tier2 us", "tier3 us", "spmvs", "matrix");
  }
  void add(const Result& r) {
    const auto& t = r.features.seconds_per_tier;
    const double spmvs = r.cost_s(last_tier_) / r.spmv_s;
    fmt::print("{:>12} {:>12} {:>10.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>7.2f}  {}\n",
               r.info.rows, r.info.nnz, r.spmv_s * 1e6, t[0] * 1e6, t[1] * 1e6, t[2] * 1e6,
               t[3] * 1e6, spmvs, r.info.name);
    all_.push_back(spmvs);
    if (r.info.nnz > 100'000) large_.push_back(spmvs);
  }
  void finish() const {
    fmt::print("\nmedian cost: {:.2f} SpMVs over all {} matrices", median(all_), all_.size());
    if (large_.empty()) {
      fmt::print("\n");
      return;
    }
    fmt::print("; over the {} with more than 1e5 entries: median {:.2f}, largest {:.2f}\n",
               large_.size(), median(large_), *std::max_element(large_.begin(), large_.end()));
  }

 private:
  int last_tier_;
  std::vector<double> all_;
  std::vector<double> large_;
};

void run(const Options& o) {
  const suites::Suite suite = suites::open_suite(o.matrix);
  if (suite.entries.empty()) throw InputError(o.matrix + ": holds no matrix");
  const bool with_products = o.operation == "spgemm";
  const bool table = !o.json && (o.summary || suite.entries.size() > 1);
  suites::Library library;
  Json list = Json::array();
  std::optional<Summary> summary;
  if (table) summary.emplace(with_products);
  for (suites::SuiteEntry entry : suite.entries) {
    entry.drop_out_of_range = entry.drop_out_of_range || o.drop_out_of_range;
    const Result result = examine(library.load(entry), o);
    if (o.json) {
      list.push_back(to_json(result));
    } else if (table) {
      summary->add(result);
    } else {
      print(result, with_products);
    }
  }
  if (table) summary->finish();
  if (o.json) fmt::print("{}\n", (suite.entries.size() == 1 ? list.front() : list).dump(2));
}

}  // namespace

void add_features(CLI::App& app) {
  auto* sub = app.add_subcommand("features", "Show what a selector sees of a matrix, and its cost");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  sub->add_option("matrix", o.matrix,
                  "Matrix file, generator id, or a suite (then one line per matrix)")
      ->required();
  sub->add_option("--operation", o.operation, "spmv leaves the tier of products out")
      ->check(CLI::IsMember({"spmv", "spgemm"}))
      ->capture_default_str();
  sub->add_option("--type", o.value_type, "Value type")
      ->check(CLI::IsMember({"f32", "f64"}))
      ->capture_default_str();
  sub->add_option("--threads", o.threads, "Threads granted; 0: all cores")
      ->check(CLI::NonNegativeNumber);
  sub->add_flag("--drop-out-of-range", o.drop_out_of_range,
                "Drop entries outside the matrix instead of refusing the file");
  sub->add_flag("--summary", o.summary, "One line per matrix: cost per tier and in SpMVs");
  sub->add_flag("--json", o.json, "Machine-readable output");
  sub->footer(
      "Costs are medians of seven extractions, over the fastest hot run of the default "
      "csr\nconfiguration.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
