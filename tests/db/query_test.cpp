// SPDX-License-Identifier: BSD-3-Clause
#include "db/query.hpp"

#include "db/benchmarks.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <sstream>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

TEST(Query, ReadsEveryTypeOfValue) {
  World w;
  const Table t = query(w.file, "SELECT 1 AS i, 0.5 AS d, 'x' AS s, x'00ff' AS b, NULL AS n");
  EXPECT_EQ(std::get<std::int64_t>(t.rows[0][0]), 1);
  EXPECT_EQ(std::get<double>(t.rows[0][1]), 0.5);
  EXPECT_EQ(t.text(0, "s"), "x");
  EXPECT_EQ(t.text(0, "b"), "00ff");
  EXPECT_TRUE(std::isnan(t.number(0, "n")));
  EXPECT_THAT(error_of<UsageError>([&] { (void)t.number(0, "s"); }), HasSubstr("holds text"));
  EXPECT_THAT(error_of<UsageError>([&] { (void)t.text(0, "z"); }), HasSubstr("no column 'z'"));
}

TEST(Query, Parameters) {
  World w;
  const Table t = query(w.file, "SELECT :a + 1 AS a, :b AS b, :c AS c",
                        {{"a", std::int64_t{41}}, {"b", std::string("it's")}});
  EXPECT_EQ(t.number(0, "a"), 42);
  EXPECT_EQ(t.text(0, "b"), "it's");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(t.rows[0][2]));
  EXPECT_THAT(error_of<UsageError>([&] {
                query(w.file, "SELECT :a", {{"z", std::int64_t{1}}});
              }),
              HasSubstr("no parameter 'z'; it has: a"));
}

TEST(Query, ProblemsWhereAConditionHolds) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  w.add("m2", configuration("csr"), measured(10));
  EXPECT_THAT(problems_where(w.store, "matrix_group = 'h'"),
              testing::ElementsAre(problem("m2").hash()));
  EXPECT_EQ(problems_where(w.store, "1").size(), 2U);
  EXPECT_THAT(error_of<UsageError>([&] { (void)problems_where(w.store, "0) OR (1"); }),
              HasSubstr("expected one expression"));
}

TEST(Query, WritesNothing) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  const auto victim = w.folder / "victim.sqlite";
  for (const std::string& sql :
       {std::string("DELETE FROM trial"), std::string("DROP VIEW best"),
        std::string("PRAGMA user_version = 7"), "VACUUM INTO '" + victim.string() + "'",
        std::string("CREATE TEMP TABLE x (y)")}) {
    EXPECT_ANY_THROW(query(w.file, sql)) << sql;
  }
  EXPECT_ANY_THROW(query(w.file, "ATTACH '" + victim.string() + "' AS v"));
  EXPECT_FALSE(std::filesystem::exists(victim));
  EXPECT_EQ(w.count("usable"), 1);
  EXPECT_THAT(error_of<UsageError>([&] { query(w.store, "DELETE FROM trial"); }),
              HasSubstr("would write"));
}

TEST(Query, WrongStatementsAreUsageErrors) {
  World w;
  const auto line = [&](const char* sql) {
    return error_of<UsageError>([&] { query(w.file, sql); });
  };
  EXPECT_THAT(line("SELECT colour FROM trial"), HasSubstr("no such column: colour"));
  EXPECT_THAT(line("SELEC 1"), HasSubstr("syntax error"));
  EXPECT_THAT(line(""), HasSubstr("empty"));
  EXPECT_THAT(line("-- nothing"), HasSubstr("empty"));
  EXPECT_THAT(line("SELECT 1; SELECT 2"), HasSubstr("more than one"));
  EXPECT_THAT(line("SELECT floats(x'00')"), HasSubstr("multiple of 4"));
  EXPECT_EQ(query(w.file, "SELECT 1; -- and /* that */ ;; /* is all */\n ").rows.size(), 1U);
}

TEST(Query, WhatAnOlderFileLacksIsToBeMigrated) {
  Folder f;
  const std::vector<Migration>& all = builtin_migrations();
  // `failed` of model_regret came with version 10.
  const std::vector<Migration> before(all.begin(), all.begin() + 9);
  StoreOptions options;
  options.migrations = &before;
  { const Store store(f / "old.sqlite", OpenMode::create, options); }
  const std::string migrate = "sptune db migrate " + (f / "old.sqlite").string();
  EXPECT_THAT(error_of<DatabaseError>(
                  [&] { query(f / "old.sqlite", named_query("report_predictions").sql); }),
              testing::AllOf(HasSubstr("no such column"), HasSubstr(migrate)))
      << "as from every other verb";
  EXPECT_EQ(query(f / "old.sqlite", "SELECT count(*) FROM trial").rows.size(), 1U);
}

TEST(Query, FilesThatCannotBeRead) {
  Folder f;
  EXPECT_THAT(error_of([&] { query(f / "no.sqlite", "SELECT 1"); }), HasSubstr("no such database"));
  EXPECT_THAT(error_of([&] { query(f.path(), "SELECT 1"); }), HasSubstr("a folder"));
}

TEST(Query, Csv) {
  std::ostringstream out;
  write(out,
        {{"a", "b,c"},
         {{std::int64_t{1}, std::string("x \"y\"")},
          {0.1, std::monostate{}},
          {1e-30, std::string("p\nq")}}},
        Format::csv);
  EXPECT_EQ(out.str(), "a,\"b,c\"\n1,\"x \"\"y\"\"\"\n0.1,\n1e-30,\"p\nq\"\n");
}

TEST(Query, JsonIsJson) {
  const Table t{{"a", "b"},
                {{std::int64_t{1}, std::string("x\"\n\xff")},
                 {std::numeric_limits<double>::infinity(), Bytes{1, 255}}}};
  std::ostringstream out;
  write(out, t, Format::json);
  const auto json = nlohmann::json::parse(out.str());
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0]["a"], 1);
  EXPECT_TRUE(json[1]["a"].is_null());
  EXPECT_EQ(json[1]["b"], "01ff");
  std::ostringstream none;
  write(none, {{"a"}, {}}, Format::json);
  EXPECT_EQ(nlohmann::json::parse(none.str()).size(), 0U);
}

TEST(Query, TableIsAligned) {
  std::ostringstream out;
  write(out, {{"name", "t"}, {{std::string("µs"), 1234.5678}, {std::string("longer"), 2.0}}},
        Format::table);
  EXPECT_EQ(out.str(),
            "name          t\n"
            "------  -------\n"
            "µs      1234.57\n"
            "longer        2\n"
            "(2 rows)\n");
}

TEST(Query, EveryNamedQueryRunsAndAnswers) {
  World w;
  for (const char* m : {"m1", "m2"}) {
    w.add(m, configuration("csr"), measured(10));
    w.add(m, configuration("ell"), measured(8));
    w.add(m, configuration("ell"), measured(8.5F));
    w.add(m, configuration("rival"), measured(9));
    w.add(m, configuration("csr", 2), failed(harness::Outcome::refused, "no", "fit"));
    w.add(m, configuration("csr", 4), failed(harness::Outcome::timeout, "slow"));
  }
  harness::Trial disturbed = measured(800);
  disturbed.load.window_s = 0.1;
  disturbed.load.waiting_threads = 0.5;
  disturbed.disturbed = harness::disturbed_by(disturbed.load);
  w.add("m1", configuration("csr"), disturbed);
  w.store.put_drift(w.run.run_id, "", disturbed);
  ModelRow model;
  model.uuid = "model-1";
  model.hardware_hash = w.run.hardware_hash;
  model.environment_hash = w.run.environment_hash;
  model.policy_hash = w.run.policy_hash;
  const std::int64_t id = w.store.put_model(model);
  w.store.put_predictions(id, {{problem("m1").hash(), "csr{unroll=1}", 0, 1, 9, 8, 10}});
  put_benchmarks(w.store, hardware(), environment(), {{"parse", 1, {10}, {}, ""}});
  int documented = 0;
  for (const NamedQuery& q : named_queries()) {
    SCOPED_TRACE(q.name);
    const std::size_t answers = query(w.file, q.sql).rows.size();
    if (q.internal) continue;
    EXPECT_GT(answers, 0U);
    ++documented;
    EXPECT_FALSE(q.summary.empty());
    EXPECT_THAT(q.sql, testing::Not(HasSubstr("SPDX")));
    for (const std::string& p : q.parameters) {
      EXPECT_EQ(query(w.file, q.sql, {{p, std::string("no such thing")}}).rows.size(), 0U) << p;
    }
  }
  EXPECT_GE(documented, 10);
  EXPECT_THAT(named_query("best").parameters, testing::ElementsAre("matrix", "operation"));
  EXPECT_THAT(error_of<UsageError>([] { (void)named_query("worst"); }),
              HasSubstr("there are: benchmarks, best, cost, coverage"));
}

TEST(Query, TextIsNeitherAFormulaNorATerminalsOrder) {
  World w;
  const std::string sql =
      "SELECT '=cmd()' AS a, '+1' AS b, -1 AS c, '-x' AS d, '@s' AS e, 'x=1' AS f, '' AS g, "
      "char(9) || '=1' AS h, x'3d' AS i";
  std::ostringstream csv;
  write(csv, w.ask(sql), Format::csv);
  EXPECT_EQ(csv.str(), "a,b,c,d,e,f,g,h,i\n'=cmd(),'+1,-1,'-x,'@s,x=1,,'\t=1,3d\n");
  std::ostringstream table;
  write(table, w.ask("SELECT char(27) || '[31mred' || char(7) || char(155) AS a, 2 AS b"),
        Format::table);
  EXPECT_THAT(table.str(), HasSubstr("\\x1b[31mred\\x07\\x9b  2"));
}

TEST(Store, AConditionStaysWithinItsParentheses) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  w.add("m2", configuration("csr"), measured(10));
  const auto all = [&](const std::string& where) {
    int n = 0;
    w.store.each_trial(where, [&](const StoredTrial&) { ++n; });
    return n;
  };
  EXPECT_EQ(all("matrix = 'm1' OR matrix = 'm2'"), 2);
  EXPECT_EQ(all("matrix = 'm1' AND " + w.store.condition("1=1 OR 1=1")), 1);
  EXPECT_EQ(all(w.store.condition("(matrix = 'm1') -- and only that")), 1);
  EXPECT_EQ(all("matrix IN (SELECT name FROM matrix WHERE nnz > 1)"), 2);
  for (const char* escape : {"1=1) OR (1=1", "1=1)--",
                             "1=1) UNION SELECT * FROM trial_flat WHERE (1", "1; DELETE FROM trial",
                             "1, 2", "1 AS x", "/*", "1 /*", ")", "", "no_such_column = 1", "*"}) {
    EXPECT_THROW((void)w.store.condition(escape), UsageError) << escape;
    const std::string where = std::string("1=1 AND ") + escape;
    EXPECT_THROW((void)all(where), UsageError) << escape;
  }
}

}  // namespace
}  // namespace sptune::db::test
