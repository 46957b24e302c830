// SPDX-License-Identifier: BSD-3-Clause
// The command line on tiny matrices with the real worker: killed, interrupted, resumed.
#include "sptune/kernels/api/error.hpp"

#include "cli_fixture.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace sptune::sweep::test {
namespace {

using testing::HasSubstr;

TEST_F(Cli, killed_three_times_and_resumed_loses_and_doubles_no_trial) {
  std::vector<std::string> command = sweep_arguments();
  for (const int extra_us : {1000, 7000, 23000}) {
    const pid_t pid = spawn(command);
    ASSERT_TRUE(signal_after(pid, 4, SIGKILL, extra_us)) << text_of(folder / "err");
    const Ran killed = wait_for(pid);
    ASSERT_TRUE(WIFSIGNALED(killed.status)) << killed.out;
    command = {"sweep", "resume", db.string()};
  }
  const Ran last = sptune({"sweep", "resume", db.string(), "--json"});
  ASSERT_EQ(last.code(), 0) << last.err;
  EXPECT_EQ(nlohmann::json::parse(last.out)["ending"], "finished");

  // What an undisturbed sweep does, elsewhere.
  const auto keys = [](const std::filesystem::path& file) {
    const db::Table t = db::query(
        file,
        "SELECT matrix, configuration, count(*) AS n, sum(stop_reason IS NOT 'rounds') AS single "
        "FROM trial_flat WHERE reaped = 0 GROUP BY matrix, configuration ORDER BY 1, 2");
    std::vector<std::string> out;
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      EXPECT_EQ(t.number(row, "single"), 1) << t.text(row, "configuration") << " measured twice";
      out.push_back(t.text(row, "matrix") + " " + t.text(row, "configuration"));
    }
    return out;
  };
  const auto interrupted = keys(db);
  db = folder / "undisturbed.sqlite";
  ASSERT_EQ(sptune(sweep_arguments()).code(), 0);
  EXPECT_EQ(interrupted, keys(db));
  EXPECT_GT(interrupted.size(), 12U);
  db = folder / "t.sqlite";
  EXPECT_EQ(db::query(db, "SELECT 1 FROM trial WHERE outcome = 'running'").rows.size(), 0U);
  const Ran check = sptune({"db", "check", db.string()});
  EXPECT_EQ(check.code(), 0) << check.out << check.err;
}

TEST_F(Cli, ctrl_c_ends_after_the_trial_says_how_to_go_on_and_exits_with_7) {
  const pid_t pid = spawn(sweep_arguments());
  ASSERT_TRUE(signal_after(pid, 3, SIGINT, 0)) << text_of(folder / "err");
  const Ran ran = wait_for(pid);
  EXPECT_EQ(ran.code(), static_cast<int>(ExitCode::interrupted)) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("go on with: sptune sweep resume " + db.string()));
  EXPECT_THAT(ran.err, HasSubstr("stopping after this trial"));

  const Ran status = sptune({"sweep", "status", db.string()});
  EXPECT_THAT(status.out, HasSubstr("interrupted"));
  EXPECT_THAT(status.out, HasSubstr("sptune sweep resume"));
  const auto json = nlohmann::json::parse(sptune({"sweep", "status", db.string(), "--json"}).out);
  EXPECT_EQ(json[0]["state"], "interrupted");
  EXPECT_EQ(json[0]["trials"], finished());
  EXPECT_EQ(db::query(db, "SELECT 1 FROM trial WHERE reaped = 1").rows.size(), 0U);
}

TEST_F(Cli, spent_budget_exits_with_0_and_can_be_resumed) {
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--budget", "0.3s"});
  const Ran ran = sptune(arguments);
  EXPECT_EQ(ran.code(), 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("the time budget is spent; go on with: sptune sweep resume"));
}

TEST_F(Cli, progress_elsewhere_than_on_a_terminal_is_plain_lines) {
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--every", "0.05", "--max-matrices", "2"});
  const Ran ran = sptune(arguments);
  ASSERT_EQ(ran.code(), 0) << ran.err;
  EXPECT_EQ(ran.err.find('\r'), std::string::npos);
  EXPECT_EQ(ran.err.find('\033'), std::string::npos);
  EXPECT_THAT(ran.err, HasSubstr("trials, matrix 1 of 2: "));
  EXPECT_THAT(ran.err, HasSubstr("trials, matrix 2 of 2: "));
  EXPECT_THAT(ran.err, HasSubstr(" left\n"));
  EXPECT_THAT(ran.out, HasSubstr("finished; next: "));
}

TEST_F(Cli, plan_counts_what_run_does) {
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--dry-run", "--json"});
  const Ran planned = sptune(arguments);
  ASSERT_EQ(planned.code(), 0) << planned.err;
  const auto plan = nlohmann::json::parse(planned.out);
  std::int64_t pending = 0;
  std::int64_t refused = 0;
  for (const auto& line : plan["lines"]) {
    pending += line["pending"].get<std::int64_t>();
    refused += line["refused"].get<std::int64_t>();
  }
  EXPECT_FALSE(std::filesystem::exists(db)) << "a plan writes nothing";
  arguments.erase(arguments.end() - 2);
  const auto done = nlohmann::json::parse(sptune(arguments).out);
  EXPECT_EQ(done["trials"], pending + refused);
  EXPECT_GT(pending, 10);
}

TEST_F(Cli, wrong_requests_are_one_line_and_the_right_code) {
  const auto check = [&](std::vector<std::string> extra, ExitCode code, const char* text) {
    auto arguments = sweep_arguments();
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    const Ran ran = sptune(arguments);
    EXPECT_EQ(ran.code(), static_cast<int>(code)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(text));
  };
  check({"--search", "random:0"}, ExitCode::usage, "expected exhaustive or random:N");
  check({"--budget", "soon"}, ExitCode::usage, "is not a duration");
  check({"--types", "f16"}, ExitCode::usage, "'f16' is not known");
  check({"--only", "csr{threads=77}"}, ExitCode::usage, "matches no configuration");
  const Ran missing = sptune({"sweep", "resume", (folder / "none.sqlite").string()});
  EXPECT_EQ(missing.code(), static_cast<int>(ExitCode::database)) << missing.err;
  const Ran suite = sptune({"sweep", "run", "--suite", "/no/such/suite", "--db", db.string()});
  EXPECT_EQ(suite.code(), static_cast<int>(ExitCode::input)) << suite.err;
}

TEST_F(Cli, features_show_value_unit_and_cost) {
  const Ran table = sptune({"features", "stencil2d{points=5,n=30}"});
  ASSERT_EQ(table.code(), 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("mean_row"));
  EXPECT_THAT(table.out, HasSubstr("SpMVs"));
  const auto json =
      nlohmann::json::parse(sptune({"features", "stencil2d{points=5,n=30}", "--json"}).out);
  EXPECT_EQ(json["features"][0]["name"], "rows");
  EXPECT_EQ(json["features"][0]["value"], 900);
  EXPECT_EQ(json["cost"].size(), 4U);
  EXPECT_GT(json["spmv_us"].get<double>(), 0);
}

}  // namespace
}  // namespace sptune::sweep::test
