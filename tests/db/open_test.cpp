// SPDX-License-Identifier: BSD-3-Clause
// Files that are not what was expected: one clear line each, and nothing stored is lost.
#include "db/connection.hpp"
#include "db/impl.hpp"
#include "db/lock.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <sys/stat.h>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

void put(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string opening(const std::filesystem::path& file, OpenMode mode) {
  return error_of([&] { const Store store(file, mode); });
}

TEST(Open, MissingFile) {
  Folder f;
  EXPECT_THAT(opening(f / "no.sqlite", OpenMode::read_only), HasSubstr("no such database"));
  EXPECT_THAT(opening(f / "no.sqlite", OpenMode::read_write), HasSubstr("no such database"));
  EXPECT_FALSE(std::filesystem::exists(f / "no.sqlite"));
  EXPECT_FALSE(std::filesystem::exists(f / "no.sqlite.lock"));
  EXPECT_THAT(opening(f / "no/such/folder.sqlite", OpenMode::create),
              HasSubstr("cannot write here"));
}

TEST(Open, FolderEmptyAndOtherFiles) {
  Folder f;
  put(f / "empty", "");
  put(f / "text", "%%MatrixMarket matrix coordinate real general\n");
  put(f / "short", "SQLite");
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::read_write, OpenMode::create}) {
    EXPECT_THAT(opening(f.path(), mode), HasSubstr("a folder"));
    EXPECT_THAT(opening(f / "text", mode), HasSubstr("not an SQLite database"));
    EXPECT_THAT(opening(f / "short", mode), HasSubstr("not an SQLite database"));
  }
  EXPECT_THAT(opening(f / "empty", OpenMode::read_only), HasSubstr("an empty file"));
  // A creation that was cut off leaves an empty file; creating goes on from there.
  const Store store(f / "empty", OpenMode::create);
}

TEST(Open, AnotherProgramsDatabaseIsLeftAlone) {
  Folder f;
  {
    SQLite::Database other((f / "other").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE places (name TEXT)");
  }
  {
    SQLite::Database other((f / "marked").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("PRAGMA application_id = 1234");
    other.exec("PRAGMA user_version = 1");
  }
  for (const char* name : {"other", "marked"}) {
    for (const OpenMode mode : {OpenMode::read_only, OpenMode::read_write, OpenMode::create}) {
      EXPECT_THAT(opening(f / name, mode), HasSubstr("of another program"));
    }
  }
  SQLite::Database other((f / "other").string());
  EXPECT_EQ(other.execAndGet("SELECT count(*) FROM sqlite_schema").getInt(), 1);
  EXPECT_EQ(other.execAndGet("PRAGMA journal_mode").getString(), "delete");
}

TEST(Open, NewerFileCanBeReadButNotWritten) {
  Folder f;
  const auto file = f / "t.sqlite";
  {
    World w;
    w.add("m1", configuration("csr"), measured(10));
    w.store.end_run(w.run.run_id, "finished");
    std::filesystem::copy_file(w.file, file);
    query(w.store, "SELECT 1");
    std::filesystem::copy_file(w.file.string() + "-wal", file.string() + "-wal");
  }
  vandalise(file, "PRAGMA user_version = 99");
  EXPECT_THAT(opening(file, OpenMode::read_write), HasSubstr("schema 99 of a newer sptune"));
  EXPECT_THAT(opening(file, OpenMode::create), HasSubstr("update sptune"));
  std::vector<std::string> warnings;
  StoreOptions options;
  options.warn = [&](const std::string& line) { warnings.push_back(line); };
  const Store store(file, OpenMode::read_only, options);
  int trials = 0;
  store.each_trial({}, [&](const StoredTrial&) { ++trials; });
  EXPECT_EQ(trials, 1);
  EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("newer sptune")));
}

TEST(Open, ReadOnlyStoreDoesNotWrite) {
  World w;
  Store reader(w.file, OpenMode::read_only);
  EXPECT_THAT(error_of([&] { reader.end_run(1, "finished"); }), HasSubstr("opened for reading"));
  EXPECT_THAT(error_of([&] { reader.put_matrix(matrix("m3"), "train"); }),
              HasSubstr("opened for reading"));
}

TEST(Open, SecondWriterIsToldWhoWrites) {
  World w;
  const std::string line = opening(w.file, OpenMode::read_write);
  EXPECT_THAT(line, HasSubstr("already being written by process " + std::to_string(getpid())));
  EXPECT_THAT(line, HasSubstr("sptune db merge"));
  EXPECT_THAT(opening(w.file, OpenMode::create), HasSubstr("already being written"));
}

TEST(Open, LockGoesWithItsHolder) {
  Folder f;
  const auto file = f / "t.sqlite";
  { const Store store(file, OpenMode::create); }
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".lock"));
  // Left by a process that was killed: nobody holds it, so it is taken over.
  put(file.string() + ".lock", "process 1 on nowhere\n");
  const Store store(file, OpenMode::read_write);
  EXPECT_TRUE(WriterLock::is_held(file));
}

TEST(Open, ReadersSeeWhatWasCommittedWhileASweepWrites) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(query(w.file, "SELECT count(*) AS n FROM usable").number(0, "n"), 1);
  const Store reader(w.file, OpenMode::read_only);
  w.add("m1", configuration("ell"), measured(9));
  int seen = 0;
  reader.each_trial({}, [&](const StoredTrial&) {
    // In the middle of a reader's statement the writer goes on, and the reader sees one state.
    if (seen++ == 0) w.add("m2", configuration("csr"), measured(8));
  });
  EXPECT_EQ(seen, 2);
  seen = 0;
  reader.each_trial({}, [&](const StoredTrial&) { ++seen; });
  EXPECT_EQ(seen, 3);
}

TEST(Open, ForeignLockEndsInAClearError) {
  Folder f;
  StoreOptions impatient;
  impatient.busy_timeout_ms = 50;
  const auto file = f / "t.sqlite";
  Store store(file, OpenMode::create, impatient);
  const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  store.put_matrix(matrix("m1"), "train");
  {
    SQLite::Database holder(file.string(), SQLite::OPEN_READWRITE);
    holder.exec("BEGIN IMMEDIATE");
    EXPECT_THAT(error_of([&] {
                  store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
                }),
                HasSubstr("locked by another program"));
  }
  EXPECT_GT(store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr")), 0);
}

/// A writer that is killed while a rollback journal is in use, which it is while the mode changes
/// too, leaves half of a change in the file.
void make_half_changed(const std::filesystem::path& file) {
  Folder f;
  { Store store(f / "t.sqlite", OpenMode::create); }
  SQLite::Database writer((f / "t.sqlite").string(), SQLite::OPEN_READWRITE);
  writer.exec("PRAGMA cache_size = 1");
  writer.exec("BEGIN");
  writer.exec(
      "CREATE TABLE unfinished AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
      "WHERE i < 2000) SELECT i, hex(randomblob(50)) FROM n");
  std::filesystem::copy_file(f / "t.sqlite", file);
  std::filesystem::copy_file(f / "t.sqlite-journal", file.string() + "-journal");
}

TEST(Open, AReaderTakesBackWhatAKilledWriterHadBegun) {
  Folder f;
  make_half_changed(f / "t.sqlite");
  const Store reader(f / "t.sqlite", OpenMode::read_only);
  EXPECT_EQ(query(reader, "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'unfinished'")
                .number(0, "n"),
            0);
  EXPECT_FALSE(std::filesystem::exists(f / "t.sqlite-journal"));
}

TEST(Open, NetworkFilesystemGetsARollbackJournal) {
  Folder f;
  std::vector<std::string> warnings;
  StoreOptions options;
  options.network_filesystem = true;
  options.warn = [&](const std::string& line) { warnings.push_back(line); };
  const auto mode = [&](const Store& store) {
    return store.impl().db->execAndGet("PRAGMA journal_mode").getString();
  };
  {
    const Store store(f / "t.sqlite", OpenMode::create, options);
    EXPECT_EQ(mode(store), "delete");
    EXPECT_EQ(store.impl().db->execAndGet("PRAGMA synchronous").getInt(), 2);
  }
  EXPECT_THAT(warnings, testing::ElementsAre(HasSubstr("network filesystem")));
  options.network_filesystem = false;
  {
    const Store store(f / "t.sqlite", OpenMode::read_write, options);
    EXPECT_EQ(mode(store), "wal");
  }
  options.network_filesystem = true;
  const Store store(f / "t.sqlite", OpenMode::read_write, options);
  EXPECT_EQ(mode(store), "delete");
}

TEST(Open, AtRestItIsOnePlainFile) {
  Folder f;
  { Store store(f / "t.sqlite", OpenMode::create); }
  EXPECT_EQ(
      SQLite::Database((f / "t.sqlite").string()).execAndGet("PRAGMA journal_mode").getString(),
      "delete");
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(f.path()), {});
  };
  EXPECT_EQ(files(), 1);
  { const Store reader(f / "t.sqlite", OpenMode::read_only); }
  EXPECT_EQ(files(), 1) << "a reader leaves nothing behind";
  // A reader that is in the middle of something when the writer leaves is not disturbed.
  Store writer(f / "t.sqlite", OpenMode::read_write);
  const Store reader(f / "t.sqlite", OpenMode::read_only);
  query(reader, "SELECT count(*) FROM trial");
  writer = Store(f / "other.sqlite", OpenMode::create);
  EXPECT_EQ(query(reader, "SELECT count(*) AS n FROM trial").number(0, "n"), 0);
}

TEST(Open, OddNamesAreFiles) {
  Folder f;
  for (const char* name : {"a b?c#d%20.sqlite", ":memory:", "file:x?mode=memory", "ä.sqlite"}) {
    { const Store store(f / name, OpenMode::create); }
    EXPECT_TRUE(std::filesystem::exists(f / name)) << name;
    EXPECT_EQ(query(f / name, "SELECT count(*) AS n FROM trial").number(0, "n"), 0) << name;
  }
}

/// A filesystem of one MiB of its own; tests that need it are skipped where mounting is not
/// allowed.
class SmallDisk {
 public:
  explicit SmallDisk(const char* size)
      : mounted_(mount("none", folder_.path().c_str(), "tmpfs", 0,
                       (std::string("size=") + size).c_str()) == 0) {}
  ~SmallDisk() {
    if (mounted_) umount2(folder_.path().c_str(), MNT_DETACH);
  }
  [[nodiscard]] bool mounted() const { return mounted_; }
  [[nodiscard]] bool make_read_only() const {
    return mount("none", folder_.path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0;
  }
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return folder_ / name; }

 private:
  Folder folder_;
  bool mounted_;
};

/// Writes until there is no room. Returns how many trials were stored and what was said.
std::pair<std::int64_t, std::string> fill(Store& store) {
  const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  store.put_matrix(matrix("m1"), "train");
  std::int64_t stored = 0;
  const std::string line = error_of([&] {
    for (; stored < 100'000; ++stored) {
      const std::int64_t id =
          store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
      store.finish_trial(id, measured(10, 0.01F, 200));
    }
  });
  return {stored, line};
}

TEST(Open, FullDiskLosesNothing) {
  const SmallDisk disk("2m");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a tmpfs is not allowed here";
  std::int64_t stored = 0;
  {
    Store store(disk / "t.sqlite", OpenMode::create);
    const auto [n, line] = fill(store);
    stored = n;
    EXPECT_GT(stored, 20);
    EXPECT_THAT(line, HasSubstr("what was stored is safe"));
    EXPECT_EQ(query(store, "SELECT count(*) AS n FROM trial WHERE outcome = 'ok'").number(0, "n"),
              static_cast<double>(stored));
  }
  Folder elsewhere;
  for (const char* suffix : {"", "-wal"}) {
    const auto from = (disk / "t.sqlite").string() + suffix;
    if (std::filesystem::exists(from)) {
      std::filesystem::copy_file(from, (elsewhere / "t.sqlite").string() + suffix);
    }
  }
  Store store(elsewhere / "t.sqlite", OpenMode::read_write);
  EXPECT_EQ(query(store, "SELECT count(*) AS n FROM samples").number(0, "n"),
            static_cast<double>(stored));
  const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  EXPECT_GT(store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr")), 0);
}

TEST(Open, FullDiskAtCreationLeavesNothing) {
  const SmallDisk disk("64k");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a tmpfs is not allowed here";
  EXPECT_THAT(opening(disk / "t.sqlite", OpenMode::create), HasSubstr("free some space"));
  EXPECT_FALSE(std::filesystem::exists(disk / "t.sqlite"));
  EXPECT_FALSE(std::filesystem::exists(disk / "t.sqlite.lock"));
}

TEST(Open, FullDatabaseLosesNothing) {
  Folder f;
  Store store(f / "t.sqlite", OpenMode::create);
  store.impl().db->exec("PRAGMA max_page_count = 300");
  const auto [stored, line] = fill(store);
  EXPECT_THAT(line, HasSubstr("the disk is full; what was stored is safe"));
  EXPECT_EQ(query(store, "SELECT count(*) AS n FROM samples").number(0, "n"),
            static_cast<double>(stored));
  EXPECT_EQ(query(store, "SELECT count(*) AS n FROM trial WHERE outcome = 'ok'").number(0, "n"),
            static_cast<double>(stored));
}

TEST(Open, ReadOnlyDiskCanBeRead) {
  const SmallDisk disk("4m");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a tmpfs is not allowed here";
  {
    Store store(disk / "t.sqlite", OpenMode::create);
    const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
    store.end_run(run.run_id, "finished");
  }
  ASSERT_TRUE(disk.make_read_only());
  EXPECT_EQ(query(disk / "t.sqlite", "SELECT count(*) AS n FROM run").number(0, "n"), 1);
  EXPECT_THAT(opening(disk / "t.sqlite", OpenMode::read_write), HasSubstr("cannot write here"));
  EXPECT_THAT(opening(disk / "new.sqlite", OpenMode::create), HasSubstr("cannot write here"));
}

TEST(Open, ReadOnlyDiskWithHalfAChangeIsNotRead) {
  const SmallDisk disk("4m");
  if (!disk.mounted()) GTEST_SKIP() << "mounting a tmpfs is not allowed here";
  make_half_changed(disk / "t.sqlite");
  ASSERT_TRUE(disk.make_read_only());
  EXPECT_THAT(opening(disk / "t.sqlite", OpenMode::read_only), HasSubstr("killed in the middle"));
}

TEST(Open, ReadOnlyFileIsRefusedForWriting) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write to any file";
  Folder f;
  { const Store store(f / "t.sqlite", OpenMode::create); }
  chmod((f / "t.sqlite").c_str(), 0444);
  EXPECT_THAT(opening(f / "t.sqlite", OpenMode::read_write), HasSubstr("read-only file"));
  EXPECT_EQ(query(f / "t.sqlite", "SELECT count(*) AS n FROM run").number(0, "n"), 0);
}

TEST(Open, DamagedFileSaysSo) {
  Folder f;
  const auto file = f / "t.sqlite";
  { const Store store(file, OpenMode::create); }
  std::filesystem::resize_file(file, 6000);
  const std::string line = error_of([&] {
    Store store(file, OpenMode::read_write);
    store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  });
  EXPECT_THAT(line, HasSubstr("damaged"));
  EXPECT_THAT(line, HasSubstr("disk image is malformed"));
  EXPECT_THAT(line, HasSubstr(".recover"));
}

}  // namespace
}  // namespace sptune::db::test
