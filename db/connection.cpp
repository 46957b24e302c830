// SPDX-License-Identifier: BSD-3-Clause
#include "db/connection.hpp"

#include "db/check.hpp"
#include "db/migrate.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/Backup.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <functional>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

namespace sptune::db {
namespace {

// statfs(2) types of filesystems whose other clients do not share our memory.
constexpr std::array<std::int64_t, 13> network_types = {
    0x6969,      // NFS
    0x517b,      // SMB
    0xff534d42,  // CIFS
    0xfe534d42,  // SMB2
    0x0bd00bd0,  // Lustre
    0x47504653,  // GPFS
    0x00c36400,  // Ceph
    0x19830326,  // BeeGFS
    0x5346414f,  // AFS
    0x6b414653,  // kAFS
    0x01021997,  // 9P
    0x73757245,  // Coda
    0x65735546,  // FUSE: sshfs and the like cannot be told from local ones
};

/// A database, and what SQLite puts beside it.
constexpr std::array<const char*, 4> database_suffixes = {"", "-journal", "-wal", "-shm"};

/// The program's own, and what was told, by whoever it was.
struct DefaultWarnings {
  std::mutex mutex;
  std::function<void(const std::string& line)> warn;
  std::set<std::string> told;
};
DefaultWarnings& default_warnings() {
  static DefaultWarnings warnings;
  return warnings;
}

const std::vector<Migration>& migrations_of(const StoreOptions& options) {
  return options.migrations == nullptr ? builtin_migrations() : *options.migrations;
}

[[noreturn]] void throw_foreign(const std::filesystem::path& file) {
  throw DatabaseError(
      fmt::format("{}: an SQLite file of another program, expected one that sptune made: check the "
                  "name",
                  file.string()));
}

/// True when the file is ours, false when it is still blank; throws when it is somebody else's.
bool is_ours(SQLite::Database& db, const std::filesystem::path& file) {
  const int id = db.execAndGet("PRAGMA application_id").getInt();
  if (id == application_id) return true;
  const bool blank = id == 0 && schema_version(db) == 0 &&
                     db.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
  if (!blank) throw_foreign(file);
  return false;
}

/// `file:` URI of a path: everything that has a meaning in a URI is escaped.
std::string uri_of(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : file.string()) {
    const auto u = static_cast<unsigned char>(c);
    const bool plain =
        std::isalnum(u) != 0 || std::string_view("/-_.~").find(c) != std::string::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", u);
  }
  return uri;
}

/// Throws when it cannot be read.
void require_readable(SQLite::Database& db) {
  db.execAndGet("SELECT count(*) FROM sqlite_schema");
}

/// What a writer had begun when it was killed, and which only one that may write can take back.
bool has_hot_journal(const std::filesystem::path& file) {
  std::error_code none;
  const auto bytes = std::filesystem::file_size(file.string() + "-journal", none);
  return !none && bytes > 0;
}

/// Takes back what a killed writer had begun, as the next writer would: reading does it.
void roll_back(const std::filesystem::path& file, const StoreOptions& options) {
  try {
    SQLite::Database writer(file.string(), SQLite::OPEN_READWRITE, options.busy_timeout_ms);
    require_readable(writer);
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode() & 0xff;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) throw;
    throw DatabaseError(
        fmt::format("{0}: its writer was killed in the middle of a change, which {0}-journal takes "
                    "back: open it where both may be written, or copy both there",
                    file.string()));
  }
}

/// A file left in WAL mode on read-only media has no place for its shared memory. When no log
/// stands beside it the file is complete, and SQLite may take it as it is.
std::unique_ptr<SQLite::Database> open_unwritable(const std::filesystem::path& file) {
  return std::make_unique<SQLite::Database>(uri_of(file) + "?immutable=1",
                                            SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

void choose_journal(SQLite::Database& db, const std::filesystem::path& file,
                    const StoreOptions& options) {
  const bool network =
      options.network_filesystem.value_or(on_network_filesystem(file.parent_path()));
  if (!network) {
    const std::string mode = db.execAndGet("PRAGMA journal_mode = WAL").getString();
    if (mode == "wal") {
      // A commit is in the kernel's hands: no SIGKILL takes it back. Only loss of power can, and
      // then whole transactions from the end, which a resumed sweep measures again
      // (docs/decisions/003).
      db.exec("PRAGMA synchronous = NORMAL");
      return;
    }
    tell(options, fmt::format("{}: this filesystem allows no write-ahead log; readers have to wait "
                              "while a trial is written",
                              file.string()));
  } else {
    tell(options,
         fmt::format("{}: on a network filesystem; rollback journal instead of write-ahead "
                     "log, readers have to wait while a trial is written",
                     file.string()));
  }
  db.exec("PRAGMA journal_mode = DELETE");
  db.exec("PRAGMA synchronous = FULL");
}

}  // namespace

void warn_by_default(std::function<void(const std::string& line)> warn) {
  DefaultWarnings& d = default_warnings();
  const std::lock_guard lock(d.mutex);
  d.warn = std::move(warn);
}

void tell(const StoreOptions& options, const std::string& line) {
  std::function<void(const std::string& line)> warn = options.warn;
  {
    DefaultWarnings& d = default_warnings();
    const std::lock_guard lock(d.mutex);
    const bool is_new = d.told.insert(line).second;
    if (!warn && is_new) warn = d.warn;
  }
  if (warn) warn(line);
}

void throw_database_error(const std::filesystem::path& file, const SQLite::Exception& error) {
  const std::string name = file.string();
  std::string detail = error.what();
  std::replace(detail.begin(), detail.end(), '\n', ' ');
  switch (error.getErrorCode() & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw DatabaseError(fmt::format(
          "{}: locked by another program; nothing stored is lost: close it and try again", name));
    case SQLITE_FULL:
      throw DatabaseError(fmt::format(
          "{}: the disk is full; what was stored is safe: free some space, then repeat the "
          "command; a sweep goes on by `sptune sweep resume`",
          name));
    case SQLITE_READONLY:
      throw DatabaseError(
          fmt::format("{}: read-only file, folder or disk: copy it to where you may write", name));
    case SQLITE_CORRUPT:
      throw DatabaseError(
          fmt::format("{}: damaged ({}): {}", name, detail, remedy_of_damage(file)));
    case SQLITE_NOTADB:
      throw DatabaseError(
          fmt::format("{}: not an SQLite database, expected one that sptune made", name));
    case SQLITE_CANTOPEN:
      throw DatabaseError(fmt::format(
          "{}: cannot be opened ({}): check that the file and its folder may be read and written",
          name, detail));
    case SQLITE_IOERR:
      throw DatabaseError(fmt::format(
          "{}: input/output error {} ({}); what was stored is safe: check the disk, its free "
          "space and the limit of file sizes (`ulimit -f`), then repeat the command; a sweep goes "
          "on by `sptune sweep resume`",
          name, error.getExtendedErrorCode(), detail));
    default:
      throw DatabaseError(fmt::format("{}: {}", name, detail));
  }
}

bool on_network_filesystem(const std::filesystem::path& path) {
  struct statfs facts {};
  const std::string name = path.empty() ? "." : path.string();
  if (statfs(name.c_str(), &facts) != 0) return false;
  const std::int64_t type = static_cast<std::int64_t>(facts.f_type) & 0xffffffff;
  return std::find(network_types.begin(), network_types.end(), type) != network_types.end();
}

void require_sqlite_file(const std::filesystem::path& file, bool may_create) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw DatabaseError(fmt::format("{}: a folder, expected a database file", file.string()));
  }
  if (!std::filesystem::exists(file, ignored)) {
    if (may_create) return;
    throw DatabaseError(fmt::format(
        "{}: no such database: check the name, or make one with `sptune sweep run --db`",
        file.string()));
  }
  // Reading a pipe would wait for ever.
  if (!std::filesystem::is_regular_file(file, ignored)) {
    throw DatabaseError(
        fmt::format("{}: a pipe or device, expected a database file", file.string()));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw DatabaseError(fmt::format("{}: cannot be read: check its permissions", file.string()));
  }
  std::array<char, 16> head{};
  in.read(head.data(), head.size());
  if (in.gcount() == 0 && may_create) return;
  constexpr std::string_view magic("SQLite format 3\0", 16);
  if (std::string_view(head.data(), static_cast<std::size_t>(in.gcount())) != magic) {
    throw DatabaseError(fmt::format("{}: {}, expected a database that sptune made: check the name",
                                    file.string(),
                                    in.gcount() == 0 ? "an empty file" : "not an SQLite database"));
  }
}

std::unique_ptr<SQLite::Database> open_for_reading(const std::filesystem::path& file,
                                                   const StoreOptions& options) {
  require_sqlite_file(file, false);
  auto db = guarded(file, [&] {
    const auto open = [&] {
      auto opened = std::make_unique<SQLite::Database>(file.string(), SQLite::OPEN_READONLY,
                                                       options.busy_timeout_ms);
      require_readable(*opened);
      return opened;
    };
    try {
      return open();
    } catch (const SQLite::Exception& error) {
      const int code = error.getErrorCode() & 0xff;
      const bool unwritable = code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
      if (!unwritable || std::filesystem::exists(file.string() + "-wal")) throw;
    }
    if (!has_hot_journal(file)) return open_unwritable(file);
    roll_back(file, options);
    return open();
  });
  guarded(file, [&] {
    if (!is_ours(*db, file)) throw_foreign(file);
    db->exec("PRAGMA query_only = ON");
    const int version = schema_version(*db);
    const int known = latest_version(migrations_of(options));
    if (version > known) {
      tell(options,
           fmt::format("{}: schema {} of a newer sptune (this one knows up to {}); reading "
                       "what is understood",
                       file.string(), version, known));
    }
  });
  return db;
}

std::unique_ptr<SQLite::Database> open_for_writing(const std::filesystem::path& file,
                                                   bool may_create, const StoreOptions& options,
                                                   Migrated* migrated) {
  require_sqlite_file(file, may_create);
  return guarded(file, [&] {
    const int flags = SQLite::OPEN_READWRITE | (may_create ? SQLite::OPEN_CREATE : 0);
    auto db = std::make_unique<SQLite::Database>(file.string(), flags, options.busy_timeout_ms);
    if (sqlite3_db_readonly(db->getHandle(), "main") == 1) {
      throw DatabaseError(
          fmt::format("{}: read-only file: make it writable, or copy it to where you may write",
                      file.string()));
    }
    const bool ours = is_ours(*db, file);
    if (!ours && !may_create) throw_foreign(file);
    if (ours) require_sound_version(*db, file);
    const std::vector<Migration>& migrations = migrations_of(options);
    if (schema_version(*db) > latest_version(migrations)) {
      throw DatabaseError(
          fmt::format("{}: schema {} of a newer sptune, this one knows up to {}: update sptune; "
                      "reading is possible",
                      file.string(), schema_version(*db), latest_version(migrations)));
    }
    const Migrated done = migrate(*db, file, migrations);
    if (migrated != nullptr) *migrated = done;
    if (migrated == nullptr && !done.backup.empty()) {
      tell(options, fmt::format("{}: migrated from schema {} to {}; the old file is {}",
                                file.string(), done.from, done.to, done.backup.string()));
    }
    choose_journal(*db, file, options);
    db->exec("PRAGMA foreign_keys = ON");
    return db;
  });
}

void require_sound_version(SQLite::Database& db, const std::filesystem::path& file) {
  if (schema_version(db) != 0) return;
  throw DatabaseError(
      fmt::format("{0}: its header says schema 0, which no sptune writes: `sptune db check {0}` "
                  "tells what can be done",
                  file.string()));
}

void copy_whole(SQLite::Database& to, SQLite::Database& from) {
  // Of a lock the wrapper gives the code, which is no exception there.
  const int code = SQLite::Backup(to, from).executeStep(-1);
  if (code != SQLITE_DONE) throw SQLite::Exception(sqlite3_errstr(code), code);
}

std::filesystem::path scratch_name(const std::filesystem::path& name,
                                   const std::vector<std::filesystem::path>& files) {
  const auto is_one_of_them = [&](const std::filesystem::path& scratch) {
    return std::any_of(files.begin(), files.end(), [&](const std::filesystem::path& file) {
      std::error_code ignored;
      const auto stands_for = [&](const char* suffix) {
        return std::filesystem::equivalent(scratch.string() + suffix, file, ignored);
      };
      return std::any_of(database_suffixes.begin(), database_suffixes.end(), stands_for);
    });
  };
  std::filesystem::path chosen = name;
  for (int i = 2; is_one_of_them(chosen); ++i) chosen = fmt::format("{}.{}", name.string(), i);
  return chosen;
}

void remove_database(const std::filesystem::path& file) {
  std::error_code ignored;
  for (const char* suffix : database_suffixes) {
    std::filesystem::remove(file.string() + suffix, ignored);
  }
}

void move_into_place(const std::filesystem::path& partial, const std::filesystem::path& name) {
  std::error_code error;
  std::filesystem::rename(partial, name, error);
  if (error) {
    throw DatabaseError(fmt::format("{}: cannot be made: {}", name.string(), error.message()));
  }
}

}  // namespace sptune::db
