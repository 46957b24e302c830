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

/// A group of threads that owns a row: `size` lanes of a warp (a power of two), `rank` within them,
/// and the share of A's entries that it walks: `first`, `first + stride`, …
struct Team {
  unsigned mask;  ///< its lanes of the warp
  int base;       ///< its first lane of the warp
  int rank;
  int size;
  int first = 0;
  int stride = 1;
};

/// The team of `size` neighbouring lanes that this thread belongs to.
__device__ __forceinline__ Team team_of_lane(int size) {
  const int lane = static_cast<int>(threadIdx.x & 31U);
  const int base = lane & ~(size - 1);
  const unsigned mask = size == 32 ? 0xffffffffU : ((1U << size) - 1U) << base;
  return {mask, base, lane - base, size};
}

/// The warp as one team of a block that shares a row: warp w of n takes entries w, w+n, …
__device__ __forceinline__ Team team_of_block() {
  Team team = team_of_lane(32);
  team.first = static_cast<int>(threadIdx.x >> 5U);
  team.stride = static_cast<int>(blockDim.x >> 5U);
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

/// Columns [low, high) of C that are looked at. Rows of B are sorted, so their part is found by
/// bisection.
struct Window {
  Index low;
  Index high;
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
/// three quarters of it, from 4 to `most`.
__host__ __device__ __forceinline__ int lanes_for(std::int64_t mean, int most) {
  int lanes = 4;
  while (lanes < most && lanes * 4 < 3 * mean) lanes *= 2;
  return lanes;
}

/// Calls f(column, a*b) for the products of `count` entries of A from `a_begin` on (for all of
/// them without a window). `lanes` lanes share a row of B. Whatever a lane of the team does, all
/// its lanes must call this together. With Ordered the team walks one row of B at a time (`lanes`
/// must be its size) and meets after each step, so that f may update what belongs to a column
/// without atomics. Without values (V = void) f gets the column alone.
///
/// Entries of A are fetched by the whole team at once, and the next row of B while the present one
/// is worked on: the loop is bound by latency otherwise.
template <bool Ordered, class V, class F>
__device__ __forceinline__ void for_products(const Pattern& a, const V* a_values, const Pattern& b,
                                             const V* b_values, std::int64_t a_begin, int count,
                                             const Team& team, int lanes, const Window* window,
                                             F&& f) {
  constexpr bool with_values = !std::is_void_v<V>;
  using Value = std::conditional_t<with_values, V, char>;
  const int groups = team.size / lanes;
  const int group = team.rank / lanes;
  const int sub = team.rank & (lanes - 1);
  const int mine = count <= team.first ? 0 : (count - team.first + team.stride - 1) / team.stride;
  for (int chunk = 0; chunk < mine; chunk += team.size) {
    const int here = min(team.size, mine - chunk);
    std::int64_t begin = 0;
    int length = 0;
    Value factor{};
    if (team.rank < here) {
      const std::int64_t i =
          a_begin + team.first + static_cast<std::int64_t>(chunk + team.rank) * team.stride;
      const Index k = __ldg(a.columns + i);
      begin = b.offsets[k];
      std::int64_t end = b.offsets[k + 1];
      if (window != nullptr && begin < end) {
        begin = first_not_below(b.columns, begin, end, window->low);
        end = first_not_below(b.columns, begin, end, window->high);
      }
      length = static_cast<int>(end - begin);
      if constexpr (with_values) factor = __ldg(a_values + i);
    }
    const int steps = (here + groups - 1) / groups;
    const Index* columns = nullptr;
    const Value* values = nullptr;
    int left = 0;
    Value times{};
    Index column = 0;
    Value value{};
    const auto fetch = [&](int step) {
      const int entry = step * groups + group;
      const int from = team.base + min(entry, team.size - 1);
      const std::int64_t at = __shfl_sync(team.mask, begin, from);
      left = __shfl_sync(team.mask, length, from);
      if (entry >= here) left = 0;
      columns = b.columns + at + sub;
      if constexpr (with_values) {
        times = __shfl_sync(team.mask, factor, from);
        values = b_values + at + sub;
      }
      left -= sub;
      if (left > 0) {
        column = __ldg(columns);
        if constexpr (with_values) value = __ldg(values);
      }
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
      const Index* const now_columns = columns;
      const Value* const now_values = values;
      const Value now_times = times;
      const int now_left = left;
      const Index now_column = column;
      const Value now_value = value;
      if (step + 1 < steps) fetch(step + 1);
      if (now_left > 0) emit(now_column, now_times, now_value);
      if constexpr (Ordered) __syncwarp(team.mask);
      // Ordered: one row of B per team, so all its lanes agree on the number of turns.
      const int rounds_from = Ordered ? now_left + sub : now_left;
      for (int j = lanes; j < rounds_from; j += lanes) {
        if (j < now_left) {
          Value v{};
          if constexpr (with_values) v = __ldg(now_values + j);
          emit(__ldg(now_columns + j), now_times, v);
        }
        if constexpr (Ordered) __syncwarp(team.mask);
      }
    }
  }
}

}  // namespace sptune::spgemm::cuda
