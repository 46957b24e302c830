// SPDX-License-Identifier: BSD-3-Clause
// Views with columns for what people ask, and summaries that are kept.
#include "db/check.hpp"
#include "db/merge.hpp"
#include "harness/records/statistics.hpp"
#include "kernels/api/feature.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <chrono>
#include <set>
#include <thread>

namespace sptune::db::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// A model of the run's context with its first choice on m1, and on m2 where one is given.
void put_model(World& w, const std::string& uuid, const RunInfo& of, const std::string& on_m1,
               const std::string& on_m2 = "") {
  ModelRow model;
  model.uuid = uuid;
  model.kind = "a kind";
  model.hardware_hash = of.hardware_hash;
  model.environment_hash = of.environment_hash;
  model.policy_hash = of.policy_hash;
  std::vector<PredictionRow> rows{{problem("m1").hash(), on_m1, 0, 1, 9, 8, 11}};
  if (!on_m2.empty()) rows.push_back({problem("m2").hash(), on_m2, 1, 1, 9, 8, 11});
  w.store.put_predictions(w.store.put_model(model), rows);
}

TEST(Questions, RefusalsHaveAKindAndTheirNumbers) {
  World w;
  const std::vector<std::pair<std::string, std::string>> reasons{
      {"10051 blocks would take 5186316 bytes, CSR takes 695736", "padding 10051 5186316 695736"},
      {"needs 90 bytes on the device, the limit is 80", "memory 90 80 "},
      {"2 rows: 9000 bytes, over the memory limit of 8000", "memory 2 9000 8000"},
      {"sigma=256 covers all rows already", "redundant 256  "},
      {"31 entries are too many for 32-bit block offsets", "index 31 32 "},
      {"no cuSPARSE: libcusparse.so.12 is not there", "library 12  "},
      {"rows and columns are no multiples of 16", "shape 16  "},
      {"rows too long", "shape   "},
      {"cannot be verified: row 0: f64 holds at most 1", "unverifiable 0 64 1"},
      {"sorting 4 rows within one chunk changes nothing", "redundant 4  "}};
  int unroll = 0;
  for (const auto& [message, expected] : reasons) {
    w.add("m1", configuration("csr", ++unroll), failed(harness::Outcome::refused, message, "fit"));
    const Table t = w.ask("SELECT * FROM refusals ORDER BY trial_id DESC LIMIT 1");
    EXPECT_EQ(t.text(0, "kind") + " " + t.text(0, "number_1") + " " + t.text(0, "number_2") + " " +
                  t.text(0, "number_3"),
              expected);
    EXPECT_EQ(t.text(0, "reason"), message);
  }
}

TEST(Questions, BytesOfARefusalAreFoundWhereverTheyStand) {
  World w;
  const std::vector<std::pair<std::string, std::string>> reasons{
      {"10051 blocks would take 5186316 bytes, CSR takes 695736", "5186316 695736"},
      {"at least 5 blocks of 8x8 for 9: 519284 bytes, more than 4 times the 122684 of CSR",
       "519284 122684"},
      {"0 runs for 0 entries: 24 bytes, not fewer than the 23 of CSR", "24 23"},
      {"2 rows: 9000 bytes, over the memory limit of 8000", "9000 "},
      {"needs 90 bytes on the device, the limit is 80", "90 "},
      {"sigma=256 covers all rows already", " "}};
  int unroll = 0;
  for (const auto& [message, expected] : reasons) {
    w.add("m1", configuration("csr", ++unroll), failed(harness::Outcome::refused, message, "fit"));
    const Table t = w.ask("SELECT * FROM refusals ORDER BY trial_id DESC LIMIT 1");
    EXPECT_EQ(t.text(0, "bytes") + " " + t.text(0, "csr_bytes"), expected) << message;
  }
}

TEST(Questions, PhasesAreColumns) {
  World w;
  harness::Trial t = measured(10);
  t.samples["symbolic"] = {1, 2, 3};
  t.samples["numeric"] = {5, 6, 7, 8};
  w.add("m1", configuration("csr"), t);
  w.add("m2", configuration("csr"), measured(5));
  const Table phases = w.ask("SELECT * FROM phases");
  ASSERT_EQ(phases.rows.size(), 1U);
  EXPECT_EQ(phases.number(0, "symbolic_us"), 2);
  EXPECT_EQ(phases.number(0, "numeric_us"), 6.5);
  EXPECT_EQ(phases.text(0, "allocate_us"), "");
  Folder f;
  merge({w.file}, f / "all.sqlite");
  EXPECT_EQ(number(f / "all.sqlite", "SELECT numeric_us FROM phases"), 6.5);
}

TEST(Questions, EveryFeatureIsAColumn) {
  World w;
  w.store.put_features("content-m1", {{"row_cv", 1, 1, "", 7}, {"row_cv", 2, 1, "", 0.5}}, {}, "");
  const Table t = w.ask("SELECT * FROM features");
  for (const auto& feature : feature_table()) {
    EXPECT_THAT(t.columns, Contains(std::string(feature.name)))
        << "a new feature needs its column in a new schema";
  }
  ASSERT_EQ(t.rows.size(), 1U);
  EXPECT_EQ(t.number(0, "row_cv"), 0.5) << "the newest version of its meaning";
}

TEST(Questions, AxesAndModels) {
  World w;
  w.add("m1", configuration("csr", 1), measured(10));
  w.add("m1", configuration("csr", 2), measured(8));
  EXPECT_EQ(w.ask("SELECT value FROM axis WHERE axis = 'unroll' AND configuration = "
                  "'csr{unroll=2}'")
                .text(0, "value"),
            "2");
  put_model(w, "u", w.run, "csr{unroll=1}");
  const Table t = w.ask("SELECT * FROM model_regret");
  ASSERT_EQ(t.rows.size(), 1U);
  EXPECT_EQ(t.number(0, "slowdown"), 1.25);
  EXPECT_EQ(t.number(0, "held"), 1);
  EXPECT_EQ(t.text(0, "kind"), "a kind");
}

TEST(Questions, TheRegretOfModelsIsThatOfTheirChoices) {
  World w;
  const std::vector<Configuration> choices{configuration("csr", 1), configuration("csr", 2),
                                           configuration("ell", 1), configuration("ell", 2)};
  harness::Trial slow = measured(40, 0.5F, 3);
  slow.outcome = harness::Outcome::dominated;
  for (const char* name : {"m1", "m2"}) {
    const float us = *(name + 1) == '1' ? 10 : 20;
    w.add(name, choices[0], measured(us));
    for (int lap = 0; lap < 2; ++lap) w.add(name, choices[1], repeated(us + 0.05F));
    w.add(name, choices[2], slow);
    w.add(name, choices[3], failed(harness::Outcome::refused, "no", "fit"));
    w.add(name, configuration("rival"), measured(us / 2));
  }
  for (std::size_t i = 0; i < choices.size(); ++i) {
    put_model(w, "u" + std::to_string(i), w.run, choices[i].text(), choices[i].text());
  }
  const std::string columns =
      " context_id, problem_id, configuration, oracle, oracle_us, median_us, slowdown, tie FROM ";
  EXPECT_EQ(w.count("model_regret"), 6) << "what was refused is no choice";
  EXPECT_EQ(w.count("model_regret WHERE tie"), 4);
  EXPECT_EQ(w.count("(SELECT" + columns + "model_regret EXCEPT SELECT" + columns + "regret)"), 0);
}

TEST(Questions, AChoiceThatFailedCountsAsTenTimesTheOracle) {
  World w;
  for (const char* name : {"m1", "m2"}) {
    w.add(name, configuration("csr", 1), measured(10));
    w.add(name, configuration("ell", 1), measured(20));
  }
  w.add("m2", configuration("csr", 2), failed(harness::Outcome::wrong_result, "row 3"));
  put_model(w, "u", w.run, "csr{unroll=1}", "csr{unroll=2}");
  const Table t = w.ask("SELECT * FROM model_regret ORDER BY matrix");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "slowdown") + " " + t.text(0, "failed"), "1 0");
  EXPECT_EQ(t.text(1, "slowdown") + " " + t.text(1, "failed"), "10 1");
  EXPECT_EQ(t.text(1, "configuration") + t.text(1, "median_us") + t.text(1, "held"),
            "csr{unroll=2}");
  const Table models = w.ask(named_query("models").sql);
  ASSERT_EQ(models.rows.size(), 1U);
  EXPECT_EQ(models.number(0, "problems"), 2);
  EXPECT_NEAR(models.number(0, "share_of_oracle"), 1 / std::sqrt(10.0), 1e-6);
  EXPECT_EQ(models.number(0, "worst"), 10);
  EXPECT_EQ(models.number(0, "failed"), 1);
  EXPECT_EQ(models.number(0, "slower_than_default"), 1);
}

TEST(Questions, AModelsRegretIsThatOfItsOwnContext) {
  World w;
  const auto both = [&](float csr, float ell) {
    w.add("m1", configuration("csr"), measured(csr));
    w.add("m1", configuration("ell"), measured(ell));
  };
  both(10, 8);
  put_model(w, "u", w.run, "csr{unroll=1}");
  harness::Protocol one_thread;
  one_thread.threads = 1;
  w.run = w.start(one_thread);
  both(30, 10);
  const Table regret = w.ask("SELECT slowdown FROM model_regret");
  ASSERT_EQ(regret.rows.size(), 1U);
  EXPECT_EQ(regret.number(0, "slowdown"), 1.25);
  EXPECT_EQ(w.ask(named_query("models").sql).rows.size(), 1U);
}

TEST(Questions, WhatIsDominatedByTheRunMayBeCheapestForFew) {
  World w;
  harness::Trial prepared = measured(1);
  prepared.prepare_s = 1e-3;
  w.add("m1", configuration("csr"), prepared);
  harness::Trial at_once = measured(4);
  at_once.outcome = harness::Outcome::dominated;
  w.add("m1", configuration("ell"), at_once);
  const Table t = w.ask(named_query("cost").sql);
  ASSERT_EQ(t.rows.size(), 5U);
  EXPECT_EQ(t.text(0, "configuration"), "ell{unroll=1}");
  EXPECT_NEAR(t.number(0, "total_ms"), 0.004, 1e-9);
  EXPECT_EQ(t.text(4, "configuration"), "csr{unroll=1}");
  EXPECT_NEAR(t.number(4, "total_ms"), 11, 1e-6);
}

TEST(Questions, WhatWasDisturbedFirstIsNotRemeasured) {
  World w;
  const auto remeasured = [&] {
    return w.ask("SELECT remeasured FROM best").number(0, "remeasured");
  };
  const harness::Trial disturbed = disturbed_trial(800);
  w.add("m1", configuration("csr"), disturbed);
  w.add("m1", configuration("csr"), failed(harness::Outcome::timeout, "too slow"));
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(remeasured(), 0);
  w.add("m1", configuration("csr"), measured(11));
  EXPECT_EQ(remeasured(), 1);
}

TEST(Questions, WhatASearchMeasuredShortAndThenToItsEndIsNotRemeasured) {
  World w;
  harness::Trial brief = measured(10.5, 0.01F, 3);
  brief.outcome = harness::Outcome::dominated;
  brief.stop_reason = harness::cut_short;
  w.add("m1", configuration("csr"), brief);
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(w.ask("SELECT remeasured FROM best").number(0, "remeasured"), 0);
  w.add("m1", configuration("csr"), measured(11));
  EXPECT_EQ(w.ask("SELECT remeasured FROM best").number(0, "remeasured"), 1);
}

TEST(Questions, AFinalistIsRemeasured) {
  World w;
  w.add("m1", configuration("csr"), repeated(10));
  EXPECT_EQ(w.ask("SELECT remeasured FROM best").number(0, "remeasured"), 1);
}

TEST(Questions, RefusalsAreOfTheNewestCode) {
  World w;
  w.add("m1", configuration("csr"), failed(harness::Outcome::refused, "rows too long", "fit"));
  EXPECT_EQ(w.count("refusals"), 1);
  w.run = w.store.begin_run(hardware(), environment(), {}, catalogue("c1de"), "quick", "{}");
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(w.count("refusals"), 0);
  EXPECT_EQ(w.ask(named_query("refusals").sql).rows.size(), 0U);
  EXPECT_EQ(w.ask(named_query("report_refusals").sql).rows.size(), 0U);
}

TEST(Questions, ContextsOnMachinesThatDifferInCachesOrMemoryHaveLabels) {
  World w;
  harness::Hardware larger = hardware("hw2");
  larger.l3_bytes = 33554432;
  larger.memory_bytes = 8589934592;
  w.store.begin_run(larger, environment(), {}, catalogue(), "quick", "{}");
  const Table t = w.ask("SELECT label FROM context_label ORDER BY context_id");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "label"), "L3 0 MiB; memory 0 GiB");
  EXPECT_EQ(t.text(1, "label"), "L3 32 MiB; memory 8 GiB");
}

TEST(Questions, BestOfSeveralContextsSaysWhichIsWhich) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(w.ask(named_query("best").sql).text(0, "context"), "");
  harness::Hardware other = hardware("hw2");
  other.name = "Other CPU";
  harness::Protocol longer;
  longer.max_samples += 1;
  w.run = w.store.begin_run(other, environment(), longer, catalogue(), "quick", "{}");
  w.add("m1", configuration("csr"), measured(20));
  const Table t = w.ask(named_query("best").sql);
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_THAT(t.text(0, "context"), HasSubstr("Test CPU, 2 cores; max_samples="));
  EXPECT_THAT(t.text(1, "context"), HasSubstr("Other CPU, 2 cores; max_samples="));
}

TEST(Questions, SpeedupsOfTwoThreadCountsAreTwoRows) {
  World w;
  const auto add = [&](float csr, float rival) {
    w.add("m1", configuration("csr"), measured(csr));
    w.add("m1", configuration("rival"), measured(rival));
  };
  add(10, 20);
  const std::string sql = named_query("speedup").sql;
  EXPECT_EQ(w.ask(sql).text(0, "context"), "");
  harness::Protocol one_thread;
  one_thread.threads = 1;
  w.run = w.start(one_thread);
  add(40, 120);
  const Table t = w.ask("SELECT * FROM (" + sql + ") WHERE reference = 'rival'");
  ASSERT_EQ(t.rows.size(), 2U);
  for (std::size_t row : {0U, 1U}) EXPECT_EQ(t.number(row, "problems"), 1);
  EXPECT_NEAR(t.number(0, "geomean"), 2, 1e-6);
  EXPECT_NEAR(t.number(1, "geomean"), 3, 1e-6);
  EXPECT_EQ(t.text(0, "context"), "threads=0");
  EXPECT_EQ(t.text(1, "context"), "threads=1");
}

TEST(Questions, EveryRowOfAQuerySaysItsContext) {
  World w;
  const harness::Trial disturbed = disturbed_trial(800);
  const auto twice = [&](float us) {
    w.add("m1", configuration("csr"), disturbed);
    for (int i = 0; i < 2; ++i) w.add("m1", configuration("csr"), measured(us));
  };
  twice(10);
  put_model(w, "of all threads", w.run, "csr{unroll=1}");
  harness::Protocol one_thread;
  one_thread.threads = 1;
  w.run = w.store.begin_run(hardware("hw2"), environment(), one_thread, catalogue(), "quick", "{}");
  twice(20);
  put_model(w, "of one", w.run, "csr{unroll=1}");
  const auto says_it = [](const Table& t, const std::string& name) {
    std::set<std::string> contexts;
    for (std::size_t row = 0; row < t.rows.size(); ++row) contexts.insert(t.text(row, "context"));
    EXPECT_THAT(contexts, testing::ElementsAre("threads=0", "threads=1")) << name;
  };
  for (const char* name : {"best", "cost", "wins", "coverage", "regret", "noise", "models",
                           "repeats", "samples", "disturbed"}) {
    says_it(w.ask(named_query(name).sql), name);
  }
  says_it(query(w.file, axes_query(w.file, "csr"), {{"variant", "csr"}}), "--axes");
  EXPECT_THAT(w.ask(named_query("disturbed").sql).columns, Contains("parameters"));
  EXPECT_EQ(w.ask(named_query("best").sql).text(0, "nrows"), "100");
  EXPECT_EQ(w.ask(named_query("cost").sql).text(0, "nnz"), "500");
}

TEST(Questions, ADisturbedTrialIsNoneThatCounts) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  const harness::Trial disturbed = disturbed_trial(800);
  w.add("m1", configuration("csr", 2), disturbed);
  const Table t = w.ask(named_query("runs").sql);
  EXPECT_EQ(t.text(0, "trials") + t.text(0, "ok") + t.text(0, "reaped") + t.text(0, "disturbed"),
            "2111");
  EXPECT_EQ(t.text(0, "threads"), "0");
}

TEST(Questions, SamplesSayWhichOfThemCount) {
  World w;
  w.add("m1", configuration("csr"), measured(11));
  const harness::Trial disturbed = disturbed_trial(800);
  w.add("m1", configuration("csr"), disturbed);
  w.add("m1", configuration("csr"), measured(10));
  harness::Trial wrong = measured(5);
  wrong.outcome = harness::Outcome::wrong_result;
  wrong.verification.ok = false;
  w.add("m2", configuration("csr"), wrong);
  const Table t = w.ask(named_query("samples").sql);
  ASSERT_EQ(t.rows.size(), 4U);
  const auto row = [&](std::size_t i) {
    return t.text(i, "outcome") + " " + t.text(i, "stop_reason") + " " + t.text(i, "reaped") + " " +
           t.text(i, "newest") + " " + t.text(i, "current") + " " + t.text(i, "disturbed");
  };
  EXPECT_EQ(row(0), "ok confidence 0 0 1 ");
  EXPECT_EQ(row(1), "ok confidence 1 0 1 " + disturbed.disturbed);
  EXPECT_EQ(row(2), "ok confidence 0 1 1 ");
  EXPECT_EQ(row(3), "wrong_result confidence 0 1 1 ");
}

TEST(Questions, ThePercentileOfRegretIsBetweenTwoProblems) {
  World w;
  std::vector<double> slowdowns;
  for (int i = 0; i < 7; ++i) {
    const std::string name = "n" + std::to_string(i);
    w.store.put_matrix(matrix(name), "train");
    w.add(name, configuration("csr"), measured(10));
    w.add(name, configuration("ell"), measured(10 + static_cast<float>(i * i)));
    slowdowns.push_back(1 + 0.1 * i * i);
  }
  const Table t = w.ask("SELECT * FROM (" + named_query("regret").sql + ") ORDER BY configuration");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_NEAR(t.number(0, "p95"), 1, 1e-6);
  EXPECT_NEAR(t.number(1, "p95"), harness::quantile(slowdowns, 0.95), 1e-6);
  EXPECT_NEAR(t.number(1, "worst"), 4.6, 1e-6);
  World one;
  one.add("m1", configuration("csr"), measured(10));
  EXPECT_EQ(one.ask(named_query("regret").sql).number(0, "p95"), 1);
}

TEST(Questions, FewSamplesAreNotNarrow) {
  World w;
  w.add("m1", configuration("csr"), measured(10, 0.01F, 1));
  const auto noise = [&] { return w.ask(named_query("noise").sql); };
  EXPECT_EQ(noise().text(0, "share_narrow") + noise().text(0, "mean_sample_width"), "")
      << "one sample has no width";
  EXPECT_EQ(noise().number(0, "trials"), 1);
  w.add("m2", configuration("csr"), measured(10, 1, 11));
  EXPECT_EQ(noise().number(0, "share_narrow"), 0);
  EXPECT_GT(noise().number(0, "mean_sample_width"), 0.1);
}

TEST(Questions, WhatWasNotVerifiedAnswersNothing) {
  World w;
  harness::Trial unverified = measured(2);
  unverified.verification = {};
  w.add("m1", configuration("csr", 1), unverified);  // the default point
  w.add("m1", configuration("csr", 2), measured(10));
  w.add("m1", configuration("ell", 1), measured(12));
  w.add("m1", configuration("rival", 1), measured(20));
  w.add("m1", configuration("rival", 2), unverified);
  const Table cost = w.ask(named_query("cost").sql);
  ASSERT_EQ(cost.rows.size(), 5U);
  for (std::size_t row = 0; row < cost.rows.size(); ++row) {
    EXPECT_EQ(cost.text(row, "configuration"), "csr{unroll=2}");
  }
  const Table t = w.ask("SELECT reference_configuration AS of, speedup FROM speedup ORDER BY of");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "of") + " " + t.text(1, "of"), "ell{unroll=1} rival{unroll=1}");
  EXPECT_NEAR(t.number(0, "speedup"), 1.2, 1e-6);
  EXPECT_NEAR(t.number(1, "speedup"), 2, 1e-6);
}

TEST(Questions, ADisturbedAttemptIsNoRepetition) {
  World w;
  w.add("m1", configuration("csr"), measured(10));
  w.add("m1", configuration("csr"), disturbed_trial(800));
  w.add("m1", configuration("csr"), measured(11));
  w.add("m2", configuration("csr"), measured(10));
  w.add("m2", configuration("csr"), disturbed_trial(800));
  const Table t = w.ask(named_query("repeats").sql);
  ASSERT_EQ(t.rows.size(), 1U) << "m2 was measured once";
  EXPECT_EQ(t.number(0, "attempts"), 2);
  EXPECT_EQ(t.number(0, "lowest_us"), 10);
  EXPECT_EQ(t.number(0, "highest_us"), 11);
  EXPECT_NEAR(t.number(0, "spread"), 0.1, 1e-6);
}

TEST(Questions, TheMachineIsComparedWithItsUndisturbedMoments) {
  World w;
  const auto drift = [&](const harness::Trial& t) {
    w.store.put_drift(w.run.run_id, "GPU-1", t);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // by its time it is known
  };
  drift(measured(4));
  drift(measured(5));
  for (int i = 0; i < 3; ++i) drift(disturbed_trial(50));
  const Table t = w.ask("SELECT * FROM (" + named_query("drift").sql + ") ORDER BY median_us");
  ASSERT_EQ(t.rows.size(), 5U);
  EXPECT_NEAR(t.number(0, "against_median"), 4 / 4.5, 1e-6);
  EXPECT_NEAR(t.number(1, "against_median"), 5 / 4.5, 1e-6);
  EXPECT_NEAR(t.number(4, "against_median"), 50 / 4.5, 1e-6) << "told, and not counted";
}

TEST(Questions, TiesOfBestAreThoseOfRegret) {
  World w;
  for (const double us : {8.0, 8.02, 8.2, 9.0, 12.0}) {
    w.add("m1", configuration("csr", static_cast<int>(us * 100)), measured(static_cast<float>(us)));
  }
  EXPECT_EQ(w.ask("SELECT ties FROM best").number(0, "ties"),
            w.ask("SELECT sum(tie) - 1 AS ties FROM regret WHERE baseline = 0").number(0, "ties"));
}

TEST(Questions, OccasionsAreAddedUp) {
  World w;
  const auto occasion = [&](float us) {
    w.add("m1", configuration("csr"), measured(us * 2));
    w.add("m1", configuration("csr"), repeated(us));
  };
  occasion(10);
  w.run = w.start();
  occasion(11);
  const Table t = w.ask("SELECT median_us, attempts FROM result");
  EXPECT_EQ(t.number(0, "median_us"), 10.5);
  EXPECT_EQ(t.number(0, "attempts"), 2);
  w.add("m1", configuration("csr"), measured(9));
  w.add("m1", configuration("csr"), repeated(9));
  EXPECT_EQ(w.ask("SELECT median_us FROM result").number(0, "median_us"), 9.5)
      << "of one run what it measured last, of the other its own";
}

TEST(Repeated, IsKeptWhereverRepetitionsAreWritten) {
  World w;
  w.add("m1", configuration("csr"), repeated(10));
  w.add("m1", configuration("csr"), repeated(12));
  EXPECT_EQ(w.count("repeated WHERE attempts = 2 AND median_us = 11"), 1);
  EXPECT_TRUE(check(w.file).findings.empty());
  Folder f;
  const auto out = f / "all.sqlite";
  merge({w.file}, out);
  EXPECT_EQ(count(out, "repeated WHERE attempts = 2 AND median_us = 11"), 1);
  vandalise(out, "UPDATE repeated SET median_us = 1");
  ASSERT_EQ(check(out).findings.size(), 1U);
  EXPECT_THAT(check(out).findings[0].text, HasSubstr("table repeated"));
}

}  // namespace
}  // namespace sptune::db::test
