// SPDX-License-Identifier: BSD-3-Clause
// CSR to SELL-C-sigma on the device: keys that sort rows, the measures of slices, and their
// entries.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"

#include <cstdint>
#include <type_traits>

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

constexpr int most_run = 4;  ///< columns of an index

/// The run that is open behind the entries of a row that were looked at.
struct OpenRun {
  Index start = 0;     ///< its first column
  Index covered = -1;  ///< and its last
  Index begun = 0;     ///< runs so far, this one included
};

/// Where an entry stands.
struct PlaceInRun {
  Index run;    ///< of its row, from 0 on
  Index start;  ///< first column of the run
  bool first;   ///< no entry of the run is before it
};

/// Called by a whole warp: goes through the runs of sorted rows, found greedily from the left, a
/// row for each Team of lanes, whose offsets its lanes all have; entry(i, its place) for each of
/// them. How many runs the row has. As many entries as there are lanes are asked at a time: each
/// knows which one would begin the run behind its own, and what begins from each on is put together
/// by doubling (Hillis and Steele, "Data parallel algorithms", CACM 29(12), 1986).
template <int Team, class Entry>
__device__ __forceinline__ Index walk_runs(std::int64_t begin, std::int64_t end, std::int64_t cols,
                                           int run, const Index* __restrict__ col_indices,
                                           Entry&& entry) {
  constexpr Index no_column = 0x7fffffff;
  const int lane = sptune::cuda::lane_id() % Team;
  const int team = sptune::cuda::lane_id() - lane;  // its first lane
  OpenRun open;
  for (std::int64_t base = begin; __any_sync(all_lanes, base < end); base += Team) {
    const std::int64_t i = base + lane;
    const bool there = i < end;
    const Index column = there ? col_indices[i] : no_column;
    const Index start = run_start(column, run, cols);
    int next = lane + 1;
#pragma unroll
    for (int d = 1; d < most_run; ++d) {
      const Index other = __shfl_down_sync(all_lanes, column, d, Team);
      if (lane + d < Team && other < start + run) ++next;
    }
    unsigned begins = there ? 1U << lane : 0U;  // runs from this lane on, if one begins here
#pragma unroll
    for (int hops = 1; hops < Team; hops *= 2) {
      const unsigned further = __shfl_sync(all_lanes, begins, next, Team);
      const int beyond = __shfl_sync(all_lanes, next, next, Team);
      if (next < Team) {
        begins |= further;
        next = beyond;
      }
    }
    const unsigned free = __ballot_sync(all_lanes, there && column > open.covered) >> team;
    const int first = Team == warp_size ? __ffs(free) : __ffs(free & ((1U << (Team % 32)) - 1));
    unsigned starts = __shfl_sync(all_lanes, begins, max(first - 1, 0), Team);
    if (first == 0) starts = 0;
    const unsigned up_to_here = starts & ((2U << lane) - 1);
    const int leader = 31 - __clz(static_cast<int>(up_to_here));  // -1: the run was open before
    const Index of_leader = __shfl_sync(all_lanes, start, max(leader, 0), Team);
    if (there) {
      entry(i, PlaceInRun{open.begun + __popc(up_to_here) - 1, leader < 0 ? open.start : of_leader,
                          leader == lane});
    }
    const int last = 31 - __clz(static_cast<int>(starts));
    const Index of_last = __shfl_sync(all_lanes, start, max(last, 0), Team);
    if (last >= 0) {
      open = {of_last, of_last + run - 1, open.begun + __popc(starts)};
    }
  }
  return open.begun;
}

/// Launches by the number of lanes, as a constant, that share a row where rows have so many entries
/// at the mean: most rows are asked at once, and few lanes are idle.
template <class Launch>
void with_team(std::int64_t nnz, std::int64_t rows, Launch&& launch_by) {
  const std::int64_t mean = nnz / rows;
  if (mean <= 4) {
    launch_by(std::integral_constant<int, 4>{});
  } else if (mean <= 12) {
    launch_by(std::integral_constant<int, 8>{});
  } else {
    launch_by(std::integral_constant<int, 32>{});
  }
}

/// Where a row's entries are; none of what is no row.
struct RowEntries {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Of the row at a position of the order in which rows are stored.
template <class O>
__device__ __forceinline__ RowEntries entries_at(std::int64_t position, std::int64_t rows,
                                                 const O* __restrict__ row_offsets,
                                                 const Index* __restrict__ permutation) {
  if (position >= rows) return {};
  const std::int64_t row = permutation != nullptr ? permutation[position] : position;
  return {row_offsets[row], row_offsets[row + 1]};
}

/// Runs of each row.
template <int Team, class O>
__global__ void __launch_bounds__(convert_block)
    count_runs(std::int64_t rows, std::int64_t cols, int run, const O* __restrict__ row_offsets,
               const Index* __restrict__ col_indices, Index* counts) {
  const std::int64_t row = thread_id() / Team;
  const RowEntries e = entries_at(row, rows, row_offsets, nullptr);
  const Index n = walk_runs<Team>(e.begin, e.end, cols, run, col_indices,
                                  [](std::int64_t /*i*/, const PlaceInRun& /*place*/) {});
  if (row < rows && sptune::cuda::lane_id() % Team == 0) counts[row] = n;
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

/// Where the entries of one row's runs are stored.
template <class V>
struct RunPlaces {
  V* values;  ///< of the slice
  int run;
  int lanes_per_row;
  int first_lane;

  __device__ __forceinline__ int lane_of(Index j) const { return first_lane + j % lanes_per_row; }
  __device__ __forceinline__ V& value(const PlaceInRun& place, Index column) const {
    const std::int64_t step = static_cast<std::int64_t>(place.run / lanes_per_row) * run;
    return values[(step + column - place.start) * warp_size + lane_of(place.run)];
  }
};

template <class V>
__device__ __forceinline__ RunPlaces<V> run_places(std::int64_t position, int c, int run,
                                                   const Slice& slice, V* values) {
  const int lanes_per_row = warp_size / c;
  return {values + slice.values, run, lanes_per_row,
          static_cast<int>(position % c) * lanes_per_row};
}

/// The same for runs, a team per row, as count_runs found them. Values are padding before.
template <int Team, class V, class O>
__global__ void __launch_bounds__(convert_block)
    fill_runs(std::int64_t rows, std::int64_t cols, std::int64_t slices, int c, int run,
              const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
              const V* __restrict__ values, const Index* __restrict__ permutation,
              const Slice* __restrict__ table, std::uint16_t* indices, V* out_values) {
  const std::int64_t position = thread_id() / Team;
  const bool inside = position < slices * c;
  const Slice s = inside ? table[position / c] : Slice{};
  const SliceIndices out_indices = indices_of(s, indices);
  const RunPlaces<V> places = run_places(position, c, run, s, out_values);
  const RowEntries e = entries_at(position, rows, row_offsets, permutation);
  const auto index_at = [&](Index j) {
    return static_cast<std::int64_t>(j / places.lanes_per_row) * warp_size + places.lane_of(j);
  };
  const Index n = walk_runs<Team>(e.begin, e.end, cols, run, col_indices,
                                  [&](std::int64_t i, const PlaceInRun& place) {
                                    places.value(place, col_indices[i]) = as_entry(values[i]);
                                    if (place.first)
                                      out_indices.write(index_at(place.run), place.start);
                                  });
  // Behind the row's runs there is padding, in the slice's first column.
  const Index all = s.width * places.lanes_per_row;
  for (Index j = n + sptune::cuda::lane_id() % Team; j < all; j += Team) {
    out_indices.write(index_at(j), out_indices.first);
  }
}

/// Other values of the same pattern, a team per row. Padding stays.
template <int Team, class V, class O>
__global__ void __launch_bounds__(convert_block)
    scatter(std::int64_t rows, std::int64_t cols, int c, int run, const O* __restrict__ row_offsets,
            const Index* __restrict__ col_indices, const V* __restrict__ values,
            const Index* __restrict__ permutation, const Slice* __restrict__ table,
            V* __restrict__ out) {
  const std::int64_t position = thread_id() / Team;
  const Slice s = position < rows ? table[position / c] : Slice{};
  const RunPlaces<V> places = run_places(position, c, run, s, out);
  const RowEntries e = entries_at(position, rows, row_offsets, permutation);
  walk_runs<Team>(e.begin, e.end, cols, run, col_indices,
                  [&](std::int64_t i, const PlaceInRun& place) {
                    places.value(place, col_indices[i]) = as_entry(values[i]);
                  });
}

}  // namespace sptune::spmv::sell
