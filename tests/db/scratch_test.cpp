// SPDX-License-Identifier: BSD-3-Clause
// Copies that merges, exports and migrations make: whole or not at all, never in the place of
// somebody's file, and gone afterwards.
#include "db/connection.hpp"
#include "db/export.hpp"
#include "db/merge.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sptune::db::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names_in(const Folder& f) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(f.path())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A file with one trial, at rest, under a name of the test's.
void put_trial(const std::filesystem::path& file) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  merge({w.file}, file);
}

TEST(Scratch, ACopyOfALockedFileIsAnError) {
  Folder f;
  put_trial(f / "t.sqlite");
  SQLite::Database other((f / "t.sqlite").string(), SQLite::OPEN_READWRITE);
  SQLite::Database from((f / "t.sqlite").string(), SQLite::OPEN_READONLY, 10);
  SQLite::Database to((f / "copy").string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  other.exec("BEGIN EXCLUSIVE");
  EXPECT_THAT(error_of([&] { guarded(f / "t.sqlite", [&] { copy_whole(to, from); }); }),
              HasSubstr("locked by another program"));
  other.exec("COMMIT");
  copy_whole(to, from);
  EXPECT_EQ(count(f / "copy", "trial"), 1);
}

TEST(Scratch, ASourceThatIsNamedAsAMergesOwnFileIsReadAndStays) {
  for (const char* name : {"x.sqlite.partial", "x.sqlite.partial.merge-source"}) {
    Folder f;
    put_trial(f / name);
    EXPECT_EQ(merge({f / name}, f / "x.sqlite")[0].trials_added, 1) << name;
    EXPECT_EQ(count(f / name, "trial"), 1);
    EXPECT_THAT(names_in(f), ElementsAre("x.sqlite", name));
  }
  Folder f;
  put_trial(f / "x.sqlite.merge-source");
  put_trial(f / "x.sqlite");
  EXPECT_EQ(merge({f / "x.sqlite.merge-source"}, f / "x.sqlite")[0].trials_added, 1);
  EXPECT_EQ(count(f / "x.sqlite.merge-source", "trial"), 1);
}

TEST(Scratch, ALinkToAMergesOwnFileIsFollowed) {
  Folder f;
  put_trial(f / "x.sqlite.partial");
  std::filesystem::create_symlink(f / "x.sqlite.partial", f / "link.sqlite");
  EXPECT_EQ(merge({f / "link.sqlite"}, f / "x.sqlite")[0].trials_added, 1);
  EXPECT_EQ(count(f / "link.sqlite", "trial"), 1);
}

TEST(Scratch, AnExportOfWhatIsNamedAsItsOwnFileLeavesIt) {
  Folder f;
  put_trial(f / "x.sqlite.partial");
  export_reduced(f / "x.sqlite.partial", f / "x.sqlite");
  EXPECT_EQ(count(f / "x.sqlite.partial", "trial"), 1);
  EXPECT_EQ(count(f / "x.sqlite", "trial"), 1);
  EXPECT_THAT(names_in(f), ElementsAre("x.sqlite", "x.sqlite.partial"));
}

TEST(Scratch, ASourceThatCannotBeMigratedIsNamedAndNothingIsLeftOver) {
  const auto& real = builtin_migrations();
  const std::vector<Migration> older(real.begin(), real.begin() + 4);
  StoreOptions options;
  options.migrations = &older;
  Folder sources;
  { const Store store(sources / "t.sqlite", OpenMode::create, options); }
  vandalise(sources / "t.sqlite", "INSERT INTO feature_cost VALUES (77, 88, 0, 1)");
  Folder f;
  const std::string said = error_of([&] { merge({sources / "t.sqlite"}, f / "all.sqlite"); });
  EXPECT_THAT(said, HasSubstr((sources / "t.sqlite").string() + ": after migrating"));
  EXPECT_TRUE(std::filesystem::is_empty(f.path())) << testing::PrintToString(names_in(f));
  EXPECT_THAT(names_in(sources), ElementsAre("t.sqlite"));
}

TEST(Scratch, WithoutRoomForItsBackupAFileIsNotMigratedAndNothingIsLeftOver) {
  const auto& real = builtin_migrations();
  const std::vector<Migration> older(real.begin(), real.end() - 1);
  StoreOptions options;
  options.migrations = &older;
  Folder f;
  { const Store store(f / "t.sqlite", OpenMode::create, options); }
  {
    const NoRoom limit(50'000);
    EXPECT_THAT(error_of([&] { migrate_file(f / "t.sqlite"); }), HasSubstr(".backup-v"));
  }
  EXPECT_THAT(names_in(f), ElementsAre("t.sqlite"));
  EXPECT_EQ(migrate_file(f / "t.sqlite").to, latest_version(real));
}

}  // namespace
}  // namespace sptune::db::test
