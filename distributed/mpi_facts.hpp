// SPDX-License-Identifier: BSD-3-Clause
// What this MPI can do, and how fast messages are between these ranks.
#pragma once

#include "distributed/communicator.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sptune::distributed {

enum class CudaAware : std::uint8_t { unknown, no, yes };
/// What the library says of buffers in a GPU's memory.
[[nodiscard]] CudaAware cuda_aware();

/// A message and its answer between two ranks.
struct LinkTime {
  int from = 0;
  int to = 0;
  double latency_s = 0;         ///< of 8 bytes, one way
  double bytes_per_second = 0;  ///< of 4 MiB, one way
};

struct MpiFacts {
  std::string standard;                            ///< "3.1"
  std::string library;                             ///< its own words, one line
  std::string thread_level;                        ///< what it was initialized for
  CudaAware cuda_aware = CudaAware::unknown;       ///< buffers in a GPU's memory; unknown: not said
  std::vector<std::pair<std::string, int>> hosts;  ///< and how many ranks each has
  int threads_per_rank = 1;
  /// The library's own variables that choose transports, as they are set; "" is its default.
  std::vector<std::pair<std::string, std::string>> transports;
  std::vector<LinkTime> links;  ///< from rank 0 to its neighbour and to the last rank
};

/// Collective; complete on rank 0.
[[nodiscard]] MpiFacts find_facts(Communicator& ranks);

}  // namespace sptune::distributed
