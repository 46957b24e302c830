// SPDX-License-Identifier: BSD-3-Clause
// Searches whose answers decide what comes next, in a sweep that is killed and goes on.
#include "sptune/error.hpp"
#include "tuner/sweep/stored_grids.hpp"
#include "tuner/sweep/sweep.hpp"

#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>

namespace sptune::sweep::test {
namespace {

using ::testing::HasSubstr;

struct WideConfig {
  int a = 0, b = 0;
  friend constexpr bool operator==(const WideConfig&, const WideConfig&) = default;
};

/// 64 points.
Variant wide_variant(const std::string& name, bool baseline = false) {
  constexpr auto config_space =
      free_space<WideConfig>(axis("a", &WideConfig::a, {0, 1, 2, 3, 4, 5, 6, 7}, "of the fake"),
                             axis("b", &WideConfig::b, {0, 1, 2, 3, 4, 5, 6, 7}, "of the fake"));
  const VariantFacts facts{.name = name, .summary = "fake", .source = "test", .baseline = baseline};
  Variant v = make_variant<SpmvProblem>(
      facts, config_space, [](const WideConfig&, const SpmvProblem&) { return Fit::yes(); },
      [](const WideConfig&, const SpmvProblem&) -> std::unique_ptr<sptune::Plan> {
        throw std::logic_error("a fake has no plan");
      });
  v.code_hash = "hash of " + name;
  return v;
}

struct SweepSearchTest : SweepTest {
  SweepSearchTest() {
    catalogue = Catalogue(
        {wide_variant("csr"), wide_variant("ell"), fake_variant<SpmvProblem>("eigen", true)});
    plan.operations = {Operation::spmv};
    plan.finalists = false;
    runner.time_of = [](const Configuration& c) {
      if (c.variant == "eigen") return 100.0;
      const auto at = [&](const char* name) {
        return static_cast<double>(*c.find(name)->get_if<std::int64_t>());
      };
      return (c.variant == "ell" ? 10 : 13) *
             std::exp(0.04 * (std::pow(at("a") - 5, 2) + std::pow(at("b") - 3, 2)));
    };
  }
  void fresh() {
    std::filesystem::remove(file);
    const auto time_of = runner.time_of;
    runner = FakeRunner();
    runner.time_of = time_of;
  }
};

TEST_F(SweepSearchTest, killed_at_any_trial_it_asks_the_same_as_if_it_had_not_been) {
  for (const search::Kind kind :
       {search::Kind::guided, search::Kind::local, search::Kind::halving}) {
    plan.search.kind = kind;
    plan.limits.max_matrices = 2;
    fresh();
    const Summary whole = start();
    EXPECT_EQ(whole.ending, Ending::finished);
    EXPECT_EQ(whole.pending, 0);
    const auto expected = runner.begun;
    for (const int every : kind == search::Kind::guided ? std::vector{11, 40} : std::vector{70}) {
      fresh();
      int left = every;
      runner.before_run = [&](const Configuration&) {
        if (left-- == 0) throw std::runtime_error("killed");
      };
      std::vector<std::string> begun;
      bool done = false;
      for (int attempt = 0; !done && attempt < 200; ++attempt) {
        left = every;
        const std::size_t before = runner.begun.size();
        try {
          done = (attempt == 0 ? start() : go_on()).ending == Ending::finished;
        } catch (const std::runtime_error&) {
          runner.begun.pop_back();  // the one in hand
        }
        begun.insert(begun.end(), runner.begun.begin() + static_cast<std::ptrdiff_t>(before),
                     runner.begun.end());
      }
      EXPECT_TRUE(done);
      EXPECT_EQ(begun, expected) << search::to_string(kind) << ", killed every " << every;
    }
    const int calls = runner.calls;
    runner.before_run = {};
    EXPECT_EQ(go_on().ending, Ending::finished);
    EXPECT_EQ(start().ending, Ending::finished) << "another run in the same file";
    EXPECT_EQ(runner.calls, calls);
  }
}

TEST_F(SweepSearchTest, the_default_finds_the_best_in_a_part_of_the_grid_and_baselines_are_whole) {
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(count("matrix = 'small' AND variant = 'eigen'"), 4);
  EXPECT_THAT(runner.begun.front(), HasSubstr("eigen{speed=1}"));
  EXPECT_LT(count("baseline = 0"), 3 * 64);
  for (const char* matrix : {"small", "large", "wide"}) {
    const db::Table best =
        query("SELECT configuration FROM best WHERE matrix = '" + std::string(matrix) + "'");
    EXPECT_EQ(best.text(0, "configuration"), "ell{a=5,b=3}") << matrix;
  }
  EXPECT_EQ(events.back().progress.trials_done, events.back().progress.trials);
}

TEST_F(SweepSearchTest, a_later_matrix_begins_with_what_won_before) {
  plan.baselines = false;
  start();
  const std::string last = runner.begun.back().substr(0, runner.begun.back().find(' '));
  std::size_t at = 0;
  while (runner.begun[at].substr(0, last.size()) != last) ++at;
  EXPECT_THAT(runner.begun[at + 2], HasSubstr("ell{a=5,b=3}")) << "after two defaults";
}

TEST_F(SweepSearchTest,
       short_measurements_of_halving_are_dominated_and_the_best_is_measured_in_full) {
  plan.search.kind = search::Kind::halving;
  plan.limits.max_matrices = 1;
  start();
  EXPECT_EQ(count("stop_reason = 'short' AND outcome <> 'dominated'"), 0);
  EXPECT_GT(count("stop_reason = 'short'"), 128);
  EXPECT_EQ(query("SELECT configuration FROM best").text(0, "configuration"), "ell{a=5,b=3}");
}

TEST_F(SweepSearchTest, a_forecast_counts_the_defaults_that_are_taken_whatever_the_number) {
  std::vector<Variant> variants;
  for (int i = 0; i < 10; ++i) variants.push_back(wide_variant("v" + std::to_string(i)));
  variants.push_back(fake_variant<SpmvProblem>("eigen", true));
  catalogue = Catalogue(std::move(variants));
  plan.limits.max_matrices = 1;
  for (const char* search : {"random:7", "halving:5", "halving", "exhaustive"}) {
    plan.search = search::parse_settings(search);
    fresh();
    std::int64_t pending = 0;
    std::int64_t refused = 0;
    for (const auto& line : forecast(plan, {catalogue, library, nullptr, {}}).lines) {
      pending += line.pending;
      refused += line.refused;
    }
    start();
    EXPECT_EQ(pending, runner.calls) << search;
    EXPECT_EQ(events.back().progress.trials, runner.calls + refused) << search;
  }
}

TEST_F(SweepSearchTest, a_forecast_knows_what_a_search_asked_under_its_protocol_and_no_other) {
  const auto pending = [&] {
    const db::Store store(file, db::OpenMode::read_only);
    std::int64_t n = 0;
    for (const auto& line : forecast(plan, {catalogue, library, &store, {}}).lines) {
      n += line.pending;
    }
    return n;
  };
  for (const char* search : {"guided", "local", "halving", "random:40", "exhaustive"}) {
    plan.search = search::parse_settings(search);
    fresh();
    stop = [&] { return runner.calls >= 30; };
    start();
    EXPECT_GT(pending(), 0) << search;
    stop = {};
    start();
    const int calls = runner.calls;
    EXPECT_EQ(pending(), 0) << search;
    plan.protocol.min_samples += 1;
    EXPECT_GE(pending(), 3 * 40) << search << ": under another protocol";
    plan.protocol.min_samples -= 1;
    plan.again = true;
    EXPECT_GE(pending(), 3 * 40) << search << ": on another occasion";
    plan.again = false;
    start();
    EXPECT_EQ(runner.calls, calls) << search;
  }
}

TEST_F(SweepSearchTest, a_forecast_is_calibrated_by_trials_under_its_own_protocol) {
  plan.limits.max_matrices = 1;
  start();
  const auto calibrated = [&] {
    const db::Store store(file, db::OpenMode::read_only);
    return forecast(plan, {catalogue, library, &store, {}}).calibrated;
  };
  EXPECT_TRUE(calibrated());
  plan.protocol.min_samples += 1;
  EXPECT_FALSE(calibrated());
  plan.protocol.min_samples -= 1;
  plan.caches = {harness::CachePolicy::cold};
  EXPECT_FALSE(calibrated());
}

/// Of a search's points, nobody knows which of them it will ask for.
TEST_F(SweepSearchTest, what_another_plan_stored_does_not_leave_a_budget_without_floors) {
  std::vector<Variant> variants;
  for (int i = 0; i < 10; ++i) variants.push_back(wide_variant("v" + std::to_string(i)));
  catalogue = Catalogue(std::move(variants));
  plan.limits.max_matrices = 1;
  plan.protocol.time_budget_s = 10;  // what the model expects is no less
  plan.protocol.max_samples = 10'000'000;
  plan.grid = Grid::smoke;
  start();
  EXPECT_GT(runner.calls, 40);
  plan.grid = Grid::full;
  plan.limits.budget_s = 700;
  const auto has_floors = [&] {
    events.clear();
    start();
    return std::any_of(events.begin(), events.end(),
                       [](const Event& e) { return e.progress.first_points; });
  };
  EXPECT_TRUE(has_floors());
  EXPECT_FALSE(has_floors()) << "of its own search nothing is left";
}

TEST_F(SweepSearchTest, a_plan_of_an_older_version_keeps_its_search) {
  const Plan all = plan_from_json(R"({"search":"exhaustive","random_budget":0,"seed":3})");
  EXPECT_EQ(all.search.kind, search::Kind::exhaustive);
  const Plan some = plan_from_json(R"({"search":"random","random_budget":17,"seed":3})");
  EXPECT_EQ(search::to_text(some.search), "random:17");
  EXPECT_EQ(some.search.seed, 3U);
}

TEST_F(SweepSearchTest, grids_are_read_whole_from_a_database) {
  plan.search.kind = search::Kind::exhaustive;
  start();
  const db::Store store(file, db::OpenMode::read_only);
  const StoredGrids grids = stored_grids(store, {}, catalogue);
  EXPECT_EQ(grids.operation, "spmv");
  EXPECT_EQ(grids.points, 128U);
  ASSERT_EQ(grids.grids.size(), 3U);
  EXPECT_NEAR(grids.grids[0].best_us(), 10, 1e-5);
  EXPECT_NEAR(grids.grids[0].seconds(), 128 * 0.01, 1e-9);
  EXPECT_TRUE(grids.left_out.empty());
  EXPECT_THROW((void)stored_grids(store, {"spgemm", "", ""}, catalogue), InputError);
}

/// Speed 4 fits one of the matrices.
TEST_F(SweepSearchTest, what_is_refused_before_measuring_is_no_point_of_a_grid_and_loads_nothing) {
  catalogue = Catalogue({fake_variant<SpmvProblem>("csr"), fake_variant<SpmvProblem>("ell"),
                         fake_variant<SpmvProblem>("eigen", true)});
  plan.search.kind = search::Kind::exhaustive;
  for (const bool baselines : {false, true}) {
    plan.baselines = baselines;
    runner.time_of = {};
    fresh();
    std::set<std::string> loaded;
    std::size_t by_baselines = 0;
    runner.change = [&](harness::Trial& t) {
      if (!loaded.insert(t.problem.hash()).second) return;
      t.wall_s += 1;
      if (t.configuration.variant == "eigen") ++by_baselines;
    };
    start();
    const db::Store store(file, db::OpenMode::read_only);

    const StoredGrids grids = stored_grids(store, {}, catalogue);

    EXPECT_EQ(grids.points, 8U);
    EXPECT_TRUE(grids.left_out.empty());
    ASSERT_EQ(grids.grids.size(), 3U);
    for (const search::Grid& grid : grids.grids) {
      EXPECT_EQ(grid.space.size(), grid.matrix == "small" ? 8U : 6U) << grid.matrix;
      EXPECT_NEAR(grid.seconds(), 0.01 * static_cast<double>(grid.space.size()), 1e-9);
    }
    EXPECT_NEAR(grids.loading_s, 3.0 - static_cast<double>(by_baselines), 1e-9);
  }
}

TEST_F(SweepSearchTest, what_was_searched_is_no_whole_grid_however_much_of_it_was_tried) {
  for (const char* search : {"guided", "random:40"}) {
    fresh();
    plan.limits.max_matrices = 0;
    plan.search = search::parse_settings(search);
    start();
    const db::Store store(file, db::OpenMode::read_only);
    EXPECT_THROW((void)stored_grids(store, {}, catalogue), InputError) << search;
  }
  plan.search = search::parse_settings("exhaustive");
  plan.limits.max_matrices = 1;
  start();
  const db::Store store(file, db::OpenMode::read_only);
  const StoredGrids grids = stored_grids(store, {}, catalogue);
  EXPECT_EQ(grids.points, 128U);
  EXPECT_EQ(grids.grids.size(), 1U);
  EXPECT_THAT(grids.left_out, ::testing::SizeIs(2));
  EXPECT_THAT(grids.left_out, ::testing::Each(HasSubstr("searched, not measured whole")));
}

TEST_F(SweepSearchTest, a_grid_that_was_interrupted_is_none_until_it_is_finished) {
  plan.search.kind = search::Kind::exhaustive;
  plan.limits.max_matrices = 1;
  stop = [this] { return runner.calls >= 60; };
  start();
  const auto grids = [this](const Catalogue& of_program) {
    return stored_grids(db::Store(file, db::OpenMode::read_only), {}, of_program);
  };
  try {
    (void)grids(catalogue);
    ADD_FAILURE() << "was taken";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr(" of 128 points"));
  }
  stop = {};
  go_on();
  EXPECT_EQ(grids(catalogue).points, 128U);
  const Catalogue later({wide_variant("csr"), wide_variant("ell"), wide_variant("dia")});
  EXPECT_EQ(grids(later).points, 128U) << "whatever a later program has more";
}

TEST_F(SweepSearchTest, problems_of_another_context_are_no_grids_and_told) {
  plan.search.kind = search::Kind::exhaustive;
  start();
  hardware.hash = "another";
  plan.limits.max_matrices = 1;
  start();
  const StoredGrids grids = stored_grids(db::Store(file, db::OpenMode::read_only), {}, catalogue);
  EXPECT_EQ(grids.grids.size(), 3U);
  EXPECT_EQ(grids.matrices, 3U);
  EXPECT_THAT(grids.left_out, ::testing::ElementsAre("1 problem of another context"));
}

TEST_F(SweepSearchTest, a_guided_search_of_few_points_is_a_whole_grid) {
  plan.variants = {"csr", "eigen"};  // 64 that may be dispatched
  for (const auto& [search, whole] : {std::pair{"guided", true}, std::pair{"guided:40", false}}) {
    fresh();
    plan.search = search::parse_settings(search);
    start();
    const db::Store store(file, db::OpenMode::read_only);
    if (!whole) {
      EXPECT_THROW((void)stored_grids(store, {}, catalogue), InputError) << search;
      continue;
    }
    const StoredGrids grids = stored_grids(store, {}, catalogue);
    EXPECT_EQ(grids.points, 64U);
    EXPECT_EQ(grids.grids.size(), 3U);
    // Of kernels that are there no more nobody knows how many points there were.
    EXPECT_THROW((void)stored_grids(store, {}, Catalogue({wide_variant("ell")})), InputError);
  }
}

/// Those take no time: among them a usual trial would seem to take none.
TEST_F(SweepSearchTest, loading_is_told_by_trials_that_took_time) {
  constexpr auto config_space =
      free_space<WideConfig>(axis("a", &WideConfig::a, {0, 1, 2, 3, 4, 5, 6, 7}, "of the fake"),
                             axis("b", &WideConfig::b, {0, 1}, "of the fake"));
  Variant picky = make_variant<SpmvProblem>(
      VariantFacts{.name = "picky", .summary = "fake", .source = "test"}, config_space,
      [](const WideConfig& c, const SpmvProblem&) {
        return c.a > 1 ? Fit::no("too much") : Fit::yes();
      },
      [](const WideConfig&, const SpmvProblem&) -> std::unique_ptr<sptune::Plan> {
        throw std::logic_error("a fake has no plan");
      });
  picky.code_hash = "hash of picky";
  catalogue = Catalogue({std::move(picky)});
  plan.search.kind = search::Kind::exhaustive;
  plan.limits.max_matrices = 1;
  runner.time_of = {};
  bool loaded = false;
  runner.change = [&](harness::Trial& t) { t.wall_s += std::exchange(loaded, true) ? 0 : 1; };
  start();
  const StoredGrids grids = stored_grids(db::Store(file, db::OpenMode::read_only), {}, catalogue);
  ASSERT_EQ(grids.grids.size(), 1U);
  EXPECT_NEAR(grids.grids[0].seconds(), 4 * 0.01, 1e-9);
  EXPECT_NEAR(grids.loading_s, 1, 1e-9);
}

TEST_F(SweepSearchTest, several_kinds_of_problems_must_be_told_apart_and_part_of_a_grid_is_none) {
  plan.search.kind = search::Kind::exhaustive;
  plan.value_types = {ValueType::f32, ValueType::f64};
  stop = [this] { return runner.calls >= 500; };
  start();
  const db::Store store(file, db::OpenMode::read_only);
  try {
    (void)stored_grids(store, {}, catalogue);
    ADD_FAILURE() << "was taken";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("--type f32 or --type f64"));
  }
  const StoredGrids grids = stored_grids(store, {"", "f32", ""}, catalogue);
  EXPECT_EQ(grids.grids.size(), 2U);
}

}  // namespace
}  // namespace sptune::sweep::test
