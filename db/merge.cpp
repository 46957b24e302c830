// SPDX-License-Identifier: BSD-3-Clause
// The files: a private snapshot of each source, and a destination that has its name when it is
// whole.
#include "db/merge.hpp"

#include "db/impl.hpp"
#include "db/lock.hpp"
#include "db/merge_rows.hpp"
#include "db/migrate.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

namespace sptune::db {
namespace {

/// The copy is all that is written; a source may be damaged, locked or gone.
bool is_of_writing(const SQLite::Exception& error) {
  const int code = error.getErrorCode() & 0xff;
  if (code == SQLITE_IOERR) {
    const int which = error.getExtendedErrorCode();
    return which != SQLITE_IOERR_READ && which != SQLITE_IOERR_SHORT_READ;
  }
  return code == SQLITE_FULL || code == SQLITE_READONLY || code == SQLITE_CANTOPEN;
}

/// A copy at today's schema; gone when this is. Beside the destination, whose lock is held: what a
/// killed merge left there is replaced.
class Snapshot {
 public:
  /// `beside`: the destination as long as it is made. `sources`: what a scratch file may not be.
  Snapshot(const std::filesystem::path& source, const std::filesystem::path& beside,
           const std::filesystem::path& destination,
           const std::vector<std::filesystem::path>& sources)
      : scratch_(scratch_name(beside.string() + ".merge-source", sources)) {
    remove_database(file());
    const auto from = open_for_reading(source);
    try {
      copy_and_migrate(source, *from);
    } catch (const SQLite::Exception& error) {
      throw_database_error(is_of_writing(error) ? destination : source, error);
    }
  }

  [[nodiscard]] const std::filesystem::path& file() const { return scratch_.file; }
  [[nodiscard]] int migrated_from() const { return migrated_from_; }

 private:
  void copy_and_migrate(const std::filesystem::path& source, SQLite::Database& from) {
    SQLite::Database copy(file().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    copy.exec("PRAGMA synchronous = OFF");  // nobody reads it after a crash
    copy_whole(copy, from);
    copy.exec("PRAGMA journal_mode = MEMORY");
    const int version = schema_version(copy);
    const int known = latest_version(builtin_migrations());
    if (version > known) {
      throw DatabaseError(
          fmt::format("{}: schema {} of a newer sptune, this one knows up to {}: "
                      "update sptune",
                      source.string(), version, known));
    }
    if (version != known) migrated_from_ = migrate_copy(copy, source).from;
  }

  PartialDatabase scratch_;
  int migrated_from_ = 0;
};

MergedFile merge_snapshot(Store::Impl& d, const Snapshot& snapshot,
                          const std::filesystem::path& source) {
  SQLite::Database& db = *d.db;
  SQLite::Statement attach(db, "ATTACH DATABASE ? AS src");
  attach.bind(1, snapshot.file().string());
  attach.exec();
  struct Detach {
    SQLite::Database& db;
    ~Detach() { db.tryExec("DETACH DATABASE src"); }
  } const detach{db};
  return merge_attached(d, source);
}

/// What is merged before an error stays merged, and is told.
void merge_into(const Store& store, const std::vector<std::filesystem::path>& sources,
                const std::filesystem::path& destination, std::vector<MergedFile>& merged) {
  SQLite::Database& db = *store.impl().db;
  // Identities of several sweeps come in no order: their index is to stay in memory, 256 MiB at
  // most, and so is the list of trials that come in.
  db.exec("PRAGMA cache_size = -262144; PRAGMA temp.cache_size = -262144");
  db.exec("PRAGMA foreign_keys = OFF");  // merge_rows.hpp says why
  for (const auto& source : sources) {
    std::error_code ignored;
    if (std::filesystem::equivalent(source, destination, ignored)) continue;
    const Snapshot snapshot(source, store.impl().file, destination, sources);
    MergedFile m =
        guarded(destination, [&] { return merge_snapshot(store.impl(), snapshot, source); });
    m.migrated_from = snapshot.migrated_from();
    merged.push_back(std::move(m));
  }
}

void sync_to_disk(const std::filesystem::path& file) {
  const int fd = open(file.c_str(), O_RDWR | O_CLOEXEC);
  const bool failed = fd < 0 || fsync(fd) != 0;
  const int error = errno;
  if (fd >= 0) close(fd);
  if (failed) {
    throw DatabaseError(fmt::format("{}: cannot be written: {}", file.string(),
                                    std::generic_category().message(error)));
  }
}

/// A database that gets its name when it is whole, and needs no journal on disk until then: what is
/// left of a killed merge has another name, and the next one begins anew.
class NewDatabase {
 public:
  /// `sources`: what it may not be while it is made.
  NewDatabase(const std::filesystem::path& name, const std::vector<std::filesystem::path>& sources,
              const StoreOptions& options)
      : name_(std::filesystem::weakly_canonical(name)),
        partial_(scratch_name(name_.string() + ".partial", sources)) {
    partial_.kept = WriterLock::is_held(partial_.file);  // another one's
    if (!partial_.kept) remove_database(partial_.file);
    store_.emplace(partial_.file, OpenMode::create, options);
    partial_.kept = false;
    store_->impl().db->exec("PRAGMA journal_mode = MEMORY");
    store_->impl().db->exec("PRAGMA synchronous = OFF");
  }
  [[nodiscard]] const Store& store() const { return *store_; }

  /// Once it is on the disk. Throws DatabaseError, also when there is a file of that name by now.
  void give_name() {
    store_.reset();
    const std::filesystem::path& partial = partial_.file;
    sync_to_disk(partial);
    partial_.kept = true;
    if (renameat2(AT_FDCWD, partial.c_str(), AT_FDCWD, name_.c_str(), RENAME_NOREPLACE) == 0)
      return;
    if (errno == EEXIST) {
      throw DatabaseError(
          fmt::format("{0}: made by another program meanwhile; what was merged is {1}: `sptune db "
                      "merge {1} -o {0}` adds it",
                      name_.string(), partial.string()));
    }
    move_into_place(partial, name_);  // a filesystem that does not know the flag
  }

 private:
  std::filesystem::path name_;
  PartialDatabase partial_;  // gone after it is closed
  std::optional<Store> store_;
};

}  // namespace

std::vector<MergedFile> merge(const std::vector<std::filesystem::path>& sources,
                              const std::filesystem::path& destination,
                              const StoreOptions& options) {
  for (const auto& source : sources) require_sqlite_file(source, false);
  std::vector<MergedFile> merged;
  // A link may lead to where the file is to be.
  if (std::filesystem::exists(destination) || std::filesystem::is_symlink(destination)) {
    merge_into(Store(destination, OpenMode::create, options), sources, destination, merged);
    return merged;
  }
  NewDatabase made(destination, sources, options);
  try {
    merge_into(made.store(), sources, destination, merged);
  } catch (...) {
    if (!merged.empty()) made.give_name();
    throw;
  }
  made.give_name();
  return merged;
}

}  // namespace sptune::db
