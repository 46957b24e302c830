// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/control_groups.hpp"

#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace sptune::host {
namespace {

/// A /proc and a /sys of our own.
class ControlGroups : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }
  [[nodiscard]] std::optional<std::int64_t> memory(Groups groups = Groups::all) const {
    return group_memory(groups, root_.path());
  }
  [[nodiscard]] std::optional<std::int64_t> left() const { return group_memory_left(root_.path()); }
  [[nodiscard]] double quota() const { return group_quota(root_.path()); }

  sptune::test::TemporaryFolder root_;
};

TEST_F(ControlGroups, that_are_not_there_limit_nothing) {
  EXPECT_FALSE(memory());
  EXPECT_FALSE(left());
  EXPECT_TRUE(std::isinf(quota()));
  write("proc/self/cgroup", "0::/");
  write("sys/fs/cgroup/memory.max", "max");
  write("sys/fs/cgroup/cpu.max", "max 100000");
  EXPECT_FALSE(memory());
  EXPECT_FALSE(left());
  EXPECT_TRUE(std::isinf(quota()));
}

TEST_F(ControlGroups, of_a_container_are_the_outermost_in_sight) {
  write("sys/fs/cgroup/memory.max", "5000");
  write("sys/fs/cgroup/memory.current", "4000");
  write("sys/fs/cgroup/memory.stat", "anon 100\ninactive_file 700\nactive_file 9");
  write("sys/fs/cgroup/cpu.max", "150000 100000");
  // Without a line, in the outermost, in one that is not in sight, and outside of all.
  for (const char* line : {"", "0::/", "0::/docker/1f", "0::/../other"}) {
    write("proc/self/cgroup", line);
    EXPECT_EQ(memory(), 5000) << line;
    EXPECT_EQ(memory(Groups::outermost), 5000) << line;
    EXPECT_EQ(left(), 1700) << line;
    EXPECT_EQ(quota(), 1.5) << line;
  }
}

TEST_F(ControlGroups, of_version_1_have_quotas_too) {
  write("proc/self/cgroup", "4:cpu,cpuacct:/job/7\n3:memory:/job/7");
  write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");
  write("sys/fs/cgroup/cpu/job/7/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/cpu/job/7/cpu.cfs_period_us", "100000");
  EXPECT_TRUE(std::isinf(quota()));
  write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "150000");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 1.5);
  write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "0");
  EXPECT_TRUE(std::isinf(quota()));
}

TEST_F(ControlGroups, of_a_job_are_its_own_and_all_above) {
  write("proc/self/cgroup", "1:name=systemd:/other\n0::/slurm/job_7/step_0");
  write("sys/fs/cgroup/slurm/job_7/step_0/memory.max", "max");
  write("sys/fs/cgroup/slurm/job_7/memory.max", "3000");
  write("sys/fs/cgroup/slurm/job_7/memory.current", "1000");
  write("sys/fs/cgroup/slurm/job_7/cpu.max", "50000 100000");
  write("sys/fs/cgroup/slurm/memory.max", "9000");
  write("sys/fs/cgroup/slurm/memory.current", "8500");
  write("sys/fs/cgroup/slurm/cpu.max", "max 100000");
  EXPECT_EQ(memory(), 3000);
  EXPECT_FALSE(memory(Groups::outermost));
  EXPECT_EQ(left(), 500) << "the other jobs use the most of what all may have";
  EXPECT_EQ(quota(), 0.5);
  write("sys/fs/cgroup/memory.max", "2000");
  EXPECT_EQ(memory(), 2000);
  EXPECT_EQ(memory(Groups::outermost), 2000);
}

TEST_F(ControlGroups, of_version_1_name_the_controller) {
  write("proc/self/cgroup", "4:cpu,memory:/job/7\n3:cpuset:/\n0::/");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  write("sys/fs/cgroup/memory/job/7/memory.limit_in_bytes", "6000");
  write("sys/fs/cgroup/memory/job/7/memory.usage_in_bytes", "5900");
  write("sys/fs/cgroup/memory/job/7/memory.stat", "inactive_file 1\ntotal_inactive_file 50");
  EXPECT_EQ(memory(), 6000);
  EXPECT_EQ(memory(Groups::outermost), 9223372036854771712);
  EXPECT_EQ(left(), 150);
}

TEST_F(ControlGroups, that_use_more_than_they_may_have_nothing_left) {
  write("sys/fs/cgroup/memory.max", "1000");
  write("sys/fs/cgroup/memory.current", "1200");
  EXPECT_EQ(left(), 0);
}

}  // namespace
}  // namespace sptune::host
