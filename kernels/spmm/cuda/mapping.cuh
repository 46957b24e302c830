// SPDX-License-Identifier: BSD-3-Clause
// Which lanes have which columns of X and Y, and which entries of A. Only for sources that are
// built with CUDA.
#pragma once

#include "kernels/spmm/cuda/dense.cuh"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace sptune::spmm::cuda {

/// How columns and entries are shared out: 2^column_bits lanes side by side have W columns each,
/// `tiles` times, and 2^split_bits groups of them share the entries. What X has beyond that is left
/// to other blocks: passes.
struct Mapping {
  int column_bits = 0;
  int split_bits = 0;
  std::int64_t passes = 1;

  [[nodiscard]] int threads() const { return 1 << (column_bits + split_bits); }
};

/// The axes that say it.
struct MappingAxes {
  int lanes = 32;  ///< side by side, at most
  int tiles = 1;
  int split = 1;
};

[[nodiscard]] constexpr int log2_of(std::int64_t power_of_two) {
  return std::bit_width(static_cast<std::uint64_t>(power_of_two)) - 1;
}

[[nodiscard]] constexpr std::int64_t lanes_needed(std::int64_t columns, int per_lane) {
  return static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(ceil_div(columns, per_lane))));
}

/// For W columns at once; `split` as far as a warp has lanes for it.
[[nodiscard]] inline Mapping map_columns(const MappingAxes& axes, std::int64_t columns, int w) {
  const int per_lane = w * axes.tiles;
  const std::int64_t lanes = std::min<std::int64_t>(axes.lanes, lanes_needed(columns, per_lane));
  const std::int64_t split = std::min<std::int64_t>(axes.split, 32 / lanes);
  return {log2_of(lanes), log2_of(split), ceil_div(columns, lanes * per_lane)};
}

/// Passes of one launch: as many blocks as it may have side by side, of 8 columns at least.
constexpr std::int64_t most_columns = 65535 * 8;

/// Refuses what is another point under another name, or leaves lanes without work.
[[nodiscard]] inline Fit fit_mapping(const MappingAxes& axes, const SpmmProblem& p) {
  const std::int64_t value = size_of(p.a.value_type);
  const std::string columns = std::to_string(p.columns) + " columns of X";
  if (p.columns > most_columns) {
    return Fit::no(columns + " are more than the " + std::to_string(most_columns) +
                   " that a launch covers: split X");
  }
  const int w =
      vector_bytes(value, p.columns, p.leading_x(), p.leading_y()) / static_cast<int>(value);
  if (axes.tiles > 1 && ceil_div(p.columns, w) < axes.tiles) {
    return Fit::no("tiles=" + std::to_string(axes.tiles) + " of " + std::to_string(w) +
                   " columns are more than the " + columns);
  }
  const std::int64_t lanes = lanes_needed(p.columns, w * axes.tiles);
  if (axes.lanes < 32 && lanes <= axes.lanes) {
    return Fit::no("lanes=" + std::to_string(axes.lanes) + ": the " + columns + " take " +
                   std::to_string(lanes) + " lanes; use lanes=32");
  }
  const std::int64_t side_by_side = std::min<std::int64_t>(axes.lanes, lanes);
  if (axes.split * side_by_side > 32) {
    return Fit::no("split=" + std::to_string(axes.split) + " times " +
                   std::to_string(side_by_side) + " lanes are more than the 32 of a warp");
  }
  return Fit::yes();
}

/// A launch over `items` groups of lanes; x: groups, y: passes over the columns.
[[nodiscard]] inline dim3 grid_for(std::int64_t items, int block, const Mapping& m) {
  return {blocks_for(items * m.threads(), block), static_cast<unsigned>(m.passes)};
}

/// Which part of the work is the calling thread's.
template <int W, int Tiles>
struct Place {
  std::int64_t item;  ///< number of the group of lanes
  int slot;           ///< of the groups that share its entries
  int slots;
  int width;   ///< columns side by side
  int column;  ///< first of the thread's; the next tile's is `width` on

  __device__ __forceinline__ explicit Place(const Mapping& m)
      : item(thread_id() >> (m.column_bits + m.split_bits)),
        slot(static_cast<int>(threadIdx.x >> m.column_bits) & ((1 << m.split_bits) - 1)),
        slots(1 << m.split_bits),
        width(W << m.column_bits) {
    const int lane = static_cast<int>(threadIdx.x) & ((1 << m.column_bits) - 1);
    column = static_cast<int>(blockIdx.y) * Tiles * width + lane * W;
  }
};

/// Adds up over the groups that share entries; every lane of the warp must call it.
template <int W, int Tiles, class V>
__device__ __forceinline__ void sum_over_slots(V (&sums)[Tiles][W], const Mapping& m) {
  for (int step = 1 << m.column_bits; step < 1 << (m.column_bits + m.split_bits); step *= 2) {
#pragma unroll
    for (int t = 0; t < Tiles; ++t) {
#pragma unroll
      for (int w = 0; w < W; ++w) sums[t][w] += __shfl_xor_sync(0xffffffffU, sums[t][w], step);
    }
  }
}

/// Writes the thread's columns of a row of Y.
template <int W, int Tiles, class V>
__device__ __forceinline__ void store_row(const V (&sums)[Tiles][W], std::int64_t row,
                                          const Place<W, Tiles>& place, const Dense<V>& d) {
#pragma unroll
  for (int t = 0; t < Tiles; ++t) {
    const int column = place.column + t * place.width;
    if (column < d.columns) {
      store_pack<W>(d.y + row * d.ldy + column, sums[t], d.alpha, d.beta, d.streaming);
    }
  }
}

}  // namespace sptune::spmm::cuda
