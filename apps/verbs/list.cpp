// SPDX-License-Identifier: BSD-3-Clause
// `sptune list`: what can be run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "sptune/apps/verbs.hpp"
#include "sptune/kernels/baselines/baselines.hpp"

namespace sptune::apps {
namespace {

struct Options {
  std::string operation;
  std::string variant;
  bool json = false;
};

bool selected(const Variant& v, const Options& o) {
  return (o.operation.empty() || to_string(v.operation) == o.operation) &&
         (o.variant.empty() || v.facts.name == o.variant);
}

nlohmann::ordered_json to_json(const Variant& v) {
  nlohmann::ordered_json json;
  json["operation"] = to_string(v.operation);
  json["backend"] = to_string(v.facts.backend);
  json["variant"] = v.facts.name;
  json["summary"] = v.facts.summary;
  json["source"] = v.facts.source;
  json["baseline"] = v.facts.baseline;
  json["deterministic"] = v.facts.deterministic;
  json["code_hash"] = v.code_hash;
  json["constraint"] = v.constraint_text;
  json["configurations"] = v.full_grid().size();
  json["axes"] = nlohmann::ordered_json::array();
  for (const AxisInfo& a : v.axes) {
    nlohmann::ordered_json axis{{"name", a.name}, {"doc", a.doc}};
    for (const Value& value : a.values) axis["values"].push_back(value.text());
    json["axes"].push_back(std::move(axis));
  }
  return json;
}

void print(const Variant& v) {
  fmt::print("{} {} {}{}  {} configurations\n    {}\n", to_string(v.operation),
             to_string(v.facts.backend), v.facts.name, v.facts.baseline ? " (baseline)" : "",
             v.full_grid().size(), v.facts.summary);
  for (const AxisInfo& a : v.axes) {
    std::string values;
    for (const Value& value : a.values) values += (values.empty() ? "[" : " ") + value.text();
    fmt::print("      {:<16} {}]  {}\n", a.name, values, a.doc);
  }
  if (!v.constraint_text.empty()) fmt::print("      only where        {}\n", v.constraint_text);
}

void run(const Options& o) {
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
  if (o.json) fmt::print("{}\n", json.dump(2));
}

}  // namespace

void add_list(CLI::App& app) {
  auto* sub = app.add_subcommand("list", "Show variants, their axes, values and defaults");
  auto options = std::make_shared<Options>();
  sub->add_option("variant", options->variant, "Only this variant");
  sub->add_option("--operation", options->operation, "Only spmv or spgemm")
      ->check(CLI::IsMember({"spmv", "spgemm"}));
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->footer("The first value of an axis is its default.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
