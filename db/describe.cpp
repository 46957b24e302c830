// SPDX-License-Identifier: BSD-3-Clause
#include "db/describe.hpp"

#include "db/embedded_sql.hpp"
#include "db/migrate.hpp"
#include "db/query.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

namespace sptune::db {
namespace {

struct Comments {
  std::string table;
  std::map<std::string, std::string> columns;
};

/// `  -- text` alone describes the table; `… name … -- text` describes a column: the first word of
/// the line in a table, the last one before the comment in a view.
Comments comments_of(const std::string& sql, bool view) {
  Comments comments;
  const std::regex alone("^\\s*-- (.*)$");
  const std::regex behind("^(.*[^ ]),? +-- (.*)$");
  const std::regex first_word("^\\s*([a-z_0-9]+) ");
  const std::regex last_word("([a-z_0-9*]+),?$");
  std::istringstream in(sql);
  // A column's definition may take several lines; its name is then on the first of them.
  std::string pending;
  for (std::string line; std::getline(in, line);) {
    std::smatch m;
    if (std::regex_match(line, m, alone)) {
      comments.table += (comments.table.empty() ? "" : " ") + m[1].str();
      continue;
    }
    std::smatch word;
    if (!view && pending.empty() && std::regex_search(line, word, first_word)) pending = word[1];
    if (!std::regex_match(line, m, behind)) continue;
    const std::string before = m[1];
    std::string name = pending;
    if (view && std::regex_search(before, word, last_word)) name = word[1];
    comments.columns[name.substr(name.rfind('.') + 1)] = m[2];
    pending.clear();
  }
  return comments;
}

TableDescription describe(SQLite::Database& db, const std::string& name, bool view,
                          const std::string& sql) {
  TableDescription table;
  table.name = name;
  table.view = view;
  const Comments comments = comments_of(sql, view);
  table.meaning = comments.table;
  std::map<std::string, std::string> references;
  SQLite::Statement keys(db, "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)");
  keys.bind(1, name);
  while (keys.executeStep())
    references[keys.getColumn(0).getString()] = keys.getColumn(1).getString();
  SQLite::Statement s(db, "SELECT name, type, \"notnull\", pk FROM pragma_table_xinfo(?)");
  s.bind(1, name);
  while (s.executeStep()) {
    ColumnDescription c;
    c.name = s.getColumn(0).getString();
    c.type = s.getColumn(1).getString();
    c.key = s.getColumn(3).getInt() != 0;
    c.nullable = s.getColumn(2).getInt() == 0 && !c.key;
    if (const auto found = comments.columns.find(c.name); found != comments.columns.end()) {
      c.meaning = found->second;
    }
    if (const auto found = references.find(c.name); found != references.end()) {
      c.refers_to = found->second;
    }
    table.columns.push_back(std::move(c));
  }
  return table;
}

std::string diagram(const std::vector<TableDescription>& tables) {
  std::string text = "```mermaid\nerDiagram\n";
  for (const TableDescription& t : tables) {
    if (t.view) continue;
    for (const ColumnDescription& c : t.columns) {
      if (c.refers_to.empty()) continue;
      const auto keys = std::count_if(t.columns.begin(), t.columns.end(),
                                      [](const ColumnDescription& k) { return k.key; });
      text += fmt::format("  {} ||--{} {} : {}\n", c.refers_to, c.key && keys == 1 ? "o|" : "o{",
                          t.name, c.name);
    }
  }
  for (const TableDescription& t : tables) {
    if (t.view) continue;
    text += fmt::format("  {} {{\n", t.name);
    for (const ColumnDescription& c : t.columns) {
      text += fmt::format(
          "    {} {}{}\n", c.type, c.name,
          c.key ? (c.refers_to.empty() ? " PK" : " PK,FK") : (c.refers_to.empty() ? "" : " FK"));
    }
    text += "  }\n";
  }
  return text + "```\n";
}

/// A vertical bar would end a cell.
std::string cell(const std::string& text) {
  return std::regex_replace(text, std::regex("\\|"), "\\|");
}

std::string section(const TableDescription& t) {
  std::string text = fmt::format("### {}\n\n{}\n\n", t.name, t.meaning);
  text += t.view ? "| column | meaning |\n| --- | --- |\n"
                 : "| column | type | meaning |\n| --- | --- | --- |\n";
  for (const ColumnDescription& c : t.columns) {
    if (t.view) {
      text += fmt::format("| {} | {} |\n", c.name, cell(c.meaning));
      continue;
    }
    std::string type = c.type;
    if (c.key) type += ", key";
    if (!c.refers_to.empty()) type += fmt::format(" → [{0}](#{0})", c.refers_to);
    if (c.nullable) type += ", may be NULL";
    text += fmt::format("| {} | {} | {} |\n", c.name, type, cell(c.meaning));
  }
  return text + "\n";
}

std::string queries() {
  std::string text =
      "## Queries that come with the program\n\n"
      "`sptune query --db FILE --named NAME` runs one, `-p name=value` sets a parameter, "
      "`--show-sql` "
      "prints it.\n\n";
  for (const NamedQuery& q : named_queries()) {
    if (q.internal) continue;
    text += fmt::format("### `{}`: {}\n\n", q.name, q.summary);
    if (!q.notes.empty()) text += q.notes + "\n\n";
    if (!q.parameters.empty()) {
      text += "Parameters:";
      for (const std::string& p : q.parameters) text += fmt::format(" `{}`", p);
      text += "\n\n";
    }
    text += fmt::format("```sql\n{}\n```\n\n", q.sql);
  }
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

/// A table keeps the comments that it was created with, in every file. What a later schema says
/// instead stands there as a line `-- table.column: text`.
void amend_meanings(std::vector<TableDescription>& tables) {
  const std::regex line_of("^-- ([a-z_]+)\\.([a-z_]+): (.*)$");
  for (const EmbeddedSql& file : schema_files()) {
    std::istringstream in{std::string(file.text)};
    for (std::string line; std::getline(in, line);) {
      std::smatch m;
      if (!std::regex_match(line, m, line_of)) continue;
      for (TableDescription& t : tables) {
        if (t.name != m[1]) continue;
        for (ColumnDescription& c : t.columns) {
          if (c.name == m[2]) c.meaning = m[3];
        }
      }
    }
  }
}

/// Columns that a view passes through from another one mean the same there.
void inherit_meanings(std::vector<TableDescription>& tables) {
  std::map<std::string, std::string> meanings;
  for (const char* name : {"trial_flat", "counted", "result", "usable"}) {
    for (TableDescription& t : tables) {
      if (t.name != name) continue;
      for (ColumnDescription& c : t.columns) {
        if (c.meaning.empty()) c.meaning = meanings[c.name];
        meanings[c.name] = c.meaning;
      }
    }
  }
}

}  // namespace

std::vector<TableDescription> describe_schema() {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(db, ":memory:", builtin_migrations());
  std::vector<TableDescription> tables;
  SQLite::Statement s(
      db,
      "SELECT name, type = 'view', sql FROM sqlite_schema "
      "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
  while (s.executeStep()) {
    tables.push_back(describe(db, s.getColumn(0).getString(), s.getColumn(1).getInt() != 0,
                              s.getColumn(2).getString()));
  }
  amend_meanings(tables);
  inherit_meanings(tables);
  return tables;
}

std::string schema_markdown() {
  const std::vector<TableDescription> tables = describe_schema();
  std::string text = fmt::format(
      "<!-- Made by `sptune db schema --markdown`; edit db/schema/*.sql or reports/queries/*.sql. "
      "-->\n"
      "# The database\n\n"
      "One SQLite file, schema version {}. `application_id` is 0x7370746e (\"sptn\"), "
      "`user_version` the "
      "schema's version. Trials are appended, one transaction each, and never changed. Times in "
      "columns "
      "ending in `_us` are microseconds, in `_s` seconds; sizes are bytes. Read the views; the "
      "tables are "
      "there for what the views do not answer. What makes two trials comparable is argued in "
      "[decision 003](decisions/003-what-is-the-same-trial.md).\n\n",
      latest_version(builtin_migrations()));
  text += diagram(tables);
  text += "\n## Views\n\n";
  for (const TableDescription& t : tables) {
    if (t.view) text += section(t);
  }
  text += "## Tables\n\n";
  for (const TableDescription& t : tables) {
    if (!t.view) text += section(t);
  }
  return text + queries();
}

std::string schema_sql() {
  std::string text;
  for (const EmbeddedSql& file : schema_files()) text += std::string(file.text) + "\n";
  return text;
}

}  // namespace sptune::db
