// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/environment.hpp"

#include "harness/environment/clock.hpp"
#include "harness/environment/machine.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace sptune::harness {
namespace {

TEST(Hardware, is_described_and_hashed_alike_twice) {
  const Hardware a = capture_hardware();
  const Hardware b = capture_hardware();

  EXPECT_EQ(a.kind, "cpu");
  EXPECT_GE(a.cores, 1);
  EXPECT_LE(a.cores, static_cast<int>(std::thread::hardware_concurrency()));
  EXPECT_GT(a.memory_bytes, std::int64_t{100} << 20);
  EXPECT_FALSE(a.arch.empty());
  EXPECT_EQ(a.hash.size(), 32U);
  EXPECT_EQ(a.hash, b.hash);
}

TEST(Hardware, of_the_gpu_is_the_gpu_or_an_error_that_says_why) {
  if (!cuda::device_info()) {
    EXPECT_THROW((void)capture_hardware(Backend::cuda), DeviceError);
    EXPECT_THROW((void)capture_environment(Backend::cuda), DeviceError);
    return;
  }
  const Hardware gpu = capture_hardware(Backend::cuda);

  EXPECT_EQ(gpu.kind, "gpu");
  EXPECT_EQ(gpu.arch.rfind("sm_", 0), 0U);
  EXPECT_GT(gpu.cores, 0);
  EXPECT_EQ(gpu.hash, capture_hardware(Backend::cuda).hash);
  EXPECT_NE(gpu.hash, capture_hardware().hash);
  EXPECT_FALSE(capture_environment(Backend::cuda).driver.empty());
  EXPECT_NE(capture_environment(Backend::cuda).hash, capture_environment().hash);
}

TEST(Environment, is_described_and_hashed_alike_twice) {
  const Environment a = capture_environment();
  const Environment b = capture_environment();

  EXPECT_FALSE(a.compiler.empty());
  EXPECT_FALSE(a.os.empty());
  EXPECT_EQ(a.libc.rfind("glibc ", 0), 0U);
  EXPECT_FALSE(a.library_version.empty());
  EXPECT_TRUE(a.git_sha == "unknown" || a.git_sha.size() >= 40U) << a.git_sha;
  EXPECT_FALSE(a.isa.empty());
  EXPECT_EQ(a.hash.size(), 32U);
  EXPECT_EQ(a.hash, b.hash) << "load and host name must not be part of it";
}

TEST(Machine, has_a_last_level_cache_at_least_as_large_as_its_others) {
  EXPECT_GE(last_level_cache_bytes(), cache_bytes(2));
  EXPECT_GE(last_level_cache_bytes(), cache_bytes(1));
  EXPECT_EQ(cache_bytes(9), 0);
}

TEST(Clock, does_not_step_back_and_resolves_a_microsecond) {
  double last = now_s();
  for (int i = 0; i < 10000; ++i) {
    const double t = now_s();
    ASSERT_GE(t, last);
    last = t;
  }
  const ClockFacts facts = inspect_clock();

  EXPECT_LT(facts.step_ns, 1000);
  EXPECT_GT(facts.read_ns, 0);
}

TEST(Clock, estimates_a_core_clock_that_a_core_can_have) {
#if defined(__x86_64__)
  EXPECT_GT(estimate_mhz(), 200);
  EXPECT_LT(estimate_mhz(), 10000);
#else
  EXPECT_EQ(estimate_mhz(), 0);
#endif
}

TEST(BusyCores, are_told_from_ticks) {
  // Of 400 ticks on four cores 300 were idle, 20 waited for disks, 30 were stolen.
  const std::string before = "cpu  100 0 50 1000 10 0 0 5 0 0";
  const std::string after = "cpu  130 0 70 1300 30 0 0 35 0 0";
  EXPECT_NEAR(busy_cores(before, after, 4), 0.8, 1e-9);
  EXPECT_EQ(busy_cores(before, before, 4), 0);
  EXPECT_EQ(busy_cores("", "", 4), 0);
}

TEST(BusyCores, see_a_thread_that_works) {
  std::atomic<bool> stop{false};
  std::thread worker([&] {
    while (!stop) {
    }
  });
  const double busy = busy_cores(0.3);
  stop = true;
  worker.join();
  EXPECT_GT(busy, 0.3);
}

}  // namespace
}  // namespace sptune::harness
