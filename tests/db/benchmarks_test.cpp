// SPDX-License-Identifier: BSD-3-Clause
// Benchmarks of the program's own parts: stored, merged, and one version against another.
#include "db/benchmarks.hpp"

#include "db/merge.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::db::test {
namespace {

BenchmarkResult result(const std::string& name, float us, float step = 0.1F) {
  BenchmarkResult r;
  r.name = name;
  r.iterations = 7;
  for (int i = -3; i <= 3; ++i) r.us.push_back(us + step * static_cast<float>(i));
  r.counters = {{"bytes_per_second", 1e9}};
  return r;
}

BenchmarkResult failed_result(const std::string& name) {
  BenchmarkResult r;
  r.name = name;
  r.error = "no samples";
  return r;
}

harness::Environment commit(const std::string& sha, bool dirty = false) {
  harness::Environment e = environment(sha);
  e.git_dirty = dirty;
  return e;
}

/// A database of results, and what the named query says of them.
struct Results {
  Folder folder;
  std::filesystem::path file = folder / "b.sqlite";
  Store store{file, OpenMode::create};

  std::string put(const harness::Environment& e, const std::vector<BenchmarkResult>& results) {
    return put_benchmarks(store, hardware(), e, results);
  }
  [[nodiscard]] Table compared(const Parameters& parameters = {}) const {
    return query(store, named_query("benchmarks").sql, parameters);
  }
};

TEST(Benchmarks, SamplesComeBackWithTheirSummary) {
  Results r;
  const std::string uuid = r.put(commit("aaa"), {result("dispatch", 10), failed_result("broken")});

  const Table t = query(r.store,
                        "SELECT name, n, iterations, median_us, ci_low_us, floats(us) AS us, "
                        "counters ->> '$.bytes_per_second' AS rate, error, git_sha FROM benchmark "
                        "JOIN benchmark_run USING (benchmark_run_id) WHERE uuid = :uuid "
                        "ORDER BY name DESC",
                        {{"uuid", uuid}});
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "name"), "dispatch");
  EXPECT_EQ(t.number(0, "n"), 7);
  EXPECT_EQ(t.number(0, "iterations"), 7);
  EXPECT_EQ(t.number(0, "median_us"), 10);
  EXPECT_LT(t.number(0, "ci_low_us"), 10);
  EXPECT_EQ(t.number(0, "rate"), 1e9);
  EXPECT_THAT(t.text(0, "us"), testing::HasSubstr("10"));
  EXPECT_EQ(t.text(0, "git_sha"), "aaa");
  EXPECT_EQ(t.number(1, "n"), 0);
  EXPECT_TRUE(std::isnan(t.number(1, "median_us")));
  EXPECT_EQ(t.text(1, "error"), "no samples");
}

TEST(Benchmarks, ANameTwiceIsRefusedAndStoresNothing) {
  Results r;
  EXPECT_THAT(error_of<UsageError>([&] {
                r.put(commit("aaa"), {result("x", 1), result("x", 2)});
              }),
              testing::HasSubstr("'x'"));
  EXPECT_EQ(query(r.store, "SELECT * FROM benchmark_run").rows.size(), 0U);
}

TEST(Benchmarks, AVersionIsComparedWithTheOneBefore) {
  Results r;
  r.put(commit("aaa"), {result("fast", 10), result("same", 10), result("slow", 10)});
  r.put(commit("bbb"),
        {result("fast", 5), result("same", 10.1F), result("slow", 20), result("young", 1)});

  const Table t = r.compared();

  ASSERT_EQ(t.rows.size(), 4U);
  const std::vector<std::pair<std::string, std::string>> expected{
      {"fast", "faster"}, {"same", "same"}, {"slow", "slower"}, {"young", "new"}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(t.text(i, "benchmark"), expected[i].first);
    EXPECT_EQ(t.text(i, "verdict"), expected[i].second) << expected[i].first;
    EXPECT_EQ(t.text(i, "new"), "bbb");
  }
  EXPECT_EQ(t.text(0, "old"), "aaa");
  EXPECT_EQ(t.number(0, "ratio"), 0.5);
  EXPECT_LT(t.number(0, "old_low"), t.number(0, "old_us"));
  EXPECT_GT(t.number(0, "new_high"), t.number(0, "new_us"));
}

TEST(Benchmarks, AllRunsOfAVersionCount) {
  Results r;
  r.put(commit("aaa"), {result("x", 10)});
  r.put(commit("bbb"), {result("x", 12)});
  EXPECT_EQ(r.compared().text(0, "verdict"), "slower");

  r.put(commit("aaa"), {result("x", 12.1F)});  // it drifts that much by itself
  const Table t = r.compared({{"new", "bbb"}, {"old", "aaa"}});

  EXPECT_EQ(t.text(0, "verdict"), "same");
  EXPECT_NEAR(t.number(0, "old_us"), 11.05, 1e-5);
  EXPECT_EQ(t.number(0, "old_runs"), 2);
  EXPECT_EQ(t.number(0, "new_runs"), 1);
}

TEST(Benchmarks, ChangedTreesAreVersionsOfTheirOwn) {
  Results r;
  r.put(commit("aaa"), {result("x", 10)});
  const std::string first = r.put(commit("aaa", true), {result("x", 20)});
  r.put(commit("aaa", true), {result("x", 40)});

  const Table last = r.compared();
  EXPECT_EQ(last.text(0, "new"), "aaa+");
  EXPECT_EQ(last.number(0, "ratio"), 2);
  const Table named = r.compared({{"new", first}});
  EXPECT_EQ(named.text(0, "old"), "aaa");
  EXPECT_EQ(named.number(0, "ratio"), 2);
  EXPECT_TRUE(r.compared({{"old", std::string("ccc")}}).rows.empty()) << "no such version";
}

TEST(Benchmarks, OtherHardwareIsNotComparedAndErrorsAreSaid) {
  Results r;
  put_benchmarks(r.store, hardware("hw2"), commit("aaa"), {result("x", 10)});
  r.put(commit("bbb"), {result("x", 20), failed_result("y")});

  const Table t = r.compared();

  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "verdict"), "new");
  EXPECT_EQ(t.text(0, "old"), "");
  EXPECT_EQ(t.text(1, "verdict"), "error: no samples");
}

TEST(Benchmarks, FewSamplesDecideNothing) {
  Results r;
  r.put(commit("aaa"), {result("x", 10)});
  BenchmarkResult few = result("x", 20);
  few.us.resize(5);
  r.put(commit("bbb"), {few});
  EXPECT_EQ(r.compared().text(0, "verdict"), "too few samples");
  r.put(commit("bbb"), {few});
  EXPECT_EQ(r.compared().text(0, "verdict"), "slower") << "those of all runs count";
}

TEST(Benchmarks, FilesAreMerged) {
  Results a;
  a.put(commit("aaa"), {result("x", 10)});
  Results b;
  b.put(commit("bbb"), {result("x", 20), failed_result("y")});
  Folder f;
  const auto out = f / "all.sqlite";

  merge({a.file, b.file}, out);
  merge({a.file, b.file}, out);

  EXPECT_EQ(query(out, "SELECT * FROM benchmark_run").rows.size(), 2U);
  EXPECT_EQ(query(out, "SELECT * FROM benchmark").rows.size(), 3U);
  EXPECT_EQ(query(out, "SELECT * FROM hardware").rows.size(), 1U);
  EXPECT_EQ(query(out, named_query("benchmarks").sql).number(0, "ratio"), 2);
}

}  // namespace
}  // namespace sptune::db::test
