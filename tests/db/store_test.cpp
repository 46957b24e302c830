// SPDX-License-Identifier: BSD-3-Clause
// What goes in comes out.
#include "db/keys.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

namespace sptune::db::test {
namespace {

std::vector<StoredTrial> all(const Store& store, const std::string& where = {}) {
  std::vector<StoredTrial> trials;
  store.each_trial(where, [&](const StoredTrial& t) { trials.push_back(t); });
  return trials;
}

TEST(Store, RunKnowsWhatItWasAskedAndWhere) {
  World w;
  EXPECT_EQ(w.run.suite, "quick");
  EXPECT_EQ(w.run.state, "running");
  EXPECT_EQ(w.run.plan_json, "{\"a\":1}");
  EXPECT_EQ(w.run.hardware_hash, "hw1");
  EXPECT_EQ(w.run.policy_hash, policy_key({}));
  EXPECT_EQ(w.run.uuid.size(), 36U);
  w.store.end_run(w.run.run_id, "finished");
  const auto again = w.store.run(w.run.uuid);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->state, "finished");
  EXPECT_FALSE(again->ended_at.empty());
  EXPECT_FALSE(w.store.run("no-such-run"));
}

TEST(Store, HowRunsAreLaunchedIsPartOfThePolicy) {
  harness::Protocol by_graph;
  by_graph.launch = harness::Launch::graph;
  EXPECT_NE(policy_key(by_graph), policy_key({}));
  EXPECT_NE(policy_params(by_graph), policy_params({}));
  EXPECT_EQ(policy_params({}).find("launch"), std::string::npos) << "older keys stay valid";
}

TEST(Store, WhatRunsMakeIsPartOfThePolicy) {
  harness::Protocol values_alone;
  values_alone.repeat = Repeat::values;
  EXPECT_NE(policy_key(values_alone), policy_key({}));
  EXPECT_NE(policy_params(values_alone).find(R"("repeat":"values")"), std::string::npos);
  EXPECT_EQ(policy_params({}).find("repeat"), std::string::npos) << "older keys stay valid";
}

TEST(Store, LastRunIsTheNewestOfTheSuite) {
  World w;
  const RunInfo second = w.start();
  w.store.begin_run(hardware(), environment(), {}, catalogue(), "other", "{}");
  EXPECT_EQ(w.store.last_run("quick")->uuid, second.uuid);
  EXPECT_FALSE(w.store.last_run("nothing"));
}

TEST(Store, SamplesComeBackBitForBit) {
  World w;
  harness::Trial t = measured(10);
  t.samples["total"] = {1.5F, 0.1F, 3e-30F, 123456.789F};
  t.samples["numeric"] = {7};
  t.samples["symbolic"] = {};
  const std::int64_t id = w.add("m1", configuration("csr"), t);
  const Table rows =
      w.ask("SELECT phase, n, us FROM samples WHERE trial_id = " + std::to_string(id) +
            " ORDER BY phase");
  ASSERT_EQ(rows.rows.size(), 3U);
  EXPECT_EQ(rows.text(2, "phase"), "total");
  const auto& blob = std::get<Bytes>(rows.rows[2][2]);
  std::vector<float> back(4);
  ASSERT_EQ(blob.size(), 16U);
  std::memcpy(back.data(), blob.data(), blob.size());
  EXPECT_EQ(back, t.samples["total"]);
  EXPECT_EQ(rows.text(0, "n") + rows.text(1, "n"), "10");
  const Table text = w.ask("SELECT floats(us) AS us FROM samples WHERE phase = 'numeric'");
  EXPECT_EQ(text.text(0, "us"), "[7]");
}

TEST(Store, EachTrialGivesWhatTrainingNeeds) {
  World w;
  w.add("m1", configuration("csr", 2), measured(10, 1));
  w.add("m2", configuration("rival"), failed(harness::Outcome::refused, "too wide", "fit"));
  const auto trials = all(w.store);
  ASSERT_EQ(trials.size(), 2U);
  const StoredTrial& t = trials[0];
  EXPECT_EQ(t.configuration, "csr{unroll=2}");
  EXPECT_EQ(t.matrix_name, "m1");
  EXPECT_EQ(t.matrix_hash, "content-m1");
  EXPECT_EQ(t.group, "g");
  EXPECT_EQ(t.split, "train");
  EXPECT_EQ(t.problem_hash, problem("m1").hash());
  EXPECT_EQ(t.outcome, harness::Outcome::ok);
  EXPECT_TRUE(t.verified);
  EXPECT_FALSE(t.is_default);
  EXPECT_FALSE(t.baseline);
  EXPECT_DOUBLE_EQ(t.total_us.median, 10);
  EXPECT_DOUBLE_EQ(t.total_us.min, 5);
  EXPECT_EQ(t.total_us.n, 11);
  EXPECT_DOUBLE_EQ(t.compulsory_bytes, 8000);
  EXPECT_EQ(t.hardware_hash, "hw1");
  EXPECT_EQ(trials[1].message, "too wide");
  EXPECT_EQ(trials[1].split, "test");
  EXPECT_TRUE(trials[1].baseline);
  EXPECT_TRUE(trials[1].is_default);
  EXPECT_TRUE(std::isnan(trials[1].total_us.median));
  EXPECT_EQ(all(w.store, "outcome = 'ok' AND cache = 'hot'").size(), 1U);
  EXPECT_EQ(all(w.store, "1 = 0 OR 1 = 1 -- a comment").size(), 2U);
}

TEST(Store, WrongConditionIsAUsageError) {
  World w;
  const std::string line = error_of<UsageError>([&] { all(w.store, "colour = 'red'"); });
  EXPECT_THAT(line, testing::HasSubstr("no such column: colour"));
}

TEST(Store, ATrialIsFinishedOnce) {
  World w;
  const std::int64_t id = w.add("m1", configuration("csr"), measured(10));
  const std::string line = error_of([&] { w.store.finish_trial(id, measured(1)); });
  EXPECT_THAT(line, testing::HasSubstr("already stored as 'ok'"));
  EXPECT_EQ(all(w.store).at(0).total_us.median, 10);
  EXPECT_THAT(error_of([&] { w.store.finish_trial(99, measured(1)); }), testing::HasSubstr("99"));
}

TEST(Store, RefusesWhatItDoesNotKnow) {
  World w;
  EXPECT_THAT(error_of([&] {
                w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m9"),
                                    configuration("csr"));
              }),
              testing::HasSubstr("put_matrix"));
  EXPECT_THAT(error_of([&] {
                w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"),
                                    configuration("dia"));
              }),
              testing::HasSubstr("no spmv variant 'dia'"));
  EXPECT_THAT(
      error_of([&] { w.store.begin_trial(77, Backend::cpu, problem("m1"), configuration("csr")); }),
      testing::HasSubstr("no run with id 77"));
  EXPECT_EQ(w.count("trial"), 0);
  // A transaction that was rolled back leaves nothing remembered either.
  EXPECT_GT(w.add("m1", configuration("csr"), measured(1)), 0);
}

TEST(Store, TrialOfAnotherCachePolicyIsRefused) {
  World w;
  const std::int64_t id =
      w.store.begin_trial(w.run.run_id, Backend::cpu, problem("m1"), configuration("csr"));
  harness::Trial cold = measured(10);
  cold.cache = harness::CachePolicy::cold;
  EXPECT_THAT(error_of([&] { w.store.finish_trial(id, cold); }),
              testing::HasSubstr("measured cold in a run whose policy is hot"));
  w.store.finish_trial(id, measured(10));
}

TEST(Store, MatrixFollowsItsManifest) {
  World w;
  w.store.put_matrix(matrix("m1"), "test");
  w.store.put_matrix(matrix("m1"), "test");
  EXPECT_EQ(w.ask("SELECT split FROM matrix WHERE name = 'm1'").text(0, "split"), "test");
  EXPECT_EQ(w.count("matrix"), 2);
  EXPECT_EQ(w.ask("SELECT read_report ->> '$.duplicates_summed' AS n FROM matrix").text(0, "n"),
            "3");
}

TEST(Store, AllWordsAboutAMatrixAreThoseOfOneFile) {
  World w;
  suites::MatrixInfo m = matrix("m1");
  m.name = "same";
  m.symmetry = "symmetric";
  m.field = "pattern";
  m.report.dropped_out_of_range = 2;
  m.report.values_seeded = true;
  w.store.put_matrix(m, "train");
  const Table t = w.ask("SELECT * FROM matrix WHERE content_hash = 'content-m1'");
  EXPECT_EQ(t.text(0, "name"), "same");
  EXPECT_EQ(t.text(0, "symmetry"), "symmetric");
  EXPECT_EQ(t.text(0, "field"), "pattern");
  EXPECT_THAT(t.text(0, "read_report"), testing::HasSubstr("\"dropped_out_of_range\":2"));
  EXPECT_THAT(t.text(0, "read_report"), testing::HasSubstr("\"values_seeded\":true"));
}

TEST(Store, AMeasuredMatrixThatChangesSidesIsTold) {
  Folder f;
  std::vector<std::string> said;
  StoreOptions options;
  options.warn = [&](const std::string& line) { said.push_back(line); };
  Store store(f / "t.sqlite", OpenMode::create, options);
  const RunInfo run = store.begin_run(hardware(), environment(), {}, catalogue(), "quick", "{}");
  store.put_matrix(matrix("m1"), "train");
  store.put_matrix(matrix("m1"), "test");
  EXPECT_TRUE(said.empty()) << "nothing was measured";
  const harness::Trial t = measured(10);
  store.finish_trial(
      store.begin_trial(run.run_id, Backend::cpu, problem("m1"), configuration("csr")), t);
  suites::MatrixInfo renamed = matrix("m1");
  renamed.name = "again";
  store.put_matrix(renamed, "test");
  EXPECT_TRUE(said.empty()) << "the same side";
  store.put_matrix(renamed, "train");
  store.put_matrix(renamed, "train");
  EXPECT_THAT(said, testing::ElementsAre(testing::HasSubstr(
                        "again was measured as again of the side test and is of the side train")));
}

TEST(Store, FeaturesOfOneVersion) {
  World w;
  w.store.put_features("content-m1", {{"nnz", 1, 0, "1", 500}, {"mean", 1, 1, "1", 5}},
                       {1e-6, 2e-6}, "hw1");
  w.store.put_features("content-m1", {{"mean", 2, 1, "1", 5.5}, {"cf", 2, 3, "1", std::nan("")}},
                       {}, "hw1");
  const auto of_version = [&](int version) {
    const auto features = w.store.features(version);
    EXPECT_EQ(features.size(), 1U);
    EXPECT_EQ(features.at(0).first, "content-m1");
    const auto& named = features.at(0).second;
    return std::map<std::string, double>(named.begin(), named.end());
  };
  const auto older = of_version(1);
  EXPECT_EQ(older, (std::map<std::string, double>{{"nnz", 500}, {"mean", 5}}));
  const auto newer = of_version(2);
  EXPECT_EQ(newer.size(), 2U);
  EXPECT_DOUBLE_EQ(newer.at("mean"), 5.5);
  EXPECT_TRUE(std::isnan(newer.at("cf")));
  EXPECT_TRUE(of_version(3).empty()) << "it has features, none of that version";
  EXPECT_EQ(w.count("feature_cost"), 2);
  EXPECT_THAT(error_of([&] { w.store.put_features("content-m7", {}, {}, "hw1"); }),
              testing::HasSubstr("content-m7"));
  EXPECT_THAT(error_of([&] { w.store.put_features("content-m1", {}, {1.0}, "hw9"); }),
              testing::HasSubstr("hw9"));
}

TEST(Store, ProblemLearnsItsFactsFromTrials) {
  World w;
  w.add("m1", configuration("csr"), failed(harness::Outcome::timeout, "too slow"));
  EXPECT_TRUE(std::isnan(w.ask("SELECT flops FROM problem").number(0, "flops")));
  w.add("m1", configuration("ell"), measured(10));
  EXPECT_EQ(w.ask("SELECT flops FROM problem").number(0, "flops"), 1000);
  EXPECT_DOUBLE_EQ(w.ask("SELECT gflops FROM best").number(0, "gflops"), 1000 / 10.0 / 1e3);
}

TEST(Store, OtherParametersAreAnotherProblem) {
  World w;
  Variant dense = variant("csr");
  dense.operation = Operation::spmm;
  const RunInfo run =
      w.store.begin_run(hardware(), environment(), {}, Catalogue({dense}), "quick", "{}");
  for (const char* parameters : {"k=8,layout=col", "k=3,layout=row", "k=8,layout=row"}) {
    harness::ProblemKey p = problem("m1");
    p.operation = Operation::spmm;
    p.parameters = parameters;
    const std::int64_t id = w.store.begin_trial(run.run_id, Backend::cpu, p, configuration("csr"));
    w.store.finish_trial(id, measured(10));
  }
  const Table t = w.ask("SELECT parameters, x_cols FROM trial_flat WHERE newest = 1 ORDER BY 1");
  ASSERT_EQ(t.rows.size(), 3U);
  EXPECT_EQ(t.text(0, "parameters"), "k=3,layout=row");
  EXPECT_EQ(t.number(0, "x_cols"), 3);
  EXPECT_EQ(t.text(1, "parameters"), "k=8,layout=col");
  EXPECT_EQ(t.number(1, "x_cols"), 8);
  EXPECT_EQ(t.number(2, "x_cols"), 8);
  w.add("m1", configuration("csr"), measured(10));
  const Table vector = w.ask("SELECT parameters, x_cols FROM problem WHERE operation = 'spmv'");
  ASSERT_EQ(vector.rows.size(), 1U);
  EXPECT_EQ(vector.text(0, "parameters"), "");
  EXPECT_EQ(vector.number(0, "x_cols"), 1);
}

TEST(Store, ModelsPredictionsAndDispatches) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  w.add("m1", configuration("ell"), measured(8));
  ModelRow model;
  model.uuid = "model-1";
  model.kind = "forest";
  model.hardware_hash = w.run.hardware_hash;
  model.environment_hash = w.run.environment_hash;
  model.policy_hash = w.run.policy_hash;
  const std::int64_t id = w.store.put_model(model);
  EXPECT_EQ(w.store.put_model(model), id) << "the same model twice is one row";
  w.store.put_predictions(id, {{problem("m1").hash(), "csr{unroll=1}", 0, 1, 9, 8, 10}});
  const Table result = w.ask(named_query("models").sql);
  ASSERT_EQ(result.rows.size(), 1U);
  EXPECT_NEAR(result.number(0, "share_of_oracle"), 0.8, 1e-6);
  EXPECT_THAT(error_of([&] {
                w.store.put_predictions(id, {{"nowhere", "csr{unroll=1}"}});
              }),
              testing::HasSubstr("nowhere"));
  DispatchRow dispatch{"2026-01-01T00:00:00Z", "pattern-m1", "csr{unroll=1}", "predicted"};
  w.store.put_dispatches({dispatch});
  EXPECT_EQ(w.count("dispatch_log"), 1);
}

TEST(Store, ListsAndRecordsInConfigurationsAreKept) {
  World w;
  const auto c =
      Configuration::parse("csr{unroll=1,bins=[{slots=64,lanes=4},{slots=128,lanes=8}]}");
  ASSERT_TRUE(c) << c.error();
  w.add("m1", c.value(), measured(10));
  const Table t = w.ask("SELECT text, params ->> '$.bins[1].lanes' AS lanes FROM config");
  EXPECT_EQ(t.text(0, "text"), c.value().text());
  EXPECT_EQ(t.text(0, "lanes"), "8");
}

}  // namespace
}  // namespace sptune::db::test
