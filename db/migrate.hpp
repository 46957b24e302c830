// SPDX-License-Identifier: BSD-3-Clause
// Versions of the schema, and the way forward from an older file: always forward, in one
// transaction, after a backup. There is no way back and none is needed: the backup is the way back.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace SQLite {  // NOLINT(readability-identifier-naming): theirs
class Database;
}

namespace sptune::db {

/// What brings a file of version `version - 1` to `version`. Text only; never changed once
/// released.
struct Migration {
  int version = 0;
  std::string sql;
  void (*then)(SQLite::Database& database) =
      nullptr;  ///< what rows of older programs need beyond it
};

/// db/schema/NNN_*.sql, versions 1, 2, … without a gap.
[[nodiscard]] const std::vector<Migration>& builtin_migrations();
[[nodiscard]] int latest_version(const std::vector<Migration>& migrations);

/// PRAGMA user_version: 0 for a file without a schema.
[[nodiscard]] int schema_version(SQLite::Database& database);

struct Migrated {
  int from = 0, to = 0;
  std::filesystem::path backup;  ///< empty when there was nothing to keep
};

/// Applies what is missing, in one transaction, and marks the file as ours. A file that holds a
/// schema is first copied to `<file>.backup-v<version>` (`.2`, `.3`, … when that exists). Throws
/// DatabaseError or SQLite::Exception; the file is then what it was.
Migrated migrate(SQLite::Database& database, const std::filesystem::path& file,
                 const std::vector<Migration>& migrations);

/// The same of a copy that is thrown away if it fails, which needs no backup; `original` is what
/// messages name.
Migrated migrate_copy(SQLite::Database& copy, const std::filesystem::path& original);

/// The same for a closed file: takes the writer's lock. Throws DatabaseError.
Migrated migrate_file(const std::filesystem::path& file);

}  // namespace sptune::db
