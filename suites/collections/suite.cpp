// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/suite.hpp"

#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "suites/collections/suite_parts.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/byte_source.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/market_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace sptune::suites {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_manifest = std::size_t{1} << 26U;

void require_unique_names(const Suite& suite) {
  std::map<std::string_view, std::string_view> source_of;
  for (const auto& entry : suite.entries) {
    if (const auto [first, fresh] = source_of.emplace(entry.name, entry.source); !fresh) {
      throw InputError(
          fmt::format("suite {}: expected every matrix to have its own name, found {} for {} and "
                      "{}; rename one",
                      suite.name, market::quoted(entry.name), market::in_short(first->second),
                      market::in_short(entry.source)));
    }
  }
}

Suite suite_of(SuiteEntry entry, std::string description) {
  Suite suite{entry.name, std::move(description), {}};
  suite.entries.push_back(std::move(entry));
  return suite;
}

}  // namespace

fs::path whole_folder(const fs::path& folder) {
  fs::path path = fs::absolute(folder);
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical;  // where one may not look, the path is as good as it was
}

fs::path whole_path(const fs::path& file) {
  const fs::path path = fs::absolute(file);
  return whole_folder(path.parent_path()) / path.filename();
}

SuiteEntry entry_of_generator(std::string_view id) {
  SuiteEntry entry;
  entry.name = canonical_generator_id(id);
  entry.group = generator_name(id);
  entry.split = split_of(entry.group, entry.name);
  entry.source = "generate:" + entry.name;
  return entry;
}

SuiteEntry entry_of_suitesparse(const std::string& name) {
  SuiteEntry entry;
  entry.source = "url:" + suitesparse_url(name);
  entry.name = name;
  entry.group = name.substr(0, name.find('/'));
  entry.split = split_of(entry.group, entry.name);
  return entry;
}

SuiteEntry entry_of_url(const std::string& address) {
  SuiteEntry entry = entry_of_file(address.substr(0, address.find_first_of("?#")));
  if (entry.name.empty()) entry.name = entry.group = address;
  entry.source = "url:" + address;
  return entry;
}

std::string checked_sha256(std::string text, const std::string& where) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  const bool good = text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
  if (!good) {
    throw InputError(where + ": expected a sha256 of 64 hex digits, found " + market::quoted(text));
  }
  return text;
}

Suite read_suitesparse_list(const fs::path& path) {
  const std::string text = read_text_file(path, longest_manifest);
  Suite suite;
  suite.name = path.stem().string();
  suite.description = "SuiteSparse matrices of " + path.filename().string();
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    line.resize(std::min(line.find('#'), line.size()));
    const std::string where = fmt::format("{}:{}", path.string(), number + 1);
    std::vector<std::string> words;
    for (std::size_t at = line.find_first_not_of(" \t\r"); at != line.npos;) {
      const std::size_t stop = std::min(line.find_first_of(" \t\r", at), line.size());
      words.push_back(line.substr(at, stop - at));
      at = line.find_first_not_of(" \t\r", stop);
    }
    if (words.empty()) continue;
    if (words.size() > 2) {
      throw InputError(where + ": expected <group>/<name> [sha256], found '" + words[2] + "'");
    }
    try {
      suite.entries.push_back(entry_of_suitesparse(words[0]));
    } catch (const UsageError& e) {
      throw InputError(where + ": " + e.what());
    }
    if (words.size() == 2) suite.entries.back().sha256 = checked_sha256(words[1], where);
  }
  if (suite.entries.empty()) {
    throw InputError(path.string() + ": expected lines <group>/<name>, found none");
  }
  return suite;
}

Suite open_suite_at(const std::string& what, const fs::path& folder, Included& included) {
  if (included.depth > deepest_include) {
    throw InputError(
        fmt::format("{}: expected at most {} manifests that include one another, "
                    "found more; list its matrices higher up",
                    what, deepest_include));
  }
  std::error_code none;
  auto builtin = find_builtin(what);
  const fs::path path = folder / what;
  const bool exists = fs::exists(path, none);
  const bool is_address = what.find("://") != what.npos;
  const bool is_id = !exists && is_generator_id(what);
  const bool is_path = !builtin && !is_address && !is_id;
  const std::string shown = is_path ? path.string() : what;
  const std::string seen = is_path ? fs::weakly_canonical(path, none).string() : what;
  if (!included.seen.insert(seen).second) {
    throw InputError(shown +
                     ": expected to be included once, found it again (twice, or in a circle); "
                     "include it in one place");
  }
  if (builtin) return *std::move(builtin);
  if (what.starts_with("http://") || what.starts_with("https://")) {
    return suite_of(entry_of_url(what), "one file to fetch");
  }
  if (is_address) {
    throw InputError("expected an address that begins with http:// or https://, found " +
                     market::quoted(what));
  }
  if (fs::is_directory(path, none)) return import_folder(path);
  if (path.extension() == ".json") {
    return parse_manifest_at(read_text_file(path, longest_manifest), path, included);
  }
  if (path.extension() == ".txt") return read_suitesparse_list(path);
  if (is_id) {
    return suite_of(entry_of_generator(what), "one generated matrix");
  }
  if (exists || looks_like_matrix_file(path)) {
    (void)open_for_reading(path);  // says at once what is wrong with it
    return suite_of(entry_of_file(path), "one file");
  }
  if (what.find('{') != what.npos) (void)canonical_generator_id(what);  // says what is known
  throw InputError(fmt::format(
      "expected a suite, found '{}': give {}, a manifest (.json), a folder, a matrix "
      "file, a SuiteSparse list (.txt) or a generator id; `sptune suite list` shows them",
      shown, fmt::join(builtin_suites(), ", ")));
}

Suite open_suite(const std::string& name_or_path) {
  Included included;
  Suite suite = open_suite_at(name_or_path, {}, included);
  require_unique_names(suite);
  return suite;
}

}  // namespace sptune::suites
