// SPDX-License-Identifier: BSD-3-Clause
// `sptune query`: what is printed, and the exit codes.
#include "suites/io/file_io.hpp"
#include "tests/apps/two_trials.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sptune::db::test {
namespace {

using ::testing::HasSubstr;

struct QueryVerb : TwoTrials {};

TEST_F(QueryVerb, query_in_three_formats) {
  const std::string select = "query --db " + quoted(file) + " 'SELECT matrix, median_us FROM best'";
  EXPECT_THAT(sptune(select).out, HasSubstr("m1             10\n(1 row)"));
  EXPECT_EQ(sptune(select + " --csv").out, "matrix,median_us\nm1,10\n");
  const Ran json = sptune(select + " --json");
  EXPECT_EQ(nlohmann::json::parse(json.out)[0]["matrix"], "m1");
  EXPECT_EQ(json.code, 0);
}

TEST_F(QueryVerb, a_file_of_a_newer_schema_is_told_once) {
  vandalise(file, "PRAGMA user_version = 99");
  for (const char* verb : {"query --named best --db ", "db info ", "db export --csv "}) {
    const Ran ran = sptune(verb + quoted(file));
    EXPECT_EQ(ran.code, 0) << ran.out;
    const auto at = ran.out.find("schema 99 of a newer sptune");
    EXPECT_NE(at, std::string::npos) << verb << ran.out;
    EXPECT_EQ(ran.out.find("schema 99 of a newer sptune", at + 1), std::string::npos) << ran.out;
  }
}

TEST_F(QueryVerb, columns_of_one_name_are_no_members_of_a_json_object) {
  const std::string select = "query --db " + quoted(file) + " 'SELECT 1 AS a, 2 AS a' 2>&1";
  const Ran json = sptune(select + " --json");
  EXPECT_EQ(json.code, 2) << json.out;
  EXPECT_THAT(json.out, HasSubstr("two columns are named 'a'"));
  EXPECT_EQ(sptune(select + " --csv").out, "a,a\n1,2\n");
}

TEST_F(QueryVerb, named_queries) {
  EXPECT_THAT(sptune("query --list").out, HasSubstr("speedup"));
  const Ran sql = sptune("query --named best --show-sql");
  EXPECT_EQ(sql.code, 0);
  EXPECT_THAT(sql.out, HasSubstr("FROM best"));
  const Ran best = sptune("query --named best --show-sql --csv -p matrix=m1 --db " + quoted(file));
  EXPECT_EQ(best.code, 0);
  EXPECT_THAT(best.out, HasSubstr("m1,100,500,spmv,,f64,hot,csr{unroll=1},10"));
  EXPECT_THAT(best.out, HasSubstr("FROM best"));
  EXPECT_EQ(sptune("query --named worst --db " + quoted(file)).code, 2);
  for (const char* format : {" --json", " --csv"}) {
    EXPECT_EQ(sptune("query --list" + std::string(format)).code, 2) << format;
  }
}

TEST_F(QueryVerb, a_parameter_has_one_value) {
  const std::string db = " --db " + quoted(file) + " 2>&1";
  for (const auto& [arguments, words] :
       {std::pair("\"SELECT :n\" -p n=1 -p n=2", "-p n: n has a value already: say it once"),
        std::pair("\"SELECT :n, :m\" -p n=1 -p m=3 -p n=1", "-p n: n has a value already"),
        std::pair("--axes csr -p variant=ell", "variant has a value already by --axes")}) {
    const Ran twice = sptune("query " + std::string(arguments) + db);
    EXPECT_EQ(twice.code, 2) << arguments;
    EXPECT_THAT(twice.out, HasSubstr(words));
  }
  EXPECT_THAT(sptune("query \"SELECT :n, :m\" -p n=1 -p m=2 --csv" + db).out, HasSubstr("1,2\n"));
}

TEST_F(QueryVerb, a_report_says_that_an_evaluation_is_of_another_database) {
  const auto evaluation = file.parent_path() / "ev.json";
  std::ofstream(evaluation) << R"({"operation": "spmv", "value_type": "f64", "backend": "cpu",
    "cache": "hot", "training_query": "1", "training_hash": "feed", "folds": 2, "all": [],
    "matrices": []})";
  const std::string report = "report " + quoted(file.parent_path() / "r.html") + " --evaluation " +
                             quoted(evaluation) + " --db " + quoted(file) + " 2>&1";
  const Ran other = sptune(report);
  EXPECT_EQ(other.code, 0);
  EXPECT_THAT(other.out, HasSubstr("warning: ev.json: no model of"));
  const auto page = [&] { return suites::read_text_file(file.parent_path() / "r.html"); };
  EXPECT_THAT(page(), HasSubstr("<p class=\"doubt\">Warning: ev.json: no model of"));
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
      .exec(
          "INSERT INTO model (uuid, operation, value_type, backend, kind, hw_hash, env_hash, "
          "policy_hash, feature_version, training_query, training_hash, metrics, artefact, "
          "created_at) VALUES ('u', 'spmv', 'f64', 'cpu', '', '', '', '', 1, '', 'feed', '{}', "
          "'', '')");
  EXPECT_THAT(sptune(report).out, testing::Not(HasSubstr("warning")));
  EXPECT_THAT(page(), testing::Not(HasSubstr("class=\"doubt\"")));
}

TEST_F(QueryVerb, a_report_says_attempts_as_trials_and_what_counts_of_them_as_results) {
  {
    World w;
    for (int i = 0; i < 2; ++i) w.add("m1", configuration("csr"), measured(10));
    w.store.end_run(w.run.run_id, "finished");
    w.store = Store(folder / "unused too.sqlite", OpenMode::create);
    std::filesystem::copy_file(w.file, folder / "twice.sqlite");
  }
  const Ran ran = sptune("report " + quoted(folder / "twice.html") + " --db " +
                         quoted(folder / "twice.sqlite"));
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("1 problems with a best configuration, 2 trials, 1 results\n"));
}

TEST_F(QueryVerb, axes_are_columns) {
  EXPECT_THAT(sptune("query --axes csr --csv --db " + quoted(file)).out,
              HasSubstr("cache,unroll,outcome"));
  EXPECT_EQ(sptune("query --axes none --db " + quoted(file)).code, 2);
}

TEST_F(QueryVerb, query_refuses_to_write) {
  const Ran ran = sptune("query --db " + quoted(file) + " 'DELETE FROM trial'");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
  EXPECT_EQ(sptune("query 'SELECT 1'").code, 4) << "the default database, which is not there";
  EXPECT_EQ(sptune("query --db " + quoted(file)).code, 2);
}

TEST_F(QueryVerb, parameters_are_numbers_only_where_they_are_written_as_one) {
  const auto type_of = [&](const std::string& text) {
    return sptune("query --csv --db " + quoted(file) + " 'SELECT typeof(:x), :x' -p x=" + text).out;
  };
  for (const char* text : {"0001", "+1", "1e3", "nan", "inf", "-inf", "1.50", ".5", "0x10",
                           "123456789012345678901234567890"}) {
    EXPECT_THAT(type_of(text), HasSubstr("\ntext,")) << text;
  }
  for (const char* text : {"0", "12", "-3"}) {
    EXPECT_THAT(type_of(text), HasSubstr("\ninteger," + std::string(text))) << text;
  }
  for (const char* text : {"0.5", "-2.25", "2.0", "1e-05"}) {
    EXPECT_THAT(type_of(text), HasSubstr("\nreal,")) << text;
  }
}

}  // namespace
}  // namespace sptune::db::test
