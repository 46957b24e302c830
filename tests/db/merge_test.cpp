// SPDX-License-Identifier: BSD-3-Clause
#include "db/merge.hpp"

#include "db/check.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

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
    b.add("m1", configuration(kernel), measured(kernel[0] == 'c' ? 12.1F : 10.0F));
  }
  b.add("m1", configuration("rival"), failed(harness::Outcome::wrong_result, "row 3"));
  a.add("m1", configuration("rival"), measured(30));
  Folder f;
  const auto out = f / "all.sqlite";
  const auto report = merge({a.file, b.file}, out);
  EXPECT_EQ(report[0].agreement.keys, 0);
  const Agreement& agreement = report[1].agreement;
  EXPECT_EQ(agreement.keys, 2);
  EXPECT_EQ(agreement.disjoint, 1);
  EXPECT_NEAR(agreement.ratio_geomean, std::sqrt(1.21), 1e-6);
  EXPECT_NEAR(agreement.ratio_high, 1.21, 1e-6);
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

}  // namespace
}  // namespace sptune::db::test
