// SPDX-License-Identifier: BSD-3-Clause
// The plan as it stands in the run row. One list of members serves writing and reading.
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/plan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace sptune::sweep {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Operation v) {
  return to_string(v);
}
std::string_view name_of(ValueType v) {
  return to_string(v);
}
std::string_view name_of(Backend v) {
  return to_string(v);
}
std::string_view name_of(harness::CachePolicy v) {
  return harness::to_string(v);
}
std::string_view name_of(harness::Launch v) {
  return harness::to_string(v);
}
std::string_view name_of(Repeat v) {
  return to_string(v);
}
std::string_view name_of(Grid v) {
  return v == Grid::smoke ? "smoke" : "full";
}
std::string_view name_of(search::Kind v) {
  return search::to_string(v);
}

void value_of(std::string_view text, std::optional<Operation>& out) {
  out = parse_operation(text);
}
void value_of(std::string_view text, std::optional<ValueType>& out) {
  out = parse_value_type(text);
}
void value_of(std::string_view text, std::optional<Backend>& out) {
  out = parse_backend(text);
}
void value_of(std::string_view text, std::optional<harness::CachePolicy>& out) {
  out = harness::parse_cache_policy(text);
}
void value_of(std::string_view text, std::optional<harness::Launch>& out) {
  out = harness::parse_launch(text);
}
void value_of(std::string_view text, std::optional<Repeat>& out) {
  out = parse_repeat(text);
}
void value_of(std::string_view text, std::optional<Grid>& out) {
  if (text == "smoke") out = Grid::smoke;
  if (text == "full") out = Grid::full;
}
void value_of(std::string_view text, std::optional<search::Kind>& out) {
  out = search::parse_kind(text);
}

class Writer {
 public:
  template <class T>
  void member(const char* name, const T& value) {
    if constexpr (std::is_enum_v<T>) {
      json[name] = name_of(value);
    } else {
      json[name] = value;
    }
  }
  template <class T>
  void list(const char* name, const std::vector<T>& values) {
    Json array = Json::array();
    for (const T& v : values) array.push_back(name_of(v));
    json[name] = std::move(array);
  }
  Json json = Json::object();
};

class Reader {
 public:
  explicit Reader(const Json& from) : json_(from) {}
  template <class T>
  void member(const char* name, T& value) const {
    const auto it = json_.find(name);
    if (it == json_.end()) return;
    if constexpr (std::is_enum_v<T>) {
      value = parsed<T>(name, *it);
    } else {
      value = it->template get<T>();
    }
  }
  template <class T>
  void list(const char* name, std::vector<T>& values) const {
    const auto it = json_.find(name);
    if (it == json_.end()) return;
    values.clear();
    for (const Json& v : *it) values.push_back(parsed<T>(name, v));
  }

 private:
  template <class T>
  static T parsed(const char* name, const Json& value) {
    std::optional<T> out;
    value_of(value.get<std::string>(), out);
    if (out) return *out;
    throw DatabaseError(
        fmt::format("the stored plan says {} = {}, which this program does not know: "
                    "resume with the version that began it",
                    name, value.dump()));
  }
  const Json& json_;
};

template <class V, class P>
void visit_protocol(V& v, P& p) {
  v.member("launch", p.launch);
  v.member("repeat", p.repeat);
  v.member("threads", p.threads);
  v.member("warmup_runs", p.warmup_runs);
  v.member("pilot_samples", p.pilot_samples);
  v.member("dominated_ratio", p.dominated_ratio);
  v.member("min_samples", p.min_samples);
  v.member("max_samples", p.max_samples);
  v.member("confidence_width", p.confidence_width);
  v.member("sample_min_s", p.sample_min_s);
  v.member("time_budget_s", p.time_budget_s);
  v.member("load_limit_s", p.load_limit_s);
  v.member("prepare_limit_s", p.prepare_limit_s);
  v.member("run_limit_s", p.run_limit_s);
  v.member("measure_limit_s", p.measure_limit_s);
  v.member("memory_limit", p.memory_limit);
}

template <class V, class P>
void visit_plan(V& v, P& p) {
  v.member("suite", p.suite);
  v.member("backend", p.backend);
  v.list("operations", p.operations);
  v.member("parameters", p.parameters);
  v.list("value_types", p.value_types);
  v.list("caches", p.caches);
  v.member("variants", p.variants);
  v.member("only", p.only);
  v.member("baselines", p.baselines);
  v.member("grid", p.grid);
  v.member("search", p.search.kind);
  v.member("search_points", p.search.points);
  v.member("search_gain", p.search.gain);
  v.member("seed", p.search.seed);
  v.member("finalists", p.finalists);
  v.member("finalists_within", p.finalists_within);
  v.member("repetitions", p.repetitions);
  v.member("keep_disturbed", p.keep_disturbed);
  v.member("cold_samples", p.cold_samples);
  v.member("max_nnz", p.limits.max_nnz);
  v.member("max_products", p.limits.max_products);
  v.member("max_matrices", p.limits.max_matrices);
  v.member("budget_s", p.limits.budget_s);
  v.member("again", p.again);
  v.member("matrices", p.matrices);
  v.member("earlier_runs", p.earlier_runs);
}

}  // namespace

std::string to_json(const Plan& plan) {
  Writer all;
  visit_plan(all, plan);
  Writer protocol;
  visit_protocol(protocol, plan.protocol);
  all.json["protocol"] = std::move(protocol.json);
  return json_text(all.json);
}

Plan plan_from_json(std::string_view text) {
  const auto unreadable = [](const std::string& why) {
    return DatabaseError(fmt::format(
        "the stored plan of the run cannot be read ({}): start a new `sptune sweep run`", why));
  };
  const auto parsed = parse_json<Json>(text);
  if (!parsed) throw unreadable(parsed.error());
  const Json& json = parsed.value();
  try {
    Plan plan;
    Reader all(json);
    all.member("laps", plan.repetitions);             // former names, in older databases
    all.member("random_budget", plan.search.points);  // of a random search; else 0
    visit_plan(all, plan);
    if (json.contains("protocol")) {
      Reader protocol(json.at("protocol"));
      visit_protocol(protocol, plan.protocol);
    }
    return plan;
  } catch (const Json::exception& e) {
    throw unreadable(e.what());
  }
}

bool is_holdout_timing(std::string_view json) {
  const auto parsed = parse_json<Json>(json);
  return parsed && parsed.value().is_object() && parsed.value().contains("retime");
}

bool is_imported(std::string_view json) {
  const auto parsed = parse_json<Json>(json);
  return parsed && parsed.value().is_object() && parsed.value().contains("imported");
}

}  // namespace sptune::sweep
