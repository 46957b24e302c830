// SPDX-License-Identifier: BSD-3-Clause
// What counts as done when a sweep is taken up again (docs/decisions/003).
#include "db/check.hpp"

#include "fixture.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>

namespace sptune::db::test {
namespace {

const Configuration csr = configuration("csr");

/// A file in which the writer died in the middle of a trial `deaths` times.
void die_while_measuring(const std::filesystem::path& file, int deaths) {
  for (int i = 0; i < deaths; ++i) {
    Store store(file, OpenMode::create);
    const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
    store.put_matrix(matrix("m1"), "train");
    store.begin_trial(run.run_id, Backend::cpu, problem("m1"), csr);
  }
}

TEST(Resume, FinishedTrialsAreFoundByTheNextRun) {
  World w;
  EXPECT_FALSE(w.store.has_trial(w.run.run_id, Backend::cpu, problem("m1"), csr));
  w.add("m1", csr, measured(10));
  const RunInfo next = w.start();
  EXPECT_TRUE(w.store.has_trial(next.run_id, Backend::cpu, problem("m1"), csr));
  EXPECT_FALSE(w.store.has_trial(next.run_id, Backend::cpu, problem("m2"), csr));
  EXPECT_FALSE(
      w.store.has_trial(next.run_id, Backend::cpu, problem("m1"), configuration("csr", 2)));
  EXPECT_FALSE(w.store.has_trial(next.run_id, Backend::cuda, problem("m1"), csr));
}

TEST(Resume, FailuresAndRefusalsAreFinishedToo) {
  World w;
  w.add("m1", csr, failed(harness::Outcome::refused, "does not fit", "fit"));
  w.add("m2", csr, failed(harness::Outcome::crashed, "signal 11"));
  EXPECT_TRUE(w.store.has_trial(w.run.run_id, Backend::cpu, problem("m1"), csr));
  EXPECT_TRUE(w.store.has_trial(w.run.run_id, Backend::cpu, problem("m2"), csr));
}

TEST(Resume, AnUnrelatedCommitDoesNotRepeatTrials) {
  World w;
  w.add("m1", csr, measured(10));
  const RunInfo next =
      w.store.begin_run(hardware(), environment("another-commit"), {}, catalogue(), "quick", "{}");
  EXPECT_EQ(next.environment_hash, w.run.environment_hash);
  EXPECT_TRUE(w.store.has_trial(next.run_id, Backend::cpu, problem("m1"), csr));
}

TEST(Resume, ChangedKernelCompilerPolicyOrMachineDo) {
  World w;
  w.add("m1", csr, measured(10));
  const auto done = [&](const harness::Hardware& h, const harness::Environment& e,
                        const harness::Protocol& p, const Catalogue& c) {
    const RunInfo run = w.store.begin_run(h, e, p, c, "quick", "{}");
    return w.store.has_trial(run.run_id, Backend::cpu, problem("m1"), csr);
  };
  harness::Environment compiler = environment();
  compiler.compiler = "g++ 13";
  harness::Protocol cold;
  cold.cache = harness::CachePolicy::cold;
  harness::Protocol patient;
  patient.measure_limit_s = 600;
  EXPECT_FALSE(done(hardware("hw2"), environment(), {}, catalogue()));
  EXPECT_FALSE(done(hardware(), compiler, {}, catalogue()));
  EXPECT_FALSE(done(hardware(), environment(), cold, catalogue()));
  EXPECT_FALSE(done(hardware(), environment(), {}, catalogue("changed")));
  EXPECT_TRUE(done(hardware(), environment(), patient, catalogue())) << "limits are not in the key";
}

TEST(Resume, ChangedKernelRetiresItsTrialsUntilTheOldCodeIsBack) {
  World w;
  w.add("m1", csr, measured(10));
  w.add("m1", configuration("ell"), measured(20));
  const auto visible = [&] {
    std::vector<std::string> texts;
    w.store.each_trial({}, [&](const StoredTrial& t) { texts.push_back(t.configuration); });
    return texts;
  };
  EXPECT_EQ(visible().size(), 2U);
  w.store.begin_run(hardware(), environment(), {}, catalogue("changed"), "quick", "{}");
  EXPECT_THAT(visible(), testing::ElementsAre("ell{unroll=1}"));
  EXPECT_EQ(w.count("trial"), 2) << "retired is not deleted";
  w.start();
  EXPECT_EQ(visible().size(), 2U);
}

TEST(Resume, DeadTrialIsReapedAndMeasuredAgain) {
  Folder folder;
  die_while_measuring(folder / "t.sqlite", 1);
  Store store(folder / "t.sqlite", OpenMode::read_write);
  const RunInfo old = store.last_run("quick").value();
  EXPECT_EQ(store.reap_running(old.run_id), 1);
  EXPECT_EQ(store.reap_running(old.run_id), 0);
  EXPECT_FALSE(store.has_trial(old.run_id, Backend::cpu, problem("m1"), csr));
  const Table rows = query(store, "SELECT outcome, reaped, stage, message FROM failures");
  ASSERT_EQ(rows.rows.size(), 1U);
  EXPECT_EQ(rows.text(0, "outcome"), "crashed");
  EXPECT_EQ(rows.text(0, "reaped"), "1");
  EXPECT_EQ(rows.text(0, "stage"), "sweep");
  // Reaped trials say nothing about the kernel, so training does not see them.
  store.each_trial({}, [](const StoredTrial&) { ADD_FAILURE(); });

  const RunInfo run = store.continue_run(old.uuid, hardware(), environment(), {}, catalogue());
  EXPECT_EQ(run.run_id, old.run_id);
  EXPECT_EQ(run.state, "running");
  const std::int64_t id = store.begin_trial(run.run_id, Backend::cpu, problem("m1"), csr);
  store.finish_trial(id, measured(10));
  EXPECT_TRUE(store.has_trial(run.run_id, Backend::cpu, problem("m1"), csr));
  EXPECT_EQ(query(store, "SELECT attempt FROM usable").text(0, "attempt"), "2");
}

TEST(Resume, BeginningARunReapsWhatTheDeadLeft) {
  Folder folder;
  die_while_measuring(folder / "t.sqlite", 2);
  const Table runs = query(folder / "t.sqlite", "SELECT state FROM run ORDER BY run_id");
  EXPECT_EQ(runs.text(0, "state"), "interrupted");
  EXPECT_EQ(runs.text(1, "state"), "running");
}

TEST(Resume, HoweverOftenTheSweepDiedItsTrialIsStillToBeMeasured) {
  Folder folder;
  const auto file = folder / "t.sqlite";
  die_while_measuring(file, 12);
  Store store(file, OpenMode::read_write);
  const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  EXPECT_FALSE(store.has_trial(run.run_id, Backend::cpu, problem("m1"), csr));
}

TEST(Resume, TrialsThatBlameNobodyAreKeptButNotKnown) {
  World w;
  harness::Trial killed = failed(harness::Outcome::crashed, "signal 9");
  killed.from_outside = true;
  killed.signal = 9;
  w.add("m1", csr, killed);
  w.add("m2", csr, failed(harness::Outcome::out_of_memory, "too large", "load"));
  EXPECT_FALSE(w.store.has_trial(w.run.run_id, Backend::cpu, problem("m1"), csr));
  EXPECT_FALSE(w.store.has_trial(w.run.run_id, Backend::cpu, problem("m2"), csr));
  EXPECT_EQ(w.count("failures WHERE reaped = 1 AND standing = 0"), 2);
}

TEST(Resume, AWithdrawnTrialLeavesNoTrace) {
  World w;
  const std::int64_t id = w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), csr);
  w.store.withdraw_trial(id);
  EXPECT_EQ(w.count("trial"), 0);
  EXPECT_THAT(error_of([&] { w.store.withdraw_trial(id); }),
              testing::HasSubstr("cannot be withdrawn"));
  w.add("m1", csr, measured(10));
  EXPECT_EQ(query(w.store, "SELECT attempt FROM usable").text(0, "attempt"), "1");
}

TEST(Resume, TrialsMeasuredTogetherAreStoredTogether) {
  World w;
  std::vector<harness::Trial> set(2, measured(10));
  for (harness::Trial& t : set) t.problem = problem("m1");
  set[0].configuration = csr;
  set[1].configuration = configuration("no such kernel");
  const std::int64_t id = w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), csr);
  EXPECT_THAT(error_of([&] { w.store.finish_together(id, set); }),
              testing::HasSubstr("no spmv variant 'no such kernel'"));
  EXPECT_EQ(w.count("trial WHERE outcome = 'running'"), 1) << "not even the first one is there";

  set[1].configuration = configuration("ell");
  w.store.finish_together(id, set);
  EXPECT_EQ(w.count("usable"), 2);
  EXPECT_EQ(w.count("trial"), 2);
}

TEST(Resume, OwnRunningTrialsAreLeftAlone) {
  World w;
  const std::int64_t id = w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), csr);
  EXPECT_EQ(w.store.reap_running(w.run.run_id), 0);
  w.store.finish_trial(id, measured(10));
}

TEST(Resume, ContinuingNeedsTheSameContext) {
  World w;
  const std::string line = error_of(
      [&] { w.store.continue_run(w.run.uuid, hardware("hw2"), environment(), {}, catalogue()); });
  EXPECT_THAT(line, testing::HasSubstr("other hardware, software or policy"));
  harness::Hardware fewer = hardware("hw2");
  fewer.cores = hardware().cores + 1;
  EXPECT_THAT(
      error_of([&] { w.store.continue_run(w.run.uuid, fewer, environment(), {}, catalogue()); }),
      testing::HasSubstr(fmt::format("(here and there: cores '{}' and '{}'): go on with the same "
                                     "--devices or ranks",
                                     fewer.cores, hardware().cores)));
  EXPECT_EQ(w.count("hardware"), 1) << "nothing stays of a refused attempt";
  EXPECT_THAT(
      error_of([&] { w.store.continue_run("nope", hardware(), environment(), {}, catalogue()); }),
      testing::HasSubstr("no run nope"));
}

TEST(Resume, NewestAttemptCounts) {
  World w;
  w.add("m1", csr, measured(10));
  w.add("m1", csr, measured(12));
  std::vector<double> medians;
  w.store.each_trial({}, [&](const StoredTrial& t) { medians.push_back(t.total_us.median); });
  ASSERT_EQ(medians.size(), 1U);
  EXPECT_DOUBLE_EQ(medians[0], 12);
}

/// As if the wall clock had been set back since.
void set_clock_back(const World& w) {
  vandalise(w.file, "UPDATE trial SET started_at = '2999-01-01T00:00:00.000Z'");
  vandalise(w.file, "UPDATE run SET started_at = '2999-01-01T00:00:00.000Z'");
}

TEST(Clock, TheLatestAttemptCountsAlsoAfterTheClockWasSetBack) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  set_clock_back(w);
  w.add("m1", configuration("csr"), measured(20));
  EXPECT_EQ(number(w.file, "SELECT median_us FROM result"), 20);
  EXPECT_EQ(w.count("trial WHERE started_at LIKE '2999-%'"), 2);
}

TEST(Clock, ASetIsOneAlsoAfterTheClockWasSetBack) {
  World w;
  w.add("m1", configuration("ell"), measured(10));
  set_clock_back(w);
  const auto id =
      w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
  std::vector<harness::Trial> set(2, repeated(20));
  for (const char* name : {"csr", "ell"}) {
    harness::Trial& t = set[name[0] == 'e' ? 1 : 0];
    t.configuration = configuration(name);
    t.problem = problem("m1");
  }
  w.store.finish_together(id, set);
  EXPECT_EQ(w.count("result WHERE median_us = 20 AND attempts = 1"), 2);
  EXPECT_EQ(w.count("(SELECT DISTINCT started_at FROM trial)"), 1);
}

TEST(Clock, TheLatestRunIsGoneOnWithAlsoAfterTheClockWasSetBack) {
  World w;
  set_clock_back(w);
  const std::string uuid = w.start().uuid;
  EXPECT_EQ(w.store.last_run("quick")->uuid, uuid);
}

/// Also where other code came with a merge from a host whose clock is ahead.
TEST(Clock, TheCodeOfTheLatestRunIsTheCurrentOneAlsoAfterTheClockWasSetBack) {
  World w;
  w.add("m1", csr, measured(10));
  w.store.begin_run(hardware(), environment(), {}, catalogue("changed"), "quick", "{}");
  vandalise(w.file, "UPDATE variant SET seen_at = '2999-01-01T00:00:00.999Z'");
  for (const char* code : {"changed", "changed", "", "", "changed"}) {
    const Catalogue kernels = *code == '\0' ? catalogue() : catalogue(code);
    w.run = w.store.begin_run(hardware(), environment(), {}, kernels, "quick", "{}");
    EXPECT_EQ(w.store.has_trial(w.run.run_id, Backend::cpu, problem("m1"), csr), *code == '\0');
    EXPECT_EQ(w.count("usable"), *code == '\0' ? 1 : 0);
  }
  EXPECT_EQ(w.count("variant WHERE seen_at LIKE '____-__-__T__:__:__.___Z'"), w.count("variant"));
  EXPECT_TRUE(check(w.file).findings.empty());
}

}  // namespace
}  // namespace sptune::db::test
