// SPDX-License-Identifier: BSD-3-Clause
// The command line on tiny matrices with the real worker: killed, interrupted, resumed.
#include "harness/environment/devices.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/error.hpp"
#include "tests/apps/cli_fixture.hpp"
#include "tests/tuner/with_variable.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

namespace sptune::sweep::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

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
    const db::Table t =
        db::query(file,
                  "SELECT matrix, configuration, count(*) AS n, sum(stop_reason IS NOT "
                  "'repetitions') AS single "
                  "FROM trial_flat WHERE reaped = 0 GROUP BY matrix, configuration ORDER BY 1, 2");
    std::vector<std::string> out;
    for (std::size_t row = 0; row < t.rows.size(); ++row) {
      EXPECT_EQ(t.number(row, "single"), 1) << t.text(row, "configuration") << " measured twice";
      out.push_back(t.text(row, "matrix") + " " + t.text(row, "configuration"));
    }
    return out;
  };
  const auto interrupted = keys(db);
  db = folder / "not disturbed.sqlite";
  const Ran undisturbed = sptune(sweep_arguments());
  ASSERT_EQ(undisturbed.code(), 0) << undisturbed.err;
  EXPECT_THAT(undisturbed.out, HasSubstr("sptune train --db '" + db.string() + "'"));
  EXPECT_EQ(interrupted, keys(db));
  EXPECT_GT(interrupted.size(), 12U);
  db = folder / "t.sqlite";
  EXPECT_EQ(db::query(db, "SELECT 1 FROM trial WHERE outcome = 'running'").rows.size(), 0U);
  const Ran check = sptune({"db", "check", db.string()});
  EXPECT_EQ(check.code(), 0) << check.out << check.err;
}

/// More busy loops than cores: whatever the worker does, it waits.
TEST_F(Cli, beside_busy_loops_nothing_that_was_disturbed_counts_and_the_exit_code_tells) {
  if (sanitized) GTEST_SKIP() << "its own slowness disturbs";
  std::vector<pid_t> loops;
  for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i) {
    const pid_t loop = fork();
    if (loop == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;) __asm__ volatile("");
    }
    loops.push_back(loop);
  }
  std::vector<std::string> command = sweep_arguments();
  command.insert(command.end(), {"--disturbed", "again", "--json"});
  const Ran ran = sptune(command);
  for (const pid_t loop : loops) {
    kill(loop, SIGKILL);
    waitpid(loop, nullptr, 0);
  }
  const auto json = nlohmann::json::parse(ran.out);
  EXPECT_GT(json["disturbed"], 0) << ran.err;
  const bool whole = json["ending"] == "finished";
  EXPECT_EQ(ran.code(), whole ? 0 : static_cast<int>(ExitCode::interrupted)) << ran.out;
  const Ran status = sptune({"sweep", "status", db.string()});
  EXPECT_THAT(status.out, HasSubstr(", disturbed by something else on the machine"));
  EXPECT_THAT(status.out, ::testing::Not(HasSubstr("ended from outside")));
  EXPECT_EQ(db::query(db, "SELECT 1 FROM disturbed").rows.size(),
            json["disturbed"].get<std::size_t>());
  EXPECT_EQ(db::query(db, "SELECT 1 FROM usable JOIN load USING (trial_id) WHERE disturbed <> ''")
                .rows.size(),
            0U);
  EXPECT_GT(db::query(db, "SELECT 1 FROM drift").rows.size(), 0U);
}

TEST_F(Cli, more_threads_than_cores_are_measured_and_do_not_disturb_themselves) {
  auto arguments = sweep_arguments();
  const unsigned threads = std::thread::hardware_concurrency() + 30;
  arguments.insert(arguments.end(), {"--threads", std::to_string(threads), "--disturbed", "again",
                                     "--max-matrices", "1", "--no-finalists", "--json"});
  const Ran ran = sptune(arguments);
  EXPECT_EQ(ran.code(), 0) << ran.out << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["disturbed"], 0) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("threads that share one wait for each other"));
}

/// As `sptune doctor` recommends: OpenMP then binds the program's first thread to one core.
TEST_F(Cli, bound_threads_are_on_the_same_hardware_and_each_on_a_core_of_its_own) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "one core";
  // In clang's build the OpenMP of XGBoost's library, GCC's, binds the thread before LLVM's asks.
  if (sanitized) GTEST_SKIP() << "two OpenMP runtimes";
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--threads", "2", "--max-matrices", "1", "--json"});
  ASSERT_EQ(sptune(arguments).code(), 0) << text_of(folder / "err");
  const sptune::testing::WithVariable places("OMP_PLACES", "cores");
  const sptune::testing::WithVariable bind("OMP_PROC_BIND", "close");
  const Ran again = sptune(arguments);
  EXPECT_EQ(again.code(), 0);
  EXPECT_EQ(again.err.find("threads that share one wait"), std::string::npos) << again.err;
  const auto json = nlohmann::json::parse(again.out);
  EXPECT_EQ(json["trials"], 0) << "all are known, of the same hardware";
}

TEST_F(Cli, ctrl_c_ends_at_once_says_how_to_go_on_and_exits_with_7) {
  const pid_t pid = spawn(sweep_arguments());
  ASSERT_TRUE(signal_after(pid, 3, SIGINT, 0)) << text_of(folder / "err");
  const Ran ran = wait_for(pid);
  EXPECT_EQ(ran.code(), static_cast<int>(ExitCode::interrupted)) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("go on with: sptune sweep resume " + db.string()));
  EXPECT_THAT(ran.err, HasSubstr("stopping; press again"));

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
  arguments.insert(arguments.end(),
                   {"--every", "0.000001", "--max-matrices", "2", "--finalists-within", "100"});
  const Ran ran = sptune(arguments);
  ASSERT_EQ(ran.code(), 0) << ran.err;
  EXPECT_EQ(ran.err.find('\r'), std::string::npos);
  EXPECT_EQ(ran.err.find('\033'), std::string::npos);
  EXPECT_THAT(ran.err, HasSubstr("trials, matrix 1 of 2: "));
  EXPECT_THAT(ran.err, HasSubstr("trials, matrix 2 of 2: "));
  EXPECT_THAT(ran.err, HasSubstr("trials, finalists measured again: 0 of "));
  EXPECT_THAT(ran.err, HasSubstr(" left\n"));
  EXPECT_THAT(ran.out, HasSubstr("finished; next: "));
}

TEST_F(Cli, the_training_that_a_finished_sweep_names_can_be_done) {
  if (sanitized) GTEST_SKIP() << "trains";
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--types", "f32", "--cache", "cold", "--no-finalists"});
  const Ran ran = sptune(arguments);
  ASSERT_EQ(ran.code(), 0) << ran.err;
  const std::string train = "sptune train --db " + db.string() + " --type f32 --cache cold";
  ASSERT_THAT(ran.out, HasSubstr("--named best, " + train + "\n"));
  const std::string model = (folder / "model.json").string();
  EXPECT_EQ(sptune({"train", "--db", db.string(), "--type", "f32", "--cache", "cold", "-o", model})
                .code(),
            0)
      << text_of(folder / "err");
}

/// Without the default nothing is to be learned, nor of one family.
TEST_F(Cli, a_finished_sweep_names_no_training_where_none_can_be_done) {
  const std::string one = "stencil2d{points=5,n=9}";
  for (const auto& [suite, variants] :
       {std::pair{(folder / "tiny.json").string(), "ell"}, std::pair{one, "csr"}}) {
    const Ran ran = sptune({"sweep", "run", "--suite", suite, "--db", db.string(), "--operations",
                            "spmv", "--variants", variants, "--grid", "smoke", "--trial-budget",
                            "0.001s", "--no-finalists"});
    ASSERT_EQ(ran.code(), 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("--named best\n")) << variants;
  }
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

TEST_F(Cli, points_of_a_search_are_all_that_is_measured_elsewhere) {
  ASSERT_EQ(sptune(sweep_arguments()).code(), 0);
  auto arguments = sweep_arguments();
  std::replace(arguments.begin(), arguments.end(), db.string(), db.string() + ".points");
  arguments.insert(arguments.end(), {"--points-of", db.string(), "--dry-run", "--json"});
  const Ran some = sptune(arguments);
  ASSERT_EQ(some.code(), 0) << some.err;
  arguments.resize(arguments.size() - 4);
  arguments.insert(arguments.end(), {"--dry-run", "--json"});
  const Ran all = sptune(arguments);
  const auto pending = [](const Ran& ran) {
    const auto plan = nlohmann::json::parse(ran.out);
    std::int64_t out = 0;
    for (const auto& line : plan["lines"]) out += line["pending"].get<std::int64_t>();
    return out;
  };
  EXPECT_GT(pending(some), 0);
  EXPECT_LT(pending(some), pending(all));
}

TEST_F(Cli, wrong_requests_are_one_line_and_the_right_code) {
  const auto check = [&](std::vector<std::string> extra, ExitCode code, const char* text) {
    auto arguments = sweep_arguments();
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    const Ran ran = sptune(arguments);
    EXPECT_EQ(ran.code(), static_cast<int>(code)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(text));
  };
  check({"--search", "random:0"}, ExitCode::usage, "expected one of guided, local");
  check({"--budget", "soon"}, ExitCode::usage, "is not a duration");
  check({"--dominated-ratio", "0.5"}, ExitCode::usage, "expected 0, or a number of 1 or more");
  check({"--launch", "graph"}, ExitCode::usage, "is for --backend cuda alone");
  check({"--search", "exhaustive", "--search-gain", "0.001"}, ExitCode::usage,
        "--search-gain is for --search guided alone, not for exhaustive");
  check({"--cold-samples", "5"}, ExitCode::usage, "--cold-samples is for --cache cold");
  check({"--repetitions", "3", "--no-finalists"}, ExitCode::usage, "excludes");
  check({"--types", "f16"}, ExitCode::usage, "--types: no choice 'f16'");
  check({"--operations", "spvm"}, ExitCode::usage,
        "--operations: no choice 'spvm': did you mean 'spmv'?");
  check({"--cache", "warm"}, ExitCode::usage, "--cache: no choice 'warm'");
  check({"--only", "csr{widht=4}"}, ExitCode::usage, "csr has no axis 'widht'; its axes: ");
  check({"--only", "csr{threads=77}"}, ExitCode::usage,
        "csr: axis threads has no value 77; its values: ");
  check({"--min-samples", "200000"}, ExitCode::usage,
        "--min-samples 200000 is more than --max-samples 100000");
  check({"--parameters", "k=8,layout=row"}, ExitCode::usage,
        "spmv takes none; leave them out, or choose --operations spmm");
  check({"--devices", "0,1"}, ExitCode::usage, "on the CPU, name sets of cores");
  check({"--devices", "all", "--in-process"}, ExitCode::usage, "leave out --in-process");
  const Ran status = sptune({"sweep", "status", db.string(), "--progress", "none"});
  EXPECT_THAT(status.err, HasSubstr("`sptune sweep status` has no option --progress"));
  const Ran missing = sptune({"sweep", "resume", (folder / "none.sqlite").string()});
  EXPECT_EQ(missing.code(), static_cast<int>(ExitCode::database)) << missing.err;
  const Ran suite = sptune({"sweep", "run", "--suite", "/no/such/suite", "--db", db.string()});
  EXPECT_EQ(suite.code(), static_cast<int>(ExitCode::input)) << suite.err;
}

TEST_F(Cli, searches_are_played_over_the_grids_of_a_sweep) {
  const Ran swept = sptune({"sweep", "run", "--suite", "stencil2d{points=5,n=12}", "--variants",
                            "ell,dia", "--search", "exhaustive", "--trial-budget", "0.001s",
                            "--threads", "1", "--no-finalists", "--db", db.string()});
  ASSERT_EQ(swept.code(), 0) << swept.err;
  const auto simulate = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"simulate", db.string()});
    return sptune(more);
  };
  const Ran table = simulate({"--seeds", "2"});
  EXPECT_EQ(table.code(), 0) << table.err;
  EXPECT_THAT(table.out,
              AllOf(HasSubstr("1 problems of 1 matrices with all"), HasSubstr("\nguided"),
                    HasSubstr("\nrandom:100"), HasSubstr("found / best")));
  const auto json = nlohmann::json::parse(
      simulate({"--search", "exhaustive,random:3", "--budget", "50%,100%", "--json"}).out);
  ASSERT_EQ(json["searches"].size(), 4U);
  EXPECT_EQ(json["searches"][1]["time_share"]["value"], 1.0)
      << "all of the grid in all of its time";
  EXPECT_EQ(json["searches"][1]["found_over_best_worst"], 1.0);
  EXPECT_LE(json["searches"][0]["time_share"]["value"], 0.5);
  EXPECT_LE(json["searches"][3]["trials"], 3);
  const Ran csv = simulate({"--search", "exhaustive", "--csv"});
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 2) << csv.out;
  EXPECT_THAT(simulate({"--search", "guess"}).err, HasSubstr("there is no search 'guess'"));
  for (const char* budget : {"0%", "101%", "%", "x%"}) {
    EXPECT_THAT(simulate({"--budget", budget}).err, HasSubstr("such as 10%")) << budget;
  }
  EXPECT_THAT(simulate({"--budget", "0s"}).err, HasSubstr("--budget 0s: no time to measure in"));
  EXPECT_THAT(simulate({"--operation", "spvm"}).err, HasSubstr("did you mean 'spmv'?"));
  EXPECT_THAT(simulate({"--type", "f32", "--cache", "cold"}).err,
              HasSubstr("no trial of f32 cold in the database"));
  EXPECT_THAT(simulate({"--search", "random:3,local", "--search-gain", "0.5"}).err,
              HasSubstr("--search-gain is for --search guided alone, not for random:3, local"));
  const Ran none = simulate({"--operation", "spgemm"});
  EXPECT_EQ(none.code(), static_cast<int>(ExitCode::input)) << none.err;
  EXPECT_THAT(none.err, HasSubstr("--search exhaustive"));
}

TEST_F(Cli, names_with_control_characters_are_shown_in_a_line_and_not_obeyed) {
  const std::filesystem::path suite = folder / "matri\033[31mces\nrun";
  std::filesystem::create_directory(suite);
  std::ofstream(suite / "a\nb\033[2J.mtx")
      << "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n2 2 1\n3 3 1\n";
  const Ran begun =
      sptune({"sweep", "run", "--db", db.string(), "--suite", suite.string(), "--variants", "csr",
              "--operations", "spmv", "--trial-budget", "0.001s", "--budget", "0.001s"});
  EXPECT_EQ(begun.code(), 0) << begun.err;
  std::filesystem::remove(suite / "a\nb\033[2J.mtx");
  const Ran status = sptune({"sweep", "status", db.string()});
  EXPECT_EQ(status.out.find('\033'), std::string::npos) << status.out;
  EXPECT_THAT(status.out,
              HasSubstr("on suite " + (folder / "matri\\x1b[31mces\\nrun: interrupted").string()));
  EXPECT_THAT(status.out, HasSubstr("1 matrix of the plan is gone: a\\nb\\x1b[2J"));
  EXPECT_EQ(
      nlohmann::json::parse(sptune({"sweep", "status", db.string(), "--json"}).out)[0]["gone"][0],
      "a\nb\033[2J")
      << "as it is";
}

TEST_F(Cli, a_plan_is_measured_again_as_it_is_stored) {
  std::vector<std::string> words{
      "sweep",      "run",       "--db",   db.string(),      "--suite", "stencil2d{points=5,n=6}",
      "--variants", "csr",       "--grid", "smoke",          "--json",  "--operations",
      "spmv",       "--threads", "1",      "--trial-budget", "0.001s",  "--disturbed",
      "keep"};
  ASSERT_EQ(sptune(words).code(), 0);
  words.emplace_back("--again");
  EXPECT_EQ(sptune(words).code(), 2) << "the plan is in the database";
  EXPECT_EQ(sptune({"sweep", "run", "--db", db.string(), "--run", "1"}).code(), 2)
      << "a run is named for --again only";
  setenv("SPTUNE_DISTURBED", "", 1);  // which says it for other tests
  const Ran again = sptune({"sweep", "run", "--db", db.string(), "--again", "--json"});
  setenv("SPTUNE_DISTURBED", "keep", 1);
  EXPECT_EQ(again.code(), 0) << again.err;
  EXPECT_EQ(db::query(db, "SELECT DISTINCT json_extract(plan, '$.keep_disturbed') AS kept FROM run")
                .rows.size(),
            1U);
  EXPECT_EQ(db::query(db, "SELECT run_id FROM trial WHERE reaped = 0 GROUP BY run_id").rows.size(),
            2U);
}

TEST_F(Cli, too_little_memory_to_load_a_matrix_says_so_and_how_to_go_on) {
  if (sanitized) GTEST_SKIP() << "no limit of memory there";
  const std::string matrix = "random{rows=100000,cols=100000,mean=12}";
  const Ran small = sptune({"sweep", "run", "--db", db.string(), "--suite", matrix, "--variants",
                            "csr", "--grid", "smoke", "--operations", "spmv", "--threads", "1",
                            "--no-baselines", "--trial-budget", "0.001s", "--memory", "10"});
  EXPECT_EQ(small.code(), static_cast<int>(ExitCode::input)) << small.out << small.err;
  EXPECT_THAT(small.out, HasSubstr("could not be loaded within a worker's memory limit of 10 MiB"));
  EXPECT_THAT(small.out,
              HasSubstr("go on with: sptune sweep resume " + db.string() + " --memory 20\n"));
  const Ran more = sptune({"sweep", "resume", db.string(), "--memory", "2G", "--json"});
  EXPECT_EQ(more.code(), 0) << more.out << more.err;
  EXPECT_EQ(db::query(db,
                      "SELECT 1 FROM trial_flat WHERE newest = 1 AND outcome = 'refused' AND "
                      "configuration LIKE '%threads=0%'")
                .rows.size(),
            0U);
}

TEST_F(Cli, a_refused_sweep_leaves_no_database_behind) {
  const std::vector<std::vector<std::string>> refusals{
      {"--variants", "nonsense"}, {"--only", "csr{threads=77}"}, {"--suite", "/no/such/suite"}};
  for (const auto& extra : refusals) {
    auto arguments = sweep_arguments();
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    EXPECT_NE(sptune(arguments).code(), 0);
    EXPECT_FALSE(std::filesystem::exists(db)) << extra.back();
    EXPECT_FALSE(std::filesystem::exists(db.string() + ".lock"));
  }
}

/// Of what it says in the end, the words behind `sptune`.
std::vector<std::string> command_in(const std::string& out) {
  std::istringstream words(out.substr(out.find("go on with: sptune ")));
  std::vector<std::string> all(std::istream_iterator<std::string>(words), {});
  all.erase(all.begin(), all.begin() + 4);
  return all;
}

TEST_F(Cli, the_command_that_goes_on_measures_on_the_same_devices) {
  const auto cores = harness::measuring_devices(Backend::cpu, "all")[0].cores;
  if (cores.size() < 2) GTEST_SKIP() << "one core";
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--devices", fmt::format("cores:{},{}", cores[0], cores[1]),
                                     "--budget", "0.001s"});
  const Ran first = sptune(arguments);
  ASSERT_EQ(first.code(), 0) << first.err;
  const Ran resumed = sptune(command_in(first.out));
  EXPECT_EQ(resumed.code(), 0) << resumed.err;
  const Ran elsewhere = sptune({"sweep", "resume", db.string()});
  EXPECT_EQ(elsewhere.code(), 4);
  EXPECT_THAT(elsewhere.err, HasSubstr(fmt::format("cores '{}' and '1'", cores.size())));
}

TEST_F(Cli, the_command_that_status_tells_measures_on_the_same_devices) {
  const auto cores = harness::measuring_devices(Backend::cpu, "all")[0].cores;
  if (cores.size() < 2) GTEST_SKIP() << "one core";
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--devices", fmt::format("cores:{},{}", cores[0], cores[1])});
  const Ran swept = sptune(arguments);
  ASSERT_EQ(swept.code(), 0) << swept.err;
  {
    db::Store store(db, db::OpenMode::read_write);
    store.end_run(1, "interrupted");
  }
  const Ran status = sptune({"sweep", "status", db.string()});
  const Ran resumed = sptune(command_in(status.out));
  EXPECT_EQ(resumed.code(), 0) << status.out << resumed.err;
}

TEST_F(Cli, the_command_that_goes_on_names_a_run_that_is_not_the_newest) {
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--budget", "0.001s", "--in-process"});
  const std::string here = "sweep resume " + db.string();
  EXPECT_THAT(sptune(arguments).out, HasSubstr(here + " --in-process\n"));
  const auto status = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"sweep", "status", db.string()});
    return sptune(more).out;
  };
  EXPECT_THAT(status({}), HasSubstr(here + "\n"));
  const std::string run = db::query(db, "SELECT uuid FROM run").text(0, "uuid");
  EXPECT_THAT(sptune(arguments).out, HasSubstr(here + " --in-process\n"));
  const Ran resumed = sptune({"sweep", "resume", db.string(), "--run", run, "--budget", "0.001s"});
  EXPECT_THAT(resumed.out, HasSubstr(here + " --run " + run + "\n"));
  EXPECT_THAT(status({"--run", run}), HasSubstr(here + " --run " + run + "\n"));
}

TEST_F(Cli, more_threads_than_a_set_of_cores_has_are_not_used_without_a_word) {
  const int core = harness::measuring_devices(Backend::cpu, "all")[0].cores[0];
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--devices", fmt::format("cores:{}", core), "--threads", "2",
                                     "--budget", "1ms"});
  const Ran ran = sptune(arguments);
  EXPECT_EQ(ran.code(), 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(fmt::format(
                           "--threads 2: cores {} of --devices have 1; threads that share", core)));
}

TEST_F(Cli, sets_of_cores_measure_at_the_same_time) {
  const auto cores = harness::measuring_devices(Backend::cpu, "all")[0].cores;
  if (cores.size() < 2) GTEST_SKIP() << "one core";
  const std::string devices = fmt::format("cores:{},{}", cores[0], cores[1]);
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--devices", devices, "--json"});
  const pid_t pid = spawn(arguments);
  ASSERT_TRUE(signal_after(pid, 8, SIGKILL, 0)) << text_of(folder / "err");
  waitpid(pid, nullptr, 0);
  const Ran ran = sptune({"sweep", "resume", db.string(), "--devices", devices, "--json"});
  ASSERT_EQ(ran.code(), 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["devices"], 2);
  const db::Table places = db::query(db, "SELECT DISTINCT device FROM place ORDER BY device");
  ASSERT_EQ(places.rows.size(), 2U);
  EXPECT_EQ(places.text(0, "device"), "cores " + std::to_string(std::min(cores[0], cores[1])));
  EXPECT_EQ(sptune({"db", "check", "--strict", db.string()}).code(), 0);
}

TEST_F(Cli, status_of_a_killed_sweep_does_not_say_running) {
  const pid_t pid = spawn(sweep_arguments());
  ASSERT_TRUE(signal_after(pid, 2, SIGSTOP, 0)) << text_of(folder / "err");
  EXPECT_THAT(
      sptune({"sweep", "status", db.string()}).out,
      AllOf(HasSubstr(": running, started"), HasSubstr(fmt::format("\nprocess {} on ", pid)),
            HasSubstr(" is at work on it"), ::testing::Not(HasSubstr("go on with"))));
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_THAT(sptune({"sweep", "status", db.string()}).out, HasSubstr(": interrupted, started"));
}

TEST_F(Cli, a_relative_suite_is_found_when_resumed_from_another_folder) {
  begun_in = folder / "";
  auto arguments = sweep_arguments();
  arguments.at(3) = "tiny.json";
  const pid_t pid = spawn(arguments);
  ASSERT_TRUE(signal_after(pid, 2, SIGKILL, 0)) << text_of(folder / "err");
  waitpid(pid, nullptr, 0);
  begun_in = "/";
  const Ran ran = sptune({"sweep", "resume", db.string()});
  EXPECT_EQ(ran.code(), 0) << ran.err;
}

TEST_F(Cli, ctrl_c_is_heard_while_finalists_are_measured) {
  auto arguments = sweep_arguments();
  arguments.insert(arguments.end(), {"--finalists-within", "100", "--repetitions", "100"});
  const pid_t pid = spawn(arguments);
  for (int i = 0; i < 6000 && finished() < 60 && !exited(pid); ++i) usleep(10'000);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(kill(pid, SIGINT), 0);
  const Ran ran = wait_for(pid);
  EXPECT_EQ(ran.code(), static_cast<int>(ExitCode::interrupted)) << ran.out << ran.err;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20))
      << "all of them take minutes";
  EXPECT_EQ(
      db::query(db, "SELECT 1 FROM trial WHERE reaped = 1 OR outcome = 'running'").rows.size(), 0U);
}

TEST_F(Cli, a_broken_worker_ends_the_sweep_and_hides_no_work_after_its_repair) {
  const std::filesystem::path working = program;
  program = folder / "sptune";
  std::filesystem::copy_file(working, program);
  std::filesystem::create_symlink("/bin/true", folder / "sptune-worker");
  const Ran broken = sptune(sweep_arguments());
  EXPECT_EQ(broken.code(), static_cast<int>(ExitCode::device)) << broken.err;
  program = working;
  const Ran repaired = sptune({"sweep", "resume", db.string(), "--json"});
  ASSERT_EQ(repaired.code(), 0) << repaired.err;
  const auto outcomes = nlohmann::json::parse(repaired.out)["outcomes"];
  EXPECT_FALSE(outcomes.contains("skipped")) << repaired.out;
  EXPECT_FALSE(outcomes.contains("crashed")) << repaired.out;
  EXPECT_EQ(db::query(db, "SELECT 1 FROM failures WHERE standing = 1").rows.size(), 0U);
}

TEST_F(Cli, the_bar_fits_the_terminal) {
  std::ofstream(folder / "tiny.json") << R"({"format": "sptune-suite", "version": 1, "matrices": [
    {"source": "generate:stencil2d{points=5,n=4}", "name": "a matrix with a name that is longer than the terminal is wide, which happens with generator ids"}]})";
  for (const unsigned short columns : std::to_array<unsigned short>({80, 31, 0})) {
    std::filesystem::remove(db);
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const winsize size{25, columns, 0, 0};
    ASSERT_EQ(ioctl(terminal, TIOCSWINSZ, &size), 0);
    const int end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    const pid_t pid = spawn(sweep_arguments(), end);
    close(end);
    std::string all;
    std::array<char, 4096> chunk{};
    for (ssize_t n = 0; (n = read(terminal, chunk.data(), chunk.size())) > 0;) {
      all.append(chunk.data(), static_cast<std::size_t>(n));
    }
    close(terminal);
    EXPECT_EQ(wait_for(pid).code(), 0);
    std::size_t drawn = 0;
    for (std::size_t at = 0; (at = all.find("\r\033[K", at)) != all.npos; ++drawn) {
      at += 4;
      const std::string text = all.substr(at, std::min(all.find('\r', at), all.size()) - at);
      if (text.rfind("warning", 0) == 0) continue;  // that others disturb
      EXPECT_EQ(text.find('\n'), text.npos) << text;
      EXPECT_LT(text.size(), columns == 0 ? 80U : columns) << text;
    }
    EXPECT_GT(drawn, 2U);
  }
}

TEST_F(Cli, features_show_value_unit_and_cost) {
  const Ran table = sptune({"features", "stencil2d{points=5,n=30}"});
  ASSERT_EQ(table.code(), 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("mean_row"));
  EXPECT_THAT(table.out, HasSubstr("runs\n"));
  const auto json =
      nlohmann::json::parse(sptune({"features", "stencil2d{points=5,n=30}", "--json"}).out);
  EXPECT_EQ(json["features"][0]["name"], "rows");
  EXPECT_EQ(json["features"][0]["value"], 900);
  EXPECT_EQ(json["cost"].size(), 4U);
  EXPECT_GT(json["default_us"].get<double>(), 0);
}

}  // namespace
}  // namespace sptune::sweep::test
