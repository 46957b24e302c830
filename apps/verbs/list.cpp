// SPDX-License-Identifier: BSD-3-Clause
// `sptune list`: what can be run, and with --matrix what fits a matrix and why the rest does not.
#include "apps/matrix_warning.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/threads_option.hpp"
#include "apps/verbs.hpp"
#include "harness/engine/engine.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/baselines/baselines.hpp"
#include "sptune/device.hpp"
#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace sptune::apps {
namespace {

struct ListOptions {
  std::string operation;
  std::string variant;
  std::string matrix;
  std::string grid = "smoke";
  std::string type = "f64";
  int threads = 0;
  bool json = false;
};

bool selected(const Variant& v, const ListOptions& o) {
  return (o.operation.empty() || to_string(v.operation) == o.operation) &&
         (o.variant.empty() || v.facts.name == o.variant);
}

/// Throws UsageError where no variant is selected.
void require_some(const ListOptions& o) {
  const auto& all = full_catalogue().variants();
  if (std::any_of(all.begin(), all.end(), [&](const Variant& v) { return selected(v, o); })) return;
  throw UsageError(o.variant.empty()
                       ? std::string("this program has no such variants: ") + where_variants_are
                       : "no variant '" + o.variant + "'" +
                             (o.operation.empty() ? "" : " of " + o.operation) +
                             ": `sptune list` shows all of them");
}

/// How many configurations give the same bits on every run.
std::size_t deterministic_of(const std::vector<ResolvedConfiguration>& grid) {
  return static_cast<std::size_t>(std::count_if(
      grid.begin(), grid.end(), [](const ResolvedConfiguration& c) { return c.deterministic(); }));
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
  const std::vector<ResolvedConfiguration> grid = v.full_grid();
  json["configurations"] = grid.size();
  json["deterministic_configurations"] = deterministic_of(grid);
  json["axes"] = nlohmann::ordered_json::array();
  for (const AxisInfo& a : v.axes) {
    nlohmann::ordered_json axis{{"name", a.name}, {"doc", a.doc}};
    for (const Value& value : a.values) axis["values"].push_back(value.text());
    json["axes"].push_back(std::move(axis));
  }
  return json;
}

void print(const Variant& v) {
  const std::vector<ResolvedConfiguration> grid = v.full_grid();
  const std::size_t same = deterministic_of(grid);
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

/// A matrix, in host memory and where there is a device also there, and what may be used.
struct Loaded {
  std::shared_ptr<const harness::TypedCsr> a;
  std::unique_ptr<cuda::DeviceCsr> device_a;
  Resources resources;
};

/// An operation's default problem where variants of a backend look at it; null without the device.
std::unique_ptr<Problem> problem_on(const Loaded& loaded, const Problem& on_host, Backend backend) {
  auto problem = on_host.clone();
  const bool elsewhere = backend != Backend::cpu;
  if (elsewhere && problem->fit_reads_arrays()) {
    if (loaded.device_a == nullptr) return nullptr;
    problem->a = loaded.device_a->view();
    problem->resources.memory_limit = cuda::free_memory();
  }
  return problem;
}

Loaded load_matrix(const ListOptions& o, suites::MatrixInfo& info) {
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
  Loaded out;
  out.a = std::make_shared<const harness::TypedCsr>(std::move(matrix), *parse_value_type(o.type));
  out.resources = {harness::resolve_threads(protocol), harness::resolve_memory_limit(protocol)};
  if (cuda::device_info()) out.device_a = std::make_unique<cuda::DeviceCsr>(out.a->view());
  return out;
}

void run_for_matrix(const ListOptions& o) {
  suites::MatrixInfo info;
  const Loaded loaded = load_matrix(o, info);
  auto json = nlohmann::ordered_json::array();
  std::size_t fitting = 0;
  std::size_t all = 0;
  if (!o.json) {
    print_out("{} ({} x {}, {} entries), {}, {} threads; a second matrix is A{}\n", info.name,
              info.rows, info.cols, info.nnz, o.type, loaded.resources.threads,
              info.rows == info.cols ? "" : "^T");
  }
  std::map<Operation, harness::HostProblem> on_host;  // a second matrix is made once
  for (const Variant& v : full_catalogue().variants()) {
    if (!selected(v, o)) continue;
    const std::vector<ResolvedConfiguration> grid =
        o.grid == "full" ? v.full_grid() : v.smoke_grid();
    if (!on_host.contains(v.operation)) {
      on_host[v.operation] = harness::host_problem(v.operation, loaded.a, {}, loaded.resources);
    }
    const auto problem = problem_on(loaded, *on_host[v.operation].problem, v.facts.backend);
    std::size_t width = 0;
    for (const ResolvedConfiguration& c : grid) width = std::max(width, c.text().size());
    for (const ResolvedConfiguration& c : grid) {
      const Fit fit = problem == nullptr ? Fit::no(cuda::device_info().error()) : c.fit(*problem);
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
  if (o.json) {
    print_out("{}\n", json_text(json, 2));
  } else {
    print_out("{} of {} configurations fit\n", fitting, all);
  }
}

void run(const ListOptions& o) {
  require_some(o);
  if (!o.matrix.empty()) return run_for_matrix(o);
  auto json = nlohmann::ordered_json::array();
  for (const Variant& v : full_catalogue().variants()) {
    if (!selected(v, o)) continue;
    if (o.json) {
      json.push_back(to_json(v));
    } else {
      print(v);
    }
  }
  if (o.json) print_out("{}\n", json_text(json, 2));
}

}  // namespace

void add_list(CLI::App& app) {
  auto* sub = app.add_subcommand("list", "Show variants, their axes, values and defaults");
  auto options = std::make_shared<ListOptions>();
  sub->add_option("variant", options->variant, "Only this variant");
  sub->add_option("--operation", options->operation, "Only this operation")
      ->check(one_of(names_of(all_operations())));
  auto* matrix =
      sub->add_option("--matrix", options->matrix,
                      "Show for each configuration whether it fits this matrix, and why not");
  sub->add_option("--grid", options->grid, "Points of each variant's axes")
      ->check(one_of({"smoke", "full"}))
      ->needs(matrix)
      ->capture_default_str();
  sub->add_option("--type", options->type, "Value type")
      ->check(one_of(names_of(all_value_types)))
      ->needs(matrix)
      ->capture_default_str();
  add_threads(*sub, options->threads, "CPU threads; 0: all cores")->needs(matrix);
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->footer("The first value of an axis is its default.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
