// SPDX-License-Identifier: BSD-3-Clause
// SIGKILL at the worst moments: what was committed is there, what was not is gone, and nothing is
// torn.
#include "db/check.hpp"
#include "db/impl.hpp"
#include "db/merge.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include <csignal>
#include <functional>

namespace sptune::db::test {
namespace {

/// Runs `f` in a child that must end by SIGKILL.
void killed(const std::function<void()>& f) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      f();
    } catch (...) {
      _exit(2);
    }
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended with status " << status;
  ASSERT_EQ(WTERMSIG(status), SIGKILL);
}

RunInfo begin(Store& store) {
  RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  store.put_matrix(matrix("m1"), "train");
  return run;
}

TEST(Kill, BetweenBeginAndFinish) {
  Folder f;
  const auto file = f / "t.sqlite";
  killed([&] {
    Store store(file, OpenMode::create);
    const RunInfo run = begin(store);
    for (int i = 0; i < 5; ++i) {
      const auto id =
          store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
      store.finish_trial(id, measured(10));
    }
    store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("ell"));
    raise(SIGKILL);
  });
  EXPECT_EQ(count(file, "trial WHERE outcome = 'ok'"), 5);
  EXPECT_EQ(count(file, "trial WHERE outcome = 'running'"), 1);
  const CheckReport before = check(file);
  EXPECT_FALSE(before.damaged());
  ASSERT_EQ(before.findings.size(), 1U);
  EXPECT_THAT(before.findings[0].text, testing::HasSubstr("left by a process that died"));
  Store store(file, OpenMode::read_write);
  EXPECT_EQ(store.reap_running(store.last_run("quick")->run_id), 1);
  EXPECT_TRUE(check(file).findings.empty());
}

TEST(Kill, InTheMiddleOfFinishing) {
  Folder f;
  const auto file = f / "t.sqlite";
  killed([&] {
    Store store(file, OpenMode::create);
    const RunInfo run = begin(store);
    const auto id =
        store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
    // The last statement of finish_trial's transaction, from where SQLite calls back before it
    // commits.
    sqlite3_commit_hook(
        store.impl().db->getHandle(), [](void*) { return raise(SIGKILL); }, nullptr);
    store.finish_trial(id, measured(10));
  });
  EXPECT_EQ(count(file, "trial WHERE outcome = 'running'"), 1);
  EXPECT_EQ(count(file, "samples"), 0);
  EXPECT_EQ(count(file, "verification"), 0);
  EXPECT_FALSE(check(file).damaged());
}

TEST(Kill, WhileMakingTheFile) {
  Folder f;
  const auto file = f / "t.sqlite";
  const std::vector<Migration> deadly = {
      {1, "CREATE TABLE a (x); SELECT die(); CREATE TABLE b (x);"}};
  killed([&] {
    StoreOptions options;
    options.migrations = &deadly;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(+[](sqlite3* db, char**, const void*) {
      return sqlite3_create_function(
          db, "die", 0, SQLITE_UTF8, nullptr,
          [](sqlite3_context*, int, sqlite3_value**) { raise(SIGKILL); }, nullptr, nullptr);
    }));
    const Store store(file, OpenMode::create, options);
  });
  const Store store(file, OpenMode::create);
  EXPECT_FALSE(check(file).damaged());
}

TEST(Kill, ManyTimesAtRandomMoments) {
  Folder f(std::filesystem::temp_directory_path());
  const auto file = f / "t.sqlite";
  std::int64_t told = 0;
  for (int round = 0; round < 8; ++round) {
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      Store store(file, OpenMode::create);
      const RunInfo run = begin(store);
      for (;;) {
        const auto id =
            store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
        store.finish_trial(id, measured(10));
        if (::write(pipe_ends[1], "x", 1) != 1) _exit(1);
      }
    }
    close(pipe_ends[1]);
    char byte = 0;
    for (int i = 0; i < 20 + 7 * round; ++i) {
      ASSERT_EQ(::read(pipe_ends[0], &byte, 1), 1);
      ++told;
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (::read(pipe_ends[0], &byte, 1) == 1) ++told;
    close(pipe_ends[0]);
  }
  // All that was reported as stored is there, and at most one more per kill whose report was cut
  // off.
  const double stored = count(file, "trial WHERE outcome = 'ok'");
  EXPECT_GE(stored, static_cast<double>(told));
  EXPECT_LE(stored, static_cast<double>(told + 8));
  const CheckReport report = check(file);
  EXPECT_FALSE(report.damaged());
  for (const Finding& finding : report.findings) EXPECT_FALSE(finding.damage) << finding.text;
}

/// Merges in a child that is killed after `left` times fifty steps of SQLite; true when it was done
/// before.
bool merged_before(int left, const std::filesystem::path& source,
                   const std::filesystem::path& destination) {
  static int steps_left = 0;
  const pid_t child = fork();
  if (child == 0) {
    steps_left = left;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(+[](sqlite3* db, char**, const void*) {
      const auto step = [](void*) { return --steps_left == 0 ? raise(SIGKILL) : 0; };
      sqlite3_progress_handler(db, 50, step, nullptr);
      return SQLITE_OK;
    }));
    try {
      merge({source}, destination);
    } catch (...) {
      _exit(2);
    }
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << "status " << status;
  return !WIFSIGNALED(status);
}

/// At moments that are ever farther apart, until it is done before.
void kill_merging(bool into_old) {
  World source;
  World old;
  for (int unroll : {1, 2, 4}) {
    source.add("m1", configuration("csr", unroll), repeated(10));
    source.add("m2", configuration("ell", unroll), measured(20));
    old.add("m1", configuration("csr", unroll), repeated(11));
  }
  old.store.end_run(old.run.run_id, "finished");
  const double before = into_old ? 3 : 0;
  bool done = false;
  for (int moment = 1; !done; moment += 1 + moment / 2) {
    Folder f;
    const auto file = f / "all.sqlite";
    if (into_old) merge({old.file}, file);
    done = merged_before(moment, source.file, file);
    if (into_old || std::filesystem::exists(file)) {
      EXPECT_THAT(count(file, "trial"), testing::AnyOf(before, before + 6)) << moment;
      EXPECT_FALSE(check(file).damaged()) << moment;
    }
    merge({source.file}, file);
    EXPECT_EQ(count(file, "trial"), before + 6) << moment;
    EXPECT_TRUE(check(file).findings.empty()) << moment;
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(f.path()), {}), 1)
        << "something is left over of " << moment;
  }
}

TEST(Kill, WhileMergingIntoANewFile) {
  kill_merging(false);
}

TEST(Kill, WhileMergingIntoAnOldFile) {
  kill_merging(true);
}

}  // namespace
}  // namespace sptune::db::test
