// SPDX-License-Identifier: BSD-3-Clause
// Once the entries of every row of C are known: its row offsets, and the bin that fills each row.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/spgemm/cuda/hash_bins/choices.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int scan_threads = 256;
/// Rows of a thread: few where a block of many would leave multiprocessors without one.
[[nodiscard]] constexpr int rows_per_thread(std::int64_t rows) {
  return rows <= std::int64_t{1} << 18 ? 1 : 4;
}
[[nodiscard]] constexpr int rows_per_tile(std::int64_t rows) {
  return scan_threads * rows_per_thread(rows);
}

using sptune::cuda::BlockSums;
using sptune::cuda::scan_tile;
using sptune::cuda::sum_in_block;

/// Row offsets of C and the bins of the numeric phase, in one pass. `tiles` is zero before. Does
/// nothing when a sample says so. One warp looks back while the others choose.
/// Four blocks of many rows: 64 registers instead of 80, of which some are spilled, took 48 instead
/// of 51.5 µs for 1e6 rows (H200, 25 November 2026).
template <int RowsPerThread>
__global__ void __launch_bounds__(scan_threads, RowsPerThread == 1 ? 1 : 4)
    offsets_and_bins(std::int64_t rows, Offsets a_offsets, Limits limits, PolicyView policy,
                     RowArrays row, Counters* counters, volatile unsigned long long* tiles,
                     Summary* summary, const Sample* sample) {
  if (sample != nullptr && !sample->bounds_pay()) return;
  __shared__ BinWriter writer;
  __shared__ BlockPolicy<FillAccumulators> own_policy;
  __shared__ unsigned tile;
  __shared__ long long before;
  if (threadIdx.x == 0) tile = atomicAdd(&counters->tickets[1], 1U);
  own_policy.load(policy);
  writer.clear();
  const bool masked = uses_masks(limits, *counters);
  __syncthreads();
  // A warp takes neighbours in every step: they are neighbours in the lists, too, and those who
  // fill them read and write one after the other.
  const auto lane = static_cast<int>(threadIdx.x & 31U);
  const std::int64_t first =
      (static_cast<std::int64_t>(tile) * scan_threads + (threadIdx.x & ~31U)) * RowsPerThread +
      lane;
  const auto row_at = [&](int t) { return first + t * 32; };
  const auto kept_row = [&](int t) {
    return KeptRow::load(row, a_offsets, min(row_at(t), rows - 1), masked);
  };
  const KeptRow only = kept_row(0);
  int entries[RowsPerThread];
  long long in_warp[RowsPerThread];  // before the row
  long long sum = 0;                 // of the warp
#pragma unroll
  for (int t = 0; t < RowsPerThread; ++t) {
    const std::int64_t r = row_at(t);
    entries[t] = r < rows ? row.entries[r - row.group(r).place] : 0;
    const long long up_to = sptune::cuda::warp_inclusive_sum(static_cast<long long>(entries[t]));
    in_warp[t] = sum + up_to - entries[t];
    sum += __shfl_sync(0xffffffffU, up_to, 31);
  }
  BlockSums in_block = sum_in_block<scan_threads>(lane == 0 ? sum : 0);
  in_block.before = __shfl_sync(0xffffffffU, in_block.before, 0);

  own_policy.wait();
  __syncthreads();
  // Before any warp reserves, so that the lists are nearly in the order of the rows: neighbours
  // read the same rows of B (bunny_P2's numeric phase takes 0.96 of the time, orani678's 0.91;
  // docs/measurements/spgemm-gpu.md, "Tried and not kept").
  if (threadIdx.x >= scan_threads - 32) {
    const long long found = scan_tile(tiles, tile, in_block.total);
    if (threadIdx.x == scan_threads - 1) before = found;
  }
  int bins[RowsPerThread];
  int positions[RowsPerThread];
#pragma unroll 1  // the choice is long: four copies of it take 80 registers
  for (int t = 0; t < RowsPerThread; ++t) {
    const KeptRow kept = RowsPerThread == 1 ? only : kept_row(t);
    BinChoice choice{no_bin, 0};
    if (row_at(t) < rows) {
      choice = choose_filler(kept, own_policy, limits, masked);
      if (kept.group.place > 0) kept.copy_to(row, row_at(t), masked);
    }
    bins[t] = choice.bin;
    positions[t] = writer.claim(choice.bin, choice.need);
  }
  __syncthreads();
  writer.reserve(1, counters);
  __syncthreads();
#pragma unroll
  for (int t = 0; t < RowsPerThread; ++t) {
    const std::int64_t r = row_at(t);
    if (r >= rows) break;
    const long long offset = before + in_block.before + in_warp[t];
    row.offsets[r] = offset;
    if (r == rows - 1) {
      row.offsets[rows] = offset + entries[t];
      summary->entries = offset + entries[t];
    }
    if (bins[t] != no_bin) {
      append_row(row, rows, bins[t], writer.base[bins[t]] + positions[t], r);
    }
  }
  if (is_last_block(&counters->tickets[2])) report_to_host(1, counters, summary);
}

}  // namespace sptune::spgemm::hash_bins
