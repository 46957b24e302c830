// SPDX-License-Identifier: BSD-3-Clause
// What is read of a database to fit a policy on: trials of one context.
#include "db/store.hpp"
#include "harness/environment/environment.hpp"
#include "tests/temporary_folder.hpp"
#include "tuner/calibrate/trials.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sptune::calibrate {
namespace {

using ::testing::HasSubstr;

/// Rows by a policy, as hash_bins has them.
Variant by_policy() {
  Variant v;
  v.facts.name = "rows";
  v.facts.backend = Backend::cuda;
  v.operation = Operation::spgemm;
  v.code_hash = "c0de";
  v.axes = {{"at_once", {Value("auto"), Value("never")}, "small products"},
            {"count", {Value("policy"), Value("bits")}, "forced"},
            {"fill", {Value("policy"), Value("table")}, "forced"}};
  v.functions.typed = [](const Configuration&) { return nullptr; };
  v.functions.satisfies_constraint = [](const ResolvedConfiguration&) { return true; };
  return v;
}

/// A GPU whose trials a file holds.
struct Gpu {
  Gpu(db::Store& s, const Catalogue& catalogue, const std::string& name, int shared_kib = 0)
      : store(s), hash(name) {
    harness::Hardware hardware;
    hardware.kind = "gpu";
    hardware.name = hardware.hash = name;
    hardware.arch = "sm_" + name;
    hardware.cores = 132;
    if (shared_kib > 0) {
      hardware.info = {{"shared_per_block_bytes", std::to_string(shared_kib * 1024)}};
    }
    run = store.begin_run(hardware, harness::capture_environment(), {}, catalogue, "s", "{}");
  }
  /// On so many matrices, with the policy and with each accumulator forced.
  void measure(ValueType type, int matrices,
               const std::vector<std::string>& points = {"at_once=never", "count=bits",
                                                         "fill=table"}) const {
    for (int m = 0; m < matrices; ++m) {
      const std::string matrix = "m" + std::to_string(m);
      put_matrix(matrix, matrix);
      for (const std::string& axes : points) put(type, matrix, axes);
    }
  }
  void put_matrix(const std::string& name, const std::string& content) const {
    suites::MatrixInfo info;
    info.name = name;
    info.content_hash = info.pattern_hash = content;
    info.rows = info.cols = 1000;
    info.nnz = 10000;
    store.put_matrix(info, "train");
    store.put_features(content, {{"rows", 1, 0, "", 1000}, {"nnz", 1, 0, "", 10000}}, {}, hash);
  }
  void put(ValueType type, const std::string& matrix, const std::string& axes, float us = 100.0F,
           const std::string& stop_reason = "") const {
    harness::Trial t;
    t.backend = Backend::cuda;
    t.configuration = by_policy()
                          .resolve(Configuration::parse("rows{" + axes + "}").value())
                          .value()
                          .configuration();
    t.problem.operation = Operation::spgemm;
    t.problem.value_type = type;
    t.problem.a_hash = t.problem.b_hash = matrix;
    t.problem.b_kind = "a";
    t.outcome = harness::Outcome::ok;
    t.stage = "measure";
    t.stop_reason = stop_reason;
    for (const char* phase : {"symbolic", "allocate", "numeric", "total"}) {
      t.samples[phase] = std::vector<float>(7, us);
    }
    t.verification.done = t.verification.ok = true;
    store.finish_trial(store.begin_trial(run.run_id, Backend::cuda, t.problem, t.configuration), t);
  }
  db::Store& store;
  std::string hash;
  db::RunInfo run;
};

/// Of a kernel with a policy.
struct TrialsFile {
  sptune::test::TemporaryFolder folder;
  Variant variant = by_policy();
  Catalogue catalogue{{variant}};
  db::Store store{folder / "t.sqlite", db::OpenMode::create};
  [[nodiscard]] Trials read(const TrialQuery& query = {}) const {
    return read_trials(store, query, variant, Accumulators(variant));
  }
};

TEST(CalibrationTrials, are_of_one_machine_whatever_the_value_types) {
  TrialsFile file;
  const Gpu one(file.store, file.catalogue, "one");
  one.measure(ValueType::f64, 3);
  one.measure(ValueType::f32, 1);
  const Gpu other(file.store, file.catalogue, "two");
  other.measure(ValueType::f64, 1);
  other.measure(ValueType::f32, 2);

  TrialQuery query;
  query.value_types = {"f64", "f32"};
  const Trials trials = file.read(query);
  EXPECT_EQ(trials.machine, "one");
  EXPECT_EQ(trials.architecture, "sm_one");
  EXPECT_EQ(trials.products.size(), 4U) << "3 in f64 and 1 in f32: of 4 and 3 matrices";
  ASSERT_EQ(trials.left_out.size(), 1U);
  EXPECT_THAT(trials.left_out.front(), HasSubstr("9 trials of context "));

  query.value_types = {"f64", "f64"};
  EXPECT_EQ(file.read(query).products.size(), 3U) << "each once: twice the evidence would be none";

  query.value_types = {"f64", "f32"};
  query.hardware = "two";
  EXPECT_EQ(file.read(query).products.size(), 3U);
}

/// As after a sweep on another machine, or before the driver was renewed.
TEST(CalibrationTrials,
     are_of_the_context_that_has_most_forced_or_the_newest_or_the_one_asked_for) {
  TrialsFile file;
  const Gpu swept(file.store, file.catalogue, "a");
  swept.measure(ValueType::f64, 8, {"at_once=auto", "at_once=never"});
  const Gpu older(file.store, file.catalogue, "b");
  older.measure(ValueType::f64, 2);
  const Gpu newer(file.store, file.catalogue, "c");
  newer.measure(ValueType::f64, 2);
  const auto machine = [&](const std::string& run) {
    TrialQuery query;
    query.run = run;
    return file.read(query).machine;
  };
  EXPECT_EQ(machine(""), "c");
  older.put_matrix("m2", "m2");
  for (const char* axes : {"at_once=never", "count=bits"}) older.put(ValueType::f64, "m2", axes);
  EXPECT_EQ(machine(""), "b") << "one forced more";
  EXPECT_EQ(machine(newer.run.uuid), "c");
  EXPECT_THROW((void)machine(swept.run.uuid), InputError) << "nothing forced";
}

TEST(CalibrationTrials, of_matrices_with_one_name_are_kept_apart) {
  TrialsFile file;
  const Gpu gpu(file.store, file.catalogue, "one");
  float us = 100;
  for (const char* content : {"x", "y", "incomplete"}) {
    gpu.put_matrix("same", content);
    gpu.put(ValueType::f64, content, "at_once=never", us);
    if (us < 300) gpu.put(ValueType::f64, content, "count=bits", 2 * us);
    us += 100;
  }
  const Trials trials = file.read();
  ASSERT_EQ(trials.products.size(), 2U);
  for (const ProductTimes& m : trials.products) {
    EXPECT_EQ(m.name, "same");
    EXPECT_DOUBLE_EQ(m.phases[0].forced_us.front(), 2 * m.phases[0].usual_us);
  }
  EXPECT_NE(trials.products[0].product, trials.products[1].product);
  EXPECT_NE(trials.products[0].total_us, trials.products[1].total_us);
  EXPECT_EQ(trials.count, 4U) << "not those of the product that was left out";
}

/// Rows of which nobody knows how much they differ say nothing of a usual one.
TEST(CalibrationTrials, are_of_rows_that_are_alike_where_that_is_known) {
  TrialsFile file;
  const Gpu gpu(file.store, file.catalogue, "one");
  gpu.measure(ValueType::f64, 3);
  file.store.put_features("m1", {{"products_cv", 1, 0, "", 0.6}}, {}, gpu.hash);
  file.store.put_features("m2", {{"products_cv", 1, 0, "", 0.7}}, {}, gpu.hash);
  const Trials trials = file.read();
  ASSERT_EQ(trials.products.size(), 3U);
  for (const ProductTimes& m : trials.products) EXPECT_EQ(m.alike, m.name == "m1") << m.name;
}

TEST(CalibrationTrials, have_all_times_of_one_attempt) {
  TrialsFile file;
  const Gpu gpu(file.store, file.catalogue, "one");
  gpu.measure(ValueType::f64, 1);
  for (const float us : {200.0F, 300.0F}) {
    gpu.put(ValueType::f64, "m0", "at_once=never", us, "repetitions");
  }
  const Trials trials = file.read();
  ASSERT_EQ(trials.products.size(), 1U);
  EXPECT_EQ(trials.products.front().phases[0].usual_us, 300);
  EXPECT_EQ(trials.products.front().total_us, 300);
}

/// Whether a product suits strips is not a question of the product alone.
TEST(CalibrationTrials, know_where_a_plan_has_no_room_to_cut_b_into_strips) {
  struct Case {
    int shared_kib;
    ValueType type;
    bool suited;
    const char* chip;
  };
  for (const Case& c :
       {Case{227, ValueType::f64, true, "H200"},
        Case{163, ValueType::f64, false, "A100: 19,712 columns have room"},
        Case{163, ValueType::f32, true, "A100"}, Case{99, ValueType::f32, true, "RTX 4090"},
        Case{0, ValueType::f64, false, "not known: as of most"}}) {
    TrialsFile file;
    const Gpu gpu(file.store, file.catalogue, "one", c.shared_kib);
    suites::MatrixInfo info;
    info.name = info.content_hash = info.pattern_hash = "m";
    info.rows = info.cols = 20'000;
    info.nnz = 140'000;
    file.store.put_matrix(info, "train");
    file.store.put_features("m",
                            {{"rows", 1, 0, "", 20'000},
                             {"cols", 1, 0, "", 20'000},
                             {"nnz", 1, 0, "", 140'000},
                             {"products_per_row", 1, 0, "", 6'000}},
                            {}, gpu.hash);
    for (const char* axes : {"at_once=never", "fill=table"}) gpu.put(c.type, "m", axes);
    TrialQuery query;
    query.value_types = {std::string(to_string(c.type))};
    const Trials trials = file.read(query);
    ASSERT_EQ(trials.products.size(), 1U);
    EXPECT_EQ(trials.products.front().suited, c.suited) << c.chip;
  }
}

}  // namespace
}  // namespace sptune::calibrate
