// SPDX-License-Identifier: BSD-3-Clause
// Two sides of a comparison: what is read of each, and what is said of both.
#include "reports/compare.hpp"

#include "reports/page.hpp"
#include "tests/db/fixture.hpp"
#include "tests/reports/recorded.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace sptune::reports {
namespace {

using db::test::configuration;
using db::test::measured;
using db::test::repeated;
using db::test::World;
using testing::ElementsAre;
using testing::HasSubstr;

/// Finalists of an occasion, each measured in three repetitions.
void add_finalists(World& w, const std::string& matrix, double csr, double ell, double rival,
                   harness::CachePolicy cache = harness::CachePolicy::hot) {
  for (int lap = 0; lap < 3; ++lap) {
    const auto add = [&](const char* variant, double us) {
      harness::Trial t = repeated(static_cast<float>(us));
      t.cache = cache;
      w.add(matrix, configuration(variant), t);
    };
    add("csr", csr);
    add("ell", ell);
    add("rival", rival);
  }
}

void another_run(World& w, const std::string& commit, bool dirty = false,
                 const std::string& plan = "{}") {
  harness::Environment e = db::test::environment(commit);
  e.git_dirty = dirty;
  w.run = w.store.begin_run(db::test::hardware(), e, {}, db::test::catalogue(), "quick", plan);
}

Side side(const World& w, const std::string& which = "") {
  return read_side({w.file, which});
}

TEST(Sides, AreFilesSweepsOrCommits) {
  const World w;
  EXPECT_EQ(parse_side(w.file.string(), "t.sqlite").file, w.file);
  EXPECT_EQ(parse_side("2", "t.sqlite").file, "t.sqlite");
  EXPECT_EQ(parse_side("2", "t.sqlite").which, "2");
  const SideName sweep = parse_side(w.file.string() + "@3f2a", "t.sqlite");
  EXPECT_EQ(sweep.file, w.file);
  EXPECT_EQ(sweep.which, "3f2a");
  EXPECT_EQ(parse_side("gone.sqlite", "t.sqlite").file, "gone.sqlite");
  EXPECT_THROW((void)parse_side(w.file.string() + "@", "t.sqlite"), UsageError)
      << "a forgotten sweep is not the whole file";
}

TEST(Sides, HoldWhatTheirRunsMeasuredAlone) {
  World w;  // commit abc
  add_finalists(w, "m1", 10, 12, 9);
  w.add("m2", configuration("csr"), measured(5));
  const std::string first = w.run.uuid;
  another_run(w, "3f2a11");
  add_finalists(w, "m1", 11, 12, 9);
  another_run(w, "3f2a22", true, R"({"earlier_runs":[")" + w.run.uuid + R"("]})");
  w.add("m2", configuration("csr"), measured(6));

  const Side one = side(w, "1");
  EXPECT_THAT(one.runs, ElementsAre(first));
  ASSERT_EQ(one.contexts.size(), 1U);
  ASSERT_EQ(one.contexts[0].problems.size(), 2U);
  const auto& m1 = one.contexts[0].problems.begin()->second.configurations;
  EXPECT_EQ(m1.at("csr{unroll=1}").us, 10);
  EXPECT_TRUE(m1.at("csr{unroll=1}").finalist);
  EXPECT_TRUE(m1.at("rival{unroll=1}").baseline);
  EXPECT_EQ(one.contexts[0].problems.begin()->second.best()->first, "csr{unroll=1}");

  const Side two = side(w, "2");
  EXPECT_EQ(two.runs.size(), 2U) << "a sweep has a run for each cache policy";
  EXPECT_THAT(two.commits, ElementsAre("3f2a11", "3f2a22 (dirty)"));
  EXPECT_THAT(side(w, first.substr(0, 20)).runs, ElementsAre(first));
  EXPECT_EQ(side(w, "3f2a1").runs.size(), 1U);
  EXPECT_EQ(side(w).runs.size(), 3U);

  for (const char* wrong : {"3", "0", "3f2a", "ffff"}) {
    EXPECT_THAT(db::test::error_of<UsageError>([&] { (void)side(w, wrong); }),
                HasSubstr("sweeps are 1: "))
        << wrong;
  }
}

TEST(Sides, HoldNoShortTrialsNoApplicationsAndNoOlderCode) {
  World w;
  w.add("m1", configuration("csr", 2), measured(3));
  w.run = w.store.begin_run(db::test::hardware(), db::test::environment(), {},
                            db::test::catalogue("new"), "quick", "{}");
  const auto stopped = [&](const char* reason, float us) {
    harness::Trial t = measured(us);
    t.stop_reason = reason;
    return t;
  };
  w.add("m1", configuration("csr"), measured(10));
  w.add("m1", configuration("csr"), stopped(harness::cut_short, 6));
  w.add("m1", configuration("csr"), stopped(harness::in_application, 5));
  w.add("m1", configuration("csr", 4), stopped(harness::cut_short, 4));
  w.add("m1", configuration("ell"), measured(20, 3.75F));  // 5 to 35: 95 % of the median
  const Side all = side(w);
  ASSERT_EQ(all.contexts.size(), 1U);
  const SideProblem& m1 = all.contexts[0].problems.begin()->second;
  ASSERT_EQ(m1.configurations.size(), 2U);
  EXPECT_EQ(m1.best()->first, "csr{unroll=1}");
  EXPECT_EQ(m1.best()->second.us, 10);
  const double samples = std::log(7) / 2 / 1.959964;
  EXPECT_NEAR(m1.configurations.at("csr{unroll=1}").log_variance, 0.0009 + 0.0016, 1e-6);
  EXPECT_NEAR(m1.configurations.at("ell{unroll=1}").log_variance, samples * samples + 0.0016, 1e-6);
}

TEST(Compare, OverallIntervalHolds95PercentOfTheMeansThatMightHaveCome) {
  World a;
  World b;
  constexpr double half = 0.1;  // of ln: half of the problems are slower by it, the others faster
  for (World* w : {&a, &b}) {
    db::test::vandalise(w->file, "UPDATE noise SET common_sd = 0 WHERE backend = 'cpu'");
    for (int p = 0; p < 40; ++p) {
      const std::string name = "n" + std::to_string(p);
      w->store.put_matrix(db::test::matrix(name), "train");
      const double us = w == &a ? 10 : 10 * std::exp(p % 2 == 0 ? half : -half);
      w->add(name, configuration("csr"), repeated(static_cast<float>(us)));
    }
  }
  const Ratio overall = compare(side(a), side(b), 0.01).overall;
  EXPECT_NEAR(overall.value, 1, 1e-6);
  // Of 40 draws of plus or minus `half`, a standard deviation of half / 40^(1/2).
  const double expected = 1.96 * half / std::sqrt(40.0);
  EXPECT_NEAR(std::log(overall.high), expected, expected / 6);
  EXPECT_NEAR(std::log(overall.low), -expected, expected / 6);
}

TEST(Compare, VerdictsFollowTheInterval) {
  const auto verdict = [](double low, double high) {
    return answered(std::sqrt(low * high), {low, high}, 0.05).verdict;
  };
  EXPECT_EQ(verdict(1.01, 1.2), Verdict::slower);
  EXPECT_EQ(verdict(0.8, 0.99), Verdict::faster);
  EXPECT_EQ(verdict(0.97, 1.03), Verdict::same);
  EXPECT_EQ(verdict(1.01, 1.04), Verdict::same) << "told, and of no account";
  EXPECT_EQ(verdict(0.94, 1.01), Verdict::ambiguous);
}

TEST(Compare, TellsWhatChangedAndWhatMayBeNoise) {
  World a;
  World b;
  add_finalists(a, "m1", 10, 12, 9);
  add_finalists(b, "m1", 20, 13, 9);  // another winner, told apart on both sides
  add_finalists(a, "m2", 10.05, 10, 9);
  add_finalists(b, "m2", 10, 10.05, 9);  // another winner, and neither side knows it
  const Comparison c = compare(side(a), side(b), 0.1);
  ASSERT_EQ(c.problems.size(), 2U);
  const ComparedProblem& m1 = c.problems[0];
  EXPECT_EQ(m1.name.matrix, "m1");
  EXPECT_EQ(m1.a + " " + m1.b, "csr{unroll=1} ell{unroll=1}");
  EXPECT_DOUBLE_EQ(m1.ratio.value, 1.3);
  EXPECT_EQ(m1.ratio.verdict, Verdict::slower);
  EXPECT_EQ(m1.winner, Winner::other);
  ASSERT_EQ(m1.configurations.size(), 3U);
  EXPECT_EQ(m1.configurations[0].configuration, "csr{unroll=1}");
  EXPECT_FALSE(m1.configurations[0].held);
  EXPECT_TRUE(m1.configurations[2].held);
  const harness::Interval expected = harness::ratio_of(
      side(a).contexts[0].problems.begin()->second.noise, 10,
      side(a).contexts[0].problems.begin()->second.configurations.at("csr{unroll=1}").log_variance,
      13,
      side(b).contexts[0].problems.begin()->second.configurations.at("ell{unroll=1}").log_variance);
  EXPECT_DOUBLE_EQ(m1.ratio.low, expected.low);
  EXPECT_EQ(c.problems[1].winner, Winner::tied);
  EXPECT_EQ(c.count(Winner::other), 1U);
  EXPECT_EQ(c.finalists, 6U);
  EXPECT_NEAR(c.overall.value, std::sqrt(1.3), 1e-9);
}

TEST(Compare, AWinnerThatOneSideDidNotMeasureIsNotToldToBeAnother) {
  World a;
  World b;
  for (int lap = 0; lap < 3; ++lap) {
    a.add("m1", configuration("csr"), repeated(10));
    b.add("m1", configuration("ell"), repeated(10));
  }
  const Comparison c = compare(side(a), side(b), 0.2);
  EXPECT_EQ(c.problems.at(0).ratio.verdict, Verdict::same);
  EXPECT_EQ(c.problems[0].winner, Winner::unmeasured);
  EXPECT_EQ(c.count(Winner::other), 0U);
  EXPECT_TRUE(std::isnan(c.winners_agree())) << "of no winner it is known";
  add_finalists(a, "m2", 10, 12, 9);
  add_finalists(b, "m2", 10, 12, 9);
  EXPECT_EQ(compare(side(a), side(b), 0.2).winners_agree(), 1);
  const std::string html = page(compare(side(a), side(b), 0.2), side(a), side(b), {});
  EXPECT_THAT(html, HasSubstr("<dt>winners unmeasured</dt><dd>1</dd>"));

  // One side alone measured both: the other's word is missing.
  b.add("m1", configuration("csr"), measured(40));
  EXPECT_EQ(compare(side(a), side(b), 0.2).problems[0].winner, Winner::unmeasured);
}

TEST(Compare, WhatWasGivenUpAsSlowerIsTold) {
  const auto winner = [](double given_up) {
    World a;
    World b;
    harness::Trial slow = measured(static_cast<float>(given_up), 0.01F, 3);
    slow.outcome = harness::Outcome::dominated;
    slow.stop_reason = "dominated";
    a.add("m1", configuration("csr"), measured(10));
    a.add("m1", configuration("ell"), slow);
    b.add("m1", configuration("ell"), measured(10));
    b.add("m1", configuration("csr"), slow);
    const Comparison c = compare(side(a), side(b), 0.2);
    EXPECT_TRUE(c.problems.at(0).configurations.empty()) << "neither was measured to the end twice";
    return c.problems[0].winner;
  };
  EXPECT_EQ(winner(40), Winner::other);
  EXPECT_EQ(winner(10.1), Winner::tied);
}

TEST(Compare, WhatMovesADeviceAsAWholeIsNoiseOfAllProblemsTogether) {
  World a;
  World b;
  World halved;
  db::test::add_finalists(a, 20, 0);
  db::test::add_finalists(b, 20, 0.05);  // such as A and B of docs/decisions/030
  db::test::add_finalists(halved, 20, std::log(0.5));
  const Comparison c = compare(side(a), side(b), 0.02);
  EXPECT_EQ(c.count(Verdict::ambiguous), 20U);
  EXPECT_EQ(c.overall.verdict, Verdict::ambiguous)
      << "what is common to an occasion does not vanish over problems: " << c.overall.low << " "
      << c.overall.high;
  EXPECT_GT(c.overall.low, c.problems[0].ratio.low) << "what is of a single plan does";
  EXPECT_EQ(compare(side(a), side(halved), 0.02).overall.verdict, Verdict::faster);
}

TEST(Compare, NamesWhatOnlyOneSideHasAndWhatElseDiffers) {
  World a;
  World b;
  add_finalists(a, "m1", 10, 12, 9);
  a.add("m2", configuration("csr"), measured(5));
  another_run(b, "def", true, R"({"a":1})");
  add_finalists(b, "m1", 10, 12, 9);
  const Comparison c = compare(side(a), side(b), 0.1);
  EXPECT_EQ(c.problems.size(), 1U);
  ASSERT_EQ(c.only_a.size(), 1U);
  EXPECT_EQ(c.only_a[0].matrix, "m2");
  EXPECT_TRUE(c.only_b.empty());
  ASSERT_EQ(c.facts.size(), 1U);
  EXPECT_EQ(c.facts[0],
            (std::tuple<std::string, std::string, std::string>("commit", "abc", "def (dirty)")));
  World none;
  EXPECT_THAT(db::test::error_of<UsageError>([&] { (void)compare(side(a), side(none), 0.1); }),
              testing::AllOf(HasSubstr("no problem in common"), HasSubstr("sweeps of A are 1: "),
                             HasSubstr("; of B none")));
  World apart;
  apart.add("m1", configuration("csr"), measured(5));
  another_run(apart, "def");
  apart.add("m2", configuration("csr"), measured(5));
  EXPECT_THAT(db::test::error_of<UsageError>(
                  [&] { (void)compare(side(apart, "1"), side(apart, "2"), 0.1); }),
              testing::AllOf(HasSubstr("; sweeps are 1: "), HasSubstr("; 2: ")));
}

TEST(Compare, TrialsOfBothSidesSayNothing) {
  World w;
  add_finalists(w, "m1", 10, 12, 9);
  add_finalists(w, "m2", 10, 12, 9);
  const db::test::Folder folder;
  const auto copy = folder / "copy.sqlite";
  db::test::vandalise(w.file, "VACUUM INTO '" + copy.string() + "'");
  EXPECT_THAT(db::test::error_of<UsageError>([&] {
                (void)compare(read_side({copy, {}}), side(w), 0.1);
              }),
              testing::AllOf(HasSubstr("the very same trials of what both measured (2 problems)"),
                             HasSubstr("name a sweep")));

  another_run(w, "def");
  w.add("m1", configuration("csr"), measured(11));
  w.add("m1", configuration("ell"), measured(13));
  w.add("m2", configuration("ell"), repeated(12));
  const Comparison c = compare(read_side({copy, {}}), side(w), 0.1);
  EXPECT_EQ(c.same_trials, 1U) << "m2, whose best nobody measured again";
  ASSERT_EQ(c.problems.size(), 1U);
  EXPECT_EQ(c.problems[0].name.matrix, "m1");
  EXPECT_DOUBLE_EQ(c.problems[0].ratio.value, 1.1);
  EXPECT_EQ(c.finalists, 2U) << "without the baseline, which is the same trials";
  EXPECT_TRUE(c.only_a.empty());
}

TEST(Compare, PlansAreAmongWhatDiffers) {
  World a;
  a.run =
      a.store.begin_run(db::test::hardware(), db::test::environment(), {}, db::test::catalogue(),
                        "quick", R"({"only": [], "grid": "full", "seed": 1, "matrices": ["m1"]})");
  add_finalists(a, "m1", 10, 12, 9);
  World b;
  b.run =
      b.store.begin_run(db::test::hardware(), db::test::environment(), {}, db::test::catalogue(),
                        "quick", R"({"only": ["csr", "binned"], "grid": "smoke", "seed": 1})");
  add_finalists(b, "m1", 20, 22, 9);
  const auto facts = compare(side(a), side(b), 0.1).facts;
  using Fact = std::tuple<std::string, std::string, std::string>;
  EXPECT_EQ(facts,
            (std::vector<Fact>{{"plan grid", "full", "smoke"}, {"plan only", "–", "csr binned"}}));
}

TEST(Compare, HardwareIsComparedWithItself) {
  World a;
  add_finalists(a, "m1", 10, 12, 9);
  World b;
  b.run = b.store.begin_run(db::test::hardware("hw2"), db::test::environment(), {},
                            db::test::catalogue(), "quick", "{}");
  add_finalists(b, "m1", 20, 22, 9);
  EXPECT_EQ(compare(side(a), side(b), 0.1).problems[0].b_us, 20) << "one of each: those two";
  b.run = b.store.begin_run(db::test::hardware(), db::test::environment(), {},
                            db::test::catalogue(), "quick", "{}");
  add_finalists(b, "m1", 11, 22, 9);
  const Comparison c = compare(side(a), side(b), 0.1);
  ASSERT_EQ(c.problems.size(), 1U);
  EXPECT_EQ(c.problems[0].b_us, 11);
}

TEST(Compare, NamesWhatOneSideLacksOnceWhateverTheContexts) {
  const auto another_environment = [](World& w) {
    harness::Environment e = db::test::environment();
    e.flags = "-O2";
    w.run = w.store.begin_run(db::test::hardware(), e, {}, db::test::catalogue(), "quick", "{}");
  };
  World two;  // both of whose contexts are compared with the only one of the other side
  add_finalists(two, "m1", 10, 12, 9);
  another_environment(two);
  add_finalists(two, "m2", 10, 12, 9);
  World one;
  one.store.put_matrix(db::test::matrix("m3"), "train");
  for (const char* matrix : {"m1", "m2", "m3"}) add_finalists(one, matrix, 11, 13, 9);

  const Comparison c = compare(side(two), side(one), 0.1);
  EXPECT_EQ(c.problems.size(), 2U);
  EXPECT_TRUE(c.only_a.empty());
  ASSERT_EQ(c.only_b.size(), 1U) << "m1 and m2 were compared, each with one context";
  EXPECT_EQ(c.only_b[0].matrix, "m3");

  World three;
  add_finalists(three, "m1", 10, 12, 9);
  for (const int threads : {1, 3}) {
    harness::Protocol protocol;
    protocol.threads = threads;
    three.run = three.start(protocol);
    add_finalists(three, "m2", 10, 12, 9);
  }
  World hot;
  add_finalists(hot, "m1", 10, 12, 9);
  EXPECT_EQ(compare(side(hot), side(three), 0.1).only_b.size(), 1U) << "in two contexts";
}

/// A World in one run per environment, named by its flags, m1 in each.
void in_environments(World& w, const std::vector<std::pair<const char*, double>>& flags_and_us) {
  for (const auto& [flags, us] : flags_and_us) {
    harness::Environment e = db::test::environment();
    e.flags = flags;
    w.run = w.store.begin_run(db::test::hardware(), e, {}, db::test::catalogue(), "quick", "{}");
    add_finalists(w, "m1", us, us + 1, us + 2);
  }
}

TEST(Compare, EnvironmentsAreComparedWithThemselvesWhicheverSideHoldsMore) {
  World two;
  World one;
  in_environments(two, {{"-O2", 10}, {"-O3", 20}});
  in_environments(one, {{"-O3", 20}});
  for (const Comparison& c :
       {compare(side(two), side(one), 0.1), compare(side(one), side(two), 0.1)}) {
    ASSERT_EQ(c.problems.size(), 1U);
    EXPECT_EQ(c.problems[0].ratio.value, 1);
    EXPECT_THAT(c.problems[0].context, HasSubstr("-O3"));
    EXPECT_TRUE(c.only_a.empty());
    EXPECT_TRUE(c.only_b.empty());
  }
  World again;
  in_environments(again, {{"-O2", 10}, {"-O3", 20}});
  EXPECT_EQ(compare(side(two), side(again), 0.1).problems.size(), 2U) << "a row for each";
  World third;
  in_environments(third, {{"-O1", 20}});
  for (const bool turned : {false, true}) {
    const std::string refused = db::test::error_of<UsageError>([&] {
      (void)(turned ? compare(side(third), side(two), 0.1) : compare(side(two), side(third), 0.1));
    });
    EXPECT_THAT(refused, HasSubstr("spmv f64 cpu hot m1: several environments"));
    EXPECT_THAT(refused, HasSubstr("has 2 of them, its sweeps are 1: "));
  }
}

TEST(Compare, WhatApplicationsMeasuredIsNoSweep) {
  World w;
  w.store.end_run(w.run.run_id, "finished");
  another_run(w, "log", false, R"({"imported": "log.csv"})");
  harness::Trial told = measured(5);
  told.stop_reason = "application";
  w.add("m1", configuration("csr"), told);
  another_run(w, "def");
  add_finalists(w, "m1", 10, 12, 9);
  EXPECT_THAT(side(w, "1").commits, ElementsAre("def"));
  EXPECT_THAT(db::test::error_of<UsageError>([&] { (void)side(w, "2"); }), HasSubstr("no sweep"));
}

TEST(Compare, PageStandsAlone) {
  World a;
  World b;
  for (World* world : {&a, &b}) add_finalists(*world, "m1", 10, 12, 9);
  const std::string html = page(compare(side(a), side(b), 0.1), side(a), side(b),
                                {.title = "A & B", .generated = "now"});
  EXPECT_THAT(html, HasSubstr("<title>A &amp; B</title>"));
  EXPECT_THAT(html, HasSubstr("csr{unroll=1}"));
  EXPECT_EQ(html.find("src=\"http"), std::string::npos) << "nothing is fetched";
  EXPECT_EQ(repeated_ids(html), std::vector<std::string>{}) << "a search field finds its table";
}

TEST(Compare, PageCountsTheProblemsOfEachAnswer) {
  World a;
  World b;
  for (World* world : {&a, &b}) world->store.put_matrix(db::test::matrix("m3"), "train");
  for (const char* matrix : {"m1", "m2", "m3"}) {
    add_finalists(a, matrix, 10, 12, 9);
    add_finalists(b, matrix, std::string(matrix) == "m1" ? 5 : 20, 24, 9);
  }
  const Comparison c = compare(side(a), side(b), 0.1);
  ASSERT_EQ(c.count(Verdict::faster), 1U);
  ASSERT_EQ(c.count(Verdict::slower), 2U);
  const std::string html = page(c, side(a), side(b), {.title = "A, B", .generated = "now"});
  EXPECT_THAT(html, HasSubstr("<title>B: 1 faster</title>"));
  EXPECT_THAT(html, HasSubstr("<title>B: 2 slower</title>"));
  EXPECT_EQ(classes_without_colour(html), std::vector<std::string>{}) << "all bars would be black";
}

TEST(Compare, ContextsWithoutAPartnerAreOnOneSideAlone) {
  World both;
  add_finalists(both, "m1", 10, 12, 9);
  harness::Protocol cold;
  cold.cache = harness::CachePolicy::cold;
  both.run = both.start(cold);
  add_finalists(both, "m1", 20, 24, 18, cold.cache);
  harness::Trial baseline = measured(5);
  baseline.cache = cold.cache;
  both.add("m2", configuration("rival"), baseline);
  World hot;
  add_finalists(hot, "m1", 10, 12, 9);

  const Comparison c = compare(side(both), side(hot), 0.1);
  ASSERT_EQ(c.only_a.size(), 1U) << "m2 has a baseline alone: no best";
  EXPECT_EQ(c.only_a[0].text(), "spmv f64 cpu cold m1");
  EXPECT_TRUE(c.only_b.empty());
  const Comparison turned = compare(side(hot), side(both), 0.1);
  EXPECT_TRUE(turned.only_a.empty());
  EXPECT_EQ(turned.only_b.size(), 1U);

  harness::Protocol one_thread;
  one_thread.threads = 1;
  both.run = both.start(one_thread);
  add_finalists(both, "m2", 10, 12, 9);
  EXPECT_EQ(compare(side(both), side(hot), 0.1).only_a.size(), 2U) << "other threads, too";
}

}  // namespace
}  // namespace sptune::reports
