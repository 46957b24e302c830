// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/search/search.hpp"

#include "sptune/error.hpp"
#include "tuner/search/gaussian.hpp"
#include "tuner/search/simulate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sptune::search {
namespace {

using harness::Outcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int values = 8;

/// Three variants with two axes of eight values, the defaults first.
Space grid() {
  std::vector<Configuration> out;
  for (int a = 0; a < values; ++a) {
    for (int b = 0; b < values; ++b) {
      for (const char* name : {"csr", "ell", "sell"}) {
        out.push_back({name, {{"a", Value(std::int64_t{a})}, {"b", Value(std::int64_t{b})}}});
      }
    }
  }
  return Space(std::move(out));
}

std::int64_t axis_of(const Configuration& c, const char* name) {
  return *c.find(name)->get_if<std::int64_t>();
}

/// A bowl in every variant; the deepest is ell's, at a = 5, b = 2.
double bowl(const Configuration& c) {
  const double a = static_cast<double>(axis_of(c, "a")) - 5;
  const double b = static_cast<double>(axis_of(c, "b")) - 2;
  return (c.variant == "ell" ? 10 : 14) * std::exp(0.05 * (a * a + b * b));
}

using Times = std::function<double(const Configuration&)>;

/// What is asked, in order, when every question is answered truly.
std::vector<std::string> asked(const Space& space, Strategy& strategy, const Times& us = bowl) {
  std::vector<std::string> out;
  while (const auto q = strategy.ask()) {
    if (out.size() > 3 * space.size()) {
      ADD_FAILURE() << "never ends";
      break;
    }
    out.push_back(space.text(q->point));
    strategy.tell({q->point, Outcome::ok, us(space.at(q->point))});
  }
  return out;
}

std::size_t place_of(const std::vector<std::string>& texts, const std::string& text) {
  return static_cast<std::size_t>(std::find(texts.begin(), texts.end(), text) - texts.begin());
}

/// Another matrix, on which everything takes three times as long.
Experience another_matrix(const Space& space) {
  Profile profile;
  for (std::size_t p = 0; p < space.size(); ++p) {
    profile.log_us.emplace_back(p, std::log(3 * bowl(space.at(p))));
  }
  return {profile};
}

Settings settings(Kind kind, std::size_t points = 0, std::uint64_t seed = 1) {
  Settings out;
  out.kind = kind;
  out.points = points;
  out.seed = seed;
  return out;
}

const std::string optimum = "ell{a=5,b=2}";

TEST(space, neighbours_differ_in_one_axis_and_variants_are_apart) {
  const Space space = grid();
  const std::size_t point = *space.find("ell{a=5,b=2}");
  const auto near = space.neighbours(point);
  EXPECT_EQ(near.size(), 2U * (values - 1));
  for (const std::size_t p : near) EXPECT_EQ(space.distance(point, p), std::size_t{1});
  EXPECT_EQ(space.distance(point, *space.find("ell{a=4,b=1}")), std::size_t{2});
  EXPECT_FALSE(space.distance(point, *space.find("csr{a=5,b=2}")).has_value());
  EXPECT_FALSE(space.find("csr{a=99,b=2}").has_value());
  EXPECT_EQ(space.defaults().size(), 3U);
}

TEST(space, points_that_are_there_twice_count_once_and_other_axes_are_another_family) {
  const Configuration one{"csr", {{"a", Value(std::int64_t{1})}}};
  const Configuration old{"csr", {{"b", Value(std::int64_t{1})}}};
  const Space space({one, old, one});
  EXPECT_EQ(space.size(), 2U);
  EXPECT_FALSE(space.distance(0, 1).has_value());
}

TEST(exhaustive, asks_for_every_point_once_in_order) {
  const Space space = grid();
  const auto texts = asked(space, *exhaustive(space));
  ASSERT_EQ(texts.size(), space.size());
  for (std::size_t p = 0; p < space.size(); ++p) EXPECT_EQ(texts[p], space.text(p));
}

TEST(expected_trials, are_those_that_are_asked_for_where_answers_do_not_change_their_number) {
  const Space space = grid();
  for (const Kind kind : {Kind::random, Kind::halving, Kind::exhaustive}) {
    for (const std::size_t points : {1U, 2U, 3U, 8U, 9U, 50U, 191U, 192U, 1000U}) {
      const Settings some = settings(kind, points);
      if (kind == Kind::exhaustive && points < space.size()) continue;
      const auto strategy = make_strategy(space, some, {});
      EXPECT_EQ(expected_trials(some, space), asked(space, *strategy).size()) << to_text(some);
    }
  }
  const Space none({});
  for (const Kind kind : all_kinds) EXPECT_EQ(expected_trials(settings(kind), none), 0U);
}

TEST(every_search, is_over_at_once_without_points) {
  const Space none({});
  for (const Kind kind : all_kinds) {
    EXPECT_FALSE(make_strategy(none, settings(kind, 5), {})->ask().has_value()) << to_string(kind);
  }
}

TEST(every_search, finds_the_optimum_in_bounded_trials) {
  const Space space = grid();
  const std::vector<std::pair<Settings, std::size_t>> most{
      {settings(Kind::guided), 48},
      {settings(Kind::local), 48},
      {settings(Kind::halving), 2 * space.size()},
      {settings(Kind::random, space.size()), space.size()},
      {settings(Kind::exhaustive), space.size()}};
  for (const auto& [s, bound] : most) {
    const auto texts = asked(space, *make_strategy(space, s, {}));
    EXPECT_LT(place_of(texts, optimum), bound) << to_text(s);
    EXPECT_LE(texts.size(), 2 * space.size()) << to_text(s);
  }
}

TEST(every_search, asks_the_same_again_for_the_same_seed_and_answers) {
  const Space space = grid();
  for (const Kind kind : all_kinds) {
    const Settings s = settings(kind, kind == Kind::exhaustive ? 0 : 60, 7);
    const auto once = asked(space, *make_strategy(space, s, another_matrix(space)));
    EXPECT_EQ(once, asked(space, *make_strategy(space, s, another_matrix(space))))
        << to_string(kind);
    EXPECT_GE(once.size(), 30U) << to_string(kind);
  }
}

TEST(every_search, goes_on_when_nothing_works) {
  const Space space = grid();
  for (const Kind kind : all_kinds) {
    const auto strategy = make_strategy(space, settings(kind, 40), {});
    std::set<std::size_t> points;
    while (const auto q = strategy->ask()) {
      ASSERT_TRUE(points.insert(q->point).second) << to_string(kind) << " asks twice";
      strategy->tell({q->point, Outcome::crashed, 0});
    }
    EXPECT_EQ(points.size(), kind == Kind::exhaustive ? space.size() : 40U) << to_string(kind);
  }
}

TEST(random_search, begins_with_the_default_of_every_variant_and_leaves_none_out) {
  const Space space = grid();
  const auto texts = asked(space, *random_search(space, 10, 7));
  ASSERT_EQ(texts.size(), 10U);
  EXPECT_THAT(std::vector<std::string>(texts.begin(), texts.begin() + 3),
              ElementsAre("csr{a=0,b=0}", "ell{a=0,b=0}", "sell{a=0,b=0}"));
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), 10U);
  EXPECT_EQ(asked(space, *random_search(space, 1, 7)).size(), 3U);
  EXPECT_NE(texts, asked(space, *random_search(space, 10, 8)));
}

TEST(halving, measures_the_better_third_three_times_as_long) {
  const Space space = grid();
  const auto strategy = halving(space, space.size(), 1);
  std::map<int, std::set<std::size_t>> by_samples;
  while (const auto q = strategy->ask()) {
    by_samples[q->samples].insert(q->point);
    strategy->tell(
        {q->point, q->samples == 0 ? Outcome::ok : Outcome::dominated, bowl(space.at(q->point))});
  }
  EXPECT_EQ(by_samples.at(3).size(), space.size());
  EXPECT_EQ(by_samples.at(9).size(), space.size() / 3);
  EXPECT_TRUE(by_samples.at(0).contains(*space.find(optimum)));
  EXPECT_LE(by_samples.at(0).size(), 8U);
  for (const std::size_t p : by_samples.at(9)) EXPECT_TRUE(by_samples.at(3).contains(p));
}

TEST(local_search, goes_on_from_winners_of_other_matrices) {
  const Space space = grid();
  // A needle: no slope leads to it.
  const Times needle = [](const Configuration& c) { return c.text() == "sell{a=7,b=7}" ? 1 : 10; };
  Profile profile;
  for (std::size_t p = 0; p < space.size(); ++p) {
    profile.log_us.emplace_back(p, std::log(needle(space.at(p))));
  }
  const auto known = asked(space, *local_search(space, {profile}, 60, 1), needle);
  EXPECT_LT(place_of(known, "sell{a=7,b=7}"), 20U);
}

TEST(guided, stops_when_no_gain_is_left_and_sooner_where_it_knows_other_matrices) {
  const Space space = grid();
  const auto cold = asked(space, *guided(space, {}, space.size(), 0.01));
  const auto warm = asked(space, *guided(space, another_matrix(space), space.size(), 0.01));
  EXPECT_GE(warm.size(), guided_floor);
  EXPECT_LT(cold.size(), space.size() / 2);
  EXPECT_EQ(place_of(warm, optimum), 3U) << "the first after the defaults";
  EXPECT_GE(asked(space, *guided(space, {}, space.size(), 0)).size(), cold.size());
}

TEST(guided, leaves_no_neighbour_of_the_best_unmeasured) {
  const Space space = grid();
  const auto texts = asked(space, *guided(space, {}, space.size(), 10));
  const std::set<std::string> measured(texts.begin(), texts.end());
  std::size_t best = *space.find(texts.front());
  for (const std::string& text : texts) {
    if (bowl(space.at(*space.find(text))) < bowl(space.at(best))) best = *space.find(text);
  }
  for (const std::size_t p : space.neighbours(best)) EXPECT_TRUE(measured.contains(space.text(p)));
}

TEST(guided, measures_a_small_space_whole) {
  std::vector<Configuration> points;
  for (std::size_t i = 0; i < guided_whole; ++i) {
    points.push_back({"csr", {{"a", Value(static_cast<std::int64_t>(i))}}});
  }
  const Space space(std::move(points));
  EXPECT_EQ(
      asked(space, *guided(space, {}, space.size(), 10),
            [](const Configuration& c) { return 10.0 + static_cast<double>(axis_of(c, "a")); })
          .size(),
      guided_whole);
}

TEST(guided, matrices_that_know_few_points_do_not_hide_the_others) {
  const Space space = grid();
  Profile few;  // sell alone, and that is not the best here
  for (std::size_t p = 0; p < space.size(); ++p) {
    if (space.at(p).variant == "sell") few.log_us.emplace_back(p, 1.0);
  }
  EXPECT_LT(place_of(asked(space, *guided(space, {few, few}, space.size(), 0.01)), optimum), 96U);
}

TEST(gaussian, conditions_as_the_formula_says) {
  // Two points with variance 1 and covariance 0.5, noise 0.5: mean 0.5 / 1.25, variance 1 - 0.2.
  Gaussian process({0, 0}, {1, 0.5, 0.5, 1});
  process.add(0, 1, 0.5);
  EXPECT_NEAR(process.mean(0), 0.8, 1e-12);
  EXPECT_NEAR(process.mean(1), 0.4, 1e-12);
  EXPECT_NEAR(process.variance(1), 0.8, 1e-12);
  process.add(1, 0.4, 0);
  EXPECT_NEAR(process.mean(1), 0.4, 1e-12);
  EXPECT_NEAR(process.variance(1), 0, 1e-12);
}

TEST(settings, are_read_and_written_alike) {
  for (const char* text : {"guided", "local:80", "halving", "random:50", "exhaustive"}) {
    EXPECT_EQ(to_text(parse_settings(text)), text);
  }
}

TEST(settings, keep_what_is_said_elsewhere) {
  const Settings others{Kind::random, 50, 7, 0.25};
  EXPECT_EQ(parse_settings("local:80", others), (Settings{Kind::local, 80, 7, 0.25}));
  EXPECT_EQ(parse_settings("guided", others), (Settings{Kind::guided, 0, 7, 0.25}));
}

TEST(settings, that_make_no_sense_are_refused_with_what_there_is) {
  for (const char* text : {"", "guess", "random", "random:0", "random:x", "guided:-1",
                           "local:", "local:1e3", "exhaustive:5", "random:999999999"}) {
    try {
      (void)parse_settings(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr(std::string("--search ") + text + ": "));
      EXPECT_THAT(e.what(), HasSubstr("guided, local, halving, random, exhaustive"));
    }
  }
}

Grid stored_grid(const std::string& family, double factor) {
  Grid out{family, family, "", grid(), {}, {factor}};
  for (std::size_t p = 0; p < out.space.size(); ++p) {
    out.points.push_back({Outcome::ok, factor * bowl(out.space.at(p)), 1.0, 0.5, 10});
  }
  out.matrix_hash = family;
  return out;
}

TEST(simulate, counts_what_the_trials_took_and_when_the_best_was_near) {
  const Grid g = stored_grid("one", 1);
  EXPECT_EQ(g.best_us(), 10);
  EXPECT_EQ(g.seconds(), 192);
  const Game all = play(g, settings(Kind::exhaustive), {}, 1e9);
  EXPECT_EQ(all.trials, g.space.size());
  EXPECT_EQ(all.seconds, 192);
  EXPECT_EQ(all.found_us, 10);
  EXPECT_EQ(all.close_s, static_cast<double>(*g.space.find(optimum)) + 1);
  const Game cut = play(g, settings(Kind::exhaustive), {}, 10.5);
  EXPECT_EQ(cut.trials, 10U);
  EXPECT_FALSE(std::isfinite(cut.close_s));
  // Three of ten samples: the rest of the trial costs what it costs.
  EXPECT_NEAR(play(g, settings(Kind::halving), {}, 1e9).seconds - 192 * 0.65,
              static_cast<double>(192 / 3) * 0.95 + 22 * 1 + 8 * 1, 1e-6);
}

TEST(simulate, other_families_only_and_the_most_similar_first) {
  const std::vector<Grid> grids{stored_grid("one", 1), stored_grid("far", 1000),
                                stored_grid("near", 2), stored_grid("one", 1)};
  std::vector<std::vector<Answer>> known;
  for (const Grid& g : grids) known.push_back(all_answers(g));
  const Experience others = of_other_families(grids, known, 0);
  ASSERT_EQ(others.size(), 2U);
  const std::size_t best = *grids[0].space.find(optimum);
  EXPECT_NEAR(others[0].log_us[best].second, std::log(20), 1e-12);
  EXPECT_NEAR(others[1].log_us[best].second, std::log(10000), 1e-12);
  known[2].clear();
  EXPECT_EQ(of_other_families(grids, known, 0).size(), 1U);
}

/// As a sweep: numbers of dense columns have their own best points.
TEST(simulate, knows_what_was_found_at_the_same_parameters) {
  std::vector<Grid> grids{stored_grid("one", 1), stored_grid("near", 2), stored_grid("far", 1000)};
  grids[0].parameters = grids[2].parameters = "k=8,layout=row";
  grids[1].parameters = "k=2,layout=row";
  std::vector<std::vector<Answer>> known;
  for (const Grid& g : grids) known.push_back(all_answers(g));
  const Experience others = of_other_families(grids, known, 0);
  ASSERT_EQ(others.size(), 1U);
  EXPECT_NEAR(others[0].log_us[*grids[0].space.find(optimum)].second, std::log(10000), 1e-12);
}

TEST(simulate, scores_say_what_the_games_were) {
  std::vector<Grid> grids{stored_grid("one", 1), stored_grid("two", 2)};
  Game good;
  good.trials = 10;
  good.seconds = 19.2;
  good.found_us = 10;
  good.close_s = 9.6;
  Game bad = good;
  bad.found_us = 40;
  bad.close_s = std::numeric_limits<double>::infinity();
  const Score s = score_of(grids, {{good}, {bad}});
  EXPECT_EQ(s.trials, 10);
  EXPECT_NEAR(s.share_mean.value, 0.1, 1e-12);
  EXPECT_NEAR(s.ratio_mean.value, std::sqrt(2), 1e-12);
  EXPECT_NEAR(s.ratio_worst, 2, 1e-12);
  EXPECT_EQ(s.reached, 0.5);
  EXPECT_NEAR(s.close_s.value, (9.6 + 19.2 + 192) / 2, 1e-9);
  EXPECT_LE(s.ratio_mean.low, s.ratio_mean.value);
  EXPECT_GE(s.ratio_mean.high, s.ratio_mean.value);
  EXPECT_LT(s.ratio_mean.low, s.ratio_mean.high);
  grids[1].matrix_hash = grids[0].matrix_hash;
  const Score of_one_matrix = score_of(grids, {{good}, {bad}});
  EXPECT_EQ(of_one_matrix.ratio_mean.value, s.ratio_mean.value);
  EXPECT_EQ(of_one_matrix.ratio_mean.low, of_one_matrix.ratio_mean.high) << "there is no other";
  EXPECT_NEAR(score_of(grids, {{good}, {Game{}}}).share_mean.value, 0.05, 1e-12)
      << "half of them could not pay for a trial";
  EXPECT_THROW((void)score_of(grids, {}), UsageError);
}

}  // namespace
}  // namespace sptune::search
