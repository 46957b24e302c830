// SPDX-License-Identifier: BSD-3-Clause
// What every SpGEMM kernel on the GPU needs: operands, walking the products of a row of A, hash
// tables in shared memory. Gustavson 1978: row i of C is the sum of a(i,k) times row k of B.
#pragma once

#include "sptune/kernels/api/matrix.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::spgemm::cuda {

/// Row offsets of either width. The branch is the same for all threads and cheaper than compiling
/// every kernel four times.
struct Offsets {
  const void* data = nullptr;
  bool wide = false;
  __device__ __forceinline__ std::int64_t operator[](std::int64_t i) const {
    return wide ? __ldg(static_cast<const long long*>(data) + i)
                : static_cast<std::int64_t>(__ldg(static_cast<const int*>(data) + i));
  }
};

/// A CSR operand without its values.
struct Pattern {
  Offsets offsets;
  const Index* columns = nullptr;
};

[[nodiscard]] inline Pattern pattern_of(const AnyCsr& a) {
  return {{a.row_offsets, a.offset_type == OffsetType::i64}, a.col_indices};
}

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

  /// Neighbouring entries of A often name rows of B with the same columns: where there are enough,
  /// a group takes runs of them, so that groups do not meet in the same entries of C.
  [[nodiscard]] __device__ __forceinline__ int run_bits(int count) const {
    return count >= 8 * groups ? 2 : 0;
  }
  /// How many of a row's `count` entries this group takes.
  [[nodiscard]] __device__ __forceinline__ int share(int count) const {
    const int run = run_bits(count);
    const int turns = count / (groups << run);
    const int rest = count - turns * (groups << run) - (group << run);
    return (turns << run) + min(max(rest, 0), 1 << run);
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

/// The warp as one team of a block that shares a row, with `lanes` threads per row of B.
__device__ __forceinline__ Team team_of_block(int lanes) {
  Team team = team_of_lane(32);
  const int warp = static_cast<int>(threadIdx.x >> 5U);
  const int warps = static_cast<int>(blockDim.x >> 5U);
  team.width = lanes <= 32 ? 1 : min(lanes / 32, warps);
  team.group = warp / team.width;
  team.groups = warps / team.width;
  team.part = warp % team.width;
  return team;
}

__device__ __forceinline__ int team_sum(const Team& team, int v) {
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

/// Columns [low, high) of C that are looked at. Rows of B are sorted, so their part can be found by
/// bisection: a chain of dependent loads, worth it where many windows would read a row again.
struct Window {
  Index low;
  Index high;
  bool bisect = true;  ///< false: rows of B are read whole, and f drops what lies outside
};

__device__ __forceinline__ std::int64_t first_not_below(const Index* columns, std::int64_t begin,
                                                        std::int64_t end, Index bound) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (__ldg(columns + middle) < bound) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// Lanes for a row of B when the mean row has `mean` entries: the least power of two that takes
/// it in one turn, from 4 to `most`.
__host__ __device__ __forceinline__ int lanes_for(std::int64_t mean, int most) {
  int lanes = 4;
  while (lanes < most && lanes < mean) lanes *= 2;
  return lanes;
}

/// Calls f(column, a*b) for the products of `count` entries of A from `a_begin` on, as far as they
/// are this team's (and in the window, if there is one). `lanes` lanes share a row of B. All lanes
/// of the team must call this together. With Ordered the team walks one row of B at a time (`lanes`
/// must be its size) and meets after each step, so that f may update what belongs to a column
/// without atomics. Without values (V = void) f gets the column alone.
///
/// The loop is bound by latency: entries of A are fetched by the whole team at once, and what comes
/// next is on its way while f works on the present.
template <bool Ordered, class V, class F>
__device__ __forceinline__ void for_products(const Pattern& a, const V* a_values, const Pattern& b,
                                             const V* b_values, std::int64_t a_begin, int count,
                                             const Team& team, int lanes, const Window* window,
                                             F&& f) {
  constexpr bool with_values = !std::is_void_v<V>;
  using Value = std::conditional_t<with_values, V, char>;
  const int groups = team.size / lanes;
  const int group = team.rank / lanes;
  const int sub = (team.rank & (lanes - 1)) + team.part * lanes;
  const int stride = team.width * lanes;
  const int mine = team.share(count);
  for (int chunk = 0; chunk < mine; chunk += team.size) {
    const int here = min(team.size, mine - chunk);
    std::int64_t begin = 0;
    int length = 0;
    Value factor{};
    if (team.rank < here) {
      const std::int64_t i = a_begin + team.entry(chunk + team.rank, count);
      const Index k = __ldg(a.columns + i);
      begin = b.offsets[k];
      std::int64_t end = b.offsets[k + 1];
      if (window != nullptr && window->bisect && begin < end) {
        begin = first_not_below(b.columns, begin, end, window->low);
        end = first_not_below(b.columns, begin, end, window->high);
      }
      length = static_cast<int>(end - begin);
      if constexpr (with_values) factor = __ldg(a_values + i);
    }
    const int steps = (here + groups - 1) / groups;
    std::int64_t at = 0;
    int left = 0;
    Value times{};
    Index column = 0;
    Value value{};
    const auto load = [&](std::int64_t j) {
      column = __ldg(b.columns + j);
      if constexpr (with_values) value = __ldg(b_values + j);
    };
    const auto fetch = [&](int step) {
      const int entry = step * groups + group;
      const int from = team.base + min(entry, team.size - 1);
      at = __shfl_sync(team.mask, begin, from) + sub;
      left = __shfl_sync(team.mask, length, from);
      left = (entry < here ? left : 0) - sub;
      if constexpr (with_values) times = __shfl_sync(team.mask, factor, from);
      if (left > 0) load(at);
    };
    const auto emit = [&](Index c, Value t, Value v) {
      if constexpr (with_values) {
        f(c, t * v);
      } else {
        f(c);
      }
    };
    fetch(0);
    for (int step = 0; step < steps; ++step) {
      const std::int64_t row_at = at;
      const int row_left = left;
      const Value row_times = times;
      // Ordered: one row of B per team, so all its lanes agree on the number of turns.
      const int turns = Ordered ? row_left + sub : row_left;
      int j = stride;
      for (; j < turns; j += stride) {
        const Index c = column;
        const Value v = value;
        if (j < row_left) load(row_at + j);
        if (!Ordered || j - stride < row_left) emit(c, row_times, v);
        if constexpr (Ordered) __syncwarp(team.mask);
      }
      // What is left is the row's last turn of this lane; with Ordered some lanes may have none.
      const Index c = column;
      const Value v = value;
      if (step + 1 < steps) fetch(step + 1);
      if (j - stride < row_left) emit(c, row_times, v);
      if constexpr (Ordered) __syncwarp(team.mask);
    }
  }
}

}  // namespace sptune::spgemm::cuda
