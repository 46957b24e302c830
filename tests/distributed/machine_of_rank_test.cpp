// SPDX-License-Identifier: BSD-3-Clause
// Which ranks can be one sweep, and what they say to each other.
#include "distributed/sweep/machine_of_rank.hpp"

#include "sptune/error.hpp"

#include "distributed/sweep/wire.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sptune::distributed {
namespace {

MachineOfRank machine(int rank, const std::string& host, std::vector<int> cores,
                      const std::string& hardware = "h", const std::string& isa = "avx2") {
  MachineOfRank out{rank, host, host + ":x", cores, cores, 0, {}, {}};
  out.hardware.name = "CPU " + hardware;
  out.hardware.hash = hardware;
  out.environment.isa = isa;
  out.environment.hash = isa;
  return out;
}

std::string refusal(const std::vector<MachineOfRank>& machines, Backend backend = Backend::cpu,
                    bool allowed = false) {
  try {
    require_comparable(backend, machines, allowed);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(MachineOfRank, ranks_of_one_kind_on_cores_of_their_own_are_one_sweep) {
  const std::vector<MachineOfRank> machines{machine(0, "a", {0, 1}), machine(1, "a", {2, 3}),
                                            machine(2, "b", {0, 1})};
  EXPECT_EQ(refusal(machines), "");
  EXPECT_EQ(most_on_a_host(machines), 2);
}

TEST(MachineOfRank, workers_may_take_what_the_least_of_the_hosts_has) {
  std::vector<MachineOfRank> machines{machine(0, "a", {0}), machine(1, "a", {1}),
                                      machine(2, "b", {0})};
  machines[0].memory = machines[1].memory = 1000;
  machines[2].memory = 700;
  EXPECT_EQ(least_memory(machines), 500);
  machines[2].memory = 300;
  EXPECT_EQ(least_memory(machines), 300);
  EXPECT_EQ(machine_from_json(to_json(machines[2])).memory, 300);
}

TEST(Devices, are_not_two_threads_of_one_core) {
  const auto pairs = [](int core) { return std::vector<int>{core / 2 * 2, core / 2 * 2 + 1}; };
  const auto device = [](std::vector<int> cores) {
    return harness::MeasuringDevice{"cores " + harness::cores_text(cores), -1, std::move(cores)};
  };
  EXPECT_NO_THROW(harness::require_own_cores({device({0, 1}), device({2}), device({4})}, pairs));
  try {
    harness::require_own_cores({device({0}), device({2}), device({1})}, pairs);
    FAIL() << "they share a core";
  } catch (const UsageError& e) {
    EXPECT_NE(std::string(e.what()).find("cores 1 has threads of the cores of cores 0 (1)"),
              std::string::npos)
        << e.what();
  }
}

TEST(MachineOfRank, other_hardware_is_named_with_its_ranks_and_hosts) {
  const std::string text =
      refusal({machine(0, "a", {0}, "x"), machine(1, "b", {0}, "x"), machine(2, "c", {0}, "y")});
  EXPECT_NE(text.find("ranks 0-1 on a,b (CPU x"), std::string::npos) << text;
  EXPECT_NE(text.find("rank 2 on c (CPU y"), std::string::npos) << text;
}

TEST(MachineOfRank, other_hardware_is_named_by_what_differs_first) {
  MachineOfRank other = machine(1, "b", {0}, "y");
  other.hardware.arch = "x86-64, avx2";
  other.hardware.l3_bytes = 1 << 20;
  EXPECT_NE(refusal({machine(0, "a", {0}, "x"), other})
                .find("of other hardware (architecture '' and 'x86-64, avx2')"),
            std::string::npos);
  other.hardware.arch = "";
  EXPECT_NE(refusal({machine(0, "a", {0}, "x"), other})
                .find("of other hardware (L3 cache '0 KiB' and '1024 KiB')"),
            std::string::npos);
}

TEST(MachineOfRank, another_environment_is_named_by_what_differs) {
  const std::string text =
      refusal({machine(0, "a", {0}), machine(1, "b", {0}, "h", "avx512")}, Backend::cpu, true);
  EXPECT_NE(text.find("instruction set 'avx2' and 'avx512'"), std::string::npos) << text;
}

TEST(MachineOfRank, threads_of_one_core_are_shared_unless_that_is_allowed) {
  MachineOfRank sibling = machine(1, "a", {4});
  sibling.touched = {0, 4};
  const std::vector<MachineOfRank> machines{machine(0, "a", {0}), sibling};
  EXPECT_NE(refusal(machines).find("share the cores 0 "), std::string::npos);
  EXPECT_EQ(refusal(machines, Backend::cpu, true), "");
  EXPECT_NE(refusal(machines, Backend::cuda).find("the same GPU"), std::string::npos);
}

TEST(RankWire, machines_and_trials_come_back) {
  MachineOfRank sent = machine(3, "n3", {4, 5});
  sent.hardware.cores = 2;
  sent.hardware.memory_bytes = std::int64_t{5} << 33;
  sent.hardware.info = {{"host", "n3"}};
  sent.environment.git_dirty = true;
  const MachineOfRank got = machine_from_json(nlohmann::ordered_json::parse(to_json(sent).dump()));
  EXPECT_EQ(to_json(got), to_json(sent));
  EXPECT_EQ(got.hardware.memory_bytes, sent.hardware.memory_bytes);

  harness::Trial trial;
  trial.configuration = Configuration::parse("csr{threads=1}").value();
  trial.samples = {{"total", {1.25F, 0.1F}}};
  trial.pass_samples = {1, 1};
  trial.from_outside = true;
  trial.disturbed = "other programs";
  const auto trials = trials_from_json(to_json(std::vector{trial}));
  ASSERT_EQ(trials.size(), 1U);
  EXPECT_EQ(trials[0].samples, trial.samples);
  EXPECT_EQ(trials[0].pass_samples, trial.pass_samples);
  EXPECT_TRUE(trials[0].from_outside);
  EXPECT_EQ(trials[0].disturbed, trial.disturbed);
  EXPECT_THROW(static_cast<void>(machine_from_json(nlohmann::ordered_json{{"rank", 1}})), Error);
}

}  // namespace
}  // namespace sptune::distributed
