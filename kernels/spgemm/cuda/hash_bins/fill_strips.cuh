// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a block sums densely, a strip of columns by each of its warps.
#pragma once

#include "kernels/row_policy/policy.hpp"
#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// What a sum is before anything was added: -0, which it is not again, since to each product +0 is
/// added. Said by name, so that it is not made one with the multiplication: a product that is too
/// small and negative would be rounded to -0.
template <class V>
struct Untouched {
  static constexpr V value = -V{0};
  [[nodiscard]] static __device__ __forceinline__ V seen(V product) {
    if constexpr (sizeof(V) == 8) {
      return __dadd_rn(product, V{0});
    } else {
      return __fadd_rn(product, V{0});
    }
  }
  [[nodiscard]] static __device__ __forceinline__ bool is(V v) {
    if constexpr (sizeof(V) == 8) {
      return __double_as_longlong(v) == INT64_MIN;
    } else {
      return __float_as_int(v) == INT32_MIN;
    }
  }
};

constexpr int most_strip_warps = 16;  ///< of a block
/// Shared memory of a block: what its warps stage, and a value per column.
__host__ __device__ constexpr int strips_bytes(int warps, int columns, int value_size) {
  return warps * 32 * static_cast<int>(sizeof(StripPiece<double>)) + columns * value_size;
}

static_assert(strips_bytes(most_strip_warps, 0, 8) == row_policy::bytes_beside_strips);

/// Calls f(column, whether the lane's column was touched) for columns [from, to), 32 at a time.
template <class V, class F>
__device__ __forceinline__ void for_columns(Index from, Index to, const V* sums, F&& f) {
  const auto lane = static_cast<int>(threadIdx.x & 31U);
  for (int left = to - from; left > 0; left -= 32, from += 32) {
    f(from + lane, lane < left && !Untouched<V>::is(sums[from + lane]));
  }
}

/// Registers of a thread: with 64, which leave room for 32 warps instead of 25, POS was filled in
/// 539 instead of 443 µs, flickr in 698 instead of 689 (H200, 25 November 2026).
constexpr int strip_registers = 80;
constexpr int strip_warps_of_sm = 24;

/// Rows of C whose span is in shared memory, a block each that comes back for more. Each warp reads
/// its strip of all rows of B, one after the other, so that sums are plain and in A's order.
/// `whole`: a column has the same place in every row, else its place in the row's span.
template <class V>
__global__ void __maxnreg__(strip_registers)
    fill_strips(RowList first, RowList list, unsigned* queue, Product<V> c, int columns,
                bool whole) {
  __shared__ int next[2];
  __shared__ int touched[2][most_strip_warps];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int warp = rank >> 5;
  const unsigned lane = threadIdx.x & 31U;
  auto* const stages = reinterpret_cast<StripPiece<V>*>(shared_memory());
  V* const memory = reinterpret_cast<V*>(stages + size);
  const int count = first.count + list.count;
  for (int i = rank; i < columns; i += size) memory[i] = Untouched<V>::value;
  if (rank == 0) next[0] = static_cast<int>(atomicAdd(queue, 1U));
  __syncthreads();
  const OwnStrips strips = OwnStrips::of_warp();
  const Index strip_begin = __ldg(c.strips.columns + strips.first);
  const Index strip_end = __ldg(c.strips.columns + strips.first + strips.count);
  for (int turn = 0;; turn ^= 1) {
    const int nth = next[turn];
    if (nth >= count) return;
    const std::int64_t r = nth < first.count ? first[nth] : list[nth - first.count];
    const Index low = c.row.low[r];
    const Index from = max(strip_begin, low);
    const Index to = min(strip_end, low + c.row.span[r]);
    V* const sums = memory - (whole ? 0 : low);
    const RowOfA a = RowOfA::of(c.a, r);
    if (from < to) {
      for_strip_products(c.a, c.a_values, a.begin, a.entries, c.b, c.b_values, c.strips, strips,
                         stages + warp * 32,
                         [&](Index column, V v) { sums[column] += Untouched<V>::seen(v); });
    }
    __syncwarp();
    int mine = 0;
    for_columns(from, to, sums,
                [&](Index /*column*/, bool is) { mine += __popc(__ballot_sync(~0U, is)); });
    if (lane == 0) touched[turn][warp] = mine;
    if (rank == 0) next[turn ^ 1] = static_cast<int>(atomicAdd(queue, 1U));
    __syncthreads();
    int before = 0;
    int all = 0;
    for (int w = 0; w < size / 32; ++w) {
      if (w == warp) before = all;
      all += touched[turn][w];
    }
    std::int64_t at = c.row.offsets[r] + before;
    for_columns(from, to, sums, [&](Index column, bool is) {
      const unsigned ballot = __ballot_sync(~0U, is);
      if (is) {
        const std::int64_t own = at + __popc(ballot & ((1U << lane) - 1U));
        c.columns[own] = column;
        c.values[own] = sums[column];
        sums[column] = Untouched<V>::value;
      }
      at += __popc(ballot);
    });
    if (rank == 0) record_length(c.row, r, all);
    // The next row's columns are at other places, which other warps may still be writing from.
    if (!whole) __syncthreads();
  }
}

/// Two bins: rows of many products are begun before the others.
struct FillBlockStrips {
  static constexpr std::string_view name = "block_strips";
  static constexpr int bins = 2;
  static constexpr bool replayed = true;
  static constexpr bool comes_back = true;
  /// Warps of a block, so that each strip_count / warps strips are a warp's.
  static constexpr std::array<int, 5> warps{4, 6, 8, 12, most_strip_warps};
  static_assert(std::ranges::all_of(warps, [](int n) { return strip_count % n == 0; }));
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    constexpr std::int64_t most_columns_per_product = 2;  // all of a row's are looked at
    if (row.facts.span > l.strip_columns) return cannot;
    if (row.facts.span > most_columns_per_product * row.facts.products) return cannot;
    return {row.facts.products >= l.heavy ? 0 : 1, row.facts.span};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    // Few rows that would keep a few warps long get blocks of as many as there may be.
    const int heavy = at.bins.rows(0);
    if (heavy < 2 * at.facts.sm_count) {
      launch_rows(at, at.bins.list(0), {}, at.bins.need(0), at.queues + at.bins.first, 0);
      launch_rows(at, at.bins.list(1), {}, at.bins.need(1), at.queues + at.bins.first + 1,
                  at.facts.mean_row);
    } else {
      launch_rows(at, at.bins.list(0), at.bins.list(1), std::max(at.bins.need(0), at.bins.need(1)),
                  at.queues + at.bins.first, at.facts.mean_row);
    }
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_strips<V>);
  }

 private:
  /// `mean_row` > 0: what a row of B has, so that its pieces do not get too short.
  template <class V>
  static void launch_rows(const Launch<V>& at, const RowList& first, const RowList& list, int span,
                          unsigned* queue, std::int64_t mean_row) {
    constexpr std::int64_t entries_of_warp = 24;  // of a row of B, on average, at least
    const int rows = first.count + list.count;
    if (rows == 0) return;
    const bool whole =
        at.facts.columns <= std::min<std::int64_t>(at.limits.strip_columns, 2 * std::int64_t{span});
    const int columns = whole ? static_cast<int>(at.facts.columns) : span;
    const auto bytes_of = [&](int n) {
      return strips_bytes(n, columns, static_cast<int>(sizeof(V)));
    };
    const auto blocks_of = [&](int n) {
      return std::clamp<std::int64_t>(at.facts.blocks_resident(bytes_of(n)), 1,
                                      std::max(1, strip_warps_of_sm / n));
    };
    const std::int64_t rows_per_sm = ceil_div(rows, at.facts.sm_count);
    auto own = warps.begin();
    while (own + 1 != warps.end() &&
           *own * std::min(rows_per_sm, blocks_of(*own)) < strip_warps_of_sm &&
           (mean_row == 0 || own[1] * entries_of_warp <= mean_row)) {
      ++own;
    }
    hash_bins::launch(
        fill_strips<V>,
        static_cast<unsigned>(std::min<std::int64_t>(rows, blocks_of(*own) * at.facts.sm_count)),
        *own * 32, bytes_of(*own), at.streams.next(), first, list, queue, at.c, columns, whole);
  }
};

}  // namespace sptune::spgemm::hash_bins
