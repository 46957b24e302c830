// SPDX-License-Identifier: BSD-3-Clause
// Lanes of a warp that share a row: their sums and prefix sums.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::spgemm::cuda {

/// Lanes of a warp that work on a row together: `size` of them (a power of two), `rank` within
/// them. Where several teams share a row, `groups` groups of `width` teams divide A's entries, and
/// the teams of a group divide the rows of B that these name.
struct Team {
  unsigned mask;  ///< its lanes of the warp
  int base;       ///< its first lane of the warp
  int rank;
  int size;
  int group = 0;
  int groups = 1;
  int part = 0;  ///< of its group
  int width = 1;

  /// As many bits as it has lanes.
  [[nodiscard]] __device__ __forceinline__ unsigned lanes() const {
    return 0xffffffffU >> static_cast<unsigned>(32 - size);
  }
  /// Neighbouring entries of A often name rows of B with the same columns: where there are enough,
  /// a group takes runs of them, so that groups do not add to the same entries of C.
  [[nodiscard]] __device__ __forceinline__ int run_bits(int count) const {
    return count >= 8 * groups ? 2 : 0;
  }
  /// How many of a row's `count` entries this group takes.
  [[nodiscard]] __device__ __forceinline__ int share(int count) const {
    const int run = run_bits(count);
    const int rounds = count / (groups << run);
    const int rest = count - rounds * (groups << run) - (group << run);
    return (rounds << run) + min(max(rest, 0), 1 << run);
  }
  /// The i-th of them.
  [[nodiscard]] __device__ __forceinline__ int entry(int i, int count) const {
    const int run = run_bits(count);
    return ((((i >> run) * groups) + group) << run) + (i & ((1 << run) - 1));
  }
};

/// The team of `size` neighbouring lanes that this thread belongs to.
__device__ __forceinline__ Team team_of_lane(int size) {
  const int lane = static_cast<int>(threadIdx.x & 31U);
  const int base = lane & ~(size - 1);
  const unsigned mask = size == 32 ? 0xffffffffU : ((1U << size) - 1U) << base;
  return {mask, base, lane - base, size};
}

/// The same where all lanes of the warp go together, whatever their rows, or have ended: exchanges
/// with a mask that the compiler does not know are preceded by a match and a vote each. None may be
/// elsewhere while others exchange.
__device__ __forceinline__ Team team_in_step(int size) {
  Team team = team_of_lane(size);
  team.mask = 0xffffffffU;
  return team;
}

template <class T>
__device__ __forceinline__ T team_sum(const Team& team, T v) {
  for (int step = team.size / 2; step > 0; step /= 2) {
    v += __shfl_xor_sync(team.mask, v, step, team.size);
  }
  return v;
}

/// Inclusive prefix sum over the ranks of a team.
__device__ __forceinline__ int team_scan(const Team& team, int v) {
  for (int step = 1; step < team.size; step *= 2) {
    const int other = __shfl_up_sync(team.mask, v, static_cast<unsigned>(step), team.size);
    if (team.rank >= step) v += other;
  }
  return v;
}

}  // namespace sptune::spgemm::cuda
