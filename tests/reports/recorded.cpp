// SPDX-License-Identifier: BSD-3-Clause
#include "tests/reports/recorded.hpp"

#include "db/store.hpp"

#include <sqlite3.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
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
