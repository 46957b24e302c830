// SPDX-License-Identifier: BSD-3-Clause
// One file, whatever it is called: who may write it, and what is said when it is not there any
// more.
#include "db/check.hpp"
#include "db/impl.hpp"
#include "db/lock.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <functional>

namespace sptune::db::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A World in a file of its own that is at rest.
std::filesystem::path at_rest(const Folder& folder) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  w.store.end_run(w.run.run_id, "finished");
  w.store = Store(folder / "unused.sqlite", OpenMode::create);
  auto file = folder / "t.sqlite";
  std::filesystem::copy_file(w.file, file);
  return file;
}

/// Exit status of `f` in a process of its own: locks of one process tell nothing of two.
int in_a_child(const std::function<bool()>& f) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      _exit(f() ? 0 : 1);
    } catch (...) {
      _exit(2);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool refused(const std::filesystem::path& name) {
  try {
    const Store store(name, OpenMode::read_write);
    return false;
  } catch (const DatabaseError& e) {
    return std::string(e.what()).find("already being written") != std::string::npos;
  }
}

TEST(OneWriter, through_a_symbolic_link) {
  Folder f;
  const auto file = at_rest(f);
  std::filesystem::create_directory(f / "elsewhere");
  std::filesystem::create_symlink(file, f / "elsewhere/link.sqlite");
  const Store store(file, OpenMode::read_write);
  EXPECT_EQ(in_a_child([&] { return refused(f / "elsewhere/link.sqlite"); }), 0);
  EXPECT_TRUE(refused(f / "elsewhere/link.sqlite")) << "another Store of the same process";
  EXPECT_EQ(in_a_child([&] { return WriterLock::is_held(f / "elsewhere/link.sqlite"); }), 0);
}

TEST(OneWriter, that_came_through_a_symbolic_link) {
  Folder f;
  const auto file = at_rest(f);
  std::filesystem::create_symlink("t.sqlite", f / "link.sqlite");
  const Store store(f / "link.sqlite", OpenMode::read_write);
  EXPECT_EQ(in_a_child([&] { return refused(file); }), 0);
}

TEST(OneWriter, through_a_hard_link) {
  Folder f;
  const auto file = at_rest(f);
  std::filesystem::create_hard_link(file, f / "other.sqlite");
  const Store store(file, OpenMode::read_write);
  EXPECT_EQ(in_a_child([&] { return refused(f / "other.sqlite"); }), 0);
  EXPECT_EQ(in_a_child([&] { return WriterLock::is_held(f / "other.sqlite"); }), 0);
  EXPECT_FALSE(std::filesystem::exists(f / "other.sqlite.lock")) << "left by who was refused";
}

TEST(OneWriter, with_the_lock_file_deleted) {
  Folder f;
  const auto file = at_rest(f);
  const std::filesystem::path lock = file.string() + ".lock";
  {
    const Store store(file, OpenMode::read_write);
    ASSERT_TRUE(std::filesystem::remove(lock));
    EXPECT_EQ(in_a_child([&] { return refused(file); }), 0);
    EXPECT_EQ(in_a_child([&] { return WriterLock::is_held(file); }), 0);
    std::ofstream(lock) << "somebody else's";
  }
  EXPECT_TRUE(std::filesystem::exists(lock)) << "not ours to remove";
  std::filesystem::remove(lock);
  EXPECT_EQ(in_a_child([&] { return !refused(file); }), 0);
  EXPECT_FALSE(WriterLock::is_held(file));
}

TEST(OneWriter, readers_and_checks_take_no_notice) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(in_a_child([&] {
              return check(w.file).findings.empty() &&
                     query(w.file, "SELECT count(*) AS n FROM trial").number(0, "n") == 1;
            }),
            0);
  w.add("m1", configuration("ell"), measured(9));
  EXPECT_EQ(w.count("trial"), 2);
}

/// A trial that goes into the open file, and what is said of it.
std::string after_the_file_went(World& w) {
  return error_of([&] { w.add("m1", configuration("ell"), measured(9)); });
}

double trials_in(const std::filesystem::path& file) {
  return query(file, "SELECT count(*) AS n FROM trial WHERE outcome = 'ok'").number(0, "n");
}

TEST(Misplaced, a_withdrawn_trial_is_looked_at_too) {
  World w;
  const std::int64_t id =
      w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
  std::filesystem::remove(w.file);
  EXPECT_THAT(error_of([&] { w.store.withdraw_trial(id); }),
              HasSubstr("removed while it was being written"));
}

TEST(Misplaced, removed) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  std::filesystem::remove(w.file);
  const std::string line = after_the_file_went(w);
  EXPECT_THAT(line, AllOf(HasSubstr("removed while it was being written"),
                          HasSubstr("saved as " + w.file.string() + ".rescued")));
  EXPECT_EQ(error_of([&] { w.store.end_run(w.run.run_id, "finished"); }), line)
      << "said again, saved once";
  EXPECT_FALSE(std::filesystem::exists(w.file.string() + ".rescued.2"));
  const std::filesystem::path rescued = w.file.string() + ".rescued";
  EXPECT_EQ(trials_in(rescued), 1);
  EXPECT_FALSE(check(rescued).damaged());
  Store next(rescued, OpenMode::read_write);
  EXPECT_EQ(next.reap_running(w.run.run_id), 1);
}

TEST(Misplaced, replaced) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  Folder f;
  const auto other = at_rest(f);
  std::filesystem::copy_file(other, w.folder / "new");
  std::filesystem::rename(w.folder / "new", w.file);
  EXPECT_THAT(after_the_file_went(w),
              AllOf(HasSubstr("replaced by another file"), HasSubstr(".rescued")));
  EXPECT_EQ(trials_in(w.file.string() + ".rescued"), 1);
}

TEST(Misplaced, renamed) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  const auto moved = w.folder / "moved.sqlite";
  std::filesystem::rename(w.file, moved);
  EXPECT_THAT(after_the_file_went(w), AllOf(HasSubstr("renamed to " + moved.string()),
                                            HasSubstr("sptune sweep resume " + moved.string())));
  w.store = Store(w.folder / "unused.sqlite", OpenMode::create);
  EXPECT_EQ(trials_in(moved), 1);
  EXPECT_FALSE(check(moved).damaged());
}

TEST(Misplaced, the_end_of_a_run_notices_it) {
  World w;
  std::filesystem::remove(w.file);
  EXPECT_THAT(error_of([&] { w.store.end_run(w.run.run_id, "finished"); }), HasSubstr("removed"));
}

TEST(Misplaced, a_link_that_leads_elsewhere_now) {
  Folder f;
  const auto file = at_rest(f);
  std::filesystem::copy_file(file, f / "second.sqlite");
  std::filesystem::create_symlink("t.sqlite", f / "link.sqlite");
  Store store(f / "link.sqlite", OpenMode::read_write);
  std::filesystem::remove(f / "link.sqlite");
  std::filesystem::create_symlink("second.sqlite", f / "link.sqlite");
  EXPECT_THAT(
      error_of([&] { store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}"); }),
      HasSubstr("renamed to " + file.string()));
}

TEST(Creation, that_fails_leaves_nothing) {
  Folder f;
  const std::vector<Migration> broken = {{1, "CREATE TABLE a (x); SELECT no_such_function();"}};
  StoreOptions options;
  options.migrations = &broken;
  (void)error_of([&] { const Store store(f / "t.sqlite", OpenMode::create, options); });
  EXPECT_TRUE(std::filesystem::is_empty(f.path()));
  // A file that was there is not removed, empty or not.
  std::ofstream(f / "empty.sqlite") << "";
  (void)error_of([&] { const Store store(f / "empty.sqlite", OpenMode::create, options); });
  EXPECT_TRUE(std::filesystem::exists(f / "empty.sqlite"));
}

TEST(Creation, through_a_link_to_where_there_is_nothing_yet) {
  Folder f;
  std::filesystem::create_symlink("target.sqlite", f / "link.sqlite");
  { const Store store(f / "link.sqlite", OpenMode::create); }
  EXPECT_TRUE(std::filesystem::is_symlink(f / "link.sqlite"));
  EXPECT_TRUE(std::filesystem::is_regular_file(f / "target.sqlite"));
  EXPECT_EQ(trials_in(f / "target.sqlite"), 0);
}

TEST(Open, APipeIsNoDatabase) {
  Folder f;
  ASSERT_EQ(mkfifo((f / "pipe").c_str(), 0600), 0);
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::read_write, OpenMode::create}) {
    EXPECT_THAT(error_of([&] { const Store store(f / "pipe", mode); }), HasSubstr("pipe"));
  }
}

}  // namespace
}  // namespace sptune::db::test
