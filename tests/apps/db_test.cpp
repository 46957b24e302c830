// SPDX-License-Identifier: BSD-3-Clause
// `sptune db`: what is printed, and the exit codes.
#include "tests/apps/two_trials.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace sptune::db::test {
namespace {

using ::testing::HasSubstr;

struct DbVerb : TwoTrials {};

TEST_F(DbVerb, info_and_check) {
  const Ran info = sptune("db info " + quoted(file));
  EXPECT_EQ(info.code, 0) << info.out;
  EXPECT_THAT(info.out, HasSubstr("Test CPU"));
  const Ran check = sptune("db check " + quoted(file));
  EXPECT_EQ(check.code, 0) << check.out;
  EXPECT_THAT(check.out, HasSubstr("2 trials, 11 samples, clean"));
  vandalise(file, "UPDATE trial SET median_us = 3 WHERE outcome = 'ok'");
  const Ran bad = sptune("db check " + quoted(file));
  EXPECT_EQ(bad.code, 4);
  EXPECT_THAT(bad.out, HasSubstr("DAMAGED"));
}

TEST_F(DbVerb, notes_fail_only_when_strict) {
  vandalise(file, "DELETE FROM verification");
  EXPECT_EQ(sptune("db check " + quoted(file)).code, 0);
  EXPECT_EQ(sptune("db check --strict " + quoted(file)).code, 4);
}

TEST_F(DbVerb, bad_files_are_one_line_and_exit_code4) {
  std::ofstream(folder / "text") << "not a database at all";
  for (const char* verb : {"db info ", "db check ", "db migrate ", "query 'SELECT 1' --db "}) {
    for (const char* name : {"text", "missing", ""}) {
      const Ran ran = sptune(verb + quoted(folder / name));
      EXPECT_EQ(ran.code, 4) << verb << name << ran.out;
      EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
    }
  }
  std::filesystem::resize_file(file, 9000);
  EXPECT_EQ(sptune("db check " + quoted(file)).code, 4);
}

TEST_F(DbVerb, noise_judges_a_sweep_by_a_later_one) {
  const Ran nothing = sptune("db noise " + quoted(file) + " " + quoted(folder / "missing"));
  EXPECT_EQ(nothing.code, 4) << nothing.out;
  World first;
  World second;
  add_finalists(first, 24, 0);
  add_finalists(second, 24, 0.01);
  const Ran ran = sptune("db noise " + quoted(first.file) + " " + quoted(second.file));
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("second over first: +1.01 % at the median"));
  EXPECT_THAT(ran.out, HasSubstr("72 of 72   medians held (100.0 %)"));
  EXPECT_THAT(ran.out, HasSubstr("winners: 24 same, 0 tied, 0 of 24 lost"));
  EXPECT_THAT(ran.out, HasSubstr("estimated from 24 problems, 72 configurations on both"));
  EXPECT_THAT(ran.out, HasSubstr("1st half by the 2nd:"));
  const Ran apart = sptune("db noise " + quoted(file) + " " + quoted(first.file));
  EXPECT_EQ(apart.code, 2) << apart.out;
  EXPECT_THAT(apart.out, HasSubstr("no problem in common"));
  const Ran same = sptune("db noise " + quoted(first.file) + " " + quoted(first.file));
  EXPECT_EQ(same.code, 2) << same.out;
  EXPECT_THAT(same.out, HasSubstr("the very same trials"));
}

TEST_F(DbVerb, merge_export_migrate_schema) {
  const auto out = folder / "all.sqlite";
  const Ran merged = sptune("db merge " + quoted(file) + " -o " + quoted(out));
  EXPECT_EQ(merged.code, 0);
  EXPECT_THAT(merged.out, HasSubstr("1 runs and 2 trials added"));
  EXPECT_THAT(sptune("db export --csv --view failures " + quoted(out)).out, HasSubstr("signal 11"));
  EXPECT_EQ(sptune("db export --json -o " + quoted(folder / "t.json") + " " + quoted(out)).code, 0);
  std::ifstream json(folder / "t.json");
  EXPECT_EQ(nlohmann::json::parse(json).size(), 2U);
  EXPECT_THAT(sptune("db export --t4 " + quoted(folder / "t4") + " " + quoted(out)).out,
              HasSubstr("1 files"));
  EXPECT_EQ(sptune("db export --reduced " + quoted(folder / "s.sqlite") + " " + quoted(out)).code,
            0);
  EXPECT_EQ(sptune("db export " + quoted(out)).code, 2);
  EXPECT_EQ(sptune("db export --csv --json " + quoted(out)).code, 2);
  for (const char* of_rows : {" --view failures ", " -o rows "}) {
    const Ran r = sptune("db export --t4 " + quoted(folder / "t5") + of_rows + quoted(out));
    EXPECT_EQ(r.code, 2) << "what is exported as rows alone: " << r.out;
    EXPECT_FALSE(std::filesystem::exists(folder / "t5"));
  }
  EXPECT_THAT(sptune("db migrate " + quoted(out)).out, HasSubstr("already"));
  EXPECT_THAT(sptune("db schema").out, HasSubstr("CREATE TABLE trial"));
}

TEST_F(DbVerb, an_export_replaces_its_like_and_nothing_else) {
  const auto text_of = [](const std::filesystem::path& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
  };
  const auto rows = [&](const std::string& view, const char* format, const char* name) {
    return sptune("db export --view " + view + format + " -o " + quoted(folder / name) + " " +
                  quoted(file));
  };
  ASSERT_EQ(rows("failures", " --csv", "rows.csv").code, 0);
  const std::string failures = text_of(folder / "rows.csv");
  EXPECT_EQ(rows("failures", " --csv", "rows.csv").code, 0);
  for (const Ran& other :
       {rows("matrix", " --csv", "rows.csv"), rows("failures", " --json", "rows.csv")}) {
    EXPECT_EQ(other.code, 2) << other.out;
    EXPECT_THAT(other.out, HasSubstr("rows.csv: exists and is no export of "));
  }
  EXPECT_EQ(text_of(folder / "rows.csv"), failures);
  for (int again = 0; again < 2; ++again) {
    const Ran none = rows("model", " --json", "none.json");
    EXPECT_EQ(none.code, 0) << none.out;
  }
  EXPECT_EQ(text_of(folder / "none.json"), "[]\n");
  const Ran some = rows("failures", " --json", "none.json");
  EXPECT_EQ(some.code, 0) << "an array without rows is nothing to lose: " << some.out;

  const std::string t4 = "db export --t4 " + quoted(folder / "t4") + " " + quoted(file);
  ASSERT_EQ(sptune(t4).code, 0);
  EXPECT_EQ(sptune(t4).code, 0) << "results of T4 before";
  const auto results = std::filesystem::directory_iterator(folder / "t4")->path();
  std::ofstream(results) << "years of work";
  const Ran refused = sptune(t4);
  EXPECT_EQ(refused.code, 2) << refused.out;
  EXPECT_THAT(refused.out, HasSubstr("exists and is no T4 results file"));
  EXPECT_EQ(text_of(results), "years of work");

  std::ofstream(folder / "small.sqlite") << "years of work";
  const Ran reduced =
      sptune("db export --reduced " + quoted(folder / "small.sqlite") + " " + quoted(file));
  EXPECT_EQ(reduced.code, 2) << reduced.out;
  EXPECT_EQ(text_of(folder / "small.sqlite"), "years of work");
}

}  // namespace
}  // namespace sptune::db::test
