// SPDX-License-Identifier: BSD-3-Clause
// Tier 3's part that looks at the device: what products.cpp counts in host memory. A block of
// threads multiplies out a row, a warp or a block counts the products of one.
#pragma once

#include "kernels/cuda/warp.cuh"
#include "tuner/features/device_desk.cuh"
#include "tuner/features/product_counts.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <limits>

namespace sptune::features::device {

constexpr int warps = threads / cuda::warp_size;
constexpr int product_tile = 2048;  ///< products whose columns are held at once
constexpr int products_per_thread = product_tile / threads;
constexpr int counted_words = static_cast<int>(sizeof(CountedRow) / sizeof(Word));
constexpr int expanded_words = static_cast<int>(sizeof(ExpandedRow) / sizeof(Word));
static_assert(sizeof(CountedRow) % sizeof(Word) == 0 && sizeof(ExpandedRow) % sizeof(Word) == 0);
static_assert(products_per_thread * threads == product_tile && products_per_thread <= 32);

/// In shared memory, a row that is multiplied out.
struct Expansion {
  std::int64_t from[expanded_entries];  ///< where the stretch of each entry of A begins in B
  int places[expanded_entries + 1];     ///< and its products, behind those of the entries before
  Index columns[last_columns + product_tile];  ///< of the tile, and those before it
  unsigned table[(1U << most_table_bits) / 32];
  Word sums[expanded_words];  ///< an ExpandedRow
  double dense_columns[warps];
  int stretches[warps];  ///< products
  int low;
  int high;
};

/// Products, first and last column of the row, from the first `entries` entries looked at.
template <class O, class P>
__device__ void find_outline(const Pattern<O>& a, const Pattern<P>& b, std::int64_t begin,
                             std::int64_t step, int entries, ExpandedRow& to, Expansion& x) {
  Word products = 0;
  int low = std::numeric_limits<Index>::max();
  int high = -1;
  for (int e = static_cast<int>(threadIdx.x); e < entries; e += threads) {
    const std::int64_t k = a.columns[begin + e * step];
    const std::int64_t first = b.begin(k);
    const std::int64_t last = b.end(k);
    if (last <= first) continue;
    products += static_cast<Word>(last - first);
    low = min(low, b.columns[first]);
    high = max(high, b.columns[last - 1]);
  }
  __syncwarp();
  add(to.outline, products);
  low = cuda::warp_min(low);
  high = cuda::warp_max(high);
  if (cuda::lane_id() == 0) {
    atomicMin(&x.low, low);
    atomicMax(&x.high, high);
  }
}

/// Chooses the stretches of B's rows and places them behind one another. Returns their products.
template <class O, class P>
__device__ int place_stretches(const Pattern<O>& a, const Pattern<P>& b, std::int64_t begin,
                               std::int64_t step, int entries, ExpandedRow& to, Expansion& x) {
  const int thread = static_cast<int>(threadIdx.x);
  const int warp = thread / cuda::warp_size;
  const double part = expanded_part(to.outline);
  ExpandedRow mine;
  int placed = 0;
  for (int first = 0; first < entries; first += threads) {
    const int e = first + thread;
    int count = 0;
    if (e < entries) {
      const std::int64_t i = begin + e * step;
      const std::int64_t k = a.columns[i];
      const Stretch stretch = stretch_of(b, k, i, part);
      count = static_cast<int>(stretch.count);
      x.from[e] = stretch.from;
      if (count > 0) add_row_of_b(b, k, stretch.count, mine);
    }
    __syncwarp();
    const int end = cuda::warp_inclusive_sum(count);
    if (cuda::lane_id() == cuda::warp_size - 1) x.stretches[warp] = end;
    __syncthreads();
    int before = placed;
    for (int w = 0; w < warps; ++w) {
      if (w < warp) before += x.stretches[w];
      placed += x.stretches[w];
    }
    if (e < entries) x.places[e] = before + end - count;
    __syncthreads();  // all have read the sums
  }
  if (thread == 0) x.places[entries] = placed;
  add(to.dense, static_cast<Word>(mine.dense));
  add(to.brief, static_cast<Word>(mine.brief));
  add(to.disorder, static_cast<Word>(mine.disorder));
  const double columns = cuda::group_sum(mine.dense_columns);
  if (cuda::lane_id() == 0) x.dense_columns[warp] = columns;
  return placed;
}

/// The entry that product `p` belongs to: the last whose products begin there or before.
__device__ inline int entry_of(const int* places, int entries, int p) {
  int low = 0;
  int high = entries;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (places[middle] <= p ? low : high) = middle;
  }
  return low;
}

/// Looks at the columns of `products` products, a tile at a time.
__device__ inline void walk(const Index* columns, int entries, int products, ExpandedRow& to,
                            Expansion& x) {
  const int thread = static_cast<int>(threadIdx.x);
  const int bits = table_bits(to.outline);
  Word words = 0, returns = 0, ones = 0, disorder = 0;
  for (int base = 0; base < products; base += product_tile) {
    const int held = min(product_tile, products - base);
    unsigned starts = 0;  // of rows of B, a bit for each product of this thread
    Index found[products_per_thread];
#pragma unroll
    for (int u = 0; u < products_per_thread; ++u) {
      const int p = base + u * threads + thread;
      if (p >= products) continue;
      const int e = entry_of(x.places, entries, p);
      const int within = p - x.places[e];
      starts |= within == 0 ? 1U << u : 0U;
      found[u] = columns[x.from[e] + within];
    }
#pragma unroll
    for (int u = 0; u < products_per_thread; ++u) {
      const int i = u * threads + thread;
      if (i < held) x.columns[last_columns + i] = found[u];
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < products_per_thread; ++u) {
      const int i = u * threads + thread;
      if (i >= held) continue;
      const Index* const before = x.columns + i;  // last_columns of them
      const Index c = before[last_columns];
      const Index left = before[last_columns - 1];
      const bool begins = (starts >> u & 1U) != 0;
      disorder += !begins && c <= left ? 1 : 0;
      words += begins || (c >> 6) != (left >> 6) ? 1 : 0;
      bool met = false;
      for (int last = 0; last < last_columns; ++last) met |= before[last] == c;
      returns += met ? 1 : 0;
      const std::uint32_t bit = slot_of(c, bits);
      const unsigned mask = 1U << (bit % 32);
      ones += (atomicOr(&x.table[bit / 32], mask) & mask) == 0 ? 1 : 0;
    }
    __syncthreads();
    if (held == product_tile && thread < last_columns) x.columns[thread] = x.columns[held + thread];
    __syncthreads();
  }
  add(to.words, words);
  add(to.returns, returns);
  add(to.ones, ones);
  add(to.disorder, disorder);
}

/// Multiplies out one row, by a whole block, and leaves what it counted in `answer`, which is in
/// host memory.
template <class O, class P>
__device__ void expand_row(const Pattern<O>& a, const Pattern<P>& b, std::int64_t row,
                           ExpandedRow& answer) {
  __shared__ Expansion x;
  ExpandedRow& sums = *reinterpret_cast<ExpandedRow*>(x.sums);
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t begin = a.begin(row);
  const std::int64_t length = max(a.end(row) - begin, std::int64_t{0});
  const std::int64_t step = expanded_step(length);
  const auto entries = static_cast<int>((length + step - 1) / step);
  if (thread < expanded_words) x.sums[thread] = 0;
  if (thread < last_columns) x.columns[thread] = -1;
  if (thread == 0) {
    x.low = std::numeric_limits<Index>::max();
    x.high = -1;
  }
  for (int i = thread; i < static_cast<int>(sizeof(x.table) / sizeof(unsigned)); i += threads) {
    x.table[i] = 0;
  }
  __syncthreads();
  find_outline(a, b, begin, step, entries, sums, x);
  __syncthreads();
  if (sums.outline > 0) {  // whole blocks
    const int products = place_stretches(a, b, begin, step, entries, sums, x);
    __syncthreads();
    walk(b.columns, entries, products, sums, x);
    if (thread == 0) {
      sums.span = max(std::int64_t{1}, std::int64_t{1} + x.high - x.low);
      sums.seen = products;
      double columns = 0;
      for (const double some : x.dense_columns) columns += some;
      sums.dense_columns = columns;
    }
  }
  if (thread == 0) sums.step = step;
  __syncthreads();
  if (thread < expanded_words) reinterpret_cast<Word*>(&answer)[thread] = x.sums[thread];
}

/// Whether a row that is not empty has the columns of the row before, as far as a warp of `team`
/// threads that share the row sees. Called by whole warps.
template <class O>
__device__ bool repeats_last(const Pattern<O>& a, std::int64_t row, std::int64_t length, int team) {
  constexpr int at_once = 4;
  if (row == 0 || length <= 0 || length != a.length(row - 1)) return false;
  const Index* const these = a.columns + a.begin(row);
  const Index* const before = a.columns + a.begin(row - 1);
  const int lane = cuda::lane_id();
  for (std::int64_t first = static_cast<int>(threadIdx.x) % team - lane; first < length;
       first += std::int64_t{at_once} * team) {
    bool differs = false;
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      const std::int64_t i = first + u * team + lane;
      if (i < length) differs |= these[i] != before[i];
    }
    if (__any_sync(all_lanes, differs)) return false;
  }
  return true;
}

/// Counts the products of rows of the sample, `team` threads a row, a whole block's share: those
/// from `threads / team * block` on. `answers` are in host memory.
template <class O, class P>
__device__ void count_rows(const Pattern<O>& a, const Pattern<P>& b, const CountedSample& sample,
                           int block, int team, CountedRow* answers) {
  __shared__ Word counts[warps * counted_words];  // a CountedRow of each warp, then of each row
  auto* const rows = reinterpret_cast<CountedRow*>(counts);
  const int thread = static_cast<int>(threadIdx.x);
  const int teams = threads / team;
  const int first = block * teams;
  const int r = first + thread / team;
  CountedRow mine;
  if (r < sample.rows.count) {  // whole warps
    const std::int64_t row = sample.rows.first(r);
    const std::int64_t begin = a.begin(row);
    mine.length = a.end(row) - begin;
    const std::int64_t step = sample.step(max(mine.length, std::int64_t{0}));
    for (std::int64_t i = thread % team * step; i < mine.length; i += team * step) {
      const std::int64_t length = b.length(a.columns[begin + i]);
      mine.products += length;
      mine.squares += static_cast<double>(length) * static_cast<double>(length);
      ++mine.looked;
    }
    __syncwarp();
    mine.repeated = repeats_last(a, row, mine.length, team) ? 1 : 0;
  }
  mine.products = cuda::group_sum(mine.products);
  mine.squares = cuda::group_sum(mine.squares);
  mine.looked = cuda::group_sum(mine.looked);
  if (cuda::lane_id() == 0) rows[thread / cuda::warp_size] = mine;
  __syncthreads();
  if (thread == 0 && team == threads) {
    for (int w = 1; w < warps; ++w) {
      rows[0].products += rows[w].products;
      rows[0].squares += rows[w].squares;
      rows[0].looked += rows[w].looked;
      rows[0].repeated &= rows[w].repeated;
    }
  }
  __syncthreads();
  const int held = min(teams, static_cast<int>(sample.rows.count) - first);
  if (thread < held * counted_words) {
    reinterpret_cast<Word*>(answers + first)[thread] = counts[thread];
  }
}

}  // namespace sptune::features::device
