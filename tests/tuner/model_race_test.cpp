// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace sptune::model {
namespace {

/// Runs a race whose entrants take these times, and returns how often each ran.
std::map<int, int> run_to_the_end(Race& race, const std::map<int, double>& seconds) {
  std::map<int, int> runs;
  while (!race.over()) {
    const Race::Turn turn = race.next();
    ++runs[turn.entrant];
    if (turn.timed) race.add(turn.entrant, seconds.at(turn.entrant));
  }
  return runs;
}

TEST(Race, the_fastest_wins) {
  Race race({0, 1, 2});
  run_to_the_end(race, {{0, 1.05}, {1, 1.0}, {2, 1.03}});
  EXPECT_EQ(race.leader(), 1);
  EXPECT_EQ(race.next().entrant, 1);
  EXPECT_FALSE(race.next().timed);
}

TEST(Race, the_first_stays_where_nobody_is_faster_by_a_percent) {
  Race race({3, 1});
  run_to_the_end(race, {{3, 1.0}, {1, 0.995}});
  EXPECT_EQ(race.leader(), 3);
}

TEST(Race, what_is_far_behind_runs_in_one_round_only) {
  const RaceSettings settings;
  Race race({0, 1, 2}, settings);
  const auto runs = run_to_the_end(race, {{0, 1.0}, {1, 1.02}, {2, 5.0}});
  const int turn = settings.warm + settings.timed;
  EXPECT_EQ(runs.at(2), turn);
  EXPECT_EQ(runs.at(0), settings.rounds * turn);
  EXPECT_EQ(runs.at(1), settings.rounds * turn);
}

TEST(Race, is_over_when_one_is_left) {
  Race race({0, 1});
  EXPECT_EQ(run_to_the_end(race, {{0, 9.0}, {1, 1.0}}).at(1), 5);
  EXPECT_EQ(race.leader(), 1);
}

TEST(Race, one_disturbed_run_decides_nothing) {
  Race race({0, 1});
  bool disturbed = false;
  while (!race.over()) {
    const Race::Turn turn = race.next();
    if (!turn.timed) continue;
    const bool now = turn.entrant == 1 && !std::exchange(disturbed, true);
    race.add(turn.entrant, now ? 100 : turn.entrant == 1 ? 0.9 : 1.0);
  }
  EXPECT_EQ(race.leader(), 1);
}

TEST(Race, while_times_are_awaited_the_best_so_far_runs) {
  Race race({0, 1});
  std::vector<int> timed;
  for (int i = 0; i < 10; ++i) {
    const Race::Turn turn = race.next();
    if (turn.timed) timed.push_back(turn.entrant);
  }
  EXPECT_EQ(timed.size(), 8U);
  for (int i = 0; i < 3; ++i) {
    const Race::Turn turn = race.next();
    EXPECT_EQ(turn.entrant, 0);
    EXPECT_FALSE(turn.timed);
  }
  std::reverse(timed.begin(), timed.end());
  for (const int entrant : timed) race.add(entrant, entrant == 1 ? 1.0 : 1.05);
  EXPECT_EQ(race.next().entrant, 0);
  EXPECT_EQ(race.leader(), 1);
}

TEST(Race, a_turn_that_is_given_back_is_next_again) {
  Race race({0, 1});
  int lost = 0;
  for (int ran = 0; !race.over() && ran < 200; ++ran) {
    const Race::Turn turn = race.next();
    if (turn.timed && lost < 7 && ran % 2 == 0) {
      ++lost;
      race.give_back();
      EXPECT_EQ(race.next().entrant, turn.entrant);
      race.give_back();
    } else if (turn.timed) {
      race.add(turn.entrant, turn.entrant == 1 ? 0.95 : 1.0);
    }
  }
  EXPECT_EQ(lost, 7);
  EXPECT_TRUE(race.over());
  EXPECT_EQ(race.leader(), 1);
}

TEST(Race, who_is_removed_is_waited_for_no_more) {
  for (const int gone : {0, 1, 2}) {
    for (int turns = 0; turns < 40; ++turns) {
      Race race({0, 1, 2});
      const std::map<int, double> seconds{{0, 1.0}, {1, 0.95}, {2, 0.97}};  // none is far behind
      int ran = 0;
      while (!race.over() && ran < 200) {
        if (ran++ == turns) race.remove(gone);
        const Race::Turn turn = race.next();
        if (ran > turns) {
          EXPECT_NE(turn.entrant, gone);
        }
        if (turn.timed) race.add(turn.entrant, seconds.at(turn.entrant));
      }
      EXPECT_TRUE(race.over()) << gone << " after " << turns;
      EXPECT_EQ(race.leader(), gone == 1 ? 2 : 1) << gone << " after " << turns;
      EXPECT_LE(ran, 45);
    }
  }
}

TEST(Race, late_times_of_who_is_removed_count_for_nobody) {
  Race race({0, 1, 2});
  for (int i = 0; i < 15; ++i) (void)race.next();
  race.remove(2);
  for (int i = 0; i < 4; ++i) race.add(2, 0.1);
  for (int i = 0; i < 4; ++i) race.add(0, 1.0);
  EXPECT_FALSE(race.over());
  for (int i = 0; i < 4; ++i) race.add(1, 0.5);
  EXPECT_TRUE(race.over());
  EXPECT_EQ(race.leader(), 1);
}

TEST(Race, of_the_last_two_the_other_one_has_won) {
  Race race({0, 1});
  race.remove(0);
  EXPECT_TRUE(race.over());
  EXPECT_EQ(race.leader(), 1);
  race.remove(1);
  EXPECT_EQ(race.leader(), 1) << "it is over";
}

}  // namespace
}  // namespace sptune::model
