// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "suites/collections/suite_parts.hpp"
#include "suites/io/byte_source.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/market_header.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <system_error>

namespace sptune::suites {
namespace {

namespace fs = std::filesystem;
using Row = std::map<std::string, std::string>;
using Records = std::vector<std::vector<std::string>>;

/// Records of comma-separated text (RFC 4180: fields in quotes may hold commas, quotes and
/// newlines), but blank lines. Spreadsheets begin theirs with a byte order mark.
Records parse_csv(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  Records records;
  std::vector<std::string> record;
  std::string field;
  bool in_quotes = false;
  const auto end_field = [&] {
    record.push_back(std::move(field));
    field.clear();
  };
  const auto end_record = [&] {
    end_field();
    if (record.size() > 1 || !record.front().empty()) records.push_back(std::move(record));
    record.clear();
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
      end_record();
    } else if (c != '\r') {
      field += c;
    }
  }
  if (!field.empty() || !record.empty()) end_record();
  return records;
}

bool names_files(const Records& records) {
  return !records.empty() &&
         std::find(records.front().begin(), records.front().end(), "file") != records.front().end();
}

/// Rows of a catalogue by the name of their file.
std::map<std::string, Row> catalogue_rows(const fs::path& path, const Records& records) {
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

/// In the folder or above it. There, a file of this name may be anybody's.
std::map<std::string, Row> find_catalogue(const fs::path& folder, Suite& suite) {
  std::error_code none;
  for (const fs::path& place : {folder, folder / ".."}) {
    const fs::path path = place / "catalogue.csv";
    if (!fs::is_regular_file(path, none)) continue;
    const Records records = parse_csv(read_text_file(path));
    if (names_files(records)) return catalogue_rows(path, records);
    if (place == folder) {
      throw InputError(path.string() +
                       ":1: expected a column 'file', found none; it names each row's matrix file");
    }
    suite.passed_over.push_back(
        {"../catalogue.csv", "it has no column 'file', and so is no catalogue of matrices"});
  }
  return {};
}

bool holds_matrices(const fs::path& folder) {
  constexpr int deepest = 2;  // as <group>/<name>/<name>.mtx
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    if (walk.depth() >= deepest) walk.disable_recursion_pending();
    std::error_code none;
    if (walk->is_regular_file(none) && looks_like_matrix_file(walk->path())) return true;
  }
  return false;
}

/// Puts one thing of a folder where it belongs.
void sort_in(const fs::directory_entry& found, std::vector<fs::path>& files, Suite& suite) {
  const fs::path& path = found.path();
  const std::string name = path.filename().string();
  const std::string shown = is_utf8(name) ? name : market::in_short(name);
  std::error_code none;
  if (found.is_directory(none)) {
    if (holds_matrices(path)) {
      suite.passed_over.push_back(
          {shown,
           "matrices in a subfolder are not taken; use it as a suite of its own, or "
           "\"include\" it in a manifest"});
    }
  } else if (!looks_like_matrix_file(path)) {
    if (found.is_regular_file(none) && may_hold_a_matrix(path)) {
      suite.passed_over.push_back(
          {shown, "its format is not read; convert it to Matrix Market (.mtx)"});
    }
  } else if (!is_utf8(name)) {
    suite.left_out.push_back({shown, "expected a name in UTF-8, found other bytes; rename it"});
  } else if (found.is_regular_file(none)) {
    files.push_back(path);
  } else if (found.is_symlink(none)) {
    suite.left_out.push_back({shown, "expected a file, found a link to " +
                                         market::in_short(fs::read_symlink(path, none).string()) +
                                         ", which is not there; restore it or remove the link"});
  }
}

/// The first of them, for a folder of which nothing is left.
std::string named(const Suite& suite) {
  std::string out;
  for (const auto* list : {&suite.left_out, &suite.passed_over}) {
    if (out.empty() && !list->empty()) {
      out = " but " + list->front().name + " (" + list->front().reason + ")";
    }
  }
  return out;
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
  Suite suite;
  std::vector<fs::path> files;
  fs::directory_iterator walk(folder, error);
  for (; !error && walk != fs::directory_iterator(); walk.increment(error)) {
    sort_in(*walk, files, suite);
  }
  if (error) {
    throw InputError(folder.string() + ": expected a readable folder, found: " + error.message());
  }
  if (files.empty()) {
    throw InputError(folder.string() +
                     ": expected matrix files (.mtx, .mtx.gz, .mtx.xz, .mtx.zst, "
                     ".tar.gz), found none" +
                     named(suite) + "; check the folder");
  }
  std::sort(files.begin(), files.end());
  const auto by_name = [](const NoEntry& a, const NoEntry& b) { return a.name < b.name; };
  std::sort(suite.left_out.begin(), suite.left_out.end(), by_name);
  std::sort(suite.passed_over.begin(), suite.passed_over.end(), by_name);
  const auto catalogue = find_catalogue(folder, suite);
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
