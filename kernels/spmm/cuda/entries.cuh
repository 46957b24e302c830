// SPDX-License-Identifier: BSD-3-Clause
// The innermost loop over entries of CSR: each is multiplied with the thread's columns of one row
// of X. Only for sources that are built with CUDA.
#pragma once

#include "kernels/spmm/cuda/mapping.cuh"

#include <cstdint>

namespace sptune::spmm::cuda {

/// `Unroll` entries; those behind the end have a negative column.
template <class V, int Unroll>
struct Entries {
  Index column[Unroll];
  V value[Unroll];

  template <class O>
  __device__ __forceinline__ void load(O first, O end, int step,
                                       const Index* __restrict__ col_indices,
                                       const V* __restrict__ values) {
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const O i = first + static_cast<O>(u * step);
      column[u] = i < end ? __ldg(col_indices + i) : -1;
      value[u] = i < end ? __ldg(values + i) : V(0);
    }
  }
};

/// Blocks of a multiprocessor to compile a kernel for that adds entries, so that all rows of X are
/// on their way at the same time, beside the sums and the next entries.
template <class V, int W, int Tiles>
[[nodiscard]] constexpr int blocks_in_flight(int unroll, int threads) {
  constexpr int others = 28;
  constexpr int words = static_cast<int>(sizeof(V) / sizeof(Index));
  return spmv::cuda::blocks_of_registers(
      others + (unroll + 1) * Tiles * W * words + unroll * 2 * (words + 1), threads);
}

/// The thread's share of the entries [begin, end), in steps of at most longest_step entries. What
/// is beyond them multiplies nothing. While rows of X are awaited, the next entries are on their
/// way: short rows are bound by the two loads that wait for each other.
template <int Unroll, int W, int Tiles, class V, class O>
__device__ __forceinline__ void add_entries(V (&sums)[Tiles][W], O begin, O end,
                                            const Index* __restrict__ col_indices,
                                            const V* __restrict__ values,
                                            const Place<W, Tiles>& place, const Dense<V>& d) {
  const int step = place.slots;
  Entries<V, Unroll> now;
  O i = begin + static_cast<O>(place.slot);
  now.load(i, end, step, col_indices, values);
  while (i < end) {
    Pack<V, W> x[Unroll][Tiles];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const V* const row = d.x + now.column[u] * d.ldx + place.column;
#pragma unroll
      for (int t = 0; t < Tiles; ++t) {
        const bool there = now.column[u] >= 0 && place.column + t * place.width < d.columns;
        x[u][t] = there ? load_pack<W>(row + t * place.width) : Pack<V, W>{};
      }
    }
    i += static_cast<O>(Unroll * step);
    Entries<V, Unroll> next;
    next.load(i, end, step, col_indices, values);
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
#pragma unroll
      for (int t = 0; t < Tiles; ++t) {
#pragma unroll
        for (int w = 0; w < W; ++w) sums[t][w] += now.value[u] * x[u][t].v[w];
      }
    }
    now = next;
  }
}

}  // namespace sptune::spmm::cuda
