// SPDX-License-Identifier: BSD-3-Clause
// OpenMP binds the first thread of a program to one place as it starts (OMP_PLACES, OMP_PROC_BIND):
// its affinity then names one core of those that the program has. Each test is run once more with
// the variables, since they are read before main.
#include "harness/engine/engine.hpp"
#include "harness/environment/awake.hpp"
#include "harness/environment/devices.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/machine.hpp"
#include "harness/worker/worker_process.hpp"
#include "kernels/host/threads.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace sptune::harness {
namespace {

class Places : public testing::Test {
 protected:
  void SetUp() override {
    if (host::usable_cores() < 2 && !bound()) GTEST_SKIP() << "one core";
  }

  static bool bound() { return std::getenv("SPTUNE_TEST_BOUND") != nullptr; }

  static bool in_places(const std::string& places) {
    return with(fmt::format("OMP_PLACES='{}' OMP_PROC_BIND=close", places));
  }

  /// True in the program that has the variables; false after the one that started it is told.
  static bool with(const std::string& variables) {
    if (bound()) return true;
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    const std::string command =
        fmt::format("SPTUNE_TEST_BOUND=1 OMP_NUM_THREADS=2 {} '{}' --gtest_filter={}.{} >&2",
                    variables, std::filesystem::read_symlink("/proc/self/exe").string(),
                    test->test_suite_name(), test->name());
    EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT(concurrency-mt-unsafe,cert-env33-c)
    return false;
  }

  /// Those that the calling thread may run on.
  static std::vector<int> mask() {
    cpu_set_t set;
    CPU_ZERO(&set);
    EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    std::vector<int> out;
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(static_cast<std::size_t>(core), &set)) out.push_back(core);
    }
    return out;
  }

  /// Those that a worker may run on which this thread starts, as Linux writes them.
  std::string cores_of_worker() const {
    const auto script = folder_ / "worker";
    std::ofstream(script) << "#!/bin/sh\nexec sed -n s/Cpus_allowed_list://p /proc/self/status\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const std::string said = WorkerProcess(script).finish(10).output;
    return said.substr(std::min(said.size(), said.find_first_not_of(" \t")));
  }

  test::TemporaryFolder folder_;
};

/// All places are those of the process: what it measures is the same with the variables.
TEST_F(Places, are_counted_together) {
  const std::string before = cores_text(mask());
  if (!bound()) ::setenv("SPTUNE_TEST_CORES", before.c_str(), 1);
  if (!in_places("threads")) return;
  ASSERT_EQ(mask().size(), 1U) << "OpenMP bound this thread";
  const std::vector<int> all = parse_cores(std::getenv("SPTUNE_TEST_CORES"));
  const int cores = static_cast<int>(all.size());
  EXPECT_EQ(allowed_cores(), cores);
  EXPECT_EQ(host::usable_cores(), cores);
  EXPECT_EQ(host::granted_threads(), 2);
  EXPECT_EQ(resolve_threads(Protocol{}), cores);
  EXPECT_EQ(cores_of_worker(), cores_text(all)) << "its threads have places of their own";
  EXPECT_EQ(mask().size(), 1U) << "and this thread has its place again";
}

TEST_F(Places, that_are_named_are_all_there_are) {
  if (!in_places(fmt::format("{{{}}}", mask().back()))) return;
  EXPECT_EQ(allowed_cores(), 1);
  EXPECT_EQ(host::usable_cores(), 1);
  EXPECT_EQ(host::granted_threads(), 1);
  EXPECT_EQ(cores_of_worker(), cores_text(mask()));
}

TEST_F(Places, are_no_more_than_the_threads_that_OpenMP_may_have) {
  if (!with("OMP_THREAD_LIMIT=1")) return;
  EXPECT_EQ(allowed_cores(), 1);
  EXPECT_EQ(host::usable_cores(), 1);
  EXPECT_EQ(host::granted_threads(), 1);
  EXPECT_EQ(resolve_threads(Protocol{}), 1);
  Protocol two;
  two.threads = 2;
  EXPECT_EQ(resolve_threads(two), 1);
  EXPECT_THAT(capture_environment().info,
              testing::Contains(testing::Pair("OMP_THREAD_LIMIT", "1")));
}

/// A thread that enters a device has its cores alone, wherever OpenMP puts it in a region.
TEST_F(Places, of_a_device_are_its_cores) {
  if (!in_places("threads")) return;
  const auto devices = measuring_devices(Backend::cpu, "all");
  const int other = devices.front().cores.back();
  const auto one = measuring_devices(Backend::cpu, fmt::format("cores:{}", other));
  std::jthread([&] {
    enter(one.front());
    EXPECT_EQ(allowed_cores(), 1);
    awaken(2);  // a region
    EXPECT_EQ(allowed_cores(), 1);
    EXPECT_EQ(cores_of_worker(), std::to_string(other));
  }).join();
}

}  // namespace
}  // namespace sptune::harness
