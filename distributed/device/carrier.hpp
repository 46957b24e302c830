// SPDX-License-Identifier: BSD-3-Clause
// How bytes travel between arrays in the GPUs' memory.
#pragma once

#include "distributed/communicator.hpp"
#include "distributed/device/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sptune::distributed {

/// Bytes for another rank, or from it.
struct Parcel {
  int peer = 0;
  std::byte* data = nullptr;  ///< on the device
  std::int64_t bytes = 0;
};

/// Between a pair of ranks, parcels are listed in the same order and of the same size at both ends.
/// What fails on the way leaves the ranks apart, as a failure of MPI does.
class Carrier {
 public:
  virtual ~Carrier() = default;
  /// What is sent must be there, whatever stream it comes from. Arrays stay until `finish`.
  virtual void begin(std::vector<Parcel> out, std::vector<Parcel> in) = 0;
  /// Returns when what came is there, for every stream. `what`: a literal, for the watchdog.
  virtual void finish(const char* what) = 0;
};

/// MPI takes the arrays as they are: for one that is CUDA-aware.
[[nodiscard]] std::unique_ptr<Carrier> direct_carrier(Communicator& ranks);

using StageMaker = std::function<std::unique_ptr<Stage>(std::size_t bytes)>;
/// Through memory of the host, in parts of `part_bytes`: some are copied while others travel. The
/// communicator's largest message bounds them, too. Stages are made at once.
[[nodiscard]] std::unique_ptr<Carrier> staged_carrier(Communicator& ranks, const StageMaker& make,
                                                      std::int64_t part_bytes);

}  // namespace sptune::distributed
