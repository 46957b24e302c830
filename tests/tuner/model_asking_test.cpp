// SPDX-License-Identifier: BSD-3-Clause
// What is done before anything costs, and what preparing takes.
#include "tuner/model/asking.hpp"
#include "tuner/model/prepare_cost.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

namespace sptune::model {
namespace {

constexpr double for_ever = std::numeric_limits<double>::infinity();

bool all_fit(std::size_t /*candidate*/) {
  return true;
}

TEST(Asking, without_steps_always) {
  EXPECT_TRUE(Asking{}.at({1000, 1000, 5000}).asks(1));
  EXPECT_TRUE(Asking::from(0).at({1000, 1000, 5000}).asks(1));
}

TEST(Asking, from_a_number_of_runs_on) {
  const Asking asking = Asking::from(6);

  EXPECT_EQ(validate(asking, 1), "");
  EXPECT_FALSE(asking.at({1000, 1000, 5000}).asks(0.5));
  EXPECT_FALSE(asking.at({1000, 1000, 5000}).asks(5.9));
  EXPECT_TRUE(asking.at({1000, 1000, 5000}).asks(6));
  EXPECT_TRUE(asking.at({1000, 1000, 5000}).asks(for_ever));
  EXPECT_EQ(asking.at({1000, 1000, 5000}).choice(1, 3, all_fit), 3U)
      << "the default: it knows no other";
}

/// Candidate 0, the default: 1 ns per entry, 100 us once. 1: at once, 2 ns per entry. 2: at once, 3
/// ns, half as many where rows are shorter than e, but who knows.
Asking small_asking() {
  Asking asking;
  asking.least_nnz = 100;
  constexpr double nothing = -40;  // its logarithm, almost
  asking.unasked = {{0, {std::log(1e-9), 1}, 0.1, {std::log(100e-6)}},
                    {1, {std::log(2e-9), 1}, 0.1, {nothing}},
                    {2, {std::log(0.5e-9), 1, 1}, 1, {nothing}}};
  asking.steps = {{0, {-1}}, {10, {-10, 1}}, {1000, {1}}};
  return asking;
}

TEST(Asking, takes_the_least_total_of_what_fits) {
  const Asking asking = small_asking();
  ASSERT_EQ(validate(asking, 3), "");
  const Header header{1000, 1000, 10000};  // 10 us a run, 20 and 50

  EXPECT_EQ(asking.at(header).choice(1, 0, all_fit), 1U);
  EXPECT_EQ(asking.at(header).choice(9, 0, all_fit), 1U);
  EXPECT_EQ(asking.at(header).choice(11, 0, all_fit), 0U) << "100 us are 10 runs of 10 us more";
  EXPECT_EQ(asking.at(header).choice(for_ever, 0, all_fit), 0U);
  EXPECT_EQ(asking.at(header).choice(0, 0, all_fit), 1U) << "as one run";
  EXPECT_EQ(asking.at({10000, 10000, 10000}).choice(1, 0, all_fit), 2U) << "short rows: 5 us";
  const auto not_second = [](std::size_t c) { return c != 2; };
  EXPECT_EQ(asking.at({10000, 10000, 10000}).choice(1, 0, not_second), 1U) << "the next best";
  EXPECT_EQ(asking.at({10000, 10000, 10000}).choice(1, 0, [](std::size_t) { return false; }), 0U);
  EXPECT_EQ(asking.at({10, 10, 100}).choice(1, 0, all_fit),
            asking.at({1, 1, 10}).choice(1, 0, all_fit))
      << "smaller than any counts as the smallest";
}

TEST(Asking, of_one_matrix_answers_any_question_anew) {
  const Asking asking = small_asking();
  const SizedAsking short_rows = asking.at({10000, 10000, 10000});  // 10 us a run, 20 and 5
  const auto not_second = [](std::size_t c) { return c != 2; };

  EXPECT_EQ(short_rows.choice(1, 0, all_fit), 2U);
  EXPECT_EQ(short_rows.choice(1, 0, not_second), 1U) << "others fit";
  EXPECT_EQ(short_rows.choice(11, 0, not_second), 0U) << "other runs";
  EXPECT_EQ(short_rows.choice(11, 1, all_fit), 2U) << "another default";
  EXPECT_EQ(short_rows.choice(1, 2, all_fit), 2U);
  EXPECT_EQ(short_rows.choice(1, 0, all_fit), 2U);
  EXPECT_EQ(short_rows.prepare_s(0), std::exp(std::log(100e-6)));
}

TEST(Asking, where_leaving_gains_nothing_what_runs_without_a_model_stays) {
  Asking asking = small_asking();
  const Header header{1000, 1000, 10000};
  asking.steps[0].stays = true;
  EXPECT_EQ(asking.at(header).choice(9, 0, all_fit), std::nullopt);
  EXPECT_EQ(asking.at(header).choice(11, 0, all_fit), 0U) << "the next step says nothing of it";
  EXPECT_FALSE(asking.at(header).looks(9, 0)) << "nobody looks there";
  asking.steps[0].worth_seen = SeenTerms{1};
  EXPECT_TRUE(asking.at(header).looks(9, 0)) << "what stays is what looks";
}

TEST(Asking, nobody_asks_where_that_has_gained_nothing_however_cheap) {
  Asking asking = small_asking();
  asking.price_s = 1e-9;
  asking.cheap_share = 0.02;
  const Header header{1000, 1000, 10000};
  EXPECT_TRUE(asking.at(header).asks(9)) << "it is cheap";
  asking.steps[0].never_asks = true;
  EXPECT_FALSE(asking.at(header).asks(9));
  EXPECT_TRUE(asking.at(header).asks(11)) << "the next step says nothing of it";
}

TEST(Asking, a_candidate_of_few_problems_is_less_sure) {
  Asking asking = small_asking();
  const Header header{1000, 1000, 10000};
  asking.variance[0][0] = 0.5;  // everywhere
  asking.unasked[1].timed = 0.6;
  EXPECT_EQ(asking.at(header).choice(1, 0, all_fit), 1U);
  asking.unasked[1].timed = 0.4;
  EXPECT_EQ(asking.at(header).choice(1, 0, all_fit), 2U) << "it knows nothing here";
  asking.unasked[1].timed = 0;
  EXPECT_NE(validate(asking, 3), "");
}

TEST(Asking, a_gain_must_be_worth_it_and_caution_minds_the_spread) {
  Asking asking = small_asking();
  asking.min_gain = 0.2;
  EXPECT_EQ(asking.at({1000, 1000, 10000}).choice(8, 0, all_fit), 0U) << "160 of 180 us";
  EXPECT_EQ(asking.at({1000, 1000, 10000}).choice(5, 0, all_fit), 1U) << "100 of 150 us";

  asking.caution = 2;
  EXPECT_EQ(asking.at({10000, 10000, 10000}).choice(1, 0, all_fit), 1U)
      << "5 us, but e^2 times as much in bad cases";
}

TEST(Asking, what_it_is_worth_hangs_on_runs_and_size) {
  const Asking asking = small_asking();

  EXPECT_FALSE(asking.at({1000, 1000, 10000}).asks(9.9));
  EXPECT_FALSE(asking.at({1000, 1000, 20000}).asks(10)) << "log(20000) < 10";
  EXPECT_TRUE(asking.at({1000, 1000, 30000}).asks(10));
  EXPECT_TRUE(asking.at({1000, 1000, 100}).asks(1000));
}

TEST(Asking, what_the_default_sees_of_rows_tells_more_than_the_size) {
  Asking asking = small_asking();
  SeenTerms above_45_us{10};
  above_45_us[header_terms] = 1;
  asking.steps[1].worth_seen = above_45_us;
  ASSERT_EQ(validate(asking, 3), "");
  const Header header{1000, 1000, 10000};

  EXPECT_FALSE(asking.at(header).looks(5, 0)) << "no law";
  EXPECT_FALSE(asking.at(header).looks(1000, 0)) << "asks whatever is seen";
  EXPECT_TRUE(asking.at(header).looks(11, 0));
  EXPECT_TRUE(asking.at(header).asks_seen(11, 50e-6));
  EXPECT_FALSE(asking.at(header).asks_seen(11, 40e-6));
  EXPECT_FALSE(asking.at({10000, 10000, 10000}).looks(11, 0)) << "another one runs unasked";
  asking.variance[2][2] = 1;
  EXPECT_FALSE(asking.at(header).looks(11, 0)) << "a size that nobody knows";
}

TEST(Asking, from_some_number_of_runs_on_the_default_stays) {
  Asking asking = small_asking();
  asking.unasked_below = 8;
  EXPECT_EQ(asking.at({1000, 1000, 10000}).choice(7, 0, all_fit), 1U);
  EXPECT_EQ(asking.at({1000, 1000, 10000}).choice(8, 0, all_fit), 0U) << "160 us, and not 180";
}

/// Laws say what is gained where training has many matrices.
TEST(Asking, is_no_question_where_it_costs_next_to_nothing) {
  Asking asking = small_asking();
  asking.steps[1].worth_seen = SeenTerms{-1};
  asking.price_s = 100e-6;
  asking.cheap_share = 0.02;
  const Header header{1000, 1000, 10000};  // 10 us a run at the least

  EXPECT_FALSE(asking.at(header).asks(499));
  EXPECT_TRUE(asking.at(header).asks(501)) << "100 us in 5 ms";
  EXPECT_FALSE(asking.at(header).asks_seen(100, 49e-6));
  EXPECT_TRUE(asking.at(header).asks_seen(100, 51e-6)) << "what is seen stands for what runs";
  asking.unasked.clear();
  EXPECT_FALSE(asking.at(header).asks(501)) << "nobody knows what runs take";
}

TEST(Asking, sizes_that_training_has_not_seen_are_no_guess) {
  Asking asking = small_asking();
  asking.variance[2][2] = 0.1;  // log(entries per row), squared

  const Header known{1000, 1000, 10000};
  const Header unknown{10, 10, 10000};
  EXPECT_TRUE(asking.at(known).choice(1, 0, all_fit)) << "0.1 * 2.3 * 2.3";
  EXPECT_FALSE(asking.at(unknown).choice(1, 0, all_fit)) << "0.1 * 6.9 * 6.9";
  EXPECT_FALSE(asking.at(known).asks(1));
  EXPECT_TRUE(asking.at(unknown).asks(1)) << "in files that do not say better";
  asking.steps[0].of_unknown = false;
  EXPECT_FALSE(asking.at(unknown).asks(1)) << "where it does not pay on the mean";
  EXPECT_TRUE(asking.at(unknown).asks(10));
  EXPECT_TRUE(asking.at(unknown).asks(1000));
}

TEST(Asking, laws_may_know_columns) {
  Asking asking = small_asking();
  asking.unasked[1].log_seconds[6] = 1;  // c: wide matrices take longer, high ones less
  asking.steps = {{0, {0, 0, 0, 0, 0, 0, 0, 1, -0.1}}, {1000, {1}}};  // |c| - a c / 10

  EXPECT_EQ(asking.at({1000, 1000, 10000}).choice(1, 0, all_fit), 1U) << "20 us of 110";
  EXPECT_EQ(asking.at({1000, 5000, 10000}).choice(1, 0, all_fit), 2U) << "50 us of 100";
  EXPECT_EQ(asking.at({1000, 100, 10000}).choice(8, 0, all_fit), 1U) << "2 us a run";
  EXPECT_FALSE(asking.at({1000, 1000, 10000}).asks(1));
  EXPECT_TRUE(asking.at({1000, 100, 10000}).asks(1));
  EXPECT_TRUE(asking.at({1000, 5000, 10000}).asks(1)) << "a < 10";
  EXPECT_FALSE(asking.at({10000, 50000, 100000}).asks(1)) << "a > 10";
  EXPECT_EQ(asking.at({10, 50, 50}).choice(1, 0, all_fit),
            asking.at({20, 100, 100}).choice(1, 0, all_fit))
      << "smaller than any counts as the smallest of the same shape";
}

TEST(Asking, laws_may_bend) {
  const SizeTerms straight = size_terms_of({1000, 1000, 20000}, 0);
  EXPECT_EQ(straight[1], std::log(20000));
  EXPECT_EQ(straight[10], 0);
  EXPECT_EQ(straight[11], 0);
  const SizeTerms bent = size_terms_of({1000, 1000, 20000}, 5000);
  EXPECT_DOUBLE_EQ(bent[1], std::log1p(4));
  EXPECT_EQ(bent[3], bent[1] * bent[1]);
  EXPECT_DOUBLE_EQ(bent[10], std::log(20000));
  EXPECT_DOUBLE_EQ(bent[11], std::log1p(0.2));

  Asking asking = small_asking();
  asking.knee = 10000;
  asking.unasked = {{0, {std::log(4e-6)}, 0.1, {}},      // 4 us, whatever the size
                    {1, {std::log(2e-6), 1}, 0.1, {}}};  // 2 us and 2 for 10,000 entries
  EXPECT_EQ(asking.at({1000, 1000, 5000}).choice(for_ever, 0, all_fit), 1U);
  EXPECT_EQ(asking.at({1000, 1000, 20000}).choice(for_ever, 0, all_fit), 0U);
}

TEST(Asking, numbers_that_lie_are_found) {
  const auto flaw = [](auto change) {
    Asking asking = small_asking();
    change(asking);
    return validate(asking, 3);
  };
  EXPECT_NE(flaw([](Asking& a) { a.unasked[1].candidate = 3; }), "");
  EXPECT_NE(flaw([](Asking& a) { a.unasked[1].spread = -1; }), "");
  EXPECT_NE(flaw([](Asking& a) { a.steps[0].runs = 1; }), "");
  EXPECT_NE(flaw([](Asking& a) { a.steps[2].runs = 10; }), "");
  EXPECT_NE(flaw([](Asking& a) { a.steps[2].runs = std::nan(""); }), "");
  EXPECT_NE(flaw([](Asking& a) { a.steps.resize(Asking::most_steps + 1); }), "");
}

TEST(Asking, laws_that_overflow_choose_the_default) {
  Asking asking = small_asking();
  for (UnaskedCandidate& u : asking.unasked) u.log_seconds = {1e308, -1e308, 1e308};
  asking.steps = {{0, {1e308, -1e308, 1e308}}};

  EXPECT_EQ(asking.at({1000, 1000, 10000}).choice(1, 0, all_fit), 0U);
  (void)asking.at({1000, 1000, 10000}).asks(1);
}

TEST(PrepareCost, is_a_sum_over_what_it_goes_through) {
  features::Features matrix;
  matrix.values.assign(feature_count, std::nan(""));
  matrix.values[index(Feature::rows)] = 100;
  matrix.values[index(Feature::nnz)] = 1000;

  const auto work = prepare_work(matrix, std::nan(""));
  EXPECT_EQ(work, (std::array<double, PrepareCost::terms>{1, 100, 1000, 0, 0}));
  matrix.values[index(Feature::row_max)] = 30;
  const PrepareCost cost{1, 0.1, 0.01, 0.001, 1};
  EXPECT_NEAR(cost.seconds(prepare_work(matrix, 12000)), 1 + 10 + 10 + 12 + 30, 1e-9);
}

}  // namespace
}  // namespace sptune::model
