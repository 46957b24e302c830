// SPDX-License-Identifier: BSD-3-Clause
// The schema explained by itself: docs/schema.md is made from the schema as SQLite holds it.
#pragma once

#include <string>
#include <vector>

namespace sptune::db {

struct ColumnDescription {
  std::string name, type, meaning;
  bool nullable = false, key = false;
  std::string refers_to;  ///< table, empty when it is no foreign key
};

struct TableDescription {
  std::string name, meaning;
  bool view = false;
  std::vector<ColumnDescription> columns;
};

/// Tables and views in order of creation, from a database freshly made in memory. Meanings are the
/// comments of db/schema/*.sql, which SQLite keeps.
[[nodiscard]] std::vector<TableDescription> describe_schema();

/// docs/schema.md: diagram, tables, views, and the named queries with their SQL.
[[nodiscard]] std::string schema_markdown();
/// The statements that make the schema.
[[nodiscard]] std::string schema_sql();

}  // namespace sptune::db
