// SPDX-License-Identifier: BSD-3-Clause
// From a real database file, filled with trials whose times are known functions of the features, to
// a choice that is judged.
#include "sptune/kernels/api/catalogue.hpp"
#include "sptune/tests/tuner/train_fixture.hpp"
#include "sptune/tuner/model/fallback.hpp"
#include "sptune/tuner/train/evaluate.hpp"
#include "sptune/tuner/train/read_dataset.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sptune::train {
namespace {

namespace fs = std::filesystem;

/// Shipped configurations that stand in for those of the synthetic data set.
std::vector<std::string> shipped_texts() {
  std::vector<std::string> out;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu || v.facts.baseline) {
      continue;
    }
    for (const Configuration& c : v.full_grid()) {
      if (out.size() < 5) out.push_back(c.text());
    }
  }
  return out;
}

Catalogue catalogue_with_baseline() {
  Catalogue all = shipped_catalogue();
  Variant baseline = *model::default_variant(all, Operation::spmv, Backend::cpu);
  baseline.facts.name = "others";
  baseline.facts.baseline = true;
  all.append(Catalogue({baseline}));
  return all;
}

harness::Trial trial(const Configuration& configuration, double us, double prepare_s) {
  harness::Trial t;
  t.configuration = configuration;
  t.outcome = harness::Outcome::ok;
  t.stage = "measure";
  t.samples["total"] = std::vector<float>(9, static_cast<float>(us));
  t.prepare_s = prepare_s;
  t.floor_us = 0.3;
  t.compulsory_bytes = 1000;
  t.verification.done = true;
  t.verification.ok = true;
  return t;
}

class ReadDataset : public ::testing::Test {
 protected:
  ReadDataset() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ReadDataset() override { fs::remove_all(folder_); }

  /// Stores the synthetic data set as a sweep would have.
  void fill(const Dataset& data, const harness::Protocol& protocol) {
    db::Store store(file(), db::OpenMode::create);
    hardware_ = harness::capture_hardware();
    const db::RunInfo run = store.begin_run(hardware_, harness::capture_environment(), protocol,
                                            catalogue_with_baseline(), "synthetic", "{}");
    for (const Problem& p : data.problems) put(store, run.run_id, p);
    store.end_run(run.run_id, "finished");
  }

  void put(db::Store& store, std::int64_t run, const Problem& p) {
    suites::MatrixInfo info;
    info.name = p.matrix;
    info.group = p.group;
    info.content_hash = info.pattern_hash = p.matrix_hash;
    info.rows = info.cols = static_cast<std::int64_t>(p.features.at("rows"));
    info.nnz = static_cast<std::int64_t>(p.features.at("nnz"));
    store.put_matrix(info, "train");
    std::vector<db::FeatureRow> rows;
    for (std::size_t f = 0; f < features::table().size(); ++f) {
      rows.push_back({std::string(features::table()[f].name), features::version,
                      features::table()[f].tier, "", p.features.values[f]});
    }
    store.put_features(p.matrix_hash, rows, {0, 0, 0, 0}, hardware_.hash);
    harness::Problem problem;
    problem.a_hash = p.matrix_hash;
    problem.b_kind = "x";
    const auto record = [&](harness::Trial t) {
      t.problem = problem;
      store.finish_trial(store.begin_trial(run, Backend::cpu, problem, t.configuration), t);
    };
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      const auto configuration = Configuration::parse(texts_[c]).value();
      harness::Trial t = trial(configuration, p.cells[c].us, p.cells[c].prepare_s);
      if (p.cells[c].state == Cell::State::refused) {
        t.outcome = harness::Outcome::refused;
        t.samples.clear();
        t.verification = {};
        t.message = "too many diagonals";
      }
      record(std::move(t));
    }
    Configuration other = Configuration::parse(texts_[0]).value();
    other.variant = "others";
    record(trial(other, p.baseline_us, 0));
  }

  std::string file() const { return (folder_ / "trials.sqlite").string(); }

  fs::path folder_ =
      fs::temp_directory_path() / (std::string("sptune-read-") +
                                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::vector<std::string> texts_ = shipped_texts();
  harness::Hardware hardware_;
};

TEST_F(ReadDataset, gives_back_what_a_sweep_stored) {
  const Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  fill(synthetic, {});

  const Dataset data =
      read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());

  ASSERT_EQ(data.problems.size(), 8U);
  EXPECT_EQ(data.configurations.size(), 5U);
  EXPECT_EQ(data.configurations[data.default_configuration].text(), texts_[0]);
  EXPECT_EQ(data.groups().size(), 4U);
  EXPECT_TRUE(model::comparable(data.machine, model::this_machine())) << data.machine.text();
  EXPECT_FALSE(data.provenance.hardware_hash.empty());
  EXPECT_EQ(data.provenance.matrices, 8);
  EXPECT_EQ(data.provenance.trials, 8 * 6);
  EXPECT_NE(data.provenance.training_query.find("operation = 'spmv'"), std::string::npos);
  for (const Problem& p : data.problems) {
    const auto it = std::find_if(synthetic.problems.begin(), synthetic.problems.end(),
                                 [&](const Problem& s) { return s.matrix == p.matrix; });
    ASSERT_NE(it, synthetic.problems.end());
    EXPECT_NEAR(p.oracle_us() / it->oracle_us(), 1, 1e-6);
    EXPECT_NEAR(p.baseline_us / it->baseline_us, 1, 1e-6);
    EXPECT_NEAR(p.features.at("ell_fill"), it->features.at("ell_fill"), 1e-12);
    EXPECT_NEAR(p.bound_bytes, it->bound_bytes, 1e-6);
    std::size_t refused = 0;
    std::size_t expected = 0;
    for (const Cell& c : p.cells) refused += c.state == Cell::State::refused ? 1 : 0;
    for (const Cell& c : it->cells) expected += c.state == Cell::State::refused ? 1 : 0;
    EXPECT_EQ(refused, expected);
  }
}

TEST_F(ReadDataset, learned_choice_reaches_98_percent_end_to_end) {
  fill(testing::synthetic(60, 4, 0.01, 3), {});
  const db::Store store(file(), db::OpenMode::read_only);
  EvaluateOptions options;
  options.training.threads = 2;
  options.training.grid.resize(1);
  options.folds = 6;

  const Evaluation e = evaluate(read_dataset(store, Query{}, shipped_catalogue()), options);

  EXPECT_GT(e.all[0].share_of_oracle, 0.98);
  EXPECT_GT(e.all[0].share_of_oracle, e.all[2].share_of_oracle) << "best single";
  EXPECT_EQ(e.all[5].problems, 240U) << "baselines were measured everywhere";
}

TEST_F(ReadDataset, does_not_mix_contexts) {
  const Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  fill(synthetic, {});
  harness::Protocol single;
  single.threads = 1;
  fill(synthetic.with({synthetic.problems[0]}), single);

  const db::Store store(file(), db::OpenMode::read_only);
  const Dataset data = read_dataset(store, Query{}, shipped_catalogue());

  EXPECT_EQ(data.problems.size(), 8U);
  ASSERT_FALSE(data.left_out.empty());
  EXPECT_NE(data.left_out[0].find("6 trials of another context"), std::string::npos)
      << data.left_out[0];
}

TEST_F(ReadDataset, nothing_to_learn_from_is_an_error) {
  fill(testing::synthetic(2, 1, 0, 9), {});
  const db::Store store(file(), db::OpenMode::read_only);
  Query cold;
  cold.cache = "cold";

  EXPECT_THROW((void)read_dataset(store, cold, shipped_catalogue()), InputError);
  Query wrong;
  wrong.condition = "no_such_column = 1";
  EXPECT_THROW((void)read_dataset(store, wrong, shipped_catalogue()), UsageError);
}

}  // namespace
}  // namespace sptune::train
