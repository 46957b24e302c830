// SPDX-License-Identifier: BSD-3-Clause
// Figures of a model's evaluation, from `sptune evaluate --json`.
#include "kernels/api/json_text.hpp"
#include "reports/data.hpp"
#include "reports/statistics.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace sptune::reports {
namespace {

using Json = nlohmann::json;

/// NaN for null: JSON has no other way to say it.
double real(const Json& object, const char* key) {
  const auto value = object.find(key);
  return value == object.end() || value->is_null() ? std::numeric_limits<double>::quiet_NaN()
                                                   : value->get<double>();
}

/// Which of a matrix's losses belongs to a selector, by a word of its name.
std::string loss_key(const std::string& selector) {
  if (selector.find("first 2") != std::string::npos) return "loss_first_2";
  if (selector.find("first 4") != std::string::npos) return "loss_first_4";
  for (const char* kind : {"portfolio", "single", "default", "rule", "baseline"}) {
    if (selector.find(kind) != std::string::npos) return std::string("loss_") + kind;
  }
  return selector.find("model") != std::string::npos ? "loss" : "";
}

/// As tuner/train/evaluate.hpp has it: all figures are of the matrices where the choice and what
/// runs without a model were tried. NaN is null there; older files lack a key.
bool judged(const Json& matrix) {
  const auto unknown = [&](const char* key) {
    return matrix.contains(key) && matrix[key].is_null();
  };
  return !unknown("loss") && !unknown("loss_default");
}

Selector selector_of(const Json& summary, const Json& matrices) {
  Selector s;
  s.name = summary.at("selector").get<std::string>();
  s.problems = summary.at("matrices").get<std::int64_t>();
  s.slower_switches = summary.value("slower_switches", std::int64_t{-1});
  s.share_of_oracle = real(summary, "share_of_oracle");
  s.p95 = real(summary, "p95");
  s.p99 = real(summary, "p99");
  s.worst = real(summary, "worst");
  const std::string key = loss_key(s.name);
  for (const Json& matrix : matrices) {
    if (!judged(matrix)) continue;
    const double loss = key.empty() ? 0 : real(matrix, key.c_str());
    if (loss > 0) s.losses.push_back(loss);
  }
  return s;
}

std::string title_of(const Json& json, double runs) {
  const bool repeated = json.value("repeat", "whole") == "values";
  const bool changing = json.value("values", "constant") == "change";
  return fmt::format(
      "{} {} on {}, {} cache{}{}{}", json.at("operation").get<std::string>(),
      json.at("value_type").get<std::string>(), json.at("backend").get<std::string>(),
      json.at("cache").get<std::string>(), repeated ? ", values alone" : "",
      changing ? ", values may change" : "",
      std::isfinite(runs) ? fmt::format(", deciding and preparing paid over {:g} runs", runs) : "");
}

Evaluation evaluation_of(const Json& json, const std::string& name) {
  Evaluation e;
  if (const double runs = real(json, "runs"); !std::isnan(runs)) e.runs = runs;
  e.title = title_of(json, e.runs);
  e.file = name;
  e.training_hash = json.value("training_hash", "");
  e.command = json.value("command", "");
  e.source = fmt::format("{}: {} folds by family, training_hash {}, training query {}", name,
                         json.at("folds").get<std::int64_t>(),
                         e.training_hash.empty() ? "not said" : e.training_hash,
                         json.at("training_query").get<std::string>());
  for (const Json& summary : json.at("all")) {
    e.selectors.push_back(selector_of(summary, json.at("matrices")));
  }
  return e;
}

}  // namespace

Selector evaluated(std::string name, std::vector<double> losses) {
  Selector s;
  s.name = std::move(name);
  s.problems = static_cast<std::int64_t>(losses.size());
  s.slower_switches = -1;
  s.share_of_oracle = 1 / geometric_mean(losses);
  s.p95 = harness::quantile(losses, 0.95);
  s.p99 = harness::quantile(losses, 0.99);
  s.worst = harness::quantile(losses, 1);
  s.losses = std::move(losses);
  return s;
}

void add_evaluation(Data& data, std::string_view json, const std::string& name) {
  const auto parsed = parse_json<Json>(json);
  if (!parsed) {
    throw InputError(
        fmt::format("{}: expected what `sptune evaluate --json` prints: {}", name, parsed.error()));
  }
  try {
    const Json list = parsed.value().is_array() ? parsed.value() : Json::array({parsed.value()});
    for (const Json& one : list) data.evaluations.push_back(evaluation_of(one, name));
  } catch (const Json::exception& e) {
    throw InputError(
        fmt::format("{}: expected what `sptune evaluate --json` prints: {}", name, e.what()));
  }
}

}  // namespace sptune::reports
