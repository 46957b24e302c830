// SPDX-License-Identifier: BSD-3-Clause
// Trials that applications told of: stored once, or not at all.
#include "db/logged.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::db::test {
namespace {

LoggedTrial told(const std::string& identity, const std::string& on = "m1") {
  LoggedTrial t;
  t.uuid = uuid_of(identity);
  t.started_at = "2026-01-01T00:00:00Z";
  t.trial = measured(10);
  t.trial.backend = Backend::cpu;
  t.trial.problem = problem(on);
  t.trial.configuration = configuration("csr");
  return t;
}

const LoggedRun logged_run{hardware("of an application"), environment(), {}, "application", "{}"};

TEST(Logged, TrialsThatAreToldTwiceAreStoredOnce) {
  World w;
  const std::vector<LoggedTrial> trials{told("a"), told("b"), told("a")};
  EXPECT_EQ(count_new(&w.store, trials), 2);
  EXPECT_EQ(count_new(nullptr, trials), 2) << "where there is no file yet";
  EXPECT_EQ(put_logged(w.store, logged_run, catalogue(), trials), 2);
  EXPECT_EQ(w.count("trial"), 2);
  EXPECT_EQ(count_new(&w.store, trials), 0);
  EXPECT_EQ(put_logged(w.store, logged_run, catalogue(), trials), 0);
  EXPECT_EQ(w.count("run"), 2) << "the world's own, and one with what was told";
}

TEST(Logged, WhatFailsLeavesNothing) {
  World w;
  EXPECT_THAT(error_of([&] {
                put_logged(w.store, logged_run, catalogue(),
                           std::vector<LoggedTrial>{told("a"), told("b", "nowhere")});
              }),
              testing::HasSubstr("matrix content-nowhere is not stored"));
  EXPECT_EQ(w.count("run"), 1);
  EXPECT_EQ(w.count("trial"), 0);
  EXPECT_EQ(w.count("context"), 1);
  EXPECT_EQ(put_logged(w.store, logged_run, catalogue(), std::vector<LoggedTrial>{told("a")}), 1);
  EXPECT_EQ(w.count("run WHERE state = 'finished'"), 1);
}

}  // namespace
}  // namespace sptune::db::test
