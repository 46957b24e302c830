// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/info_json.hpp"

#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "suites/io/market_header.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <type_traits>

namespace sptune::suites {
namespace {

/// Visits every field once with its name, for both directions.
template <class Info, class F>
void for_each_field(Info& info, F&& f) {
  f("name", info.name);
  f("group", info.group);
  f("source", info.source);
  f("kind", info.kind);
  f("symmetry", info.symmetry);
  f("field", info.field);
  f("rows", info.rows);
  f("cols", info.cols);
  f("nnz", info.nnz);
  f("content_hash", info.content_hash);
  f("pattern_hash", info.pattern_hash);
}

template <class Report, class F>
void for_each_count(Report& report, F&& f) {
  f("entries_in_file", report.entries_in_file);
  f("dropped_out_of_range", report.dropped_out_of_range);
  f("duplicates_summed", report.duplicates_summed);
  f("explicit_zeros", report.explicit_zeros);
  f("imaginary_dropped", report.imaginary_dropped);
  f("values_seeded", report.values_seeded);
}

/// A whole number is asked for as such: the library would convert 1e99 to an integer unasked.
template <class T>
void take(const nlohmann::json& json, const char* key, T& value) {
  const nlohmann::json& found = json.at(key);
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    if (!found.is_number_integer()) {
      throw InputError("expected the JSON of a matrix's identity with a whole number for '" +
                       std::string(key) + "', found: " + market::in_short(found.dump()));
    }
  }
  found.get_to(value);
}

}  // namespace

std::string to_json(const MatrixInfo& info) {
  nlohmann::ordered_json json;
  for_each_field(info, [&](const char* key, const auto& value) { json[key] = value; });
  auto& report = json["report"];
  for_each_count(info.report, [&](const char* key, const auto& value) { report[key] = value; });
  // Names come from file names, which need not be UTF-8.
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

MatrixInfo info_from_json(std::string_view text) {
  const auto parsed = parse_json<nlohmann::json>(text);
  if (!parsed) {
    throw InputError("expected the JSON of a matrix's identity, found: " +
                     market::in_short(parsed.error()));
  }
  const nlohmann::json& json = parsed.value();
  try {
    MatrixInfo info;
    for_each_field(info, [&](const char* key, auto& value) { take(json, key, value); });
    const auto& report = json.at("report");
    for_each_count(info.report, [&](const char* key, auto& value) { take(report, key, value); });
    return info;
  } catch (const nlohmann::json::exception& e) {
    throw InputError("expected the JSON of a matrix's identity, found: " +
                     market::in_short(e.what()));
  }
}

}  // namespace sptune::suites
