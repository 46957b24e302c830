// SPDX-License-Identifier: BSD-3-Clause
// Sweeps whose matrices are there no more.
#include "sptune/error.hpp"
#include "tests/apps/cli_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace sptune::sweep::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST_F(Cli, matrices_that_are_gone_when_a_sweep_is_resumed_are_named) {
  const std::filesystem::path suite = folder / "matrices";
  std::filesystem::create_directory(suite);
  for (const char* name : {"rand", "small", "tri"}) {
    std::ofstream(suite / (std::string(name) + ".mtx"))
        << "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n2 2 1\n3 3 1\n";
  }
  const Ran begun =
      sptune({"sweep", "run", "--db", db.string(), "--suite", suite.string(), "--variants", "csr",
              "--operations", "spmv", "--trial-budget", "0.001s", "--budget", "0.001s"});
  EXPECT_EQ(begun.code(), 0) << begun.err;
  std::filesystem::remove(suite / "rand.mtx");
  std::filesystem::remove(suite / "tri.mtx");
  const auto input = static_cast<int>(ExitCode::input);
  const Ran status = sptune({"sweep", "status", db.string()});
  EXPECT_EQ(status.code(), input);
  EXPECT_THAT(status.out, HasSubstr("2 matrices of the plan are gone: "));
  const Ran resumed = sptune({"sweep", "resume", db.string(), "--budget", "1m"});
  EXPECT_EQ(resumed.code(), input) << resumed.out;
  EXPECT_THAT(resumed.out, AllOf(HasSubstr("2 matrices of the plan are gone: "), HasSubstr("rand"),
                                 HasSubstr("tri"), HasSubstr("go on with: ")));
  std::filesystem::remove(suite / "small.mtx");
  const auto json = nlohmann::json::parse(sptune({"sweep", "status", db.string(), "--json"}).out);
  EXPECT_EQ(json[0]["gone"].size(), 3U) << "the folder is empty";
  EXPECT_EQ(json[0]["state"], "interrupted");
  std::filesystem::remove(suite);
  for (const auto& words : {std::vector<std::string>{"sweep", "resume", db.string()},
                            {"sweep", "run", "--again", "--db", db.string()}}) {
    const Ran none = sptune(words);
    EXPECT_EQ(none.code(), input) << none.out;
    EXPECT_THAT(none.err, HasSubstr(suite.string() + ": the suite of run "));
  }
}

TEST_F(Cli, a_finished_sweep_that_is_resumed_without_a_matrix_names_it_and_stays_finished) {
  const std::filesystem::path suite = folder / "matrices";
  std::filesystem::create_directory(suite);
  for (const char* name : {"kept", "lost"}) {
    std::ofstream(suite / (std::string(name) + ".mtx"))
        << "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 "
        << (*name == 'k' ? 1 : 2) << "\n";
  }
  const Ran swept =
      sptune({"sweep", "run", "--db", db.string(), "--suite", suite.string(), "--variants", "csr",
              "--operations", "spmv", "--grid", "smoke", "--trial-budget", "0.001s"});
  ASSERT_EQ(swept.code(), 0) << swept.err;
  const std::int64_t trials = finished();
  const Ran all = sptune({"sweep", "resume", db.string()});
  EXPECT_EQ(all.code(), 0) << all.out;
  std::filesystem::remove(suite / "lost.mtx");
  const Ran resumed = sptune({"sweep", "resume", db.string()});
  EXPECT_EQ(resumed.code(), static_cast<int>(ExitCode::input)) << resumed.out;
  EXPECT_THAT(resumed.out,
              AllOf(HasSubstr("1 matrix of the plan is gone: lost; what is stored stays"),
                    HasSubstr("\nfinished; next: ")));
  EXPECT_EQ(finished(), trials);
  const Ran status = sptune({"sweep", "status", db.string()});
  EXPECT_EQ(status.code(), 0) << status.out;
  EXPECT_THAT(status.out, HasSubstr(": finished, started"));
}

}  // namespace
}  // namespace sptune::sweep::test
