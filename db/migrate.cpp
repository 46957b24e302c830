// SPDX-License-Identifier: BSD-3-Clause
#include "db/migrate.hpp"

#include "db/connection.hpp"
#include "db/embedded_sql.hpp"
#include "db/lock.hpp"
#include "db/repeated.hpp"
#include "harness/records/trial.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace sptune::db {
namespace {

std::filesystem::path free_backup_name(const std::filesystem::path& file, int version) {
  const std::string stem = fmt::format("{}.backup-v{}", file.string(), version);
  std::filesystem::path name = stem;
  for (int i = 2; std::filesystem::exists(name); ++i) name = fmt::format("{}.{}", stem, i);
  return name;
}

/// The name appears only when the copy is whole.
std::filesystem::path back_up(SQLite::Database& database, const std::filesystem::path& file,
                              int version) {
  std::filesystem::path name = free_backup_name(file, version);
  const PartialDatabase partial(name.string() + ".partial");
  remove_database(partial.file);
  guarded(name, [&] {
    SQLite::Database copy(partial.file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    copy_whole(copy, database);
  });
  move_into_place(partial.file, name);
  return name;
}

/// Passes of finalists of programs before version 5, which prepared anew after every four
/// repetitions of three samples.
void add_older_passes(SQLite::Database& database) {
  constexpr std::size_t samples = 12;
  SQLite::Statement trials(database,
                           "SELECT t.trial_id, s.us FROM trial t JOIN samples s ON s.trial_id = "
                           "t.trial_id AND s.phase = "
                           "'total' WHERE t.stop_reason = 'repetitions' AND t.outcome = 'ok' AND "
                           "s.n % 12 = 0 AND s.n > 12 "
                           "AND length(s.us) = 4 * s.n");
  SQLite::Statement insert(database,
                           "INSERT INTO pass (trial_id, pass, n, median_us) VALUES (?, ?, 12, ?)");
  std::vector<float> us(samples);
  while (trials.executeStep()) {
    const SQLite::Column blob = trials.getColumn(1);
    const auto passes = static_cast<std::size_t>(blob.getBytes()) / sizeof(float) / samples;
    for (std::size_t i = 0; i < passes; ++i) {
      std::memcpy(us.data(), static_cast<const float*>(blob.getBlob()) + i * samples,
                  samples * sizeof(float));
      insert.bind(1, trials.getColumn(0).getInt64());
      insert.bind(2, static_cast<std::int64_t>(i + 1));
      insert.bind(3, harness::summarise(us).median);
      insert.exec();
      insert.reset();
    }
  }
}

/// Medians of the phases of trials before version 5.
void add_older_phases(SQLite::Database& database) {
  SQLite::Statement samples(database,
                            "SELECT trial_id, phase, n, us FROM samples WHERE phase <> 'total' AND "
                            "n > 0 AND length(us) = 4 * n");
  SQLite::Statement insert(database,
                           "INSERT INTO phase (trial_id, phase, n, median_us) VALUES (?, ?, ?, ?)");
  std::vector<float> us;
  while (samples.executeStep()) {
    us.resize(static_cast<std::size_t>(samples.getColumn(2).getInt64()));
    std::memcpy(us.data(), samples.getColumn(3).getBlob(), us.size() * sizeof(float));
    insert.bind(1, samples.getColumn(0).getInt64());
    insert.bind(2, samples.getColumn(1).getString());
    insert.bind(3, samples.getColumn(2).getInt64());
    insert.bind(4, harness::summarise(us).median);
    insert.exec();
    insert.reset();
  }
}

void check_foreign_keys(SQLite::Database& database, const std::filesystem::path& file) {
  SQLite::Statement broken(database, "PRAGMA foreign_key_check");
  if (broken.executeStep()) {
    throw DatabaseError(fmt::format(
        "{}: after migrating, table {} refers to rows that do not exist; nothing was changed",
        file.string(), broken.getColumn(0).getString()));
  }
}

/// In one transaction, as `versions` says.
void bring_forward(SQLite::Database& database, const std::filesystem::path& file,
                   const std::vector<Migration>& migrations, const Migrated& versions) {
  // A migration may rebuild a table that others refer to; references are checked at the end
  // instead.
  database.exec("PRAGMA foreign_keys = OFF");
  {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const Migration& migration : migrations) {
      if (migration.version <= versions.from) continue;
      database.exec(migration.sql);
      if (migration.then != nullptr) migration.then(database);
      database.exec(fmt::format("PRAGMA user_version = {}", migration.version));
    }
    if (versions.from > 0 && versions.from < repeated_since && versions.to >= repeated_since) {
      add_older_phases(database);
      remake_repeated(database);
    }
    database.exec(fmt::format("PRAGMA application_id = {}", application_id));
    check_foreign_keys(database, file);
    transaction.commit();
  }
  database.exec("PRAGMA foreign_keys = ON");
}

Migrated versions_of(SQLite::Database& database, const std::vector<Migration>& migrations) {
  Migrated versions;
  versions.from = schema_version(database);
  versions.to = std::max(versions.from, latest_version(migrations));
  return versions;
}

}  // namespace

const std::vector<Migration>& builtin_migrations() {
  static const std::vector<Migration> migrations = [] {
    std::vector<Migration> list;
    for (const EmbeddedSql& file : schema_files()) {
      if (list.empty() || list.back().version != file.number) list.push_back({file.number, {}});
      if (file.name == "005_noise") list.back().then = add_older_passes;
      list.back().sql += file.text;
    }
    return list;
  }();
  return migrations;
}

int latest_version(const std::vector<Migration>& migrations) {
  return migrations.empty() ? 0 : migrations.back().version;
}

int schema_version(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

Migrated migrate(SQLite::Database& database, const std::filesystem::path& file,
                 const std::vector<Migration>& migrations) {
  Migrated result = versions_of(database, migrations);
  if (result.from == result.to) return result;
  if (result.from > 0) result.backup = back_up(database, file, result.from);
  bring_forward(database, file, migrations, result);
  return result;
}

Migrated migrate_copy(SQLite::Database& copy, const std::filesystem::path& original) {
  Migrated versions = versions_of(copy, builtin_migrations());
  if (versions.from != versions.to) {
    bring_forward(copy, original, builtin_migrations(), versions);
  }
  return versions;
}

Migrated migrate_file(const std::filesystem::path& file) {
  const auto path = std::filesystem::absolute(file);
  require_sqlite_file(path, false);
  const WriterLock lock(path, false);
  Migrated migrated;
  // At rest it is one plain file, as a Store leaves it.
  open_for_writing(path, false, {}, &migrated)->tryExec("PRAGMA journal_mode = DELETE");
  return migrated;
}

}  // namespace sptune::db
