// SPDX-License-Identifier: BSD-3-Clause
#include "tests/reports/recorded.hpp"

#include "db/store.hpp"

#include <sqlite3.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace sptune::reports {

Catalogue recorded_catalogue() {
  Variant csr;
  csr.facts.name = "csr";
  Variant ell;
  ell.facts.name = "ell";
  return Catalogue({csr, ell});
}

std::filesystem::path source_dir() {
  const char* dir = std::getenv("SPTUNE_SOURCE_DIR");
  if (dir == nullptr) throw std::runtime_error("SPTUNE_SOURCE_DIR is not set: run through ctest");
  return dir;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> repeated_ids(const std::string& html) {
  static const std::regex id(" id=\"([^\"]*)\"");
  std::set<std::string> seen;
  std::vector<std::string> repeated;
  for (std::sregex_iterator at(html.begin(), html.end(), id), end; at != end; ++at) {
    if (!seen.insert((*at)[1]).second) repeated.push_back((*at)[1]);
  }
  if (seen.empty()) throw std::runtime_error("no id at all: is it a page?");
  return repeated;
}

namespace {

/// A selector and what its rule says.
using Rule = std::pair<std::string, std::string>;

/// Those of `@media` blocks, too, one for each selector.
std::vector<Rule> rules_of(const std::string& css) {
  std::vector<Rule> rules;
  std::size_t begin = 0;
  for (std::size_t end = css.find('}'); end != std::string::npos;
       begin = end + 1, end = css.find('}', begin)) {
    const std::size_t open = css.rfind('{', end);
    if (open == std::string::npos || open < begin) continue;  // the end of a block
    std::istringstream selectors(css.substr(begin, open - begin));
    for (std::string one; std::getline(selectors, one, ',');) {
      const std::size_t first = one.find_first_not_of(" \n");
      const std::size_t last = one.find_last_not_of(" \n");
      if (first == std::string::npos) continue;
      rules.emplace_back(one.substr(first, last - first + 1), css.substr(open, end - open));
    }
  }
  return rules;
}

/// Whether a rule paints elements `tag` of a class: themselves, or the paths in a group.
bool painted(const std::vector<Rule>& rules, const std::string& tag, const std::string& name) {
  for (const auto& [selector, body] : rules) {
    const bool applies =
        tag == "g" ? selector.ends_with("." + name + " path")
                   : selector.ends_with(" ." + name) || selector.ends_with(" " + tag + "." + name);
    const char* property = tag == "rect" ? "fill:" : "stroke";
    if (applies && body.find(property) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> classes_without_colour(const std::string& html) {
  const std::string css = html.substr(0, html.find("</style>"));
  const auto rules = rules_of(css.substr(css.find("<style>") + 7));
  static const std::regex element("<(rect|line|path|circle|g) [^>]*?class=\"([^\"]*)\"");
  std::set<std::string> bare;
  std::size_t seen = 0;
  for (std::sregex_iterator at(html.begin(), html.end(), element), end; at != end; ++at) {
    const std::string tag = (*at)[1];
    std::istringstream names((*at)[2]);
    for (std::string name; names >> name; ++seen) {
      if (!painted(rules, tag, name)) bare.insert(tag + "." + name);
    }
  }
  if (seen == 0) throw std::runtime_error("no class at all: is there a drawing?");
  return {bare.begin(), bare.end()};
}

RecordedDatabase::RecordedDatabase() {
  { const db::Store empty(file(), db::OpenMode::create); }
  sqlite3* handle = nullptr;
  sqlite3_open(file().c_str(), &handle);
  char* message = nullptr;
  const std::string sql = read_file(source_dir() / "tests/reports/recorded.sql");
  const int status = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message);
  const std::string why = message == nullptr ? "" : message;
  sqlite3_free(message);
  sqlite3_close(handle);
  if (status != SQLITE_OK) throw std::runtime_error("recorded.sql: " + why);
}

}  // namespace sptune::reports
