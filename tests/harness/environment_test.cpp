// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/environment.hpp"

#include "harness/engine/engine.hpp"
#include "harness/environment/clock.hpp"
#include "harness/environment/devices.hpp"
#include "harness/environment/gpu_state.hpp"
#include "harness/environment/load_watch.hpp"
#include "harness/environment/machine.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/json_checksum.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/device.hpp"
#include "tests/harness/busy_core.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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

/// A job may have less than the machine; what the hardware is must not change with it.
TEST(MachineMemory, is_what_the_least_group_above_the_process_may_have) {
  const test::TemporaryFolder root;
  const auto write = [&](const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text << '\n';
  };
  const std::int64_t all = machine_memory(host::Groups::all, root.path());
  EXPECT_GT(all, 3000000);
  write("proc/self/cgroup", "0::/slurm/job_7");
  write("sys/fs/cgroup/slurm/job_7/memory.max", "max");
  write("sys/fs/cgroup/slurm/memory.max", "2000000");
  EXPECT_EQ(machine_memory(host::Groups::all, root.path()), 2000000);
  EXPECT_EQ(machine_memory(host::Groups::outermost, root.path()), all);
  write("sys/fs/cgroup/memory.max", "3000000");
  EXPECT_EQ(machine_memory(host::Groups::all, root.path()), 2000000);
  EXPECT_EQ(machine_memory(host::Groups::outermost, root.path()), 3000000);
}

TEST(Cores, are_no_more_than_the_least_quota_above_the_process) {
  const test::TemporaryFolder root;
  const auto write = [&](const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text << '\n';
  };
  EXPECT_EQ(within_quota(64, root.path()), 64);
  write("proc/self/cgroup", "0::/slurm/job_7");
  write("sys/fs/cgroup/slurm/job_7/cpu.max", "max 100000");
  write("sys/fs/cgroup/slurm/cpu.max", "350000 100000");
  EXPECT_EQ(within_quota(64, root.path()), 4);
  EXPECT_EQ(within_quota(2, root.path()), 2);
  write("sys/fs/cgroup/cpu.max", "1000 100000");
  EXPECT_EQ(within_quota(64, root.path()), 1);
  EXPECT_EQ(resolve_threads(Protocol{}), within_quota(allowed_cores()));
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

/// Whatever may bind threads to cores: places.cpp heeds these.
TEST(Environment, notes_what_binds_threads) {
  for (const char* name : {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"}) {
    ASSERT_EQ(std::getenv(name), nullptr) << name;
    setenv(name, "0-1", 1);
    const auto noted = std::pair{std::string(name), std::string("0-1")};
    EXPECT_THAT(capture_environment().info, ::testing::Contains(noted));
    unsetenv(name);
    EXPECT_THAT(capture_environment().info, ::testing::Not(::testing::Contains(noted)));
  }
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

TEST(Environment, names_the_file_that_gives_the_policy_of_spgemm_where_there_is_one) {
  const char* const policy_variable = record_of(Operation::spgemm).policy_variable;
  const test::TemporaryFolder folder;
  const auto hash_with = [&](const std::string& name, const std::string& text) {
    const auto path = folder / name;
    std::ofstream(path) << text;
    ::setenv(policy_variable, path.c_str(), 1);
    Environment e = capture_environment();
    add_policy_files(e);
    ::unsetenv(policy_variable);
    EXPECT_EQ(e.info.back(), std::pair(std::string(policy_variable), path.string()));
    return e.hash;
  };
  const auto sealed = [](nlohmann::ordered_json json) {
    json["checksum"] = checksum_of(json);
    return json.dump(1);
  };
  Environment without = capture_environment();
  const std::string hash = without.hash;
  add_policy_files(without);
  EXPECT_EQ(without.hash, hash);
  const std::string one = sealed({{"format", 2}, {"name", "one"}, {"fill", 1}});
  const std::string two = sealed({{"format", 2}, {"name", "one"}, {"fill", 2}});
  EXPECT_NE(hash_with("one.json", one), hash);
  EXPECT_NE(hash_with("one.json", one), hash_with("two.json", two));
  EXPECT_EQ(hash_with("one.json", one), hash_with("moved.json", one)) << "the same contents";
  EXPECT_THROW((void)hash_with("bad.json", "{}"), UsageError);
  ::unsetenv(policy_variable);
}

TEST(Environment, measured_in_another_way_is_another_one) {
  const Environment plain = capture_environment();
  const auto of_version = [&](int version) {
    Environment e = plain;
    add_measurement_version(e, version, 1);
    return e;
  };
  EXPECT_EQ(of_version(1).flags, plain.flags) << "what is stored goes on counting";
  EXPECT_EQ(of_version(1).hash, plain.hash);
  EXPECT_NE(of_version(2).flags, plain.flags) << "a part of what databases key by";
  EXPECT_NE(of_version(2).hash, plain.hash);
  EXPECT_NE(of_version(3).hash, of_version(2).hash);
}

/// Trials of both backends stay in one database: those of the GPU go on counting.
TEST(Environment, of_a_cpu_is_another_since_samples_begin_with_threads_awake) {
  EXPECT_THAT(capture_environment().flags, testing::HasSubstr("measurement_version=2"));
  EXPECT_EQ(gpu_measurement_version, unnamed_gpu_measurement_version);
}

/// Hot ones of that CPU, and all of a GPU, go on counting.
TEST(Environment, of_cold_trials_on_a_cpu_is_another_since_all_caches_are_flushed) {
  const Environment e = capture_environment();
  const Environment cold = environment_for(CachePolicy::cold, Backend::cpu, e);
  EXPECT_EQ(cold.flags, e.flags + " cold_measurement_version=3");
  EXPECT_NE(cold.hash, e.hash);
  EXPECT_EQ(environment_for(CachePolicy::hot, Backend::cpu, e).hash, e.hash);
  EXPECT_EQ(environment_for(CachePolicy::cold, Backend::cuda, e).hash, e.hash);
}

TEST(Environment, what_is_added_is_a_part_of_it) {
  Environment e = capture_environment();
  const Environment plain = e;
  add_to_environment(e, "mpi_btl", "self,tcp");
  EXPECT_EQ(e.flags, plain.flags + " mpi_btl=self,tcp");
  EXPECT_EQ(e.info.back(), std::pair(std::string("mpi_btl"), std::string("self,tcp")));
  EXPECT_NE(e.hash, plain.hash);
}

TEST(Devices, sets_of_cores_are_read_and_written_as_linux_does) {
  EXPECT_EQ(parse_cores("0-3,8,6"), (std::vector{0, 1, 2, 3, 6, 8}));
  EXPECT_EQ(cores_text({8, 0, 1, 2, 6}), "0-2,6,8");
  for (const char* wrong : {"", "x", "3-1", "1-", "-1", "1,,2", "999999999999", "0-70000"}) {
    EXPECT_TRUE(parse_cores(wrong).empty()) << wrong;
  }
  EXPECT_EQ(shared_out({0, 1, 2, 3, 4}, 2), (std::vector<std::vector<int>>{{0, 1}, {2, 3, 4}}));
  EXPECT_EQ(shared_out({0}, 2), (std::vector<std::vector<int>>{{0}, {0}})) << "too few: all share";
}

TEST(Devices, of_the_cpu_are_disjoint_sets_of_cores_that_it_has) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      (void)measuring_devices(Backend::cpu, text);
    } catch (const UsageError& e) {
      return e.what();
    }
    return "taken";
  };
  EXPECT_THAT(refusal("0,1"), testing::HasSubstr("name sets of cores, such as cores:0-7,8-15"));
  EXPECT_THAT(refusal("cores:"), testing::HasSubstr("'' is no set of cores"));
  EXPECT_THAT(refusal("cores:60000"), testing::HasSubstr("this process may run on the cores"));
  const std::string first = std::to_string(measuring_devices(Backend::cpu, "all")[0].cores[0]);
  EXPECT_THAT(refusal("cores:" + first + "," + first), testing::HasSubstr("is named twice"));
  const auto one = measuring_devices(Backend::cpu, "cores:" + first);
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].name, "cores " + first);
  int cores = 0;
  std::jthread([&] {
    enter(one[0]);
    cores = allowed_cores();
  }).join();
  EXPECT_EQ(cores, 1);
  EXPECT_TRUE(worker_variables(one[0]).empty());
}

TEST(Devices, of_the_gpu_have_names_that_a_worker_sees_alone) {
  if (!cuda::device_info()) {
    EXPECT_THROW((void)measuring_devices(Backend::cuda, "all"), DeviceError);
    return;
  }
  const auto all = measuring_devices(Backend::cuda, "all");
  EXPECT_EQ(all.size(), installed_gpus().size());
  EXPECT_EQ(all[0].name.rfind("GPU-", 0), 0U);
  EXPECT_EQ(all[0].name.size(), 40U);
  EXPECT_EQ(worker_variables(all[0]),
            std::vector<std::string>{"CUDA_VISIBLE_DEVICES=" + all[0].name});
  EXPECT_THROW((void)measuring_devices(Backend::cuda, "0,0"), UsageError);
  EXPECT_THROW((void)measuring_devices(Backend::cuda, "99"), UsageError);
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
  CpuTicks before = cpu_ticks("cpu  100 0 50 1000 10 0 0 5 0 0");
  CpuTicks after = cpu_ticks("cpu  130 0 70 1300 30 0 0 35 0 0");
  before.cores = after.cores = 4;
  EXPECT_NEAR(busy_cores(before, after), 0.8, 1e-9);
  EXPECT_EQ(busy_cores(before, before), 0);
  EXPECT_EQ(busy_cores({}, {}), 0);
}

/// Of a node of four cores this process has two, one of them half busy; the others are at work.
TEST(BusyCores, are_counted_among_those_that_the_process_may_use) {
  const test::TemporaryFolder folder;
  const auto ticks = [&](const char* text) {
    std::ofstream(folder / "stat") << text;
    return cpu_ticks({1, 3, 13}, folder / "stat");
  };
  const CpuTicks before = ticks(
      "cpu  200 0 0 200 0 0 0 0 0 0\ncpu0 100 0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 100 0 0 0 0 0 0\n"
      "cpu2 100 0 0 0 0 0 0 0 0 0\ncpu3 0 0 0 100 0 0 0 0 0 0\nintr 5\n");
  const CpuTicks after = ticks(
      "cpu  450 0 0 350 0 0 0 0 0 0\ncpu0 200 0 0 0 0 0 0 0 0 0\ncpu1 50 0 0 150 0 0 0 0 0 0\n"
      "cpu2 200 0 0 0 0 0 0 0 0 0\ncpu3 0 0 0 200 0 0 0 0 0 0\nintr 9\n");
  EXPECT_EQ(after.cores, 2) << "there is no cpu13";
  EXPECT_NEAR(busy_cores(before, after), 0.5, 1e-9);
  EXPECT_EQ(cpu_ticks({1}, folder / "none").cores, 0);
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

LoadReading reading(double at_s, double own_s, double switches, int busy, int idle, int stolen) {
  LoadReading r;
  r.at_s = at_s;
  r.own_cpu_s = own_s;
  r.involuntary = switches;
  r.stat = "cpu " + std::to_string(busy) + " 0 0 " + std::to_string(idle) + " 0 0 0 " +
           std::to_string(stolen);
  r.pressure = "some avg10=0.00 avg60=0.00 avg300=0.00 total=" +
               std::to_string(static_cast<int>(at_s * 1e5));
  return r;
}

TEST(load, is_what_happened_between_two_readings) {
  // Two cores for two seconds: one is ours, half of the other another program's, a tenth of it
  // stolen.
  const Load l =
      load_between(reading(10, 5, 3, 1000, 1000, 0), reading(12, 7, 23, 1300, 1080, 20), 0.01);
  EXPECT_NEAR(l.window_s, 2, 1e-12);
  EXPECT_NEAR(*l.switches_per_s, 10, 1e-9);
  EXPECT_NEAR(*l.stolen_cores, 0.1, 1e-9);
  EXPECT_NEAR(*l.other_cores, 0.6, 1e-9);
  EXPECT_NEAR(*l.waiting_share, 0.1, 1e-9);
  EXPECT_FALSE(l.sm_mhz);
  const Load brief =
      load_between(reading(10, 5, 3, 1000, 1000, 0), reading(10.05, 5.05, 4, 1005, 1005, 5), 0.01);
  EXPECT_FALSE(brief.stolen_cores) << "of five ticks";
  EXPECT_NEAR(*brief.switches_per_s, 20, 1e-9);
  EXPECT_EQ(load_between(reading(10, 5, 3, 1, 1, 0), reading(10, 5, 3, 1, 1, 0), 0.01).window_s, 0);
  LoadReading before = reading(10, 5, 3, 1, 1, 0);
  LoadReading after = reading(12, 7, 3, 1, 1, 0);
  before.waited_s = 1;
  after.waited_s = 2;
  EXPECT_NEAR(*load_between(before, after, 0.01).waiting_threads, 0.5, 1e-9);
  before.awakening_s = 3;
  after.awakening_s = 3.8;
  EXPECT_NEAR(*load_between(before, after, 0.01).waiting_threads, 0.1, 1e-9)
      << "what waking threads took before clocks started is no disturbance";
  after.awakening_s = 9;
  EXPECT_EQ(load_between(before, after, 0.01).waiting_threads, 0);
  LoadReading gpu;
  gpu.at_s = 1;
  gpu.gpu = GpuState{};
  gpu.gpu->sm_mhz = 1980;
  gpu.gpu->temperature_c = 40;
  gpu.gpu->slowed_by = 0x4;
  LoadReading later = gpu;
  later.at_s = 2;
  later.gpu->sm_mhz = 1200;
  later.gpu->temperature_c = 90;
  later.gpu->slowed_by = 0x20;
  const Load hot = load_between(gpu, later, 0.01);
  EXPECT_EQ(hot.sm_mhz, 1200);
  EXPECT_EQ(hot.temperature_c, 90);
  EXPECT_EQ(hot.slowed_by, 0x24);
  EXPECT_FALSE(hot.switches_per_s);
}

TEST(load, disturbs_when_it_takes_cores_or_slows_the_gpu) {
  Load l;
  EXPECT_EQ(disturbed_by(l), "");
  l.switches_per_s = 5;
  l.other_cores = 12;
  l.slowed_by = 0x4;
  l.more_processes = 0;
  EXPECT_EQ(disturbed_by(l), "") << "free cores, a power cap and a desktop";
  l.window_s = 0.02;
  l.waiting_threads = 0.1;
  EXPECT_EQ(disturbed_by(l), "") << "two milliseconds of waking threads";
  l.waiting_threads = 0.5;
  EXPECT_EQ(disturbed_by(l), "0.50 of its threads waited for a core on average");
  l.window_s = 2e-3;  // three runs, each of which waited for a tick of the scheduler
  l.waiting_threads = 0.956;
  EXPECT_EQ(disturbed_by(l), "0.96 of its threads waited for a core on average");
  l.waiting_threads = 0.2;
  EXPECT_EQ(disturbed_by(l), "") << "a team that woke";
  l.waiting_threads = 0.01;
  l.stolen_cores = 0.5;
  EXPECT_EQ(disturbed_by(l), "other virtual machines took 0.50 cores");
  l.stolen_cores = 0;
  l.slowed_by = 0x40;
  EXPECT_NE(disturbed_by(l).find("slowed down"), std::string::npos);
  l.slowed_by = 0;
  l.more_processes = 1;
  EXPECT_EQ(disturbed_by(l), "1 more processes computed on the GPU");
}

TEST(load, of_more_threads_than_cores_those_wait_that_have_none) {
  Load l;
  l.window_s = 1;
  l.waiting_threads = 1.03;
  EXPECT_EQ(disturbed_by(l, 1), "");
  EXPECT_EQ(disturbed_by(l, 0), "1.03 of its threads waited for a core on average");
  l.waiting_threads = 1.5;
  EXPECT_EQ(disturbed_by(l, 1), "1.50 of its threads waited for a core on average");
}

/// Two programs on one core, of which this one is the measured one.
TEST(load, a_busy_loop_on_the_same_core_is_seen) {
  Load seen;
  {
    const test::BusyCore core;
    ASSERT_TRUE(core.shared());
    // Where the machine is busy besides, it may be a while until both get to run.
    for (int window = 0; window < 10 && disturbed_by(seen).empty(); ++window) {
      const LoadWatch watch(Backend::cpu);
      const double end = now_s() + 0.5;
      while (now_s() < end) {
      }
      seen = watch.seen();
    }
  }
  EXPECT_NE(disturbed_by(seen), "") << seen.waiting_threads.value_or(-1) << " threads waited";
}

TEST(load, of_all_reasons_for_low_clocks_those_four_disturb_that_come_and_go) {
  // Reasons of nvmlClocksEventReasons; a power cap and what was asked for are none of them.
  for (int bit = 0; bit < 9; ++bit) {
    const long long reason = 1LL << bit;
    Load l;
    l.slowed_by = reason;
    const bool disturbs = reason == 0x8 || reason == 0x20 || reason == 0x40 || reason == 0x80;
    EXPECT_EQ(!disturbed_by(l).empty(), disturbs) << reason;
    l.slowed_by = reason | 0x4;
    EXPECT_EQ(!disturbed_by(l).empty(), disturbs) << reason << " under a power cap";
  }
}

TEST(load, disturbs_from_its_thresholds_on) {
  // Threads that wait: in a long window, where what waking takes is most of that, and between.
  for (const auto& [window_s, most] :
       {std::pair{1e4, 0.05}, std::pair{1e-3, 0.3}, std::pair{0.02, 0.15}}) {
    Load l;
    l.window_s = window_s;
    l.waiting_threads = most - 1e-3;
    EXPECT_EQ(disturbed_by(l), "") << window_s;
    l.waiting_threads = most + 1e-3;
    EXPECT_NE(disturbed_by(l), "") << window_s;
    EXPECT_EQ(disturbed_by(l, 1), "") << "one more than it has cores";
  }
  Load l;
  l.stolen_cores = 0.0999;
  EXPECT_EQ(disturbed_by(l), "");
  l.stolen_cores = 0.1001;
  EXPECT_NE(disturbed_by(l), "");
}

/// Processes on the GPU before a window and after it.
std::optional<int> more_processes(std::optional<int> before, std::optional<int> after) {
  LoadReading from;
  from.at_s = 1;
  from.gpu = GpuState{};
  from.gpu->other_processes = before;
  LoadReading to = from;
  to.at_s = 2;
  to.gpu->other_processes = after;
  return load_between(from, to, 0.01).more_processes;
}

/// In a process that has looked at no GPU yet.
[[noreturn]] void count_processes() {
  const bool right = more_processes(3, 3) == 0 && more_processes(3, 5) == 2 &&
                     more_processes(4, 3) == 1 && more_processes(2, 1) == 0 &&
                     more_processes(std::nullopt, 4) == 1 && more_processes(6, std::nullopt) == 3 &&
                     !more_processes(std::nullopt, std::nullopt);
  std::exit(right ? 0 : 1);
}

TEST(load, processes_on_the_gpu_are_counted_from_those_that_were_there_at_first) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(count_processes(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sptune::harness
