// SPDX-License-Identifier: BSD-3-Clause
// Rows that are cut into pieces are added up from the pieces' parts by whichever group of lanes
// comes last, always in the same order, so that results are the same bits on every run. Only for
// sources that are built with CUDA. Source: the counter that tells the last block, from CUDA's
// threadFenceReduction sample.
#pragma once

#include "kernels/spmm/cuda/mapping.cuh"
#include "kernels/spmm/cuda/pieces.cuh"

#include <cstdint>

namespace sptune::spmm::cuda {

/// Of a run: the parts of cut rows, and counters that are 0 between runs, one per row and pass.
template <class V>
struct PartScratch {
  V* parts;
  unsigned* arrived;
};

/// Parts that are added up together before their sum joins those of others: a row of 50,000 entries
/// has hundreds, and whoever comes last must not read them all.
constexpr int parts_together = 16;

/// Notes, for groups of lanes with `mine`, that what their lanes with slot 0 have written is there;
/// whether all `count` of the counter are. Called by all lanes of a warp.
__device__ __forceinline__ bool is_last(bool mine, unsigned* counter, int count, const Mapping& m) {
  const int threads = 1 << (m.column_bits + m.split_bits);
  __threadfence();
  __syncwarp();
  int last = 0;
  if (mine && (static_cast<int>(threadIdx.x) & (threads - 1)) == 0) {
    // atomicInc wraps to 0 after the last one, ready for the next run.
    const auto highest = static_cast<unsigned>(count - 1);
    last = atomicInc(counter, highest) == highest ? 1 : 0;
  }
  last = __shfl_sync(0xffffffffU, last, 0, threads);
  __threadfence();
  return last != 0;
}

/// Sums of `count` parts, `step` parts apart; in the lanes with slot 0, and all others.
template <int W, int Tiles, class V>
__device__ __forceinline__ void sum_parts(V (&totals)[Tiles][W], const V* parts, int count,
                                          int step, const Place<W, Tiles>& place, const Mapping& m,
                                          const Dense<V>& d) {
#pragma unroll
  for (int t = 0; t < Tiles; ++t) {
#pragma unroll
    for (int w = 0; w < W; ++w) totals[t][w] = 0;
  }
#pragma unroll 4
  for (int part = place.slot; part < count; part += place.slots) {
#pragma unroll
    for (int t = 0; t < Tiles; ++t) {
      const int column = place.column + t * place.width;
      if (column >= d.columns) continue;
      const Pack<V, W> one = load_pack_uncached<W>(
          parts + static_cast<std::int64_t>(part) * step * d.columns + column);
#pragma unroll
      for (int w = 0; w < W; ++w) totals[t][w] += one.v[w];
    }
  }
  sum_over_slots(totals, m);
}

/// Leaves the thread's columns of a part for others.
template <int W, int Tiles, class V>
__device__ __forceinline__ void store_part(const V (&sums)[Tiles][W], V* part,
                                           const Place<W, Tiles>& place, const Dense<V>& d) {
#pragma unroll
  for (int t = 0; t < Tiles; ++t) {
    const int column = place.column + t * place.width;
    if (column < d.columns) store_pack<W>(part + column, sums[t], V(1), V(0), false);
  }
}

/// Called by all lanes of a warp; those whose piece is of a cut row (`mine`) bring its part, in
/// `sums` of the lanes with slot 0. Parts are added up `parts_together` at a time, and their sums
/// by whoever finishes the last of these.
template <int W, int Tiles, class V>
__device__ __forceinline__ void finish_cut_row(bool mine, const Cut& cut, V (&sums)[Tiles][W],
                                               PartScratch<V> scratch, const Place<W, Tiles>& place,
                                               const Mapping& m, const Dense<V>& d) {
  constexpr unsigned all = 0xffffffffU;
  const auto columns = static_cast<std::int64_t>(d.columns);
  // The first counter of every parts_together is theirs, the second one of the row its own.
  const auto counter = [&](int number) { return scratch.arrived + number * m.passes + blockIdx.y; };
  const int base = cut.part / parts_together * parts_together;
  const int together = min(parts_together, cut.parts - base);
  V* const first = scratch.parts + (cut.first + base) * columns;
  if (mine && place.slot == 0) {
    store_part(sums, first + (cut.part - base) * columns, place, d);
  }
  mine = is_last(mine, counter(cut.first + base), together, m);
  if (!__any_sync(all, mine)) return;
  sum_parts(sums, first, mine ? together : 0, 1, place, m, d);
  const int groups = (cut.parts + parts_together - 1) / parts_together;
  const bool more = mine && groups > 1;
  if (__any_sync(all, more)) {
    if (more && place.slot == 0) store_part(sums, first, place, d);
    const bool last = is_last(more, counter(cut.first + 1), groups, m);
    V totals[Tiles][W];
    sum_parts(totals, scratch.parts + cut.first * columns, last ? groups : 0, parts_together, place,
              m, d);
    if (last && place.slot == 0) store_row(totals, cut.row, place, d);
  }
  if (mine && !more && place.slot == 0) store_row(sums, cut.row, place, d);
}

}  // namespace sptune::spmm::cuda
