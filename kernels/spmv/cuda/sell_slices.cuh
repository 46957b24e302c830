// SPDX-License-Identifier: BSD-3-Clause
// CSR to SELL-C-sigma on the device: keys that sort rows, the measures of slices, and their
// entries.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"

#include <cstdint>

namespace sptune::spmv::sell {

using spmv::cuda::all_lanes;
using spmv::cuda::as_entry;
using spmv::cuda::padding;
using spmv::cuda::thread_id;
using spmv::cuda::warp_size;

/// Everything the kernel reads of one slice.
struct Slice {
  std::int64_t values;   ///< first entry in `values`
  std::int64_t indices;  ///< first entry in `indices`, in units of 16 bits
  std::int32_t width;    ///< indices per lane
  std::int32_t base;     ///< first column; negative: ~base, and indices are 16-bit offsets from it
};

/// First column of a run: never so far right that the run leaves the matrix.
__device__ __forceinline__ Index run_start(Index col, int run, std::int64_t cols) {
  return static_cast<Index>(min(static_cast<std::int64_t>(col), cols - run));
}

constexpr int convert_block = 256;

/// Runs of each row, found greedily from the left.
template <class O>
__global__ void count_runs(std::int64_t rows, std::int64_t cols, int run,
                           const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                           Index* counts) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  Index n = 0;
  std::int64_t covered = -1;  // last column that the open run covers
  for (std::int64_t i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
    if (col_indices[i] <= covered) continue;
    covered = run_start(col_indices[i], run, cols) + run - 1;
    ++n;
  }
  counts[row] = n;
}

/// How many runs a row has: as counted, or, where runs are single entries, by its offsets.
template <class O>
__device__ __forceinline__ Index runs_of(std::int64_t row, const Index* counts,
                                         const O* row_offsets) {
  return counts != nullptr ? counts[row]
                           : static_cast<Index>(row_offsets[row + 1] - row_offsets[row]);
}

/// Windows of sigma rows in order, in each the longest rows first. `bits`: what lengths take.
template <class Key, class O>
__global__ void sort_keys(std::int64_t rows, const Index* __restrict__ counts,
                          const O* __restrict__ row_offsets, std::int64_t sigma, int bits,
                          Key* keys, Index* ids) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const auto length = static_cast<Key>(runs_of(row, counts, row_offsets));
  const Key longest = (Key{1} << bits) - 1;
  keys[row] = (static_cast<Key>(row / sigma) << bits) | (longest - length);
  ids[row] = static_cast<Index>(row);
}

/// Whose sums the host asks for: widths of all slices, and of those with 32-bit columns.
enum : std::uint8_t { all_widths, wide_widths };

/// A thread per row, and its neighbours for the slice: width, column span and place of each. The
/// rows are sorted, so that their ends say which columns they span. `states`: two words per block
/// and one more, zeros.
template <class O>
__global__ void __launch_bounds__(convert_block)
    measure_slices(std::int64_t rows, std::int64_t cols, std::int64_t slices, int c, int run,
                   const Index* __restrict__ counts, const O* __restrict__ row_offsets,
                   const Index* __restrict__ col_indices, const Index* __restrict__ permutation,
                   bool mixed, unsigned long long* states, sptune::cuda::TallyWords tally,
                   Slice* table) {
  __shared__ long long before[2];
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t tiles = gridDim.x;
  const unsigned tile = sptune::cuda::take_tile(states + 2 * tiles);
  const std::int64_t position = static_cast<std::int64_t>(tile) * convert_block + thread;
  Index longest = 0;
  Index low = 0x7fffffff;
  Index high = 0;
  if (position < rows) {
    const std::int64_t row = permutation != nullptr ? permutation[position] : position;
    const std::int64_t begin = row_offsets[row];
    const std::int64_t end = row_offsets[row + 1];
    longest = runs_of(row, counts, row_offsets);
    if (begin < end) {
      low = run_start(col_indices[begin], run, cols);
      high = run_start(col_indices[end - 1], run, cols);
    }
  }
  for (int step = c / 2; step > 0; step /= 2) {
    longest = max(longest, __shfl_xor_sync(all_lanes, longest, step));
    low = min(low, __shfl_xor_sync(all_lanes, low, step));
    high = max(high, __shfl_xor_sync(all_lanes, high, step));
  }
  const std::int64_t slice = position / c;
  const bool leads = thread % c == 0 && slice < slices;
  const int lanes_per_row = 32 / c;
  const Index width = longest / lanes_per_row + (longest % lanes_per_row > 0 ? 1 : 0);
  if (width == 0) low = high = 0;
  const bool narrow = mixed && high - low < 65536;
  const auto all = sptune::cuda::sum_in_block<convert_block, 0>(leads ? width : 0);
  const auto wide = sptune::cuda::sum_in_block<convert_block, 1>(leads && !narrow ? width : 0);
  if (thread < warp_size) {
    const long long all_before = sptune::cuda::scan_tile(states, tile, all.total);
    const long long wide_before = sptune::cuda::scan_tile(states + tiles, tile, wide.total);
    if (thread == 0) {
      before[0] = all_before;
      before[1] = wide_before;
      if (tile == tiles - 1) {
        tally.host[all_widths] = static_cast<unsigned long long>(all_before + all.total);
        tally.host[wide_widths] = static_cast<unsigned long long>(wide_before + wide.total);
      }
    }
  }
  __syncthreads();
  if (!leads) return;
  const std::int64_t place = before[0] + all.before;
  const std::int64_t wide_place = before[1] + wide.before;
  table[slice] = {place * run * 32, (place + wide_place) * 32, width, narrow ? ~low : low};
}

/// Where a slice has its indices, and how they are written.
struct SliceIndices {
  std::uint16_t* at;
  Index first;  ///< column
  bool narrow;
  __device__ __forceinline__ void write(std::int64_t place, Index column) const {
    if (narrow) {
      at[place] = static_cast<std::uint16_t>(column - first);
    } else {
      reinterpret_cast<Index*>(at)[place] = column;
    }
  }
};

__device__ __forceinline__ SliceIndices indices_of(const Slice& s, std::uint16_t* indices) {
  return {indices + s.indices, s.base < 0 ? ~s.base : s.base, s.base < 0};
}

/// One warp per slice writes its entries; padding (padding.cuh) repeats the slice's first column,
/// so that it stays in cache and in bounds.
template <class V, class O>
__global__ void fill_slices(std::int64_t rows, std::int64_t slices, int c,
                            const O* __restrict__ row_offsets,
                            const Index* __restrict__ col_indices, const V* __restrict__ values,
                            const Index* __restrict__ permutation, const Slice* __restrict__ table,
                            std::uint16_t* indices, V* out_values) {
  const std::int64_t slice = thread_id() / 32;
  if (slice >= slices) return;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  const int lanes_per_row = 32 / c;
  const Slice s = table[slice];
  const SliceIndices out_indices = indices_of(s, indices);
  const std::int64_t position = slice * c + lane / lanes_per_row;
  std::int64_t begin = 0;
  std::int64_t length = 0;
  if (position < rows) {
    const std::int64_t row = permutation != nullptr ? permutation[position] : position;
    begin = row_offsets[row];
    length = row_offsets[row + 1] - begin;
  }
  for (std::int32_t k = 0; k < s.width; ++k) {
    const std::int64_t j = static_cast<std::int64_t>(k) * lanes_per_row + lane % lanes_per_row;
    const std::int64_t at = static_cast<std::int64_t>(k) * 32 + lane;
    const bool real = j < length;
    out_indices.write(at, real ? col_indices[begin + j] : out_indices.first);
    out_values[s.values + at] = real ? as_entry(values[begin + j]) : padding<V>();
  }
}

/// The same for runs: a thread per row, which goes through its runs as count_runs found them.
template <class V, class O>
__global__ void fill_runs(std::int64_t rows, std::int64_t cols, std::int64_t slices, int c, int run,
                          const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                          const V* __restrict__ values, const Index* __restrict__ permutation,
                          const Slice* __restrict__ table, std::uint16_t* indices, V* out_values) {
  const std::int64_t position = thread_id();
  if (position >= slices * c) return;
  const Slice s = table[position / c];
  const SliceIndices out_indices = indices_of(s, indices);
  const int lanes_per_row = 32 / c;
  const auto first_lane = static_cast<int>(position % c) * lanes_per_row;
  const auto lane_of = [&](std::int64_t j) { return first_lane + j % lanes_per_row; };
  std::int64_t i = 0;
  std::int64_t end = 0;
  if (position < rows) {
    const std::int64_t row = permutation != nullptr ? permutation[position] : position;
    i = row_offsets[row];
    end = row_offsets[row + 1];
  }
  const std::int64_t runs = static_cast<std::int64_t>(s.width) * lanes_per_row;
  for (std::int64_t j = 0; j < runs; ++j) {
    const std::int64_t k = j / lanes_per_row;
    const Index start = i < end ? run_start(col_indices[i], run, cols) : out_indices.first;
    out_indices.write(k * 32 + lane_of(j), start);
    for (int e = 0; e < run; ++e) {
      const bool real = i < end && col_indices[i] == start + e;
      out_values[s.values + (k * run + e) * 32 + lane_of(j)] =
          real ? as_entry(values[i]) : padding<V>();
      if (real) ++i;
    }
  }
}

/// Other values of the same pattern; a thread per row goes through its runs as find_runs found
/// them. Padding stays.
template <class V, class O>
__global__ void scatter(std::int64_t rows, std::int64_t cols, int c, int run,
                        const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                        const V* __restrict__ values, const Index* __restrict__ permutation,
                        const Slice* __restrict__ table, V* __restrict__ out) {
  const std::int64_t position = thread_id();
  if (position >= rows) return;
  const std::int64_t row = permutation != nullptr ? permutation[position] : position;
  const int lanes_per_row = 32 / c;
  const std::int64_t first_lane = position % c * lanes_per_row;
  V* const slice = out + table[position / c].values;
  std::int64_t j = -1;  // the run that is open
  std::int64_t start = -run;
  for (std::int64_t i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
    const Index column = col_indices[i];
    if (column >= start + run) {
      start = run_start(column, run, cols);
      ++j;
    }
    const std::int64_t k = j / lanes_per_row * run + (column - start);
    slice[k * 32 + first_lane + j % lanes_per_row] = as_entry(values[i]);
  }
}

}  // namespace sptune::spmv::sell
