// SPDX-License-Identifier: BSD-3-Clause
// What is read of a database to fit a policy on: trials of one context.
#include "db/store.hpp"
#include "harness/environment/environment.hpp"
#include "tests/temporary_folder.hpp"
#include "tuner/calibrate/trials.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

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
  Gpu(db::Store& s, const Catalogue& catalogue, const std::string& name) : store(s), hash(name) {
    harness::Hardware hardware;
    hardware.kind = "gpu";
    hardware.name = hardware.hash = name;
    hardware.arch = "sm_" + name;
    hardware.cores = 132;
    run = store.begin_run(hardware, harness::capture_environment(), {}, catalogue, "s", "{}");
  }
  /// With the policy and with each accumulator forced, on so many matrices.
  void measure(ValueType type, int matrices) const {
    for (int m = 0; m < matrices; ++m) {
      const std::string matrix = "m" + std::to_string(m);
      suites::MatrixInfo info;
      info.name = info.content_hash = info.pattern_hash = matrix;
      info.rows = info.cols = 1000;
      info.nnz = 10000;
      store.put_matrix(info, "train");
      store.put_features(matrix, {{"rows", 1, 0, "", 1000}, {"nnz", 1, 0, "", 10000}}, {}, hash);
      for (const char* axes : {"at_once=never", "count=bits", "fill=table"}) {
        put(type, matrix, axes);
      }
    }
  }
  void put(ValueType type, const std::string& matrix, const std::string& axes) const {
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
    for (const char* phase : {"symbolic", "allocate", "numeric", "total"}) {
      t.samples[phase] = std::vector<float>(7, 100.0F);
    }
    t.verification.done = t.verification.ok = true;
    store.finish_trial(store.begin_trial(run.run_id, Backend::cuda, t.problem, t.configuration), t);
  }
  db::Store& store;
  std::string hash;
  db::RunInfo run;
};

TEST(CalibrationTrials, are_of_one_machine_whatever_the_value_types) {
  const sptune::test::TemporaryFolder folder;
  const Variant variant = by_policy();
  db::Store store(folder / "t.sqlite", db::OpenMode::create);
  const Catalogue catalogue({variant});
  const Gpu one(store, catalogue, "one");
  one.measure(ValueType::f64, 3);
  one.measure(ValueType::f32, 1);
  const Gpu other(store, catalogue, "two");
  other.measure(ValueType::f64, 1);
  other.measure(ValueType::f32, 2);

  TrialQuery query;
  query.value_types = {"f64", "f32"};
  const Trials trials = read_trials(store, query, variant, Accumulators(variant));
  EXPECT_EQ(trials.machine, "one");
  EXPECT_EQ(trials.architecture, "sm_one");
  EXPECT_EQ(trials.products.size(), 4U) << "3 in f64 and 1 in f32: of 4 and 3 matrices";
  ASSERT_EQ(trials.left_out.size(), 1U);
  EXPECT_THAT(trials.left_out.front(), HasSubstr("9 trials of context "));

  query.value_types = {"f64", "f64"};
  EXPECT_EQ(read_trials(store, query, variant, Accumulators(variant)).products.size(), 3U)
      << "each once: twice the evidence would be none";

  query.value_types = {"f64", "f32"};
  query.hardware = "two";
  EXPECT_EQ(read_trials(store, query, variant, Accumulators(variant)).products.size(), 3U);
}

}  // namespace
}  // namespace sptune::calibrate
