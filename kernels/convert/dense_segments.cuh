// SPDX-License-Identifier: BSD-3-Clause
// What a warp does with its part of a dense matrix: neighbouring elements of the matrix laid out by
// rows. A ballot per 32 elements says which are entries.
#pragma once

#include "kernels/cuda/warp.cuh"
#include "sptune/types.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace sptune::convert::dense {

using cuda::all_lanes;
using cuda::lane_id;

constexpr int warps = 16;  ///< of a block
constexpr int threads = 32 * warps;
constexpr int stages = 3;  ///< tiles in a block's shared memory: written, counted, on their way

/// How elements are divided: those of a lane, of a warp and of a block.
template <class Value, int Bytes>
struct Cut {
  using V = Value;
  static constexpr int tile_bytes = Bytes;
  static constexpr int steps = Bytes / static_cast<int>(sizeof(V)) / threads;
  static constexpr int segment_size = 32 * steps;
  static constexpr int tile_size = warps * segment_size;
  static_assert(steps <= 32, "a lane holds the mask of a step");
};
/// Larger tiles are faster, smaller ones fit the shared memory of every chip.
constexpr int large_tile = 65536;
constexpr int small_tile = 16384;

struct Shape {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t stride = 0;
  std::int64_t elements = 0;  ///< from the first to the last, those between the rows included
};

/// The elements of a warp: how many there are, and where the first of them stands.
struct Segment {
  std::int64_t first = 0;
  std::int64_t row = 0;
  unsigned col = 0;
  unsigned count = 0;
};

template <class C>
__device__ __forceinline__ Segment segment_of(const Shape& s, std::int64_t tile, int warp) {
  Segment out;
  out.first = tile * C::tile_size + warp * C::segment_size;
  out.row = out.first / s.stride;
  out.col = static_cast<unsigned>(out.first - out.row * s.stride);
  const std::int64_t left = s.elements - out.first;
  out.count = static_cast<unsigned>(
      max(std::int64_t{0}, min(left, static_cast<std::int64_t>(C::segment_size))));
  return out;
}

struct Position {
  std::int64_t row;
  unsigned col;
};

/// Plain: no room between rows, and a segment touches two rows at most.
template <bool Plain>
__device__ __forceinline__ Position position(const Shape& s, const Segment& seg, unsigned offset) {
  const auto stride = static_cast<unsigned>(s.stride);
  Position p{seg.row, seg.col + offset};
  if (p.col >= stride) {
    const unsigned rows = Plain ? 1 : p.col / stride;
    p.col -= rows * stride;
    p.row += rows;
  }
  return p;
}

/// Lane k of the warp gets the entries among the elements k*32 … k*32+31, a bit each.
template <bool Plain, class C>
__device__ __forceinline__ unsigned find_entries(const Shape& s, const Segment& seg,
                                                 const typename C::V* elements) {
  using V = typename C::V;
  const auto lane = static_cast<unsigned>(lane_id());
  unsigned mine = 0;
#pragma unroll
  for (unsigned k = 0; k < C::steps; ++k) {
    const unsigned offset = k * 32 + lane;
    bool entry = offset < seg.count && elements[offset] != V(0);
    if constexpr (!Plain) entry = entry && position<Plain>(s, seg, offset).col < s.cols;
    const unsigned found = __ballot_sync(all_lanes, entry);
    if (lane == k) mine = found;
  }
  return mine;
}

/// Sum over the lanes before this one; `total` of all.
__device__ __forceinline__ unsigned lanes_before(unsigned mine, unsigned& total) {
  const unsigned sum = cuda::warp_inclusive_sum(mine);
  total = __shfl_sync(all_lanes, sum, 31);
  return sum - mine;
}

template <class V, class O>
struct Output {
  O* row_offsets;
  Index* col_indices;
  V* values;
};

/// For a segment in which one row begins at most.
template <class V, class O>
__device__ __forceinline__ void write_row_start(const Shape& s, const Segment& seg, unsigned masks,
                                                unsigned before, std::int64_t base,
                                                Output<V, O> out) {
  const unsigned start = seg.col == 0 ? 0 : static_cast<unsigned>(s.stride) - seg.col;
  if (start >= seg.count) return;  // the same for the whole warp
  const auto step = static_cast<int>(start / 32);
  const unsigned found = __shfl_sync(all_lanes, masks, step);
  const unsigned rank =
      __shfl_sync(all_lanes, before, step) + __popc(found & ((1U << (start % 32)) - 1));
  if (lane_id() == 0) {
    out.row_offsets[seg.row + (seg.col == 0 ? 0 : 1)] = static_cast<O>(base + rank);
  }
}

/// Writes the entries of a segment from position `base` on, and the offsets of the rows that begin
/// in it. `masks` and `before`: lane k has those of the elements k*32 … k*32+31. `elements`: of the
/// segment, in shared or in global memory.
template <bool Plain, class C, class O>
__device__ __forceinline__ void write_segment(const Shape& s, const Segment& seg, unsigned masks,
                                              unsigned before, std::int64_t base, bool fits,
                                              Output<typename C::V, O> out,
                                              const typename C::V* elements) {
  using V = typename C::V;
  const auto lane = static_cast<unsigned>(lane_id());
  const unsigned lanes_below = (1U << lane) - 1;
  Index* const columns = out.col_indices + base;
  V* const values = out.values + base;
  if constexpr (Plain) {
    // Where entries are few, each lane writes those it has the mask of, one after the other.
    constexpr unsigned few = 8;
    if (__reduce_max_sync(all_lanes, __popc(masks)) <= few) {
      unsigned rank = before;
      for (unsigned left = fits ? masks : 0; left != 0; left &= left - 1, ++rank) {
        const unsigned offset = lane * 32 + __ffs(static_cast<int>(left)) - 1;
        columns[rank] = static_cast<Index>(position<Plain>(s, seg, offset).col);
        values[rank] = elements[offset];
      }
      write_row_start(s, seg, masks, before, base, out);
      return;
    }
  }
#pragma unroll
  for (unsigned k = 0; k < C::steps; ++k) {
    const unsigned found = __shfl_sync(all_lanes, masks, static_cast<int>(k));
    if (Plain && found == 0) continue;
    const unsigned rank =
        __shfl_sync(all_lanes, before, static_cast<int>(k)) + __popc(found & lanes_below);
    const unsigned offset = k * 32 + lane;
    const bool entry = ((found >> lane) & 1U) != 0;
    if constexpr (Plain) {
      if (entry && fits) {
        columns[rank] = static_cast<Index>(position<Plain>(s, seg, offset).col);
        values[rank] = elements[offset];
      }
    } else {
      if (offset >= seg.count) continue;
      const Position p = position<Plain>(s, seg, offset);
      if (p.col == 0) out.row_offsets[p.row] = static_cast<O>(base + rank);
      if (entry && fits) {
        columns[rank] = static_cast<Index>(p.col);
        values[rank] = elements[offset];
      }
    }
  }
  if constexpr (Plain) write_row_start(s, seg, masks, before, base, out);
}

/// Entries of the warps before this one in the block, and of the block.
struct InBlock {
  unsigned before = 0;
  unsigned total = 0;
};

__device__ __forceinline__ InBlock over_warps(unsigned total_of_warp, unsigned (&shared)[warps]) {
  const int warp = static_cast<int>(threadIdx.x) / 32;
  if (lane_id() == 0) shared[warp] = total_of_warp;
  __syncthreads();
  InBlock out;
#pragma unroll
  for (int w = 0; w < warps; ++w) {
    if (w < warp) out.before += shared[w];
    out.total += shared[w];
  }
  return out;
}

}  // namespace sptune::convert::dense
