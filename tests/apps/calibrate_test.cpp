// SPDX-License-Identifier: BSD-3-Clause
// `sptune calibrate` as a process.
#include "db/query.hpp"
#include "db/store.hpp"
#include "harness/environment/environment.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "sptune/device.hpp"
#include "tests/apps/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace sptune::apps::test {
namespace {

using ::testing::HasSubstr;
namespace policies = row_policy;

const Variant* hash_bins() {
  return shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
}

void put_matrix(db::Store& store, const std::string& name, double products,
                const std::string& hardware) {
  suites::MatrixInfo info;
  info.name = info.content_hash = info.pattern_hash = name;
  info.rows = info.cols = 60000;
  info.nnz = 600000;
  store.put_matrix(info, "train");
  std::vector<db::FeatureRow> features;
  for (const auto& [feature, value] :
       std::vector<std::pair<std::string, double>>{{"rows", 60000},
                                                   {"nnz", 600000},
                                                   {"mean_row", 10},
                                                   {"products", 60000 * products},
                                                   {"products_per_row", products},
                                                   {"products_cv", 0},
                                                   {"products_per_nnz", products / 10},
                                                   {"b_words_per_product", 0.1},
                                                   {"compression", 2},
                                                   {"c_nnz_per_row", products / 2},
                                                   {"c_span_density", 0.5}}) {
    features.push_back({feature, 1, 3, "", value});
  }
  store.put_features(name, features, {}, hardware);
}

/// Counting by team_bits takes three quarters of the time, filling by block_strips half, everything
/// else as long as by the policy; the default, which multiplies at once and asks no policy, nearly
/// none.
void put_trial(db::Store& store, std::int64_t run, const std::string& matrix,
               const std::string& text) {
  harness::Trial t;
  t.backend = Backend::cuda;
  t.configuration =
      hash_bins()->resolve(Configuration::parse(text).value()).value().configuration();
  t.problem.operation = Operation::spgemm;
  t.problem.a_hash = t.problem.b_hash = matrix;
  t.problem.b_kind = "a";
  t.outcome = harness::Outcome::ok;
  t.stage = "measure";
  const bool faster = text == "hash_bins{count=team_bits}";
  const bool at_once = text == "hash_bins{}";
  t.samples["symbolic"] = std::vector<float>(7, at_once ? 9.0F : faster ? 75.0F : 100.0F);
  t.samples["allocate"] = std::vector<float>(7, 1.0F);
  const bool strips = text == "hash_bins{fill=block_strips}";
  t.samples["numeric"] = std::vector<float>(7, at_once ? 1.0F : strips ? 50.0F : 100.0F);
  t.samples["total"] = std::vector<float>(7, at_once ? 11.0F : faster ? 176.0F : 201.0F);
  t.verification.done = t.verification.ok = true;
  store.finish_trial(store.begin_trial(run, Backend::cuda, t.problem, t.configuration), t);
}

class CalibrateVerb : public ::testing::Test {
 protected:
  void SetUp() override {
    if (hash_bins() == nullptr) GTEST_SKIP() << "built without CUDA";
  }
  static inline const std::vector<std::string> some{"count=team_bits", "count=block_bits",
                                                    "count=sort_16",   "fill=team_table",
                                                    "fill=sort_16",    "lanes=8"};
  std::string fill(int matrices, const std::vector<std::string>& others = some,
                   const std::string& name = "trials", const std::string& arch = "sm_90") {
    const std::string file = (program_ / (name + ".sqlite")).string();
    harness::Hardware hardware;
    hardware.kind = "gpu";
    hardware.name = "a GPU";
    hardware.arch = arch;
    hardware.cores = 132;
    hardware.hash = "0123456789abcdef";
    hardware.info = {{"shared_per_block_bytes", "232448"}};
    db::Store store(file, db::OpenMode::create);
    const db::RunInfo run = store.begin_run(hardware, harness::capture_environment(), {},
                                            shipped_catalogue(), "s", "{}");
    for (int i = 0; i < matrices; ++i) {
      const std::string name = "m" + std::to_string(i);
      put_matrix(store, name, 100 * std::pow(1.5, i), hardware.hash);
      put_trial(store, run.run_id, name, "hash_bins{at_once=never}");
      put_trial(store, run.run_id, name, "hash_bins{}");
      for (const std::string& other : others) {
        put_trial(store, run.run_id, name, "hash_bins{" + other + "}");
      }
    }
    store.end_run(run.run_id, "finished");
    return file;
  }
  Program program_;
};

TEST_F(CalibrateVerb, fits_a_policy_from_stored_trials_alone) {
  const std::string db = fill(8);
  const Ran ran = program_.run(
      {"calibrate", "--db", db, "-o", "policy.json", "--base", "sm_90_rows", "--fit-only"});
  ASSERT_EQ(ran.code(), 0) << ran.how();
  EXPECT_THAT(ran.out, HasSubstr("48 trials of 8 products on a GPU (sm_90)"));
  EXPECT_THAT(ran.out, HasSubstr("sort_16 -> team_bits, 1.333 x on 8 products: products > 64"));
  EXPECT_THAT(ran.out, HasSubstr("left out: 8 trials in f64 that set more than one of count, "));
  EXPECT_THAT(ran.out, HasSubstr("fill: 0 changes"));
  EXPECT_THAT(ran.out, HasSubstr("held out, each fold by a fit on the other half"));

  const std::string file = (program_ / "policy.json").string();
  const policies::PolicyFile read = policies::read_policy_file(file, "-o");
  EXPECT_EQ(read.name, "sm_90_calibrated");
  ASSERT_EQ(
      program_
          .run({"calibrate", "--db", db, "-o", "again.json", "--base", "sm_90_rows", "--fit-only"})
          .code(),
      0);
  EXPECT_EQ(text_of(file), text_of(program_ / "again.json"));

  // Once more in its place, for machines.
  const Ran json =
      program_.run({"calibrate", "--db", db, "-o", "policy.json", "--base", "sm_90_rows",
                    "--fit-only", "--json", "--name", "other", "--folds", "0"});
  ASSERT_EQ(json.code(), 0) << json.how();
  const auto said = nlohmann::json::parse(json.out);
  EXPECT_EQ(said["count"].size(), 1U);
  EXPECT_EQ(said["count"][0]["after"], "team_bits");
  EXPECT_FALSE(said.contains("predicted_held_out"));
  EXPECT_EQ(policies::read_policy_file(file, "-o").name, "other");
}

/// Forcing it cuts B; a policy cannot.
TEST_F(CalibrateVerb, makes_nothing_of_accumulators_that_only_a_product_puts_in_front) {
  const std::string db = fill(8, {"fill=block_strips", "fill=block_group", "fill=team_table"});
  const Ran ran = program_.run(
      {"calibrate", "--db", db, "-o", "policy.json", "--base", "sm_90_rows", "--fit-only"});
  ASSERT_EQ(ran.code(), 0) << ran.how();
  EXPECT_THAT(ran.out, HasSubstr("16 trials of 8 products on a GPU (sm_90)"));
  EXPECT_THAT(ran.out, HasSubstr("fill: 0 changes"));
}

TEST_F(CalibrateVerb, says_what_is_left_out_of_what_it_judges_by) {
  const std::string db = fill(8);
  const std::string judge = fill(5, {"count=team_bits", "streams=4"}, "judge");
  std::vector<std::string> words{"calibrate", "--db",       db,        "-o",  "policy.json",
                                 "--base",    "sm_90_rows", "--judge", judge, "--fit-only"};
  const Ran ran = program_.run(words);
  ASSERT_EQ(ran.code(), 0) << ran.how();
  EXPECT_THAT(ran.out, HasSubstr("\nleft out: 8 trials in f64 that set more than one of"));
  EXPECT_THAT(ran.out,
              HasSubstr("\nleft out of " + judge + ": 5 trials in f64 that set more than one of"));
  EXPECT_THAT(ran.out, HasSubstr("\n  on " + judge + " (a GPU): "));
  words.emplace_back("--json");
  const auto said = nlohmann::json::parse(program_.run(words).out);
  EXPECT_EQ(said["left_out"].size(), 1U);
  EXPECT_EQ(said["others"]["database"], judge);
  EXPECT_EQ(said["others"]["machine"], "a GPU");
  ASSERT_EQ(said["others"]["left_out"].size(), 1U);
  EXPECT_THAT(said["others"]["left_out"][0].get<std::string>(), HasSubstr("5 trials"));
}

TEST_F(CalibrateVerb, judges_by_trials_of_its_own_architecture) {
  const std::string db = fill(8);
  const std::string judge = fill(5, some, "judge", "sm_80");
  const Ran ran =
      program_.run({"calibrate", "--db", db, "-o", "policy.json", "--judge", judge, "--fit-only"});
  EXPECT_EQ(ran.code(), 3) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr("--judge " + judge + ": its trials are of sm_80, those of " + db +
                                 " of sm_90"));
  EXPECT_FALSE(fs::exists(program_ / "policy.json"));
}

/// Without a GPU it would end with 5, on one after minutes.
TEST_F(CalibrateVerb, refuses_before_it_measures) {
  const auto refused = [&](const std::string& option, const std::string& value, int code,
                           const std::string& said) {
    const Ran ran = program_.run({"calibrate", "--db", "new.sqlite", option, value});
    EXPECT_EQ(ran.code(), code) << option << ": " << ran.how();
    EXPECT_THAT(ran.err, HasSubstr(said));
    EXPECT_FALSE(fs::exists(program_ / "new.sqlite")) << option;
  };
  refused("--name", "a b", 2, "expected at most 64 letters, digits, '_', '-' and '.', found 'a b'");
  refused("--product-suite", "nowhere", 3, "nowhere");
  refused("--suite", "rows,nowhere", 3, "nowhere");
  refused("--judge", "none.sqlite", 4, "none.sqlite");
  refused("--output", "none/policy.json", 3, "none/policy.json");
  refused("--output", ".", 3, "found a directory");
}

TEST_F(CalibrateVerb, bad_input_is_one_line_and_its_exit_code) {
  const std::string db = fill(1);
  EXPECT_EQ(program_.run({"calibrate", "--db", "none.sqlite", "--fit-only"}).code(), 4);
  const Ran f32 = program_.run({"calibrate", "--db", db, "--fit-only", "--type", "f32"});
  EXPECT_EQ(f32.code(), 3) << f32.how();
  EXPECT_THAT(f32.err, HasSubstr("`sptune calibrate` without --fit-only measures them"));
  const Ran over = program_.run({"calibrate", "--db", db, "-o", db, "--fit-only"});
  EXPECT_EQ(over.code(), 2) << over.how();
  std::ofstream(program_ / "thesis.txt") << "years of work";
  const Ran lost = program_.run({"calibrate", "--db", db, "-o", "thesis.txt", "--fit-only"});
  EXPECT_EQ(lost.code(), 2) << lost.how();
  EXPECT_THAT(lost.err, HasSubstr("exists and is no policy"));
  EXPECT_EQ(program_.run({"calibrate", "--db", db, "--fit-only", "--name", "a b"}).code(), 2);
  EXPECT_EQ(program_.run({"calibrate", "--db", db, "--fit-only", "--judge", ""}).code(), 2);
  for (const char* folds : {"1", "1.5", "101"}) {
    EXPECT_EQ(program_.run({"calibrate", "--db", db, "--fit-only", "--folds", folds}).code(), 2);
  }
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{
           {"--trial-budget", "1s"}, {"--suite", "rows"}, {"--devices", "0"}}) {
    const Ran measuring = program_.run({"calibrate", "--db", db, "--fit-only", option, value});
    EXPECT_EQ(measuring.code(), 2) << measuring.how();
    EXPECT_THAT(measuring.err, HasSubstr("--fit-only excludes " + option));
  }
  EXPECT_EQ(program_.run({"calibrate", "--db", db, "--stage-limit", "0s"}).code(), 2);
  const Ran base =
      program_.run({"calibrate", "--db", "none.sqlite", "--fit-only", "--base", "nix"});
  EXPECT_EQ(base.code(), 2) << "known before anything is read: " << base.how();
  EXPECT_THAT(base.err, HasSubstr("no policy 'nix' is built in"));
  EXPECT_FALSE(fs::exists(program_ / "policy.json")) << "refused before it is written";
}

/// As when an axis had another default when they were measured.
TEST_F(CalibrateVerb, says_what_it_cannot_use) {
  const std::string db = fill(9, {"lanes=8", "streams=4"});
  const Ran ran = program_.run({"calibrate", "--db", db, "--fit-only"});
  EXPECT_EQ(ran.code(), 3) << ran.how();
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("left out: 18 trials in f64 that set more than one of count"),
                    HasSubstr("an axis whose default is another today (hash_bins{"),
                    HasSubstr("; 7 more")));
}

TEST_F(CalibrateVerb, goes_on_without_matrices_that_cannot_be_made_or_read) {
  if (!cuda::device_info()) GTEST_SKIP() << "needs a GPU";
  std::ofstream(program_ / "some.json") << R"({
    "format": "sptune-suite", "version": 1, "name": "some", "description": "for tests", "matrices": [
    {"source": "generate:random{rows=2000,mean=4}", "name": "a", "group": "a"},
    {"source": "generate:random{rows=3000,mean=6}", "name": "b", "group": "b"},
    {"source": "generate:random{rows=4000,mean=8}", "name": "c", "group": "c"},
    {"source": "file:nowhere.mtx", "name": "gone", "group": "d"}]})";
  const Ran ran = program_.run({"calibrate", "--db", "new.sqlite", "-o", "policy.json", "--suite",
                                "some.json", "--product-suite", "", "--trial-budget", "0.001s"});
  EXPECT_EQ(ran.code(), 0) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr("left out gone: "));
  EXPECT_THAT(ran.err, HasSubstr("1 matrix left out, see above; goes on with the others"));
  EXPECT_TRUE(fs::exists(program_ / "policy.json"));
}

/// It measures no point that asks the file, which would make another environment of each.
TEST_F(CalibrateVerb, heeds_no_policy_file) {
  if (!cuda::device_info()) GTEST_SKIP() << "needs a GPU";
  const char* const variable = record_of(Operation::spgemm).policy_variable;
  const std::string broken = (program_ / "broken.json").string();
  std::ofstream(broken) << "{}";
  std::ofstream(program_ / "some.json") << R"({
    "format": "sptune-suite", "version": 1, "name": "some", "description": "for tests", "matrices": [
    {"source": "generate:random{rows=2000,mean=4}", "name": "a", "group": "a"},
    {"source": "generate:random{rows=3000,mean=6}", "name": "b", "group": "b"},
    {"source": "generate:random{rows=4000,mean=8}", "name": "c", "group": "c"}]})";
  const std::vector<std::string> words{
      "calibrate",       "--db", "new.sqlite",     "-o",    "p.json", "--suite", "some.json",
      "--product-suite", "",     "--trial-budget", "0.001s"};
  ::setenv(variable, broken.c_str(), 1);
  const Ran first = program_.run(words);
  EXPECT_EQ(first.code(), 0) << first.how();
  ::setenv(variable, (program_ / "p.json").c_str(), 1);
  const Ran again = program_.run(words);
  ::unsetenv(variable);
  EXPECT_EQ(again.code(), 0) << again.how();
  const db::Store store(program_ / "new.sqlite", db::OpenMode::read_only);
  const db::Table trials =
      db::query(store, "SELECT count(DISTINCT context_id) AS contexts FROM trial_flat", {});
  EXPECT_EQ(trials.number(0, "contexts"), 1);
}

/// Not a refusal of each trial that asks it.
TEST_F(CalibrateVerb, writes_what_a_sweep_reads_whole_before_it_begins) {
  if (!cuda::device_info()) GTEST_SKIP() << "needs a GPU";
  const std::string db = fill(8, some, "trials", "sm_75");
  const std::string policy = (program_ / "policy.json").string();
  ASSERT_EQ(program_.run({"calibrate", "--db", db, "-o", policy, "--fit-only"}).code(), 0);
  const char* const variable = record_of(Operation::spgemm).policy_variable;
  ::setenv(variable, policy.c_str(), 1);
  const Ran ran = program_.run({"sweep", "run", "--backend", "cuda", "--operations", "spgemm",
                                "--suite", "rows", "--search", "exhaustive", "--only",
                                "=hash_bins{policy=file}", "--db", "swept.sqlite"});
  ::unsetenv(variable);
  EXPECT_EQ(ran.code(), 2) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr(policy + ": is for sm_75, the device is sm_"));
  EXPECT_FALSE(fs::exists(program_ / "swept.sqlite"));
}

TEST_F(CalibrateVerb, needs_a_device_to_measure) {
  if (cuda::device_info()) GTEST_SKIP() << "there is one";
  const Ran ran = program_.run({"calibrate", "--db", "new.sqlite"});
  EXPECT_EQ(ran.code(), 5) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr("--fit-only fits stored trials"));
  EXPECT_FALSE(fs::exists(program_ / "new.sqlite"));
}

TEST(CalibrateWithoutCuda, says_what_is_missing) {
  if (hash_bins() != nullptr) GTEST_SKIP() << "built with CUDA";
  const Program program;
  const Ran ran = program.run({"calibrate", "--fit-only"});
  EXPECT_EQ(ran.code(), 2) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr("built without CUDA"));
}

}  // namespace
}  // namespace sptune::apps::test
