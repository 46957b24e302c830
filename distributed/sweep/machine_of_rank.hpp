// SPDX-License-Identifier: BSD-3-Clause
// What each rank measures on, and whether all of that can be one run: trials of a run are compared
// with each other, wherever they were measured.
#pragma once

#include "harness/environment/devices.hpp"
#include "harness/records/environment.hpp"
#include "sptune/types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sptune::distributed {

struct MachineOfRank {
  int rank = 0;
  std::string host;
  std::string place;         ///< stored with its trials: "host:cores 0-7", or the GPU's UUID
  std::vector<int> cores;    ///< that it may run on
  std::vector<int> touched;  ///< those, and threads of the same cores
  std::int64_t memory = 0;   ///< bytes that all workers on its host may take
  harness::Hardware hardware;
  harness::Environment environment;
};

/// A rank's device: the cores that its launcher bound it to, or the GPU that is its own: the only
/// one that it sees, or that of its number among the ranks of its host.
struct DeviceOfRank {
  harness::MeasuringDevice device;
  MachineOfRank machine;
};

/// Throws DeviceError where there is none. `cusparse` as of harness::capture_environment.
[[nodiscard]] DeviceOfRank find_device(Backend backend, int rank, int rank_on_host,
                                       const std::string& cusparse);

/// Throws UsageError, with the remedy, where hardware or environment are not the same on all, where
/// two ranks have one GPU, and where two share cores, unless that is `allowed`.
void require_comparable(Backend backend, const std::vector<MachineOfRank>& machines,
                        bool sharing_allowed);

/// Cores of this host that none of the ranks here touches, and that this process may use; of the
/// thread's own cores it stays where there are none.
[[nodiscard]] std::vector<int> spare_cores(const std::vector<MachineOfRank>& machines);

/// Bytes that a worker of any of them may take: those of a host share what it has.
[[nodiscard]] std::int64_t least_memory(const std::vector<MachineOfRank>& machines);

/// The most ranks on one host.
[[nodiscard]] int most_on_a_host(const std::vector<MachineOfRank>& machines);

[[nodiscard]] std::string host_name();

}  // namespace sptune::distributed
