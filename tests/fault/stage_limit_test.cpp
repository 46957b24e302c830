// SPDX-License-Identifier: BSD-3-Clause
// `--stage-limit` from the command line to the row of a variant that hangs.
#include "db/query.hpp"
#include "tests/apps/program.hpp"
#include "tests/fault/faults.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

using apps::test::Ran;
using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;

/// `sptune` beside a worker in which `ell` hangs while it prepares.
class StageLimit : public testing::Test {
 protected:
  StageLimit() {
    namespace fs = std::filesystem;
    const char* bin = std::getenv("SPTUNE_BIN_DIR");
    if (bin == nullptr) return;
    programs_ = bin;
    fs::copy_file(fs::path(bin) / "sptune", program_ / "sptune");
    fs::copy_file(faulty_worker(), program_ / "sptune-worker");
    setenv("SPTUNE_BIN_DIR", program_.folder().c_str(), 1);
    setenv("SPTUNE_TEST_HANGS", "ell", 1);
  }
  ~StageLimit() override {
    unsetenv("SPTUNE_TEST_HANGS");
    if (programs_) setenv("SPTUNE_BIN_DIR", programs_->c_str(), 1);
  }
  void SetUp() override {
    if (!programs_) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
  }

  [[nodiscard]] std::vector<std::string> column(const std::string& sql) const {
    const db::Table table = db::query(program_ / "t.sqlite", sql);
    std::vector<std::string> out;
    for (std::size_t row = 0; row < table.rows.size(); ++row) out.push_back(table.text(row, "it"));
    return out;
  }

  std::optional<std::string> programs_;
  apps::test::Program program_;
};

const std::string matrix = "stencil2d{points=5,n=12}";

TEST_F(StageLimit, of_run_ends_a_hang_and_is_named) {
  const auto begin = std::chrono::steady_clock::now();
  const Ran ran = program_.run({"run", matrix, "ell", "--threads", "1", "--stage-limit", "300ms"});

  EXPECT_EQ(ran.code(), 1) << ran.how();
  EXPECT_THAT(ran.out, HasSubstr("killed after 0.3 s in prepare (--stage-limit)"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_F(StageLimit, of_a_sweep_is_stored_and_replaced_by_a_resume_and_another_occasion) {
  // Whose budget ends it at its beginning, so that a resume finds something to do.
  Ran ran = program_.run({"sweep", "run", "--db", "t.sqlite", "--suite", matrix, "--operations",
                          "spmv", "--variants", "ell", "--grid", "smoke", "--threads", "1",
                          "--no-baselines", "--stage-limit", "300ms", "--budget", "1ms"});
  ASSERT_EQ(ran.code(), 0) << ran.how();
  ASSERT_THAT(ran.out, HasSubstr("sptune sweep resume t.sqlite"));
  ran = program_.run({"sweep", "resume", "t.sqlite", "--budget", "1h", "--stage-limit", "200ms"});
  EXPECT_EQ(ran.code(), 0) << ran.how();
  const std::string messages =
      "SELECT message AS it FROM trial_flat WHERE outcome = 'timeout' AND run_uuid = "
      "(SELECT uuid FROM run ORDER BY run_id DESC LIMIT 1) ORDER BY trial_id";
  EXPECT_THAT(column(messages), testing::Contains("killed after 0.2 s in prepare (--stage-limit)"));

  ran = program_.run(
      {"sweep", "run", "--db", "t.sqlite", "--again", "--budget", "1h", "--stage-limit", "100ms"});
  EXPECT_EQ(ran.code(), 0) << ran.how();
  EXPECT_THAT(column(messages), SizeIs(2)) << "of two configurations that fit";
  EXPECT_THAT(column(messages), Each("killed after 0.1 s in prepare (--stage-limit)"));
  EXPECT_THAT(column("SELECT limits ->> '$.prepare_limit_s' || ' ' || (limits ->> '$.run_limit_s') "
                     "|| ' ' || (limits ->> '$.measure_limit_s') AS it FROM run ORDER BY run_id"),
              testing::ElementsAre("0.3 0.3 0.3", "0.1 0.1 0.1"));
  EXPECT_THAT(column("SELECT policy_hash AS it FROM policy"), SizeIs(1))
      << "a limit is no part of the key";
}

TEST_F(StageLimit, that_leaves_no_time_or_has_no_worker_is_refused) {
  Ran ran = program_.run({"run", matrix, "ell", "--stage-limit", "0s"});
  EXPECT_EQ(ran.code(), 2) << ran.how();
  EXPECT_EQ(ran.err,
            "sptune: --stage-limit 0s: no time for a stage; expected one above 0, such as 10s or "
            "500ms\n");
  ran = program_.run({"run", matrix, "ell", "--stage-limit", "10"});
  EXPECT_EQ(ran.code(), 2) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr("'10' is not a duration: expected numbers with units, such as "));
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"run", matrix, "ell"},
                                               {"sweep", "run", "--db", "t.sqlite"},
                                               {"sweep", "resume", "t.sqlite"}}) {
    std::vector<std::string> words = verb;
    words.insert(words.end(), {"--stage-limit", "1s", "--in-process"});
    ran = program_.run(words);
    EXPECT_EQ(ran.code(), 2) << ran.how();
    EXPECT_THAT(ran.err, testing::AnyOf(HasSubstr("--in-process excludes --stage-limit"),
                                        HasSubstr("--stage-limit excludes --in-process")));
  }
}

}  // namespace
}  // namespace sptune::test
