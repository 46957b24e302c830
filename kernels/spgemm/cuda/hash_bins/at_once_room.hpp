// SPDX-License-Identifier: BSD-3-Clause
// Shared memory of blocks where one launch computes a small product (at_once.cuh).
#pragma once

#include <algorithm>
#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int at_once_blocks = 4;  ///< of a multiprocessor at most: as registers allow

struct AtOnceRoom {
  int blocks = 0;  ///< of a multiprocessor; 0: not one has room
  int bytes = 0;   ///< of each, beside what its kernel names itself

  /// In which rows are computed; the rest keeps them.
  [[nodiscard]] constexpr std::int64_t most_work() const { return bytes / 4 * 3 / 16 * 16; }
};

/// As many blocks as have room for `least_work` bytes of work each. `own`: what the kernel names
/// itself. Chips differ: in double four have that in 228 kB (H200), three in 164 (A100) and two in
/// 100 (RTX 4090).
[[nodiscard]] constexpr AtOnceRoom room_at_once(std::int64_t shared_per_sm,
                                                std::int64_t shared_per_block, std::int64_t own,
                                                std::int64_t least_work) {
  constexpr std::int64_t of_driver = 1024;  // of each block
  for (int blocks = at_once_blocks; blocks > 0; --blocks) {
    const std::int64_t bytes = std::min(shared_per_sm / blocks - of_driver, shared_per_block) - own;
    const AtOnceRoom room{blocks, static_cast<int>(bytes / 16 * 16)};
    if (room.most_work() >= least_work) return room;
  }
  return {};
}

}  // namespace sptune::spgemm::hash_bins
