// SPDX-License-Identifier: BSD-3-Clause
// Once the entries of every row of C are known: its row offsets, and the bin that fills each row.
#pragma once

#include "kernels/cuda/warp.cuh"
#include "kernels/spgemm/cuda/hash_bins/bin_choice.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int scan_threads = 256;
constexpr int rows_per_thread = 4;
constexpr int rows_per_tile = scan_threads * rows_per_thread;

/// What a tile of the scan has published, in the two upper bits; the sum in the others. One 64-bit
/// word holds both, so that no fence is needed between them.
constexpr unsigned long long tile_sum = 1ULL << 62U;     ///< of the tile alone
constexpr unsigned long long tile_prefix = 2ULL << 62U;  ///< of all tiles up to it
constexpr unsigned long long tile_value = tile_sum - 1;

/// Sums within a block.
struct BlockSums {
  long long before;  ///< of the threads before this one
  long long total;
};

__device__ __forceinline__ BlockSums sum_in_block(long long own) {
  __shared__ long long warp_sums[scan_threads / 32];
  const int warp = static_cast<int>(threadIdx.x >> 5U);
  const long long inclusive = sptune::cuda::warp_inclusive_sum(own);
  if (sptune::cuda::lane_id() == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  BlockSums out{inclusive - own, 0};
  for (int w = 0; w < scan_threads / 32; ++w) {
    if (w < warp) out.before += warp_sums[w];
    out.total += warp_sums[w];
  }
  return out;
}

/// Sum of the tiles before `tile`, by a warp: the decoupled look-back of Merrill and Garland 2016.
__device__ __forceinline__ long long look_back(const volatile unsigned long long* tiles,
                                               unsigned tile) {
  const int lane = sptune::cuda::lane_id();
  long long sum = 0;
  for (long long from = static_cast<long long>(tile) - 1;; from -= 32) {
    const long long at = from - lane;
    unsigned long long word = tile_prefix;  // before the first tile: a prefix of 0
    if (at >= 0) {
      do {
        word = tiles[at];
      } while (word < tile_sum);
    }
    const unsigned done = __ballot_sync(0xffffffffU, word >= tile_prefix);
    const int stop = done == 0 ? 31 : __ffs(static_cast<int>(done)) - 1;
    sum += sptune::cuda::group_sum(lane <= stop ? static_cast<long long>(word & tile_value) : 0LL);
    if (done != 0) return sum;
  }
}

/// Publishes a tile's total. Sum of the tiles before it, in `before` after a barrier.
__device__ __forceinline__ void scan_tiles(volatile unsigned long long* tiles, unsigned tile,
                                           long long total, long long& before) {
  if (threadIdx.x == 0) {
    if (tile == 0) before = 0;
    tiles[tile] = (tile == 0 ? tile_prefix : tile_sum) | static_cast<unsigned long long>(total);
  }
  if (tile == 0 || threadIdx.x >= 32) return;
  const long long back = look_back(tiles, tile);
  if (threadIdx.x != 0) return;
  before = back;
  tiles[tile] = tile_prefix | static_cast<unsigned long long>(back + total);
}

[[nodiscard]] __device__ __forceinline__ BinChoice choose_fill(const RowArrays& row, std::int64_t r,
                                                               int entries,
                                                               const Offsets& a_offsets,
                                                               const Limits& limits, bool masked) {
  const RowFacts facts{row.products[r], row.low[r], row.span[r], masked ? row.blocks[r] : 0,
                       masked ? row.words[r] : 0};
  return FillChoice{facts, entries, a_offsets[r + 1] - a_offsets[r], limits, masked}.choose();
}

/// Row offsets of C and the bins of the numeric phase, in one pass. `tiles` is zero before. Does
/// nothing when a sample says so.
__global__ void __launch_bounds__(scan_threads)
    offsets_and_bins(std::int64_t rows, Offsets a_offsets, Limits limits, RowArrays row,
                     Counters* counters, volatile unsigned long long* tiles, Summary* summary,
                     const Sample* sample) {
  if (sample != nullptr && !sample->bounds_pay()) return;
  __shared__ BinWriter writer;
  __shared__ unsigned tile;
  __shared__ long long before;
  if (threadIdx.x == 0) tile = atomicAdd(&counters->tickets[1], 1U);
  writer.clear();
  __syncthreads();
  const std::int64_t first =
      static_cast<std::int64_t>(tile) * rows_per_tile + threadIdx.x * rows_per_thread;
  int entries[rows_per_thread];
  long long sum = 0;
#pragma unroll
  for (int t = 0; t < rows_per_thread; ++t) {
    entries[t] = first + t < rows ? row.entries[first + t] : 0;
    sum += entries[t];
  }
  const BlockSums in_block = sum_in_block(sum);
  scan_tiles(tiles, tile, in_block.total, before);

  const bool masked = uses_masks(limits, *counters);
  int bins[rows_per_thread];
  int positions[rows_per_thread];
#pragma unroll
  for (int t = 0; t < rows_per_thread; ++t) {
    bins[t] = fill_none;
    if (entries[t] == 0) continue;
    const BinChoice choice = choose_fill(row, first + t, entries[t], a_offsets, limits, masked);
    bins[t] = choice.bin;
    if (bins[t] != fill_none) positions[t] = writer.claim(bins[t], choice.need);
  }
  __syncthreads();
  writer.reserve(1, counters);
  __syncthreads();
  long long offset = before + in_block.before;
#pragma unroll
  for (int t = 0; t < rows_per_thread; ++t) {
    if (first + t >= rows) break;
    row.offsets[first + t] = offset;
    offset += entries[t];
    if (first + t == rows - 1) {
      row.offsets[rows] = offset;
      summary->entries = offset;
    }
    if (bins[t] != fill_none) {
      append_row(row, rows, bins[t], writer.base[bins[t]] + positions[t], first + t);
    }
  }
  if (is_last_block(&counters->tickets[2])) report_to_host(1, counters, summary);
}

}  // namespace sptune::spgemm::hash_bins
