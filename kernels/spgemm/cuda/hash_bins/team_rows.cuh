// SPDX-License-Identifier: BSD-3-Clause
// Kernels of accumulators whose blocks take rows by teams. One kernel for all of them, launched
// once, has the registers of its hungriest body: 0.885 of the speed, 0.81 to 1.0 on products under
// 1e7 (docs/measurements/spgemm-gpu.md, "Tried and not kept").
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"

#include <algorithm>
#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A bin of rows for blocks of team_threads threads.
struct TeamBin {
  RowList list;
  int size;   ///< lanes of a team
  int bytes;  ///< of dynamic shared memory for a team
  int how;    ///< what else its body must know
  bool ordered;

  [[nodiscard]] __host__ __device__ __forceinline__ int teams() const {
    return team_threads / size;
  }
  [[nodiscard]] int blocks() const { return static_cast<int>(blocks_for(list.count, teams())); }
  /// The row of this thread's team in the `block`-th block of the bin; -1: none. A body that knows
  /// its teams' size says it: rows of few products feel two divisions.
  template <int Size = 0>
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int block) const {
    const int own = Size > 0 ? Size : size;
    const int i = block * (team_threads / own) + static_cast<int>(threadIdx.x) / own;
    return i < list.count ? list[i] : -1;
  }
  /// Number of this thread's team in its block, and the team's dynamic shared memory.
  [[nodiscard]] __device__ __forceinline__ int in_block() const {
    return static_cast<int>(threadIdx.x) / size;
  }
  [[nodiscard]] __device__ __forceinline__ unsigned char* memory() const {
    return shared_memory() + in_block() * bytes;
  }
};
/// What is the same for all bins.
struct TeamCommon {
  int lanes;  ///< per row of B, 0: by the row
  Hash hash;
};

/// A body is what a block does for its rows:
///   run<V, Ordered>(bin, common, c, block, storage): with storage<V> bytes of shared memory
///   dynamic: whether teams have dynamic shared memory, too
///   blocks: of a multiprocessor for which there are to be registers, 0: as it comes
///   orders: whether Ordered makes a difference
struct PlainBody {
  template <class V>
  static constexpr int storage = 0;
  static constexpr bool dynamic = false;
  static constexpr int blocks = 0;
  static constexpr bool orders = false;
};
/// … with a stage for rows of B and a row of C in dynamic shared memory.
struct StagedBody {
  template <class V>
  static constexpr int storage = team_threads * 16;
  static constexpr bool dynamic = true;
  static constexpr int blocks = 0;
  static constexpr bool orders = true;
};

template <class V, class Body>
constexpr int storage_words = std::max(1, Body::template storage<V> / 16);

template <class Body, class V, bool Ordered>
__global__ void __launch_bounds__(team_threads, Body::blocks)
    team_rows(TeamBin bin, TeamCommon common, Product<V> c) {
  __shared__ uint4 storage[storage_words<V, Body>];
  Body::template run<V, Ordered>(bin, common, c, static_cast<int>(blockIdx.x), storage);
}

template <class A>
concept ByTeams = requires {
  typename A::Body;
};

/// Kernels that need more shared memory than a launch has unasked.
template <class Body, class V, class F>
void with_team_kernels(F&& f) {
  if constexpr (Body::dynamic) {
    f(team_rows<Body, V, false>);
    if constexpr (Body::orders) f(team_rows<Body, V, true>);
  }
}

/// The rows of one bin.
template <class Body, class V>
void launch_team_bin(const Launch<V>& at, const TeamBin& rows) {
  auto kernel = team_rows<Body, V, false>;
  if constexpr (Body::orders) {
    if (rows.ordered) kernel = team_rows<Body, V, true>;
  }
  launch(kernel, static_cast<unsigned>(rows.blocks()), team_threads, rows.teams() * rows.bytes,
         at.streams.next(), rows, TeamCommon{at.facts.lanes, at.facts.hash}, at.c);
}

/// A launch for each bin of A that has rows.
template <class A, class V>
void launch_teams(const Launch<V>& at) {
  for (int bin = 0; bin < A::bins; ++bin) {
    if (at.bins.rows(bin) > 0) launch_team_bin<typename A::Body>(at, A::team_bin(at, bin));
  }
}

}  // namespace sptune::spgemm::hash_bins
