// SPDX-License-Identifier: BSD-3-Clause
// What becomes of a set of finalists that cannot be believed whole, and of one that a budget ends.
#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::sweep::test {
namespace {

using harness::Outcome;

struct SweepFinalistsTest : SweepTest {
  SweepFinalistsTest() {
    plan.operations = {Operation::spmv};
    plan.baselines = false;
    plan.limits.max_matrices = 1;
    runner.time_of = [](const Configuration& c) { return c.variant == "ell" ? 10.0 : 10.1; };
  }
  /// Of a finalist, after its search.
  static void find_wrong(harness::Trial& t) {
    t.outcome = Outcome::wrong_result;
    t.message = "row 17: expected 1, found 2";
    t.samples.clear();
  }
  static bool among_finalists(const harness::Trial& t) {
    return t.stop_reason == harness::in_repetitions;
  }
  [[nodiscard]] std::string fastest() const {
    return query("SELECT configuration FROM best").text(0, "configuration");
  }
};

TEST_F(SweepFinalistsTest, one_that_is_wrong_is_so_whatever_disturbed_the_others) {
  runner.change = [](harness::Trial& t) {
    if (!among_finalists(t)) return;
    if (t.configuration.variant == "ell") {
      find_wrong(t);
    } else {
      disturb(t);
    }
  };
  Summary s = start();
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(count("outcome = 'wrong_result' AND configuration LIKE 'ell%' AND newest = 1"), 3);
  EXPECT_EQ(count("outcome = 'wrong_result' AND reaped = 1"), 0);
  EXPECT_THAT(fastest(), ::testing::HasSubstr("csr"));
  EXPECT_EQ(count("reaped = 1"), s.disturbed);
  EXPECT_EQ(s.pending, 3) << "the set of those that are left";

  runner.change = {};
  s = go_on();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.remeasured, 3);
  EXPECT_EQ(count("outcome = 'wrong_result'"), 3) << "and none of them again";
}

TEST_F(SweepFinalistsTest, one_that_is_wrong_is_so_whatever_ended_the_worker_of_the_others) {
  for (const char* victim : {"csr{speed=2}", "csr{speed=1}"}) {
    file = folder / victim;
    runner.change = [&](harness::Trial& t) {
      if (!among_finalists(t)) return;
      if (t.configuration.variant == "ell") find_wrong(t);
      if (t.configuration.text() != victim) return;
      t.outcome = Outcome::crashed;
      t.from_outside = true;
      t.samples.clear();
    };
    EXPECT_EQ(start().ending, Ending::incomplete);
    EXPECT_EQ(count("outcome = 'wrong_result' AND reaped = 0 AND newest = 1"), 3);
    EXPECT_EQ(count("outcome = 'crashed' AND reaped = 1"), 1) << "stands for the set";
    EXPECT_THAT(fastest(), ::testing::HasSubstr("csr"));
    runner.change = {};
    const Summary s = go_on();
    EXPECT_EQ(s.ending, Ending::finished);
    EXPECT_EQ(s.remeasured, 3);
  }
}

/// All of a set that one batch of was disturbed.
TEST_F(SweepFinalistsTest, the_summary_counts_what_the_database_discards) {
  runner.change = [this](harness::Trial& t) {
    if (among_finalists(t) && runner.interleaved_calls.size() <= preparations + 2 &&
        t.configuration.text() == "csr{speed=2}")
      disturb(t);
  };
  const Summary s = start();
  EXPECT_GT(s.disturbed, 1);
  EXPECT_EQ(s.disturbed, count("reaped = 1"));
  EXPECT_EQ(s.ending, Ending::finished);
}

/// A few seconds disturb all of a set, which is measured together.
TEST_F(SweepFinalistsTest, a_set_that_is_disturbed_is_one_disturbance) {
  plan.limits.max_matrices = 0;
  plan.repetitions = 4;
  runner.change = [](harness::Trial& t) {
    if (among_finalists(t)) disturb(t);
  };
  const Summary s = start();
  EXPECT_GT(s.disturbed, most_disturbed_in_a_row);
  EXPECT_EQ(s.ending, Ending::incomplete) << "and not busy";
}

/// A try takes 0.01 s, half of it measuring; two of the first preparation count for nothing.
TEST_F(SweepFinalistsTest, disturbed_tries_are_in_the_time_and_made_once_where_they_are_kept) {
  runner.change = [this](harness::Trial& t) {
    t.stage_s["measure"] = 0.005;
    const bool busy = plan.keep_disturbed || runner.interleaved_calls.size() <= 2;
    if (among_finalists(t) && busy) disturb(t);
  };
  for (const bool keep : {false, true}) {
    file = folder / (keep ? "kept" : "again");
    plan.keep_disturbed = keep;
    runner.interleaved_calls.clear();
    const Summary s = start();
    EXPECT_EQ(s.ending, Ending::finished);
    const std::size_t tries = preparations + (keep ? 0 : 2);
    EXPECT_EQ(runner.interleaved_calls.size(), tries);
    const db::Table t = query(
        "SELECT min(wall_s) AS least, max(wall_s) AS most FROM trial WHERE stop_reason = "
        "'repetitions'");
    EXPECT_NEAR(t.number(0, "least"), 0.01 * static_cast<double>(tries), 1e-9);
    EXPECT_NEAR(t.number(0, "most"), 0.01 * static_cast<double>(tries), 1e-9);
    const std::int64_t trials =
        s.outcomes.at(Outcome::ok) + static_cast<std::int64_t>(tries) * s.remeasured;
    EXPECT_NEAR(s.stage_s.at("measure"), 0.005 * static_cast<double>(trials), 1e-9);
  }
}

TEST_F(SweepFinalistsTest, the_clock_is_the_mean_over_all_preparations) {
  plan.repetitions = 1;
  runner.change = [this](harness::Trial& t) {
    t.mhz_mean = 1000 * static_cast<double>(runner.interleaved_calls.size());
  };
  EXPECT_EQ(start().ending, Ending::finished);
  EXPECT_EQ(runner.interleaved_calls.size(), preparations);
  EXPECT_GT(count("stop_reason = 'repetitions'"), 1);
  EXPECT_EQ(count("stop_reason = 'repetitions' AND mhz_mean <> 2000"), 0);
}

/// Without another library beside it, a clear winner had no set in the first repetition, and a
/// sweep of several ended as if something had disturbed it.
TEST_F(SweepFinalistsTest, a_clear_winner_is_measured_in_every_repetition) {
  plan.repetitions = 3;
  runner.time_of = [](const Configuration& c) {
    return c.text() == "csr{speed=1}" ? 10.0 : c.variant == "ell" ? 30.0 : 90.0;
  };
  Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(runner.interleaved_calls.size(), 3 * preparations);
  EXPECT_EQ(count("configuration = 'csr{speed=1}' AND stop_reason = 'repetitions'"), 3);
  EXPECT_EQ(go_on().remeasured, 0);

  plan.repetitions = 1;
  file = folder / "once";
  s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.remeasured, 0) << "nothing that it would be compared with";
}

/// What looked best alone may be slower among finalists, so that others are the next ones.
TEST_F(SweepFinalistsTest, sets_without_a_common_point_are_repetitions_all_the_same) {
  plan.repetitions = 3;
  bool alone = true;
  runner.before_interleaved = [&] { alone = false; };
  runner.time_of = [&](const Configuration& c) {
    const bool first = c.variant == "csr" && c.text() != "csr{speed=3}";
    return first && alone ? 10.0 : first ? 13.0 : 11.0;
  };
  const Summary s = start();
  ASSERT_EQ(runner.interleaved_calls.size(), 3 * preparations);
  for (const std::string& text : runner.interleaved_calls.front()) {
    EXPECT_THAT(runner.interleaved_calls.back(), ::testing::Not(::testing::Contains(text)));
  }
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(go_on().remeasured, 0);
}

/// Where the rest of a search is expected to take longer than there is time.
TEST_F(SweepFinalistsTest, points_that_a_budget_leaves_after_the_floor_are_pending) {
  catalogue = Catalogue({fake_variant<SpmvProblem>("csr"), fake_variant<SpmvProblem>("ell"),
                         fake_variant<SpmvProblem>("dia"), fake_variant<SpmvProblem>("coo"),
                         fake_variant<SpmvProblem>("hyb"), fake_variant<SpmvProblem>("sell")});
  plan.search.kind = search::Kind::exhaustive;
  plan.limits.budget_s = 100;
  plan.protocol.time_budget_s = 10;  // what the model expects is no less
  plan.protocol.max_samples = 10'000'000;
  runner.change = [](harness::Trial& t) { t.wall_s = 1000; };
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::budget);
  EXPECT_GT(s.unreached, 0);
  EXPECT_EQ(s.pending, s.unreached);
  const Summary rest = go_on("", {1e6});
  EXPECT_EQ(rest.ending, Ending::finished);
  EXPECT_EQ(rest.trials, s.unreached);
  EXPECT_EQ(rest.unreached, 0);
}

}  // namespace
}  // namespace sptune::sweep::test
