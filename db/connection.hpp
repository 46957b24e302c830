// SPDX-License-Identifier: BSD-3-Clause
// How a file is opened, and how SQLite's complaints become one line for people.
#pragma once

#include "db/migrate.hpp"
#include "db/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::db {

/// "sptn": tells our files from other programs'.
inline constexpr std::int32_t application_id = 0x7370746e;

/// Rethrows as DatabaseError: busy, full, damaged, read-only, not a database, …
[[noreturn]] void throw_database_error(const std::filesystem::path& file,
                                       const SQLite::Exception& error);

/// Runs `f` with SQLite's exceptions turned into DatabaseError.
template <class F>
decltype(auto) guarded(const std::filesystem::path& file, F&& f) {
  try {
    return f();
  } catch (const SQLite::Exception& error) {
    throw_database_error(file, error);
  }
}

/// Whether the path lies on a filesystem of another machine (NFS, SMB, Lustre, FUSE, …), where the
/// shared memory of a write-ahead log does not work.
[[nodiscard]] bool on_network_filesystem(const std::filesystem::path& path);

/// Throws DatabaseError unless the file is an SQLite file (or absent or empty, when `may_create`).
void require_sqlite_file(const std::filesystem::path& file, bool may_create);

/// Read-only, without side effects on the file; works on read-only media. Only our own files.
[[nodiscard]] std::unique_ptr<SQLite::Database> open_for_reading(const std::filesystem::path& file,
                                                                 const StoreOptions& options = {});
/// For writing: journal mode chosen by the filesystem, created or migrated as needed; `migrated`
/// tells what was done, in place of a warning. The caller holds the WriterLock.
[[nodiscard]] std::unique_ptr<SQLite::Database> open_for_writing(const std::filesystem::path& file,
                                                                 bool may_create,
                                                                 const StoreOptions& options = {},
                                                                 Migrated* migrated = nullptr);

/// Throws DatabaseError for a file that is marked as ours and says schema 0, which no sptune
/// writes.
void require_sound_version(SQLite::Database& db, const std::filesystem::path& file);

/// Warns as the options or warn_by_default say.
void tell(const StoreOptions& options, const std::string& line);

/// Copies a whole database into an empty one, through SQLite, so that what still stands in the
/// write-ahead log comes along. Throws SQLite::Exception, also where either is locked and stays so.
void copy_whole(SQLite::Database& to, SQLite::Database& from);

/// `name`, else `name.2`, `name.3`, …: the first that stands for none of `files`, so that what is
/// there may be removed.
[[nodiscard]] std::filesystem::path scratch_name(const std::filesystem::path& name,
                                                 const std::vector<std::filesystem::path>& files);

/// With what SQLite puts beside it; as far as there is something to remove.
void remove_database(const std::filesystem::path& file);
/// A file in the making: removed with this, unless it was kept or has another name by then.
struct PartialDatabase {
  explicit PartialDatabase(std::filesystem::path path) : file(std::move(path)) {}
  ~PartialDatabase() {
    if (!kept) remove_database(file);
  }
  PartialDatabase(const PartialDatabase&) = delete;
  PartialDatabase& operator=(const PartialDatabase&) = delete;

  std::filesystem::path file;
  bool kept = false;
};

/// Gives a finished file its name. Throws DatabaseError.
void move_into_place(const std::filesystem::path& partial, const std::filesystem::path& name);

}  // namespace sptune::db
