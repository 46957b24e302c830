// SPDX-License-Identifier: BSD-3-Clause
// How many threads a run has.
#include "kernels/host/run_threads.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace sptune::host {
namespace {

TEST(RunThreads, are_as_many_of_those_granted_as_the_work_is_worth) {
  Resources granted{4};
  const std::int64_t one = granted.work_of_a_thread;
  EXPECT_EQ(run_threads(0, granted, 0), 1);
  EXPECT_EQ(run_threads(0, granted, 2 * one - 1), 1);
  EXPECT_EQ(run_threads(0, granted, 2 * one), 2);
  EXPECT_EQ(run_threads(0, granted, 100 * one), 4);
  granted.threads = 1;
  EXPECT_EQ(run_threads(0, granted, 100 * one), 1);
}

TEST(RunThreads, are_those_that_a_configuration_names) {
  const Resources granted{16};
  EXPECT_EQ(run_threads(1, granted, 100 * granted.work_of_a_thread), 1);
  EXPECT_EQ(run_threads(4, granted, 1), 4);
}

}  // namespace
}  // namespace sptune::host
