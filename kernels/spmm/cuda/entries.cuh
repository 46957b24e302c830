// SPDX-License-Identifier: BSD-3-Clause
// The innermost loop over entries of CSR: each is multiplied with the thread's columns of one row
// of X. Only for sources that are built with CUDA.
#pragma once

#include "kernels/spmm/cuda/dense.cuh"

#include <cstdint>

namespace sptune::spmm::cuda {

/// `Unroll` entries, `step` apart; where Masked, only those before `end`.
template <bool Masked, int Unroll, int W, int Tiles, class V, class O>
__device__ __forceinline__ void add_some(V (&sums)[Tiles][W], O first, O end, int step,
                                         const Index* __restrict__ col_indices,
                                         const V* __restrict__ values, const Place<W, Tiles>& place,
                                         const Dense<V>& d) {
  Index c[Unroll];
  V a[Unroll];
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
    const O i = first + static_cast<O>(u * step);
    const bool there = !Masked || i < end;
    c[u] = there ? __ldg(col_indices + i) : -1;
    a[u] = there ? __ldg(values + i) : V(0);
  }
  Pack<V, W> x[Unroll][Tiles];
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
    const V* const row = d.x + c[u] * d.ldx + place.column;
#pragma unroll
    for (int t = 0; t < Tiles; ++t) {
      const bool there = (!Masked || c[u] >= 0) && place.column + t * place.width < d.columns;
      x[u][t] = there ? load_pack<W>(row + t * place.width) : Pack<V, W>{};
    }
  }
#pragma unroll
  for (int u = 0; u < Unroll; ++u) {
#pragma unroll
    for (int t = 0; t < Tiles; ++t) {
#pragma unroll
      for (int w = 0; w < W; ++w) sums[t][w] += a[u] * x[u][t].v[w];
    }
  }
}

/// The thread's share of the entries [begin, end), in steps of at most longest_step entries. What
/// is beyond them multiplies nothing.
template <int Unroll, int W, int Tiles, class V, class O>
__device__ __forceinline__ void add_entries(V (&sums)[Tiles][W], O begin, O end,
                                            const Index* __restrict__ col_indices,
                                            const V* __restrict__ values,
                                            const Place<W, Tiles>& place, const Dense<V>& d) {
  const int step = place.slots;
  O i = begin + static_cast<O>(place.slot);
  for (; i + static_cast<O>((Unroll - 1) * step) < end; i += static_cast<O>(Unroll * step)) {
    add_some<false, Unroll>(sums, i, end, step, col_indices, values, place, d);
  }
  if (i < end) add_some<true, Unroll>(sums, i, end, step, col_indices, values, place, d);
}

}  // namespace sptune::spmm::cuda
