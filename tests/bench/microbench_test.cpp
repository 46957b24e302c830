// SPDX-License-Identifier: BSD-3-Clause
// sptune-microbench: every benchmark runs, and what it finds is stored.
#include "db/query.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

namespace sptune::bench {
namespace {

namespace fs = std::filesystem;

struct Ran {
  int status = 0;
  std::string out, err;
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Microbench : public testing::Test {
 protected:
  [[nodiscard]] Ran run(const std::string& arguments) const {
    const char* bin = std::getenv("SPTUNE_BIN_DIR");
    const fs::path programs =
        bin != nullptr ? fs::path(bin)
                       : fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin";
    const std::string command = "'" + (programs / "sptune-microbench").string() + "' " + arguments +
                                " > '" + (folder_ / "out").string() + "' 2> '" +
                                (folder_ / "err").string() + "'";
    const int status = WEXITSTATUS(std::system(command.c_str()));
    return {status, text_of(folder_ / "out"), text_of(folder_ / "err")};
  }
  [[nodiscard]] fs::path database() const { return folder_ / "b.sqlite"; }
  [[nodiscard]] std::string into_database() const {
    return "--sptune_db='" + database().string() + "'";
  }

  sptune::test::TemporaryFolder folder_;
};

TEST_F(Microbench, every_benchmark_runs_and_is_stored) {
  const Ran listed = run("--benchmark_list_tests");
  ASSERT_EQ(listed.status, 0) << listed.err;
  const Ran ran = run("--benchmark_min_time=0 " + into_database());
  ASSERT_EQ(ran.status, 0) << ran.err;

  const db::Table t =
      db::query(database(),
                "SELECT benchmark.name, n, median_us, error, git_sha FROM benchmark "
                "JOIN benchmark_run USING (benchmark_run_id) "
                "JOIN hardware USING (hw_id)");
  std::set<std::string> stored;
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    stored.insert(t.text(i, "name"));
    EXPECT_EQ(t.number(i, "n"), 1) << t.text(i, "name");
    EXPECT_GT(t.number(i, "median_us"), 0) << t.text(i, "name");
    EXPECT_EQ(t.text(i, "error"), "");
    EXPECT_NE(t.text(i, "git_sha"), "");
  }
  std::set<std::string> names;
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) names.insert(line);
  EXPECT_EQ(stored, names);
  for (const char* subject : {"features/", "model/", "dispatch/", "matrix_market/", "store/", "db/",
                              "query/", "report/"}) {
    EXPECT_THAT(listed.out, testing::HasSubstr(subject));
  }
}

TEST_F(Microbench, repetitions_are_the_samples_of_one_benchmark) {
  const Ran ran =
      run("--benchmark_filter=no_model --benchmark_min_time=0.001 --benchmark_repetitions=7 "
          "--benchmark_enable_random_interleaving=true " +
          into_database());
  ASSERT_EQ(ran.status, 0) << ran.err;

  const db::Table t = db::query(database(), "SELECT name, n FROM benchmark");

  ASSERT_EQ(t.rows.size(), 1U);
  EXPECT_EQ(t.text(0, "name"), "dispatch/choose/no_model");
  EXPECT_EQ(t.number(0, "n"), 7);
}

TEST_F(Microbench, a_run_without_samples_is_no_success) {
  const Ran ran = run("--benchmark_list_tests " + into_database());

  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, testing::HasSubstr("nothing is stored"));
}

TEST_F(Microbench, a_database_that_cannot_be_written_is_said_before_anything_runs) {
  std::ofstream(database()) << "this is no database, it is text of some length";
  const Ran ran = run("--benchmark_filter=no_model " + into_database());

  EXPECT_EQ(ran.status, 4);
  EXPECT_THAT(ran.err, testing::HasSubstr("b.sqlite"));
  EXPECT_EQ(ran.out, "");
}

TEST_F(Microbench, unknown_flags_and_help) {
  EXPECT_EQ(run("--sptune_colour=red").status, 2);
  const Ran help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, testing::HasSubstr("--sptune_db="));
  EXPECT_THAT(help.out, testing::HasSubstr("--benchmark_filter="));
}

}  // namespace
}  // namespace sptune::bench
