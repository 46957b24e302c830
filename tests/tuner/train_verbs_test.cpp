// SPDX-License-Identifier: BSD-3-Clause
// The verbs train, evaluate and predict, run as a person runs them.
#include "tests/tuner/train_store_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace sptune {
namespace {

class Verbs : public testing::StoredDataset {
 protected:
  /// Exit code of `sptune <arguments>`; its output is in out_.
  int run(const std::string& arguments) {
    const char* bin = std::getenv("SPTUNE_BIN_DIR");
    const std::string log = (folder_ / "out.txt").string();
    const std::string command = "SPTUNE_CACHE='" + (folder_ / "cache").string() + "' '" +
                                std::string(bin == nullptr ? "." : bin) + "/sptune' " + arguments +
                                " > '" + log + "' 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream in(log);
    std::stringstream text;
    text << in.rdbuf();
    out_ = text.str();
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] bool says(const std::string& what) const {
    return out_.find(what) != std::string::npos;
  }
  std::string model() const { return (folder_ / "model.json").string(); }

  std::string out_;
};

TEST_F(Verbs, train_evaluate_predict_and_features_on_one_database) {
  fill(testing::synthetic(12, 3, 0.01, 3), {});

  EXPECT_EQ(run("train --db '" + file() + "' -o '" + model() + "'"), 0) << out_;
  EXPECT_TRUE(says("36 matrices")) << out_;
  const auto loaded = model::Model::load(model());
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded.value()->provenance().uuid.size(), 36U);
  EXPECT_FALSE(loaded.value()->provenance().created.empty());

  EXPECT_EQ(run("evaluate --db '" + file() + "' --folds 4 --record"), 0) << out_;
  EXPECT_TRUE(says("best single")) << out_;
  EXPECT_EQ(run("query --db '" + file() + "' --csv \"SELECT count(*) AS n FROM prediction\""), 0)
      << out_;
  EXPECT_TRUE(says("36")) << out_;

  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --explain --model '" + model() + "'"), 0)
      << out_;
  EXPECT_TRUE(says("candidates, fastest predicted first")) << out_;
  EXPECT_TRUE(says("mean_row")) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --json --measure --model '" + model() + "'"), 0)
      << out_;
  EXPECT_TRUE(says("\"decide_seconds\"")) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --json --force ell --model '" + model() + "'"),
            0)
      << out_;
  EXPECT_TRUE(says("\"copies_values\": true")) << out_;
  EXPECT_EQ(
      run("predict 'stencil2d{points=5,n=30}' --json --changing-values --model '" + model() + "'"),
      0)
      << out_;
  EXPECT_TRUE(says("\"copies_values\": false")) << out_;

  // What reading and deciding cost; here because training is what takes long.
  const std::string matrices = (folder_ / "matrices").string();
  std::filesystem::create_directory(matrices);
  ASSERT_EQ(run("suite make 'stencil2d{points=5,n=200}' -o '" + matrices + "/a.mtx'"), 0) << out_;
  ASSERT_EQ(run("suite make 'random{rows=500,mean=5}' -o '" + matrices + "/b.mtx'"), 0) << out_;

  EXPECT_EQ(run("features '" + matrices + "' --model '" + model() + "'"), 0) << out_;
  EXPECT_TRUE(says("peak memory of reading, MiB per million")) << out_;
  EXPECT_TRUE(says("whole decision, by what was chosen                2")) << out_;
  EXPECT_TRUE(says("more than 1e5 entries                        matrices")) << out_;
  EXPECT_EQ(run("features '" + matrices + "/a.mtx' --json --model '" + model() + "'"), 0) << out_;
  const auto json = nlohmann::json::parse(out_);
  EXPECT_GT(json.at("reading").at("seconds").get<double>(), 0);
  EXPECT_GT(json.at("reading").at("peak_bytes").get<double>(), 12 * 199200);  // as CSR
  EXPECT_GT(json.at("deciding").at("decide_us"), json.at("deciding").at("predict_us"));
  EXPECT_FALSE(json.at("deciding").at("chosen").get<std::string>().empty());
  EXPECT_EQ(run("features '" + matrices + "' --model /no/such/model.json"), 3) << out_;
}

TEST_F(Verbs, a_gate_that_is_not_met_is_exit_code_6) {
  fill(testing::synthetic(8, 2, 0.01, 3), {});
  const std::string evaluate = "evaluate --folds 4 --db '" + file() + "' ";

  EXPECT_EQ(run(evaluate + "--min-share 0.999999"), 6) << out_;
  EXPECT_TRUE(says("gate not met")) << out_;
  EXPECT_EQ(run(evaluate + "--max-p99 1.0001"), 6) << out_;
  EXPECT_EQ(run(evaluate + "--min-share 0.01 --max-p99 100"), 0) << out_;
}

TEST_F(Verbs, evaluate_shows_few_and_many_expected_runs) {
  train::Dataset data = testing::synthetic(8, 3, 0.01, 3);
  for (train::Problem& p : data.problems) {
    p.cells[0].prepare_s = 1e-6 * 60 * p.cells[0].us;  // the default's
    p.baselines[0].prepare_s = 1e-3;
  }
  fill(data, {});
  const std::string evaluate = "evaluate --folds 4 --db '" + file() + "' ";

  ASSERT_EQ(run(evaluate), 0) << out_;
  EXPECT_TRUE(says("/baseline")) << out_;
  EXPECT_TRUE(says("what preparing takes was predicted to")) << out_;
  const std::string csv = (folder_ / "e.csv").string();
  ASSERT_EQ(run(evaluate + "--json --runs endless,1,10 --csv '" + csv + "'"), 0) << out_;
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
  EXPECT_EQ(run(evaluate + "--runs 1,x"), 2) << out_;
  EXPECT_EQ(run(evaluate + "--runs 0"), 2) << out_;
  EXPECT_TRUE(says("expected numbers above 0, or endless")) << out_;
}

TEST_F(Verbs, environment_and_threads_are_not_wrong_without_a_word) {
  setenv("SPTUNE_ISA", "foo", 1);
  EXPECT_EQ(run("list"), 2) << out_;
  EXPECT_TRUE(says("SPTUNE_ISA=foo: expected baseline, avx2 or avx512")) << out_;
  unsetenv("SPTUNE_ISA");
  EXPECT_EQ(run("list --matrix 'stencil2d{points=5,n=9}' --threads 4096"), 0) << out_;
  EXPECT_TRUE(says("warning: --threads 4096: this process may use")) << out_;
  EXPECT_EQ(run("list --matrix 'stencil2d{points=5,n=9}' --threads 1"), 0) << out_;
  EXPECT_FALSE(says("warning")) << out_;
}

TEST_F(Verbs, bad_input_is_one_line_and_its_exit_code) {
  fill(testing::synthetic(2, 1, 0.01, 3), {});

  EXPECT_EQ(run("train --db /no/such/file.sqlite"), 4) << out_;
  EXPECT_EQ(run("train --cache cold --db '" + file() + "'"), 3) << out_;
  EXPECT_TRUE(says("sptune sweep run")) << out_;
  EXPECT_EQ(run("evaluate --db '" + file() + "'"), 3) << "two families are not enough: " << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}' --model /no/such/model.json"), 3) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=9}'"), 2) << out_;
  EXPECT_EQ(run("train --db '" + file() + "' -o /no/such/folder/model.json"), 3) << out_;
}

}  // namespace
}  // namespace sptune
