// SPDX-License-Identifier: BSD-3-Clause
// Kernels of accumulators whose blocks take rows by teams: one for each bin, or one for all bins
// together. Of small products most of the time goes to launches, and of large ones to kernels that
// need as many registers as their hungriest body.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

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
  [[nodiscard]] int blocks() const {
    return static_cast<int>(blocks_for(list.count, teams()));
  }
  /// The row of this thread's team in the `block`-th block of the bin; -1: none.
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int block) const {
    const int i = block * teams() + in_block();
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
///   orders: whether Ordered makes a difference
template <class V, class... Bodies>
constexpr int storage_words = std::max({1, Bodies::template storage<V> / 16 ...});

template <class Body, class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    team_rows(TeamBin bin, TeamCommon common, Product<V> c) {
  __shared__ uint4 storage[storage_words<V, Body>];
  Body::template run<V, Ordered>(bin, common, c, static_cast<int>(blockIdx.x), storage);
}

/// Bins of several bodies, one after the other.
struct TeamBins {
  static constexpr int most = 24;
  TeamBin bin[most];
  int blocks[most];
  std::int8_t body[most];
  int count = 0;
};

/// The same for all bins at once.
template <class V, class... Bodies>
__global__ void __launch_bounds__(team_threads)
    all_team_rows(const __grid_constant__ TeamBins bins, TeamCommon common, Product<V> c) {
  __shared__ uint4 storage[storage_words<V, Bodies...>];
  int n = 0;
  auto block = static_cast<int>(blockIdx.x);
  while (block >= bins.blocks[n]) block -= bins.blocks[n++];
  const TeamBin bin = bins.bin[n];
  int at = 0;
  const auto ask = [&]<class Body>(std::type_identity<Body>) {
    if (at++ != bins.body[n]) return;
    if constexpr (Body::orders) {
      if (bin.ordered) {
        Body::template run<V, true>(bin, common, c, block, storage);
        return;
      }
    }
    Body::template run<V, false>(bin, common, c, block, storage);
  };
  (ask(std::type_identity<Bodies>{}), ...);
}

template <class A>
concept ByTeams = requires { typename A::Body; };

/// Kernels that need more shared memory than a launch has unasked.
template <class Body, class V, class F>
void with_team_kernels(F&& f) {
  if constexpr (Body::dynamic) {
    f(team_rows<Body, V, false>);
    if constexpr (Body::orders) f(team_rows<Body, V, true>);
  }
}

/// A launch for each bin of A that has rows.
template <class A, class V>
void launch_teams(const Launch<V>& at) {
  for (int bin = 0; bin < A::bins; ++bin) {
    if (at.bins.rows(bin) == 0) continue;
    const TeamBin rows = A::team_bin(at, bin);
    auto kernel = team_rows<typename A::Body, V, false>;
    if constexpr (A::Body::orders) {
      if (rows.ordered) kernel = team_rows<typename A::Body, V, true>;
    }
    launch(kernel, static_cast<unsigned>(rows.blocks()), team_threads, rows.teams() * rows.bytes,
           at.streams.next(), rows, TeamCommon{at.facts.lanes, at.facts.hash}, at.c);
  }
}

/// Bodies as a list.
template <class... Bodies>
struct TeamBodies {
  template <class Body>
  static constexpr std::int8_t number = [] {
    std::int8_t n = 0;
    bool found = false;
    ((found = found || std::is_same_v<Body, Bodies>, n += found ? 0 : 1), ...);
    return n;
  }();
  template <class V>
  static constexpr auto kernel = all_team_rows<V, Bodies...>;

  /// The bins of A that have rows, after those that are in `bins`.
  template <class A, class V>
  static void add(const Launch<V>& at, TeamBins& bins) {
    static_assert(number<typename A::Body> < static_cast<int>(sizeof...(Bodies)));
    for (int bin = 0; bin < A::bins; ++bin) {
      if (at.bins.rows(bin) == 0) continue;
      bins.bin[bins.count] = A::team_bin(at, bin);
      bins.blocks[bins.count] = bins.bin[bins.count].blocks();
      bins.body[bins.count] = number<typename A::Body>;
      ++bins.count;
    }
  }
  template <class V>
  static void launch(const Launch<V>& at, const TeamBins& bins) {
    std::int64_t blocks = 0;
    int bytes = 0;
    for (int n = 0; n < bins.count; ++n) {
      blocks += bins.blocks[n];
      bytes = std::max(bytes, bins.bin[n].teams() * bins.bin[n].bytes);
    }
    hash_bins::launch(kernel<V>, static_cast<unsigned>(blocks), team_threads, bytes,
                      at.streams.next(), bins, TeamCommon{at.facts.lanes, at.facts.hash}, at.c);
  }
};

}  // namespace sptune::spgemm::hash_bins
