// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/environment.hpp"

#include "sptune/harness/clock.hpp"
#include "sptune/harness/machine.hpp"
#include "sptune/kernels/cuda/device.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace sptune::harness
