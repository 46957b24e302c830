// SPDX-License-Identifier: BSD-3-Clause
// What every SpGEMM kernel on the GPU needs: operands, walking the products of a row of A, hash
// tables in shared memory. Gustavson 1978: row i of C is the sum of a(i,k) times row k of B.
#pragma once

#include "sptune/matrix.hpp"

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

/// Rows of B as for_products walks them: their columns.
struct Columns {
  Pattern b;
  using Item = Index;
  using Factor = char;
  static constexpr bool windows = true;
  [[nodiscard]] __device__ __forceinline__ std::int64_t begin(Index k) const {
    return b.offsets[k];
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t end(Index k, std::int64_t /*begin*/) const {
    return b.offsets[k + 1];
  }
  [[nodiscard]] __device__ __forceinline__ Factor factor(std::int64_t /*i*/,
                                                         std::int64_t /*begin*/) const {
    return 0;
  }
  static __device__ __forceinline__ Factor shared(const Team& /*team*/, Factor own, int /*from*/) {
    return own;
  }
  [[nodiscard]] __device__ __forceinline__ Item load(std::int64_t j, Factor /*factor*/) const {
    return __ldg(b.columns + j);
  }
  template <class F>
  static __device__ __forceinline__ void emit(F&& f, Factor /*factor*/, Item column) {
    f(column);
  }
};

template <class V>
struct Entry {
  Index column;
  V value;
};

/// … their columns and their values times those of A.
template <class V>
struct Entries {
  Pattern b;
  const V* a_values;
  const V* b_values;
  using Item = Entry<V>;
  using Factor = V;
  static constexpr bool windows = true;
  [[nodiscard]] __device__ __forceinline__ std::int64_t begin(Index k) const {
    return b.offsets[k];
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t end(Index k, std::int64_t /*begin*/) const {
    return b.offsets[k + 1];
  }
  [[nodiscard]] __device__ __forceinline__ Factor factor(std::int64_t i,
                                                         std::int64_t /*begin*/) const {
    return __ldg(a_values + i);
  }
  static __device__ __forceinline__ Factor shared(const Team& team, Factor own, int from) {
    return __shfl_sync(team.mask, own, from);
  }
  [[nodiscard]] __device__ __forceinline__ Item load(std::int64_t j, Factor /*factor*/) const {
    return {__ldg(b.columns + j), __ldg(b_values + j)};
  }
  template <class F>
  static __device__ __forceinline__ void emit(F&& f, Factor factor, const Item& item) {
    f(item.column, factor * item.value);
  }
};

/// What the lanes of a team tell each other of the rows of B: by shuffles, or, where the kernel has
/// the shared memory, by one load, which takes far less of the pipe that shuffles share with it.
struct StagedTeam : Team {
  uint4* stage;  ///< of the warp: a RowOfProducts for each lane
};
/// Calls f with the team of `size` lanes that this thread belongs to. Its code is there twice: what
/// the lanes of a warp do together costs a fraction where they are known to be a whole one.
/// `Words`: of `stage`, which a block shares, for each thread.
template <int Words, class F>
__device__ __forceinline__ void with_team(int size, uint4* stage, F&& f) {
  uint4* const own = stage + Words * (threadIdx.x & ~31U);
  if (size == 32) {
    f(StagedTeam{team_of_lane(32), own});
  } else {
    f(StagedTeam{team_of_lane(size), own});
  }
}

template <class Factor>
struct alignas(16) RowOfProducts {
  unsigned begin;  ///< of 64 bits the lower ones
  int length;
  Factor factor;
};

/// Rows of B that a lane has on their way at once; lanes for a row of B are at least as many.
constexpr int in_flight = 4;

/// Calls f for the products of `count` entries of A from `a_begin` on, as far as they are this
/// team's (and in the window, if there is one); `Source` says what f gets. `lanes` lanes share a
/// row of B. All lanes of the team must call this together. With Ordered the team walks one row of
/// B at a time (`lanes` must be its size) and meets after each step, so that f may update what
/// belongs to a column without atomics.
///
/// The loop is bound by the instructions that it issues. Entries of A are fetched by the whole team
/// at once. Where every row of B takes one turn, `in_flight` of them are loaded before f works on
/// the first; otherwise the next turn's load goes out before f works on the present.
template <bool Ordered, class TeamType, class Source, class F>
__device__ __forceinline__ void for_products(const Pattern& a, const Source& b,
                                             std::int64_t a_begin, int count, const TeamType& team,
                                             int lanes, const Window* window, F&& f) {
  constexpr bool staged = std::is_same_v<TeamType, StagedTeam>;
  using Factor = typename Source::Factor;
  const int lane_bits = __ffs(lanes) - 1;
  const int group_bits = __ffs(team.size) - 1 - lane_bits;
  const int group = team.rank >> lane_bits;
  const int sub = (team.rank & (lanes - 1)) + (staged ? 0 : team.part * lanes);
  const int stride = staged ? lanes : team.width * lanes;
  const int mine = staged ? count : team.share(count);
  for (int chunk = 0; chunk < mine; chunk += team.size) {
    const int here = min(team.size, mine - chunk);
    std::int64_t begin = 0;
    int length = 0;
    Factor factor{};
    if (team.rank < here) {
      const std::int64_t i =
          a_begin + (staged ? chunk + team.rank : team.entry(chunk + team.rank, count));
      const Index k = __ldg(a.columns + i);
      begin = b.begin(k);
      std::int64_t end = b.end(k, begin);
      if constexpr (Source::windows) {
        if (window != nullptr && window->bisect && begin < end) {
          begin = first_not_below(b.b.columns, begin, end, window->low);
          end = first_not_below(b.b.columns, begin, end, window->high);
        }
      }
      length = static_cast<int>(end - begin);
      factor = b.factor(i, begin);
    }
    [[maybe_unused]] bool wide = false;
    if constexpr (staged) {
      wide = __any_sync(team.mask, begin >> 32 != 0) != 0;
      __syncwarp(team.mask);  // the last chunk has been read
      reinterpret_cast<RowOfProducts<Factor>*>(team.stage)[team.base + team.rank] = {
          static_cast<unsigned>(begin), length, factor};
      __syncwarp(team.mask);
    }
    const int steps = (here + (1 << group_bits) - 1) >> group_bits;
    if constexpr (staged) {
      if (!wide && __any_sync(team.mask, length > stride) == 0) {
        const auto* const rows =
            reinterpret_cast<const RowOfProducts<Factor>*>(team.stage) + team.base + group;
        // What the last of them looks at beyond `here` has no entries.
        for (int step = 0; step < steps; step += in_flight) {
          RowOfProducts<Factor> row[in_flight];
          typename Source::Item item[in_flight];
#pragma unroll
          for (int u = 0; u < in_flight; ++u) {
            row[u] = rows[(step + u) << group_bits];
            if (sub < row[u].length) {
              item[u] = b.load(row[u].begin + static_cast<unsigned>(sub), row[u].factor);
            }
          }
#pragma unroll
          for (int u = 0; u < in_flight; ++u) {
            if (sub < row[u].length) Source::emit(f, row[u].factor, item[u]);
            if constexpr (Ordered) __syncwarp(team.mask);
          }
        }
        continue;
      }
    }
    std::int64_t at = 0;
    int all = 0;
    Factor times{};
    typename Source::Item item{};
    const auto fetch = [&](int step) {
      const int from = team.base + (step << group_bits) + group;
      if constexpr (staged) {
        const auto row = reinterpret_cast<const RowOfProducts<Factor>*>(team.stage)[from];
        at = row.begin;
        if (wide) at |= __shfl_sync(team.mask, begin >> 32, from) << 32;
        all = row.length;
        times = row.factor;
      } else {
        at = __shfl_sync(team.mask, begin, from);
        all = __shfl_sync(team.mask, length, from);
        times = Source::shared(team, factor, from);
      }
      at += sub;
      if (sub < all) item = b.load(at, times);
    };
    fetch(0);
    for (int step = 0; step < steps; ++step) {
      const std::int64_t row_at = at;
      const int row_all = all;
      const Factor row_times = times;
      // The lanes of a row agree on its turns, and all but the last have an entry for each.
      int j = stride;
      for (; j < row_all; j += stride) {
        const auto present = item;
        if (sub + j < row_all) item = b.load(row_at + j, row_times);
        Source::emit(f, row_times, present);
        if constexpr (Ordered) __syncwarp(team.mask);
      }
      const auto present = item;
      if (step + 1 < steps) fetch(step + 1);
      if (sub + j - stride < row_all) Source::emit(f, row_times, present);
      if constexpr (Ordered) __syncwarp(team.mask);
    }
  }
}

}  // namespace sptune::spgemm::cuda
