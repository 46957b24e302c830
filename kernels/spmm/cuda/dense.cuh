// SPDX-License-Identifier: BSD-3-Clause
// The dense side of every kernel: X and Y by rows, and vectors of them. Only for sources that are
// built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace sptune::spmm::cuda {

using spmv::cuda::Load;
using spmv::cuda::native;
using sptune::cuda::blocks_for;
using sptune::cuda::ceil_div;
using sptune::cuda::launch;
using sptune::cuda::thread_id;
using sptune::cuda::wait_for;

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

}  // namespace sptune::spmm::cuda
