// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/sweep/machine_of_rank.hpp"

#include "harness/engine/engine.hpp"
#include "harness/environment/cores.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/gpu_state.hpp"
#include "harness/environment/system_files.hpp"
#include "harness/records/difference.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <thread>
#include <utility>

namespace sptune::distributed {
namespace {

using Machines = std::vector<MachineOfRank>;

int gpu_of_rank(int rank_on_host) {
  const auto seen = static_cast<int>(harness::installed_gpus().size());
  if (seen == 1) return 0;  // its launcher gave it its own, or the host has no other
  if (rank_on_host < seen) return rank_on_host;
  throw DeviceError(
      fmt::format("{} has {} GPUs, and this is rank {} of it, from 0: start one rank for each GPU",
                  host_name(), seen, rank_on_host));
}

template <class F>
void in_a_thread(F work) {
  std::exception_ptr trouble;
  std::jthread([&] {  // cores and GPU are a thread's
    try {
      work();
    } catch (...) {
      trouble = std::current_exception();
    }
  })
      .join();
  if (trouble) std::rethrow_exception(trouble);
}

/// "ranks 0-2 on n1,n2".
std::string name_of(const std::vector<const MachineOfRank*>& group) {
  std::vector<int> ranks;
  std::set<std::string> hosts;
  for (const MachineOfRank* machine : group) {
    ranks.push_back(machine->rank);
    hosts.insert(machine->host);
  }
  return fmt::format("{} {} on {}", ranks.size() == 1 ? "rank" : "ranks",
                     harness::cores_text(ranks), fmt::join(hosts, ","));
}

template <class Key>
auto grouped(const Machines& machines, Key key) {
  std::map<std::string, std::vector<const MachineOfRank*>> groups;
  for (const MachineOfRank& machine : machines) groups[key(machine)].push_back(&machine);
  return groups;
}

std::string text_of(const harness::Hardware& h) {
  return fmt::format("{}, {} {}, {} GiB", h.name, h.cores,
                     h.kind == "gpu" ? "multiprocessors" : "cores", h.memory_bytes >> 30);
}

void require_same_hardware(const Machines& machines) {
  const auto groups = grouped(machines, [](const auto& m) { return m.hardware.hash; });
  if (groups.size() < 2) return;
  std::vector<std::string> texts;
  for (const auto& [hash, group] : groups) {
    texts.push_back(fmt::format("{} ({})", name_of(group), text_of(group.front()->hardware)));
  }
  const auto& one = groups.begin()->second;
  const auto& other = std::next(groups.begin())->second;
  throw UsageError(fmt::format(
      "ranks of other hardware ({}), whose times cannot be compared: {}; sweep them apart, each "
      "into a database of its own, and `sptune db merge` those",
      harness::difference(one.front()->hardware, other.front()->hardware), fmt::join(texts, ", ")));
}

void require_same_environment(const Machines& machines) {
  const auto groups = grouped(machines, [](const auto& m) { return m.environment.hash; });
  if (groups.size() < 2) return;
  const auto& one = groups.begin()->second;
  const auto& other = std::next(groups.begin())->second;
  throw UsageError(fmt::format(
      "{} and {} differ in {}: their times cannot be compared; sweep them apart", name_of(one),
      name_of(other), harness::difference(one.front()->environment, other.front()->environment)));
}

void require_apart(Backend backend, const MachineOfRank& a, const MachineOfRank& b) {
  if (a.host != b.host) return;
  if (backend == Backend::cuda) {
    if (a.place != b.place) return;
    throw UsageError(fmt::format(
        "ranks {} and {} on {} have the same GPU ({}) and would disturb each other: start one rank "
        "for each GPU (srun --gpus-per-task=1)",
        a.rank, b.rank, a.host, a.place));
  }
  std::vector<int> both;
  std::set_intersection(a.cores.begin(), a.cores.end(), b.touched.begin(), b.touched.end(),
                        std::back_inserter(both));
  if (both.empty()) return;
  throw UsageError(fmt::format(
      "ranks {} and {} on {} share the cores {} and would disturb each other: give each its own "
      "(mpirun --map-by slot:PE=<cores> --bind-to core, srun --cpus-per-task=<cores> "
      "--cpu-bind=cores), or --disturbed keep",
      a.rank, b.rank, a.host, harness::cores_text(both)));
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

DeviceOfRank find_device(Backend backend, int rank, int rank_on_host, const std::string& cusparse) {
  DeviceOfRank out;
  in_a_thread([&] {
    const std::vector<int> cores = harness::cores_here();
    if (backend == Backend::cuda) {
      harness::require_device(backend);
      out.device =
          harness::measuring_devices(backend, std::to_string(gpu_of_rank(rank_on_host))).front();
    } else {
      out.device = {"cores " + harness::cores_text(cores), -1, cores};
    }
    harness::enter(out.device);
    const std::string host = host_name();
    out.machine = {rank,
                   host,
                   backend == Backend::cuda ? out.device.name : host + ":" + out.device.name,
                   cores,
                   harness::touched(cores),
                   harness::resolve_memory_limit({}),
                   harness::capture_hardware(backend),
                   harness::capture_environment(backend, cusparse)};
  });
  return out;
}

void require_comparable(Backend backend, const Machines& machines, bool sharing_allowed) {
  require_same_hardware(machines);
  require_same_environment(machines);
  if (sharing_allowed) return;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    for (std::size_t j = i + 1; j < machines.size(); ++j) {
      require_apart(backend, machines[i], machines[j]);
    }
  }
}

std::vector<int> spare_cores(const Machines& machines) {
  std::set<int> left;
  for (const int core : harness::parse_cores(harness::first_line("/sys/devices/system/cpu/online")))
    left.insert(core);
  for (const MachineOfRank& machine : machines) {
    if (machine.host != host_name()) continue;
    for (const int core : machine.touched) left.erase(core);
  }
  std::vector<int> out;
  try {
    in_a_thread([&] {
      if (left.empty()) return;
      harness::enter({"spare cores", -1, {left.begin(), left.end()}});
      out = harness::cores_here();  // what a control group lets it have of them
    });
  } catch (const DeviceError&) {  // none of them
    return {};
  }
  return out;
}

std::int64_t least_memory(const Machines& machines) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const auto& [host, group] : grouped(machines, [](const auto& m) { return m.host; })) {
    for (const MachineOfRank* machine : group) {
      least = std::min(least, machine->memory / static_cast<std::int64_t>(group.size()));
    }
  }
  return machines.empty() ? 0 : least;
}

int most_on_a_host(const Machines& machines) {
  std::size_t most = 1;
  for (const auto& [host, group] : grouped(machines, [](const auto& m) { return m.host; })) {
    most = std::max(most, group.size());
  }
  return static_cast<int>(most);
}

}  // namespace sptune::distributed
