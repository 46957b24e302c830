// SPDX-License-Identifier: BSD-3-Clause
#include "db/query.hpp"

#include "db/impl.hpp"
#include "db/migrate.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cctype>
#include <cmath>
#include <cstring>
#include <memory>

namespace sptune::db {
namespace {

std::vector<float> floats_in(const void* bytes, std::size_t size) {
  std::vector<float> samples(size / sizeof(float));
  if (!samples.empty()) std::memcpy(samples.data(), bytes, samples.size() * sizeof(float));
  return samples;
}

/// floats(blob): samples as a JSON array, for people and for json_each.
void floats(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return sqlite3_result_null(context);
  const auto n = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  if (n % sizeof(float) != 0) {
    return sqlite3_result_error(context, "floats(): length is not a multiple of 4", -1);
  }
  std::string text = "[";
  for (const float sample : floats_in(sqlite3_value_blob(values[0]), n)) {
    if (text.size() > 1) text += ',';
    text += std::isfinite(sample) ? fmt::format("{}", sample) : "null";
  }
  text += "]";
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

void add_functions(SQLite::Database& db) {
  sqlite3_create_function_v2(db.getHandle(), "floats", 1,
                             SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr, floats,
                             nullptr, nullptr, nullptr);
}

bool only_blank_or_comment(std::string_view text) {
  while (!text.empty()) {
    if (std::isspace(static_cast<unsigned char>(text.front())) != 0 || text.front() == ';') {
      text.remove_prefix(1);
    } else if (text.substr(0, 2) == "--") {
      const std::size_t end = text.find('\n');
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end);
    } else if (text.substr(0, 2) == "/*") {
      const std::size_t end = text.find("*/", 2);
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
    } else {
      return false;
    }
  }
  return true;
}

struct Finalise {
  void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalise>;

Statement prepare(SQLite::Database& db, const std::filesystem::path& file, const std::string& sql) {
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int rc = sqlite3_prepare_v2(db.getHandle(), sql.c_str(), static_cast<int>(sql.size()) + 1,
                                    &raw, &tail);
  Statement statement(raw);
  if (rc == SQLITE_ERROR || rc == SQLITE_RANGE || rc == SQLITE_TOOBIG) {
    const std::string why = sqlite3_errmsg(db.getHandle());
    const int found = schema_version(db);
    const int known = latest_version(builtin_migrations());
    if (found < known) {
      throw DatabaseError(fmt::format(
          "{0}: schema {1}, this sptune asks for what {2} has: run `sptune db migrate {0}` "
          "(it keeps a backup); query: {3}",
          file.string(), found, known, why));
    }
    throw UsageError(fmt::format("query: {}: docs/schema.md lists tables and columns", why));
  }
  if (rc != SQLITE_OK) throw SQLite::Exception(db.getHandle(), rc);
  if (statement == nullptr) throw UsageError("query: empty statement, expected SELECT …");
  if (!only_blank_or_comment(tail)) {
    throw UsageError("query: more than one statement, expected one SELECT");
  }
  if (sqlite3_stmt_readonly(statement.get()) == 0) {
    throw UsageError("query: the statement would write; queries only read");
  }
  return statement;
}

void bind(sqlite3_stmt* s, int i, const Cell& cell) {
  struct Binder {
    sqlite3_stmt* s;
    int i;
    int operator()(std::monostate) const { return sqlite3_bind_null(s, i); }
    int operator()(std::int64_t v) const { return sqlite3_bind_int64(s, i, v); }
    int operator()(double v) const { return sqlite3_bind_double(s, i, v); }
    int operator()(const std::string& v) const {
      return sqlite3_bind_text(s, i, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT);
    }
    int operator()(const Bytes& v) const {
      return sqlite3_bind_blob(s, i, v.data(), static_cast<int>(v.size()), SQLITE_TRANSIENT);
    }
  };
  if (std::visit(Binder{s, i}, cell) != SQLITE_OK) throw UsageError("query: parameter too large");
}

void bind_all(sqlite3_stmt* s, const Parameters& parameters) {
  for (const auto& [name, value] : parameters) {
    const int i = sqlite3_bind_parameter_index(s, (":" + name).c_str());
    if (i == 0) {
      std::string known;
      for (int k = 1; k <= sqlite3_bind_parameter_count(s); ++k) {
        const char* other = sqlite3_bind_parameter_name(s, k);
        if (other != nullptr) known += fmt::format("{}{}", known.empty() ? "" : ", ", other + 1);
      }
      throw UsageError(fmt::format("query: no parameter '{}'; it has: {}", name,
                                   known.empty() ? "none" : known));
    }
    bind(s, i, value);
  }
}

Cell cell(sqlite3_stmt* s, int i) {
  switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
      return Cell(std::int64_t{sqlite3_column_int64(s, i)});
    case SQLITE_FLOAT:
      return Cell(sqlite3_column_double(s, i));
    case SQLITE_TEXT: {
      const auto* text =
          static_cast<const char*>(static_cast<const void*>(sqlite3_column_text(s, i)));
      return Cell(std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(s, i))));
    }
    case SQLITE_BLOB: {
      const auto* data = static_cast<const unsigned char*>(sqlite3_column_blob(s, i));
      return Cell(Bytes(data, data + sqlite3_column_bytes(s, i)));
    }
    default:
      return {};
  }
}

void run(SQLite::Database& db, const std::filesystem::path& file, const std::string& sql,
         const Parameters& parameters, const RowSink& sink) {
  const Statement s = prepare(db, file, sql);
  bind_all(s.get(), parameters);
  const int n = sqlite3_column_count(s.get());
  std::vector<std::string> columns;
  columns.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) columns.emplace_back(sqlite3_column_name(s.get(), i));
  sink.begin(columns);
  Row row(static_cast<std::size_t>(n));
  for (;;) {
    const int rc = sqlite3_step(s.get());
    if (rc == SQLITE_DONE) return;
    if (rc == SQLITE_ERROR) {
      throw UsageError(fmt::format("query: {}", sqlite3_errmsg(db.getHandle())));
    }
    if (rc != SQLITE_ROW) throw SQLite::Exception(db.getHandle(), rc);
    for (int i = 0; i < n; ++i) row[static_cast<std::size_t>(i)] = cell(s.get(), i);
    sink.row(row);
  }
}

RowSink collect(Table& table) {
  return {[&table](const std::vector<std::string>& columns) { table.columns = columns; },
          [&table](const Row& row) { table.rows.push_back(row); }};
}

}  // namespace

std::vector<float> samples_of(const Cell& cell) {
  const auto* blob = std::get_if<Bytes>(&cell);
  return blob == nullptr ? std::vector<float>{} : floats_in(blob->data(), blob->size());
}

void query(const std::filesystem::path& file, const std::string& sql, const Parameters& parameters,
           const RowSink& sink) {
  const auto db = open_for_reading(file);
  add_functions(*db);
  guarded(file, [&] { run(*db, file, sql, parameters, sink); });
}

Table query(const std::filesystem::path& file, const std::string& sql,
            const Parameters& parameters) {
  Table table;
  query(file, sql, parameters, collect(table));
  return table;
}

Table query(const Store& store, const std::string& sql, const Parameters& parameters) {
  Table table;
  add_functions(*store.impl().db);
  const auto& file = store.impl().file;
  guarded(file, [&] { run(*store.impl().db, file, sql, parameters, collect(table)); });
  return table;
}

}  // namespace sptune::db
