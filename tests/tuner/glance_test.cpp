// SPDX-License-Identifier: BSD-3-Clause
// What a glance at some rows shows, when it is cast, and what a choice makes of it.
#include "tuner/features/glance.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/model/asking.hpp"
#include "tuner/model/packed_forest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sptune {
namespace {

using features::Glance;
using testing::band;

Glance of(const AnyCsr& a) {
  return features::glance(a).value();
}

bool is_finite(const Glance& g) {
  return std::isfinite(g.row_cv) && std::isfinite(g.sell8_fill) && std::isfinite(g.run) &&
         std::isfinite(g.dia_fill) && std::isfinite(g.bsr3_fill);
}

/// Dense blocks of 3 on the diagonal.
Csr<double, std::int32_t> blocks_of_3(std::int32_t n) {
  Csr<double, std::int32_t> a{n, n, {0}, {}, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t k = 0; k < 3; ++k) a.col_indices.push_back(i / 3 * 3 + k);
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  a.values.assign(a.col_indices.size(), 1);
  return a;
}

/// Every tenth row has 41 entries, the others one, far from one another.
Csr<double, std::int32_t> uneven(std::int32_t n) {
  Csr<double, std::int32_t> a{n, n, {0}, {}, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    const std::int32_t length = i % 10 == 0 ? 41 : 1;
    const std::int32_t first = i * 7919 % (n - 900);
    for (std::int32_t k = 0; k < length; ++k) a.col_indices.push_back(first + 20 * k);
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  a.values.assign(a.col_indices.size(), 1);
  return a;
}

TEST(Glance, of_a_band) {
  const Glance g = of(band(5000, 3).view());

  EXPECT_EQ(g.row_cv, 0);
  EXPECT_EQ(g.sell8_fill, 1);
  EXPECT_EQ(g.run, 3);
  EXPECT_NEAR(g.dia_fill, 1, 0.05);
  EXPECT_GT(g.bsr3_fill, 1.5);
}

TEST(Glance, of_blocks) {
  const Glance g = of(blocks_of_3(4002).view());

  EXPECT_EQ(g.bsr3_fill, 1);
  EXPECT_NEAR(g.dia_fill, 5.0 / 3, 1e-9) << "five diagonals for three entries a row";
  EXPECT_EQ(g.run, 3);
}

TEST(Glance, of_uneven_rows) {
  const Glance g = of(uneven(20000).view());

  // One row of 41 in ten: mean 5, deviation 12.
  EXPECT_NEAR(g.row_cv, 2.4, 0.2);
  EXPECT_NEAR(g.sell8_fill, 6.6, 0.8) << "four of five chunks hold a long row";
  EXPECT_EQ(g.run, 1);
  EXPECT_GT(g.dia_fill, 4);
  EXPECT_GT(g.bsr3_fill, 5);
}

/// Of a matrix with fewer rows than are looked at, all; of one without, none.
TEST(Glance, of_all_kinds_is_finite_and_the_same_in_features) {
  for (const auto& m : test::battery()) {
    const AnyCsr a = m.a.view();
    const Glance g = of(a);
    EXPECT_TRUE(is_finite(g)) << m.name;
    EXPECT_GE(g.sell8_fill, 1) << m.name;
    EXPECT_GE(g.dia_fill, 1) << m.name;
    const auto held = features::glance_of(features::extract(SpmvProblem{a, {.threads = 2}}));
    ASSERT_TRUE(held) << m.name;
    EXPECT_EQ(held->row_cv, g.row_cv) << m.name;
    EXPECT_EQ(held->bsr3_fill, g.bsr3_fill) << m.name;
  }
}

/// Nobody has looked at the offsets before: where they lead is not followed.
TEST(Glance, at_broken_offsets_reads_no_column_that_is_not_there) {
  Csr<double, std::int64_t> a{40, 40, std::vector<std::int64_t>(41), {}, {}};
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < a.row_offsets.size(); ++i) {
    a.row_offsets[i] = i % 3 == 0 ? most - 1 : i % 3 == 1 ? -most : static_cast<std::int64_t>(i);
  }
  a.col_indices.assign(5, std::numeric_limits<Index>::min());
  AnyCsr view = a.view();
  view.nnz = 5;
  EXPECT_TRUE(is_finite(of(view)));
}

TEST(Glance, is_not_cast_at_a_matrix_on_a_device) {
  AnyCsr there = band(10, 2).view();
  there.space = MemorySpace::device;
  EXPECT_FALSE(features::glance(there));

  features::Features without;
  without.values.assign(feature_count, std::nan(""));
  EXPECT_FALSE(features::glance_of(without));
}

namespace of_model {

using model::Asking;
using model::Glancing;
using model::Header;

constexpr double nothing = -40;  // its logarithm, almost

/// A run takes 1 us, and 100 runs of the others are asked about.
Asking by_size() {
  Asking out = Asking::from(100);
  out.unasked = {{0, {std::log(1e-6)}, 0, {nothing}}};
  return out;
}

TEST(Glancing, pays_where_it_costs_next_to_nothing) {
  const Glancing glancing{by_size(), 4e-6, 0.02};
  const Header header{1000, 1000, 5000};

  EXPECT_FALSE(glancing.pays(by_size(), header, 1));
  EXPECT_FALSE(glancing.pays(by_size(), header, 99)) << "2 % of 99 us are less than 4";
  EXPECT_FALSE(glancing.pays(by_size(), header, 1e5)) << "everything is asked for anyhow";
  const Glancing cheap{by_size(), 1e-7, 0.02};
  EXPECT_FALSE(cheap.pays(by_size(), header, 4));
  EXPECT_TRUE(cheap.pays(by_size(), header, 6));
  EXPECT_FALSE(cheap.pays(Asking::from(100), header, 6)) << "no law says what a run takes";
  Asking unsure = by_size();
  unsure.variance[0][0] = 2;
  EXPECT_FALSE(cheap.pays(unsure, header, 6)) << "nor of such a size";
}

TEST(Glancing, adds_terms_that_are_0_without_a_glance) {
  Header header{1000, 1000, 5000};
  const model::SizeTerms without = model::size_terms_of(header, 3e4);
  header.glance = Glance{0.5, 2, 3, 1000, 1};
  const model::SizeTerms with = model::size_terms_of(header, 3e4);

  for (std::size_t t = 0; t < model::header_terms; ++t) EXPECT_EQ(with[t], without[t]) << t;
  const double expected[] = {std::log(1.5), std::log(2.0), std::log(4.0), std::log(64.0), 0};
  for (std::size_t t = 0; t < 5; ++t) {
    EXPECT_EQ(without[model::header_terms + t], 0);
    EXPECT_DOUBLE_EQ(with[model::header_terms + t], expected[t]) << t;
  }
}

/// Candidate 1 takes as many times the default's time as diagonals are filled, over 2.
model::ModelData glancing_model(const std::string& standard, const std::string& other) {
  model::ModelData d = testing::small_model(standard, other);
  d.deciding.asking = Asking::from(1000);
  d.deciding.asking.unasked = {{0, {std::log(1e-6)}, 0, {nothing}}};
  Glancing& glancing = d.deciding.glancing.emplace();
  glancing.asking = d.deciding.asking;
  model::SizeTerms by_fill{std::log(0.5e-6)};
  by_fill[model::header_terms + 3] = 1;
  glancing.asking.unasked.push_back({1, by_fill, 0, {nothing}});
  glancing.asking.variance[model::size_terms - 1] = {1.0 / 3};
  glancing.price_s = 1e-6;
  glancing.cheap_share = 0.02;
  return d;
}

TEST(Glancing, round_trip_through_a_file_is_exact_and_checked) {
  model::ModelData d = glancing_model("csr{}", "ell{}");
  model::round_means(d.relative);
  d.changing = d.deciding;
  d.changing->glancing->asking.min_gain = 0.25;
  d.changing->glancing->asking.unasked[1].timed = 1.0 / 3;
  d.changing->glancing->from_runs = 30;
  d.changing->asking.steps[0].stays = true;
  d.changing->asking.steps[1].never_asks = true;
  const auto again = model::data_from_json(to_json(d));
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again.value(), d);

  d.deciding.glancing->price_s = -1;
  EXPECT_FALSE(model::data_from_json(to_json(d)));
  d.deciding.glancing->price_s = 0;
  d.deciding.glancing->cheap_share = 2;
  EXPECT_FALSE(model::data_from_json(to_json(d)));
  d.deciding.glancing->cheap_share = 0;
  EXPECT_TRUE(model::data_from_json(to_json(d)));
  d.deciding.glancing->asking.unasked[1].candidate = 7;
  EXPECT_FALSE(model::data_from_json(to_json(d)));
}

TEST(Glancing, chooses_by_what_it_sees_where_nobody_asks) {
  const auto text = [](const char* name) {
    return shipped_catalogue().parse(Operation::spmv, Backend::cpu, name).value().text();
  };
  const std::string standard = text("csr");
  const std::string other = text("ell");
  const Dispatcher d = testing::dispatcher_with(glancing_model(standard, other));
  const auto diagonal = band(3000, 3);
  const auto scattered = uneven(3000);
  Options options{.expected_runs = 60, .constant_values = true};

  const Choice seen = d.choose_spmv(diagonal.view(), options);
  EXPECT_EQ(seen.match, Match::by_size);
  EXPECT_EQ(seen.configuration.text(), other);
  EXPECT_NE(seen.reason.find("a glance at some rows"), std::string::npos) << seen.reason;
  EXPECT_EQ(d.choose_spmv(scattered.view(), options).configuration.text(), standard);
  options.expected_runs = 40;  // 2 % of 40 us are less than a glance
  const Choice unseen = d.choose_spmv(diagonal.view(), options);
  EXPECT_EQ(unseen.configuration.text(), standard);
  EXPECT_EQ(unseen.reason.find("glance"), std::string::npos) << unseen.reason;
  options.expected_runs = 1000;
  EXPECT_EQ(d.choose_spmv(diagonal.view(), options).reason.find("too few runs"), std::string::npos)
      << "asked";
}

/// What was asked about stands in memory, its glance too: the second question is a lookup.
TEST(Glancing, is_remembered_with_the_pattern) {
  model::ModelData data = glancing_model("csr{}", "ell{}");
  model::AskStep& step = data.deciding.glancing->asking.steps.front();
  step.worth = {0.5};
  step.worth[model::header_terms + 3] = -1;  // of few diagonals
  const Dispatcher d = testing::dispatcher_with(data);
  const auto diagonal = band(3000, 3);
  auto scattered = diagonal;  // the same rows
  for (std::size_t i = 0; i < scattered.col_indices.size(); ++i) {
    scattered.col_indices[i] = static_cast<Index>(i % 3 * 1000 + i * 37 % 1000);
  }
  Options options{.expected_runs = 60, .constant_values = true};
  const auto too_few = [](const Choice& choice) {
    return choice.reason.find("too few runs") != std::string::npos;
  };

  EXPECT_TRUE(too_few(d.choose_spmv(scattered.view(), options)));
  options.pattern_id = 7;
  const Choice first = d.choose_spmv(diagonal.view(), options);
  EXPECT_FALSE(too_few(first)) << first.reason;
  EXPECT_FALSE(first.remembered);
  const Choice second = d.choose_spmv(scattered.view(), options);
  EXPECT_FALSE(too_few(second)) << "nobody looks at what has a name: " << second.reason;
  EXPECT_TRUE(second.remembered);
  options.pattern_id = 8;
  EXPECT_TRUE(too_few(d.choose_spmv(scattered.view(), options)));
}

}  // namespace of_model
}  // namespace
}  // namespace sptune
