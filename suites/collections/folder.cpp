// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "suites/collections/suite_parts.hpp"
#include "suites/io/byte_source.hpp"
#include "suites/io/file_io.hpp"

#include <algorithm>
#include <map>
#include <system_error>

namespace sptune::suites {
namespace {

namespace fs = std::filesystem;
using Row = std::map<std::string, std::string>;

/// Records of comma-separated text (RFC 4180: fields in quotes may hold commas, quotes and
/// newlines).
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> records;
  std::vector<std::string> record;
  std::string field;
  bool in_quotes = false;
  const auto end_field = [&] {
    record.push_back(std::move(field));
    field.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_quotes) {
      if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
        field += '"';
        ++i;
      } else if (c == '"') {
        in_quotes = false;
      } else {
        field += c;
      }
    } else if (c == '"') {
      in_quotes = true;
    } else if (c == ',') {
      end_field();
    } else if (c == '\n') {
      end_field();
      records.push_back(std::move(record));
      record.clear();
    } else if (c != '\r') {
      field += c;
    }
  }
  if (!field.empty() || !record.empty()) {
    end_field();
    records.push_back(std::move(record));
  }
  return records;
}

/// Rows of a catalogue by the name of their file.
std::map<std::string, Row> read_catalogue(const fs::path& path) {
  const auto records = parse_csv(read_text_file(path));
  const auto has_column = [&](const char* name) {
    return std::find(records.front().begin(), records.front().end(), name) != records.front().end();
  };
  if (records.empty() || !has_column("file")) {
    throw InputError(path.string() +
                     ":1: expected a column 'file', found none; it names each row's matrix file");
  }
  std::map<std::string, Row> out;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].size() != records.front().size()) {
      throw InputError(path.string() + ": expected " + std::to_string(records.front().size()) +
                       " columns in record " + std::to_string(i) + ", found " +
                       std::to_string(records[i].size()));
    }
    Row row;
    for (std::size_t k = 0; k < records[i].size(); ++k) row[records.front()[k]] = records[i][k];
    const std::string file = fs::path(row["file"]).filename().string();
    out[file] = std::move(row);
  }
  return out;
}

std::map<std::string, Row> find_catalogue(const fs::path& folder) {
  std::error_code none;
  for (const fs::path& place : {folder, folder / ".."}) {
    const fs::path path = place / "catalogue.csv";
    if (fs::is_regular_file(path, none)) return read_catalogue(path);
  }
  return {};
}

void apply_catalogue(SuiteEntry& entry, const Row& row) {
  const auto cell = [&](const char* column) -> std::string {
    const auto found = row.find(column);
    return found == row.end() ? "" : found->second;
  };
  if (!cell("group").empty()) entry.group = cell("group");
  if (!cell("name").empty()) {
    entry.name = cell("group").empty() ? cell("name") : cell("group") + "/" + cell("name");
  }
  entry.kind = cell("kind");
  entry.seeded_values = cell("values_dropped") == "1";
  if (!cell("sha256").empty()) entry.sha256 = checked_sha256(cell("sha256"), cell("file"));
  entry.split = split_of(entry.group, entry.name);
}

}  // namespace

SuiteEntry entry_of_file(const fs::path& path) {
  const std::string stem = matrix_stem(path);
  const auto border = stem.find("__");
  const bool grouped = border != std::string::npos && border > 0;
  SuiteEntry entry;
  entry.group = grouped ? stem.substr(0, border) : stem;
  entry.name = grouped ? entry.group + "/" + stem.substr(border + 2) : stem;
  entry.split = split_of(entry.group, entry.name);
  entry.source = "file:" + path.string();
  return entry;
}

Suite import_folder(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  fs::directory_iterator walk(folder, error);
  for (; !error && walk != fs::directory_iterator(); walk.increment(error)) {
    if (walk->is_regular_file() && looks_like_matrix_file(walk->path())) {
      files.push_back(walk->path());
    }
  }
  if (error) {
    throw InputError(folder.string() + ": expected a readable folder, found: " + error.message());
  }
  if (files.empty()) {
    throw InputError(folder.string() +
                     ": expected matrix files (.mtx, .mtx.gz, .mtx.xz, .mtx.zst, "
                     ".tar.gz), found none; check the folder");
  }
  std::sort(files.begin(), files.end());
  const auto catalogue = find_catalogue(folder);
  Suite suite;
  suite.name = fs::weakly_canonical(folder).filename().string();
  suite.description = std::to_string(files.size()) + " files of a folder";
  for (const auto& file : files) {
    SuiteEntry entry = entry_of_file(file);
    const auto row = catalogue.find(file.filename().string());
    if (row != catalogue.end()) apply_catalogue(entry, row->second);
    suite.entries.push_back(std::move(entry));
  }
  return suite;
}

}  // namespace sptune::suites
