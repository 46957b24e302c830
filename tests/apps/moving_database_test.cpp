// SPDX-License-Identifier: BSD-3-Clause
// A database that somebody moves, removes or opens by another name while a sweep writes it.
#include "db/query.hpp"
#include "tests/apps/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace sptune::apps::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

double finished(const fs::path& file) {
  try {
    return db::query(file, "SELECT count(*) AS n FROM trial WHERE outcome <> 'running'")
        .number(0, "n");
  } catch (const Error&) {
    return 0;
  }
}

struct MovingDatabase : World {
  void SetUp() override {
    World::SetUp();
    for (const char* name : {"live.sqlite", "moved.sqlite", "live.sqlite.rescued", "link.sqlite"}) {
      fs::remove(*program / name);
    }
  }
  /// A sweep of a thousand trials, half a minute and more, of which a few are stored by now.
  static pid_t sweeping() {
    const pid_t pid = program->start(
        {"sweep",        "run",          "--suite",       "quick",      "--operations",   "spmv",
         "--variants",   "csr,ell,sell", "--grid",        "full",       "--trial-budget", "0.02s",
         "--confidence", "0.000001",     "--max-samples", "100000",     "--threads",      "1",
         "--progress",   "none",         "--db",          "live.sqlite"});
    const auto begin = std::chrono::steady_clock::now();
    while (finished(live()) < 5 &&
           std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_GE(finished(live()), 5);
    return pid;
  }
  static fs::path live() { return *program / "live.sqlite"; }
  static Ran ended(pid_t pid) {
    const auto begin = std::chrono::steady_clock::now();
    Ran ran = program->wait_for(pid);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
    EXPECT_EQ(ran.code(), 4) << ran.how();
    EXPECT_THAT(ran.out, Not(HasSubstr("finished")));
    return ran;
  }
};

TEST_F(MovingDatabase, removed) {
  const pid_t pid = sweeping();
  fs::remove(live());
  EXPECT_THAT(ended(pid).err, AllOf(HasSubstr("removed while it was being written"),
                                    HasSubstr("live.sqlite.rescued")));
  const fs::path rescued = live().string() + ".rescued";
  EXPECT_GE(finished(rescued), 5);
  EXPECT_EQ(run({"db", "check", rescued.string()}).code(), 0);
  EXPECT_EQ(run({"sweep", "resume", rescued.string(), "--budget", "1s"}).code(), 0);
}

TEST_F(MovingDatabase, renamed) {
  if (harness::sanitized) GTEST_SKIP() << "the code of the test before";
  const pid_t pid = sweeping();
  fs::rename(live(), *program / "moved.sqlite");
  EXPECT_THAT(ended(pid).err, HasSubstr("renamed to " + (*program / "moved.sqlite").string()));
  EXPECT_GE(finished(*program / "moved.sqlite"), 5);
  EXPECT_EQ(run({"db", "check", "moved.sqlite"}).code(), 0);
  EXPECT_EQ(run({"sweep", "resume", "moved.sqlite", "--budget", "1s"}).code(), 0);
}

TEST_F(MovingDatabase, replaced) {
  if (harness::sanitized) GTEST_SKIP() << "the code of the tests before";
  const pid_t pid = sweeping();
  fs::copy_file(*program / "db.sqlite", *program / "moved.sqlite");
  fs::rename(*program / "moved.sqlite", live());
  EXPECT_THAT(ended(pid).err, HasSubstr("replaced by another file"));
  EXPECT_EQ(run({"db", "check", live().string() + ".rescued"}).code(), 0);
}

TEST_F(MovingDatabase, a_second_sweep_does_not_get_in_by_another_name) {
  const pid_t pid = sweeping();
  fs::create_symlink("live.sqlite", *program / "link.sqlite");
  fs::create_hard_link(live(), *program / "moved.sqlite");
  const auto resume = [](const std::string& name) {
    return program
        ->run({"sweep", "resume", name, "--progress", "none"},
              {.out = Stream::to("/dev/null"), .err = Stream::to("/dev/null")})
        .code();
  };
  EXPECT_EQ(resume("link.sqlite"), 4);
  EXPECT_EQ(resume("moved.sqlite"), 4);
  fs::remove(live().string() + ".lock");
  EXPECT_EQ(resume("live.sqlite"), 4);
  EXPECT_EQ(kill(pid, SIGINT), 0);
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7) << "undisturbed until it was asked to stop";
  EXPECT_EQ(db::query(live(), "SELECT count(*) AS n FROM trial WHERE reaped = 1").number(0, "n"),
            0);
}

}  // namespace
}  // namespace sptune::apps::test
