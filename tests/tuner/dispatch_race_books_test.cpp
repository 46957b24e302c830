// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/catalogue.hpp"
#include "tuner/dispatch/race_books.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace sptune::dispatch::books_of_races {
namespace {

using Asked = std::vector<int>;

ResolvedConfiguration of_variant(const char* name) {
  return shipped_catalogue().find(Operation::spmv, Backend::cpu, name)->default_configuration();
}

class RaceBooksTest : public ::testing::Test {
 protected:
  /// csr, ell and sell. Preparing ell is predicted to take 3 s, sell 2 s.
  [[nodiscard]] RaceBooks books(Pace pace) const {
    return {of_variant("csr"), {{of_variant("ell"), 3}, {of_variant("sell"), 2}}, pace, notes_};
  }

  /// All are ready but `not_ready`, and take as long as predicted; who is asked, in order.
  static Asked start(RaceBooks& books, int not_ready = -1) {
    Asked asked;
    books.start_race([&](int entrant) {
      asked.push_back(entrant);
      books.prepared(entrant, entrant == 1 ? 3 : 2);
      return entrant != not_ready;
    });
    return asked;
  }

  /// So many runs, one after the other; each takes what stands for its entrant.
  static void run(RaceBooks& books, int times, const std::vector<double>& seconds) {
    for (int i = 0; i < times; ++i) {
      const model::Race::Turn turn = books.next(0);
      if (turn.timed) {
        books.timed(turn.entrant, seconds[static_cast<std::size_t>(turn.entrant)]);
      } else {
        books.untimed();
      }
      books.balance();
    }
  }

  std::shared_ptr<RaceNotes> notes_ = std::make_shared<RaceNotes>();
};

TEST_F(RaceBooksTest, at_once_all_race_the_cheapest_to_prepare_asked_first) {
  RaceBooks at_once = books(Pace::at_once);
  EXPECT_FALSE(at_once.decided());
  EXPECT_EQ(at_once.configuration_of(2).text(), of_variant("sell").text());
  EXPECT_EQ(start(at_once), (Asked{2, 1}));
  EXPECT_TRUE(at_once.racing());
  run(at_once, 60, {3, 1, 2});
  EXPECT_TRUE(at_once.decided());
  EXPECT_EQ(at_once.leader(), 1);
  ASSERT_EQ(notes_->entrants().size(), 3U);
  EXPECT_EQ(notes_->entrants()[1].us.front(), 1e6F);
}

TEST_F(RaceBooksTest, nobody_races_where_nobody_is_ready) {
  RaceBooks alone(of_variant("csr"), {{of_variant("ell"), 3}}, Pace::at_once, nullptr);
  EXPECT_EQ(start(alone, 1), Asked{1});
  EXPECT_FALSE(alone.racing());
  EXPECT_TRUE(alone.decided());
  EXPECT_EQ(start(alone), Asked{}) << "nobody is asked twice";
}

TEST_F(RaceBooksTest, outside_a_race_the_leader_is_timed_until_it_is_known_what_it_takes) {
  RaceBooks waiting = books(Pace::as_paid);
  EXPECT_TRUE(waiting.next(0).timed);
  EXPECT_TRUE(waiting.next(enough_times - 1).timed);
  EXPECT_FALSE(waiting.next(enough_times).timed) << "as many are awaited";
  run(waiting, enough_times, {0.1});
  EXPECT_FALSE(waiting.next(0).timed);
  EXPECT_EQ(waiting.next(0).entrant, 0);
}

TEST_F(RaceBooksTest, as_paid_each_waits_until_runs_have_cost_as_much) {
  RaceBooks paid = books(Pace::as_paid);
  run(paid, 3, {0.5});
  EXPECT_EQ(start(paid), Asked{});
  run(paid, 1, {0.5});  // an untimed run counts as what the leader takes
  EXPECT_EQ(start(paid), Asked{2}) << "for the next one 5 s are to be paid";
  run(paid, 30, {0.5, 0.1, 0.1});
  EXPECT_FALSE(paid.racing());
  EXPECT_EQ(paid.leader(), 2);
  EXPECT_FALSE(paid.decided()) << "one waits";
  EXPECT_EQ(start(paid), Asked{1});
  EXPECT_EQ(paid.next(0).entrant, 2) << "the leader of the former race is in";
  run(paid, 40, {0.5, 0.4, 0.1});
  EXPECT_TRUE(paid.decided());
  EXPECT_EQ(paid.leader(), 2);
}

TEST_F(RaceBooksTest, untimed_runs_are_paid_once_it_is_known_what_the_leader_takes) {
  RaceBooks late = books(Pace::as_paid);
  for (int i = 0; i < 10; ++i) late.untimed();
  late.balance();
  EXPECT_EQ(start(late), Asked{});
  for (std::size_t i = 0; i < enough_times; ++i) late.timed(0, 0.1);
  late.balance();
  EXPECT_EQ(start(late), Asked{});  // 1.3 s
  for (int i = 0; i < 8; ++i) late.untimed();
  late.balance();
  EXPECT_EQ(start(late), Asked{2});
}

TEST_F(RaceBooksTest, of_the_last_two_the_other_one_has_won) {
  RaceBooks two = books(Pace::at_once);
  start(two, 1);
  run(two, 2, {1, 0, 1});
  two.remove(2);
  EXPECT_FALSE(two.racing());
  EXPECT_TRUE(two.decided());
  EXPECT_EQ(two.leader(), 0);
}

TEST_F(RaceBooksTest, who_is_removed_is_not_remembered_by_times_that_it_had) {
  RaceBooks three = books(Pace::at_once);
  start(three);
  while (three.next(0).entrant != 1) three.timed(0, 1);
  three.timed(1, 0.1);
  three.timed(2, 1);
  three.remove(1);
  three.timed(1, 0.1);  // known late
  EXPECT_TRUE(notes_->entrants()[1].us.empty());
  EXPECT_EQ(notes_->entrants()[2].us.size(), 1U);
}

TEST_F(RaceBooksTest, where_the_winner_goes_the_first_one_leads_and_is_timed_anew) {
  RaceBooks won = books(Pace::as_paid);
  run(won, 4, {0.5});
  start(won);
  run(won, 40, {0.5, 0, 0.1});
  ASSERT_EQ(won.leader(), 2);
  ASSERT_FALSE(won.next(0).timed);
  won.remove(2);
  EXPECT_EQ(won.leader(), 0);
  EXPECT_TRUE(won.next(0).timed);
  EXPECT_EQ(start(won), Asked{1}) << "what was spent stays paid";
}

TEST_F(RaceBooksTest, times_are_awaited_where_all_turns_of_a_round_are_taken) {
  RaceBooks late = books(Pace::at_once);
  EXPECT_FALSE(late.awaits()) << "nobody races";
  start(late, 1);
  std::vector<int> untold;
  while (!late.awaits()) {
    const model::Race::Turn turn = late.next(untold.size());
    if (turn.timed) untold.push_back(turn.entrant);
  }
  EXPECT_EQ(untold.size(), 2 * static_cast<std::size_t>(model::RaceSettings{}.timed));
  EXPECT_FALSE(late.next(untold.size()).timed);
  for (const int entrant : untold) late.timed(entrant, 1);
  EXPECT_FALSE(late.awaits()) << "the next round has begun";
}

TEST_F(RaceBooksTest, who_stays_ends_the_race) {
  RaceBooks ended = books(Pace::at_once);
  start(ended);
  ended.stay_with(1);
  EXPECT_TRUE(ended.decided());
  EXPECT_EQ(ended.leader(), 1);
}

}  // namespace
}  // namespace sptune::dispatch::books_of_races
