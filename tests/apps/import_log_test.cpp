// SPDX-License-Identifier: BSD-3-Clause
// `sptune db import-log`: from runs that probe, by a log and a database, to a model.
#include "harness/environment/sanitizers.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/apps/trained.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/learned_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/learned/log.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sptune::apps::test {
namespace {

struct ImportLogVerb : LearningVerb {
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string import(const std::string& words) {
    return "db import-log '" + path("learned.sqlite") + "' " + words;
  }
  nlohmann::json printed() const { return nlohmann::json::parse(out_); }
  std::int64_t count(const std::string& sql) {
    EXPECT_EQ(run("query --json --db '" + path("learned.sqlite") + "' \"" + sql + "\""), 0) << out_;
    return printed().at(0).begin()->get<std::int64_t>();
  }

  /// Runs plans on `number` bands of other sizes until each has decided, remembering in `log`.
  void probe(const std::string& log, std::int32_t number) {
    auto model = testing::small_model(of("csr"), of("ell"));
    model.deciding.rule.apart = 2;
    std::ofstream(path("m.json")) << to_json(model);
    Dispatcher dispatcher({path("m.json")});
    dispatcher.remember_in(log);
    for (std::int32_t i = 0; i < number; ++i) {
      const auto a = testing::band(200 + 50 * i, 9 + i % 5);
      const std::vector<double> x = testing::some_x(a.cols);
      std::vector<double> y(static_cast<std::size_t>(a.rows));
      bool decided = false;
      auto spmv =
          dispatcher.spmv(a.view(), {.expected_runs = 1e6,
                                     .threads = 1,
                                     .constant_values = true,
                                     .probe = Probe::at_once,
                                     .settled = [&](const Configuration&) { decided = true; }});
      for (int k = 0; k < 200 && !decided; ++k) spmv.run(1, x.data(), 0, y.data());
      EXPECT_TRUE(decided);
    }
  }
  static std::string of(const char* name) {
    return shipped_catalogue().parse(Operation::spmv, Backend::cpu, name).value().text();
  }
};

TEST_F(ImportLogVerb, what_runs_have_probed_can_be_trained_on) {
  if (harness::sanitized) GTEST_SKIP() << "the code of the tests after";
  probe(path("a.jsonl"), 14);
  probe(path("b.jsonl"), 14);
  ASSERT_EQ(run(import("'" + path("a.jsonl") + "' --group solver-a --json --dry-run")), 0) << out_;
  EXPECT_EQ(printed()["races"], 14);
  EXPECT_EQ(printed()["added"], 28);
  EXPECT_FALSE(std::filesystem::exists(path("learned.sqlite"))) << "a dry run makes nothing";

  ASSERT_EQ(run(import("'" + path("a.jsonl") + "' --group solver-a --json")), 0) << out_;
  EXPECT_EQ(printed()["added"], 28);
  ASSERT_EQ(printed()["contexts"].size(), 1U);
  const std::string policy = printed()["contexts"][0]["policy_hash"];
  ASSERT_EQ(run(import("'" + path("a.jsonl") + "' --group solver-a --json")), 0) << out_;
  EXPECT_EQ(printed()["added"], 0) << "twice adds nothing";
  EXPECT_EQ(printed()["known"], 28);
  EXPECT_EQ(count("SELECT count(*) FROM trial"), 28);
  EXPECT_EQ(count("SELECT count(*) FROM run"), 1);
  EXPECT_EQ(count("SELECT count(*) FROM matrix"), 14);
  EXPECT_EQ(count("SELECT count(*) FROM best"), 0) << "nothing was verified";
  EXPECT_EQ(count("SELECT count(*) FROM policy WHERE policy_hash = '" + policy + "'"), 1);
  EXPECT_EQ(run("db check --strict '" + path("learned.sqlite") + "'"), 0) << out_;

  // The same patterns in another application: one row of matrix each, whose group the first names.
  for (const char* words : {" --group solver-b --dry-run --json", " --group solver-b --json"}) {
    ASSERT_EQ(run(import("'" + path("b.jsonl") + "'" + words)), 0) << out_;
    EXPECT_EQ(printed()["added"], 28);
    EXPECT_EQ(printed()["other_group"], 14);
  }
  EXPECT_EQ(count("SELECT count(*) FROM matrix"), 14);
  ASSERT_EQ(run(import("'" + path("a.jsonl") + "'")), 0) << "without its group";
  EXPECT_TRUE(says("14 patterns stay in the group of an earlier import, not in application"))
      << out_;
  EXPECT_EQ(count("SELECT count(*) FROM matrix WHERE grp = 'solver-a'"), 14);
}

TEST_F(ImportLogVerb, train_and_evaluate_see_them_when_they_are_told_to) {
  probe(path("all.jsonl"), 42);
  {
    std::ifstream in(path("all.jsonl"));
    std::ofstream out[3];
    for (const int part : {0, 1, 2}) out[part].open(path(std::to_string(part) + ".jsonl"));
    int number = 0;
    for (std::string line; std::getline(in, line); ++number) out[number % 3] << line << '\n';
  }
  const std::string words = " --db '" + path("learned.sqlite") + "' --candidates 2";
  for (const std::string part : {"0", "1", "2"}) {
    ASSERT_EQ(run(import("'" + path(part + ".jsonl") + "' --group solver-" + part)), 0) << out_;
    if (part != "0") continue;
    // One application is one family.
    for (const std::string& verb :
         {"train --no-record -o '" + model() + "'", std::string("evaluate")}) {
      EXPECT_EQ(run(verb + " --learned" + words), 3) << out_;
      EXPECT_TRUE(says("14 matrices of 1 family (solver-0)")) << out_;
      EXPECT_TRUE(says("swept trials do not count")) << out_;
      EXPECT_TRUE(says("db import-log --group")) << out_;
      EXPECT_FALSE(says("sweep more")) << out_;
    }
  }

  EXPECT_EQ(run("train --no-record -o '" + model() + "'" + words), 3) << out_;
  EXPECT_TRUE(says("no usable trials")) << out_;
  ASSERT_EQ(run("train --learned --no-record -o '" + model() + "'" + words), 0) << out_;
  EXPECT_TRUE(says("84 trials of 42 matrices")) << out_;
  EXPECT_EQ(run("models '" + model() + "' --trials '" + path("learned.sqlite") + "'"), 0) << out_;
  EXPECT_TRUE(says("trials: trained on the 84 that are there")) << out_;
  EXPECT_EQ(run("evaluate --learned --folds 3" + words), 0) << out_;
  EXPECT_EQ(run("predict 'stencil2d{points=5,n=30}' --model '" + model() + "'"), 0) << out_;
}

TEST_F(ImportLogVerb, without_the_default_training_says_what_is_missing) {
  probe(path("all.jsonl"), 14);
  {
    std::ofstream out(path("formats.jsonl"));
    EXPECT_EQ(learned::read(path("all.jsonl"),
                            [&](learned::Line&& line) {
                              learned::Record r = std::move(line.record.value());
                              std::erase_if(r.measured, [](const learned::Measured& m) {
                                return m.configuration.variant == "csr";
                              });
                              r.winner = 0;
                              out << to_line(r);
                            }),
              "");
  }
  ASSERT_EQ(run(import("'" + path("formats.jsonl") + "'")), 0) << out_;
  EXPECT_EQ(
      run("train --learned --no-record -o '" + model() + "' --db '" + path("learned.sqlite") + "'"),
      3);
  EXPECT_TRUE(says("none of 14 trials")) << out_;
  EXPECT_TRUE(says("14 problems: no usable trial of the default csr{")) << out_;
  EXPECT_TRUE(says("remember_in")) << out_;
  EXPECT_FALSE(says("sweep run")) << out_;
}

TEST_F(ImportLogVerb, lines_that_are_none_are_named_and_the_others_imported) {
  const learned::Record good = testing::some_record();
  learned::Record changed = good;
  changed.at = "2026-11-22T22:00:00Z";
  changed.measured[0].code_hash = "0123456789abcdef";
  learned::Record older = good;
  older.feature_version = features::version - 1;
  std::ofstream(path("a.jsonl")) << to_line(good) << "{\"torn\":\n"
                                 << to_line(changed) << to_line(older) << "{}\n";
  EXPECT_EQ(run(import("'" + path("a.jsonl") + "'")), 3) << out_;
  EXPECT_TRUE(says(path("a.jsonl") + ":2: cut")) << out_;
  EXPECT_TRUE(says(path("a.jsonl") + ":5: none of sptune's lines")) << out_;
  EXPECT_TRUE(says("3 races, 3 trials added")) << out_;
  EXPECT_TRUE(says("left out: 1 trial of kernels that have changed")) << out_;
  EXPECT_TRUE(says("left out: 1 race with features of another version")) << out_;
  EXPECT_TRUE(says("left out: 2 lines, no races")) << out_;
  EXPECT_EQ(
      count("SELECT count(*) FROM trial WHERE stop_reason = 'application' AND outcome = 'ok'"), 3);
  EXPECT_EQ(count("SELECT n FROM trial WHERE trial_id = 1"), 5);
  EXPECT_EQ(count("SELECT count(*) FROM matrix_feature WHERE value = 12"), 1);
  EXPECT_EQ(run(import("/no/such/log")), 3) << out_;
  EXPECT_TRUE(says("/no/such/log: cannot be opened")) << out_;
  EXPECT_EQ(run("db import-log x.sqlite"), 2) << out_;
  EXPECT_EQ(run("db import-log '" + path("new.sqlite") + "' /no/such/log"), 3) << out_;
  EXPECT_FALSE(std::filesystem::exists(path("new.sqlite"))) << "a database of nothing";
}

TEST_F(ImportLogVerb, what_was_prepared_beside_the_runs_is_left_out) {
  learned::Record r = testing::some_record();
  r.measured[1].prepare_s = std::nan("");
  std::ofstream(path("a.jsonl")) << to_line(r);
  ASSERT_EQ(run(import("'" + path("a.jsonl") + "'")), 0) << out_;
  EXPECT_TRUE(says("1 race, 1 trial added")) << out_;
  EXPECT_TRUE(says("left out: 1 trial of what was prepared beside the runs")) << out_;
}

/// One matrix is too few to train on, which would be said next.
TEST_F(ImportLogVerb, a_model_for_every_cpu_of_a_kind_is_refused_before_it_is_trained) {
  learned::Record r = testing::some_record();
  r.machine.arch = "aarch64 neon";
  std::ofstream(path("a.jsonl")) << to_line(r);
  ASSERT_EQ(run(import("'" + path("a.jsonl") + "'")), 0) << out_;
  const std::string train =
      "train --learned --no-record -o '" + model() + "' --db '" + path("learned.sqlite") + "'";
  EXPECT_EQ(run(train + " --generic"), 2) << out_;
  EXPECT_TRUE(says("--generic: expected trials of an x86-64 CPU, found aarch64")) << out_;
  EXPECT_EQ(run(train), 3) << out_;
}

TEST_F(ImportLogVerb, dense_columns_are_a_parameter) {
  learned::Record r = testing::some_record();
  r.operation = Operation::spmm;
  r.measured.clear();
  r.winner = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmm || v.facts.backend != Backend::cpu || v.facts.baseline)
      continue;
    r.measured.push_back(
        {v.default_configuration().configuration(), v.code_hash, 1e-5, {3, 4, 5, 6}});
    if (r.measured.size() == 2) break;
  }
  ASSERT_FALSE(r.measured.empty());
  for (const std::int64_t columns : {16, 100'000}) {
    r.dense_columns = columns;
    std::ofstream(path("a.jsonl")) << to_line(r);
    ASSERT_EQ(run(import("'" + path("a.jsonl") + "'")), 0) << out_;
    EXPECT_EQ(count("SELECT count(*) FROM trial_flat WHERE parameters = 'k=" +
                    std::to_string(columns) + ",layout=row'"),
              static_cast<std::int64_t>(r.measured.size()));
  }
}

TEST_F(ImportLogVerb, a_line_of_two_files_is_one_race) {
  learned::Record one = testing::some_record();
  learned::Record other = one;
  other.at = "2026-11-22T22:00:00Z";
  std::ofstream(path("a.jsonl")) << to_line(one);
  std::ofstream(path("b.jsonl")) << to_line(one) << to_line(other);
  const std::string both = import("'" + path("a.jsonl") + "' '" + path("b.jsonl") + "' --json");
  ASSERT_EQ(run(both + " --dry-run"), 0) << out_;
  const nlohmann::json dry = printed();
  ASSERT_EQ(run(both), 0) << out_;
  EXPECT_EQ(printed()["added"], 2 * one.measured.size());
  EXPECT_EQ(printed()["added"], dry["added"]);
  EXPECT_EQ(printed()["known"], one.measured.size());
  EXPECT_EQ(count("SELECT count(*) FROM trial"),
            2 * static_cast<std::int64_t>(one.measured.size()));
  EXPECT_EQ(count("SELECT count(*) FROM run WHERE state = 'finished'"), 1);
}

}  // namespace
}  // namespace sptune::apps::test
