// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/doctor.hpp"

#include "harness/environment/cores.hpp"
#include "sptune/device.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace sptune::harness {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A /proc and a /sys of our own.
class Doctor : public ::testing::Test {
 protected:
  void SetUp() override { write_load("100 0 100 10000 0 0 0 0 0 0"); }

  /// Of each core that this process may use.
  void write_load(const std::string& ticks) {
    std::string text = "cpu 0 0 0 0 0 0 0 0 0 0";
    for (const int core : cores_here()) text += "\ncpu" + std::to_string(core) + ' ' + ticks;
    write("proc/stat", text);
  }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }
  Finding find(const std::string& subject) { return of(examine_host(0.01, root_.path()), subject); }
  static Finding of(const std::vector<Finding>& all, const std::string& subject) {
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const Finding& f) { return f.subject == subject; });
    return at == all.end() ? Finding{Concern::good, {}, {}, {}} : *at;
  }

  sptune::test::TemporaryFolder root_;
};

TEST_F(Doctor, tells_of_load_and_of_time_that_others_took) {
  EXPECT_EQ(find("other load").concern, Concern::good);
  EXPECT_EQ(find("stolen time").concern, Concern::good);

  std::thread later([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    write_load("400 0 100 10500 0 0 0 200 0 0");
  });
  const std::vector<Finding> busy = examine_host(0.3, root_.path());
  later.join();

  EXPECT_EQ(of(busy, "other load").concern, Concern::spoils);
  EXPECT_THAT(of(busy, "stolen time").found, HasSubstr("20.0 %"));
  EXPECT_EQ(of(busy, "stolen time").concern, Concern::spoils);
}

TEST_F(Doctor, tells_of_clocks_that_follow_the_load) {
  EXPECT_EQ(find("governor").concern, Concern::note) << "a virtual machine";
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
  EXPECT_EQ(find("governor").concern, Concern::spoils);
  EXPECT_THAT(find("governor").remedy, HasSubstr("cpupower"));
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance");
  EXPECT_EQ(find("governor").concern, Concern::good);

  EXPECT_THAT(find("boost").found, IsEmpty());
  write("sys/devices/system/cpu/intel_pstate/no_turbo", "0");
  EXPECT_EQ(find("boost").concern, Concern::note);
}

TEST_F(Doctor, tells_of_quotas_threads_and_nodes) {
  EXPECT_THAT(find("quota").found, IsEmpty());
  write("sys/fs/cgroup/cpu.max", "max 100000");
  EXPECT_THAT(find("quota").found, IsEmpty());
  write("sys/fs/cgroup/cpu.max", "50000 100000");
  EXPECT_EQ(find("quota").concern, Concern::spoils);
  EXPECT_THAT(find("quota").remedy, HasSubstr("--threads 1"));
  write("sys/fs/cgroup/cpu.max", "max 100000");
  write("proc/self/cgroup", "0::/slurm/job_7");
  write("sys/fs/cgroup/slurm/cpu.max", "25000 100000");
  EXPECT_THAT(find("quota").found, HasSubstr("0.25 cores"));

  write("sys/devices/system/cpu/smt/active", "1");
  EXPECT_EQ(find("hardware threads").concern, Concern::note);
  fs::create_directories(root_ / "sys/devices/system/node/node0");
  EXPECT_THAT(find("memory").found, IsEmpty());
  fs::create_directories(root_ / "sys/devices/system/node/node1");
  EXPECT_THAT(find("memory").found, HasSubstr("2 NUMA nodes"));
}

TEST_F(Doctor, tells_of_a_gpu_that_is_slowed_shared_or_unknown) {
  GpuState state;
  state.driver = "580.1";
  EXPECT_EQ(of(examine_gpu(state), "driver").found, "580.1");
  EXPECT_THAT(of(examine_gpu(state), "slowed").found, IsEmpty());

  state.slowed_by = 0x1 | 0x4 | 0x20;
  state.other_processes = 2;
  state.mig = true;
  state.persistence = false;
  const std::vector<Finding> found = examine_gpu(state);
  EXPECT_EQ(of(found, "slowed").found, "power limit, heat");
  EXPECT_EQ(of(found, "slowed").concern, Concern::spoils);
  EXPECT_EQ(of(found, "other processes").concern, Concern::spoils);
  EXPECT_EQ(of(found, "MIG").concern, Concern::note);
  EXPECT_EQ(of(found, "persistence").concern, Concern::note);

  EXPECT_THAT(of(examine_gpu(Result<GpuState>::failure("no driver")), "GPU").found,
              HasSubstr("no driver"));
}

TEST(GpuStateTest, is_that_of_the_device_or_says_why_not) {
  const Result<GpuState> state = gpu_state();
  if (!cuda::device_info()) {
    EXPECT_FALSE(state.error().empty());
    GTEST_SKIP() << cuda::device_info().error();
  }
  ASSERT_TRUE(state) << state.error();
  EXPECT_THAT(state.value().driver, HasSubstr("."));
  EXPECT_GT(state.value().sm_mhz.value_or(0), 100);
  EXPECT_GE(state.value().sm_most_mhz.value_or(0), state.value().sm_mhz.value_or(0));
  EXPECT_GT(state.value().power_limit_w.value_or(0), 10);
}

TEST(Slowing, an_idle_gpu_and_set_clocks_are_no_reason) {
  EXPECT_THAT(names_of_slowing(0x1 | 0x2 | 0x100), IsEmpty());
  EXPECT_THAT(names_of_slowing(0x80), ElementsAre("power brake"));
}

}  // namespace
}  // namespace sptune::harness
