// SPDX-License-Identifier: BSD-3-Clause
// What merges make of files that say different things of the same: the same in either order.
#include "db/check.hpp"
#include "db/merge.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace sptune::db::test {
namespace {

using testing::ElementsAre;

/// Merges two files in both orders; gives what `sql` says of each.
std::vector<std::string> in_both_orders(const World& a, const World& b, const std::string& sql) {
  Folder f;
  std::vector<std::string> out;
  for (const auto& files : {std::vector{a.file, b.file}, {b.file, a.file}}) {
    const auto merged = f / ("all" + std::to_string(out.size()) + ".sqlite");
    EXPECT_EQ(merge(files, merged)[1].matrices_differ, 1);
    const Table t = query(merged, sql);
    out.push_back(t.text(0, t.columns.at(0)));
    EXPECT_TRUE(check(merged).findings.empty());
  }
  return out;
}

constexpr const char* words_of_m1 =
    "SELECT name || ' ' || grp || ' ' || split || ' ' || source || ' ' || field || ' ' || "
    "(read_report ->> '$.dropped_out_of_range') AS words FROM matrix WHERE content_hash = "
    "'content-m1'";

/// The content of m1 under other words.
suites::MatrixInfo renamed() {
  suites::MatrixInfo m = matrix("m1", "other");
  m.name = "again";
  m.source = "file:again.mtx";
  m.field = "pattern";
  m.report.dropped_out_of_range = 2;
  return m;
}

TEST(MergeOrder, AMatrixIsDescribedAsWhereItWasMeasuredLast) {
  World a;
  World b;
  b.store.put_matrix(renamed(), "test");
  for (World* w : {&a, &b}) w->add("m1", configuration("csr"), measured(10));
  vandalise(a.file, "UPDATE trial SET started_at = '2020-02-02T02:00:00.000Z'");
  vandalise(b.file, "UPDATE trial SET started_at = '2020-02-02T03:00:00.000Z'");
  const std::string theirs = "again other test file:again.mtx pattern 2";
  EXPECT_THAT(in_both_orders(a, b, words_of_m1), ElementsAre(theirs, theirs));
  vandalise(a.file, "UPDATE trial SET started_at = '2020-02-02T04:00:00.000Z'");
  const std::string first = "m1 g train generate:m1 real 0";
  EXPECT_THAT(in_both_orders(a, b, words_of_m1), ElementsAre(first, first));
}

TEST(MergeOrder, AMatrixThatNobodyMeasuredIsDescribedInOneWayAllTheSame) {
  World a;
  World b;
  b.store.put_matrix(renamed(), "test");
  const auto words = in_both_orders(a, b, words_of_m1);
  EXPECT_EQ(words[0], words[1]);
}

/// A sweep's file, and a copy of it that was taken in the middle of a trial and opened by a writer.
struct CopiedWhileMeasuring : testing::Test {
  World a;
  Folder f;
  std::filesystem::path copy = f / "copy.sqlite";
  void SetUp() override {
    a.add("m1", configuration("csr"), measured(9));
    const std::int64_t id =
        a.store.begin_trial(a.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
    std::filesystem::copy_file(a.file, copy);
    std::filesystem::copy_file(a.file.string() + "-wal", copy.string() + "-wal");
    EXPECT_EQ(Store(copy, OpenMode::read_write).reap_running(0), 1);
    a.store.finish_trial(id, measured(10));
  }
  static void expect_whole(const std::filesystem::path& file) {
    EXPECT_EQ(count(file, "trial WHERE outcome = 'ok' AND reaped = 0"), 2);
    EXPECT_EQ(count(file, "failure"), 0);
    EXPECT_EQ(count(file, "samples"), 2);
    EXPECT_EQ(number(file, "SELECT median_us FROM result"), 10);
    EXPECT_TRUE(check(file).findings.empty());
  }
};

TEST_F(CopiedWhileMeasuring, TheTrialThatWasCutOffIsCompleted) {
  const auto report = merge({a.file}, copy);
  EXPECT_EQ(report[0].trials_completed, 1);
  EXPECT_EQ(report[0].trials_known, 1);
  EXPECT_EQ(report[0].conflicts, 0);
  expect_whole(copy);
}

TEST_F(CopiedWhileMeasuring, InEitherOrderOfFiles) {
  for (const auto& files : {std::vector{a.file, copy}, {copy, a.file}}) {
    const auto out = f / "all.sqlite";
    EXPECT_EQ(merge(files, out)[1].conflicts, 0);
    expect_whole(out);
    std::filesystem::remove(out);
  }
}

TEST_F(CopiedWhileMeasuring, WhatFailedByItselfIsAResult) {
  vandalise(copy, "UPDATE failure SET stage = 'measure', message = 'signal 9'");
  const auto report = merge({a.file}, copy);
  EXPECT_EQ(report[0].trials_completed, 0);
  EXPECT_EQ(report[0].conflicts, 1);
}

}  // namespace
}  // namespace sptune::db::test
