// SPDX-License-Identifier: BSD-3-Clause
// From recorded rows to the page: figures worked out by hand (see recorded.sql), then the text.
#include "reports/analysis.hpp"
#include "reports/data.hpp"
#include "reports/page.hpp"
#include "sptune/error.hpp"
#include "tests/db/fixture.hpp"
#include "tests/reports/recorded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <string>

namespace sptune::reports {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const char* const evaluation = R"({"operation": "spmv", "value_type": "f64", "backend": "cpu",
  "cache": "hot", "training_query": "1 = 1", "training_hash": "feed", "folds": 2,
  "all": [
    {"selector": "model", "matrices": 2, "share_of_oracle": 0.97, "p95": 1.1, "p99": 1.2, "worst": 1.3,
     "slower_switches": 1},
    {"selector": "best single", "matrices": 2, "share_of_oracle": 0.8, "p95": null, "p99": 2, "worst": 3}],
  "matrices": [{"matrix": "m1", "loss": 1.0, "loss_single": 2.0},
               {"matrix": "m2", "loss": 1.3, "loss_single": null}]})";

TEST(collect, reads_every_named_query) {
  const RecordedDatabase db;

  const Data data = collect(db.file(), recorded_catalogue());

  EXPECT_EQ(data.database, "tiny.sqlite");
  EXPECT_EQ(data.contexts.size(), 1U);
  EXPECT_EQ(data.runs.size(), 1U);
  EXPECT_EQ(trial_count(data), 16);
  EXPECT_EQ(result_count(data), 16);
  ASSERT_EQ(data.best.size(), 4U);
  EXPECT_EQ(data.best[0].configuration, "ell{}");
  EXPECT_DOUBLE_EQ(data.best[0].median_us, 5);
  EXPECT_DOUBLE_EQ(data.best[0].baseline_us, 20);
  EXPECT_TRUE(std::isnan(data.best[3].baseline_us));
  ASSERT_EQ(data.failures.size(), 1U);
  EXPECT_EQ(data.failures[0].outcome, "crashed");
  ASSERT_EQ(data.refusals.size(), 1U);
  EXPECT_EQ(data.refusals[0].trials, 2);
}

TEST(collect, refuses_a_file_that_is_no_database) {
  const RecordedDatabase db;
  const auto file = db.folder() / "text.sqlite";
  std::ofstream(file) << std::string(4096, 'x');

  EXPECT_THROW((void)collect(file, recorded_catalogue()), DatabaseError);
  EXPECT_THROW((void)collect(db.folder() / "absent.sqlite", recorded_catalogue()), DatabaseError);
}

/// Two kernels on m1: hot the first is a quarter behind, cold three times.
struct Evaluated : testing::Test {
  Evaluated() {
    harness::Protocol protocol;
    const auto add = [&](const char* variant, float us) {
      harness::Trial t = db::test::measured(us);
      t.cache = protocol.cache;
      w.add("m1", db::test::configuration(variant), t);
    };
    add("csr", 10);
    add("ell", 8);
    const db::RunInfo hot = w.run;
    protocol.cache = harness::CachePolicy::cold;
    w.run = w.start(protocol);
    add("csr", 30);
    add("ell", 10);
    w.run = hot;
  }
  void record(const std::string& uuid, const std::string& configuration) {
    db::ModelRow row;
    row.uuid = uuid;
    row.kind = "evaluation, 4 folds by family";
    row.hardware_hash = w.run.hardware_hash;
    row.environment_hash = w.run.environment_hash;
    row.policy_hash = w.run.policy_hash;
    w.store.put_predictions(w.store.put_model(row),
                            {{db::test::problem("m1").hash(), configuration, 0, 1, 9, 8, 11}});
  }
  db::test::World w;
};

TEST_F(Evaluated, a_models_regret_is_that_of_its_own_context) {
  record("evaluation-1", "csr{unroll=1}");

  const Data data = collect(w.file, db::test::catalogue());

  ASSERT_EQ(data.evaluations.size(), 1U);
  EXPECT_THAT(data.evaluations[0].selectors[0].losses, ElementsAre(DoubleEq(1.25)));
  EXPECT_EQ(data.evaluations[0].title,
            "spmv f64 on cpu, hot cache, model evaluation-1: evaluation, 4 folds by family (hot)");
}

TEST_F(Evaluated, a_choice_that_failed_counts_as_ten_times_the_oracle) {
  w.add("m1", db::test::configuration("csr", 2),
        db::test::failed(harness::Outcome::crashed, "signal 11"));
  record("evaluation-1", "csr{unroll=2}");

  const Data data = collect(w.file, db::test::catalogue());

  ASSERT_EQ(data.evaluations.size(), 1U);
  EXPECT_THAT(data.evaluations[0].selectors[0].losses, ElementsAre(DoubleEq(10)));
}

TEST_F(Evaluated, two_recorded_evaluations_are_two_figures) {
  record("evaluation-1", "csr{unroll=1}");
  record("evaluation-2", "ell{unroll=1}");

  const Data data = collect(w.file, db::test::catalogue());

  ASSERT_EQ(data.evaluations.size(), 2U);
  EXPECT_THAT(data.evaluations[0].title, HasSubstr("evaluation-1"));
  EXPECT_THAT(data.evaluations[0].selectors[0].losses, ElementsAre(DoubleEq(1.25)));
  EXPECT_THAT(data.evaluations[1].title, HasSubstr("evaluation-2"));
  EXPECT_THAT(data.evaluations[1].selectors[0].losses, ElementsAre(DoubleEq(1)));
}

TriedProblems tried_in(const Data& data) {
  return by_scope(data.tried, data.failed).begin()->second;
}

TEST(analyse, compares_with_the_default_the_single_best_and_baselines) {
  const RecordedDatabase db;
  const Data data = collect(db.file(), recorded_catalogue());

  const Analysis a = analyse(data.measured, "csr", tried_in(data));

  EXPECT_EQ(a.problems, 4U);
  EXPECT_EQ(a.default_configuration, "csr{u=1}");
  // Sums of log slowdowns: csr{u=1} ln 2; csr{u=2} ln 1.6 + 2 ln 1.1 = 0.66; ell{} ln 2 with the
  // default in its gaps.
  EXPECT_EQ(a.best_single, "csr{u=2}");
  ASSERT_EQ(a.comparators.size(), 3U);
  EXPECT_THAT(a.comparators[0].speedups,
              ElementsAre(DoubleEq(2), DoubleEq(1), DoubleEq(1), DoubleEq(1)));
  EXPECT_THAT(a.comparators[1].speedups,
              ElementsAre(DoubleEq(1.6), DoubleEq(1), DoubleEq(1.1), DoubleEq(1.1)));
  EXPECT_EQ(a.comparators[2].name, "baseline eigen");
  EXPECT_THAT(a.comparators[2].speedups, ElementsAre(DoubleEq(4), DoubleEq(1), DoubleEq(0.9)));
}

/// A search tries most configurations only where they look good.
TEST(analyse, the_best_single_one_was_tried_on_nine_tenths_of_the_problems) {
  std::vector<Measured> rows;
  for (int problem = 1; problem <= 10; ++problem) {
    const auto add = [&](const char* configuration, double us, bool is_default) {
      Measured& m = rows.emplace_back();
      m.problem = problem;
      m.variant = configuration;
      m.configuration = configuration;
      m.is_default = is_default;
      m.median_us = us;
      m.oracle_us = 5;
    };
    add("csr", 10, true);
    add("ell", 9, false);
    if (problem <= 3) add("dia", 5, false);
  }
  const auto best_single = [&](std::int64_t ell, std::int64_t dia) {
    return analyse(rows, "csr", {{"csr", {10, {}}}, {"ell", {ell, {}}}, {"dia", {dia, {}}}})
        .best_single;
  };
  EXPECT_EQ(best_single(10, 3), "ell") << "nobody knows what dia takes on seven of them";
  EXPECT_EQ(best_single(10, 9), "dia") << "did not fit six of them: the default runs there";
  EXPECT_EQ(best_single(8, 8), "csr") << "the default is one";
}

/// As in `sptune evaluate`.
TEST(analyse, a_single_one_that_fails_counts_as_ten_times_the_oracle) {
  const auto analysed = [](float ell_us) {
    db::test::World w;
    w.add("m1", db::test::configuration("csr"), db::test::measured(10));
    w.add("m1", db::test::configuration("ell"),
          db::test::failed(harness::Outcome::crashed, "signal 11"));
    w.add("m2", db::test::configuration("csr"), db::test::measured(10));
    w.add("m2", db::test::configuration("ell"), db::test::measured(ell_us));
    const Data data = collect(w.file, db::test::catalogue());
    return analyse(data.measured, "csr", tried_in(data));
  };
  EXPECT_EQ(analysed(2).best_single, "csr{unroll=1}") << "a fifth of the time is not worth it";
  const Analysis a = analysed(0.5);
  EXPECT_EQ(a.best_single, "ell{unroll=1}") << "a twentieth is";
  ASSERT_EQ(a.comparators.size(), 2U);
  EXPECT_THAT(a.comparators[1].speedups, ElementsAre(DoubleEq(10), DoubleEq(1)));
}

TEST(analyse, refused_configurations_were_tried) {
  const RecordedDatabase db;
  const TriedProblems tried = tried_in(collect(db.file(), recorded_catalogue()));
  EXPECT_EQ(tried,
            (TriedProblems{{"csr{u=1}", {4, {}}}, {"csr{u=2}", {4, {}}}, {"ell{}", {4, {}}}}));
}

/// A file that was begun before what runs by default was written.
TEST(collect, what_runs_by_default_is_of_the_catalogue) {
  db::test::World w;
  w.add("m1", db::test::configuration("csr"), db::test::measured(10));
  w.add("m1", db::test::configuration("ell"), db::test::measured(8));
  const auto page_of = [&](const Catalogue& catalogue) {
    return page(collect(w.file, catalogue), {"Recorded", "for a test"});
  };
  const auto variant = [](const char* name) { return db::test::variant(name); };

  const std::string ell = page_of(Catalogue({variant("ell"), variant("csr")}));
  const std::string dia = page_of(Catalogue({variant("dia"), variant("csr")}));
  const std::string none = page_of({});

  EXPECT_THAT(ell, HasSubstr("<td>default: ell{unroll=1}</td>"));
  EXPECT_THAT(ell, Not(HasSubstr("No curve of the default")));
  for (const std::string& html : {dia, none}) EXPECT_THAT(html, Not(HasSubstr("<td>default: ")));
  EXPECT_THAT(dia, HasSubstr("No curve of the default: what runs by default, <code>dia</code>, "
                             "was not measured."));
  EXPECT_THAT(none,
              HasSubstr("No curve of the default: this program has no variant of spmv on cpu."));
}

TEST(analyse, profiles_count_baselines_among_the_best) {
  const RecordedDatabase db;

  const Analysis a = analyse(collect(db.file(), recorded_catalogue()).measured, "csr", {});

  ASSERT_EQ(a.profiles.size(), 3U);
  EXPECT_EQ(a.profiles[0].variant, "csr");
  EXPECT_THAT(a.profiles[0].ratios,
              ElementsAre(DoubleEq(1.6), DoubleEq(1), DoubleEq(40.0 / 36), DoubleEq(1)));
  EXPECT_EQ(a.profiles[1].variant, "ell");
  EXPECT_EQ(a.profiles[1].ratios.size(), 2U);
  EXPECT_TRUE(a.profiles[2].baseline);
}

TEST(evaluation, reads_what_evaluate_prints) {
  Data data;

  add_evaluation(data, evaluation, "eval.json");

  ASSERT_EQ(data.evaluations.size(), 1U);
  const Evaluation& e = data.evaluations[0];
  EXPECT_EQ(e.title, "spmv f64 on cpu, hot cache");
  EXPECT_EQ(e.file + " " + e.training_hash, "eval.json feed");
  EXPECT_THAT(e.source, HasSubstr("2 folds by family"));
  EXPECT_EQ(e.command, "") << "a file of an older program";
  EXPECT_TRUE(std::isinf(e.runs));
  ASSERT_EQ(e.selectors.size(), 2U);
  EXPECT_EQ(e.selectors[0].slower_switches, 1);
  EXPECT_THAT(e.selectors[0].losses, ElementsAre(1.0, 1.3));
  EXPECT_TRUE(std::isnan(e.selectors[1].p95));
  EXPECT_EQ(e.selectors[1].slower_switches, -1);
  EXPECT_THAT(e.selectors[1].losses, ElementsAre(2.0));
}

TEST(evaluation, curves_are_of_the_matrices_that_the_table_judges) {
  Data data;
  add_evaluation(data,
                 R"({"operation": "spmv", "value_type": "f64", "backend": "cpu", "cache": "hot",
    "training_query": "", "training_hash": "", "folds": 2,
    "all": [{"selector": "best single", "matrices": 1}, {"selector": "best of first 2", "matrices": 1},
            {"selector": "best of first 4", "matrices": 1}],
    "matrices": [
      {"loss": 1, "loss_default": 2, "loss_single": 3, "loss_first_2": 4, "loss_first_4": 5},
      {"loss": null, "loss_default": 2, "loss_single": 30, "loss_first_2": 40, "loss_first_4": 50},
      {"loss": 1, "loss_default": null, "loss_single": 30, "loss_first_2": 40, "loss_first_4": 50}]})",
                 "eval.json");
  const auto& selectors = data.evaluations.at(0).selectors;
  ASSERT_EQ(selectors.size(), 3U);
  EXPECT_THAT(selectors[0].losses, ElementsAre(3.0));
  EXPECT_THAT(selectors[1].losses, ElementsAre(4.0));
  EXPECT_THAT(selectors[2].losses, ElementsAre(5.0));
}

TEST(evaluation, says_what_was_paid_and_by_which_command) {
  const RecordedDatabase db;
  Data data = collect(db.file(), recorded_catalogue());
  std::string text = evaluation;
  const std::string command = "sptune evaluate --runs 10 --values change --split test --json";
  text.insert(1, R"("command": ")" + command + R"(", "runs": 10, "values": "change", )");

  add_evaluation(data, text, "eval.json");

  ASSERT_EQ(data.evaluations.size(), 1U);
  const Evaluation& e = data.evaluations[0];
  EXPECT_EQ(e.title,
            "spmv f64 on cpu, hot cache, values may change, deciding and preparing paid over 10 "
            "runs");
  EXPECT_EQ(e.command, command);
  const std::string html = page(data, {});
  EXPECT_THAT(html, HasSubstr("<pre><code>" + command + "</code></pre>"));
  EXPECT_THAT(html, HasSubstr("time of 10 runs with deciding and preparing ÷ the oracle's"));
}

TEST(evaluation, refuses_anything_else_in_one_line) {
  Data data;
  for (const char* text : {"", "[1]", "{}", "{\"operation\": 3}"}) {
    try {
      add_evaluation(data, text, "eval.json");
      ADD_FAILURE() << "accepted " << text;
    } catch (const InputError& e) {
      EXPECT_THAT(e.what(), HasSubstr("eval.json: expected what `sptune evaluate --json` prints"));
    }
  }
}

TEST(judge, works_out_the_figures_of_losses) {
  const Selector s = evaluated("model", {1, 4});

  EXPECT_DOUBLE_EQ(s.share_of_oracle, 0.5);
  EXPECT_DOUBLE_EQ(s.worst, 4);
  EXPECT_EQ(s.problems, 2);
}

std::string recorded_page() {
  const RecordedDatabase db;
  Data data = collect(db.file(), recorded_catalogue());
  add_evaluation(data, evaluation, "eval.json");
  return page(data, {"A <title>", "Generated for a test"});
}

TEST(page, asks_nothing_of_the_network) {
  const std::string html = recorded_page();

  EXPECT_THAT(html, HasSubstr("Content-Security-Policy"));
  EXPECT_FALSE(std::regex_search(html, std::regex(R"((src|href|action)\s*=\s*"(https?:)?//)")));
  EXPECT_FALSE(std::regex_search(html, std::regex(R"(url\(|@import|fetch\(|XMLHttpRequest)")));
}

TEST(page, names_each_part_once) {
  EXPECT_EQ(repeated_ids(recorded_page()), std::vector<std::string>{});
}

TEST(page, what_applications_measured_is_not_called_verified) {
  db::test::World w;
  w.add("m1", db::test::configuration("csr"), db::test::measured(10));
  harness::Trial told = db::test::measured(8);
  told.stop_reason = "application";
  told.verification = {};
  told.wall_s = 0.5;
  w.add("m1", db::test::configuration("ell"), told);
  w.add("m1", db::test::configuration("ell"), told);

  const std::string html = page(collect(w.file, db::test::catalogue()), {});

  EXPECT_THAT(html, HasSubstr("<dt>results</dt><dd>2</dd>"));
  EXPECT_THAT(html, HasSubstr("<dt>verified</dt><dd>1</dd>"));
  EXPECT_THAT(html, HasSubstr("2 results, 1 of them verified."));
  EXPECT_THAT(html, HasSubstr("<dt>trials</dt><dd>3</dd>"));
  EXPECT_THAT(html, HasSubstr("<dt>measured in</dt><dd>1.25 s</dd>")) << "all three";
}

TEST(page, escapes_names) {
  const std::string html = recorded_page();

  EXPECT_THAT(html, HasSubstr("m3 &lt;odd&gt; &amp; &quot;named&quot;"));
  EXPECT_THAT(html, Not(HasSubstr("m3 <odd>")));
  EXPECT_THAT(html, HasSubstr("<title>A &lt;title&gt;</title>"));
}

TEST(page, says_so_where_there_is_nothing) {
  const RecordedDatabase db;
  Data empty = collect(db.file(), recorded_catalogue());
  for (auto* list : {&empty.coverage}) list->clear();
  empty.best.clear();
  empty.measured.clear();
  empty.failures.clear();
  empty.refusals.clear();

  const std::string html = page(empty, {});

  EXPECT_THAT(html, HasSubstr("No trials yet."));
  EXPECT_THAT(html, HasSubstr("No verified trial yet."));
  EXPECT_THAT(html, HasSubstr("Not evaluated yet"));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
}

TEST(page, paints_what_it_draws) {
  EXPECT_EQ(classes_without_colour(recorded_page()), std::vector<std::string>{});
}

/// The page's body without style and script, against the text that was read and found right.
/// SPTUNE_UPDATE_GOLDEN=1 writes it anew; read the difference before committing it.
TEST(page, is_the_golden_one_byte_for_byte) {
  const std::string html = recorded_page();
  const auto begin = html.find("<body>");
  const auto end = html.find("<script>");
  ASSERT_NE(end, std::string::npos);
  const std::string body = html.substr(begin, end - begin);
  const auto file = source_dir() / "tests/reports/golden.html";
  if (std::getenv("SPTUNE_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << body;

  EXPECT_EQ(body, read_file(file));
}

}  // namespace
}  // namespace sptune::reports
