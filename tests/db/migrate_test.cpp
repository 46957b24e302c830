// SPDX-License-Identifier: BSD-3-Clause
// The way forward, with made-up versions around the real ones.
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

const std::vector<Migration> made_up = {
    {1, "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT) STRICT;"},
    {2, "ALTER TABLE thing ADD COLUMN weight REAL; UPDATE thing SET weight = 2 * id;"},
    {3,
     "CREATE TABLE part (thing_id INTEGER NOT NULL REFERENCES thing) STRICT;"
     "INSERT INTO part SELECT id FROM thing;"},
};
std::vector<Migration> up_to(std::size_t n) {
  return {made_up.begin(), made_up.begin() + static_cast<std::ptrdiff_t>(n)};
}

StoreOptions with(const std::vector<Migration>& migrations,
                  std::vector<std::string>* warnings = nullptr) {
  StoreOptions options;
  options.migrations = &migrations;
  if (warnings != nullptr) {
    options.warn = [warnings](const std::string& line) { warnings->push_back(line); };
  }
  return options;
}

void make(const std::filesystem::path& file, const std::vector<Migration>& migrations) {
  { const Store store(file, OpenMode::create, with(migrations)); }
  SQLite::Database db(file.string(), SQLite::OPEN_READWRITE);
  db.exec("INSERT INTO thing (id, name) VALUES (1, 'one'), (2, 'two')");
}

std::string version(const std::filesystem::path& file) {
  SQLite::Database db(file.string());
  return db.execAndGet("PRAGMA user_version").getString();
}

TEST(Migrate, BuiltinVersionsHaveNoGap) {
  const auto& list = builtin_migrations();
  ASSERT_FALSE(list.empty());
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(list[i].version, static_cast<int>(i) + 1);
}

TEST(Migrate, FromEveryOlderVersionWithBackup) {
  for (std::size_t old = 1; old <= 2; ++old) {
    Folder f;
    const auto file = f / "t.sqlite";
    const auto before = up_to(old);
    make(file, before);
    std::vector<std::string> warnings;
    { const Store store(file, OpenMode::read_write, with(made_up, &warnings)); }
    EXPECT_EQ(version(file), "3");
    SQLite::Database db(file.string());
    EXPECT_EQ(db.execAndGet("SELECT count(*) FROM part").getInt(), 2);
    const std::filesystem::path backup = file.string() + ".backup-v" + std::to_string(old);
    ASSERT_TRUE(std::filesystem::exists(backup));
    EXPECT_EQ(version(backup), std::to_string(old));
    SQLite::Database copy(backup.string());
    EXPECT_EQ(copy.execAndGet("SELECT count(*) FROM thing").getInt(), 2);
    EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("the old file is " + backup.string())));
  }
}

TEST(Migrate, FromEveryRealVersion) {
  const auto& real = builtin_migrations();
  for (std::size_t old = 1; old <= real.size(); ++old) {
    Folder f;
    const auto file = f / "t.sqlite";
    const std::vector<Migration> before(real.begin(),
                                        real.begin() + static_cast<std::ptrdiff_t>(old));
    { const Store store(file, OpenMode::create, with(before)); }
    const Migrated migrated = migrate_file(file);
    EXPECT_EQ(migrated.from, static_cast<int>(old));
    EXPECT_EQ(migrated.to, latest_version(real));
    EXPECT_EQ(migrated.backup.empty(), old == real.size());
    // A table more, as the next version might have it.
    std::vector<Migration> next = real;
    next.push_back({latest_version(real) + 1, "CREATE TABLE more (x INTEGER) STRICT;"});
    Store store(file, OpenMode::read_write, with(next));
    EXPECT_EQ(query(store, "SELECT count(*) AS n FROM more").number(0, "n"), 0);
  }
}

TEST(Migrate, ProblemsOfVersionTwoGetTheColumnsOfTheirOperand) {
  const auto& real = builtin_migrations();
  ASSERT_GE(real.size(), 3U);
  const std::vector<Migration> before(real.begin(), real.begin() + 2);
  Folder f;
  const auto file = f / "t.sqlite";
  { const Store store(file, OpenMode::create, with(before)); }
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
      .exec(
          "INSERT INTO matrix VALUES (1, 'c', 'p', 'm', 'g', 'train', 's', '', 'general', 'real', "
          "9, 9, 20, '{}');"
          "INSERT INTO problem VALUES (7, 'v', 'spmv', 'f64', 1, NULL, 'x', 40, NULL, 48.5),"
          "(8, 'p', 'spgemm', 'f32', 1, 1, 'at', NULL, 5, NULL)");

  const Migrated migrated = migrate_file(file);

  EXPECT_EQ(migrated.from, 2);
  const Table t = query(file, "SELECT * FROM problem ORDER BY problem_id");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.number(0, "problem_id"), 7);
  EXPECT_EQ(t.text(0, "parameters"), "");
  EXPECT_EQ(t.number(0, "x_cols"), 1);
  EXPECT_EQ(t.number(0, "flops"), 40);
  EXPECT_EQ(t.number(0, "compulsory_bytes"), 48.5);
  EXPECT_EQ(t.number(1, "x_cols"), 0);
  EXPECT_EQ(t.text(1, "b_kind"), "at");
  EXPECT_EQ(t.number(1, "b_id"), 1);
  EXPECT_EQ(t.number(1, "nnz_out"), 5);
}

TEST(Migrate, AnEarlierBackupIsNeverOverwritten) {
  Folder f;
  const auto file = f / "t.sqlite";
  make(file, up_to(1));
  std::ofstream(file.string() + ".backup-v1") << "precious";
  { const Store store(file, OpenMode::read_write, with(made_up)); }
  std::string text;
  std::ifstream(file.string() + ".backup-v1") >> text;
  EXPECT_EQ(text, "precious");
  EXPECT_EQ(version(file.string() + ".backup-v1.2"), "1");
}

TEST(Migrate, OneThatFailsChangesNothing) {
  Folder f;
  const auto file = f / "t.sqlite";
  make(file, up_to(1));
  std::vector<Migration> wrong = made_up;
  wrong[2].sql += "INSERT INTO nowhere VALUES (1);";
  EXPECT_THAT(error_of([&] { const Store store(file, OpenMode::read_write, with(wrong)); }),
              HasSubstr("nowhere"));
  EXPECT_EQ(version(file), "1");
  SQLite::Database db(file.string());
  EXPECT_EQ(db.execAndGet("SELECT count(*) FROM sqlite_schema WHERE name = 'part'").getInt(), 0);
  EXPECT_EQ(db.execAndGet("SELECT count(*) FROM pragma_table_info('thing')").getInt(), 2);
}

TEST(Migrate, OneThatBreaksReferencesChangesNothing) {
  Folder f;
  const auto file = f / "t.sqlite";
  make(file, up_to(1));
  std::vector<Migration> wrong = made_up;
  wrong[2].sql += "DELETE FROM thing;";
  EXPECT_THAT(error_of([&] { const Store store(file, OpenMode::read_write, with(wrong)); }),
              HasSubstr("refers to rows that do not exist"));
  EXPECT_EQ(version(file), "1");
}

TEST(Migrate, ReadingAnOlderFileSaysWhatToDo) {
  Folder f;
  const auto file = f / "t.sqlite";
  make(file, up_to(2));
  EXPECT_THAT(error_of([&] { const Store store(file, OpenMode::read_only, with(made_up)); }),
              HasSubstr("sptune db migrate"));
  EXPECT_EQ(version(file), "2");
}

TEST(Migrate, TakesWhatStillStandsInTheLog) {
  Folder f;
  const auto file = f / "t.sqlite";
  make(file, up_to(1));
  SQLite::Database writer(file.string(), SQLite::OPEN_READWRITE);
  writer.exec("PRAGMA journal_mode = WAL");
  writer.exec("INSERT INTO thing (id, name) VALUES (3, 'three')");
  ASSERT_TRUE(std::filesystem::exists(file.string() + "-wal"));
  { const Store store(file, OpenMode::read_write, with(made_up)); }
  SQLite::Database backup(file.string() + ".backup-v1");
  EXPECT_EQ(backup.execAndGet("SELECT count(*) FROM thing").getInt(), 3);
}

TEST(Migrate, LeavesOnePlainFile) {
  Folder f;
  { const Store store(f / "t.sqlite", OpenMode::create); }
  migrate_file(f / "t.sqlite");
  EXPECT_EQ(
      SQLite::Database((f / "t.sqlite").string()).execAndGet("PRAGMA journal_mode").getString(),
      "delete");
}

}  // namespace
}  // namespace sptune::db::test
