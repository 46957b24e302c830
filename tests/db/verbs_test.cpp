// SPDX-License-Identifier: BSD-3-Clause
// The command line: what is printed, and the exit codes.
#include "fixture.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

struct Ran {
  int code = -1;
  std::string out;  ///< both streams
};

/// Runs `sptune <arguments>` in a shell.
Ran sptune(const std::string& arguments) {
  const char* bin = std::getenv("SPTUNE_BIN_DIR");
  if (bin == nullptr) throw std::runtime_error("SPTUNE_BIN_DIR is not set");
  FILE* pipe = popen((std::string(bin) + "/sptune " + arguments + " 2>&1").c_str(), "r");
  Ran ran;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    ran.out.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

std::string quoted(const std::filesystem::path& file) {
  return "'" + file.string() + "'";
}

struct Verbs : testing::Test {
  void SetUp() override {
    if (std::getenv("SPTUNE_BIN_DIR") == nullptr) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
    World w;
    w.add("m1", configuration("csr"), measured(10));
    w.add("m1", configuration("ell"), failed(harness::Outcome::crashed, "signal 11"));
    w.store.end_run(w.run.run_id, "finished");
    w.store = Store(folder / "unused.sqlite", OpenMode::create);
    std::filesystem::copy_file(w.file, file);
  }
  Folder folder;
  std::filesystem::path file = folder / "t.sqlite";
};

TEST_F(Verbs, QueryInThreeFormats) {
  const std::string select = "query --db " + quoted(file) + " 'SELECT matrix, median_us FROM best'";
  EXPECT_THAT(sptune(select).out, HasSubstr("m1             10\n(1 row)"));
  EXPECT_EQ(sptune(select + " --csv").out, "matrix,median_us\nm1,10\n");
  const Ran json = sptune(select + " --json");
  EXPECT_EQ(nlohmann::json::parse(json.out)[0]["matrix"], "m1");
  EXPECT_EQ(json.code, 0);
}

TEST_F(Verbs, NamedQueries) {
  EXPECT_THAT(sptune("query --list").out, HasSubstr("speedup"));
  const Ran sql = sptune("query --named best --show-sql");
  EXPECT_EQ(sql.code, 0);
  EXPECT_THAT(sql.out, HasSubstr("FROM best"));
  const Ran best = sptune("query --named best --show-sql --csv -p matrix=m1 --db " + quoted(file));
  EXPECT_EQ(best.code, 0);
  EXPECT_THAT(best.out, HasSubstr("m1,spmv,,f64,hot,csr{unroll=1},10"));
  EXPECT_THAT(best.out, HasSubstr("FROM best"));
  EXPECT_EQ(sptune("query --named worst --db " + quoted(file)).code, 2);
}

TEST_F(Verbs, QueryRefusesToWrite) {
  const Ran ran = sptune("query --db " + quoted(file) + " 'DELETE FROM trial'");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1) << ran.out;
  EXPECT_EQ(sptune("query 'SELECT 1'").code, 4) << "the default database, which is not there";
  EXPECT_EQ(sptune("query --db " + quoted(file)).code, 2);
}

TEST_F(Verbs, InfoAndCheck) {
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

TEST_F(Verbs, NotesFailOnlyWhenStrict) {
  vandalise(file, "DELETE FROM verification");
  EXPECT_EQ(sptune("db check " + quoted(file)).code, 0);
  EXPECT_EQ(sptune("db check --strict " + quoted(file)).code, 4);
}

TEST_F(Verbs, BadFilesAreOneLineAndExitCode4) {
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

TEST_F(Verbs, MergeExportMigrateSchema) {
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
  EXPECT_THAT(sptune("db migrate " + quoted(out)).out, HasSubstr("already"));
  EXPECT_THAT(sptune("db schema").out, HasSubstr("CREATE TABLE trial"));
}

}  // namespace
}  // namespace sptune::db::test
