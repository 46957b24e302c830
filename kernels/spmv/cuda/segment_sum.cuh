// SPDX-License-Identifier: BSD-3-Clause
// The segmented sum of one tile: products in registers in, rows of y out.
#pragma once

#include "kernels/spmv/cuda/segment_layout.cuh"

#include <cstdint>

namespace sptune::spmv::cuda {

/// The kernel's dynamic shared memory: room for the sums of SegmentLayout::most_segments rows.
template <class V>
__device__ __forceinline__ V* segment_sums() {
  extern __shared__ double2 dynamic_shared_memory[];
  return reinterpret_cast<V*>(dynamic_shared_memory);
}

/// Where the sums of a tile's rows stand until they are written. `shared`: side by side, to be
/// written so, in shared memory as large as the matrix needs it, which is taken from the cache that
/// holds x. `none`: each goes to y as soon as it is known.
enum class SumsKept : std::uint8_t { shared, none };

/// Stands for an array of the sums of a tile's rows that is kept nowhere.
template <class V>
struct SumsOfRows {
  const Index* rows;  ///< null: segments are rows
  std::int64_t first_segment;
  V alpha;
  V beta;
  V* y;

  struct Place {
    V* y;
    V alpha;
    V beta;
    __device__ __forceinline__ void operator=(V sum) const { store(y, sum, alpha, beta); }
  };
  __device__ __forceinline__ Place operator[](int s) const {
    const std::int64_t segment = first_segment + s;
    return {y + (rows != nullptr ? std::int64_t{rows[segment]} : segment), alpha, beta};
  }
  __device__ __forceinline__ SumsOfRows operator+(int segments) const {
    return {rows, first_segment + segments, alpha, beta, y};
  }
};

/// Inclusive sum over the lanes of a warp that restarts at every lane in which a row begins;
/// `begins`: these lanes, a bit each.
template <class V>
__device__ __forceinline__ V segmented_inclusive_sum(V sum, unsigned begins) {
  const int lane = sptune::cuda::lane_id();
  const unsigned up_to_here = begins & (all_lanes >> (31 - lane));
  const int restart = up_to_here == 0 ? 0 : 31 - __clz(static_cast<int>(up_to_here));
#pragma unroll
  for (int step = 1; step < warp_size; step *= 2) {
    const V left = __shfl_up_sync(all_lanes, sum, step);
    if (lane - step >= restart) sum += left;
  }
  return sum;
}

/// What the entries of a thread add up to.
template <class V>
struct ThreadSums {
  int begun = 0;  ///< rows that begin among them
  V head = 0;     ///< of the row that was open when they begin
  V open = 0;     ///< of the row that is open behind them
};

/// Rows that begin and end among the entries of the thread go to `sums`.
template <int Items, class V, class Sums>
__device__ __forceinline__ ThreadSums<V> sum_of_thread(const V (&a)[Items], std::uint32_t flags,
                                                       Sums sums) {
  ThreadSums<V> out;
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    // Predicated, where branches would have the threads of a warp take turns.
    const bool begins = ((flags >> u) & 1U) != 0;
    if (begins && out.begun > 0) sums[out.begun - 1] = out.open;
    out.head = begins && out.begun == 0 ? out.open : out.head;
    out.begun += begins ? 1 : 0;
    out.open = begins ? a[u] : out.open + a[u];
  }
  return out;
}

/// What the threads before this one add to the row that is open when its entries begin.
template <class V>
struct SumBefore {
  V sum;
  bool began;  ///< the row began in this tile
};

/// Of a whole block.
template <int Block, class V>
__device__ __forceinline__ SumBefore<V> sum_before(const ThreadSums<V>& own) {
  constexpr int warps = Block / warp_size;
  __shared__ V warp_sums[warps];
  __shared__ int warp_begins[warps];
  const int lane = sptune::cuda::lane_id();
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const unsigned begins = __ballot_sync(all_lanes, own.begun > 0);
  const V open = segmented_inclusive_sum(own.open, begins);
  if (lane == 31) {
    warp_sums[warp] = open;
    warp_begins[warp] = begins != 0 ? 1 : 0;
  }
  V before = __shfl_up_sync(all_lanes, open, 1);
  if (lane == 0) before = 0;
  __syncthreads();
  V carry = 0;
  bool began = false;  // a row began in an earlier warp of this tile
#pragma unroll
  for (int w = 0; w < warps - 1; ++w) {
    const bool restarts = warp_begins[w] != 0;
    const V sum = warp_sums[w];
    if (w < warp) carry = restarts ? sum : carry + sum;
    began |= w < warp && restarts;
  }
  if ((begins & ((1U << lane) - 1U)) == 0) {
    before += carry;
  } else {
    began = true;
  }
  return {before, began};
}

/// Called by a whole block: what the threads' products add up to goes to `sums` for the rows that
/// begin and end in the tile, to y for those whose last part is here.
template <int Items, int Block, class V, class Sums>
__device__ __forceinline__ void sum_rows(const V (&a)[Items], std::uint32_t word, const Tile& tile,
                                         Sums sums, SharedRowScratch<V> scratch, V alpha, V beta,
                                         V* y) {
  __shared__ V ends[2];  // what this tile adds to the rows it shares with those before and after
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread & 31;
  const auto begun_before = static_cast<int>(word >> 16);
  const ThreadSums<V> own = sum_of_thread(a, word & 0xffffU, sums + begun_before);
  const SumBefore<V> before = sum_before<Block>(own);
  if (own.begun > 0) {
    const V closed = before.sum + own.head;
    if (before.began) {
      sums[begun_before - 1] = closed;
    } else if (tile.head.row >= 0) {
      ends[0] = closed;
    }
  }
  if (thread == Block - 1) {
    const V last = own.begun > 0 ? own.open : before.sum + own.open;
    if (own.begun == 0 && !before.began) {
      ends[0] = last;
    } else if (tile.tail.row >= 0) {
      ends[1] = last;
    } else {
      sums[begun_before + own.begun - 1] = last;
    }
  }
  __syncthreads();
  if (thread < warp_size && (tile.head.row >= 0 || tile.tail.row >= 0)) {
    SharedRow shared = lane == 0 ? tile.head : tile.tail;
    if (lane > 1) shared.row = -1;
    finish_shared_rows(shared, ends[lane & 1], scratch, alpha, beta, y);
  }
}

/// Called by a whole block. Thread t holds the products of entries t*Items … t*Items+Items-1 of the
/// tile in `a`, 0 behind its end, and its word of the layout. `rows_of_segments` null: no row is
/// empty, segments are rows.
template <int Items, int Block, SumsKept Kept = SumsKept::shared, class V>
__device__ __forceinline__ void sum_segments(const V (&a)[Items], std::uint32_t word,
                                             const Tile& tile, const Index* rows_of_segments,
                                             SharedRowScratch<V> scratch, V alpha, V beta, V* y) {
  if constexpr (Kept == SumsKept::none) {
    const SumsOfRows<V> sums{rows_of_segments, tile.first_segment, alpha, beta, y};
    sum_rows<Items, Block>(a, word, tile, sums, scratch, alpha, beta, y);
  } else {
    const int thread = static_cast<int>(threadIdx.x);
    V* const sums = segment_sums<V>();
    sum_rows<Items, Block>(a, word, tile, sums, scratch, alpha, beta, y);
    const int owned = tile.segments - (tile.tail.row >= 0 ? 1 : 0);
#pragma unroll 1
    for (int s = thread; s < owned; s += Block) {
      const std::int64_t segment = static_cast<std::int64_t>(tile.first_segment) + s;
      const std::int64_t row = rows_of_segments != nullptr ? rows_of_segments[segment] : segment;
      store(y + row, sums[s], alpha, beta);
    }
  }
}

/// Rows without entries belong to no tile: the blocks share them out.
template <int Block, class V>
__device__ __forceinline__ void write_empty_rows(std::int64_t count, const Index* rows, V alpha,
                                                 V beta, V* y) {
#pragma unroll 1
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * Block + threadIdx.x; i < count;
       i += static_cast<std::int64_t>(gridDim.x) * Block) {
    store(y + rows[i], V(0), alpha, beta);
  }
}

/// For a matrix without entries, where there is no tile: y = beta*y.
template <class V>
__global__ void write_zeros(std::int64_t rows, V alpha, V beta, V* y) {
  const std::int64_t row = thread_id();
  if (row < rows) store(y + row, V(0), alpha, beta);
}

}  // namespace sptune::spmv::cuda
