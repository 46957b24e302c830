// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "suites/collections/suite_parts.hpp"
#include "suites/io/market_header.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sptune::suites {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* format_name = "sptune-suite";
constexpr int manifest_version = 1;

/// One object of a manifest, with messages that say which.
class Object {
 public:
  Object(const Json& json, std::string where) : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) fail("an object {…}", json_.type_name());
  }

  void allow_only(std::initializer_list<const char*> known) const {
    for (const auto& [key, value] : json_.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      std::string list;
      for (const char* name : known) list += (list.empty() ? "" : ", ") + std::string(name);
      fail("one of the keys " + list, market::quoted(key));
    }
  }

  [[nodiscard]] std::string text(const char* key, std::string fallback) const {
    const auto found = json_.find(key);
    if (found == json_.end()) return fallback;
    if (!found->is_string()) fail(fmt::format("a text for \"{}\"", key), found->type_name());
    return found->get<std::string>();
  }

  [[nodiscard]] bool flag(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) return false;
    if (!found->is_boolean())
      fail(fmt::format("true or false for \"{}\"", key), found->type_name());
    return found->get<bool>();
  }

  [[nodiscard]] const Json& list(const char* key) const {
    static const Json none = Json::array();
    const auto found = json_.find(key);
    if (found == json_.end()) return none;
    if (!found->is_array()) fail(fmt::format("a list for \"{}\"", key), found->type_name());
    return *found;
  }

  [[nodiscard]] bool has(const char* key) const { return json_.contains(key); }
  [[nodiscard]] const Json& at(const char* key) const { return json_.at(key); }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

  [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
    throw InputError(fmt::format("{}: expected {}, found {}", where_, expected, found));
  }

 private:
  const Json& json_;
  std::string where_;
};

/// A value of the wrong kind or content, for a message.
std::string found_text(const Json& json) {
  if (json.is_string()) return market::quoted(json.get<std::string>());
  return json.is_primitive() ? json.dump() : json.type_name();
}

/// An entry with the defaults that its source implies.
SuiteEntry entry_of_source(const Object& object, const std::string& source,
                           const fs::path& manifest) {
  const auto border = source.find(':');
  const std::string scheme = source.substr(0, border);
  const std::string what = border == std::string::npos ? "" : source.substr(border + 1);
  try {
    if (what.empty()) throw UsageError("nothing after the colon");
    if (scheme == "generate") return entry_of_generator(what);
    if (scheme == "suitesparse") return entry_of_suitesparse(what);
  } catch (const UsageError& e) {
    throw InputError(
        fmt::format("{}: source {}: {}", object.where(), market::quoted(source), e.what()));
  }
  if (scheme == "file") return entry_of_file(manifest.parent_path() / what);
  if (scheme == "url") return entry_of_url(what);
  object.fail("a source generate:<id>, file:<path>, url:<address> or suitesparse:<group>/<name>",
              market::quoted(source));
}

SuiteEntry parse_entry(const Json& json, const fs::path& manifest, std::size_t number) {
  const Object object(json, fmt::format("{}: matrix {}", manifest.string(), number));
  object.allow_only(
      {"source", "name", "group", "split", "kind", "sha256", "drop_out_of_range", "seeded_values"});
  SuiteEntry entry = entry_of_source(object, object.text("source", ""), manifest);
  entry.name = object.text("name", entry.name);
  entry.group = object.text("group", entry.group);
  entry.kind = object.text("kind", entry.kind);
  entry.split = object.text("split", split_of(entry.group, entry.name));
  if (entry.split != "train" && entry.split != "test") {
    object.fail("the split train or test", market::quoted(entry.split));
  }
  if (object.has("sha256")) {
    entry.sha256 = checked_sha256(object.text("sha256", ""), object.where());
  }
  entry.drop_out_of_range = object.flag("drop_out_of_range");
  entry.seeded_values = object.flag("seeded_values");
  for (const auto& [key, text] : {std::pair{"name", entry.name}, {"group", entry.group}}) {
    if (text.empty()) object.fail(fmt::format("a text for \"{}\"", key), "none");
  }
  if (entry.source.starts_with("generate:") &&
      (!entry.sha256.empty() || entry.drop_out_of_range || entry.seeded_values)) {
    object.fail("sha256, drop_out_of_range and seeded_values for matrices of files alone",
                "one that is generated");
  }
  return entry;
}

/// As RFC 8259 advises: of two equal keys a parser takes one, and the other's matrices would be
/// gone without a word.
Json parse_without_repeats(std::string_view text, const fs::path& path) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const Json::parser_callback_t look = [&](int, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event != Json::parse_event_t::key) return true;
    if (auto key = value.get<std::string>(); !keys.back().insert(key).second) {
      throw InputError(
          fmt::format("{}: expected every key of an object once, found {} again; "
                      "put what both hold under one",
                      path.string(), market::quoted(key)));
    }
    return true;
  };
  auto json = parse_json<Json>(text, look);
  if (!json) {
    throw InputError(path.string() + ": expected a suite's manifest in JSON, found: " +
                     market::in_short(json.error()));
  }
  return std::move(json.value());
}

template <class T>
void take(std::vector<T>& from, std::vector<T>& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

Suite parse_manifest_at(std::string_view text, const fs::path& path, Included& included) {
  const Json json = parse_without_repeats(text, path);
  const Object object(json, path.string());
  object.allow_only({"format", "version", "name", "description", "include", "matrices"});
  if (object.text("format", format_name) != format_name) {
    object.fail(fmt::format("the format \"{}\"", format_name), found_text(object.at("format")));
  }
  if (object.has("version") && object.at("version") != manifest_version) {
    object.fail(fmt::format("version {}", manifest_version), found_text(object.at("version")));
  }
  Suite suite;
  suite.name = object.text("name", path.stem().string());
  suite.description = object.text("description", "");
  for (const Json& include : object.list("include")) {
    if (!include.is_string()) object.fail("texts in \"include\"", include.type_name());
    const auto what = include.get<std::string>();
    ++included.depth;
    Suite other;
    try {
      other = open_suite_at(what, path.parent_path(), included);
    } catch (const UsageError& e) {
      throw InputError(
          fmt::format("{}: include {}: {}", path.string(), market::quoted(what), e.what()));
    }
    --included.depth;
    take(other.entries, suite.entries);
    take(other.left_out, suite.left_out);
    take(other.passed_over, suite.passed_over);
  }
  std::size_t number = 0;
  for (const Json& matrix : object.list("matrices")) {
    suite.entries.push_back(parse_entry(matrix, path, ++number));
  }
  if (suite.entries.empty()) object.fail("matrices, in \"matrices\" or \"include\"", "none");
  return suite;
}

Suite parse_manifest(std::string_view text, const fs::path& path) {
  Included included;
  return parse_manifest_at(text, path, included);
}

std::string manifest_json(const Suite& suite, const fs::path& folder) {
  const fs::path start = folder.empty() ? folder : whole_folder(folder);
  Json json;
  json["format"] = format_name;
  json["version"] = manifest_version;
  json["name"] = suite.name;
  json["description"] = suite.description;
  json["matrices"] = Json::array();
  for (const SuiteEntry& entry : suite.entries) {
    Json item;
    item["name"] = entry.name;
    item["group"] = entry.group;
    item["split"] = entry.split;
    if (!entry.kind.empty()) item["kind"] = entry.kind;
    item["source"] = entry.source;
    if (constexpr std::string_view file = "file:"; entry.source.starts_with(file)) {
      const fs::path whole = whole_path(entry.source.substr(file.size()));
      item["source"] =
          "file:" + (folder.empty() ? whole : whole.lexically_proximate(start)).string();
    }
    if (const auto source = item["source"].get<std::string>(); !is_utf8(source)) {
      throw InputError(fmt::format(
          "expected paths in UTF-8, found {}: a manifest could not name it; rename the folder",
          market::in_short(source)));
    }
    if (!entry.sha256.empty()) item["sha256"] = entry.sha256;
    if (entry.drop_out_of_range) item["drop_out_of_range"] = true;
    if (entry.seeded_values) item["seeded_values"] = true;
    json["matrices"].push_back(std::move(item));
  }
  return json_text(json, 2) + "\n";
}

}  // namespace sptune::suites
