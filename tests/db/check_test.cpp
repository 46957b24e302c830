// SPDX-License-Identifier: BSD-3-Clause
// Injected damage, each kind found and named.
#include "db/check.hpp"

#include "db/export.hpp"
#include "db/merge.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

/// A closed file with trials of every outcome.
std::filesystem::path filled(const Folder& folder) {
  auto file = folder / "t.sqlite";
  World w;
  for (int i = 0; i < 40; ++i) {
    w.add("m1", configuration("csr", 1 << (i % 3)), measured(10, 0.01F, 100));
    w.add("m2", configuration("ell", 1 << (i % 3)), measured(12, 0.01F, 100));
  }
  harness::Trial slow = measured(90, 0.1F, 3);
  slow.outcome = harness::Outcome::dominated;
  w.add("m1", configuration("ell"), slow);
  for (const harness::Outcome outcome :
       {harness::Outcome::refused, harness::Outcome::wrong_result, harness::Outcome::out_of_memory,
        harness::Outcome::timeout, harness::Outcome::crashed, harness::Outcome::error,
        harness::Outcome::skipped}) {
    w.add("m2", configuration("rival"), failed(outcome, "why"));
  }
  w.store.end_run(w.run.run_id, "finished");
  query(w.store, "SELECT count(*) FROM trial");
  w.store = Store(folder / "other.sqlite", OpenMode::create);
  std::filesystem::copy_file(w.file, file);
  return file;
}

std::string damage_after(const std::string& sql) {
  Folder f;
  const auto file = filled(f);
  vandalise(file, sql);
  const CheckReport report = check(file);
  EXPECT_TRUE(report.damaged()) << sql;
  std::string all;
  for (const Finding& finding : report.findings) all += finding.text + " / ";
  return all;
}

TEST(Check, CleanFile) {
  Folder f;
  const CheckReport report = check(filled(f));
  for (const Finding& finding : report.findings) ADD_FAILURE() << finding.text;
  EXPECT_EQ(report.trials, 88);
  EXPECT_EQ(report.samples, 80 * 100 + 3);
}

TEST(Check, ChangedSamplesAndSummaries) {
  EXPECT_THAT(damage_after("UPDATE samples SET us = zeroblob(400) WHERE trial_id = 3"),
              HasSubstr("1 trials whose summary is not that of their samples (trial 3"));
  EXPECT_THAT(damage_after("UPDATE samples SET us = zeroblob(7) WHERE trial_id = 3"),
              HasSubstr("1 BLOBs of the wrong length"));
  EXPECT_THAT(damage_after("UPDATE trial SET median_us = 1 WHERE trial_id = 5"),
              HasSubstr("trial 5: median stored 1, of its samples 9.99"));
  EXPECT_THAT(damage_after("UPDATE trial SET median_us = NULL WHERE trial_id = 5"),
              HasSubstr("summary"));
  EXPECT_THAT(damage_after("DELETE FROM samples WHERE trial_id = 4"),
              HasSubstr("1 measured but without samples"));
}

TEST(Check, MissingAndDoubledRows) {
  EXPECT_THAT(damage_after("DELETE FROM trial WHERE trial_id = 1"), HasSubstr("attempts missing"));
  EXPECT_THAT(damage_after("DELETE FROM matrix WHERE name = 'm2'"),
              HasSubstr("problem refers to missing rows of matrix"));
  EXPECT_THAT(damage_after("DELETE FROM failure"),
              HasSubstr("7 failed or refused without a reason"));
  EXPECT_THAT(damage_after("UPDATE trial SET outcome = 'ok' WHERE outcome = 'crashed'"),
              HasSubstr("measured and failed at once"));
  EXPECT_THAT(damage_after("UPDATE verification SET ok = 0 WHERE trial_id = 2"),
              HasSubstr("called ok although verification failed"));
  EXPECT_THAT(damage_after("UPDATE trial SET attempt = attempt + 1000"),
              HasSubstr("attempts missing"));
  EXPECT_THAT(damage_after("UPDATE trial SET context_id = 7 WHERE trial_id = 1"),
              HasSubstr("1 in another context than their run"));
}

TEST(Check, ChangedKeysAndSchema) {
  EXPECT_THAT(damage_after("UPDATE config SET text = 'csr{unroll=8}' WHERE config_id = 1"),
              HasSubstr("1 whose text, parameters and hash disagree (csr{unroll=8})"));
  EXPECT_THAT(damage_after("UPDATE config SET params = '{\"unroll\":8}' WHERE config_id = 1"),
              HasSubstr("disagree"));
  EXPECT_THAT(damage_after("UPDATE variant SET code_hash = 'x' WHERE name = 'csr'"),
              HasSubstr("disagree"));
  EXPECT_THAT(damage_after("DROP VIEW best"), HasSubstr("view best is missing"));
  EXPECT_THAT(damage_after("DROP INDEX trial_by_run"), HasSubstr("index trial_by_run is missing"));
  EXPECT_THAT(damage_after("ALTER TABLE run ADD COLUMN x INTEGER"),
              HasSubstr("table run is not as sptune"));
}

TEST(Check, UnverifiedTrialsAreNoted) {
  Folder f;
  const auto file = filled(f);
  vandalise(file, "DELETE FROM verification WHERE trial_id = 2");
  const CheckReport report = check(file);
  EXPECT_FALSE(report.damaged());
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_THAT(report.findings[0].text, HasSubstr("without verification"));
}

TEST(Check, VersionZeroIsDamageWithItsRemedy) {
  Folder f;
  const auto file = filled(f);
  vandalise(file, "PRAGMA user_version = 0");
  const CheckReport report = check(file);
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_TRUE(report.damaged());
  const std::string mends =
      "PRAGMA user_version = " + std::to_string(latest_version(builtin_migrations()));
  EXPECT_THAT(report.findings[0].text, HasSubstr(mends + "'"));
  for (const auto& line : {error_of([&] { const Store store(file, OpenMode::read_only); }),
                           error_of([&] { const Store store(file, OpenMode::read_write); }),
                           error_of([&] { migrate_file(file); })}) {
    EXPECT_THAT(line, HasSubstr("sptune db check"));
  }
  vandalise(file, mends);
  EXPECT_TRUE(check(file).findings.empty()) << "the remedy";
  vandalise(file, "PRAGMA user_version = 0; DROP VIEW best");
  EXPECT_THAT(check(file).findings[0].text, HasSubstr("restore a copy"));
}

/// Taken as it was before exports were marked.
void unmark(const std::filesystem::path& file) {
  vandalise(file, "UPDATE run SET info = json_remove(info, '$.samples')");
}

TEST(Check, ReducedCopiesAreWhole) {
  Folder f;
  const auto file = filled(f);
  const auto copy = f / "copy.sqlite";
  export_reduced(file, copy);
  EXPECT_TRUE(check(copy).findings.empty());
  EXPECT_EQ(check(copy).reduced, 81);
  EXPECT_EQ(check(copy).samples, 0);
  EXPECT_EQ(check(file).reduced, 0);
  unmark(copy);
  EXPECT_TRUE(check(copy).findings.empty()) << "as they were published";
  EXPECT_EQ(check(copy).reduced, 81);
}

TEST(Check, ReducedCopiesThatWereMergedOrWentOnAreWhole) {
  for (const bool marked : {true, false}) {
    Folder f;
    const auto copy = f / "copy.sqlite";
    export_reduced(filled(f), copy);
    if (!marked) unmark(copy);
    const auto all = f / "all.sqlite";
    {
      World w;
      w.add("m1", configuration("csr"), measured(10));
      std::filesystem::copy_file(w.file, all);
      merge({copy, w.file}, all);
    }
    EXPECT_TRUE(check(all).findings.empty()) << marked;
    EXPECT_EQ(check(all).samples, 11);
  }
  Folder f;
  const auto copy = f / "copy.sqlite";
  export_reduced(filled(f), copy);
  {
    Store store(copy, OpenMode::read_write);
    const RunInfo run = *store.last_run("quick");
    store.continue_run(run.uuid, hardware(), environment(), {}, catalogue());
    store.finish_trial(
        store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("ell", 4)),
        measured(10));
    store.end_run(run.run_id, "finished");
  }
  EXPECT_TRUE(check(copy).findings.empty());
  vandalise(copy, "UPDATE samples SET n = n - 1, us = zeroblob(40)");
  EXPECT_TRUE(check(copy).damaged()) << "what has samples is still held against them";
}

TEST(Check, WhatAReducedCopyKnewOfALaterRunIsWhole) {
  for (const bool completed : {false, true}) {
    Folder f;
    const auto early = f / "early.sqlite";
    const auto late = f / "late.sqlite";
    World w;
    w.add("m1", configuration("csr"), measured(10));
    const std::int64_t begun =
        w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m2"), configuration("ell"));
    vandalise(w.file, "VACUUM INTO '" + early.string() + "'");
    if (completed) {
      w.store.finish_trial(begun, measured(11));  // what is running there is completed
    } else {
      w.add("m1", configuration("ell"), measured(12));
    }
    export_reduced(w.file, late);
    merge({late}, early);
    EXPECT_EQ(count(early, "samples"), 1);
    EXPECT_EQ(check(early).reduced, 1) << completed;
    EXPECT_FALSE(check(early).damaged()) << completed;
    vandalise(early, "DELETE FROM samples");
    EXPECT_EQ(check(early).reduced, 2) << completed;
  }
}

TEST(Check, SamplesThatAReducedCopyLeftOutComeBackInEitherOrder) {
  World w;
  for (const float us : {10.F, 11.F}) w.add("m1", configuration("csr"), repeated(us));
  w.add("m1", configuration("ell"), measured(12));
  w.add("m2", configuration("ell"), failed(harness::Outcome::refused, "no", "fit"));
  Folder f;
  const auto reduced = f / "reduced.sqlite";
  const auto early = f / "early.sqlite";
  export_reduced(w.file, reduced);
  vandalise(w.file, "VACUUM INTO '" + early.string() + "'");
  w.add("m2", configuration("csr"), measured(13));
  for (const auto& files :
       {std::vector{reduced, w.file}, {w.file, reduced}, {reduced, early, w.file}}) {
    const auto out = f / "out.sqlite";
    const auto merged = merge(files, out);
    if (files[0] == reduced) {
      EXPECT_EQ(merged[1].trials_completed, 3);
      EXPECT_EQ(merged[1].trials_known, 1);
    }
    EXPECT_EQ(count(out, "trial"), 5);
    EXPECT_EQ(count(out, "samples"), 4);
    EXPECT_EQ(count(out, "run WHERE json_extract(info, '$.samples') IS NOT NULL"), 0);
    EXPECT_EQ(number(out, "SELECT median_us FROM result WHERE attempts = 2"), 10.5);
    EXPECT_EQ(check(out).reduced, 0);
    EXPECT_TRUE(check(out).findings.empty());
    std::filesystem::remove(out);
  }
}

TEST(Check, SamplesOfAnotherResultOrOfSomeTrialsTakeNoMarkOff) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  w.add("m1", configuration("ell"), measured(12));
  Folder f;
  const auto out = f / "out.sqlite";
  export_reduced(w.file, out);
  vandalise(w.file, "UPDATE trial SET median_us = 11 WHERE trial_id = 1");
  const auto merged = merge({w.file}, out);
  EXPECT_EQ(merged[0].conflicts, 1);
  EXPECT_EQ(merged[0].trials_completed, 1);
  EXPECT_EQ(count(out, "samples"), 1);
  EXPECT_EQ(check(out).reduced, 1);
  EXPECT_FALSE(check(out).damaged());
}

TEST(Check, RunningTrialOfALivingWriterIsFine) {
  World w;
  w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
  const CheckReport report = check(w.file);
  EXPECT_FALSE(report.damaged());
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_THAT(report.findings[0].text, HasSubstr("being measured at this moment"));
}

TEST(Check, TruncatedFile) {
  Folder f;
  const auto file = filled(f);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 4096 * 4096 * 2 / 3);
  bool found = false;
  try {
    found = check(file).damaged();
  } catch (const DatabaseError& error) {
    found = std::string(error.what()).find("damaged") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST(Check, OverwrittenPages) {
  Folder clean;
  const auto original = filled(clean);
  const auto pages = std::filesystem::file_size(original) / 4096;
  int found = 0;
  for (std::uintmax_t page = 1; page < pages; ++page) {
    Folder f;
    const auto file = f / "t.sqlite";
    std::filesystem::copy_file(original, file);
    {
      std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
      out.seekp(static_cast<std::streamoff>(page * 4096));
      for (int i = 0; i < 4096; ++i) out.put(static_cast<char>(i * 37));
    }
    try {
      found += check(file).damaged() ? 1 : 0;
    } catch (const DatabaseError&) {
      ++found;
    }
  }
  EXPECT_EQ(found, static_cast<int>(pages) - 1) << "a page was overwritten and nobody noticed";
}

}  // namespace
}  // namespace sptune::db::test
