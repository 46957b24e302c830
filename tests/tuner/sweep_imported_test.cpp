// SPDX-License-Identifier: BSD-3-Clause
// What `sptune db import-log` brought into a sweep's file is no sweep.
#include "db/logged.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/status.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

namespace sptune::sweep::test {
namespace {

using ::testing::HasSubstr;

struct SweepImportedTest : SweepTest {
  SweepImportedTest() {
    plan.operations = {Operation::spmv};
    runner.change = [this](harness::Trial& t) { told.trial = t; };
  }
  /// The last trial, as of an application.
  void import() {
    db::Store store(file, db::OpenMode::read_write);
    told.uuid = db::uuid_of("told");
    told.started_at = "2026-01-01T00:00:00.000Z";
    const db::LoggedRun of{hardware, environment, plan.protocol, "application",
                           R"({"imported":"log of an application","group":"application"})"};
    ASSERT_EQ(db::put_logged(store, of, catalogue, std::vector<db::LoggedTrial>{told}), 1);
  }
  [[nodiscard]] std::string imported() const {
    return query("SELECT uuid FROM run WHERE suite = 'application'").text(0, "uuid");
  }
  [[nodiscard]] std::string shown(const std::string& uuid = "") const {
    const db::Store store(file, db::OpenMode::read_only);
    return status(store, uuid, false).back().run.suite;
  }

  db::LoggedTrial told;
};

TEST_F(SweepImportedTest, the_newest_sweep_is_the_one_before) {
  stop = [this] { return runner.calls == 5; };
  EXPECT_EQ(start().ending, Ending::stopped);
  stop = {};
  import();

  EXPECT_EQ(shown(), plan.suite);
  {
    const db::Store store(file, db::OpenMode::read_only);
    const Plan again = plan_of_another_occasion(store, "");
    EXPECT_EQ(again.suite, plan.suite);
    EXPECT_EQ(again.operations, plan.operations);
  }
  const Summary s = go_on();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.matrices, 3U);
}

TEST_F(SweepImportedTest, it_is_shown_when_it_is_named_and_nobody_goes_on_with_it) {
  start();
  import();
  EXPECT_EQ(shown(imported()), "application");
  const db::Store store(file, db::OpenMode::read_only);
  for (const auto& attempt :
       {std::function<void()>([&] { (void)run_to_resume(store, imported()); }),
        std::function<void()>([&] { (void)plan_of_another_occasion(store, imported()); })}) {
    try {
      attempt();
      ADD_FAILURE() << "a plan of no suite was taken";
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr("db import-log"));
    }
  }
}

}  // namespace
}  // namespace sptune::sweep::test
