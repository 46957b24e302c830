// SPDX-License-Identifier: BSD-3-Clause
// `sptune list`: what can be run, and with --matrix what fits a matrix and why the rest does not.
#include "apps/matrix_warning.hpp"
#include "apps/output.hpp"
#include "apps/threads_option.hpp"
#include "apps/verbs.hpp"
#include "harness/engine/engine.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace sptune::apps {
namespace {

struct Options {
  std::string operation;
  std::string variant;
  std::string matrix;
  std::string grid = "smoke";
  std::string type = "f64";
  int threads = 0;
  bool json = false;
};

bool selected(const Variant& v, const Options& o) {
  return (o.operation.empty() || to_string(v.operation) == o.operation) &&
         (o.variant.empty() || v.facts.name == o.variant);
}

/// How many configurations give the same bits on every run.
std::size_t deterministic_of(const Variant& v, const std::vector<Configuration>& grid) {
  return static_cast<std::size_t>(std::count_if(
      grid.begin(), grid.end(), [&](const Configuration& c) { return v.deterministic(c); }));
}

nlohmann::ordered_json to_json(const Variant& v) {
  nlohmann::ordered_json json;
  json["operation"] = to_string(v.operation);
  json["backend"] = to_string(v.facts.backend);
  json["variant"] = v.facts.name;
  json["summary"] = v.facts.summary;
  json["source"] = v.facts.source;
  json["baseline"] = v.facts.baseline;
  json["code_hash"] = v.code_hash;
  json["constraint"] = v.constraint_text;
  const std::vector<Configuration> grid = v.full_grid();
  json["configurations"] = grid.size();
  json["deterministic_configurations"] = deterministic_of(v, grid);
  json["axes"] = nlohmann::ordered_json::array();
  for (const AxisInfo& a : v.axes) {
    nlohmann::ordered_json axis{{"name", a.name}, {"doc", a.doc}};
    for (const Value& value : a.values) axis["values"].push_back(value.text());
    json["axes"].push_back(std::move(axis));
  }
  return json;
}

void print(const Variant& v) {
  const std::vector<Configuration> grid = v.full_grid();
  const std::size_t same = deterministic_of(v, grid);
  const std::string bits = same == grid.size()
                               ? "all with the same bits on every run"
                               : fmt::format("{} with the same bits on every run", same);
  print_out("{} {} {}{}  {} configurations, {}\n    {}\n", to_string(v.operation),
            to_string(v.facts.backend), v.facts.name, v.facts.baseline ? " (baseline)" : "",
            grid.size(), bits, v.facts.summary);
  for (const AxisInfo& a : v.axes) {
    std::string values;
    for (const Value& value : a.values) values += (values.empty() ? "[" : " ") + value.text();
    print_out("      {:<16} {}]  {}\n", a.name, values, a.doc);
  }
  if (!v.constraint_text.empty()) print_out("      only where        {}\n", v.constraint_text);
}

/// One matrix with everything that `fit` may ask about; B is A, or its transpose when A is not
/// square.
struct Subject {
  std::unique_ptr<harness::TypedCsr> a, b;
  SpmvProblem spmv;
  SpgemmProblem spgemm;
  std::unique_ptr<cuda::DeviceCsr> device_a;
  SpmvProblem device_spmv;
};

/// GPU variants judge a matrix where they would compute on it.
Fit fit_on(const Subject& s, const Variant& v, const Configuration& c) {
  if (v.operation == Operation::spgemm) return v.fit_spgemm(c, s.spgemm);
  if (v.facts.backend == Backend::cpu) return v.fit_spmv(c, s.spmv);
  if (s.device_a == nullptr) return Fit::no(cuda::device_info().error());
  return v.fit_spmv(c, s.device_spmv);
}

Subject load_subject(const Options& o, suites::MatrixInfo& info) {
  suites::Suite suite = suites::open_suite(o.matrix);
  if (suite.entries.size() != 1) {
    throw UsageError(
        fmt::format("'{}' names {} matrices, expected one", o.matrix, suite.entries.size()));
  }
  suites::Matrix matrix = suites::Library().load(suite.entries.front());
  info = matrix.info;
  warn_of(info);
  harness::Protocol protocol;
  protocol.threads = o.threads;
  Subject s;
  s.a = std::make_unique<harness::TypedCsr>(std::move(matrix), *parse_value_type(o.type));
  const AnyCsr a = s.a->view();
  const Resources resources{harness::resolve_threads(protocol),
                            harness::resolve_memory_limit(protocol)};
  s.spmv = {a, resources};
  if (cuda::device_info()) {
    s.device_a = std::make_unique<cuda::DeviceCsr>(a);
    s.device_spmv = {s.device_a->view(), {resources.threads, cuda::free_memory()}};
  }
  if (a.rows != a.cols) s.b = std::make_unique<harness::TypedCsr>(s.a->transposed());
  s.spgemm = spgemm::make_problem(a, s.b == nullptr ? a : s.b->view(), resources);
  return s;
}

void run_for_matrix(const Options& o) {
  suites::MatrixInfo info;
  const Subject subject = load_subject(o, info);
  auto json = nlohmann::ordered_json::array();
  std::size_t fitting = 0;
  std::size_t all = 0;
  if (!o.json) {
    print_out("{} ({} x {}, {} entries), {}, {} threads; spgemm is A*{}\n", info.name, info.rows,
              info.cols, info.nnz, o.type, subject.spmv.resources.threads,
              subject.b == nullptr ? "A" : "A^T");
  }
  for (const Variant& v : full_catalogue().variants()) {
    if (!selected(v, o)) continue;
    const std::vector<Configuration> grid = o.grid == "full" ? v.full_grid() : v.smoke_grid();
    std::size_t width = 0;
    for (const Configuration& c : grid) width = std::max(width, c.text().size());
    for (const Configuration& c : grid) {
      const Fit fit = fit_on(subject, v, c);
      ++all;
      fitting += fit ? 1 : 0;
      if (o.json) {
        json.push_back({{"operation", to_string(v.operation)},
                        {"backend", to_string(v.facts.backend)},
                        {"configuration", c.text()},
                        {"fits", fit.ok},
                        {"reason", fit.reason}});
      } else {
        print_out("{:<6} {:<4} {:<{}}  {}\n", to_string(v.operation), to_string(v.facts.backend),
                  c.text(), width, fit ? "fits" : "no: " + fit.reason);
      }
    }
  }
  if (all == 0) throw UsageError("no variant '" + o.variant + "': `sptune list` shows all of them");
  if (o.json) {
    print_out("{}\n", json.dump(2));
  } else {
    print_out("{} of {} configurations fit\n", fitting, all);
  }
}

void run(const Options& o) {
  if (!o.matrix.empty()) return run_for_matrix(o);
  auto json = nlohmann::ordered_json::array();
  std::size_t count = 0;
  for (const Variant& v : full_catalogue().variants()) {
    if (!selected(v, o)) continue;
    ++count;
    if (o.json) {
      json.push_back(to_json(v));
    } else {
      print(v);
    }
  }
  if (count == 0) {
    throw UsageError("no variant '" + o.variant + "': `sptune list` shows all of them");
  }
  if (o.json) print_out("{}\n", json.dump(2));
}

}  // namespace

void add_list(CLI::App& app) {
  auto* sub = app.add_subcommand("list", "Show variants, their axes, values and defaults");
  auto options = std::make_shared<Options>();
  sub->add_option("variant", options->variant, "Only this variant");
  sub->add_option("--operation", options->operation, "Only spmv or spgemm")
      ->check(CLI::IsMember({"spmv", "spgemm"}));
  sub->add_option("--matrix", options->matrix,
                  "Tell for each configuration whether it fits this matrix, and why not");
  sub->add_option("--grid", options->grid, "With --matrix: points of each variant's axes")
      ->check(CLI::IsMember({"smoke", "full"}))
      ->capture_default_str();
  sub->add_option("--type", options->type, "With --matrix: value type")
      ->check(CLI::IsMember({"f32", "f64"}))
      ->capture_default_str();
  add_threads(*sub, options->threads, "With --matrix: CPU threads granted; 0: all");
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->footer("The first value of an axis is its default.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
