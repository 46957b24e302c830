// SPDX-License-Identifier: BSD-3-Clause
// The segmented sum of one tile: entries in registers in, rows of y out.
#pragma once

#include "kernels/spmv/cuda/segment_layout.cuh"

#include <cstddef>
#include <cstdint>

namespace sptune::spmv::cuda {

/// Bytes for the sums of a tile: of the segments that begin there, and of the row that is open when
/// it begins.
template <class V>
[[nodiscard]] std::size_t segment_sums_bytes(const SegmentLayout& layout) {
  return (static_cast<std::size_t>(layout.most_begun) + 1) * sizeof(V);
}

/// The kernel's dynamic shared memory, segment_sums_bytes() of it.
template <class V>
__device__ __forceinline__ V* segment_sums() {
  extern __shared__ double2 dynamic_shared_memory[];
  return reinterpret_cast<V*>(dynamic_shared_memory);
}

/// Where the sums of a tile's rows stand until they are written. `shared`: side by side, to be
/// written so, in shared memory as large as the matrix needs it, which is taken from the cache that
/// holds x. `none`: each goes to y as soon as it is known.
enum class SumsKept : std::uint8_t { shared, none };

/// Where y is, and which of its rows segments are.
template <class V>
struct RowsOfTile {
  const Index* rows;  ///< null: segments are rows
  std::int64_t first_segment;
  V alpha;
  V beta;
  V* y;
  __device__ __forceinline__ void write(int segment, V sum) const {
    const std::int64_t s = first_segment + segment;
    store(y + (rows != nullptr ? std::int64_t{rows[s]} : s), sum, alpha, beta);
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

/// What the threads before this one add to the segment that is open when its entries begin; called
/// by a whole block. Each thread brings what its entries from the last segment on that begins among
/// them add up to, and whether one does.
template <int Block, class V>
__device__ __forceinline__ V sum_before(V open, bool begins_here) {
  constexpr int warps = Block / warp_size;
  __shared__ V warp_sums[warps];
  __shared__ int warp_begins[warps];
  const int lane = sptune::cuda::lane_id();
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const unsigned begins = __ballot_sync(all_lanes, begins_here);
  open = segmented_inclusive_sum(open, begins);
  if (lane == 31) {
    warp_sums[warp] = open;
    warp_begins[warp] = begins != 0 ? 1 : 0;
  }
  V before = __shfl_up_sync(all_lanes, open, 1);
  if (lane == 0) before = 0;
  __syncthreads();
  V carry = 0;
#pragma unroll
  for (int w = 0; w < warps - 1; ++w) {
    const V sum = warp_sums[w];
    if (w < warp) carry = warp_begins[w] != 0 ? sum : carry + sum;
  }
  if ((begins & ((1U << lane) - 1U)) == 0) before += carry;
  return before;
}

/// Sums of a tile's segments in shared memory: place j is of the segment that is open once j of
/// them have begun, so that place 0 is the row that the tile before left open. Each place is
/// written by one thread, that in which its segment ends.
template <class V>
class SumsInShared {
 public:
  __device__ __forceinline__ explicit SumsInShared(int begun_before)
      : first_(segment_sums<V>() + begun_before), next_(first_) {}
  /// Of the segment that ends at the thread's next entry.
  __device__ __forceinline__ void close(V sum) { *next_++ = sum; }
  /// What earlier threads add to the first one closed.
  __device__ __forceinline__ void add_to_first(V before) const { *first_ += before; }
  /// Of the segment that is open at the tile's end.
  __device__ __forceinline__ void close_last(V sum) const { *next_ = sum; }
  /// From here on called by a whole block, behind a barrier. A tile's part of a shared row.
  __device__ __forceinline__ static V part(const Tile& tile, bool of_head) {
    return segment_sums<V>()[of_head ? 0 : tile.segments];
  }
  template <int Block>
  __device__ __forceinline__ static void write(const Tile& tile, const RowsOfTile<V>& out) {
    const V* const sums = segment_sums<V>() + 1;
    const int owned = tile.segments - (tile.tail.row >= 0 ? 1 : 0);
#pragma unroll 1
    for (int s = static_cast<int>(threadIdx.x); s < owned; s += Block) out.write(s, sums[s]);
  }

 private:
  V* first_;
  V* next_;
};

/// The same places, of which only the first and the last are kept: what is closed between is
/// written to y at once.
template <class V>
class SumsInY {
 public:
  __device__ __forceinline__ SumsInY(int begun_before, const Tile& tile, const RowsOfTile<V>& out)
      : first_(begun_before), next_(begun_before), tile_(tile), out_(out) {}
  __device__ __forceinline__ void close(V sum) {
    // Predicated, where branches would have the threads of a warp take turns.
    if (next_ > first_) out_.write(next_ - 1, sum);
    first_sum_ = next_ == first_ ? sum : first_sum_;
    ++next_;
  }
  __device__ __forceinline__ void add_to_first(V before) const {
    if (first_ == 0) {
      parts()[0] = first_sum_ + before;
    } else {
      out_.write(first_ - 1, first_sum_ + before);
    }
  }
  __device__ __forceinline__ void close_last(V sum) const {
    if (next_ == 0) {
      parts()[0] = sum;
    } else if (tile_.tail.row >= 0) {
      parts()[1] = sum;
    } else if (next_ <= tile_.segments) {  // and no padding
      out_.write(next_ - 1, sum);
    }
  }
  __device__ __forceinline__ static V part(const Tile& /*tile*/, bool of_head) {
    return parts()[of_head ? 0 : 1];
  }
  template <int Block>
  __device__ __forceinline__ static void write(const Tile& /*tile*/, const RowsOfTile<V>& /*out*/) {
  }

 private:
  /// What this tile adds to the rows it shares with those before and after.
  __device__ __forceinline__ static V* parts() {
    __shared__ V parts[2];
    return parts;
  }
  int first_;
  int next_;
  const Tile& tile_;
  const RowsOfTile<V>& out_;
  V first_sum_ = 0;
};

/// Products of a thread's entries, which are there.
template <class V, int Items>
struct Products {
  const V (&of)[Items];
  __device__ __forceinline__ V add(V sum, int u) const { return sum + of[u]; }
};

/// Products of a thread's entries with elements of x.
template <class V, int Items>
struct EntriesTimesX {
  const V (&entries)[Items];
  const V (&x)[Items];
  __device__ __forceinline__ V add(V sum, int u) const { return fma(entries[u], x[u], sum); }
};

/// Called by a whole block: sums of the rows of its tile go to y. Thread t brings entries
/// t*Items … t*Items+Items-1 of the tile, those of its padding, too, and its word of the layout.
template <int Items, int Block, SumsKept Kept, class Terms, class V>
__device__ __forceinline__ void sum_segments(const Terms& terms, std::uint32_t word,
                                             const Tile& tile, const RowsOfTile<V>& out,
                                             SharedRowScratch<V> scratch) {
  static_assert(Block <= most_tile_threads);
  const auto begun_before = static_cast<int>(word >> 16);
  auto sums = [&] {
    if constexpr (Kept == SumsKept::shared) {
      return SumsInShared<V>(begun_before);
    } else {
      return SumsInY<V>(begun_before, tile, out);
    }
  }();
  V open = 0;
  const bool begins_here = (word & 0xffffU) != 0;
  // The branch is for the loads before it, too: without one, compilers ask for some elements of x
  // only when the first are used (docs/decisions/050-rows-by-place.md).
  if (__any_sync(all_lanes, begins_here)) {
#pragma unroll
    for (int u = 0; u < Items; ++u) {
      const bool begins = ((word >> u) & 1U) != 0;
      if (begins) sums.close(open);
      open = terms.add(begins ? V(0) : open, u);
    }
  } else {
#pragma unroll
    for (int u = 0; u < Items; ++u) open = terms.add(open, u);
  }
  const V before = sum_before<Block>(open, begins_here);
  if (begins_here) sums.add_to_first(before);
  if (threadIdx.x == Block - 1) sums.close_last(begins_here ? open : open + before);
  __syncthreads();
  // The last warp: where there are few rows it has none to write beside.
  const int lane = sptune::cuda::lane_id();
  if (threadIdx.x >= Block - warp_size && (tile.head.row >= 0 || tile.tail.row >= 0)) {
    SharedRow shared = lane == 0 ? tile.head : tile.tail;
    if (lane > 1) shared.row = -1;
    finish_shared_rows(shared, sums.part(tile, lane == 0), scratch, out.alpha, out.beta, out.y);
  }
  sums.template write<Block>(tile, out);
}

/// Rows without entries belong to no tile: the blocks share them out, some of which may have no
/// tile (blocks_for_tiles).
template <int Block, class V>
__device__ __forceinline__ void write_empty_rows(std::int64_t count, const Index* rows, V alpha,
                                                 V beta, V* y) {
#pragma unroll 1
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * Block + threadIdx.x; i < count;
       i += static_cast<std::int64_t>(gridDim.x) * Block) {
    store(y + rows[i], V(0), alpha, beta);
  }
}

/// Rows that a thread of write_listed_zeros reads before it writes any.
constexpr int listed_zeros_per_thread = 8;
/// The same by a launch of their own: where tiles are too few to share them out.
template <int Block, class V>
__global__ void __launch_bounds__(Block)
    write_listed_zeros(std::int64_t count, const Index* __restrict__ rows, V alpha, V beta, V* y) {
  const std::int64_t first =
      static_cast<std::int64_t>(blockIdx.x) * Block * listed_zeros_per_thread + threadIdx.x;
  Index own[listed_zeros_per_thread];
#pragma unroll
  for (int k = 0; k < listed_zeros_per_thread; ++k) {
    const std::int64_t i = first + k * Block;
    own[k] = i < count ? rows[i] : Index{-1};
  }
#pragma unroll
  for (const Index row : own) {
    if (row >= 0) store(y + row, V(0), alpha, beta);
  }
}

/// For a matrix without entries, where there is no tile: y = beta*y.
template <class V>
__global__ void write_zeros(std::int64_t rows, V alpha, V beta, V* y) {
  const std::int64_t row = thread_id();
  if (row < rows) store(y + row, V(0), alpha, beta);
}

}  // namespace sptune::spmv::cuda
