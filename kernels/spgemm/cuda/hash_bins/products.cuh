// SPDX-License-Identifier: BSD-3-Clause
// The products of a row of A, by the lanes of a team or a block. Gustavson 1978: row i of C is the
// sum of a(i,k) times row k of B.
#pragma once

#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/spgemm/cuda/block_team.cuh"
#include "kernels/spgemm/cuda/operands.cuh"
#include "kernels/spgemm/cuda/team.cuh"

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): what SpGEMM shares
using sptune::cuda::allow_most_shared;
using sptune::cuda::bits_for;
using sptune::cuda::blocks_for;
using sptune::cuda::ceil_div;
using sptune::cuda::launch;
using sptune::cuda::native;

/// Whether both operands are one and the same pattern.
[[nodiscard]] inline bool same_pattern(const AnyCsr& a, const AnyCsr& b) {
  return a.rows == b.rows && a.row_offsets == b.row_offsets && a.offset_type == b.offset_type &&
         a.col_indices == b.col_indices;
}

/// Columns [low, high) of C that are looked at. Rows of B are sorted, so their part can be found by
/// bisection: a chain of dependent loads, worth it where many windows would read a row again.
struct Window {
  Index low;
  Index high;
  /// Shorter rows of B are read whole, and f drops what lies outside. Bisecting is a chain of loads
  /// for which all rows that a warp has fetched wait.
  int cut_from = 0;
  static constexpr int never_cut = 0x7fffffff;
};
/// … where f drops.
constexpr int short_cut = 256;

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
/// it in one step, from 4 to `most`.
__host__ __device__ __forceinline__ int lanes_for(std::int64_t mean, int most) {
  int lanes = 4;
  while (lanes < most && lanes < mean) lanes *= 2;
  return lanes;
}

/// Rows of a group at most.
constexpr int most_group = 4;
/// Neighbouring rows with the same columns: a row's place among them, and how many they are.
struct RowGroup {
  int place;
  int size;
  [[nodiscard]] __device__ __forceinline__ std::uint8_t code() const {
    return static_cast<std::uint8_t>(size * 16 + place);
  }
  /// Each row is alone where there are no groups.
  [[nodiscard]] static __device__ __forceinline__ RowGroup of(const std::uint8_t* groups,
                                                              std::int64_t r) {
    if (groups == nullptr) return {0, 1};
    const int code = __ldg(groups + r);
    return {code % 16, code / 16};
  }
};

/// Whether entry `i` of a row of A that begins at `a_begin` names a row of B that has the columns
/// of the one before it, which the entry before it names.
__device__ __forceinline__ bool names_columns_again(const Pattern& a, std::int64_t a_begin,
                                                    std::int64_t i, Index k,
                                                    const std::uint8_t* groups) {
  return groups != nullptr && i > a_begin && RowGroup::of(groups, k).place > 0 &&
         __ldg(a.columns + i - 1) == k - 1;
}

/// Rows of B as for_products reads them: their columns.
struct Columns {
  Pattern b;
  const std::uint8_t* groups = nullptr;  ///< of B: rows whose columns were named are left out
  using Item = Index;
  using Factor = char;
  static constexpr bool windows = true;
  static constexpr bool batched = false;
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
  static constexpr bool batched = true;
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

/// Lanes of a team share what they know of rows of B by shuffles, or, where the kernel has the
/// shared memory for a stage, by one load, which takes far less of the pipe that shuffles share
/// with it.
struct StagedTeam : Team {
  uint4* stage;  ///< of the warp: a StagedRow for each lane
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

/// The row of B that an entry of A names: in the stage of a team, one for each lane.
template <class Factor>
struct alignas(16) StagedRow {
  unsigned begin;  ///< of 64 bits the lower ones
  int length;
  Factor factor;
};
/// The same in registers, whole.
template <class Factor>
struct RowRange {
  std::int64_t begin = 0;
  int length = 0;
  Factor factor{};
};

/// Rows of B that a lane loads ahead; lanes for a row of B are at least as many.
constexpr int loads_in_flight = 4;
/// … and of pieces of rows.
constexpr int pieces_in_flight = 4;

/// How the lanes of a team divide rows of B: groups of 2^lane_bits lanes take a row each.
struct RowSharing {
  int group_bits;  ///< 2^group_bits groups
  int group;       ///< of this lane
  int sub;         ///< first entry of the row that this lane takes
  int stride;      ///< from there to its next

  template <class TeamType>
  [[nodiscard]] static __device__ __forceinline__ RowSharing of(const TeamType& team, int lanes) {
    constexpr bool staged = std::is_same_v<TeamType, StagedTeam>;
    const int lane_bits = __ffs(lanes) - 1;
    return {__ffs(team.size) - 1 - lane_bits, team.rank >> lane_bits,
            (team.rank & (lanes - 1)) + (staged ? 0 : team.part * lanes),
            staged ? lanes : team.width * lanes};
  }
};

/// The row of B that entry `i` of A names, as far as it is in the window.
template <class Source>
__device__ __forceinline__ RowRange<typename Source::Factor> row_of_entry(
    const Pattern& a, const Source& b, std::int64_t a_begin, std::int64_t i, const Window* window) {
  RowRange<typename Source::Factor> row;
  const Index k = __ldg(a.columns + i);
  if constexpr (requires { b.groups; }) {
    if (names_columns_again(a, a_begin, i, k, b.groups)) return row;
  }
  row.begin = b.begin(k);
  std::int64_t end = b.end(k, row.begin);
  if constexpr (Source::windows) {
    if (window != nullptr && end - row.begin > window->cut_from) {
      row.begin = first_not_below(b.b.columns, row.begin, end, window->low);
      end = first_not_below(b.b.columns, row.begin, end, window->high);
    }
  }
  row.length = static_cast<int>(end - row.begin);
  row.factor = b.factor(i, row.begin);
  return row;
}

template <class Factor>
[[nodiscard]] __device__ __forceinline__ StagedRow<Factor>* staged_rows(const StagedTeam& team) {
  return reinterpret_cast<StagedRow<Factor>*>(team.stage) + team.base;
}

/// Puts the rows of a chunk that have entries before the others: where this lane's row is then, and
/// how many have entries.
__device__ __forceinline__ int pack_rows(const StagedTeam& team, int length, int& place) {
  const unsigned filled = (__ballot_sync(team.mask, length > 0) & team.mask) >> team.base;
  const int all = __popc(filled);
  const int before = __popc(filled & ((1U << static_cast<unsigned>(team.rank)) - 1U));
  place = length > 0 ? before : all + team.rank - before;
  return all;
}

/// Where every row takes one step: loads_in_flight of them are loaded before f gets the first.
template <bool Ordered, class Source, class F>
__device__ __forceinline__ void emit_short_rows(const Source& b, const StagedTeam& team,
                                                const RowSharing& sharing, int steps, F&& f) {
  using Factor = typename Source::Factor;
  const auto* const rows = staged_rows<Factor>(team) + sharing.group;
  // Rows beyond the last one of the chunk have no entries.
  for (int step = 0; step < steps; step += loads_in_flight) {
    StagedRow<Factor> row[loads_in_flight];
    typename Source::Item item[loads_in_flight];
#pragma unroll
    for (int u = 0; u < loads_in_flight; ++u) {
      row[u] = rows[(step + u) << sharing.group_bits];
      if (sharing.sub < row[u].length) {
        item[u] = b.load(row[u].begin + static_cast<unsigned>(sharing.sub), row[u].factor);
      }
    }
#pragma unroll
    for (int u = 0; u < loads_in_flight; ++u) {
      if (sharing.sub < row[u].length) Source::emit(f, row[u].factor, item[u]);
      if constexpr (Ordered) __syncwarp(team.mask);
    }
  }
}

/// Row `i` of a chunk, as the lanes of a team or their stage hold it. `wide`: a row ends beyond
/// 32 bits.
template <class Source, class TeamType>
__device__ __forceinline__ RowRange<typename Source::Factor> row_of_team(
    const TeamType& team, const RowRange<typename Source::Factor>& own, bool wide, int i) {
  using Factor = typename Source::Factor;
  if constexpr (std::is_same_v<TeamType, StagedTeam>) {
    const auto row = staged_rows<Factor>(team)[i];
    std::int64_t begin = row.begin;
    if (wide) begin |= __shfl_sync(team.mask, own.begin >> 32, team.base + i) << 32;
    return {begin, row.length, row.factor};
  } else {
    return {__shfl_sync(team.mask, own.begin, team.base + i),
            __shfl_sync(team.mask, own.length, team.base + i),
            Source::shared(team, own.factor, team.base + i)};
  }
}

/// Rows of any length by groups of lanes: the next load goes out before f gets the present item.
template <bool Ordered, class TeamType, class Source, class F>
__device__ __forceinline__ void emit_rows(const Source& b, const TeamType& team,
                                          const RowSharing& sharing,
                                          const RowRange<typename Source::Factor>& own, bool wide,
                                          int steps, F&& f) {
  RowRange<typename Source::Factor> row;
  typename Source::Item item{};
  const auto fetch = [&](int step) {
    row = row_of_team<Source>(team, own, wide, (step << sharing.group_bits) + sharing.group);
    row.begin += sharing.sub;
    if (sharing.sub < row.length) item = b.load(row.begin, row.factor);
  };
  fetch(0);
  for (int step = 0; step < steps; ++step) {
    const auto present_row = row;
    // The lanes of a row agree on its steps, and all but the last have an entry for each.
    int j = sharing.stride;
    for (; j < present_row.length; j += sharing.stride) {
      const auto present = item;
      if (sharing.sub + j < present_row.length) {
        item = b.load(present_row.begin + j, present_row.factor);
      }
      Source::emit(f, present_row.factor, present);
      if constexpr (Ordered) __syncwarp(team.mask);
    }
    const auto present = item;
    if (step + 1 < steps) fetch(step + 1);
    if (sharing.sub + j - sharing.stride < present_row.length) {
      Source::emit(f, present_row.factor, present);
    }
    if constexpr (Ordered) __syncwarp(team.mask);
  }
}

/// … by the whole team, a row after the other in pieces of `stride` entries: loads of
/// pieces_in_flight of them, of one row or several, go out before f gets the first.
template <bool Ordered, class TeamType, class Source, class F>
__device__ __forceinline__ void emit_pieces(const Source& b, const TeamType& team,
                                            const RowSharing& sharing,
                                            const RowRange<typename Source::Factor>& own, bool wide,
                                            int rows, F&& f) {
  using Factor = typename Source::Factor;
  RowRange<Factor> row;  // what is left of it
  int next = 0;
  const auto more = [&] {
    while (row.length <= 0 && next < rows) {
      row = row_of_team<Source>(team, own, wide, next++);
      row.begin += sharing.sub;
    }
    return row.length > 0;
  };
  while (more()) {
    typename Source::Item item[pieces_in_flight];
    Factor factor[pieces_in_flight];
    bool there[pieces_in_flight];
#pragma unroll
    for (int u = 0; u < pieces_in_flight; ++u) {
      there[u] = more() && sharing.sub < row.length;
      factor[u] = row.factor;
      if (there[u]) item[u] = b.load(row.begin, row.factor);
      row.begin += sharing.stride;
      row.length -= sharing.stride;
    }
#pragma unroll
    for (int u = 0; u < pieces_in_flight; ++u) {
      if (there[u]) Source::emit(f, factor[u], item[u]);
      if constexpr (Ordered) __syncwarp(team.mask);
    }
  }
}

/// Calls f for the products of `count` entries of A from `a_begin` on, as far as they are this
/// team's (and in the window, if there is one); `Source` says what f gets. `lanes` lanes share a
/// row of B. All lanes of the team must call this together. With Ordered the team takes one row of
/// B at a time (`lanes` must be its size) and synchronises after each step, so that f may update
/// what belongs to a column without atomics.
///
/// The loop is bound by the instructions that it issues, so the whole team fetches entries of A at
/// once.
template <bool Ordered, class TeamType, class Source, class F>
__device__ __forceinline__ void for_products(const Pattern& a, const Source& b,
                                             std::int64_t a_begin, int count, const TeamType& team,
                                             int lanes, const Window* window, F&& f) {
  constexpr bool staged = std::is_same_v<TeamType, StagedTeam>;
  using Factor = typename Source::Factor;
  const RowSharing sharing = RowSharing::of(team, lanes);
  const int mine = staged ? count : team.share(count);
  for (int chunk = 0; chunk < mine; chunk += team.size) {
    int here = min(team.size, mine - chunk);
    RowRange<Factor> own;
    if (team.rank < here) {
      own = row_of_entry(
          a, b, a_begin,
          a_begin + (staged ? chunk + team.rank : team.entry(chunk + team.rank, count)), window);
    }
    bool wide = false;
    if constexpr (staged) {
      wide = __any_sync(team.mask, (own.begin + own.length) >> 32 != 0) != 0;
      __syncwarp(team.mask);  // the last chunk has been read
      int place = team.rank;
      if constexpr (requires { b.groups; }) {
        if (b.groups != nullptr && !wide) here = pack_rows(team, own.length, place);
      }
      staged_rows<Factor>(team)[place] = {static_cast<unsigned>(own.begin), own.length, own.factor};
      __syncwarp(team.mask);
      const int steps = (here + (1 << sharing.group_bits) - 1) >> sharing.group_bits;
      if (!wide && __any_sync(team.mask, own.length > sharing.stride) == 0) {
        emit_short_rows<Ordered>(b, team, sharing, steps, f);
        continue;
      }
    }
    if (staged && Source::batched && team.size == 32 && sharing.group_bits == 0) {
      emit_pieces<Ordered>(b, team, sharing, own, wide, here, f);
    } else {
      emit_rows<Ordered>(b, team, sharing, own, wide,
                         (here + (1 << sharing.group_bits) - 1) >> sharing.group_bits, f);
    }
  }
}

/// Steps of a warp at so many entries, and how many of them come in the first `steps` of these.
__device__ __forceinline__ int steps_of(int length) {
  return static_cast<int>((static_cast<unsigned>(length) + 31U) / 32U);
}
__device__ __forceinline__ int below_end(int length, int steps) {
  return static_cast<int>(min(static_cast<unsigned>(length), static_cast<unsigned>(steps) * 32U));
}

/// Of rows of B that all warps of a block have before them, one per lane, what this warp takes: its
/// part of their steps. Leaves that in `own` and `here`, how many rows they are, and returns the
/// first lane that has one.
template <class Factor>
__device__ __forceinline__ int take_steps(const Team& team, RowRange<Factor>& own, int& here) {
  const int steps = steps_of(own.length);
  const int after = team_scan(team, steps);
  const int total = __shfl_sync(team.mask, after, 31);
  const int share = (total + team.groups - 1) / team.groups;
  const int before = after - steps;
  const int skip = max(team.group * share - before, 0);
  const int stop = min((team.group + 1) * share - before, steps);
  own.begin += skip * 32;
  own.length = stop > skip ? below_end(own.length - skip * 32, stop - skip) : 0;
  const unsigned mine = __ballot_sync(team.mask, own.length > 0);
  const int first = max(0, __ffs(static_cast<int>(mine)) - 1);
  here = mine == 0 ? 0 : 32 - __clz(static_cast<int>(mine)) - first;
  return first;
}

/// The same by all threads of a block together, each warp with equally many steps, whatever rows of
/// B there are: of R-MAT's hubs one has a hundred times the entries of another, and a third of all
/// warps waited for the last one. `a_begin`, `count`, `lanes` and `window` are the same for all;
/// barriers are within. Short rows of B (of less than 32 lanes), and those that are bisected, are
/// taken as they come: to find their ends twice takes too long.
///
/// One loop for all three ways, since what it calls is inlined.
template <bool Ordered, class Source, class F>
__device__ __forceinline__ void for_products(const Pattern& a, const Source& b,
                                             std::int64_t a_begin, int count, const EvenTeam& block,
                                             int lanes, const Window* window, F&& f) {
  static_assert(!Ordered);
  constexpr int most_by_all = 64;  // entries of A that each warp looks at by itself
  const bool even = lanes == 32 && (window == nullptr || window->cut_from == Window::never_cut);
  const bool by_all = even && count <= most_by_all;
  Team team = even ? block.alone() : static_cast<const Team&>(block);
  const RowSharing sharing = RowSharing::of(team, lanes);
  const int round = by_all ? 32 : even ? static_cast<int>(blockDim.x) : count;
  for (int from = 0; from < count; from += round) {
    EvenShare share{0, by_all ? min(32, count - from) : team.share(count), 0, 0};
    if (even && !by_all) {
      const int i = from + static_cast<int>(threadIdx.x);
      const int length = i < count ? row_of_entry(a, b, a_begin, a_begin + i, window).length : 0;
      share = share_evenly(steps_of(length));
    }
    for (int chunk = 0; chunk < share.count; chunk += 32) {
      const int nth = chunk + team.rank;
      int here = min(32, share.count - chunk);
      RowRange<typename Source::Factor> own;
      if (nth < share.count) {
        own = row_of_entry(a, b, a_begin,
                           a_begin + (even ? from + share.first + nth : team.entry(nth, count)),
                           window);
      }
      if (by_all) {
        team.base = take_steps(team, own, here);
      } else if (even) {
        if (nth == share.count - 1 && share.stop > 0)
          own.length = below_end(own.length, share.stop);
        if (nth == 0) {
          own.begin += share.skip * 32;
          own.length -= share.skip * 32;
        }
      }
      emit_rows<false>(b, team, sharing, own, false,
                       (here + (1 << sharing.group_bits) - 1) >> sharing.group_bits, f);
    }
  }
}

}  // namespace sptune::spgemm::hash_bins
