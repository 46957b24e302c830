// SPDX-License-Identifier: BSD-3-Clause
// Sweeps on several ranks: the same trials as on one, also when a rank is lost.
#include "tests/distributed/sweep_world.hpp"

#include <nlohmann/json.hpp>

namespace sptune::distributed::test {
namespace {

using DistributedSweep = SweepWorld;

/// `deed` is done to rank 1, whose process is $$, a moment after it has a worker and rank 0 a
/// database: with a trial in hand.
std::string with_rank_1_in_trouble(const std::string& deed, const std::string& words,
                                   const std::string& database) {
  return "sh -c 'if [ $OMPI_COMM_WORLD_RANK = 1 ]; then"
         " ( (until cat $(sed \"s,\\([0-9]\\+\\) *,/proc/\\1/comm ,g\" /proc/$$/task/*/children)"
         " /dev/null 2>/dev/null | grep -q sptune-worker && [ -s " +
         database + " ]; do sleep 0.05; done; " + deed +
         ") & ); fi;"
         " exec " +
         program("sptune") + " " + words + "'";
}

std::string with_rank_1_killed(const std::string& words, const std::string& database) {
  return with_rank_1_in_trouble("kill -9 $$", words, database);
}

TEST_F(DistributedSweep, measures_on_any_number_of_ranks_what_one_program_does) {
  const Ran plain = run_command(program("sptune") + " " + sweep("plain"));
  ASSERT_EQ(plain.code, 0) << plain.text;
  const auto expected = keys(db("plain"));
  EXPECT_EQ(expected.size(), all_trials());
  for (const int ranks : {1, 2, 3}) {
    const std::string name = fmt::format("on_{}", ranks);
    const Ran ran = launch(fmt::format("-n {} {} {} --json", ranks,
                                       program(ranks == 1 ? "sptune-distributed" : "sptune"),
                                       sweep(name, "--progress none")));
    ASSERT_EQ(ran.code, 0) << ran.text;
    EXPECT_EQ(keys(db(name)), expected) << ranks;
    const auto json = nlohmann::json::parse(ran.text.substr(ran.text.find("{\n")));
    EXPECT_EQ(json.at("ending"), "finished");
    EXPECT_EQ(json.at("devices"), ranks);
  }
  const db::Table places = db::query(db("on_3"), "SELECT DISTINCT device FROM place");
  ASSERT_GE(places.rows.size(), 1U);
  EXPECT_NE(places.text(0, "device").find(":cores "), std::string::npos);
}

TEST_F(DistributedSweep, a_lost_rank_costs_its_trial_alone) {
  const Ran ran = launch("--enable-recovery -n 3 " +
                         with_rank_1_killed(sweep("killed", "--no-baselines"), db("killed")));
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_NE(ran.text.find("is left out from here on: rank 1 on "), std::string::npos) << ran.text;
  EXPECT_NE(ran.text.find("finished"), std::string::npos) << ran.text;
  EXPECT_EQ(keys(db("killed")).size(), all_trials());
  const auto status = run_command(program("sptune") + " sweep status --db " + db("killed"));
  EXPECT_NE(status.text.find(": finished"), std::string::npos) << status.text;
}

/// Rank 0 and mpirun think otherwise of one that ends: that would be the end of all.
TEST_F(DistributedSweep, a_lost_rank_that_comes_back_waits_for_the_end) {
  const Ran ran =
      launch("-n 3 " + with_rank_1_in_trouble(
                           "kill -STOP $$; sleep 1.5; kill -CONT $$",
                           sweep_with_finalists("back", "--finalists-within 100 --repetitions 6"),
                           db("back")));
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_NE(ran.text.find("is left out from here on: rank 1 on "), std::string::npos) << ran.text;
  EXPECT_EQ(ran.text.find("rank 0 is lost"), std::string::npos) << ran.text;
  EXPECT_NE(ran.text.find("finished"), std::string::npos) << ran.text;
  EXPECT_EQ(keys(db("back"), true).size(), all_trials());
}

TEST_F(DistributedSweep, whose_job_ended_with_a_rank_is_resumed) {
  const Ran ran =
      launch("-n 2 " + with_rank_1_killed(sweep("ended", "--coordinator-only"), db("ended")));
  EXPECT_NE(ran.code, 0) << ran.text;
  EXPECT_LT(keys(db("ended")).size(), all_trials());
  const Ran resumed = launch("-n 2 " + program("sptune") + " sweep resume --db " + db("ended"));
  EXPECT_EQ(resumed.code, 0) << resumed.text;
  EXPECT_EQ(keys(db("ended")).size(), all_trials());
}

TEST_F(DistributedSweep, sends_matrices_to_a_rank_that_has_another_cache) {
  const std::string command =
      program("sptune") + " " +
      sweep_with_finalists("sent", "--coordinator-only --finalists-within 100");
  const std::string cache = folder.string();
  const Ran ran =
      launch("-n 2 sh -c 'if [ $OMPI_COMM_WORLD_RANK = 1 ]; then export SPTUNE_CACHE=" + cache +
             "/other; fi; exec " + command + "'");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(keys(db("sent"), true).size(), all_trials());
  EXPECT_GT(db::query(db("sent"), "SELECT 1 FROM trial").rows.size(), all_trials())
      << "no finalists";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cache + "/other/matrices")) {
    files += entry.path().extension() == ".bin" ? 1 : 0;
  }
  EXPECT_EQ(files, 5U);  // and the one that drift is timed on
}

TEST_F(DistributedSweep, leaves_out_a_matrix_that_a_rank_cannot_store) {
  const Ran one = run_command(program("sptune") + " " + sweep("one", "--max-matrices 1"));
  ASSERT_EQ(one.code, 0) << one.text;
  const db::Table table =
      db::query(db("one"), "SELECT DISTINCT matrix_hash AS hash FROM trial_flat");
  ASSERT_EQ(table.rows.size(), 1U);
  const std::string cache = folder.string() + "/other";  // a folder is where the file would be
  std::filesystem::create_directories(cache + "/matrices/" + table.text(0, "hash") + ".bin");
  const std::string words = sweep("left", "--coordinator-only");
  const Ran ran =
      launch("-n 2 sh -c 'if [ $OMPI_COMM_WORLD_RANK = 1 ]; then export SPTUNE_CACHE=" + cache +
             "; fi; exec " + program("sptune") + " " + words + "'");
  EXPECT_EQ(ran.code, 3) << ran.text;
  EXPECT_NE(ran.text.find("could not be loaded, its points stay pending: load: " + cache),
            std::string::npos)
      << ran.text;
  EXPECT_EQ(ran.text.find("is left out from here on"), std::string::npos) << ran.text;
  EXPECT_EQ(
      db::query(db("left"), "SELECT DISTINCT matrix_hash FROM trial_flat WHERE outcome = 'ok'")
          .rows.size(),
      3U);
}

/// It gives back at once what it takes, and would empty the suite.
TEST_F(DistributedSweep, gives_what_a_rank_cannot_store_to_others) {
  const Ran one = run_command(program("sptune") + " " + sweep("one"));
  ASSERT_EQ(one.code, 0) << one.text;
  const db::Table table =
      db::query(db("one"), "SELECT DISTINCT matrix_hash AS hash FROM trial_flat");
  ASSERT_EQ(table.rows.size(), 4U);
  const std::string cache = folder.string() + "/other";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::filesystem::create_directories(cache + "/matrices/" + table.text(row, "hash") + ".bin");
  }
  const Ran ran =
      launch("-n 3 sh -c 'if [ $OMPI_COMM_WORLD_RANK = 1 ]; then export SPTUNE_CACHE=" + cache +
             "; fi; exec " + program("sptune") + " " + sweep("shared", "--coordinator-only") + "'");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(ran.text.find("could not be loaded"), std::string::npos) << ran.text;
  EXPECT_EQ(keys(db("shared")).size(), all_trials());
}

TEST_F(DistributedSweep, replaces_a_damaged_file_of_a_rank) {
  const std::string cache = folder.string() + "/other";
  const auto with_other_cache = [&](const std::string& name) {
    return launch(
        "-n 2 sh -c 'if [ $OMPI_COMM_WORLD_RANK = 1 ]; then export SPTUNE_CACHE=" + cache +
        "; fi; exec " + program("sptune") + " " + sweep(name, "--coordinator-only") + "'");
  };
  ASSERT_EQ(with_other_cache("first").code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(cache + "/matrices")) {
    if (entry.path().extension() != ".bin") continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(entry.file_size() / 2));
    file << "damaged";
  }
  const Ran ran = with_other_cache("second");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_EQ(keys(db("second")).size(), all_trials());
}

/// As by Ctrl-C, of which mpirun tells all ranks, once rank 0 has a database.
TEST_F(DistributedSweep, that_is_stopped_ends_in_order_on_all_ranks) {
  const Ran ran = run_command(
      "sh -c '" + std::string(std::getenv("SPTUNE_MPIRUN")) + " -n 2 " + program("sptune") +
      " sweep run --suite " + suite() +
      " --variants csr --threads 1 --trial-budget 2s --min-samples 1000000 --max-samples 1000000"
      " --no-finalists --no-baselines --db " +
      db("stopped") + " & launcher=$!; until [ -s " + db("stopped") +
      " ]; do sleep 0.05; done; sleep 1; kill -TERM $launcher; wait $launcher'");
  EXPECT_NE(ran.text.find("interrupted; go on with: sptune sweep resume"), std::string::npos)
      << ran.text;
}

}  // namespace
}  // namespace sptune::distributed::test
