// SPDX-License-Identifier: BSD-3-Clause
// Who is slow, large or in bad company, and not wrong, is measured all the same.
#include "tests/fault/faults.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sptune::test {
namespace {

using harness::Outcome;
using harness::Trial;

using Limits = Faults;

/// The first plan of a worker is prepared twice.
TEST_F(Limits, the_limit_of_preparing_is_that_of_one_preparation) {
  protocol_.prepare_limit_s = 0.5;  // of a preparation that takes 0.3
  const Trial t = run(late("prepares_slowly"));

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_GT(t.stage_s.at("prepare"), 0.6) << "of both";
}

/// Its runs take 1.5 s: one to warm up, one to look.
TEST_F(Limits, a_point_fifteen_times_slower_than_the_best_is_dominated_and_no_timeout) {
  const Trial t = run(late("slow_later"), /*best_us=*/1e5);

  EXPECT_EQ(t.outcome, Outcome::dominated) << t.message;
}

/// Of 1.5 s each: one to warm up, two samples, one to check the last.
TEST_F(Limits, a_slow_point_that_may_not_be_dominated_has_time_for_its_pilot_samples) {
  protocol_.min_samples = protocol_.max_samples = protocol_.pilot_samples = 2;
  for (const double ratio : {0.0, 20.0}) {
    protocol_.dominated_ratio = ratio;
    const Trial t = run(late("slow_later"), /*best_us=*/1e5);

    EXPECT_EQ(t.outcome, Outcome::ok) << ratio << ": " << t.message;
    EXPECT_EQ(t.samples.at("total").size(), 2U) << ratio;
  }
}

TEST_F(Limits, finalists_that_do_not_fit_in_memory_together_are_all_measured) {
  protocol_.memory_limit = std::int64_t{400} << 20U;  // of 60 MiB each
  const std::vector<ResolvedConfiguration> list(10, late("holds_memory"));
  for (int preparation = 0; preparation < 3; ++preparation) {
    const auto trials = interleaved(list);
    ASSERT_EQ(trials.size(), list.size());
    for (const Trial& t : trials) {
      EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
      EXPECT_EQ(t.samples.at("total").size(), 6U * harness::samples_per_repetition);
    }
  }
}

TEST_F(Limits, crashes_that_others_brought_about_are_not_held_against_a_configuration) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(run(late("spoils_others")).outcome, Outcome::ok);
    const Trial t = run(late("aborts_where_spoiled"));
    EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  }
  for (int i = 0; i < 3; ++i) {
    const auto trials = interleaved({late("spoils_others"), late("aborts_where_spoiled")});
    ASSERT_EQ(trials.size(), 2U);
    EXPECT_EQ(trials[1].outcome, Outcome::crashed) << trials[1].message;
    EXPECT_TRUE(trials[1].from_outside) << "and not skipped, never tried alone";
  }
}

}  // namespace
}  // namespace sptune::test
