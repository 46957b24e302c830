// SPDX-License-Identifier: BSD-3-Clause
// From a real database file, filled with trials whose times are known functions of the features, to
// a choice that is judged.
#include "db/merge.hpp"
#include "db/query.hpp"
#include "tests/db/fixture.hpp"
#include "tests/tuner/learned_fixture.hpp"
#include "tests/tuner/train_store_fixture.hpp"
#include "tuner/train/cross_validation.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/import_log.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <utility>

namespace sptune::train {
namespace {

using ReadDataset = testing::StoredDataset;

TEST_F(ReadDataset, gives_back_what_a_sweep_stored) {
  const Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  fill(synthetic, {});

  const Dataset data =
      read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());

  ASSERT_EQ(data.problems.size(), 8U);
  EXPECT_EQ(data.configurations.size(), 5U);
  EXPECT_EQ(data.configurations[data.default_configuration].text(), texts_[0]);
  EXPECT_EQ(data.default_at(1), data.default_configuration);  // on a CPU whatever the runs
  ASSERT_EQ(data.defaults_from.size(), 1U);
  EXPECT_EQ(data.families().size(), 4U);
  EXPECT_TRUE(model::comparable(data.machine, model::this_machine())) << data.machine.text();
  EXPECT_EQ(data.machine.threads, data.machine.cores) << "all of them";
  EXPECT_FALSE(data.provenance.hardware_hash.empty());
  EXPECT_EQ(data.provenance.matrices, 8);
  EXPECT_EQ(data.provenance.trials, 8 * 6);
  EXPECT_NE(data.provenance.training_query.find("operation = 'spmv'"), std::string::npos);
  for (const Problem& p : data.problems) {
    const auto it = std::find_if(synthetic.problems.begin(), synthetic.problems.end(),
                                 [&](const Problem& s) { return s.matrix == p.matrix; });
    ASSERT_NE(it, synthetic.problems.end());
    EXPECT_NEAR(p.oracle_us() / it->oracle_us(), 1, 1e-6);
    ASSERT_EQ(p.baselines.size(), 1U);
    EXPECT_NEAR(p.baselines[0].us / it->baselines[0].us, 1, 1e-6);
    EXPECT_NEAR(p.features_s, it->features_s, 1e-12);
    EXPECT_NEAR(p.features.at(Feature::ell_fill), it->features.at(Feature::ell_fill), 1e-12);
    EXPECT_NEAR(p.bound_bytes, it->bound_bytes, 1e-6);
    std::size_t refused = 0;
    std::size_t expected = 0;
    for (const Cell& c : p.cells) refused += c.state == Cell::State::refused ? 1 : 0;
    for (const Cell& c : it->cells) expected += c.state == Cell::State::refused ? 1 : 0;
    EXPECT_EQ(refused, expected);
  }
}

TEST(DatasetDefault, is_what_runs_without_a_model_at_so_many_runs) {
  Dataset data;
  data.default_configuration = 2;
  EXPECT_EQ(data.default_at(1), 2U);

  data.defaults_from = {{0, 1}, {25, 2}};
  EXPECT_EQ(data.default_at(1), 1U);
  EXPECT_EQ(data.default_at(24), 1U);
  EXPECT_EQ(data.default_at(25), 2U);
  EXPECT_EQ(data.with({}).default_at(1), 1U);
}

TEST(DatasetDefault, of_so_many_runs_stands_in_for_what_does_not_fit) {
  Dataset data;
  data.defaults_from = {{0, 1}, {25, 0}};
  Problem p;
  p.cells = {{Cell::State::usable, 4, 60e-6}, {Cell::State::usable, 8, 0}, {Cell::State::refused}};
  EXPECT_DOUBLE_EQ(data.cost_or_default(p, 2, 10), 8);
  EXPECT_DOUBLE_EQ(data.cost_or_default(p, 2, 30), 6);
  EXPECT_DOUBLE_EQ(loss_at(data, p, 2, 10), 0) << "the least at 10 runs";
  p.cells[1].state = Cell::State::failed;
  EXPECT_DOUBLE_EQ(loss_at(data, p, 2, 10), std::log(failed_loss));
  p.cells[1] = {};
  EXPECT_TRUE(std::isnan(loss_at(data, p, 2, 10))) << "nobody knows";
}

/// As a dispatcher does, which looks at the rows (dispatch::fallback).
TEST_F(ReadDataset, leaves_the_default_of_few_runs_where_that_waits_for_a_row) {
  std::vector<Variant> variants = shipped_catalogue().variants();
  const auto is_of_cpu = [](const Variant& v) {
    return v.operation == Operation::spmv && v.facts.backend == Backend::cpu;
  };
  const auto steady = std::find_if(variants.begin(), variants.end(), is_of_cpu);
  const auto few = std::find_if(steady + 1, variants.end(), is_of_cpu);
  ASSERT_NE(few, variants.end());
  steady->default_from_runs = 25;
  steady->functions.expected = [](const auto&, ValueType, const FeatureLookup&) {
    return Expected{.launch = {.longest = 8}};
  };
  few->functions.expected = [](const auto&, ValueType, const FeatureLookup& feature) {
    return Expected{.launch = {.longest = feature(Feature::row_max)}};
  };
  texts_[1] = few->default_configuration().text();
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  for (std::size_t i = 0; i < synthetic.problems.size(); ++i) {
    synthetic.problems[i].features.values[index(Feature::row_max)] = i % 2 == 0 ? 5000 : 50;
  }
  fill(synthetic, {});

  const Dataset data = read_dataset(db::Store(file(), db::OpenMode::read_only), Query{},
                                    Catalogue(std::move(variants)));

  ASSERT_EQ(data.problems.size(), 8U);
  EXPECT_EQ(data.configurations[data.default_at(1)].text(), texts_[1]);
  for (const Problem& p : data.problems) {
    const bool waits = p.features.at(Feature::row_max) > 1024;
    EXPECT_EQ(data.configurations[data.default_at(p, 1)].text(), texts_[waits ? 0 : 1]);
    EXPECT_EQ(data.default_at(p, 25), data.default_configuration);
  }
}

TEST_F(ReadDataset, tells_what_points_looked_like_before_they_were_measured_again) {
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  for (Problem& p : synthetic.problems) p.cells[1].alone_us = 0.5 * p.cells[1].us;
  fill(synthetic, {});

  const Dataset data =
      read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());

  std::size_t again = 0;
  for (const Problem& p : data.problems) {
    for (const Cell& c : p.cells) {
      if (std::isnan(c.alone_us)) continue;
      ++again;
      EXPECT_NEAR(c.alone_us / c.us, 0.5, 1e-6);
    }
  }
  EXPECT_EQ(again, data.problems.size()) << "of the others the result is the only trial";
}

/// Each holds the samples of those before it (docs/decisions/014).
TEST_F(ReadDataset, repetitions_that_older_programs_added_up_count_alone) {
  stop_of_finalists_ = "rounds";
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  for (Problem& p : synthetic.problems) p.cells[1].alone_us = 0.5 * p.cells[1].us;
  fill(synthetic, {});

  const Dataset data =
      read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());

  for (const Problem& p : data.problems) {
    const auto it = std::find_if(synthetic.problems.begin(), synthetic.problems.end(),
                                 [&](const Problem& s) { return s.matrix == p.matrix; });
    ASSERT_NE(it, synthetic.problems.end());
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      const bool finalist = data.configurations[c].text() == texts_[1];
      EXPECT_EQ(std::isnan(p.cells[c].alone_us), !finalist);
      if (!finalist) continue;
      EXPECT_NEAR(p.cells[c].us / it->cells[1].us, 1, 1e-6);
      EXPECT_NEAR(p.cells[c].alone_us / it->cells[1].us, 0.5, 1e-6);
    }
  }
}

TEST_F(ReadDataset, takes_the_mean_of_several_occasions) {
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  fill(synthetic, {});
  for (Problem& p : synthetic.problems) {
    for (Cell& c : p.cells) c.us *= 1.21;
    for (Cell& c : p.cells) c.prepare_s *= 3;
    p.baselines[0].us *= 1.44;
  }
  fill(synthetic, {});

  const Dataset data =
      read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());

  ASSERT_EQ(data.problems.size(), synthetic.problems.size());
  for (const Problem& p : data.problems) {
    const auto it = std::find_if(synthetic.problems.begin(), synthetic.problems.end(),
                                 [&](const Problem& s) { return s.matrix == p.matrix; });
    ASSERT_NE(it, synthetic.problems.end());
    EXPECT_NEAR(p.oracle_us() / it->oracle_us(), 1 / 1.1, 1e-6);
    EXPECT_NEAR(p.baselines[0].us / it->baselines[0].us, 1 / 1.2, 1e-6);
    const auto preparing = [](const Problem& of) {
      double sum = 0;
      for (const Cell& c : of.cells) sum += c.state == Cell::State::usable ? c.prepare_s : 0;
      return sum;
    };
    EXPECT_NEAR(preparing(p) / preparing(*it), 2.0 / 3, 1e-6);
    for (const Cell& c : p.cells) EXPECT_TRUE(std::isnan(c.alone_us)) << "no finalist";
  }
}

/// Merges number attempts in the order of files; what is newest goes by the time.
TEST_F(ReadDataset, is_the_same_in_whichever_order_occasions_were_merged) {
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  for (Problem& p : synthetic.problems) p.cells[1].alone_us = 0.5 * p.cells[1].us;
  std::vector<std::filesystem::path> files;
  for (const int day : {1, 2, 3}) {
    fill(synthetic, {});
    files.push_back(folder_ / fmt::format("{}.sqlite", day));
    std::filesystem::rename(file(), files.back());
    db::test::vandalise(
        files.back(),
        fmt::format("UPDATE trial SET started_at = format('2020-02-0{}T02:%02d:%02d.000Z', "
                    "trial_id / 60, trial_id % 60)",
                    day));
    for (Problem& p : synthetic.problems) {
      for (Cell& c : p.cells) c.us *= 1.21;
      p.cells[1].alone_us *= 1.3;
      p.baselines[0].us *= 1.44;
    }
  }
  const auto merged = [&] {
    std::filesystem::remove(file());
    db::merge(files, file());
    return read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());
  };
  const Dataset forward = merged();
  std::reverse(files.begin(), files.end());
  const Dataset backward = merged();

  ASSERT_EQ(forward.problems.size(), synthetic.problems.size());
  ASSERT_EQ(backward.problems.size(), forward.problems.size());
  std::size_t finalists = 0;
  for (std::size_t i = 0; i < forward.problems.size(); ++i) {
    const Problem& p = forward.problems[i];
    const Problem& q = backward.problems[i];
    ASSERT_EQ(p.hash, q.hash);
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      if (!p.cells[c].tried()) continue;
      ASSERT_EQ(p.cells[c].state, q.cells[c].state);
      if (p.cells[c].state != Cell::State::usable) continue;
      EXPECT_EQ(p.cells[c].us, q.cells[c].us);
      EXPECT_EQ(std::isnan(p.cells[c].alone_us), std::isnan(q.cells[c].alone_us));
      if (std::isnan(p.cells[c].alone_us)) continue;
      ++finalists;
      EXPECT_EQ(p.cells[c].alone_us, q.cells[c].alone_us);
    }
    EXPECT_EQ(p.baselines[0].us, q.baselines[0].us);
  }
  EXPECT_EQ(finalists, forward.problems.size());
  EXPECT_EQ(forward.provenance.training_hash, backward.provenance.training_hash);
}

/// The newest is the same, and training takes the mean of both.
TEST_F(ReadDataset, hashes_what_each_occasion_found) {
  const auto hash = [&](const std::vector<double>& factors) {
    std::filesystem::remove(file());
    for (const double factor : factors) {
      Dataset synthetic = testing::synthetic(4, 2, 0, 9);
      for (Problem& p : synthetic.problems) p.cells[1].us *= factor;
      fill(synthetic, {});
    }
    const db::Store store(file(), db::OpenMode::read_only);
    std::string found = find_trials(store, {}).hash;
    EXPECT_EQ(read_dataset(store, {}, shipped_catalogue()).provenance.training_hash, found);
    return found;
  };
  EXPECT_EQ(hash({1.1, 1}), hash({1.1, 1}));
  EXPECT_NE(hash({1.1, 1}), hash({1.2, 1}));
  EXPECT_NE(hash({1, 1}), hash({1}));
}

TEST_F(ReadDataset, learned_choice_reaches_98_percent_end_to_end) {
  fill(testing::synthetic(60, 4, 0.01, 3), {});
  const db::Store store(file(), db::OpenMode::read_only);
  EvaluateOptions options;
  options.training.threads = 2;
  options.training.recipes.resize(1);
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
  EXPECT_THAT(data.left_out[0],
              ::testing::MatchesRegex("6 trials of another context: another protocol or number of "
                                      "threads \\(--policy [0-9a-f]{8}\\) chooses them instead"));
  Query alone;
  alone.policy = data.left_out[0].substr(data.left_out[0].find("policy ") + 7, 8);
  EXPECT_EQ(read_dataset(store, alone, shipped_catalogue()).machine.threads, 1);
}

TEST_F(ReadDataset, of_nothing_that_can_be_learned_from_says_why) {
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  for (Problem& p : synthetic.problems) p.cells[0].state = Cell::State::refused;
  fill(synthetic, {});
  const db::Store store(file(), db::OpenMode::read_only);
  const auto error = [&](const Query& q) -> std::string {
    try {
      (void)read_dataset(store, q, shipped_catalogue());
    } catch (const InputError& e) {
      return e.what();
    }
    return {};
  };
  const std::string of_formats = error({});
  EXPECT_NE(of_formats.find("8 problems: no usable trial of the default " + texts_[0]),
            std::string::npos)
      << of_formats;
  EXPECT_NE(of_formats.find("`sptune sweep run --variants csr`"), std::string::npos) << of_formats;
  Query of_floats;
  of_floats.value_type = ValueType::f32;
  EXPECT_NE(error(of_floats).find("no usable trials where"), std::string::npos) << error(of_floats);
}

TEST_F(ReadDataset, problems_say_their_parameters) {
  const Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  fill(synthetic, {});
  const std::string& matrix = synthetic.problems[0].matrix;
  db::test::vandalise(file(), "UPDATE problem SET parameters = 'k=2,layout=row'");
  db::test::vandalise(
      file(),
      "DELETE FROM matrix_feature WHERE matrix_id = (SELECT matrix_id FROM matrix WHERE "
      "name = '" +
          matrix + "')");
  const Dataset data =
      read_dataset(db::Store(file(), db::OpenMode::read_only), Query{}, shipped_catalogue());
  ASSERT_EQ(data.problems.size(), 7U);
  EXPECT_EQ(data.problems[0].parameters, "k=2,layout=row");
  EXPECT_THAT(data.left_out,
              ::testing::Contains(::testing::MatchesRegex(
                  matrix + " k=2,layout=row \\(problem [0-9a-f]{12}\\): no features stored")));
}

TEST_F(ReadDataset, features_of_another_version_are_none) {
  fill(testing::synthetic(4, 2, 0, 9), {});
  db::test::vandalise(file(),
                      fmt::format("UPDATE feature_def SET version = {}", features::version - 1));
  const std::string why =
      fmt::format("its features are of another version than this program's, {}", features::version);
  {
    const db::Store store(file(), db::OpenMode::read_only);
    const std::string error = db::test::error_of<InputError>(
        [&] { (void)read_dataset(store, Query{}, shipped_catalogue()); });
    EXPECT_THAT(error, ::testing::HasSubstr("8 problems: " + why));
    EXPECT_THAT(error, ::testing::HasSubstr("`sptune sweep run` stores them anew"));
  }
  fill(testing::synthetic(2, 1, 0, 9), {});  // two of them again, by this program

  const db::Store store(file(), db::OpenMode::read_only);
  const Dataset data = read_dataset(store, Query{}, shipped_catalogue());

  ASSERT_FALSE(data.problems.empty());
  EXPECT_LT(data.problems.size(), 8U);
  EXPECT_THAT(data.left_out, ::testing::Contains(::testing::HasSubstr(why)));
}

TEST_F(ReadDataset, tells_generated_matrices_from_others) {
  Dataset synthetic = testing::synthetic(4, 1, 0, 9);
  synthetic.problems[1].matrix = "road";  // a file of this name
  synthetic.problems[2].matrix = "named by a manifest";
  sources_["named by a manifest"] = "random{rows=700,cols=0,mean=3,seed=1}";
  fill(synthetic, {});

  const db::Store store(file(), db::OpenMode::read_only);
  Query query;
  for (const std::string which : {"", "collected", "generated"}) {
    query.held_out = which;
    const Dataset data = read_dataset(store, query, shipped_catalogue());
    ASSERT_EQ(data.problems.size(), 4U);
    for (const Problem& p : data.problems) {
      EXPECT_EQ(p.generated, p.matrix == "named by a manifest") << p.matrix;
      EXPECT_EQ(p.held_out, which.empty() || p.generated == (which == "generated")) << p.matrix;
    }
  }
}

TEST_F(ReadDataset, sides_of_generators_are_those_of_today_whatever_was_stored) {
  Dataset synthetic = testing::synthetic(3, 1, 0, 9);
  synthetic.problems[0].group = "stencil2d";  // single ids went by the hash
  synthetic.problems[1].group = "seed_pair_a";
  split_ = "test";
  fill(synthetic, {});

  const db::Store store(file(), db::OpenMode::read_only);
  const Dataset data = read_dataset(store, Query{}, shipped_catalogue());

  std::map<std::string, std::string> sides;
  for (const Problem& p : data.problems) sides[p.family] = p.split;
  EXPECT_EQ(sides.at("stencil2d"), "train");
  EXPECT_EQ(sides.count("seed_pair"), 1U);
  EXPECT_EQ(sides.at(synthetic.problems[2].group), "test") << "a manifest said so";
}

TEST_F(ReadDataset, counts_the_trials_of_what_it_keeps) {
  Dataset synthetic = testing::synthetic(4, 2, 0, 9);
  for (std::size_t i = 0; i < 2; ++i) synthetic.problems[i].group = "SAT14";  // of the test part
  fill(synthetic, {});
  const db::Store store(file(), db::OpenMode::read_only);
  Query query;
  query.split = "train";

  EXPECT_EQ(read_dataset(store, query, shipped_catalogue()).provenance.trials, 6 * 6);
  EXPECT_EQ(find_trials(store, query).count, 8 * 6);
}

TEST_F(ReadDataset, families_stand_on_one_side_whatever_their_collections) {
  Dataset synthetic = testing::synthetic(4, 1, 0, 9);
  const auto rename = [&](std::size_t i, const char* group) {
    synthetic.problems[i].group = group;
    synthetic.problems[i].matrix = std::string(group) + "/m";
  };
  rename(0, "SAT14");  // stored as a group for training, and so is the next
  rename(1, "GNN");
  rename(2, "SATcomp");  // stored on the other side than its hash tells: a manifest said so
  fill(synthetic, {});

  const db::Store store(file(), db::OpenMode::read_only);
  const Dataset data = read_dataset(store, Query{}, shipped_catalogue());

  ASSERT_EQ(data.problems.size(), 4U);
  std::map<std::string, std::pair<std::string, std::string>> found;
  for (const Problem& p : data.problems) found[p.group] = {p.family, p.split};
  EXPECT_EQ(found["SAT14"], std::pair(std::string("SAT"), std::string("test")));
  EXPECT_EQ(found["GNN"], std::pair(std::string("GNN"), std::string("train")));
  EXPECT_EQ(found["SATcomp"], std::pair(std::string("SAT"), std::string("train")));
  Query test;
  test.split = "test";
  EXPECT_EQ(read_dataset(store, test, shipped_catalogue()).problems.size(), 1U);
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

TEST_F(ReadDataset, whole_products_and_values_alone_are_not_mixed) {
  harness::Protocol values;
  values.repeat = Repeat::values;
  fill(testing::synthetic(2, 1, 0, 9), values);
  const db::Store store(file(), db::OpenMode::read_only);
  EXPECT_THROW((void)read_dataset(store, Query{}, shipped_catalogue()), InputError);
  Query query;
  query.repeat = Repeat::values;

  const Dataset data = read_dataset(store, query, shipped_catalogue());

  EXPECT_EQ(data.problems.size(), 2U);
  EXPECT_EQ(data.repeat, Repeat::values);
  EXPECT_EQ(data.with({}).repeat, Repeat::values);
}

TEST_F(ReadDataset, a_condition_does_not_escape_the_others) {
  fill(testing::synthetic(4, 2, 0, 9), {});
  const db::Store store(file(), db::OpenMode::read_only);
  Query escape;
  escape.split = "test";  // all of them are for training
  EXPECT_THROW((void)read_dataset(store, escape, shipped_catalogue()), InputError);
  escape.condition = "1=1) OR (1=1";
  EXPECT_THROW((void)read_dataset(store, escape, shipped_catalogue()), UsageError);
  escape.condition.clear();
  escape.split = "train";
  escape.held_out = "1=1) OR (1=1";
  EXPECT_THROW((void)read_dataset(store, escape, shipped_catalogue()), UsageError);
}

TEST_F(ReadDataset, features_of_a_log_are_stored_with_new_trials_or_where_there_are_none) {
  learned::Record race = testing::some_record();
  const std::string log = (folder_ / "a.jsonl").string();
  std::ofstream(log) << to_line(race);
  const auto import = [&] {
    db::Store store(file(), db::OpenMode::create);
    import_logs(&store, {log}, shipped_catalogue());
  };
  const auto count = [&](const std::string& rows) {
    return db::query(file(), "SELECT 1 FROM " + rows).rows.size();
  };
  import();
  db::test::vandalise(file(), "UPDATE feature_cost SET seconds = 7");
  import();
  EXPECT_EQ(count("feature_cost WHERE seconds < 7"), 0U) << "nothing is new";

  race.at = "2026-11-22T22:00:00Z";
  std::ofstream(log, std::ios::app) << to_line(race);
  race.at = "2026-11-22T23:00:00Z";
  race.features.seconds_per_tier[1] = 5e-6;
  std::ofstream(log, std::ios::app) << to_line(race);
  import();
  EXPECT_EQ(count("feature_cost WHERE seconds = 7"), 0U);
  EXPECT_GT(count("feature_cost WHERE tier = 1 AND seconds = 5e-6"), 0U) << "of the last race";

  db::test::vandalise(file(),
                      fmt::format("UPDATE feature_def SET version = {}", features::version - 1));
  import();
  EXPECT_GT(count(fmt::format("feature_def WHERE version = {}", features::version)), 0U);
}

TEST_F(ReadDataset, features_that_are_not_finite_are_left_out_by_name) {
  Dataset synthetic = testing::synthetic(6, 3, 0.01, 9);
  testing::set_feature(synthetic.problems[0].features, Feature::nnz, INFINITY);
  testing::set_feature(synthetic.problems[1].features, Feature::ell_fill, INFINITY);
  synthetic.problems[2].cells[0].us = INFINITY;
  fill(synthetic, {});
  const db::Store store(file(), db::OpenMode::read_only);

  const Dataset data = read_dataset(store, Query{}, shipped_catalogue());

  EXPECT_EQ(data.problems.size(), 16U);
  const auto said = [&](const std::string& matrix, const std::string& what) {
    return std::any_of(data.left_out.begin(), data.left_out.end(), [&](const std::string& line) {
      return line.find(matrix) != std::string::npos && line.find(what) != std::string::npos;
    });
  };
  EXPECT_TRUE(said(synthetic.problems[0].matrix, "not finite"));
  EXPECT_TRUE(said(synthetic.problems[2].matrix, "no usable trial of the default"));
  TrainOptions options;
  options.threads = 2;
  options.recipes.resize(1);
  EXPECT_NO_THROW((void)train(data, options)) << "a feature alone may be missing";
}

}  // namespace
}  // namespace sptune::train
