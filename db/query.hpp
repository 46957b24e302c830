// SPDX-License-Identifier: BSD-3-Clause
// Asking a database questions in SQL, read-only, and the questions that come with the program.
#pragma once

#include "db/store.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sptune::db {

using Bytes = std::vector<unsigned char>;
/// One value: NULL, integer, real, text or BLOB.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string, Bytes>;
using Row = std::vector<Cell>;
/// Named parameters without their colon: {"matrix", "HB/1138_bus"} binds `:matrix`. A parameter of
/// the statement that is not given is NULL; one that the statement lacks is a UsageError.
using Parameters = std::vector<std::pair<std::string, Cell>>;

/// Samples as they lie in the column samples.us, microseconds; none of a cell that is no BLOB.
[[nodiscard]] std::vector<float> samples_of(const Cell& cell);

struct Table {
  std::vector<std::string> columns;
  std::vector<Row> rows;

  /// Throws UsageError for an unknown column.
  [[nodiscard]] std::size_t column(std::string_view name) const;
  /// NaN for NULL. Throws UsageError for an unknown column or for text.
  [[nodiscard]] double number(std::size_t row, std::string_view name) const;
  /// Any value as text, "" for NULL.
  [[nodiscard]] std::string text(std::size_t row, std::string_view name) const;
};

/// Receives a result as it is computed. `begin` comes once, also when there are no rows.
struct RowSink {
  std::function<void(const std::vector<std::string>& columns)> begin;
  std::function<void(const Row& row)> row;
};

/// Runs one reading statement. The SQL function `floats(blob)` turns samples into a JSON array.
/// Throws UsageError for a wrong statement, one that would write, or more than one; DatabaseError
/// for a file that cannot be read.
void query(const std::filesystem::path& file, const std::string& sql, const Parameters& parameters,
           const RowSink& sink);
Table query(const std::filesystem::path& file, const std::string& sql,
            const Parameters& parameters = {});
/// The same on an open Store: sees what it has committed.
Table query(const Store& store, const std::string& sql, const Parameters& parameters = {});

/// A question with a name: reports/queries/<name>.sql.
struct NamedQuery {
  std::string name;
  std::string summary;                  ///< first comment line of the file
  std::string notes;                    ///< the comment lines after it
  std::vector<std::string> parameters;  ///< without their colon
  std::string sql;                      ///< without the leading comments
  /// report_*, sweep_*, train_*, holdout_*, compare_*, calibrate_*: a part of those, not a question
  /// of its own.
  bool internal = false;
};
[[nodiscard]] const std::vector<NamedQuery>& named_queries();
/// Throws UsageError that lists the names.
[[nodiscard]] const NamedQuery& named_query(std::string_view name);

/// Results of a variant with a column for each of its axes: a statement with the parameter
/// `:variant`. Throws UsageError where the file has no variant of that name with axes.
[[nodiscard]] std::string axes_query(const std::filesystem::path& file, const std::string& variant);
/// Hashes of the problems that have a trial where the condition (Store::condition) holds.
[[nodiscard]] std::set<std::string> problems_where(const Store& store,
                                                   const std::string& condition);

enum class Format : std::uint8_t { table, csv, json };

/// A text as a field of CSV: quoted where RFC 4180 asks for it, with a ' before what a spreadsheet
/// would take for a formula.
[[nodiscard]] std::string csv_text(const std::string& text);

/// Writes rows as they come (csv: RFC 4180 with a header line, text by csv_text; json: an array of
/// objects; BLOBs as hex digits), or at the end (table: aligned columns, reals in 6 digits, control
/// characters shown). Call `finish` after the rows.
class Writer {
 public:
  Writer(std::ostream& out, Format format);
  void begin(const std::vector<std::string>& columns);
  void row(const Row& row);
  void finish();
  /// A sink that feeds this writer.
  [[nodiscard]] RowSink sink();

 private:
  void write_table();
  std::ostream& out_;
  Format format_;
  Table table_;
  std::size_t rows_ = 0;
};

void write(std::ostream& out, const Table& table, Format format);

}  // namespace sptune::db
