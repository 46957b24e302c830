// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/learned/record.hpp"

#include "kernels/api/json_checksum.hpp"
#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

namespace sptune::learned {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t fewest_samples = 4;
constexpr std::size_t most_measured = 16;
constexpr std::size_t most_samples = 256;
constexpr std::int64_t most_number = std::int64_t{1} << 60;

/// With so many digits and no more.
double rounded(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return std::strtod(text.data(), nullptr);
}

std::string hex(std::uint64_t value) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

Json machine_json(const model::Machine& m) {
  Json json{{"name", m.name}, {"arch", m.arch}, {"cores", m.cores}};
  if (m.l2_bytes > 0) json["l2_bytes"] = m.l2_bytes;
  if (m.memory_bytes > 0) json["memory_bytes"] = m.memory_bytes;
  return json;
}

Json features_json(const Record& r) {
  Json values = Json::object();
  const auto table = feature_table();
  for (std::size_t f = 0; f < std::min(table.size(), r.features.values.size()); ++f) {
    const double value = r.features.values[f];
    if (std::isfinite(value)) values[std::string(table[f].name)] = rounded(value, 9);
  }
  Json seconds = Json::array();
  for (const double s : r.features.seconds_per_tier) seconds.push_back(rounded(s, 4));
  return {{"version", r.feature_version}, {"seconds", seconds}, {"values", std::move(values)}};
}

Json measured_json(const Measured& m, std::size_t most) {
  Json us = Json::array();
  for (std::size_t i = 0; i < std::min(most, m.us.size()); ++i) {
    us.push_back(rounded(static_cast<double>(m.us[i]), 4));
  }
  return {{"configuration", m.configuration.text()},
          {"code", m.code_hash},
          {"prepare_s", std::isnan(m.prepare_s) ? Json() : Json(rounded(m.prepare_s, 4))},
          {"us", std::move(us)}};
}

std::string text_of(const Record& r, std::size_t most) {
  Json json{{"sptune_learned", format_version},
            {"at", r.at},
            {"library", r.library_version},
            {"machine", machine_json(r.machine)},
            {"operation", to_string(r.operation)},
            {"value_type", to_string(r.value_type)},
            {"offset_type", to_string(r.offset_type)},
            {"backend", to_string(r.backend)},
            {"rows", r.rows},
            {"cols", r.cols},
            {"nnz", r.nnz},
            {"dense_columns", r.dense_columns},
            {"layout", r.layout == Layout::row_major ? "row" : "col"},
            {"threads", r.threads},
            {"sizes", hex(r.sizes)},
            {"pattern", hex(r.pattern.high) + hex(r.pattern.low)},
            {"expected_runs", std::isfinite(r.expected_runs) ? Json(r.expected_runs) : Json()},
            {"features", features_json(r)},
            {"winner", r.winner}};
  if (r.constant_values) json["constant_values"] = true;
  json["measured"] = Json::array();
  for (const Measured& m : r.measured) json["measured"].push_back(measured_json(m, most));
  json["checksum"] = checksum_of(json);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Says what was wrong. Caught in from_line and turned into a value.
class Wrong : public std::exception {
 public:
  explicit Wrong(std::string why) : why_(std::move(why)) {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

 private:
  std::string why_;
};

std::int64_t integer(const Json& json, const char* name, std::int64_t low, std::int64_t high) {
  const Json& value = json.at(name);
  if (!value.is_number_integer()) throw Wrong(std::string(name) + ": expected an integer");
  const auto number = value.get<std::int64_t>();
  const bool beyond = value.is_number_unsigned() && value.get<std::uint64_t>() > most_number;
  if (beyond || number < low || number > high) throw Wrong(std::string(name) + ": out of range");
  return number;
}

double seconds(const Json& value, const char* name) {
  const double number = value.get<double>();
  if (!(number >= 0 && number < 1e9)) throw Wrong(std::string(name) + ": out of range");
  return number;
}

template <class T>
T named(const std::optional<T>& parsed, const char* name) {
  if (!parsed) throw Wrong(std::string(name) + ": unknown name");
  return *parsed;
}

template <class T>
T one_of(const std::string& text, std::string_view first, T a, std::string_view second, T b) {
  if (text != first && text != second) throw Wrong("'" + text + "': unknown name");
  return text == first ? a : b;
}

std::uint64_t from_hex(std::string_view text, const char* name) {
  std::uint64_t out = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out, 16);
  if (text.size() != 16 || read.ptr != end)
    throw Wrong(std::string(name) + ": expected hex digits");
  return out;
}

model::Machine machine_of(const Json& json) {
  return {json.at("name").get<std::string>(), json.at("arch").get<std::string>(),
          static_cast<int>(integer(json, "cores", 0, 1 << 20)),
          json.contains("l2_bytes") ? integer(json, "l2_bytes", 0, most_number) : 0,
          json.contains("memory_bytes") ? integer(json, "memory_bytes", 0, most_number) : 0};
}

/// Of names that this library does not know, nothing is kept.
features::Features features_of(const Json& json) {
  features::Features out;
  out.values.assign(feature_count, std::numeric_limits<double>::quiet_NaN());
  for (const auto& [name, value] : json.at("values").items()) {
    const double number = value.get<double>();
    if (!std::isfinite(number)) throw Wrong("features: not finite");
    if (const auto feature = parse_feature(name)) out.values[index(*feature)] = number;
  }
  const Json& tiers = json.at("seconds");
  for (std::size_t t = 0; t < std::min(tiers.size(), out.seconds_per_tier.size()); ++t) {
    out.seconds_per_tier[t] = seconds(tiers.at(t), "features");
  }
  return out;
}

Measured measured_of(const Json& json) {
  Measured m;
  auto parsed = Configuration::parse(json.at("configuration").get<std::string>());
  if (!parsed) throw Wrong(parsed.error());
  m.configuration = std::move(parsed.value());
  m.code_hash = json.at("code").get<std::string>();
  const Json& prepare = json.at("prepare_s");
  m.prepare_s = prepare.is_null() ? std::nan("") : seconds(prepare, "prepare_s");
  const Json& us = json.at("us");
  if (!us.is_array() || us.empty() || us.size() > most_samples) {
    throw Wrong("us: expected 1 to " + std::to_string(most_samples) + " times");
  }
  for (const Json& value : us) m.us.push_back(static_cast<float>(seconds(value, "us")));
  return m;
}

Record record_of_json(const Json& json) {
  if (!json.is_object() || !json.contains("sptune_learned")) throw Wrong("none of sptune's lines");
  if (json["sptune_learned"] != format_version) throw Wrong("of another format");
  if (json.at("checksum").get<std::string>() != checksum_of(json)) {
    throw Wrong("its checksum is not that of its content: altered");
  }
  const auto text = [&](const char* name) { return json.at(name).get<std::string>(); };
  Record r;
  r.at = text("at");
  r.library_version = text("library");
  r.machine = machine_of(json.at("machine"));
  r.operation = named(parse_operation(text("operation")), "operation");
  r.value_type = named(parse_value_type(text("value_type")), "value_type");
  r.offset_type = one_of(text("offset_type"), to_string(OffsetType::i32), OffsetType::i32,
                         to_string(OffsetType::i64), OffsetType::i64);
  r.backend = named(parse_backend(text("backend")), "backend");
  r.rows = integer(json, "rows", 0, most_number);
  r.cols = integer(json, "cols", 0, most_number);
  r.nnz = integer(json, "nnz", 0, most_number);
  r.dense_columns = integer(json, "dense_columns", 0, most_number);
  r.layout = one_of(text("layout"), "row", Layout::row_major, "col", Layout::col_major);
  r.threads = static_cast<int>(integer(json, "threads", 1, 1 << 20));
  r.sizes = from_hex(text("sizes"), "sizes");
  const std::string pattern = text("pattern");
  if (pattern.size() != 32) throw Wrong("pattern: expected 32 hex digits");
  r.pattern = {from_hex(std::string_view(pattern).substr(16), "pattern"),
               from_hex(std::string_view(pattern).substr(0, 16), "pattern")};
  r.expected_runs = json.at("expected_runs").is_null() ? std::numeric_limits<double>::infinity()
                                                       : json["expected_runs"].get<double>();
  if (!(r.expected_runs > 0)) throw Wrong("expected_runs: out of range");
  // Lines of before do not say it.
  if (json.contains("constant_values")) r.constant_values = json["constant_values"].get<bool>();
  r.feature_version = static_cast<int>(integer(json.at("features"), "version", 0, 1 << 20));
  r.features = features_of(json["features"]);
  r.features.pattern = r.pattern;
  const Json& measured = json.at("measured");
  if (!measured.is_array() || measured.size() > most_measured) throw Wrong("measured: too long");
  for (const Json& m : measured) r.measured.push_back(measured_of(m));
  r.winner = static_cast<std::size_t>(
      integer(json, "winner", 0, static_cast<std::int64_t>(r.measured.size()) - 1));
  return r;
}

}  // namespace

double Measured::median_s() const {
  std::vector<float> sorted = us;
  std::sort(sorted.begin(), sorted.end());
  return sorted.empty() ? 0 : static_cast<double>(sorted[sorted.size() / 2]) * 1e-6;
}

std::string to_line(const Record& record) {
  for (std::size_t most = most_samples; most >= fewest_samples; most /= 2) {
    std::string line = text_of(record, most);
    if (line.size() <= longest_line) return line;
  }
  return {};
}

Result<Record> from_line(std::string_view line) {
  try {
    const auto json = parse_json<Json>(line);
    if (!json) return Result<Record>::failure("cut, or none of sptune's lines");
    return {record_of_json(json.value())};
  } catch (const std::exception& e) {
    return Result<Record>::failure(e.what());
  }
}

Record describe(const Problem& problem, std::uint64_t sizes, const features::Features& features) {
  Record r;
  r.at = utc_now();
  r.library_version = SPTUNE_LIBRARY_VERSION;
  r.operation = problem.operation();
  r.value_type = problem.a.value_type;
  r.offset_type = problem.a.offset_type;
  r.backend = problem.a.space == MemorySpace::device ? Backend::cuda : Backend::cpu;
  r.machine = model::this_machine(r.backend);
  r.rows = problem.a.rows;
  r.cols = problem.a.cols;
  r.nnz = problem.a.nnz;
  r.dense_columns = problem.dense_columns();
  r.layout = problem.dense_layout();
  r.threads = problem.resources.threads;
  r.sizes = sizes;
  r.pattern = features.pattern;
  r.features = features;
  return r;
}

}  // namespace sptune::learned
