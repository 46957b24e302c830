// SPDX-License-Identifier: BSD-3-Clause
// Once the entries of every row of C are known: its row offsets, and the bin that fills each row.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/spgemm/cuda/hash_bins/bin_choice.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int scan_threads = 256;
constexpr int rows_per_thread = 4;
constexpr int rows_per_tile = scan_threads * rows_per_thread;

using sptune::cuda::BlockSums;
using sptune::cuda::scan_tiles;
using sptune::cuda::sum_in_block;

[[nodiscard]] __device__ __forceinline__ BinChoice choose_fill(const RowArrays& row, std::int64_t r,
                                                               int entries,
                                                               const Offsets& a_offsets,
                                                               const Limits& limits, bool masked) {
  if (row.shares_places(r)) return {fill_none, 0};
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
  const BlockSums in_block = sum_in_block<scan_threads>(sum);
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
