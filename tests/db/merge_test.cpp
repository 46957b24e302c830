// SPDX-License-Identifier: BSD-3-Clause
#include "db/merge.hpp"

#include "db/check.hpp"
#include "db/export.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <cmath>
#include <string>

namespace sptune::db::test {
namespace {

TEST(Merge, TwoFilesIntoANewOne) {
  World a;
  World b;
  a.add("m1", configuration("csr"), measured(10));
  a.add("m1", configuration("ell"), failed(harness::Outcome::refused, "no", "fit"));
  b.add("m2", configuration("csr"), measured(20));
  b.store.put_features("content-m2", {{"nnz", 1, 0, "1", 500}}, {1e-6}, "hw1");
  Folder f;
  const auto out = f / "all.sqlite";
  const auto report = merge({a.file, b.file}, out);
  ASSERT_EQ(report.size(), 2U);
  EXPECT_EQ(report[0].trials_added, 2);
  EXPECT_EQ(report[1].trials_added, 1);
  EXPECT_EQ(report[0].runs_added, 1);
  EXPECT_EQ(count(out, "trial"), 3);
  EXPECT_EQ(count(out, "run"), 2);
  EXPECT_EQ(count(out, "hardware"), 1);
  EXPECT_EQ(count(out, "context"), 1);
  EXPECT_EQ(count(out, "variant"), 3);
  EXPECT_EQ(count(out, "matrix"), 2);
  EXPECT_EQ(count(out, "matrix_feature"), 1);
  EXPECT_EQ(count(out, "refusals"), 1);
  EXPECT_EQ(number(out, "SELECT median_us FROM best WHERE matrix = 'm2'"), 20);
  EXPECT_TRUE(check(out).findings.empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(f.path()), {}), 1)
      << "nothing left over";
}

harness::Environment with_cusparse(const std::string& version,
                                   const std::string& runtime = "13.0") {
  harness::Environment e = environment();
  e.cuda_runtime = runtime;
  e.cusparse = version;
  return e;
}

/// A World with a trial in an environment of its own.
struct Measured : World {
  explicit Measured(const harness::Environment& e) { measure_in(e); }
  void measure_in(const harness::Environment& e) {
    run = store.begin_run(hardware(), e, {}, catalogue(), "quick", "{}");
    add("m1", configuration("csr"), measured(10));
    store.end_run(run.run_id, "finished");
  }
  [[nodiscard]] std::int64_t environments() const {
    return count("(SELECT DISTINCT environment_hash FROM trial_flat)");
  }
};

TEST(Cusparse, ASweepThatKnowsItsVersionGoesOnWithOneThatDidNot) {
  Measured w(with_cusparse(""));
  ModelRow model;
  model.uuid = "u";
  model.environment_hash = w.run.environment_hash;
  w.store.put_model(model);
  w.measure_in(with_cusparse("12.6.3"));
  EXPECT_EQ(w.environments(), 1);
  EXPECT_EQ(w.count("environment WHERE cusparse = '12.6.3'"), 1);
  EXPECT_EQ(w.count("model JOIN environment USING (env_hash)"), 1);
  w.measure_in(with_cusparse(""));
  EXPECT_EQ(w.environments(), 1) << "built without it, which measures none";
  EXPECT_EQ(w.count("trial WHERE attempt = 3"), 1);
  w.measure_in(with_cusparse("12.7.0"));
  EXPECT_EQ(w.environments(), 2) << "another one is another environment";
  w.measure_in(with_cusparse("", "13.1"));
  EXPECT_EQ(w.environments(), 3) << "nothing is known of another toolkit's";
  EXPECT_TRUE(check(w.file).findings.empty());
}

TEST(Cusparse, MergedFilesLearnItFromEachOther) {
  const Measured unknown(with_cusparse(""));
  const Measured known(with_cusparse("12.6.3"));
  const Measured other(with_cusparse("12.7.0"));
  Folder f;
  for (const auto& files : {std::vector{unknown.file, known.file}, {known.file, unknown.file}}) {
    const auto out = f / "all.sqlite";
    merge(files, out);
    EXPECT_EQ(count(out, "(SELECT DISTINCT context_id FROM trial)"), 1);
    EXPECT_EQ(count(out, "trial WHERE attempt = 2"), 1);
    merge({other.file}, out);
    EXPECT_EQ(count(out, "(SELECT DISTINCT context_id FROM trial)"), 2);
    merge({unknown.file}, out);
    EXPECT_EQ(count(out, "trial"), 3) << "known by their identity, whatever the environment";
    EXPECT_TRUE(check(out).findings.empty());
    std::filesystem::remove(out);
  }
}

TEST(Merge, TwiceChangesNothing) {
  World a;
  a.add("m1", configuration("csr"), measured(10));
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file}, out);
  const auto again = merge({a.file, out}, out);
  ASSERT_EQ(again.size(), 1U) << "merging a file into itself is nothing";
  EXPECT_EQ(again[0].trials_added, 0);
  EXPECT_EQ(again[0].trials_known, 1);
  EXPECT_EQ(again[0].runs_added, 0);
  EXPECT_EQ(count(out, "trial"), 1);
  EXPECT_EQ(count(out, "samples"), 1);
}

TEST(Merge, SameKeyFromTwoMachinesIsKeptAndCompared) {
  World a;
  World b;
  for (const char* kernel : {"csr", "ell"}) {
    a.add("m1", configuration(kernel), measured(10));
    b.add("m1", configuration(kernel), measured(kernel[0] == 'c' ? 14.4F : 10.0F));
  }
  b.add("m1", configuration("rival"), failed(harness::Outcome::wrong_result, "row 3"));
  a.add("m1", configuration("rival"), measured(30));
  Folder f;
  const auto out = f / "all.sqlite";
  const auto report = merge({a.file, b.file}, out);
  EXPECT_EQ(report[0].agreement.keys, 0);
  const Agreement& agreement = report[1].agreement;
  EXPECT_EQ(agreement.keys, 2);
  EXPECT_EQ(agreement.apart, 1);
  EXPECT_NEAR(agreement.ratio_geomean, std::sqrt(1.44), 1e-6);
  EXPECT_NEAR(agreement.ratio_high, 1.44, 1e-6);
  EXPECT_NEAR(agreement.ratio_low, 1.0, 1e-6);
  EXPECT_EQ(agreement.outcomes_differ, 1);
  EXPECT_EQ(count(out, "trial"), 6);
  EXPECT_EQ(number(out, "SELECT max(attempt) FROM trial"), 2);
  EXPECT_TRUE(check(out).findings.empty());
}

TEST(Merge, IntoAFileThatIsInUseIsRefused) {
  World a;
  World b;
  EXPECT_THAT(error_of([&] { merge({a.file}, b.file); }),
              testing::HasSubstr("already being written"));
}

TEST(Merge, TrialsWithoutTheirRunAreRefusedWhole) {
  World a;
  World b;
  a.add("m1", configuration("csr"), measured(10));
  b.add("m1", configuration("csr"), measured(10));
  vandalise(b.file, "DELETE FROM run");
  Folder f;
  const auto out = f / "all.sqlite";
  EXPECT_THAT(
      error_of([&] {
        merge({a.file, b.file}, out);
      }),
      testing::HasSubstr("trials.sqlite: 1 of its trials refer to rows that it does not have"));
  EXPECT_EQ(count(out, "trial"), 1) << "what was merged before stays";
  EXPECT_TRUE(check(out).findings.empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(f.path()), {}), 1);
}

TEST(Merge, WithoutRoomTheDestinationIsNamedAndNothingIsLeftOver) {
  World w;
  for (int i = 0; i < 200; ++i) w.add("m1", configuration("csr"), measured(10, 0.01F, 2000));
  Folder f;
  const auto out = f / "all.sqlite";
  // Room for an empty database and not for the copy of the source.
  ASSERT_GT(std::filesystem::file_size(w.file), 1'000'000U);
  std::string said;
  {
    const NoRoom limit(1'000'000);
    said = error_of<DatabaseError>([&] { merge({w.file}, out); });
  }
  EXPECT_THAT(said, ::testing::HasSubstr(out.string()));
  EXPECT_THAT(said, ::testing::Not(::testing::HasSubstr(w.file.string())));
  {
    const NoRoom limit(1'000'000);
    said = error_of<DatabaseError>([&] { export_reduced(w.file, f / "small.sqlite"); });
  }
  EXPECT_THAT(said, ::testing::HasSubstr("small.sqlite"));
  EXPECT_TRUE(std::filesystem::is_empty(f.path()));
}

TEST(Merge, AFileOfThatNameThatAppearsMeanwhileIsLeftAlone) {
  World a;
  a.add("m1", configuration("csr"), measured(10));
  Folder f;
  const auto out = f / "all.sqlite";
  StoreOptions options;
  options.network_filesystem = true;  // of which it warns, once the partial file is opened
  options.warn = [&](const std::string& /*line*/) { std::ofstream(out) << "mine"; };
  EXPECT_THAT(error_of([&] { merge({a.file}, out, options); }),
              testing::HasSubstr("made by another program meanwhile"));
  EXPECT_EQ(std::filesystem::file_size(out), 4U);
  EXPECT_EQ(count(f / "all.sqlite.partial", "trial"), 1);
}

TEST(Merge, RepetitionsAreTakenAsTheyWereAddedUpAndAddedUpAnewWhereBothSidesHaveThem) {
  World a;
  World b;
  for (const float us : {10.0F, 12.0F}) a.add("m1", configuration("csr"), repeated(us));
  for (const float us : {14.0F, 16.0F}) b.add("m1", configuration("csr"), repeated(us));
  b.add("m2", configuration("csr"), repeated(20));
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file}, out);
  EXPECT_EQ(number(out, "SELECT median_us FROM repeated"), 11);
  merge({b.file}, out);
  EXPECT_EQ(count(out, "repeated"), 2);
  EXPECT_EQ(number(out, "SELECT attempts FROM result WHERE matrix = 'm1'"), 4);
  EXPECT_EQ(number(out, "SELECT median_us FROM result WHERE matrix = 'm1'"), 13);
  EXPECT_EQ(number(out, "SELECT median_us FROM result WHERE matrix = 'm2'"), 20);
  EXPECT_TRUE(check(out).findings.empty());
}

TEST(Merge, WhatComesBetweenRepetitionsCountsInEitherOrderOfFiles) {
  World a;
  World b;
  World wrong_last;
  for (const float us : {10.0F, 30.0F, 32.0F}) a.add("m1", configuration("csr"), repeated(us));
  for (World* w : {&b, &wrong_last}) {
    w->add("m1", configuration("csr"), failed(harness::Outcome::wrong_result, "row 3"));
  }
  vandalise(a.file,
            "UPDATE trial SET started_at = format('2020-02-02T%02d:00:00.000Z', 2 * attempt - 1)");
  vandalise(b.file, "UPDATE trial SET started_at = '2020-02-02T02:00:00.000Z'");
  Folder f;
  const auto out = f / "all.sqlite";
  for (const auto& files : {std::vector{a.file, b.file}, {b.file, a.file}}) {
    merge(files, out);
    EXPECT_EQ(number(out, "SELECT attempts FROM result"), 2) << "those after the wrong result";
    EXPECT_EQ(number(out, "SELECT median_us FROM result"), 31);
    EXPECT_TRUE(check(out).findings.empty());
    std::filesystem::remove(out);
  }
  for (const auto& files : {std::vector{a.file, wrong_last.file}, {wrong_last.file, a.file}}) {
    merge(files, out);
    EXPECT_EQ(count(out, "repeated"), 0) << "none is left";
    EXPECT_EQ(count(out, "usable"), 0);
    EXPECT_TRUE(check(out).findings.empty());
    std::filesystem::remove(out);
  }
}

TEST(Merge, UnfinishedTrialsComeOnceTheyAreFinished) {
  World a;
  const std::int64_t id =
      a.store.begin_trial(a.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
  Folder f;
  const auto out = f / "all.sqlite";
  EXPECT_EQ(merge({a.file}, out)[0].running_skipped, 1);
  EXPECT_EQ(count(out, "trial"), 0);
  EXPECT_EQ(count(out, "run WHERE state = 'interrupted'"), 1);
  a.store.finish_trial(id, measured(10));
  a.store.end_run(a.run.run_id, "finished");
  EXPECT_EQ(merge({a.file}, out)[0].trials_added, 1);
  EXPECT_EQ(count(out, "run WHERE state = 'finished'"), 1);
}

TEST(Merge, ACopyThatWasTakenTooEarlyIsCompleted) {
  World a;
  a.add("m1", configuration("csr"), measured(9));
  const std::int64_t id =
      a.store.begin_trial(a.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
  Folder f;
  const auto copy = f / "copy.sqlite";
  std::filesystem::copy_file(a.file, copy);
  std::filesystem::copy_file(a.file.string() + "-wal", copy.string() + "-wal");
  a.store.finish_trial(id, measured(10));
  const auto report = merge({a.file}, copy);
  EXPECT_EQ(report[0].trials_completed, 1);
  EXPECT_EQ(report[0].trials_known, 1);
  EXPECT_EQ(report[0].trials_added, 0);
  EXPECT_EQ(count(copy, "trial WHERE outcome = 'ok'"), 2);
  EXPECT_EQ(count(copy, "samples"), 2);
  EXPECT_TRUE(check(copy).findings.empty());
}

TEST(Merge, SameIdentityWithAnotherResultIsAConflict) {
  World a;
  a.add("m1", configuration("csr"), measured(10));
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file}, out);
  vandalise(out, "UPDATE trial SET median_us = 11");
  EXPECT_EQ(merge({a.file}, out)[0].conflicts, 1);
  EXPECT_EQ(number(out, "SELECT median_us FROM trial"), 11) << "what was here stays";
}

TEST(Merge, LeavesTheSourceAsItWas) {
  World a;
  a.add("m1", configuration("csr"), measured(10));
  Folder f;
  const auto copy = f / "source.sqlite";
  merge({a.file}, copy);
  const auto time = std::filesystem::last_write_time(copy);
  const auto size = std::filesystem::file_size(copy);
  merge({copy}, f / "all.sqlite");
  EXPECT_EQ(std::filesystem::last_write_time(copy), time);
  EXPECT_EQ(std::filesystem::file_size(copy), size);
}

TEST(Merge, NewerForeignAndMissingSourcesAreRefused) {
  Folder f;
  { const Store store(f / "newer.sqlite", OpenMode::create); }
  vandalise(f / "newer.sqlite", "PRAGMA user_version = 99");
  EXPECT_THAT(error_of([&] { merge({f / "newer.sqlite"}, f / "all.sqlite"); }),
              testing::HasSubstr("schema 99 of a newer sptune"));
  EXPECT_THAT(error_of([&] { merge({f / "none.sqlite"}, f / "new.sqlite"); }),
              testing::HasSubstr("no such database"));
  EXPECT_FALSE(std::filesystem::exists(f / "new.sqlite"));
}

TEST(Merge, ModelsAndPredictionsComeAlong) {
  World a;
  a.add("m1", configuration("csr"), measured(10));
  ModelRow model;
  model.uuid = "model-1";
  model.hardware_hash = a.run.hardware_hash;
  model.environment_hash = a.run.environment_hash;
  model.policy_hash = a.run.policy_hash;
  const std::int64_t id = a.store.put_model(model);
  a.store.put_predictions(id, {{problem("m1").hash(), "csr{unroll=1}", 0, 1, 9, 8, 10}});
  a.store.put_dispatches({{"2026-01-01T00:00:00Z", "pattern-m1", "csr{unroll=1}", "predicted"}});
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file}, out);
  merge({a.file}, out);
  EXPECT_EQ(count(out, "model"), 1);
  EXPECT_EQ(count(out, "prediction"), 1);
  EXPECT_EQ(count(out, "dispatch_log"), 1);
  EXPECT_EQ(query(out, named_query("models").sql).rows.size(), 1U);
}

TEST(Merge, TwoOccasionsOfAContextSayHowItsTimesScatter) {
  constexpr int problems = 12;
  World a;
  World b;
  add_finalists(a, problems, 0);
  add_finalists(b, problems, 0.03);
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file, b.file}, out);
  EXPECT_EQ(count(out, "pass"), 2 * problems * 3 * 3);
  EXPECT_EQ(count(out, "noise WHERE context_id IS NOT NULL"), 0) << "one evening";

  vandalise(b.file, "UPDATE run SET started_at = '2020-02-02T20:00:00.000Z'");
  std::filesystem::remove(out);
  merge({a.file, b.file}, out);
  ASSERT_EQ(count(out, "noise WHERE context_id IS NOT NULL"), 1);
  const Table n = query(out, "SELECT * FROM noise WHERE context_id IS NOT NULL");
  EXPECT_EQ(n.number(0, "occasions"), 2);
  EXPECT_EQ(n.number(0, "problems"), problems);
  EXPECT_EQ(n.number(0, "pairs"), 3 * problems);
  EXPECT_NEAR(n.number(0, "common_sd"), 0.03 / std::sqrt(2), 0.001);
  EXPECT_NEAR(n.number(0, "pass_sd"), 0.005, 0.002);
  EXPECT_GT(number(out, "SELECT min(common_sd) FROM result"), 0.02) << "the views go by it";
  EXPECT_TRUE(check(out).findings.empty());
}

TEST(Merge, RunsOfOtherContextsDoNotJoinTwoOccasions) {
  World a;
  World b;
  World hourly;
  add_finalists(a, 12, 0);
  add_finalists(b, 12, 0.03);
  harness::Protocol single;
  single.threads = 1;
  for (int hour = 0; hour < 24; ++hour) {
    hourly.store.begin_run(hardware(), environment(), single, catalogue(), "quick", "{}");
  }
  vandalise(a.file, "UPDATE run SET started_at = '2020-02-02T20:00:00.000Z'");
  vandalise(b.file, "UPDATE run SET started_at = '2020-02-03T20:00:00.000Z'");
  vandalise(hourly.file,
            "UPDATE run SET started_at = strftime('%Y-%m-%dT%H:%M:%fZ', '2020-02-02 20:00', "
            "format('%d hours', run_id - 1)); DELETE FROM run WHERE run_id = 1");
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file, b.file, hourly.file}, out);
  EXPECT_EQ(number(out, "SELECT occasions FROM noise WHERE context_id IS NOT NULL"), 2);
  EXPECT_EQ(number(out, "SELECT pairs FROM noise WHERE context_id IS NOT NULL"), 36);
}

TEST(Merge, OtherCodeOnAnotherOccasionIsNoScatter) {
  World a;
  World b;
  b.run = b.store.begin_run(hardware(), environment(), {}, catalogue("new"), "quick", "{}");
  add_finalists(a, 12, 0);
  add_finalists(b, 12, std::log(0.8));
  vandalise(b.file, "UPDATE run SET started_at = '2020-02-02T20:00:00.000Z'");
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file, b.file}, out);
  EXPECT_EQ(count(out, "noise WHERE context_id IS NOT NULL"), 0)
      << "a kernel that became faster says nothing of the machine";
}

TEST(Merge, WhatDisturbedATrialAndTheDriftComeAlong) {
  World a;
  harness::Trial t = measured(800);
  t.load.window_s = 0.1;
  t.load.waiting_threads = 0.5;
  t.load.sm_mhz = 1200;
  t.disturbed = harness::disturbed_by(t.load);
  a.add("m1", configuration("csr"), t);
  a.store.put_drift(a.run.run_id, "GPU-1", measured(3));
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file}, out);
  merge({a.file}, out);
  EXPECT_EQ(count(out, "disturbed WHERE reason LIKE '0.50 of its threads%' AND mended = 0"), 1);
  EXPECT_EQ(number(out, "SELECT sm_mhz FROM load"), 1200);
  EXPECT_EQ(count(out, "drift WHERE device = 'GPU-1' AND median_us = 3"), 1);
  EXPECT_EQ(count(out, "usable"), 0);
  EXPECT_TRUE(check(out).findings.empty());
}

}  // namespace
}  // namespace sptune::db::test
