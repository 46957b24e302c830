// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/environment.hpp"
#include "kernels/host/places.hpp"
#include "sptune/device.hpp"
#include "tuner/model/machine.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <thread>

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

/// As under `taskset`. In a process of its own: the machine is looked at once.
TEST(Machine, is_named_as_the_harness_names_it_on_one_core_of_several) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto pinned = [] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) std::exit(2);
    const int cores = harness::capture_hardware().cores;
    std::exit(cores == 1 && this_machine().cores == 1 ? 0 : 1);
  };
  EXPECT_EXIT(pinned(), ::testing::ExitedWithCode(0), "");
}

/// Each in a process of its own.
TEST(Machine, has_the_cores_of_the_process_whichever_thread_asks) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  static cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  if (host::processor_count_of_process() < 2) GTEST_SKIP() << "one core";
  static const auto allow = [](const cpu_set_t& set) {
    if (sched_setaffinity(0, sizeof set, &set) != 0) std::exit(2);
  };
  static const auto pin = [] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    allow(one);
  };
  const auto while_bound = [] {
    const int cores = CPU_COUNT(&all);
    pin();
    if (this_machine().cores != 1) std::exit(3);  // as by `taskset`
    allow(all);
    if (this_machine().cores != cores) std::exit(4);
    pin();
    std::exit(this_machine().cores == cores ? 0 : 5);
  };
  EXPECT_EXIT(while_bound(), ::testing::ExitedWithCode(0), "");
  const auto beside_others = [] {
    int cores = 0;
    std::jthread([&] {
      pin();
      cores = this_machine().cores;
    }).join();
    std::exit(cores == CPU_COUNT(&all) ? 0 : 1);
  };
  EXPECT_EXIT(beside_others(), ::testing::ExitedWithCode(0), "");
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

TEST(Machine, a_gpu_is_told_by_more_than_its_chip) {
  constexpr std::int64_t gib = std::int64_t{1} << 30;
  const Machine h200{"NVIDIA H200", "sm_90", 132, 52428800, 140 * gib};
  Machine other = h200;
  other.memory_bytes = 139 * gib;
  EXPECT_EQ(kinship(h200, other, Backend::cuda), Kinship::same) << "the driver keeps some";
  other.memory_bytes = 79 * gib;
  EXPECT_EQ(kinship(h200, other, Backend::cuda), Kinship::transfer) << "an H100";
  other = h200;
  other.l2_bytes /= 2;
  EXPECT_EQ(kinship(h200, other, Backend::cuda), Kinship::transfer);
  other = {"from a file of before", "sm_90", 132};
  EXPECT_EQ(kinship(other, h200, Backend::cuda), Kinship::same) << "it does not say more";
  other.arch = "sm_80";
  EXPECT_EQ(kinship(other, h200, Backend::cuda), Kinship::foreign);
  EXPECT_EQ(kinship({}, {}, Backend::cuda), Kinship::foreign) << "no GPU";
}

TEST(Machine, generic_serves_every_cpu_that_has_its_instructions) {
  const Machine generic{"", "x86-64 GenuineIntel 6/143 avx2", 8, 0, 0, true};
  const auto on = [&](const char* arch) { return kinship(generic, {"", arch, 64}, Backend::cpu); };
  EXPECT_EQ(on("x86-64 AuthenticAMD 26/2 avx512"), Kinship::transfer);
  EXPECT_EQ(on("x86-64 AuthenticAMD 23/1 avx2"), Kinship::transfer);
  EXPECT_EQ(on("x86-64 GenuineIntel 6/15 baseline"), Kinship::foreign);
  EXPECT_EQ(on("aarch64 baseline"), Kinship::foreign);
  EXPECT_EQ(on(""), Kinship::foreign);
  EXPECT_EQ(generic.text(), "any x86-64 CPU with avx2");
}

TEST(Machine, instructions_have_an_order) {
  const auto of = [](const char* arch) { return instructions_rank({"", arch, 64}); };
  EXPECT_GT(of("x86-64 AuthenticAMD 26/2 avx512"), of("x86-64 AuthenticAMD 23/1 avx2"));
  EXPECT_GT(of("x86-64 AuthenticAMD 23/1 avx2"), of("x86-64 GenuineIntel 6/15 baseline"));
  EXPECT_GT(of("x86-64 GenuineIntel 6/15 baseline"), 0);
  for (const char* other : {"aarch64 baseline", "sm_90", "x86-64", ""}) EXPECT_EQ(of(other), 0);
}

}  // namespace
}  // namespace sptune::model
