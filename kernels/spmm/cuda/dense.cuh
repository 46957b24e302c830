// SPDX-License-Identifier: BSD-3-Clause
// The dense side of every kernel: X and Y by rows, and which lanes have which columns of them.
// Only for sources that are built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace sptune::spmm::cuda {

using spmv::cuda::Load;
using spmv::cuda::native;
using sptune::cuda::blocks_for;
using sptune::cuda::ceil_div;
using sptune::cuda::thread_id;

/// X and Y of a run, by rows.
template <class V>
struct Dense {
  V alpha;
  const V* x;
  std::int64_t ldx;
  V beta;
  V* y;
  std::int64_t ldy;
  int columns;
  bool streaming;  ///< Y is written past the caches, which leaves room for X
};

/// The operands of one run of a problem by rows.
template <class V>
[[nodiscard]] Dense<V> dense_of(const SpmmProblem& p, V alpha, const V* x, V beta, V* y,
                                Load store) {
  return {alpha,
          x,
          p.leading_x(),
          beta,
          y,
          p.leading_y(),
          static_cast<int>(p.columns),
          store == Load::streaming};
}

/// W neighbouring elements, moved at once; their address is a multiple of their size.
template <class V, int W>
struct Pack {
  V v[W];
};

namespace detail {

template <int Bytes>
struct Word;
template <>
struct Word<4> {
  using Type = unsigned;
};
template <>
struct Word<8> {
  using Type = uint2;
};
template <>
struct Word<16> {
  using Type = uint4;
};

}  // namespace detail

template <int W, class V>
[[nodiscard]] __device__ __forceinline__ Pack<V, W> load_pack(const V* p) {
  using Word = typename detail::Word<W* int{sizeof(V)}>::Type;
  const Word word = __ldg(reinterpret_cast<const Word*>(p));
  Pack<V, W> out;
  memcpy(&out, &word, sizeof word);
  return out;
}

/// Past the first cache: what another block wrote in this run.
template <int W, class V>
[[nodiscard]] __device__ __forceinline__ Pack<V, W> load_pack_uncached(const V* p) {
  using Word = typename detail::Word<W* int{sizeof(V)}>::Type;
  const Word word = __ldcg(reinterpret_cast<const Word*>(p));
  Pack<V, W> out;
  memcpy(&out, &word, sizeof word);
  return out;
}

/// Y is not read when beta is 0.
template <int W, class V>
__device__ __forceinline__ void store_pack(V* p, const V (&sums)[W], V alpha, V beta,
                                           bool streaming) {
  using Word = typename detail::Word<W* int{sizeof(V)}>::Type;
  Pack<V, W> out;
#pragma unroll
  for (int w = 0; w < W; ++w) out.v[w] = alpha * sums[w];
  if (beta != V(0)) {
    Pack<V, W> old;
    memcpy(&old, p, sizeof old);
#pragma unroll
    for (int w = 0; w < W; ++w) out.v[w] += beta * old.v[w];
  }
  Word word;
  memcpy(&word, &out, sizeof out);
  if (streaming) {
    __stcs(reinterpret_cast<Word*>(p), word);
  } else {
    *reinterpret_cast<Word*>(p) = word;
  }
}

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

/// Bytes that a lane moves at once: as many as columns, leading dimensions and addresses allow.
[[nodiscard]] inline int vector_bytes(std::int64_t value_bytes, std::int64_t columns,
                                      std::int64_t ldx, std::int64_t ldy,
                                      std::uintptr_t addresses = 0) {
  int bytes = 16;
  const auto odd = [&] {
    return (columns | ldx | ldy) * value_bytes % bytes != 0 ||
           addresses % static_cast<std::uintptr_t>(bytes) != 0;
  };
  while (bytes > value_bytes && odd()) bytes /= 2;
  return bytes;
}

/// Calls f with the number of elements that a lane moves at once, as a constant.
template <class V, class F>
void with_width(const Dense<V>& d, F&& f) {
  const int bytes =
      vector_bytes(sizeof(V), d.columns, d.ldx, d.ldy,
                   reinterpret_cast<std::uintptr_t>(d.x) | reinterpret_cast<std::uintptr_t>(d.y));
  if (bytes == 16) {
    f(std::integral_constant<int, 16 / int{sizeof(V)}>{});
  } else if (bytes == 8) {
    f(std::integral_constant<int, 8 / int{sizeof(V)}>{});
  } else if constexpr (sizeof(V) == 4) {
    f(std::integral_constant<int, 1>{});
  }
}

/// Refuses what is another point under another name, or leaves lanes without work.
[[nodiscard]] inline Fit fit_mapping(const MappingAxes& axes, const SpmmProblem& p) {
  const std::int64_t value = size_of(p.a.value_type);
  const std::string columns = std::to_string(p.columns) + " columns of X";
  if (p.columns > std::int64_t{1} << 30) return Fit::no(columns + " are more than 2^30");
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

/// A launch over `items` groups of lanes; x: groups, y and z: passes over the columns.
[[nodiscard]] inline dim3 grid_for(std::int64_t items, int block, const Mapping& m) {
  constexpr std::int64_t most = 65535;  // of y and z
  const std::int64_t y = std::min(m.passes, most);
  return {blocks_for(items * m.threads(), block), static_cast<unsigned>(y),
          static_cast<unsigned>(ceil_div(m.passes, y))};
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
    const auto pass = static_cast<int>(blockIdx.z * gridDim.y + blockIdx.y);
    column = pass * Tiles * width + lane * W;
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
    if (column < d.columns)
      store_pack<W>(d.y + row * d.ldy + column, sums[t], d.alpha, d.beta, d.streaming);
  }
}

}  // namespace sptune::spmm::cuda
