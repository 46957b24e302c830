// SPDX-License-Identifier: BSD-3-Clause
// Rows of C from few short rows of B: a lane walks each, or one thread all of them. No shared
// memory and no atomics; sums are made in one fixed order and come out sorted.
#pragma once

#include "sptune/kernels/spgemm/cuda/fill_team.cuh"

namespace sptune::spgemm::cuda {

constexpr int merge_threads = 128;
constexpr Index no_column = 0x7fffffff;  ///< above every column

/// The rows of B that a row of A names, each with its next entry. B must have fewer than 2^32
/// entries.
template <int N>
struct Heads {
  Index column[N];
  unsigned at[N];
  unsigned end[N];

  __device__ __forceinline__ void open(const Pattern& a, const Pattern& b, std::int64_t begin,
                                       int count) {
#pragma unroll
    for (int e = 0; e < N; ++e) {
      at[e] = end[e] = 0;
      if (e >= count) continue;
      const Index k = __ldg(a.columns + begin + e);
      at[e] = static_cast<unsigned>(b.offsets[k]);
      end[e] = static_cast<unsigned>(b.offsets[k + 1]);
    }
#pragma unroll
    for (int e = 0; e < N; ++e) {
      column[e] = at[e] < end[e] ? __ldg(b.columns + at[e]) : no_column;
    }
  }
  [[nodiscard]] __device__ __forceinline__ Index least() const {
    Index low = no_column;
#pragma unroll
    for (int e = 0; e < N; ++e) low = min(low, column[e]);
    return low;
  }
  /// Steps over `low` in the rows that are there.
  __device__ __forceinline__ void pass(const Pattern& b, Index low) {
#pragma unroll
    for (int e = 0; e < N; ++e) {
      if (column[e] != low) continue;
      ++at[e];
      column[e] = at[e] < end[e] ? __ldg(b.columns + at[e]) : no_column;
    }
  }
};

/// A thread per row.
template <int N>
__global__ void __launch_bounds__(merge_threads)
    count_by_merge(RowList list, Pattern a, Pattern b, RowArrays row) {
  const int i = static_cast<int>(blockIdx.x) * merge_threads + static_cast<int>(threadIdx.x);
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  const std::int64_t begin = a.offsets[r];
  Heads<N> heads;
  heads.open(a, b, begin, static_cast<int>(a.offsets[r + 1] - begin));
  int entries = 0;
  for (Index low = heads.least(); low != no_column; low = heads.least()) {
    ++entries;
    heads.pass(b, low);
  }
  row.entries[r] = entries;
}

/// Least over the lanes of a team.
template <int N>
__device__ __forceinline__ Index team_min(const Team& team, Index v) {
#pragma unroll
  for (int step = N / 2; step > 0; step /= 2) {
    v = min(v, __shfl_xor_sync(team.mask, v, step, N));
  }
  return v;
}

/// One row of B as a lane walks it, with the entry after the present one on its way.
template <class V>
struct Head {
  static constexpr bool with_values = !std::is_void_v<V>;
  using Value = std::conditional_t<with_values, V, char>;
  const Index* columns;
  const V* values;
  std::int64_t at = 0;  ///< of `next`
  std::int64_t end = 0;
  Index column = no_column;
  Index next = no_column;
  Value value{};
  Value next_value{};

  __device__ __forceinline__ void load_next() {
    next = no_column;
    if (at >= end) return;
    next = __ldg(columns + at);
    if constexpr (with_values) next_value = __ldg(values + at);
  }
  __device__ __forceinline__ void open(std::int64_t begin, std::int64_t stop) {
    at = begin;
    end = stop;
    load_next();
    step();
  }
  __device__ __forceinline__ void step() {
    column = next;
    value = next_value;
    ++at;
    load_next();
  }
};

/// A team of N lanes per row of up to N entries of A, a row of B per lane. Without values (V =
/// void) it counts, otherwise it fills.
template <class V, int N>
__global__ void __launch_bounds__(merge_threads)
    merge_by_team(RowList list, Pattern a, const V* a_values, Pattern b, const V* b_values,
                  RowArrays row, Index* out_columns, V* out_values) {
  constexpr bool with_values = !std::is_void_v<V>;
  const Team team = team_of_lane(N);
  const int i = (static_cast<int>(blockIdx.x) * merge_threads + static_cast<int>(threadIdx.x)) / N;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  const std::int64_t begin = a.offsets[r];
  const int count = static_cast<int>(a.offsets[r + 1] - begin);
  Head<V> head{b.columns, b_values};
  typename Head<V>::Value factor{};
  if (team.rank < count) {
    const Index k = __ldg(a.columns + begin + team.rank);
    if constexpr (with_values) factor = __ldg(a_values + begin + team.rank);
    head.open(b.offsets[k], b.offsets[k + 1]);
  }
  int entries = 0;
  Index kept_column = 0;
  typename Head<V>::Value kept{};
  std::int64_t to = 0;
  if constexpr (with_values) to = row.offsets[r] + team.rank;
  for (Index low = team_min<N>(team, head.column); low != no_column;
       low = team_min<N>(team, head.column)) {
    const bool hit = head.column == low;
    if constexpr (with_values) {
      V sum = hit ? factor * head.value : V(0);
#pragma unroll
      for (int step = N / 2; step > 0; step /= 2) {
        sum += __shfl_xor_sync(team.mask, sum, step, N);
      }
      // The entry waits in a lane until there is one for each: rows are written N at a time.
      if ((entries & (N - 1)) == team.rank) {
        kept_column = low;
        kept = sum;
      }
      if ((entries & (N - 1)) == N - 1) {
        out_columns[to] = kept_column;
        out_values[to] = kept;
        to += N;
      }
    }
    ++entries;
    if (hit) head.step();
  }
  if constexpr (with_values) {
    if (team.rank < (entries & (N - 1))) {
      out_columns[to] = kept_column;
      out_values[to] = kept;
    }
  } else {
    if (team.rank == 0) row.entries[r] = entries;
  }
}

}  // namespace sptune::spgemm::cuda
