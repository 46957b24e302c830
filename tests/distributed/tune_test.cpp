// SPDX-License-Identifier: BSD-3-Clause
// `sptune-distributed tune`: trials of schemes in a database that `sptune` reads.
#include "db/query.hpp"
#include "sptune/device.hpp"
#include "tests/distributed/launch.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace sptune::distributed::test {
namespace {

class Tune : public testing::Test {
 protected:
  Tune() {
    setenv("SPTUNE_CACHE", (folder / "cache").c_str(), 1);
    std::ofstream(suite()) << R"({"format":"sptune-suite","version":1,"name":"t","matrices":[)"
                           << R"({"source":"generate:stencil2d{points=5,n=10}"},)"
                           << R"({"source":"generate:stencil2d{points=9,n=7}"}]})";
  }
  [[nodiscard]] std::string suite() const { return (folder / "suite.json").string(); }
  [[nodiscard]] std::string db() const { return (folder / "t.sqlite").string(); }
  [[nodiscard]] std::string tune(const std::string& more) const {
    return program("sptune-distributed") + " tune " + suite() + " --db " + db() +
           " --threads 1 --json --progress none --no-finalists " + more;
  }
  [[nodiscard]] std::string brief() const {
    return tune("--grid smoke --min-samples 2 --max-samples 2 --trial-budget 0.001s");
  }

  const sptune::test::TemporaryFolder folder;
};

TEST_F(Tune, schemes_on_one_to_three_ranks_are_trials_like_others) {
  for (const int ranks : {1, 2, 3}) {
    const Ran ran = launch("-n " + std::to_string(ranks) + " " + brief() +
                           (ranks < 3 ? " --variants ring --only 'ring{overlap=true}'" : ""));
    ASSERT_EQ(ran.code, 0) << ran.text;
    const auto json = nlohmann::json::parse(ran.text);
    EXPECT_EQ(json.at("trials"), ranks < 3 ? 10 : 24) << ran.text;
    EXPECT_EQ(json.at("ending"), "finished") << ran.text;
  }
  const auto again = nlohmann::json::parse(launch("-n 3 " + brief()).text);
  EXPECT_EQ(again.at("trials"), 0);
  EXPECT_EQ(again.at("already_stored"), 24);

  const db::Table all =
      db::query(db(),
                "SELECT parameters, count(*) AS n, sum(verified) AS right, sum(outcome IN ('ok', "
                "'dominated')) AS measured FROM trial_flat WHERE operation = 'distributed_spgemm' "
                "GROUP BY 1");
  ASSERT_EQ(all.rows.size(), 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(all.text(row, "parameters"), "ranks=" + std::to_string(row + 1));
    EXPECT_EQ(all.number(row, "n"), row < 2 ? 10 : 24);
    EXPECT_EQ(all.number(row, "right"), all.number(row, "n"));
    EXPECT_EQ(all.number(row, "measured"), all.number(row, "n"));
  }
  const db::Table axes = db::query(
      db(),
      "SELECT DISTINCT json_extract(params, '$.blocks') AS b FROM trial_flat WHERE variant = "
      "'ring'");
  EXPECT_EQ(axes.rows.size(), 3U);
  const db::Table crossed = db::query(
      db(),
      "SELECT variant, sum(bytes_received) AS bytes, sum(bytes_received_least) AS least, "
      "min(imbalance) AS even FROM communication WHERE ranks = 3 GROUP BY 1 ORDER BY bytes");
  ASSERT_EQ(crossed.rows.size(), 3U);
  EXPECT_EQ(crossed.text(0, "variant"), "needed_rows");
  EXPECT_GE(crossed.number(0, "bytes"), crossed.number(0, "least"));
  EXPECT_GE(crossed.number(0, "even"), 1);

  for (const std::string& words :
       {"query --named best --db " + db(),
        "report " + (folder / "r.html").string() + " --db " + db(), "db check " + db()}) {
    const Ran read = run_command(program("sptune") + " " + words);
    EXPECT_EQ(read.code, 0) << words << read.text;
  }
}

TEST_F(Tune, the_seed_is_that_of_the_stored_plan) {
  const Ran ran =
      launch("-n 1 " + brief() + " --variants ring --only 'ring{overlap=true}' --seed 7");
  ASSERT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(db::query(db(), "SELECT plan ->> '$.seed' AS seed FROM run").number(0, "seed"), 7);
}

TEST_F(Tune, limits_and_ends_are_as_of_a_sweep) {
  const std::string words = program("sptune-distributed") + " tune " + suite() + " --db " + db() +
                            " --threads 1 --json --progress none --every 5 --grid smoke" +
                            " --variants ring --only 'ring{overlap=true}' --trial-budget 0.001s" +
                            " --min-samples 2 --max-samples 2";
  const Ran ran = launch("-n 2 " + words +
                         " --search guided --search-gain 0.5 --max-nnz 400 --max-matrices 2"
                         " --confidence 0.1 --dominated-ratio 0 --finalists-within 100"
                         " --repetitions 2");
  ASSERT_EQ(ran.code, 0) << ran.text;
  const auto json = nlohmann::json::parse(ran.text);
  EXPECT_EQ(json.at("matrices"), 1) << "the other one has more entries";
  EXPECT_EQ(json.at("excluded").size(), 1U);
  EXPECT_GT(json.at("remeasured"), 0);
  const db::Table plan = db::query(db(), "SELECT plan FROM run");
  const auto stored = nlohmann::json::parse(plan.text(0, "plan"));
  EXPECT_EQ(stored.at("search_gain"), 0.5);
  EXPECT_EQ(stored.at("max_matrices"), 2);
  EXPECT_EQ(stored.at("finalists_within"), 100);
  EXPECT_EQ(stored.at("repetitions"), 2);
  EXPECT_EQ(stored.at("protocol").at("confidence_width"), 0.1);
  EXPECT_EQ(stored.at("protocol").at("dominated_ratio"), 0);

  const Ran refused = launch("-n 2 " + words + " --search-gain 0.5");
  EXPECT_EQ(refused.code, 2) << refused.text;
  EXPECT_NE(refused.text.find("--search-gain is for --search guided alone, not for exhaustive"),
            std::string::npos)
      << refused.text;
}

TEST_F(Tune, trials_over_another_transport_are_others) {
  const std::string words = "-n 2 " + brief() + " --variants ring --only 'ring{overlap=true}'";
  ASSERT_EQ(launch(words).code, 0);
  setenv("OMPI_MCA_btl", "self,tcp", 1);
  const Ran tcp = launch(words);
  const Ran again = launch(words);
  unsetenv("OMPI_MCA_btl");
  ASSERT_EQ(tcp.code, 0) << tcp.text;
  const db::Table runs = db::query(db(), "SELECT info ->> '$.mpi_btl' AS btl FROM run");
  if (runs.text(1, "btl").find("tcp") == std::string::npos) {
    GTEST_SKIP() << "an MPI whose transports are chosen otherwise";
  }
  EXPECT_EQ(nlohmann::json::parse(tcp.text).at("already_stored"), 0) << tcp.text;
  EXPECT_EQ(nlohmann::json::parse(again.text).at("trials"), 0) << again.text;
  EXPECT_EQ(db::query(db(), "SELECT DISTINCT context_id FROM trial_flat").rows.size(), 2U);
}

TEST_F(Tune, trials_of_other_local_products_are_others) {
  const std::string words = "-n 2 " + brief() + " --variants ring --only 'ring{overlap=true}'";
  const auto stored = [&](const std::string& more) {
    const Ran ran = launch(words + more);
    EXPECT_EQ(ran.code, 0) << ran.text;
    return nlohmann::json::parse(ran.text).at("already_stored").get<int>();
  };
  setenv("SPTUNE_MODEL", "none", 1);
  EXPECT_EQ(stored(""), 0);
  const int all = stored("");
  EXPECT_GT(all, 0) << "the same again";
  setenv("SPTUNE_FORCE", "hash", 1);
  EXPECT_EQ(stored(""), 0);
  EXPECT_EQ(stored(""), all);
  unsetenv("SPTUNE_FORCE");
  EXPECT_EQ(stored(""), all) << "what was measured first is known still";
  unsetenv("SPTUNE_MODEL");
  const db::Table code = db::query(db(), "SELECT DISTINCT info ->> '$.local_code' AS c FROM run");
  ASSERT_EQ(code.rows.size(), 1U);
  EXPECT_FALSE(code.text(0, "c").empty());
}

TEST_F(Tune, trials_of_ranks_that_are_not_alike_are_others_and_it_is_said) {
  const std::string words = brief() + " --variants ring --only 'ring{overlap=true}'";
  ASSERT_EQ(launch("-n 2 " + words).code, 0);
  for (const bool known : {false, true}) {
    const Ran ran = launch("-n 1 " + words + " : -n 1 env SPTUNE_FORCE=hash " + words);
    ASSERT_EQ(ran.code, 0) << ran.text;
    const auto json = nlohmann::json::parse(ran.text.substr(ran.text.find("{\n")));
    EXPECT_EQ(json.at("already_stored") != 0, known) << ran.text;
    ASSERT_EQ(ran.lines.size(), 1U) << ran.text;
    EXPECT_EQ(ran.lines[0],
              "sptune-distributed: rank 1 is not like rank 0: local_force hash instead of none");
  }
}

/// SPTUNE_MODEL, too, is each rank's own.
TEST_F(Tune, what_a_rank_alone_warns_of_is_said) {
  const std::string words = brief() + " --variants ring --only 'ring{overlap=true}'";
  const Ran ran = launch("-n 1 " + words + " : -n 1 env SPTUNE_MODEL=/nowhere.json " + words);
  ASSERT_EQ(ran.code, 0) << ran.text;
  EXPECT_NE(ran.text.find("sptune-distributed: rank 1: "), std::string::npos) << ran.text;
  EXPECT_NE(ran.text.find("/nowhere.json"), std::string::npos) << ran.text;
}

TEST_F(Tune, a_rank_that_is_killed_ends_the_job_and_the_same_command_goes_on) {
  const std::string words = tune(
      "--variants needed_rows --min-samples 1000000 --max-samples 1000000 --trial-budget "
      "0.04s");
  const Ran killed = launch("-n 1 " + words + " : -n 1 timeout -s KILL 1 " + words);
  EXPECT_NE(killed.code, 0) << killed.text;
  EXPECT_NE(killed.code, 124) << killed.text;
  const Ran ran = launch("-n 2 " + words);
  ASSERT_EQ(ran.code, 0) << ran.text;
  const db::Table trials = db::query(
      db(),
      "SELECT count(DISTINCT problem_hash || configuration) AS n, sum(verified) AS right FROM "
      "result WHERE outcome IN ('ok', 'dominated')");
  EXPECT_EQ(trials.number(0, "n"), 6);
  EXPECT_EQ(trials.number(0, "right"), 6);
}

TEST_F(Tune, on_gpus_sweeps_transports_or_says_once_that_there_is_none) {
  const Ran ran = launch("-n 2 " + brief() + " --backend cuda");
  if (!cuda::device_info()) {
    expect_one_line(ran, 5, "CUDA");
    EXPECT_FALSE(std::filesystem::exists(db()));
    return;
  }
  ASSERT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(nlohmann::json::parse(ran.text).at("ending"), "finished") << ran.text;
  const db::Table by_transport = db::query(
      db(),
      "SELECT json_extract(params, '$.transport') AS t, count(*) AS n, sum(outcome = 'refused') AS "
      "refused, sum(coalesce(verified, 0)) AS right, max(message) AS why FROM trial_flat WHERE "
      "backend = 'cuda' GROUP BY 1 ORDER BY 1");
  ASSERT_EQ(by_transport.rows.size(), 4U);
  for (std::size_t row = 0; row < 4; ++row) {
    const double measured = by_transport.number(row, "n") - by_transport.number(row, "refused");
    EXPECT_EQ(by_transport.number(row, "right"), measured) << by_transport.text(row, "why");
    EXPECT_TRUE(measured == 0 || by_transport.number(row, "refused") == 0);
  }
  const db::Table crossed =
      db::query(db(), "SELECT sum(bytes_received) AS bytes FROM communication WHERE ranks = 2");
  EXPECT_GT(crossed.number(0, "bytes"), 0);
}

TEST_F(Tune, says_once_what_is_wrong) {
  const std::string one = program("sptune-distributed") + " tune ";
  expect_one_line(launch("-n 2 " + one + suite()), 2, "--db");
  expect_one_line(launch("-n 1 " + tune("--budget soon")), 2, "soon");
  expect_one_line(launch("-n 1 " + tune("--budget 0s")), 2, "no time to measure in");
  expect_one_line(launch("-n 2 " + tune("--variants torus")), 2,
                  "unknown variant 'torus'; known: needed_rows broadcast ring");
  expect_one_line(launch("-n 2 " + one + suite() + " --db /nowhere/t.sqlite"), 4, "/nowhere");
}

}  // namespace
}  // namespace sptune::distributed::test
