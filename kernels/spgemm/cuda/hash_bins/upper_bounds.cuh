// SPDX-License-Identifier: BSD-3-Clause
// C without a symbolic phase: rows are filled where upper bounds of their entries leave room, each
// records how many it got, and they are compacted afterwards. Whether that pays is decided by a
// sample of rows that is counted (Du et al. 2022, "Predicting the output structure of sparse matrix
// multiplication with sampled compression ratio", estimate sizes so).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int sample_threads = 256;
constexpr int most_sampled_rows = 256;
constexpr int sample_words = 4096;  ///< of shared memory: bits of a span

/// A block per row, `gridDim.x` rows of all, one of each stretch of equal length, where bounds may
/// pay at all. Of long rows a part is read, and rows whose span has too many columns count as if
/// they were empty: either speaks for counting.
__global__ void __launch_bounds__(sample_threads)
    sample_rows(std::int64_t rows, Pattern a, Pattern b, RowArrays row, std::int64_t products,
                Counters* counters, Summary* summary) {
  constexpr int most_rows_of_b = 64;
  constexpr int most_of_row = 512;  ///< entries of a row of B
  if (!Sample::may_pay(counters->sample.all_bounds, products)) return;
  __shared__ uint4 memory[sample_words / 4];
  __shared__ int total;
  auto* const words = reinterpret_cast<unsigned*>(memory);
  const auto rank = static_cast<int>(threadIdx.x);
  // A constant place in each stretch would hit the period of a grid again and again.
  const unsigned place = blockIdx.x * 2654435769U;
  const std::int64_t from = rows * blockIdx.x / gridDim.x;
  const std::int64_t to = rows * (blockIdx.x + 1) / gridDim.x;
  const std::int64_t r =
      from + static_cast<std::int64_t>(static_cast<unsigned long long>(to - from) * place >> 32U);
  const int bound = row.bounds[r];
  const Index low = row.low[r];
  const std::int64_t begin = a.offsets[r];
  const int entries_of_a = static_cast<int>(a.offsets[r + 1] - begin);
  if (rank == 0) total = 0;
  if (entries_of_a > 1 && bound > 0 && row.span[r] <= sample_words * 32) {
    fill_words(words, sample_words, 0, rank, sample_threads);
    __syncthreads();
    const Team warp = team_of_lane(32);
    const int sampled = min(entries_of_a, most_rows_of_b);
    int fresh = 0;
    for (int i = rank >> 5; i < sampled; i += sample_threads / 32) {
      const Index k = __ldg(a.columns + begin + std::int64_t{entries_of_a} * i / sampled);
      const std::int64_t first = b.offsets[k];
      const std::int64_t end = min(b.offsets[k + 1], first + most_of_row);
#pragma unroll 4
      for (std::int64_t j = first + warp.rank; j < end; j += 32) {
        fresh += set_bit(words, static_cast<unsigned>(__ldg(b.columns + j) - low));
      }
    }
    fresh = team_sum(warp, fresh);
    if (warp.rank == 0 && fresh > 0) atomicAdd(&total, fresh);
  }
  __syncthreads();
  Sample& sample = counters->sample;
  if (rank == 0) {
    atomicAdd(&sample.bounds, static_cast<unsigned long long>(bound));
    atomicAdd(&sample.entries, static_cast<unsigned long long>(entries_of_a == 1 ? bound : total));
  }
  if (!is_last_block(&counters->tickets[3]) || rank != 0) return;
  const volatile Sample& sums = sample;
  summary->sample.bounds = sums.bounds;
  summary->sample.entries = sums.entries;
  __threadfence_system();
}

constexpr int compact_threads = 128;
constexpr std::int64_t compacted_by_warp = 1024;  ///< entries of C

/// The last i of [0, n) with offsets[i] <= value, where offsets[0] <= value < offsets[n], by a
/// warp: 32 steps of a bisection's five at once.
__device__ __forceinline__ std::int64_t last_not_above(const std::int64_t* offsets, std::int64_t n,
                                                       std::int64_t value, int lane) {
  std::int64_t low = 0;
  while (n - low > 1) {
    const std::int64_t step = (n - low + 31) / 32;
    const std::int64_t at = low + lane * step;
    const bool not_above = at < n && offsets[at] <= value;
    // Lane 0 always says so: what it asks was found before.
    const int last = 31 - __clz(static_cast<int>(__ballot_sync(0xffffffffU, not_above)));
    low += last * step;
    n = min(n, low + step);
  }
  return low;
}

/// Moves the entries of C from the places that bounds gave their rows to those of its offsets. A
/// warp takes a stretch of entries, whatever the rows' lengths.
template <class V>
__global__ void __launch_bounds__(compact_threads)
    compact_rows(std::int64_t rows, RowArrays row, std::int64_t entries, const Index* columns,
                 const V* values, Index* out_columns, V* out_values) {
  const auto lane = static_cast<int>(threadIdx.x & 31U);
  const std::int64_t warp =
      static_cast<std::int64_t>(blockIdx.x) * (compact_threads / 32) + (threadIdx.x >> 5U);
  std::int64_t from = warp * compacted_by_warp;
  if (from >= entries) return;
  const std::int64_t to = min(from + compacted_by_warp, entries);
  std::int64_t first = last_not_above(row.offsets, rows, from, lane);
  while (from < to) {
    // Where the lane's row ends, and how far its entries have to go.
    const std::int64_t r = min(first + lane, rows - 1);
    const std::int64_t end = row.offsets[r + 1];
    const std::int64_t way = row.bound_offsets[r] - row.offsets[r];
    const std::int64_t stop = min(to, __shfl_sync(0xffffffffU, end, 31));
    const int relative = static_cast<int>(min(end - from, compacted_by_warp + 1));
    const int here = static_cast<int>(stop - from);
#pragma unroll 4
    for (int i = 0; i < here; i += 32) {
      const int own = i + lane;
      int nth = 0;  // of the rows that end at `own` or before
#pragma unroll
      for (int step = 16; step > 0; step /= 2) {
        if (__shfl_sync(0xffffffffU, relative, nth + step - 1) <= own) nth += step;
      }
      const std::int64_t shift = __shfl_sync(0xffffffffU, way, nth);
      if (own < here) {
        out_columns[from + own] = __ldg(columns + from + own + shift);
        out_values[from + own] = __ldg(values + from + own + shift);
      }
    }
    // Behind rows that are all empty there may be a million more.
    first = stop > from ? first + 32 : last_not_above(row.offsets, rows, from, lane);
    from = stop;
  }
}

}  // namespace sptune::spgemm::hash_bins
