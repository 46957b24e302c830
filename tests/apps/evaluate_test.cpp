// SPDX-License-Identifier: BSD-3-Clause
// `sptune evaluate`: records, gates; with --measure from a sweep to the report, on tiny matrices
// with the real worker.
#include "kernels/api/json_checksum.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/baselines/baselines.hpp"
#include "sptune/device.hpp"
#include "tests/apps/cli_fixture.hpp"
#include "tests/apps/trained.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>

namespace sptune::sweep::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// Eight matrices in four groups, one of them from a file.
constexpr const char* eight = R"({
  "format": "sptune-suite", "version": 1, "name": "eight", "description": "for tests",
  "matrices": [
    {"source": "generate:stencil2d{points=5,n=20}", "name": "s20", "group": "stencils"},
    {"source": "generate:stencil2d{points=5,n=30}", "name": "s30", "group": "stencils"},
    {"source": "generate:lp{rows=300,cols=500,mean=3}", "name": "l300", "group": "lp"},
    {"source": "generate:lp{rows=500,cols=900,mean=5}", "name": "l500", "group": "lp"},
    {"source": "generate:banded{n=400,half=3}", "name": "b3", "group": "banded"},
    {"source": "generate:banded{n=600,half=9}", "name": "b9", "group": "banded"},
    {"source": "generate:random{rows=500,mean=6}", "name": "r500", "group": "random"},
    {"source": "file:own.mtx", "name": "own", "group": "random"}
  ]})";

struct HoldoutTiming : Cli {
  void SetUp() override {
    Cli::SetUp();
    if (IsSkipped()) return;
    std::ofstream(folder / "eight.json") << eight;
    ASSERT_EQ(sptune({"suite", "make", "random{rows=400,mean=9}", "-o", own.string()}).code(), 0);
  }
  /// One thread: where other tests keep the cores busy, two would wait for each other.
  Ran sweep(const std::string& operation, const std::string& variants,
            const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"sweep",
                                   "run",
                                   "--suite",
                                   (folder / "eight.json").string(),
                                   "--db",
                                   db.string(),
                                   "--operations",
                                   operation,
                                   "--variants",
                                   variants,
                                   "--grid",
                                   "smoke",
                                   "--trial-budget",
                                   "0.002s",
                                   "--max-samples",
                                   "20",
                                   "--threads",
                                   "1",
                                   "--no-finalists",
                                   "--progress",
                                   "none"};
    words.insert(words.end(), more.begin(), more.end());
    return sptune(words);
  }
  [[nodiscard]] std::vector<std::string> evaluate(std::vector<std::string> more = {}) const {
    std::vector<std::string> out{"evaluate", "--db",    db.string(), "--folds",
                                 "3",        "--trees", "20",        "--measure"};
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  /// The cache's own copy of `own`, and the index that leads to it.
  void forget_cache() const { std::filesystem::remove_all(folder / "cache"); }

  std::filesystem::path own = folder / "own.mtx";
  std::filesystem::path again = folder / "t.retimed.sqlite";
};

TEST_F(HoldoutTiming, measures_every_choice_with_its_comparators_and_keeps_the_trials_apart) {
  const bool eigen = baseline_catalogue().find(Operation::spmv, Backend::cpu, "eigen") != nullptr;
  ASSERT_EQ(sweep("spmv", std::string("csr,ell,dia") + (eigen ? ",eigen" : "")).code(), 0);
  const std::string swept = text_of(db);
  const std::string csv = (folder / "out.csv").string();

  const Ran ran = sptune(evaluate({"--repetitions", "6", "--measure-best", "2", "--stage-limit",
                                   "20s", "--csv", csv, "--json"}));

  ASSERT_EQ(ran.code(), 0) << ran.err;
  EXPECT_EQ(text_of(db), swept) << "the sweep's file is not written to";
  EXPECT_EQ(db::query(again, "SELECT limits ->> '$.prepare_limit_s' AS s FROM run").number(0, "s"),
            20);
  const json result = json::parse(ran.out);
  const std::string command = result["command"];
  EXPECT_TRUE(command.starts_with("sptune evaluate --db ")) << command;
  for (const char* part : {" --folds 3", " --trees 20", " --measure ", " --repetitions 6",
                           " --measure-best 2", " --stage-limit 20s", " --json"}) {
    EXPECT_THAT(command + " ", HasSubstr(std::string(part))) << "what was asked for";
  }
  EXPECT_THAT(command, Not(HasSubstr("--runs"))) << "and nothing else";
  const json& retimed = result["retimed"];
  EXPECT_EQ(retimed["judged"], 8);
  EXPECT_EQ(retimed["timed"], 8);
  EXPECT_EQ(retimed["ending"], "finished");
  EXPECT_TRUE(retimed["missing"].empty());
  EXPECT_FALSE(retimed["other_software"].get<bool>());
  for (const char* view : {"sweep_minima", "against_best", "against_least"}) {
    EXPECT_EQ(retimed[view]["all"][0]["selector"], "model");
    EXPECT_EQ(retimed[view]["all"][0]["matrices"], 8) << view;
  }
  EXPECT_EQ(retimed["sweep_minima"]["all"][0], result["all"][0])
      << "the same matrices, all of them";
  EXPECT_LE(retimed["against_least"]["all"][0]["share_of_oracle"].get<double>(), 1);
  for (const json& m : result["matrices"]) {
    EXPECT_DOUBLE_EQ(m["again_loss"].get<double>(),
                     m["again_chosen_us"].get<double>() / m["again_best_us"].get<double>());
    EXPECT_GE(m["again_loss_least"].get<double>(), 1);
  }

  // Every trial is there with all its samples: 6 repetitions of 3 samples, no early stop.
  const db::Table trials = db::query(
      again,
      "SELECT count(*) AS n, count(DISTINCT matrix) AS matrices, min(n) AS least, "
      "max(n) AS most, sum(verified) AS verified, max(attempt) AS attempts, "
      "sum(configuration LIKE 'eigen%') AS baselines FROM trial_flat WHERE outcome = 'ok'");
  EXPECT_EQ(trials.number(0, "matrices"), 8);
  EXPECT_EQ(trials.number(0, "least"), 18);
  EXPECT_EQ(trials.number(0, "most"), 18);
  EXPECT_EQ(trials.number(0, "verified"), trials.number(0, "n"));
  EXPECT_EQ(trials.number(0, "attempts"), 1);
  EXPECT_EQ(trials.number(0, "baselines"), eigen ? 8 : 0);
  const db::Table plan = db::query(again, "SELECT plan ->> '$.retime.database' AS file FROM run");
  EXPECT_EQ(plan.text(0, "file"), std::filesystem::absolute(db).string());
  EXPECT_EQ(sptune({"db", "check", again.string()}).code(), 0);

  std::istringstream lines(text_of(csv));
  std::string header;
  std::getline(lines, header);
  EXPECT_THAT(header,
              HasSubstr(",near_floor,again_chosen_us,again_best_us,again_least_us,again_loss,"));
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    if (eigen) {
      const std::size_t no_parameters = line.find(",,");  // a vector has none
      ASSERT_NE(no_parameters, std::string::npos) << line;
      EXPECT_EQ(line.find(",,", no_parameters + 1), std::string::npos)
          << "all is known, the baseline's too: " << line;
    }
  }
  EXPECT_EQ(rows, 8U);

  // The same again costs nothing; another number of repetitions is another policy.
  const json second = json::parse(
      sptune(evaluate({"--repetitions", "6", "--measure-best", "2", "--json"})).out)["retimed"];
  EXPECT_EQ(second["timed"], 0);
  EXPECT_EQ(second["already_stored"], 8);
  EXPECT_EQ(second["against_least"], retimed["against_least"]);
  EXPECT_EQ(db::query(again, "SELECT 1 FROM trial").rows.size(),
            static_cast<std::size_t>(trials.number(0, "n")));
  const Ran text = sptune(evaluate({"--repetitions", "2"}));
  EXPECT_EQ(text.code(), 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("measured again: 8 of 8 problems"));
  EXPECT_THAT(text.out, HasSubstr("against the sweep's best"));
  EXPECT_THAT(text.out, HasSubstr("sweep's best"));

  // Nobody takes the run for a sweep.
  const Ran resumed = sptune({"sweep", "resume", again.string()});
  EXPECT_EQ(resumed.code(), static_cast<int>(ExitCode::usage)) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("sptune evaluate --measure"));
  const Ran mixed = sptune(evaluate({"--measure-db", db.string()}));
  EXPECT_EQ(mixed.code(), static_cast<int>(ExitCode::usage)) << mixed.err;
  EXPECT_THAT(mixed.err, HasSubstr("the sweep's own file"));
}

TEST_F(HoldoutTiming, products_are_measured_too_and_gates_apply_to_the_new_times) {
  if (sanitized) GTEST_SKIP() << "the code of the test before";
  ASSERT_EQ(sweep("spgemm", "adaptive,hash,dense").code(), 0);

  const Ran ran =
      sptune(evaluate({"--operation", "spgemm", "--repetitions", "2", "--json", "--probe"}));
  ASSERT_EQ(ran.code(), 0) << ran.err;
  const json result = json::parse(ran.out);
  EXPECT_EQ(result["retimed"]["judged"], 8);
  const json& at_endless = result["by_runs"].back();
  EXPECT_TRUE(at_endless["runs"].is_null());
  EXPECT_GT(at_endless["probed"]["share_of_oracle"], 0);
  EXPECT_LE(at_endless["probed"]["share_of_oracle"], 1);
  EXPECT_EQ(db::query(again, "SELECT DISTINCT b_kind FROM trial_flat ORDER BY 1").rows.size(), 2U);

  const Ran gate =
      sptune(evaluate({"--operation", "spgemm", "--repetitions", "2", "--min-share", "1.000001"}));
  EXPECT_EQ(gate.code(), static_cast<int>(ExitCode::gate)) << gate.err;
}

TEST_F(HoldoutTiming, dense_columns_are_as_many_as_were_swept) {
  const Ran swept = sweep("spmm", "csr", {"--parameters", "k=2,layout=row"});
  ASSERT_EQ(swept.code(), 0) << swept.err << swept.out;

  const Ran ran = sptune(evaluate({"--operation", "spmm", "--repetitions", "2", "--json"}));

  ASSERT_EQ(ran.code(), 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out)["retimed"]["judged"], 8);
  const db::Table measured = db::query(again, "SELECT DISTINCT parameters FROM trial_flat");
  ASSERT_EQ(measured.rows.size(), 1U);
  EXPECT_EQ(measured.text(0, "parameters"), "k=2,layout=row");
}

TEST_F(HoldoutTiming, rows_of_a_matrix_with_several_problems_say_which_they_are_of) {
  if (sanitized) GTEST_SKIP() << "the code of the tests before";
  const Ran swept =
      sweep("spmm", "csr", {"--parameters", "k=2,layout=row", "--parameters", "k=4,layout=row"});
  ASSERT_EQ(swept.code(), 0) << swept.err << swept.out;
  const std::string csv = (folder / "out.csv").string();
  std::vector<std::string> words{"evaluate", "--db", db.string(), "--operation", "spmm",
                                 "--folds",  "3",    "--trees",   "20"};

  const Ran text = sptune(words);
  ASSERT_EQ(text.code(), 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("16 problems of 8 matrices"));
  EXPECT_THAT(text.out, HasSubstr(" problems    share "));
  EXPECT_THAT(text.out, Not(HasSubstr("16 matrices")));
  words.insert(words.end(), {"--json", "--csv", csv});
  const Ran ran = sptune(words);
  ASSERT_EQ(ran.code(), 0) << ran.err;
  const json rows = json::parse(ran.out)["matrices"];
  ASSERT_EQ(rows.size(), 16U);
  const std::string lines = text_of(csv);
  EXPECT_TRUE(lines.starts_with("matrix,group,family,parameters,problem_hash,")) << lines;
  const db::Table stored =
      db::query(db, "SELECT DISTINCT matrix, parameters, problem_hash FROM trial_flat");
  ASSERT_EQ(stored.rows.size(), 16U);
  for (std::size_t i = 0; i < stored.rows.size(); ++i) {
    const auto of = [&](const char* column) { return stored.text(i, column); };
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                            [&](const json& row) {
                              return row["matrix"] == of("matrix") &&
                                     row["parameters"] == of("parameters") &&
                                     row["problem_hash"] == of("problem_hash");
                            }),
              1);
    EXPECT_THAT(lines, HasSubstr("\"" + of("parameters") + "\"," + of("problem_hash") + ","));
  }
}

TEST_F(HoldoutTiming, only_held_out_matrices_are_measured) {
  if (sanitized) GTEST_SKIP() << "the code of the tests before";
  ASSERT_EQ(sweep("spmv", "csr,ell").code(), 0);

  const Ran collected =
      sptune(evaluate({"--repetitions", "2", "--held-out", "collected", "--json"}));
  const Ran some = sptune(evaluate({"--repetitions", "2", "--held-out", "matrix IN ('s20', 'b9')",
                                    "--json", "--progress", "lines", "--every", "0.0001"}));
  const Ran none = sptune(evaluate({"--held-out", "nnz < 0"}));
  const Ran nonsense = sptune(evaluate({"--held-out", "no_such_column = 1"}));

  ASSERT_EQ(collected.code(), 0) << collected.err;
  const json one = json::parse(collected.out);
  ASSERT_EQ(one["matrices"].size(), 1U);
  EXPECT_EQ(one["matrices"][0]["matrix"], "own");
  EXPECT_EQ(one["all"][0]["matrices"], 1);
  EXPECT_EQ(one["retimed"]["matrices"], 1);
  EXPECT_EQ(one["retimed"]["timed"], 1);
  ASSERT_EQ(some.code(), 0) << some.err;
  EXPECT_EQ(json::parse(some.out)["retimed"]["judged"], 2);
  EXPECT_THAT(some.err + some.out, HasSubstr("matrix 2 of 2: "));
  EXPECT_EQ(none.code(), 3);
  EXPECT_THAT(none.err, HasSubstr("no matrix to evaluate where nnz < 0"));
  EXPECT_EQ(nonsense.code(), 2);
  EXPECT_THAT(nonsense.err, HasSubstr("no_such_column"));
}

/// As before a sweep: not a refusal of each trial that asks it, when all is trained.
TEST_F(HoldoutTiming, reads_the_policy_file_whole_before_it_begins) {
  if (!cuda::device_info()) GTEST_SKIP() << "needs a GPU";
  ASSERT_EQ(sweep("spmv", "csr_vector,ell", {"--backend", "cuda"}).code(), 0);
  json policy{{"format", 3},
              {"name", "elsewhere"},
              {"architecture", "sm_75"},
              {"count", {{"order", json::array()}}},
              {"fill", {{"order", json::array()}}}};
  policy["checksum"] = checksum_of(policy);
  const std::string path = (folder / "policy.json").string();
  std::ofstream(path) << policy.dump();
  const char* const variable = record_of(Operation::spgemm).policy_variable;
  setenv(variable, path.c_str(), 1);
  const Ran ran = sptune(evaluate({"--backend", "cuda"}));
  unsetenv(variable);
  EXPECT_EQ(ran.code(), static_cast<int>(ExitCode::usage)) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(path + ": is for sm_75, the device is sm_"));
  EXPECT_FALSE(std::filesystem::exists(again));
}

TEST_F(HoldoutTiming, a_missing_matrix_is_named_and_the_others_are_measured) {
  if (sanitized) GTEST_SKIP() << "the code of the tests before";
  ASSERT_EQ(sweep("spmv", "csr,ell").code(), 0);
  forget_cache();
  std::filesystem::rename(own, folder / "elsewhere.mtx");

  const Ran gone = sptune(evaluate({"--repetitions", "2"}));
  EXPECT_EQ(gone.code(), static_cast<int>(ExitCode::input)) << gone.err;
  EXPECT_THAT(gone.out, HasSubstr("measured again: 7 of 8 problems"));
  EXPECT_THAT(gone.out, HasSubstr("1 could not be measured again:\n  own: "));
  EXPECT_THAT(gone.err, HasSubstr("left out own: "));

  // Another matrix in its place is not taken for it.
  ASSERT_EQ(sptune({"suite", "make", "random{rows=400,mean=8}", "-o", own.string()}).code(), 0);
  const Ran other = sptune(evaluate({"--repetitions", "2", "--json"}));
  EXPECT_EQ(other.code(), static_cast<int>(ExitCode::input)) << other.err;
  const json retimed = json::parse(other.out)["retimed"];
  EXPECT_EQ(retimed["already_stored"], 7);
  ASSERT_EQ(retimed["missing"].size(), 1U);
  EXPECT_EQ(retimed["missing"][0]["matrix"], "own");
  EXPECT_THAT(retimed["missing"][0]["reason"].get<std::string>(),
              HasSubstr("not the matrix that was swept"));

  std::filesystem::rename(folder / "elsewhere.mtx", own);
  const json whole = json::parse(sptune(evaluate({"--repetitions", "2", "--json"})).out)["retimed"];
  EXPECT_EQ(whole["timed"], 1);
  EXPECT_EQ(whole["judged"], 8);
}

TEST_F(HoldoutTiming,
       ctrl_c_ends_after_the_matrix_reports_what_it_has_and_the_same_command_goes_on) {
  if (sanitized) GTEST_SKIP() << "the code of the tests before, and of signals in other verbs";
  ASSERT_EQ(sweep("spmv", "csr,ell").code(), 0);
  const auto command = evaluate({"--repetitions", "120", "--json"});
  const pid_t pid = spawn(command);
  ASSERT_TRUE(signal_after(pid, again, 1, SIGINT, 0)) << text_of(folder / "err");
  const Ran ran = wait_for(pid);

  EXPECT_EQ(ran.code(), static_cast<int>(ExitCode::interrupted)) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("stopping after this matrix"));
  const json first = json::parse(ran.out)["retimed"];
  EXPECT_EQ(first["ending"], "stopped");
  const int timed = first["timed"].get<int>();
  EXPECT_GE(timed, 1);
  EXPECT_LT(timed, 8);
  EXPECT_EQ(first["judged"], timed);

  const Ran rest = sptune(command);
  ASSERT_EQ(rest.code(), 0) << rest.err;
  const json second = json::parse(rest.out)["retimed"];
  EXPECT_EQ(second["already_stored"], timed);
  EXPECT_EQ(second["timed"], 8 - timed);
  EXPECT_EQ(second["judged"], 8);
}

TEST_F(HoldoutTiming, options_go_on_working_under_their_former_names) {
  if (sanitized) GTEST_SKIP() << "the code of the tests before";
  ASSERT_EQ(sweep("spmv", "csr,ell").code(), 0);
  const std::string other = (folder / "other.sqlite").string();
  const Ran ran = sptune({"evaluate", "--db", db.string(), "--folds", "3", "--retime", "--rounds",
                          "2", "--retime-best=1", "--retime-db=" + other, "--judge", "collected",
                          "--progress", "none", "--json"});
  ASSERT_EQ(ran.code(), 0) << ran.err;
  const json timed = json::parse(ran.out)["retimed"];
  EXPECT_EQ(timed["rounds"], 2);
  EXPECT_EQ(timed["best"], 1);
  EXPECT_EQ(timed["matrices"], 1);
  EXPECT_EQ(timed["database"], other);
  EXPECT_THAT(sptune({"evaluate", "--help"}).out, Not(HasSubstr("--retime")));
}

TEST_F(HoldoutTiming, a_spent_budget_leaves_a_report_too) {
  if (sanitized) GTEST_SKIP() << "the code of the tests before";
  ASSERT_EQ(sweep("spmv", "csr,ell").code(), 0);

  const Ran ran = sptune(evaluate({"--repetitions", "200", "--budget", "0.05s"}));

  EXPECT_EQ(ran.code(), 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("the time budget is spent: "));
  const Ran wrong = sptune(evaluate({"--budget", "soon"}));
  EXPECT_EQ(wrong.code(), static_cast<int>(ExitCode::usage)) << wrong.err;
  const Ran none = sptune(evaluate({"--budget", "0s"}));
  EXPECT_EQ(none.code(), static_cast<int>(ExitCode::usage)) << none.err;
  EXPECT_THAT(none.err, HasSubstr("--budget 0s: no time to measure in"));
  const Ran alone = sptune({"evaluate", "--db", db.string(), "--repetitions", "3"});
  EXPECT_EQ(alone.code(), static_cast<int>(ExitCode::usage)) << "--repetitions needs --measure";
}

}  // namespace
}  // namespace sptune::sweep::test

namespace sptune::apps::test {
namespace {

struct EvaluateVerb : LearningVerb {};

TEST_F(EvaluateVerb, records_what_it_predicted) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});

  EXPECT_EQ(run("evaluate --db '" + file() + "' --folds 4 --record"), 0) << out_;
  EXPECT_TRUE(says("best single")) << out_;
  EXPECT_EQ(run("query --db '" + file() + "' --csv \"SELECT count(*) AS n FROM prediction\""), 0)
      << out_;
  EXPECT_TRUE(says("36")) << out_;
}

TEST_F(EvaluateVerb, records_nothing_that_would_be_judged_as_something_else) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});
  const std::string record = "evaluate --folds 4 --record --db '" + file() + "' ";

  EXPECT_EQ(run(record + "--runs 1,10"), 2) << out_;
  EXPECT_TRUE(says("--record keeps the choices for endless runs, found --runs 10")) << out_;
  EXPECT_EQ(run(record + "--values change"), 2) << out_;
  EXPECT_TRUE(says("leave out --values change")) << out_;
}

TEST_F(EvaluateVerb, refuses_what_it_could_not_write_before_it_begins) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});
  const std::string evaluate = "evaluate --folds 4 --trees 20 --db '" + file() + "' ";
  EXPECT_EQ(run(evaluate + "--csv /no/such/folder/e.csv"), 3) << out_;
  EXPECT_TRUE(says("/no/such/folder/e.csv")) << out_;
  EXPECT_FALSE(says("best single")) << out_;
  const db::Store writer(file(), db::OpenMode::read_write);  // somebody else's
  EXPECT_EQ(run(evaluate + "--record"), 4) << out_;
  EXPECT_FALSE(says("best single")) << out_;
}

TEST_F(EvaluateVerb, a_gate_that_is_not_met_is_exit_code_6) {
  auto data = testing::synthetic(8, 2, 0.01, 3);
  for (train::Problem& p : data.problems) p.baselines.clear();
  fill(data, {});
  const std::string evaluate =
      "evaluate --folds 4 --candidates 2 --trees 20 --db '" + file() + "' ";

  EXPECT_EQ(run(evaluate + "--min-share 0.999999"), 6) << out_;
  EXPECT_TRUE(says("gate not met")) << out_;
  EXPECT_EQ(run(evaluate + "--max-p99 1.0001"), 6) << out_;
  ASSERT_EQ(run(evaluate + "--min-share 0.01 --max-p99 100 --runs 10 --json"), 0) << out_;
  const auto json = nlohmann::json::parse(out_);
  int of_none = 0;
  for (const auto& summary : json.at("all")) {
    if (summary.at("selector") != "best baseline") continue;
    ++of_none;
    EXPECT_EQ(summary.at("matrices"), 0);
    for (const char* figure : {"share_of_oracle", "p95", "p99", "worst"}) {
      EXPECT_TRUE(summary.at(figure).is_null()) << figure;
    }
  }
  EXPECT_EQ(of_none, 1);
  EXPECT_TRUE(json.at("by_runs")[0].at("over_baseline").is_null());
  EXPECT_EQ(run(evaluate + "--record --min-share 0.999999"), 6) << out_;
  EXPECT_EQ(run("query --db '" + file() + "' --csv \"SELECT count(*) AS n FROM prediction\""), 0)
      << out_;
  EXPECT_TRUE(says("16")) << "recorded all the same\n" << out_;
  for (const char* no_gate : {"--min-share nan", "--max-p99 nan", "--min-share -1"}) {
    EXPECT_EQ(run(evaluate + no_gate), 2) << no_gate << out_;
  }
}

TEST_F(EvaluateVerb, evaluate_shows_few_and_many_expected_runs) {
  train::Dataset data = testing::synthetic(8, 3, 0.01, 3);
  for (train::Problem& p : data.problems) {
    p.cells[0].prepare_s = 1e-6 * 60 * p.cells[0].us;  // the default's
    p.baselines[0].prepare_s = 1e-3;
  }
  fill(data, {});
  const std::string evaluate = "evaluate --folds 4 --trees 20 --db '" + file() + "' ";

  ASSERT_EQ(run(evaluate), 0) << out_;
  EXPECT_TRUE(says("/baseline")) << out_;
  EXPECT_TRUE(says("what preparing takes was predicted to")) << out_;
  const std::string csv = (folder_ / "e.csv").string();
  ASSERT_EQ(run(evaluate + "--json --deciding 3ms --runs endless,1,10,1 --csv '" + csv + "'"), 0)
      << out_;
  const auto json = nlohmann::json::parse(out_);
  const auto& rows = json.at("by_runs");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("runs"), 1);
  EXPECT_EQ(rows[1].at("runs"), 10);
  EXPECT_TRUE(rows[2].at("runs").is_null());
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("matrices"), 24);
    EXPECT_EQ(row.at("baselines"), 24);
    EXPECT_GE(row.at("share_of_oracle"), row.at("default_share"));
    EXPECT_LE(row.at("over_baseline"), row.at("oracle_over_baseline"));
  }
  EXPECT_LT(rows[0].at("default_share"), 0.2) << "its preparing is paid by one run";
  EXPECT_EQ(rows[2].at("share_of_oracle"), json.at("all")[0].at("share_of_oracle"));
  EXPECT_GT(json.at("features_us"), 0);
  EXPECT_EQ(json.at("deciding_us"), 3000) << "as said";
  EXPECT_EQ(json.at("matrices")[0].at("by_runs").size(), 3U);
  std::ifstream in(csv);
  std::string header;
  std::getline(in, header);
  EXPECT_NE(header.find(",loss_at_1,loss_default_at_1,loss_baseline_at_1,loss_at_10,"),
            std::string::npos)
      << header;
  std::string line;
  std::getline(in, line);
  const std::size_t quote = line.find('"');  // around the configuration, which has commas
  ASSERT_NE(quote, std::string::npos) << line;
  line.erase(quote, line.find('"', quote + 1) - quote);
  EXPECT_EQ(std::count(line.begin(), line.end(), ','),
            std::count(header.begin(), header.end(), ','))
      << line;
  ASSERT_EQ(run(evaluate + "--runs 7"), 0) << out_;
  EXPECT_TRUE(says("deciding and preparing paid over 7 runs")) << out_;
  ASSERT_EQ(run(evaluate + "--json --probe --runs 1000,endless"), 0) << out_;
  const auto probed = nlohmann::json::parse(out_).at("by_runs");
  for (const auto& row : probed) {
    EXPECT_GT(row.at("probed").at("share_of_oracle"), 0.5);
    EXPECT_EQ(row.at("probed").at("matrices"), row.at("matrices"));
  }
  EXPECT_GE(probed[1].at("probed").at("share_of_oracle"), probed[1].at("share_of_oracle"));
  ASSERT_EQ(run(evaluate + "--probe --runs endless"), 0) << out_;
  EXPECT_TRUE(says("with probing")) << out_;
  EXPECT_EQ(run(evaluate + "--probe --operation spgemm --repeat values"), 2) << out_;
  EXPECT_TRUE(says("plans try nothing")) << out_;
  EXPECT_EQ(run(evaluate + "--runs 1,x"), 2) << out_;
  for (const char* folds : {"1", "2", "-1"}) {
    EXPECT_EQ(run("evaluate --db '" + file() + "' --folds " + folds), 2) << out_;
  }
  EXPECT_EQ(run(evaluate + "--runs 0"), 2) << out_;
  EXPECT_TRUE(says("expected a number above 0, or endless")) << out_;
}

TEST_F(EvaluateVerb, against_one_configuration) {
  fill(testing::synthetic(8, 3, 0.01, 3), {});
  const std::string evaluate =
      "evaluate --folds 4 --trees 20 --runs 10,endless --db '" + file() + "' ";
  const std::string csv = (folder_ / "e.csv").string();

  ASSERT_EQ(run(evaluate + "--against csr"), 0) << out_;
  EXPECT_TRUE(says("against csr{")) << "in full: " << out_;
  ASSERT_EQ(run(evaluate + "--against csr --json --csv '" + csv + "'"), 0) << out_;
  const auto json = nlohmann::json::parse(out_);
  EXPECT_TRUE(json.at("against").get<std::string>().starts_with("csr{")) << json.at("against");
  for (const auto& row : json.at("by_runs")) {
    EXPECT_EQ(row.at("against").at("matrices"), 24);
    EXPECT_GE(row.at("against").at("faster"), 1) << "it is the default";
    EXPECT_GE(row.at("against").at("worst"), 0);
  }
  for (const auto& m : json.at("matrices")) {
    EXPECT_DOUBLE_EQ(m.at("by_runs").at(1).at("loss_against").get<double>(),
                     m.at("loss_default").get<double>());
  }
  std::ifstream in(csv);
  std::string header;
  std::getline(in, header);
  EXPECT_NE(header.find(",loss_against_at_10,"), std::string::npos) << header;
  EXPECT_NE(header.find(",loss_against_at_endless,loss_another"), std::string::npos) << header;

  EXPECT_EQ(run(evaluate + "--against csr{width=999}"), 2) << out_;
  EXPECT_TRUE(says("--against csr{width=999}: no usable trial of it on these problems")) << out_;
}

/// Of its one matrix the default alone was tried.
TEST_F(EvaluateVerb, with_probing_says_of_how_many_matrices_it_is) {
  train::Dataset data = testing::synthetic(12, 3, 0.01, 3);
  const auto behind = [](const train::Problem& p) { return p.cells[0].us / p.oracle_us(); };
  train::Problem& p = *std::max_element(
      data.problems.begin(), data.problems.end(),
      [&](const train::Problem& a, const train::Problem& b) { return behind(a) < behind(b); });
  for (std::size_t c = 1; c < p.cells.size(); ++c) p.cells[c] = {};
  fill(data, {});
  const std::string evaluate = "evaluate --folds 4 --trees 20 --probe --runs endless --db '" +
                               file() + "' --held-out \"matrix = '" + p.matrix + "'\" ";

  ASSERT_EQ(run(evaluate + "--json"), 0) << out_;
  const auto json = nlohmann::json::parse(out_.substr(out_.find("{\n")));  // behind a warning
  const auto& row = json.at("by_runs").at(0);
  EXPECT_EQ(row.at("matrices"), 0);
  EXPECT_EQ(row.at("probed").at("matrices"), 0);
  EXPECT_TRUE(row.at("probed").at("over_baseline").is_null());
  EXPECT_TRUE(json.at("matrices").at(0).at("by_runs").at(0).contains("contenders"));
  ASSERT_EQ(run(evaluate), 0) << out_;
  EXPECT_TRUE(says("with probing")) << out_;
  EXPECT_TRUE(says("runs problems    share  slower %")) << out_;
}

TEST_F(EvaluateVerb, of_the_test_part_says_so) {
  train::Dataset data = testing::synthetic(12, 3, 0.01, 3);
  for (std::size_t i = 0; i < 3; ++i) data.problems[i].group = "SAT14";  // of the test part
  fill(data, {});

  EXPECT_EQ(run("evaluate --split test --trees 20 --db '" + file() + "'"), 0) << out_;
  EXPECT_TRUE(says("the 3 of the test part")) << out_;
}

TEST_F(EvaluateVerb, two_families_are_not_enough) {
  fill(testing::synthetic(2, 1, 0.01, 3), {});

  EXPECT_EQ(run("evaluate --db '" + file() + "'"), 3) << out_;
}

}  // namespace
}  // namespace sptune::apps::test
