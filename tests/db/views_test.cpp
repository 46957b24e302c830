// SPDX-License-Identifier: BSD-3-Clause
// Views on a recorded set that is small enough to be worked out by hand.
#include "db/noise.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <vector>

namespace sptune::db::test {
namespace {

using testing::ElementsAre;

/// Medians in microseconds (floor 1):
///            csr 1   csr 2   csr 4     ell 1   ell 2   rival 1   rival 2
///   m1       10      8       8.02 tie  40 dom. -       12        16
///   m2       5       6       refused   2.5     crashed 2
/// The intervals of 11 samples in steps of 0.01 reach 0.03 to either side.
struct Recorded : testing::Test {
  World w;
  Recorded() {
    w.add("m1", configuration("csr", 1), measured(10));
    w.add("m1", configuration("csr", 2), measured(8));
    w.add("m1", configuration("csr", 4), measured(8.02F));
    harness::Trial slow = measured(40, 0.5F, 3);
    slow.outcome = harness::Outcome::dominated;
    w.add("m1", configuration("ell", 1), slow);
    w.add("m1", configuration("rival", 1), measured(12));
    w.add("m1", configuration("rival", 2), measured(16));
    w.add("m2", configuration("csr", 1), measured(5));
    w.add("m2", configuration("csr", 2), measured(6));
    w.add("m2", configuration("csr", 4), failed(harness::Outcome::refused, "rows too long", "fit"));
    w.add("m2", configuration("ell", 1), measured(2.5F));
    harness::Trial crash = failed(harness::Outcome::crashed, "signal 11");
    crash.signal = 11;
    w.add("m2", configuration("ell", 2), crash);
    w.add("m2", configuration("rival", 1), measured(2));
  }
  [[nodiscard]] std::vector<std::string> column(const std::string& sql) const {
    std::vector<std::string> values;
    const Table t = w.ask(sql);
    for (std::size_t i = 0; i < t.rows.size(); ++i) values.push_back(t.text(i, t.columns.at(0)));
    return values;
  }
  [[nodiscard]] double number(const std::string& sql) const {
    const Table t = w.ask(sql);
    return t.number(0, t.columns.at(0));
  }
};

TEST_F(Recorded, UsableAreVerifiedAndComplete) {
  EXPECT_EQ(w.count("usable"), 9);
  EXPECT_EQ(w.count("trial_flat"), 12);
  harness::Trial unverified = measured(1);
  unverified.verification.done = false;
  w.add("m1", configuration("ell", 4), unverified);
  EXPECT_EQ(w.count("usable"), 9);
}

TEST_F(Recorded, OracleIsTheFastestThatMayBeDispatched) {
  EXPECT_THAT(column("SELECT configuration FROM oracle ORDER BY matrix"),
              ElementsAre("csr{unroll=2}", "ell{unroll=1}"));
  EXPECT_THAT(column("SELECT median_us FROM oracle ORDER BY matrix"), ElementsAre("8", "2.5"));
  EXPECT_THAT(column("SELECT candidates FROM oracle ORDER BY matrix"), ElementsAre("3", "3"));
  EXPECT_THAT(column("SELECT remeasured FROM oracle ORDER BY matrix"), ElementsAre("0", "0"));
  EXPECT_THAT(column("SELECT t.configuration FROM oracle o JOIN trial_flat t USING (trial_id) "
                     "ORDER BY t.matrix"),
              ElementsAre("csr{unroll=2}", "ell{unroll=1}"));
}

TEST_F(Recorded, RegretAndTies) {
  EXPECT_DOUBLE_EQ(number("SELECT regret FROM regret WHERE matrix = 'm1' AND configuration = "
                          "'csr{unroll=1}'"),
                   0.25);
  EXPECT_DOUBLE_EQ(number("SELECT slowdown FROM regret WHERE matrix = 'm1' AND variant = 'ell'"),
                   5);
  EXPECT_DOUBLE_EQ(number("SELECT regret FROM regret WHERE matrix = 'm2' AND variant = 'rival'"),
                   2 / 2.5 - 1);
  EXPECT_THAT(column("SELECT configuration FROM regret WHERE tie AND matrix = 'm1' ORDER BY 1"),
              ElementsAre("csr{unroll=2}", "csr{unroll=4}"));
  EXPECT_THAT(column("SELECT configuration FROM regret WHERE tie AND matrix = 'm2'"),
              ElementsAre("ell{unroll=1}"));
  EXPECT_EQ(number("SELECT count(*) FROM regret"), 10) << "usable and dominated ones";
  EXPECT_EQ(number("SELECT count(*) FROM regret WHERE near_floor"), 0);
}

TEST_F(Recorded, BestTellsAchievementAndTies) {
  const Table t = w.ask("SELECT * FROM best ORDER BY matrix");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.number(0, "ties"), 1);
  EXPECT_EQ(t.number(1, "ties"), 0);
  EXPECT_DOUBLE_EQ(t.number(0, "gflops"), 1000 / 8.0 / 1e3);
  EXPECT_DOUBLE_EQ(t.number(0, "gbytes_per_s"), 9000 / 8.0 / 1e3);
  EXPECT_DOUBLE_EQ(t.number(1, "floor_ratio"), 2.5);
}

TEST_F(Recorded, SpeedupOverBaselinesAndDefaults) {
  const Table t = w.ask("SELECT * FROM speedup ORDER BY matrix, reference_kind, reference");
  ASSERT_EQ(t.rows.size(), 6U);
  // m1: rival at its best (12), csr's default (10), ell's default (40, dominated).
  EXPECT_EQ(t.text(0, "reference"), "rival");
  EXPECT_EQ(t.text(0, "reference_configuration"), "rival{unroll=1}");
  EXPECT_DOUBLE_EQ(t.number(0, "speedup"), 1.5);
  EXPECT_DOUBLE_EQ(t.number(1, "speedup"), 1.25);
  EXPECT_EQ(t.text(1, "reference"), "csr");
  EXPECT_DOUBLE_EQ(t.number(2, "speedup"), 5);
  // m2: rival is faster than everything we have.
  EXPECT_DOUBLE_EQ(t.number(3, "speedup"), 0.8);
  EXPECT_DOUBLE_EQ(t.number(4, "speedup"), 2);
  EXPECT_DOUBLE_EQ(t.number(5, "speedup"), 1);
  EXPECT_EQ(t.text(5, "tie"), "1");
  const Table summary = w.ask(named_query("speedup").sql);
  EXPECT_NEAR(summary.number(0, "geomean"), std::sqrt(1.5 * 0.8), 1e-6);
}

TEST_F(Recorded, CoverageRefusalsAndFailures) {
  const Table t = w.ask("SELECT * FROM coverage ORDER BY matrix");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "configurations") + t.text(0, "ok") + t.text(0, "dominated"), "651");
  EXPECT_EQ(
      t.text(1, "configurations") + t.text(1, "ok") + t.text(1, "refused") + t.text(1, "failed"),
      "6411");
  EXPECT_EQ(t.number(0, "variants"), 3);
  EXPECT_THAT(column("SELECT reason FROM refusals"), ElementsAre("rows too long"));
  const Table f = w.ask("SELECT * FROM failures");
  ASSERT_EQ(f.rows.size(), 1U);
  EXPECT_EQ(f.text(0, "outcome") + f.text(0, "signal") + f.text(0, "standing"), "crashed111");
  EXPECT_EQ(f.text(0, "repro"),
            "sptune run 'm2' 'ell{unroll=2}' --operation spmv --type f64 --backend cpu --cache hot "
            "--threads 0");
  w.add("m2", configuration("ell", 2), measured(3));
  EXPECT_THAT(column("SELECT standing FROM failures"), ElementsAre("0"));
  EXPECT_EQ(w.ask(named_query("failures").sql).rows.size(), 0U);
}

TEST(Refusals, AConfigurationCountsOnceInWhateverItIsRefused) {
  World w;
  const harness::Trial no = failed(harness::Outcome::refused, "rows too long", "fit");
  harness::Protocol cold;
  cold.cache = harness::CachePolicy::cold;
  const RunInfo hot = w.run;
  for (const RunInfo& run : {hot, w.start(cold)}) {
    w.run = run;
    w.add("m1", configuration("ell", 1), no);
    w.add("m1", configuration("ell", 2), no);
    harness::ProblemKey single = problem("m1");
    single.value_type = ValueType::f32;
    w.store.finish_trial(
        w.store.begin_trial(run.run_id, Backend::cpu, single, configuration("ell", 1)), no);
  }
  EXPECT_EQ(w.count("refusals"), 6);
  const Table t = w.ask(named_query("refusals").sql);
  ASSERT_EQ(t.rows.size(), 1U);
  EXPECT_EQ(t.number(0, "configurations"), 2);
}

TEST(Refusals, KernelsOfOneNameOnTwoBackendsAreToldApart) {
  World w;
  w.add("m1", configuration("ell"), failed(harness::Outcome::refused, "rows too long", "fit"));
  Variant on_a_gpu = variant("ell");
  on_a_gpu.facts.backend = Backend::cuda;
  w.run =
      w.store.begin_run(hardware("gpu"), environment(), {}, Catalogue({on_a_gpu}), "quick", "{}");
  w.store.finish_trial(
      w.store.begin_trial(w.run.run_id, Backend::cuda, problem("m1"), configuration("ell", 2)),
      failed(harness::Outcome::refused, "many a row is too long", "fit"));
  const Table t = w.ask(named_query("refusals").sql);
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "backend") + ": " + t.text(0, "reason"), "cpu: rows too long");
  EXPECT_EQ(t.text(1, "backend") + ": " + t.text(1, "reason"), "cuda: many a row is too long");
}

TEST(Failures, AShellUnderstandsTheCommand) {
  World w;
  w.store.put_matrix(matrix("o'brien $HOME"), "train");
  harness::Trial t = failed(harness::Outcome::out_of_memory, "killed", "prepare");
  w.add("o'brien $HOME", configuration("csr", 1), t);
  const std::string command =
      "sptune run 'o'\\''brien $HOME' 'csr{unroll=1}' --operation spmv --type f64 --backend cpu "
      "--cache hot --threads 0";
  EXPECT_EQ(w.ask("SELECT repro FROM failures").text(0, "repro"), command);
  harness::Protocol little;
  little.memory_limit = std::int64_t{20} << 20U;
  w.run = w.start(little);
  w.add("o'brien $HOME", configuration("csr", 1), t);
  EXPECT_EQ(w.ask("SELECT repro FROM failures ORDER BY trial_id DESC").text(0, "repro"),
            command + " --memory 20");
  little.memory_limit = 0;
  little.limit_stages(0.25);
  w.run = w.start(little);
  w.add("o'brien $HOME", configuration("csr", 1), t);
  EXPECT_EQ(w.ask("SELECT repro FROM failures ORDER BY trial_id DESC").text(0, "repro"),
            command + " --stage-limit 0.25s");
  harness::Protocol other;
  other.launch = harness::Launch::graph;
  other.repeat = Repeat::values;
  w.run = w.start(other);
  w.add("o'brien $HOME", configuration("csr", 1), t);
  EXPECT_EQ(w.ask("SELECT repro FROM failures ORDER BY trial_id DESC").text(0, "repro"),
            command + " --launch graph --repeat values");
}

TEST(Failures, CommandsDropTheEntriesThatWereDropped) {
  World w;
  suites::MatrixInfo info = matrix("ragged");
  info.source = "file:ragged.mtx";
  info.report.dropped_out_of_range = 3;
  w.store.put_matrix(info, "train");
  w.add("ragged", configuration("csr", 1), failed(harness::Outcome::crashed, "signal 11"));
  EXPECT_EQ(w.ask("SELECT repro FROM failures").text(0, "repro"),
            "sptune run 'ragged.mtx' 'csr{unroll=1}' --operation spmv --type f64 --backend cpu "
            "--cache hot --threads 0 --drop-out-of-range");
  info.report.dropped_out_of_range = 0;
  info.report.values_seeded = true;
  w.store.put_matrix(info, "train");
  EXPECT_EQ(w.ask("SELECT repro FROM failures").text(0, "repro"),
            "sptune run 'ragged.mtx' 'csr{unroll=1}' --operation spmv --type f64 --backend cpu "
            "--cache hot --threads 0 --seeded-values");
}

TEST(Features, OfAnOlderVersionAreNullAndTheirMatrixIsThere) {
  World w;
  w.store.put_features("content-m1", {{"rows", 1, 0, "", 7}, {"row_cv", 1, 1, "", 3}}, {}, "");
  w.store.put_features("content-m2", {{"rows", 2, 0, "", 9}}, {}, "");
  const Table t = w.ask("SELECT * FROM features ORDER BY matrix");
  ASSERT_EQ(t.rows.size(), 2U);
  EXPECT_EQ(t.text(0, "rows"), "");
  EXPECT_EQ(t.number(0, "row_cv"), 3) << "of which this is the newest";
  EXPECT_EQ(t.number(1, "rows"), 9);
  w.store.put_features("content-m2", {{"row_cv", 2, 1, "", 4}}, {}, "");
  EXPECT_EQ(w.ask("SELECT row_cv FROM features WHERE matrix = 'm1'").text(0, "row_cv"), "");
}

TEST_F(Recorded, RemeasuredFinalistReplacesTheLuckyOne) {
  w.add("m1", configuration("csr", 2), measured(8.5F));
  EXPECT_THAT(column("SELECT configuration FROM oracle WHERE matrix = 'm1'"),
              ElementsAre("csr{unroll=4}"));
  w.add("m1", configuration("csr", 4), measured(8.03F));
  EXPECT_THAT(column("SELECT remeasured FROM oracle WHERE matrix = 'm1'"), ElementsAre("1"));
  const Table repeats = w.ask(named_query("repeats").sql);
  ASSERT_EQ(repeats.rows.size(), 2U);
  EXPECT_NEAR(repeats.number(0, "spread"), 0.5 / 8, 1e-6);
}

TEST_F(Recorded, ALaterFailureDoesNotHideAMeasurement) {
  using harness::Outcome;
  for (const Outcome outcome : {Outcome::crashed, Outcome::timeout, Outcome::out_of_memory,
                                Outcome::error, Outcome::skipped, Outcome::refused}) {
    w.add("m1", configuration("csr", 2), failed(outcome, "in the rounds"));
    EXPECT_THAT(column("SELECT configuration FROM best WHERE matrix = 'm1'"),
                ElementsAre("csr{unroll=2}"))
        << harness::to_string(outcome);
  }
  EXPECT_EQ(w.count("trial_flat WHERE newest = 1"), 12);
  EXPECT_EQ(w.count("failures WHERE standing = 1 AND matrix = 'm1'"), 0);
  // A failure stands where nothing was measured, and the latest of several does.
  w.add("m2", configuration("ell", 2), failed(Outcome::timeout, "too slow"));
  EXPECT_THAT(column("SELECT outcome FROM failures WHERE standing = 1"), ElementsAre("timeout"));
}

TEST_F(Recorded, ALaterWrongResultCondemnsAndALaterMeasurementCounts) {
  w.add("m1", configuration("csr", 2), failed(harness::Outcome::wrong_result, "row 3"));
  EXPECT_THAT(column("SELECT configuration FROM best WHERE matrix = 'm1'"),
              ElementsAre("csr{unroll=4}"));
  w.add("m1", configuration("csr", 2), failed(harness::Outcome::crashed, "signal 11"));
  EXPECT_THAT(column("SELECT outcome FROM failures WHERE standing = 1 AND matrix = 'm1'"),
              ElementsAre("wrong_result"));
  w.add("m1", configuration("csr", 2), measured(7));
  EXPECT_THAT(column("SELECT median_us FROM best WHERE matrix = 'm1'"), ElementsAre("7"));
}

TEST_F(Recorded, RepetitionsCountTogetherAndTheSearchNoMore) {
  const Configuration c = configuration("csr", 2);
  const char* of_it = " FROM result WHERE matrix = 'm1' AND configuration = 'csr{unroll=2}'";
  const auto value = [&](const std::string& what) { return number("SELECT " + what + of_it); };
  EXPECT_EQ(value("attempts"), 1);
  w.add("m1", c, repeated(8.4F));
  EXPECT_EQ(value("attempts"), 1) << "the lucky 8 of the search counts no more";
  EXPECT_NEAR(value("median_us"), 8.4F, 1e-5);

  w.add("m1", c, repeated(8.1F, 0.02F));
  EXPECT_EQ(value("attempts"), 2);
  EXPECT_NEAR(value("median_us"), (8.4F + 8.1F) / 2, 1e-5);
  EXPECT_NEAR(value("lap_sd"), std::log(8.4 / 8.1) / std::sqrt(2), 1e-6);

  harness::Trial third = repeated(8.2F, 0.01F, 21);
  third.prepare_s = 0.5;
  third.floor_us = 0.8;
  w.add("m1", c, third);
  EXPECT_EQ(value("attempts"), 3);
  EXPECT_EQ(value("attempt"), 4);
  EXPECT_EQ(value("n"), 11 + 11 + 21);
  EXPECT_NEAR(value("median_us"), 8.2F, 1e-5);
  EXPECT_NEAR(value("min_us"), 8.0F, 1e-5) << "of the second";
  EXPECT_NEAR(value("q1_us"), 8.15F, 1e-5);
  EXPECT_NEAR(value("q3_us"), 8.25F, 1e-5);
  EXPECT_NEAR(value("mean_us"), (8.4 * 11 + 8.1 * 11 + 8.2 * 21) / 43, 1e-5);
  EXPECT_EQ(value("prepare_s"), 0);
  EXPECT_NEAR(value("floor_us"), 0.8F, 1e-5);
  EXPECT_EQ(value("wall_s"), 0.75);
  EXPECT_NEAR(value("gflops"), 1 / 8.2, 1e-6);
  const double l[] = {std::log(8.4), std::log(8.1), std::log(8.2)};
  const double mean = (l[0] + l[1] + l[2]) / 3;
  double squares = 0;
  for (const double v : l) squares += (v - mean) * (v - mean);
  EXPECT_NEAR(value("lap_sd"), std::sqrt(squares / 2), 1e-6);
  double all = 0;  // of every sample
  for (const auto& t : {repeated(8.4F), repeated(8.1F, 0.02F), third}) {
    for (const float v : t.samples.at("total")) all += std::pow(v - value("mean_us"), 2);
  }
  EXPECT_NEAR(value("sd_us"), std::sqrt(all / 42), 1e-5);

  EXPECT_EQ(w.count("repetition"), 3);
  EXPECT_EQ(w.count("result"), 12) << "one per key";
  const Table best = w.ask("SELECT * FROM best WHERE matrix = 'm1'");
  EXPECT_EQ(best.text(0, "configuration"), "csr{unroll=4}") << "8.02, once the luck is gone";
  EXPECT_EQ(best.number(0, "ties"), 1) << "2 % slower: another evening may say otherwise";
  StoredTrial read;
  w.store.each_trial("configuration = 'csr{unroll=2}' AND matrix = 'm1'",
                     [&](const StoredTrial& t) { read = t; });
  EXPECT_NEAR(read.total_us.median, 8.2, 1e-5);
  EXPECT_EQ(read.total_us.n, 43);
  EXPECT_DOUBLE_EQ(read.total_us.ci_low, value("ci_low_us"));
}

/// As a sweep stores a finalist: passes of five samples each.
harness::Trial in_passes(std::initializer_list<float> medians) {
  harness::Trial all;
  for (const float median : medians) {
    const harness::Trial pass = repeated(median, 0.01F, 5);
    if (all.pass_samples.empty()) {
      all = pass;
    } else {
      harness::append(all.samples, pass.samples);
    }
    all.pass_samples.push_back(5);
  }
  return all;
}

TEST_F(Recorded, TheViewsSayWhatTheFormulasSay) {
  const harness::Noise noise = noise_of(w.file, "cpu", "spmv", 1);
  const Configuration c = configuration("csr", 2);
  const auto agree = [&](const char* what) {
    const Table t = w.ask(
        "SELECT *, (SELECT ci_high_us / ci_low_us FROM trial x WHERE x.trial_id = r.trial_id) AS "
        "span FROM result r "
        "WHERE matrix = 'm1' AND variant <> 'rival' AND outcome = 'ok' ORDER BY median_us");
    const auto known = [&](std::size_t i, const char* column) {
      const double v = t.number(i, column);
      return std::isnan(v) ? 0 : v;
    };
    std::vector<double> variances;
    for (std::size_t i = 0; i < t.rows.size(); ++i) {
      const harness::Measured m{t.number(i, "median_us"),
                                static_cast<int>(t.number(i, "attempts")),
                                static_cast<int>(t.number(i, "passes")),
                                known(i, "pass_sd"),
                                known(i, "lap_sd"),
                                std::log(t.number(i, "span")) / 2 / 1.959964};
      variances.push_back(harness::log_variance(noise, m));
      EXPECT_NEAR(t.number(i, "log_var"), variances[i], 1e-12) << what << i;
      const harness::Interval interval = harness::interval_of(noise, m.us, variances[i]);
      EXPECT_NEAR(t.number(i, "ci_low_us"), interval.low, 1e-9) << what << i;
      EXPECT_NEAR(t.number(i, "ci_high_us"), interval.high, 1e-9) << what << i;
      const bool tied =
          harness::tied(noise, m.us, variances[i], t.number(0, "median_us"), variances[0]);
      EXPECT_EQ(w.count("regret WHERE tie AND trial_id = " + t.text(i, "trial_id")), tied)
          << what << i;
    }
  };
  agree("searched");
  w.add("m1", c, in_passes({8.4F, 8.5F, 8.1F}));
  EXPECT_EQ(w.count("pass"), 3);
  const Table three = w.ask("SELECT passes, pass_sd FROM result WHERE passes > 1");
  EXPECT_EQ(three.number(0, "passes"), 3);
  const double l[] = {std::log(8.4), std::log(8.5), std::log(8.1)};
  const double mean = (l[0] + l[1] + l[2]) / 3;
  EXPECT_NEAR(
      three.number(0, "pass_sd"),
      std::sqrt((std::pow(l[0] - mean, 2) + std::pow(l[1] - mean, 2) + std::pow(l[2] - mean, 2)) /
                2),
      1e-6);
  agree("one lap of passes");
  w.add("m1", c, in_passes({8.0F, 8.1F, 8.2F}));
  w.add("m1", c, repeated(9));
  EXPECT_EQ(w.ask("SELECT 1 FROM result WHERE attempts = 3 AND passes = 7").rows.size(), 1U);
  agree("laps");
  EXPECT_TRUE(noise_of(w.file, "cuda", "spmv", 1).common > 0);
  EXPECT_THROW((void)noise_of(w.file, "abacus", "spmv", 1), DatabaseError);
}

TEST_F(Recorded, PassesThatAreNotAllOfTheSamplesAreRefused) {
  harness::Trial t = in_passes({8.4F, 8.5F});
  t.pass_samples.back() = 6;
  EXPECT_THROW(w.add("m1", configuration("csr", 2), t), DatabaseError);
}

TEST_F(Recorded, AFailedRepetitionHidesNothingAndAWrongOneAll) {
  const Configuration c = configuration("csr", 2);
  const auto attempts = [&] {
    return column(
        "SELECT attempts || ' of ' || median_us FROM result WHERE matrix = 'm1' AND "
        "configuration = 'csr{unroll=2}'");
  };
  w.add("m1", c, repeated(9));
  harness::Trial crash = failed(harness::Outcome::crashed, "signal 11");
  crash.stop_reason = harness::in_repetitions;
  w.add("m1", c, crash);
  w.add("m1", c, repeated(10));
  crash.from_outside = true;
  w.add("m1", c, crash);
  EXPECT_THAT(attempts(), ElementsAre("2 of 9.5"));
  harness::Trial wrong = failed(harness::Outcome::wrong_result, "row 3");
  wrong.stop_reason = harness::in_repetitions;
  w.add("m1", c, wrong);
  EXPECT_EQ(w.count("usable WHERE matrix = 'm1' AND configuration = 'csr{unroll=2}'"), 0);
  EXPECT_EQ(w.count("repetition"), 0);
  w.add("m1", c, repeated(11));
  w.add("m1", c, repeated(12));
  EXPECT_THAT(attempts(), ElementsAre("2 of 11.5")) << "what the wrong one condemned stays out";
  // Measured alone again, by a sweep in another file that was merged, say: the newest counts.
  w.add("m1", c, measured(13));
  EXPECT_THAT(attempts(), ElementsAre("1 of 13.0"));
}

TEST_F(Recorded, TrialsAloneAreThoseBeforeRepetitions) {
  const Configuration c = configuration("csr", 2);
  const auto alone = [&] {
    std::vector<double> out;
    w.store.each_trial_alone("matrix = 'm1' AND configuration = 'csr{unroll=2}'",
                             [&](const StoredTrial& t) { out.push_back(t.total_us.median); });
    return out;
  };
  const std::size_t before = alone().size();
  w.add("m1", c, measured(9));
  w.add("m1", c, repeated(8));
  w.add("m1", c, repeated(7));
  ASSERT_EQ(alone().size(), before + 1);
  EXPECT_DOUBLE_EQ(alone().back(), 9);
  w.store.each_trial("matrix = 'm1' AND configuration = 'csr{unroll=2}'",
                     [](const StoredTrial& t) { EXPECT_DOUBLE_EQ(t.total_us.median, 7.5); });
}

TEST_F(Recorded, WhatOlderProgramsAddedUpCountsOnce) {
  const Configuration c = configuration("csr", 2);
  const auto all = [&] {
    return column(
        "SELECT attempts || ' of ' || median_us FROM result WHERE matrix = 'm1' AND "
        "configuration = 'csr{unroll=2}'");
  };
  harness::Trial rounds = measured(9, 0.01F, 13);
  rounds.stop_reason = "rounds";
  w.add("m1", c, rounds);
  rounds = measured(10, 0.01F, 25);  // holds the samples of the first
  rounds.stop_reason = "rounds";
  w.add("m1", c, rounds);
  EXPECT_THAT(all(), ElementsAre("1 of 10.0"));
  EXPECT_EQ(w.count("repetition"), 0);
  w.add("m1", c, repeated(11));
  EXPECT_THAT(all(), ElementsAre("2 of 10.5"));
}

TEST_F(Recorded, ProblemsAreToldApartByTheirParameters) {
  Variant dense = variant("csr");
  dense.operation = Operation::spmm;
  w.run =
      w.store.begin_run(hardware(), environment(), {}, Catalogue({dense}), "quick", "{\"a\":1}");
  for (const char* parameters : {"k=8,layout=row", "k=32,layout=row"}) {
    harness::ProblemKey p = problem("m1");
    p.operation = Operation::spmm;
    p.parameters = parameters;
    w.store.finish_trial(w.store.begin_trial(w.run.run_id, Backend::cpu, p, configuration("csr")),
                         measured(7));
  }
  for (const char* view : {"oracle", "regret", "best", "speedup", "coverage", "usable"}) {
    EXPECT_THAT(column(std::string("SELECT parameters FROM ") + view +
                       " WHERE operation = 'spmm' ORDER BY parameters"),
                ElementsAre("k=32,layout=row", "k=8,layout=row"))
        << view;
  }
  for (const char* name : {"best", "coverage", "cost"}) {
    const Table t = w.ask("SELECT DISTINCT parameters FROM (" + named_query(name).sql +
                          ") WHERE operation = 'spmm'");
    EXPECT_EQ(t.rows.size(), 2U) << name;
  }
}

TEST_F(Recorded, ContextsAreKeptApart) {
  harness::Protocol cold;
  cold.cache = harness::CachePolicy::cold;
  w.run = w.start(cold);
  harness::Trial t = measured(100);
  t.cache = harness::CachePolicy::cold;
  w.add("m1", configuration("csr", 1), t);
  EXPECT_THAT(column("SELECT configuration FROM oracle WHERE matrix = 'm1' ORDER BY cache"),
              ElementsAre("csr{unroll=1}", "csr{unroll=2}"));
  EXPECT_EQ(number("SELECT regret FROM regret WHERE cache = 'cold'"), 0);
}

TEST_F(Recorded, CostDependsOnHowOftenItRuns) {
  harness::Trial prepared = measured(2);
  prepared.prepare_s = 500e-6;
  w.add("m2", configuration("ell", 4), prepared);
  const Table t = w.ask("SELECT * FROM (" + named_query("cost").sql + ") WHERE matrix = 'm2'");
  ASSERT_EQ(t.rows.size(), 5U);
  EXPECT_EQ(t.text(0, "configuration"), "ell{unroll=1}");
  EXPECT_NEAR(t.number(2, "total_ms"), 0.25, 1e-9) << "100 runs of 2.5 us, nothing to prepare";
  EXPECT_EQ(t.text(4, "configuration"), "ell{unroll=4}");
  EXPECT_NEAR(t.number(4, "total_ms"), 0.5 + 20, 1e-9);
}

TEST_F(Recorded, WinsAndNoise) {
  const Table wins = w.ask(named_query("wins").sql);
  ASSERT_EQ(wins.rows.size(), 2U);
  EXPECT_EQ(wins.number(0, "best") + wins.number(1, "best"), 2);
  w.add("m1", configuration("ell", 4), measured(8));
  const Table tied = w.ask(named_query("wins").sql);
  EXPECT_EQ(tied.number(0, "best") + tied.number(1, "best"), 2) << "to the last digit as fast";
  const Table noise = w.ask(named_query("noise").sql);
  ASSERT_EQ(noise.rows.size(), 3U);
  EXPECT_GT(noise.number(0, "mean_sample_width"), 0);
  EXPECT_LT(noise.number(0, "mean_sample_width"), 0.05);
  EXPECT_GT(noise.number(0, "mean_width"), noise.number(0, "mean_sample_width"));
  EXPECT_EQ(noise.number(0, "mean_passes"), 1);
}

TEST_F(Recorded, RegretOfOneConfigurationEverywhere) {
  const Table t = w.ask(named_query("regret").sql);
  ASSERT_GE(t.rows.size(), 4U);
  // On both problems: csr 1 (1.25, 2), csr 2 (1, 2.4), ell 1 (5, 1).
  EXPECT_EQ(t.text(0, "configuration"), "csr{unroll=2}");
  EXPECT_NEAR(t.number(0, "share_of_oracle"), 1 / std::sqrt(2.4), 1e-6);
  EXPECT_NEAR(t.number(0, "worst"), 2.4, 1e-6);
  EXPECT_EQ(t.text(1, "configuration"), "csr{unroll=1}");
  EXPECT_NEAR(t.number(1, "share_of_oracle"), 1 / std::sqrt(1.25 * 2), 1e-6);
}

}  // namespace
}  // namespace sptune::db::test
