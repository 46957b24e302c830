// SPDX-License-Identifier: BSD-3-Clause
// The fit of a policy: what is known to be best is found, and nothing is made of noise.
#include "kernels/api/catalogue.hpp"
#include "tests/tuner/calibrate_fixture.hpp"
#include "tuner/calibrate/facts.hpp"
#include "tuner/calibrate/tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sptune::calibrate {
namespace {

using testing::accumulators;
using ::testing::Each;
using ::testing::ElementsAreArray;
using ::testing::Field;
using ::testing::HasSubstr;
using testing::matrix_of;
using testing::place_of;
using ::testing::SizeIs;
using testing::take;
using testing::trials_of;

/// Refines the policy by rows, by questions about rows alone.
CalibrationOptions by_rows() {
  CalibrationOptions out;
  out.base = "sm_90_rows";
  out.fit.products.least = 10000;
  return out;
}

/// Whom a policy asks first of such rows.
std::string first_of(const Calibration& c, Phase phase, const Facts& facts) {
  const Accumulators all = accumulators();
  const auto names = phase == Phase::count ? all.names().count : all.names().fill;
  return std::string(
      names[c.trees[static_cast<std::size_t>(phase)].tree->leaf_of(facts).order.front()]);
}

TEST(CalibrationFixture, has_the_accumulators_of_hash_bins_in_their_order) {
  const Variant* const variant =
      shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
  if (variant == nullptr) GTEST_SKIP() << "built without CUDA";
  const Accumulators table(*variant);
  const Accumulators own = accumulators();
  EXPECT_THAT(own.names().count, ElementsAreArray(table.names().count));
  EXPECT_THAT(own.names().fill, ElementsAreArray(table.names().fill));
}

TEST(Calibration, finds_the_accumulator_that_is_best_for_each_kind_of_row) {
  Trials trials = trials_of(24);
  for (ProductTimes& m : trials.products) {
    const double products = m.facts[0];
    take(m, 0, "team_bits", products < 500 ? 0.8 : 1.4);
    take(m, 0, "block_bits", products < 500 ? 2.0 : 0.7);
    take(m, 1, "team_table", products > 1000 ? 0.9 : 1.5);
  }
  const Calibration c = calibrate(trials, accumulators(), by_rows(), nullptr);

  EXPECT_EQ(c.base, "sm_90_rows");
  EXPECT_EQ(first_of(c, Phase::count, matrix_of(150).facts), "team_bits");
  EXPECT_EQ(first_of(c, Phase::count, matrix_of(2000).facts), "block_bits");
  EXPECT_EQ(first_of(c, Phase::fill, matrix_of(150).facts), "sort_16") << "as built in";
  EXPECT_EQ(first_of(c, Phase::fill, matrix_of(3000).facts), "team_table");
  EXPECT_EQ(first_of(c, Phase::count, matrix_of(40).facts), "sort_16") << "no trial speaks of it";
  EXPECT_THAT(c.trees[0].changes, SizeIs(2));
  EXPECT_NEAR(c.on_all.count, 1 / std::sqrt(0.8 * 0.7), 0.05);
  EXPECT_GT(c.on_all.total, 1.1);
  ASSERT_TRUE(c.held_out);
  EXPECT_EQ(c.held_out->products, 24U) << "each once";
  EXPECT_GT(c.held_out->total / c.on_all.total, 0.95);
}

/// Whatever is faster for rows that are alone, those of a group are asked about first.
TEST(Calibration, leaves_those_of_groups_in_front) {
  Trials trials = trials_of(24);
  for (ProductTimes& m : trials.products) take(m, 1, "team_table", 0.5);
  const Calibration c = calibrate(trials, accumulators(), by_rows(), nullptr);
  ASSERT_EQ(first_of(c, Phase::fill, matrix_of(3000).facts), "team_table");

  const Accumulators all = accumulators();
  const std::string text =
      policy_text({"mine", "sm_90", "{}"}, *c.trees[0].tree, *c.trees[1].tree, all.names());
  const policies::Policy read = policies::parse_policy(text, "mine", all.names());
  const auto node = grow(read.fill, all.names().fill);
  const Node& leaf = node->leaf_of(matrix_of(3000).facts);
  ASSERT_THAT(leaf.in_front, SizeIs(2));
  EXPECT_EQ(all.names().fill[leaf.in_front.front()], "block_group");
  EXPECT_EQ(all.names().fill[leaf.in_front.back()], "block_strips");
  EXPECT_EQ(all.names().fill[leaf.order.front()], "team_table");
}

TEST(Calibration, makes_nothing_of_noise) {
  for (const double noise : {0.0, 0.02, 0.08}) {
    const Calibration c = calibrate(trials_of(40, noise), accumulators(), by_rows(), nullptr);
    EXPECT_THAT(c.trees[0].changes, SizeIs(0)) << noise;
    EXPECT_THAT(c.trees[1].changes, SizeIs(0)) << noise;
    EXPECT_EQ(c.on_all.total, 1) << noise;
  }
}

TEST(Calibration, makes_nothing_of_what_forcing_itself_saves) {
  Trials trials = trials_of(24);
  // Whoever is forced takes the rows without a question: 12 % less than with the policy, which
  // takes sort_16.
  for (ProductTimes& m : trials.products) {
    take(m, 0, "sort_16", 0.88);
    take(m, 0, "team_bits", 0.89);
    take(m, 0, "team_words", 1.3);
  }
  EXPECT_THAT(calibrate(trials, accumulators(), by_rows(), nullptr).trees[0].changes, SizeIs(0));
  for (ProductTimes& m : trials.products) take(m, 0, "team_bits", 0.7);
  const Calibration c = calibrate(trials, accumulators(), by_rows(), nullptr);
  ASSERT_THAT(c.trees[0].changes, SizeIs(1));
  EXPECT_NEAR(c.trees[0].changes[0].gain, 0.88 / 0.7, 0.03) << "over sort_16, not over the policy";
}

/// Whoever stands in front of whole products, or of rows of groups, is asked before the leaf's
/// first.
TEST(Calibration, takes_what_forcing_saves_from_where_the_policy_asks_the_same_first) {
  Trials trials = trials_of(24);
  for (ProductTimes& m : trials.products) {
    take(m, 1, "sort_16", 0.99);
    take(m, 1, "team_bits", 0.8);
  }
  const auto known = accumulators();
  for (int i = 0; i < 24; ++i) {
    ProductTimes grouped = matrix_of(5000 + i);
    grouped.suited = true;
    for (const auto name : known.names().fill) take(grouped, 1, name, 0.7);
    trials.products.push_back(grouped);
  }
  const Calibration c = calibrate(trials, known, by_rows(), nullptr);
  EXPECT_EQ(first_of(c, Phase::fill, matrix_of(150).facts), "team_bits")
      << "0.7 of the time by another kernel is not what forcing saves";
}

/// Forced, an accumulator takes the rows of groups and strips as well: that is no loss, and no
/// gain, of asking it first of all other rows.
TEST(Calibration, compares_whoever_stands_behind_groups_with_whom_it_would_go_before) {
  const auto known = accumulators();
  const auto fitted = [&](double team_table) {
    Trials trials = trials_of(24);
    for (ProductTimes& m : trials.products) {
      m.suited = true;
      for (const auto name : known.names().fill) take(m, 1, name, 2);
      take(m, 1, "team_table", team_table);
    }
    return calibrate(trials, known, by_rows(), nullptr);
  };
  const Calibration faster = fitted(1.6);
  EXPECT_EQ(first_of(faster, Phase::fill, matrix_of(3000).facts), "team_table");
  EXPECT_EQ(faster.on_all.fill, 1) << "nobody knows how many rows are left to it";
  EXPECT_THAT(fitted(2.3).trees[1].changes, SizeIs(0));

  Trials trials = trials_of(24);
  for (ProductTimes& m : trials.products) {
    m.suited = true;
    for (const auto name : known.names().fill) take(m, 1, name, 0.7);
    take(m, 1, "team_table", 0.8);
  }
  EXPECT_THAT(calibrate(trials, known, by_rows(), nullptr).trees[1].changes, SizeIs(0))
      << "faster than groups, slower than whom it would go before";
}

/// Types of one matrix are no independent evidence.
TEST(Calibration, counts_a_matrix_once_in_whatever_value_types) {
  const auto in_both = [](std::vector<ProductTimes> products) {
    Trials trials = trials_of(24);
    for (ProductTimes& m : products) {
      for (ProductTimes& other : trials.products) {
        if (other.product == m.product) other = m;
      }
    }
    const std::vector<ProductTimes> once = trials.products;
    trials.products.insert(trials.products.end(), once.begin(), once.end());
    return trials;
  };
  const std::vector<ProductTimes> all = trials_of(24).products;
  std::vector<ProductTimes> lucky{all[7], all[8]};
  for (ProductTimes& m : lucky) take(m, 0, "team_bits", 0.5);
  EXPECT_THAT(calibrate(in_both(lucky), accumulators(), by_rows(), nullptr).trees[0].changes,
              SizeIs(0))
      << "two are less than three";
  lucky.push_back(all[9]);
  take(lucky.back(), 0, "team_bits", 0.6);
  const Calibration c = calibrate(in_both(lucky), accumulators(), by_rows(), nullptr);
  ASSERT_THAT(c.trees[0].changes, SizeIs(1));
  EXPECT_THAT(c.trees[0].changes[0].products, SizeIs(3));
  EXPECT_NEAR(c.trees[0].changes[0].gain, std::pow(1 / (0.5 * 0.5 * 0.6), 1 / 3.0), 0.05);

  // Faster in the one type, as much slower in the other.
  Trials torn = trials_of(24);
  const std::vector<ProductTimes> once = torn.products;
  for (ProductTimes& m : torn.products) take(m, 0, "team_bits", 0.8);
  for (ProductTimes m : once) {
    take(m, 0, "team_bits", 1.25);
    torn.products.push_back(m);
  }
  EXPECT_THAT(calibrate(torn, accumulators(), by_rows(), nullptr).trees[0].changes, SizeIs(0));
}

TEST(Calibration, makes_nothing_of_one_lucky_matrix) {
  Trials trials = trials_of(24);
  take(trials.products[7], 0, "team_bits", 0.5);
  take(trials.products[8], 0, "team_bits", 0.6);
  EXPECT_THAT(calibrate(trials, accumulators(), by_rows(), nullptr).trees[0].changes, SizeIs(0));
  CalibrationOptions pairs = by_rows();
  pairs.fit.rows.least = 2;
  EXPECT_THAT(calibrate(trials, accumulators(), pairs, nullptr).trees[0].changes, SizeIs(1));
}

TEST(Calibration, judges_other_matrices_by_their_own_times) {
  Trials trials = trials_of(24);
  Trials others = trials_of(10);
  for (ProductTimes& m : trials.products) take(m, 0, "team_bits", 0.8);
  for (ProductTimes& m : others.products) take(m, 0, "team_bits", 1.25);
  const Calibration c = calibrate(trials, accumulators(), by_rows(), &others);
  ASSERT_TRUE(c.judged);
  EXPECT_NEAR(c.judged->count, 0.8, 0.02);
  EXPECT_LT(c.judged->least, 1);
}

/// Of which nothing but the rows per multiprocessor is told apart.
Trials mixed_of(int count) {
  Trials out = trials_of(count);
  for (std::size_t i = 0; i < out.products.size(); ++i) {
    ProductTimes& m = out.products[i];
    m.alike = false;
    const double rows = 1 << (i % 10);
    m.facts = facts_of_product(132 * rows, 132 * rows * 50, 132);
  }
  return out;
}

TEST(Calibration, puts_an_accumulator_in_front_of_whole_products) {
  Trials trials = mixed_of(100);
  for (ProductTimes& m : trials.products) {
    const bool few = m.facts[static_cast<std::size_t>(policies::RowFeature::rows_per_sm)] < 12;
    take(m, 0, "block_bits", few ? 0.8 : 1.3);
    take(m, 1, "team_window", few ? 0.7 : 1.5);
  }
  const Accumulators all = accumulators();
  CalibrationOptions o;
  o.base = "sm_90_rows";
  const Calibration c = calibrate(trials, all, o, nullptr);
  EXPECT_EQ(c.base, "sm_90_rows");
  ASSERT_THAT(c.trees[0].changes, SizeIs(1));
  EXPECT_EQ(c.trees[0].changes[0].before, "policy");
  EXPECT_EQ(c.trees[0].changes[0].after, "block_bits");
  EXPECT_THAT(c.trees[0].changes[0].where, HasSubstr("rows_per_sm <= "));
  EXPECT_THAT(c.trees[0].changes[0].products, SizeIs(40));
  EXPECT_NEAR(c.on_all.count, std::pow(1 / 0.8, 0.4), 0.01);
  EXPECT_NEAR(c.on_all.fill, std::pow(1 / 0.7, 0.4), 0.01);
  EXPECT_GE(c.on_all.least, 0.98);

  // What is written and read again says the same of each product.
  const std::string text = text_of(c, trials, all, "mine", "x");
  const policies::Policy read = policies::parse_policy(text, "mine", all.names());
  EXPECT_EQ(policies::tree_for({8, 50}, read.count).first,
            static_cast<int>(place_of(all.names().count, "block_bits")));
  EXPECT_EQ(policies::tree_for({16, 50}, read.count).first, -1);
  EXPECT_EQ(policies::tree_for({8, 50}, read.fill).first,
            static_cast<int>(place_of(all.names().fill, "team_window")));
  EXPECT_EQ(grow(read.fill, all.names().fill)->first_of(trials.products[0].facts),
            static_cast<int>(place_of(all.names().fill, "team_window")));
}

/// What is in front of all rows takes those as well that it is slow at.
TEST(Calibration, asks_about_rows_alone_where_products_asked_about_gain_no_more) {
  Trials trials = trials_of(48);
  for (std::size_t i = 0; i < trials.products.size(); ++i) {
    ProductTimes& m = trials.products[i];
    const double compression = i % 3 == 0 ? 1.1 : 4;
    m.facts[static_cast<std::size_t>(policies::RowFeature::compression)] = compression;
    take(m, 0, "block_bits", 0.7);
    take(m, 1, "team_table", compression > 2 ? 0.7 : 1.2);
  }
  CalibrationOptions o;
  o.base = "sm_90_rows";
  const Calibration c = calibrate(trials, accumulators(), o, nullptr);
  EXPECT_FALSE(c.asks_products[1]);
  EXPECT_THAT(c.trees[1].changes, Each(Field(&Change::where, HasSubstr("compression > "))));
  EXPECT_GT(c.on_all.fill, 1.2);
  ASSERT_TRUE(c.held_out);
  EXPECT_GT(c.held_out->fill, 1.2);

  o.folds = 0;  // nothing to tell them apart by
  const Calibration both = calibrate(trials, accumulators(), o, nullptr);
  EXPECT_TRUE(both.asks_products[1]);
  ASSERT_THAT(both.trees[1].changes, SizeIs(1));
  EXPECT_EQ(both.trees[1].changes[0].before, "policy");
  EXPECT_LT(both.on_all.fill, c.on_all.fill);
}

TEST(Calibration, makes_nothing_of_times_of_whoever_stands_in_front) {
  Trials trials = mixed_of(60);
  // sm_90 counts by blocks first up to 12 rows a multiprocessor: the same thing, measured twice.
  for (ProductTimes& m : trials.products) {
    m.facts = facts_of_product(132 * 4, 132 * 4 * 50, 132);
    take(m, 0, "block_bits", 0.9);
  }
  CalibrationOptions o;
  o.base = "sm_90";
  EXPECT_THAT(calibrate(trials, accumulators(), o, nullptr).trees[0].changes, SizeIs(0));
  for (ProductTimes& m : trials.products) take(m, 0, "team_bits", 0.8);
  const Calibration c = calibrate(trials, accumulators(), o, nullptr);
  ASSERT_THAT(c.trees[0].changes, SizeIs(1));
  EXPECT_EQ(c.trees[0].changes[0].before, "block_bits");
  EXPECT_EQ(c.trees[0].changes[0].after, "team_bits");
}

TEST(Calibration, puts_nobody_in_front_of_groups_of_rows_or_for_few_products_or_by_noise) {
  Trials grouped = mixed_of(60);
  Trials few = mixed_of(15);
  const Trials noise = mixed_of(60);
  for (ProductTimes& m : grouped.products) m.suited = true;
  for (Trials* trials : {&grouped, &few}) {
    for (ProductTimes& m : trials->products) take(m, 1, "team_window", 0.5);
  }
  CalibrationOptions o;
  o.base = "sm_90_rows";
  for (const Trials* trials : std::initializer_list<const Trials*>{&grouped, &few, &noise}) {
    const Calibration c = calibrate(*trials, accumulators(), o, nullptr);
    EXPECT_THAT(c.trees[0].changes, SizeIs(0));
    EXPECT_THAT(c.trees[1].changes, SizeIs(0));
    EXPECT_EQ(c.on_all.total, 1);
  }
}

TEST(Calibration, refuses_to_refine_what_is_not_built_in) {
  CalibrationOptions o;
  o.base = "sm_91";
  EXPECT_THROW((void)calibrate(trials_of(24), accumulators(), o, nullptr), UsageError);
}

TEST(PolicyText, is_read_as_the_tree_that_was_fitted_and_is_the_same_each_time) {
  Trials trials = trials_of(24);
  for (ProductTimes& m : trials.products) {
    take(m, 0, "team_bits", m.facts[0] < 500 ? 0.8 : 1.1);
    take(m, 1, "block_bits", 0.8);
  }
  const Accumulators all = accumulators();
  const Calibration c = calibrate(trials, all, by_rows(), nullptr);
  const std::string text = text_of(c, trials, all, "mine", "trials.sqlite");
  const Calibration again = calibrate(trials, all, by_rows(), nullptr);
  EXPECT_EQ(text, text_of(again, trials, all, "mine", "trials.sqlite"));
  EXPECT_LT(text.size(), 12000U) << "equal subtrees stand there once";
  EXPECT_THAT(text, HasSubstr("trials_hash"));

  const policies::Policy read = policies::parse_policy(text, "mine", all.names());
  EXPECT_EQ(read.name, "mine");
  EXPECT_EQ(read.architecture, "sm_90");
  for (const Phase phase : phases) {
    const bool counting = phase == Phase::count;
    const auto& tree = counting ? read.count : read.fill;
    const auto node = grow(tree, counting ? all.names().count : all.names().fill);
    const Node& fitted = *c.trees[static_cast<std::size_t>(phase)].tree;
    EXPECT_EQ(node->size(), fitted.size());
    for (double products = 5; products < 1e6; products *= 1.3) {
      Facts facts = matrix_of(std::round(products)).facts;
      for (const double spread : {0.01, 1.0, 5.0, 60.0, 5000.0}) {
        using policies::RowFeature;
        facts[static_cast<std::size_t>(RowFeature::span)] = products * spread;
        facts[static_cast<std::size_t>(RowFeature::span_per_product)] = spread;
        facts[static_cast<std::size_t>(RowFeature::span_per_entry)] = 2 * spread;
        EXPECT_EQ(node->leaf_of(facts).order, fitted.leaf_of(facts).order) << products;
        EXPECT_EQ(node->leaf_of(facts).in_front, fitted.leaf_of(facts).in_front) << products;
      }
    }
  }
}

TEST(Calibration, asks_nothing_of_entries_before_they_are_counted) {
  Trials trials = trials_of(24);
  // What tells them apart is the entries alone.
  for (std::size_t i = 0; i < trials.products.size(); ++i) {
    ProductTimes& m = trials.products[i];
    m.facts[static_cast<std::size_t>(policies::RowFeature::entries)] = i % 2 == 0 ? 10 : 60;
    take(m, 0, "team_bits", i % 2 == 0 ? 0.7 : 1.4);
    take(m, 1, "team_table", i % 2 == 0 ? 0.7 : 1.4);
  }
  const Accumulators all = accumulators();
  const Calibration c = calibrate(trials, all, by_rows(), nullptr);
  (void)policies::parse_policy(text_of(c, trials, all, "x", "y"), "x", all.names());
  ASSERT_THAT(c.trees[1].changes, SizeIs(1));
  EXPECT_THAT(c.trees[1].changes[0].where, HasSubstr("entries <= "));
}

TEST(Calibration, keeps_within_the_nodes_that_a_device_holds) {
  Trials trials = trials_of(300, 0.0);
  const Accumulators all = accumulators();
  // Another accumulator for every three matrices.
  constexpr std::array names{"team_bits", "block_bits", "team_table"};
  for (std::size_t i = 0; i < trials.products.size(); ++i) {
    ProductTimes& m = trials.products[i];
    m.name = m.matrix += " " + std::to_string(i);
    m.facts[0] += static_cast<double>(i) * 0.01;
    for (const char* name : names) take(m, 0, name, name == names[i / 3 % 3] ? 0.5 : 2);
  }
  CalibrationOptions o = by_rows();
  o.folds = 0;
  const Calibration c = calibrate(trials, all, o, nullptr);
  EXPECT_LE(c.trees[0].tree->size(), 255U);
  EXPECT_FALSE(c.held_out);
  (void)policies::parse_policy(text_of(c, trials, all, "x", "y"), "x", all.names());
}

TEST(Facts, are_those_of_a_usual_row) {
  using policies::RowFeature;
  const MatrixFeatures banded{400000, 2000000, 5,   10000000, 25,     5, 0.1,
                              2.5,    10,      0.5, 132,      232448, 8};
  const Facts f = facts_of(banded);
  const auto of = [&](RowFeature feature) { return f[static_cast<std::size_t>(feature)]; };
  EXPECT_EQ(of(RowFeature::products), 25);
  EXPECT_EQ(of(RowFeature::span), 20);
  EXPECT_EQ(of(RowFeature::span_per_product), 0.8);
  EXPECT_EQ(of(RowFeature::span_per_entry), 2);
  EXPECT_EQ(of(RowFeature::words_per_product), 1) << "used too seldom for words";
  EXPECT_EQ(of(RowFeature::passes), 1);
  EXPECT_NEAR(of(RowFeature::rows_per_sm), 3030.3, 0.1);
  MatrixFeatures wide = banded;
  wide.c_span_density = 1e-4;
  EXPECT_EQ(facts_of(wide)[static_cast<std::size_t>(RowFeature::passes)], 4)
      << "of 25344 columns, as numeric() has them";
  const Facts none = facts_of({});
  for (const double value : none) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace sptune::calibrate
