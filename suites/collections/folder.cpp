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

/// A table's records, up to the first that is none. Their numbers begin at the head's, 0.
struct Table {
  Records records;
  std::string problem;  ///< of the next one; empty where there is none
};

/// Comma-separated text (RFC 4180: fields in quotes may hold commas, quotes and newlines), but for
/// blank lines. Spreadsheets begin theirs with a byte order mark. A quote that neither begins nor
/// ends a field is a problem: taken for a beginning, it would make one field of all that follows.
Table parse_csv(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  Records records;
  std::vector<std::string> record;
  std::string field;
  bool in_quotes = false;
  bool quoted = false;  // the field was in quotes, which have ended
  const auto problem = [&](const std::string& expected, const std::string& found) {
    std::string why = "expected " + expected + " in record " + std::to_string(records.size()) +
                      ", found " + found;
    return Table{std::move(records), std::move(why)};
  };
  const auto end_field = [&] {
    record.push_back(std::move(field));
    field.clear();
    quoted = false;
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
        quoted = true;
      } else {
        field += c;
      }
    } else if (c == ',') {
      end_field();
    } else if (c == '\n') {
      end_record();
    } else if (quoted && c != '\r') {
      return problem("a comma or a line's end behind a field in quotes",
                     market::quoted(text.substr(i, 1)) + "; write a quote within quotes as two");
    } else if (c == '"' && !field.empty()) {
      return problem("quotes around a whole field",
                     "one behind " + market::quoted(field) +
                         "; put the field in quotes, and write a quote within as two");
    } else if (c == '"') {
      in_quotes = true;
    } else if (c != '\r') {
      field += c;
    }
  }
  if (in_quotes) return problem("a quote that ends a field", "none to the end of the file");
  if (!field.empty() || !record.empty()) end_record();
  return {std::move(records), {}};
}

bool names_files(const Records& records) {
  return !records.empty() &&
         std::find(records.front().begin(), records.front().end(), "file") != records.front().end();
}

/// What a catalogue says of files: its rows by the whole paths of theirs.
struct Catalogue {
  fs::path folder;    ///< the catalogue's own, in which its paths start
  std::string shown;  ///< its name from the suite's folder on
  std::map<fs::path, Row> rows;
};

Catalogue catalogue_of(const fs::path& path, std::string shown, const Records& records) {
  Catalogue out{fs::weakly_canonical(path.parent_path()), std::move(shown), {}};
  const auto fail = [&](std::size_t record, const std::string& expected, const std::string& found) {
    throw InputError(path.string() + ": expected " + expected + " in record " +
                     std::to_string(record) + ", found " + found);
  };
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].size() != records.front().size()) {
      fail(i, std::to_string(records.front().size()) + " columns",
           std::to_string(records[i].size()));
    }
    Row row;
    for (std::size_t k = 0; k < records[i].size(); ++k) row[records.front()[k]] = records[i][k];
    for (const char* column : {"file", "group", "name", "kind"}) {
      // A database would keep what no other program can decode.
      if (!is_utf8(row[column])) {
        fail(i, "UTF-8", market::quoted(row[column]) + "; save the table in that encoding");
      }
    }
    const std::string file = row["file"];
    if (!out.rows.emplace((out.folder / file).lexically_normal(), std::move(row)).second) {
      fail(i, "a file of its own", market::quoted(file) + " again; remove one of its records");
    }
  }
  return out;
}

/// In the folder or above it. There, a file of this name may be anybody's.
Catalogue find_catalogue(const fs::path& folder, Suite& suite) {
  std::error_code none;
  for (const char* shown : {"catalogue.csv", "../catalogue.csv"}) {
    const fs::path path = folder / shown;
    if (!fs::is_regular_file(path, none)) continue;
    const auto [records, problem] = parse_csv(read_text_file(path));
    const bool here = !std::string_view(shown).starts_with("..");
    if (!problem.empty() && (here || names_files(records))) {
      throw InputError(path.string() + ": " + problem);
    }
    if (names_files(records)) return catalogue_of(path, shown, records);
    if (here) {
      throw InputError(path.string() +
                       ":1: expected a column 'file', found none; it names each row's matrix file");
    }
    suite.passed_over.push_back(
        {shown, "it has no column 'file', and so is no catalogue of matrices"});
  }
  return {};
}

/// Whether files of that name lie in one of the folders below this one, and nowhere else.
bool is_in_one_folder(const fs::path& above, const fs::path& name) {
  std::error_code none;
  if (fs::exists(above / name, none)) return false;
  const auto holds_it = [&](const fs::directory_entry& e) {
    return fs::exists(e.path() / name, none);
  };
  return std::count_if(fs::directory_iterator(above, none), {}, holds_it) == 1;
}

/// What a catalogue says of a file of the suite's folder, or null. A name without a folder may
/// stand for a file further down while no other one has it.
const Row* row_of(const Catalogue& catalogue, const fs::path& folder, const fs::path& name) {
  const auto& rows = catalogue.rows;
  if (const auto found = rows.find(folder / name); found != rows.end()) return &found->second;
  const auto bare = rows.find(catalogue.folder / name);
  if (bare == rows.end() || !is_in_one_folder(catalogue.folder, name)) return nullptr;
  return &bare->second;
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
    const std::string_view why = why_no_matrix(path);
    if (!why.empty() && found.is_regular_file(none)) {
      suite.passed_over.push_back({shown, std::string(why)});
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
  FileNames names = names_of_file(path);
  SuiteEntry entry;
  entry.group = std::move(names.group);
  entry.name = std::move(names.name);
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
                     ".tar, .tar.gz), found none" +
                     named(suite) + "; check the folder");
  }
  std::sort(files.begin(), files.end());
  const auto by_name = [](const NoEntry& a, const NoEntry& b) { return a.name < b.name; };
  std::sort(suite.passed_over.begin(), suite.passed_over.end(), by_name);
  const Catalogue catalogue = find_catalogue(folder, suite);
  const fs::path whole = fs::weakly_canonical(folder);
  suite.name = whole.filename().string();
  bool used = false;
  std::map<std::string, std::string> file_of;  // by the name of its matrix
  for (const auto& file : files) {
    SuiteEntry entry = entry_of_file(file);
    const Row* const row = row_of(catalogue, whole, file.filename());
    if (row != nullptr) apply_catalogue(entry, *row);
    used = used || row != nullptr;
    const std::string shown = file.filename().string();
    if (const auto [first, fresh] = file_of.emplace(entry.name, shown); !fresh) {
      suite.left_out.push_back({shown, "expected a matrix with its own name, found " +
                                           market::quoted(entry.name) + ", which " + first->second +
                                           " has, too; remove or rename one"});
      continue;
    }
    suite.entries.push_back(std::move(entry));
  }
  std::sort(suite.left_out.begin(), suite.left_out.end(), by_name);
  suite.description = std::to_string(suite.entries.size()) + " files of a folder";
  if (!used && !catalogue.rows.empty()) {
    suite.passed_over.push_back({catalogue.shown,
                                 "it names no file of this folder; its paths start from the folder "
                                 "that it lies in"});
  }
  return suite;
}

}  // namespace sptune::suites
