// SPDX-License-Identifier: BSD-3-Clause
// The file format, read (model_json_write.cpp writes it). Nothing is trusted: every number, index
// and size is checked here, so that scoring needs no checks.
#include "kernels/api/json_checksum.hpp"
#include "kernels/api/json_text.hpp"
#include "tuner/model/model.hpp"
#include "tuner/model/packed_forest.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace sptune::model {
namespace {

using Json = nlohmann::ordered_json;

/// Says where in the file something was wrong. Caught in data_from_json and turned into a value.
class Damaged : public std::exception {
 public:
  explicit Damaged(std::string why) : why_(std::move(why)) {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

 private:
  std::string why_;
};

const Json& member(const Json& object, const char* name) {
  if (!object.is_object()) throw Damaged(std::string("expected an object around \"") + name + "\"");
  const auto it = object.find(name);
  if (it == object.end()) throw Damaged(std::string("\"") + name + "\" is missing");
  return *it;
}

bool boolean(const Json& json, const char* what) {
  if (!json.is_boolean()) throw Damaged(std::string(what) + ": expected true or false");
  return json.get<bool>();
}

double real(const Json& json, const char* what) {
  if (!json.is_number()) throw Damaged(std::string(what) + ": expected a number");
  const double value = json.get<double>();
  if (!std::isfinite(value)) throw Damaged(std::string(what) + ": not finite");
  return value;
}

double real_in(const Json& json, const char* what, double low, double high) {
  const double value = real(json, what);
  if (value < low || value > high) throw Damaged(std::string(what) + ": out of range");
  return value;
}

std::int64_t integer(const Json& json, const char* what, std::int64_t low, std::int64_t high) {
  if (!json.is_number_integer()) throw Damaged(std::string(what) + ": expected an integer");
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(high)) {
    throw Damaged(std::string(what) + ": out of range");
  }
  const auto value = json.get<std::int64_t>();
  if (value < low || value > high) throw Damaged(std::string(what) + ": out of range");
  return value;
}

std::string string(const Json& json, const char* what) {
  if (!json.is_string()) throw Damaged(std::string(what) + ": expected a string");
  return json.get<std::string>();
}

const Json& array(const Json& json, const char* what, std::size_t most) {
  if (!json.is_array()) throw Damaged(std::string(what) + ": expected an array");
  if (json.size() > most) throw Damaged(std::string(what) + ": too long");
  return json;
}

template <class T>
T choice(const std::optional<T>& parsed, const char* what) {
  if (!parsed) throw Damaged(std::string(what) + ": unknown name");
  return *parsed;
}

std::vector<std::string> names(const Json& json, const char* what) {
  std::vector<std::string> out;
  for (const Json& item : array(json, what, max_inputs)) out.push_back(string(item, what));
  if (std::set<std::string>(out.begin(), out.end()).size() != out.size()) {
    throw Damaged(std::string(what) + ": a name is there twice");
  }
  return out;
}

float narrow(const Json& json, const char* what) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(real_in(json, what, -most, most));
}

/// Of formats 1 and 2.
Forest decimal_forest_of(const Json& json, const char* what) {
  Forest forest;
  forest.offset = real(member(json, "offset"), what);
  const Json& value = array(member(json, "value"), what, max_nodes);
  const Json& right = array(member(json, "right"), what, max_nodes);
  const Json& input = array(member(json, "input"), what, max_nodes);
  const Json& missing = array(member(json, "missing_left"), what, max_nodes);
  const Json& mean = array(member(json, "mean"), what, max_nodes);
  const std::size_t count = value.size();
  if (right.size() != count || input.size() != count || missing.size() != count ||
      mean.size() != count) {
    throw Damaged(std::string(what) + ": its arrays differ in length");
  }
  for (const Json& root : array(member(json, "roots"), what, count)) {
    forest.roots.push_back(static_cast<std::uint32_t>(integer(root, what, 0, max_nodes)));
  }
  forest.nodes.resize(count);
  forest.means.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    Node& node = forest.nodes[i];
    node.value = narrow(value[i], what);
    node.right = static_cast<std::uint32_t>(integer(right[i], what, 0, max_nodes));
    node.input = static_cast<std::int16_t>(integer(input[i], what, -1, max_inputs));
    node.missing_left = integer(missing[i], what, 0, 1) == 1;
    if (node.input < 0) node = {node.value, 0, node.input, false};  // a leaf asks and leads nowhere
    forest.means[i] = narrow(mean[i], what);
  }
  return forest;
}

std::vector<std::int64_t> integers(const Json& json, const char* what, std::int64_t high) {
  std::vector<std::int64_t> out;
  for (const Json& item : array(json, what, max_inputs)) {
    out.push_back(integer(item, what, 0, high));
  }
  return out;
}

Forest packed_forest_of(const Json& json, const char* what) {
  PackedForest p;
  p.offset = real(member(json, "offset"), what);
  p.nodes = static_cast<std::size_t>(integer(member(json, "nodes"), what, 0, max_nodes));
  p.inputs = integers(member(json, "inputs"), what, max_inputs - 1);
  p.counts = integers(member(json, "counts"), what, max_nodes);
  const auto text = [&](const char* name) { return string(member(json, name), what); };
  p.leaf = text("leaf");
  p.threshold = text("threshold");
  p.missing_left = text("missing_left");
  p.question = text("question");
  p.value = text("value");
  p.mean = text("mean");
  auto forest = unpack(p);
  if (!forest) throw Damaged(std::string(what) + ": " + forest.error());
  return std::move(forest.value());
}

Forest forest_of(const Json& json, const char* what, std::size_t inputs) {
  const bool packed = json.is_object() && json.contains("nodes");
  Forest forest = packed ? packed_forest_of(json, what) : decimal_forest_of(json, what);
  if (const std::string why = validate(forest, inputs); !why.empty()) {
    throw Damaged(std::string(what) + ": " + why);
  }
  round_means(forest);
  return forest;
}

constexpr double widest = 50;  // e^50: beyond any ratio of times, far from overflow

std::pair<double, double> interval(const Json& json, const char* what) {
  if (array(json, what, 2).size() != 2) throw Damaged(std::string(what) + ": expected two numbers");
  const double low = real_in(json[0], what, -widest, widest);
  return {low, real_in(json[1], what, low, widest)};
}

constexpr double most_seconds = 1e9;
constexpr double most_runs = 1e18;

PrepareCost prepare_of(const Json& json) {
  if (array(json, "prepare", PrepareCost::terms).size() != PrepareCost::terms) {
    throw Damaged("prepare: expected " + std::to_string(PrepareCost::terms) + " numbers");
  }
  const auto at = [&](std::size_t k) { return real_in(json[k], "prepare", 0, most_seconds); };
  return {at(0), at(1), at(2), at(3), at(4)};
}

/// Format 1 knows a line of the entries.
PrepareCost prepare_line_of(const Json& json) {
  PrepareCost out;
  out.fixed_s = real_in(member(json, "prepare_fixed_s"), "prepare_fixed_s", 0, most_seconds);
  out.per_entry_s =
      real_in(member(json, "prepare_per_nnz_s"), "prepare_per_nnz_s", 0, most_seconds);
  return out;
}

bool knows_uncertainty(std::int64_t schema) {
  return schema >= narrow_schema_version;
}

Candidate candidate_of(const Json& json, std::int64_t schema) {
  Candidate c;
  auto configuration = Configuration::parse(string(member(json, "configuration"), "configuration"));
  if (!configuration) throw Damaged(configuration.error());
  c.configuration = std::move(configuration.value());
  c.prepare = schema == 1 ? prepare_line_of(json) : prepare_of(member(json, "prepare"));
  std::tie(c.ratio_low, c.ratio_high) =
      interval(member(json, "log_ratio_residual"), "log_ratio_residual");
  c.ratio_worst = knows_uncertainty(schema)
                      ? real_in(member(json, "log_ratio_worst"), "log_ratio_worst", 0, widest)
                      : c.ratio_high;
  std::tie(c.time_low, c.time_high) =
      interval(member(json, "log_time_residual"), "log_time_residual");
  return c;
}

Provenance provenance_of(const Json& json) {
  Provenance p;
  const auto text = [&](const char* name) { return string(member(json, name), name); };
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  p.uuid = text("uuid");
  p.created = text("created");
  p.library_version = text("library_version");
  p.git_sha = text("git_sha");
  p.hardware = text("hardware");
  p.hardware_hash = text("hardware_hash");
  p.environment_hash = text("environment_hash");
  p.policy_hash = text("policy_hash");
  p.training_query = text("training_query");
  p.training_hash = text("training_hash");
  p.matrices = integer(member(json, "matrices"), "matrices", 0, most);
  p.trials = integer(member(json, "trials"), "trials", 0, most);
  return p;
}

/// Of the last four, a file says only those that are known.
Machine machine_of(const Json& json) {
  Machine m{string(member(json, "name"), "name"), string(member(json, "arch"), "arch"),
            static_cast<int>(integer(member(json, "cores"), "cores", 0, 1 << 20))};
  constexpr std::int64_t most_bytes = std::int64_t{1} << 60;
  if (json.contains("l2_bytes")) {
    m.l2_bytes = integer(json["l2_bytes"], "l2_bytes", 0, most_bytes);
  }
  if (json.contains("memory_bytes")) {
    m.memory_bytes = integer(json["memory_bytes"], "memory_bytes", 0, most_bytes);
  }
  if (json.contains("generic")) m.generic = boolean(json["generic"], "generic");
  if (json.contains("threads")) {
    m.threads = static_cast<int>(integer(json["threads"], "threads", 1, 1 << 20));
  }
  return m;
}

Rule rule_of(const Json& json, std::int64_t schema) {
  Rule rule;
  rule.risk = real_in(member(json, "risk"), "risk", 0, 1);
  rule.min_gain = real_in(member(json, "min_gain"), "min_gain", 0, 1);
  rule.max_loss = real_in(member(json, "max_loss"), "max_loss", 0, 1e9);
  if (!knows_uncertainty(schema)) return rule;
  rule.apart = real_in(member(json, "apart"), "apart", 0, Rule::most_apart);
  if (json.contains("apart_units")) {
    rule.apart_units = real_in(json["apart_units"], "apart_units", 0, Rule::most_apart_units);
  }
  rule.doubt = real_in(member(json, "doubt"), "doubt", 0, 10);
  return rule;
}

/// Terms that the laws of sizes in a file have: those with columns came first, those with a knee
/// last.
std::size_t terms_in(std::int64_t schema) {
  constexpr std::size_t without_columns = 6;
  constexpr std::size_t without_knee = 10;
  if (schema > values_schema_version) return header_terms;
  return schema > narrow_schema_version ? without_knee : without_columns;
}

/// The first `count` of N; what is not in the file counts nothing.
template <std::size_t N>
std::array<double, N> numbers(const Json& json, const char* what, std::size_t count = N) {
  if (array(json, what, count).size() != count) {
    throw Damaged(std::string(what) + ": expected " + std::to_string(count) + " numbers");
  }
  std::array<double, N> out{};
  for (std::size_t i = 0; i < count; ++i) out[i] = real(json[i], what);
  return out;
}

UnaskedCandidate unasked_of(const Json& json, std::size_t terms) {
  UnaskedCandidate out;
  out.candidate = static_cast<std::size_t>(
      integer(member(json, "candidate"), "unasked", 0, static_cast<std::int64_t>(max_candidates)));
  out.log_seconds = numbers<size_terms>(member(json, "log_seconds"), "unasked", terms);
  out.spread = real(member(json, "spread"), "unasked");
  out.log_prepare = numbers<size_terms>(member(json, "log_prepare"), "unasked", terms);
  if (json.contains("timed")) out.timed = real_in(json["timed"], "timed", 0, 1);
  return out;
}

/// Of laws with so many terms.
Asking asking_of(const Json& asking, std::int64_t schema, std::size_t terms,
                 std::size_t candidates) {
  Asking out;
  out.least_nnz = real(member(asking, "least_nnz"), "least_nnz");
  if (schema > values_schema_version) {
    out.knee = real_in(member(asking, "knee"), "knee", 0, 1e18);
  }
  out.caution = real_in(member(asking, "caution"), "caution", 0, 10);
  out.min_gain = real_in(member(asking, "min_gain"), "min_gain", 0, 1);
  const Json& variance = array(member(asking, "variance"), "variance", terms);
  if (variance.size() != terms) throw Damaged("variance: expected a square");
  for (std::size_t i = 0; i < terms; ++i) {
    out.variance[i] = numbers<size_terms>(variance[i], "variance", terms);
  }
  for (const Json& u : array(member(asking, "unasked"), "unasked", max_candidates)) {
    out.unasked.push_back(unasked_of(u, terms));
  }
  for (const Json& s : array(member(asking, "steps"), "steps", Asking::most_steps)) {
    AskStep& step = out.steps.emplace_back();
    step.runs = real_in(member(s, "runs"), "steps", 0, most_runs);
    step.worth = numbers<size_terms>(member(s, "worth"), "steps", terms);
    step.of_unknown = !s.contains("of_unknown") || boolean(s["of_unknown"], "of_unknown");
    if (s.contains("stays")) step.stays = boolean(s["stays"], "stays");
    if (s.contains("never_asks")) step.never_asks = boolean(s["never_asks"], "never_asks");
    if (s.contains("worth_seen")) {
      step.worth_seen = numbers<seen_terms>(s["worth_seen"], "worth_seen");
    }
  }
  if (asking.contains("unasked_below")) {
    out.unasked_below = real_in(asking["unasked_below"], "unasked_below", 0, most_runs);
  }
  if (asking.contains("cheap_share")) {
    out.price_s = real_in(member(asking, "price"), "price", 0, most_runs);
    out.cheap_share = real_in(asking["cheap_share"], "cheap_share", 0, 1);
  }
  if (const std::string why = validate(out, candidates); !why.empty()) {
    throw Damaged("asking: " + why);
  }
  return out;
}

Glancing glancing_of(const Json& json, std::int64_t schema, std::size_t candidates) {
  return {asking_of(member(json, "asking"), schema, size_terms, candidates),
          real_in(member(json, "price"), "price", 0, most_runs),
          real_in(member(json, "cheap_share"), "cheap_share", 0, 1),
          real_in(member(json, "from_runs"), "from_runs", 0, most_runs)};
}

Deciding deciding_of(const Json& json, std::int64_t schema, std::size_t candidates) {
  Deciding out{rule_of(member(json, "rule"), schema), {}};
  if (schema == oldest_schema_version) {
    const Json& least = member(member(json, "rule"), "min_runs");
    out.asking = Asking::from(real_in(least, "min_runs", 0, most_runs));
    return out;
  }
  out.asking = asking_of(member(json, "asking"), schema, terms_in(schema), candidates);
  if (const auto it = json.find("glancing"); it != json.end()) {
    out.glancing = glancing_of(*it, schema, candidates);
  }
  return out;
}

/// Files from before there were checksums have none.
void require_checksum(const Json& json) {
  const auto it = json.find("checksum");
  if (it == json.end() || string(*it, "checksum") == checksum_of(json)) return;
  throw Damaged("its checksum is not that of its content: damaged or edited; train it again");
}

ModelData data_of(const Json& json) {
  if (!json.is_object() || !json.contains("sptune_model")) {
    throw Damaged("not a sptune model: no \"sptune_model\" in it");
  }
  const auto schema = integer(json["sptune_model"], "sptune_model", 0, 1 << 30);
  constexpr std::array read{oldest_schema_version, plain_schema_version,  narrow_schema_version,
                            whole_schema_version,  values_schema_version, schema_version};
  if (std::find(read.begin(), read.end(), schema) == read.end()) {
    std::string all;
    for (const int version : read) all += (all.empty() ? "" : ", ") + std::to_string(version);
    throw Damaged("model file of format " + std::to_string(schema) + ", this library reads " + all +
                  ": train it again");
  }
  require_checksum(json);
  ModelData d;
  d.feature_version =
      static_cast<int>(integer(member(json, "feature_version"), "feature_version", 0, 1 << 30));
  d.operation =
      choice(parse_operation(string(member(json, "operation"), "operation")), "operation");
  d.value_type =
      choice(parse_value_type(string(member(json, "value_type"), "value_type")), "value_type");
  d.backend = choice(parse_backend(string(member(json, "backend"), "backend")), "backend");
  d.cache = string(member(json, "cache"), "cache");
  if (schema > whole_schema_version) {
    d.repeat = choice(parse_repeat(string(member(json, "repeat"), "repeat")), "repeat");
  }
  d.provenance = provenance_of(member(json, "provenance"));
  d.machine = machine_of(member(json, "machine"));
  d.feature_inputs = names(member(json, "feature_inputs"), "feature_inputs");
  d.configuration_inputs = names(member(json, "configuration_inputs"), "configuration_inputs");
  for (const Json& c : array(member(json, "candidates"), "candidates", max_candidates)) {
    d.candidates.push_back(candidate_of(c, schema));
  }
  if (d.candidates.empty()) throw Damaged("model has no candidates");
  d.default_candidate =
      static_cast<std::size_t>(integer(member(json, "default_candidate"), "default_candidate", 0,
                                       static_cast<std::int64_t>(d.candidates.size()) - 1));
  d.deciding = deciding_of(json, schema, d.candidates.size());
  if (const auto it = json.find("values_change"); it != json.end()) {
    d.changing = deciding_of(*it, schema, d.candidates.size());
  }
  d.coverage = real_in(member(json, "coverage"), "coverage", 0, 1);
  const Json& metrics = member(json, "metrics");
  if (!metrics.is_object()) throw Damaged("metrics: expected an object");
  for (const auto& [name, value] : metrics.items()) {
    d.metrics.emplace_back(name, real(value, "metrics"));
  }
  const std::size_t features = d.feature_inputs.size();
  d.base = forest_of(member(json, "base"), "base", features);
  d.relative =
      forest_of(member(json, "relative"), "relative", features + d.configuration_inputs.size());
  if (knows_uncertainty(schema)) {
    const Json& uncertainty = member(json, "uncertainty");
    d.uncertainty.forest = forest_of(member(uncertainty, "forest"), "uncertainty", features);
    d.uncertainty.per_log_ratio =
        real_in(member(uncertainty, "per_log_ratio"), "per_log_ratio", 0, 10);
  }
  return d;
}

}  // namespace

Result<ModelData> data_from_json(std::string_view text) {
  try {
    const auto json = parse_json<Json>(text);
    if (!json) {
      return Result<ModelData>::failure("not a sptune model, or cut off: it is not valid JSON (" +
                                        json.error() + ")");
    }
    return {data_of(json.value())};
  } catch (const std::exception& e) {
    return Result<ModelData>::failure(e.what());
  }
}

}  // namespace sptune::model
