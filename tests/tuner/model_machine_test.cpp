// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/environment.hpp"
#include "sptune/device.hpp"
#include "tuner/model/machine.hpp"

#include <gtest/gtest.h>

namespace sptune::model {
namespace {

// What ships may not link the harness, so the two name the machine each by itself. They must agree,
// or every model would seem to come from another machine.
TEST(Machine, is_named_as_the_harness_names_it) {
  const harness::Hardware hardware = harness::capture_hardware();

  EXPECT_EQ(this_machine().name, hardware.name);
  EXPECT_EQ(this_machine().arch, hardware.arch);
  EXPECT_EQ(this_machine().cores, hardware.cores);
}

TEST(Machine, a_gpu_is_named_as_the_harness_names_it) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  const harness::Hardware hardware = harness::capture_hardware(Backend::cuda);

  EXPECT_EQ(this_machine(Backend::cuda).name, hardware.name);
  EXPECT_EQ(this_machine(Backend::cuda).arch, hardware.arch);
  EXPECT_EQ(this_machine(Backend::cuda).cores, hardware.cores);
}

TEST(Machine, nothing_is_comparable_with_a_gpu_that_is_not_there) {
  if (cuda::device_info()) GTEST_SKIP() << "there is a GPU";
  EXPECT_FALSE(comparable(this_machine(Backend::cuda), this_machine(Backend::cuda)));
}

TEST(Machine, comparable_by_architecture_and_cores) {
  Machine other = this_machine();
  other.name = "renamed";
  EXPECT_TRUE(comparable(this_machine(), other));
  other.cores += 1;
  EXPECT_FALSE(comparable(this_machine(), other));
  EXPECT_FALSE(comparable(this_machine(), Machine{}));
  EXPECT_NE(this_machine().text().find(this_machine().arch), std::string::npos);
}

}  // namespace
}  // namespace sptune::model
