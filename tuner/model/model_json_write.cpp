// SPDX-License-Identifier: BSD-3-Clause
// The file format, written.
#include "kernels/api/json_checksum.hpp"
#include "tuner/model/model.hpp"
#include "tuner/model/packed_forest.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace sptune::model {
namespace {

using Json = nlohmann::ordered_json;

Json forest_to_json(const Forest& forest) {
  const PackedForest p = pack(forest);
  return {{"offset", p.offset},
          {"nodes", p.nodes},
          {"inputs", p.inputs},
          {"counts", p.counts},
          {"leaf", p.leaf},
          {"threshold", p.threshold},
          {"missing_left", p.missing_left},
          {"question", p.question},
          {"value", p.value},
          {"mean", p.mean}};
}

Json candidate_to_json(const Candidate& c) {
  return {{"configuration", c.configuration.text()},
          {"prepare",
           {c.prepare.fixed_s, c.prepare.per_row_s, c.prepare.per_entry_s, c.prepare.per_byte_s,
            c.prepare.per_longest_s}},
          {"log_ratio_residual", {c.ratio_low, c.ratio_high}},
          {"log_ratio_worst", c.ratio_worst},
          {"log_time_residual", {c.time_low, c.time_high}}};
}

Json rule_to_json(const Rule& rule) {
  return {{"risk", rule.risk},   {"min_gain", rule.min_gain},       {"max_loss", rule.max_loss},
          {"apart", rule.apart}, {"apart_units", rule.apart_units}, {"doubt", rule.doubt}};
}

/// The first `count`: without a glance the others count nothing.
Json terms_to_json(const SizeTerms& terms, std::size_t count) {
  return Json(
      std::vector<double>(terms.begin(), terms.begin() + static_cast<std::ptrdiff_t>(count)));
}

Json asking_to_json(const Asking& asking, std::size_t terms) {
  Json unasked = Json::array();
  for (const UnaskedCandidate& u : asking.unasked) {
    unasked.push_back({{"candidate", u.candidate},
                       {"log_seconds", terms_to_json(u.log_seconds, terms)},
                       {"spread", u.spread},
                       {"log_prepare", terms_to_json(u.log_prepare, terms)},
                       {"timed", u.timed}});
  }
  Json variance = Json::array();
  for (std::size_t i = 0; i < terms; ++i) {
    variance.push_back(terms_to_json(asking.variance[i], terms));
  }
  Json steps = Json::array();
  for (const AskStep& s : asking.steps) {
    Json& step = steps.emplace_back(Json{
        {"runs", s.runs}, {"worth", terms_to_json(s.worth, terms)}, {"of_unknown", s.of_unknown}});
    if (s.worth_seen) step["worth_seen"] = *s.worth_seen;
    if (s.stays) step["stays"] = true;
    if (s.never_asks) step["never_asks"] = true;
  }
  Json json{{"least_nnz", asking.least_nnz},   {"knee", asking.knee},
            {"variance", std::move(variance)}, {"caution", asking.caution},
            {"min_gain", asking.min_gain},     {"unasked", std::move(unasked)},
            {"steps", std::move(steps)}};
  if (std::isfinite(asking.unasked_below)) json["unasked_below"] = asking.unasked_below;
  if (asking.cheap_share > 0) {
    json["price"] = asking.price_s;
    json["cheap_share"] = asking.cheap_share;
  }
  return json;
}

/// As members of `json`.
void add_deciding(const Deciding& d, Json& json) {
  json["rule"] = rule_to_json(d.rule);
  json["asking"] = asking_to_json(d.asking, header_terms);
  if (!d.glancing) return;
  json["glancing"] = {{"asking", asking_to_json(d.glancing->asking, size_terms)},
                      {"price", d.glancing->price_s},
                      {"cheap_share", d.glancing->cheap_share},
                      {"from_runs", d.glancing->from_runs}};
}

Json machine_to_json(const Machine& m) {
  Json json{{"name", m.name}, {"arch", m.arch}, {"cores", m.cores}};
  if (m.l2_bytes > 0) json["l2_bytes"] = m.l2_bytes;
  if (m.memory_bytes > 0) json["memory_bytes"] = m.memory_bytes;
  if (m.generic) json["generic"] = true;
  if (m.threads > 0) json["threads"] = m.threads;
  return json;
}

Json provenance_to_json(const Provenance& p) {
  return {{"uuid", p.uuid},
          {"created", p.created},
          {"library_version", p.library_version},
          {"git_sha", p.git_sha},
          {"hardware", p.hardware},
          {"hardware_hash", p.hardware_hash},
          {"environment_hash", p.environment_hash},
          {"policy_hash", p.policy_hash},
          {"training_query", p.training_query},
          {"training_hash", p.training_hash},
          {"matrices", p.matrices},
          {"trials", p.trials}};
}

}  // namespace

std::string to_json(const ModelData& d) {
  Json json;
  json["sptune_model"] = schema_version;
  json["feature_version"] = d.feature_version;
  json["operation"] = to_string(d.operation);
  json["value_type"] = to_string(d.value_type);
  json["backend"] = to_string(d.backend);
  json["cache"] = d.cache;
  json["repeat"] = to_string(d.repeat);
  json["provenance"] = provenance_to_json(d.provenance);
  json["machine"] = machine_to_json(d.machine);
  add_deciding(d.deciding, json);
  if (d.changing) add_deciding(*d.changing, json["values_change"]);
  json["coverage"] = d.coverage;
  json["metrics"] = Json::object();
  for (const auto& [name, value] : d.metrics) json["metrics"][name] = value;
  json["default_candidate"] = d.default_candidate;
  json["candidates"] = Json::array();
  for (const Candidate& c : d.candidates) json["candidates"].push_back(candidate_to_json(c));
  json["feature_inputs"] = d.feature_inputs;
  json["configuration_inputs"] = d.configuration_inputs;
  json["base"] = forest_to_json(d.base);
  json["relative"] = forest_to_json(d.relative);
  json["uncertainty"] = {{"per_log_ratio", d.uncertainty.per_log_ratio},
                         {"forest", forest_to_json(d.uncertainty.forest)}};
  json["checksum"] = checksum_of(json);
  // One line per member: people read and compare the head, nobody the forests.
  std::string out = "{\n";
  for (auto it = json.begin(); it != json.end(); ++it) {
    out += Json(it.key()).dump() + ": " + it.value().dump();
    out += std::next(it) == json.end() ? "\n" : ",\n";
  }
  return out + "}\n";
}

}  // namespace sptune::model
