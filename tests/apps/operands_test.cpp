// SPDX-License-Identifier: BSD-3-Clause
// An operation whose second operand is a choice, from the command line to the database.
#include "harness/environment/sanitizers.hpp"
#include "tests/apps/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sptune::apps::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

/// 144 rows, 5 * 144 - 4 * 12 = 672 entries.
constexpr const char* matrix = "stencil2d{points=5,n=12}";
constexpr int nnz = 672;

struct Operands : ::testing::Test {
  void SetUp() override {
    if (std::getenv("SPTUNE_BIN_DIR") == nullptr) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
  }
  /// `sptune run` of spmm's csr, bounded by counts: a budget of time ends early on a busy machine.
  Ran measure(const std::string& parameters, const Words& more = {}) const {
    Words words{"run", matrix,          "csr", "--operation",   "spmm", "--threads",
                "1",   "--max-samples", "12",  "--time-budget", "60"};
    if (!parameters.empty()) words.insert(words.end(), {"--parameters", parameters});
    words.insert(words.end(), more.begin(), more.end());
    return program.run(words);
  }
  Program program;
};

TEST_F(Operands, run_measures_the_columns_and_the_layout_that_it_is_asked_for) {
  for (const Words& where : {Words{"--json"}, Words{"--json", "--in-process"}}) {
    for (const char* layout : {"row", "col"}) {
      const Ran ran = measure(std::string("k=3,layout=") + layout, where);
      ASSERT_EQ(ran.code(), 0) << where.back() << layout << ran.how();
      const json trials = json::parse(ran.out).at("trials");
      ASSERT_EQ(trials.size(), 1U);
      EXPECT_EQ(trials[0].at("outcome"), "ok") << trials[0];
      EXPECT_EQ(trials[0].at("flops"), 2 * nnz * 3);
      EXPECT_GE(trials[0].at("samples").at("total").size(), 10U);
    }
  }
  const Ran text = measure("k=3,layout=row");
  ASSERT_EQ(text.code(), 0) << text.how();
  EXPECT_THAT(text.out, HasSubstr("spmm f64 cpu"));
  EXPECT_THAT(text.out, HasSubstr("verified"));
  EXPECT_THAT(text.out, HasSubstr("GFLOP/s (4032 operations)"));
}

TEST_F(Operands, what_is_left_out_of_the_parameters_is_filled_in) {
  for (const auto& [parameters, columns] :
       std::vector<std::pair<std::string, int>>{{"", 32}, {"layout=col", 32}, {"k=5", 5}}) {
    const Ran ran = measure(parameters, {"--json"});
    ASSERT_EQ(ran.code(), 0) << parameters << ran.how();
    EXPECT_EQ(json::parse(ran.out).at("trials").at(0).at("flops"), 2 * nnz * columns) << parameters;
  }
}

TEST_F(Operands, wrong_parameters_are_one_line_that_says_what_is_allowed) {
  for (const char* wrong : {"k=0", "k=many", "layout=diagonal", "columns=3"}) {
    const Ran ran = measure(wrong);
    EXPECT_EQ(ran.code(), 2) << wrong << ran.how();
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("k=1...2147483647 and layout=row or layout=col"));
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

TEST_F(Operands, more_columns_than_memory_holds_are_a_trial_that_says_so) {
  if (harness::sanitized) GTEST_SKIP() << "AddressSanitizer ends a worker that asks for so much";
  const Ran ran = measure("k=2147483647", {"--json"});
  const json trial = json::parse(ran.out).at("trials").at(0);
  EXPECT_EQ(trial.at("outcome"), "out_of_memory") << ran.how();
}

TEST_F(Operands, a_sweep_stores_every_choice_as_a_problem_of_its_own) {
  const Ran ran = program.run({"sweep",          "run",
                               "--db",           "t.sqlite",
                               "--suite",        matrix,
                               "--operations",   "spmm",
                               "--parameters",   "k=3,layout=row",
                               "--parameters",   "k=4,layout=col",
                               "--variants",     "csr",
                               "--grid",         "smoke",
                               "--trial-budget", "0.002s",
                               "--threads",      "1",
                               "--progress",     "none"});
  ASSERT_EQ(ran.code(), 0) << ran.how();
  const Ran query = program.run(
      {"query", "--db", "t.sqlite", "--json",
       "SELECT parameters, x_cols, flops FROM problem WHERE operation = 'spmm' ORDER BY x_cols"});
  ASSERT_EQ(query.code(), 0) << query.how();
  EXPECT_EQ(json::parse(query.out),
            json::parse(R"([{"parameters": "k=3,layout=row", "x_cols": 3, "flops": 4032},
                            {"parameters": "k=4,layout=col", "x_cols": 4, "flops": 5376}])"));
}

}  // namespace
}  // namespace sptune::apps::test
