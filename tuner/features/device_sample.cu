// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/handles.hpp"
#include "sptune/device.hpp"
#include "tuner/features/device_sample.hpp"

#include <cuda_runtime.h>

namespace sptune::features {
namespace {

constexpr int threads = 256;
constexpr unsigned all_lanes = 0xffffffffU;
constexpr std::int64_t all_row_offsets = most_row_blocks * (rows_per_row_block + 1);

/// A row of a block, and where its stretch stands behind the blocks.
struct SeenRow {
  std::int64_t length;
  Index first;
  Index last;
  std::int32_t begin;  ///< of the stretch, in entries of this block
  std::int32_t count;
};

/// In host memory that the device writes: what kernels leave here needs no copy.
struct Seen {
  std::int64_t row_offsets[all_row_offsets];
  std::int64_t parts[most_parts + 1];
  SeenRow rows[most_column_blocks][rows_per_column_block];
  /// most_entries() of each block. 768 with the most blocks, 5952 with the fewest.
  Index columns[80000];
};

/// Allocated once per thread that asks: pinning costs more than a sample.
struct Buffers {
  cuda::Pinned<Seen> seen;
  cuda::DeviceArray<RowTotals> totals{1};
};

Buffers& buffers() {
  if (const auto& device = cuda::device_info(); !device) throw DeviceError(device.error());
  thread_local Buffers buffers;
  return buffers;
}

__device__ __forceinline__ void add(std::int64_t* to, unsigned mine) {
  mine = __reduce_add_sync(all_lanes, mine);
  if ((threadIdx.x & 31) == 0 && mine > 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(mine));
  }
}

/// A warp takes a stretch of rows at a time; the first blocks copy the sampled offsets, too.
template <class O>
__global__ void __launch_bounds__(threads)
    pass_over_rows(Pattern<O> a, RowBlocks blocks, std::int64_t parts, RowTotals* totals,
                   Seen* seen) {
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = thread; i < blocks.count * (rows_per_row_block + 1); i += all) {
    const std::int64_t block = i / (rows_per_row_block + 1);
    const std::int64_t row = blocks.first(block) + i % (rows_per_row_block + 1);
    seen->row_offsets[i] = row <= blocks.last(block) ? a.begin(row) : 0;
  }
  for (std::int64_t t = thread; t <= parts; t += all) seen->parts[t] = a.begin(a.rows * t / parts);

  unsigned empty = 0;
  unsigned one = 0;
  unsigned short_rows = 0;
  unsigned changes = 0;
  std::int64_t longest = 0;
  double squares = 0;
  for (std::int64_t row = thread; row < a.rows; row += all) {
    const std::int64_t length = a.length(row);
    longest = max(longest, length);
    empty += length == 0 ? 1 : 0;
    one += length == 1 ? 1 : 0;
    short_rows += length > 0 && length < 5 ? 1 : 0;
    if (row % stretch != 0) changes += length != a.length(row - 1) ? 1 : 0;
    squares += static_cast<double>(length) * static_cast<double>(length);
  }
  add(&totals->empty, empty);
  add(&totals->one, one);
  add(&totals->short_rows, short_rows);
  add(&totals->changes, changes);
  for (int step = 16; step > 0; step /= 2) {
    longest = max(longest, __shfl_xor_sync(all_lanes, longest, step));
    squares += __shfl_xor_sync(all_lanes, squares, step);
  }
  if ((threadIdx.x & 31) == 0 && longest > 0) {
    atomicMax(reinterpret_cast<long long*>(&totals->longest), static_cast<long long>(longest));
    atomicAdd(&totals->squares, squares);
  }
}

/// First of the ascending columns [begin, end) that is not below `value` (`Above`: that is above).
template <bool Above>
__device__ __forceinline__ std::int64_t bound(const Index* columns, std::int64_t begin,
                                              std::int64_t end, Index value) {
  while (begin < end) {
    const std::int64_t middle = (begin + end) / 2;
    const bool before = Above ? columns[middle] <= value : columns[middle] < value;
    if (before) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// A block of threads per block of rows, a lane of its first warp per row: `look_at` of the host.
template <class O>
__global__ void __launch_bounds__(threads)
    gather_columns(Pattern<O> a, ColumnBlocks chosen, Seen* seen) {
  __shared__ std::int64_t begins[32];
  __shared__ int places[33];
  const std::int64_t number = blockIdx.x;
  const std::int64_t first = chosen.blocks.first(number);
  const std::int64_t last = chosen.blocks.last(number);
  if (threadIdx.x < 32) {
    const int lane = static_cast<int>(threadIdx.x);
    const std::int64_t row = first + lane;
    const bool mine = row < last;
    std::int64_t begin = mine ? a.begin(row) : 0;
    std::int64_t end = mine ? a.end(row) : 0;
    SeenRow out{end - begin, 0, 0, 0, 0};
    if (out.length > 0) {
      out.first = a.columns[begin];
      out.last = a.columns[end - 1];
    }
    if (a.begin(last) - a.begin(first) > chosen.most) {
      // The first of the longest rows gives the window.
      std::int64_t longest = mine ? out.length : -1;
      for (int step = 16; step > 0; step /= 2) {
        longest = max(longest, __shfl_xor_sync(all_lanes, longest, step));
      }
      const int owner =
          __ffs(static_cast<int>(__ballot_sync(all_lanes, mine && out.length == longest))) - 1;
      const std::int64_t window =
          __shfl_sync(all_lanes, begin, owner) + ColumnBlocks::place(number, longest, chosen.width);
      const std::int64_t window_end =
          min(window + chosen.width, __shfl_sync(all_lanes, end, owner));
      if (mine) {
        begin = bound<false>(a.columns, begin, end, a.columns[window]);
        end = min(bound<true>(a.columns, begin, end, a.columns[window_end - 1]),
                  begin + 4 * chosen.width);
      }
    }
    out.count = static_cast<std::int32_t>(end - begin);
    int sum = out.count;
    for (int step = 1; step < 32; step *= 2) {
      const int left = __shfl_up_sync(all_lanes, sum, step);
      if (lane >= step) sum += left;
    }
    out.begin = sum - out.count;
    begins[lane] = begin;
    places[lane] = out.begin;
    if (lane == 31) places[32] = sum;
    if (mine) seen->rows[number][lane] = out;
  }
  __syncthreads();
  Index* const columns = seen->columns + number * chosen.most_entries();
  int row = 0;
  for (int i = static_cast<int>(threadIdx.x); i < places[32]; i += threads) {
    while (places[row + 1] <= i) ++row;
    columns[i] = a.columns[begins[row] + i - places[row]];
  }
}

}  // namespace

DeviceRows::DeviceRows(const AnyCsr& any, std::int64_t parts) {
  constexpr std::int64_t blocks_per_sm = 8;
  const Buffers& b = buffers();
  SPTUNE_CUDA(cudaMemsetAsync(b.totals.data(), 0, sizeof(RowTotals), nullptr));
  const RowBlocks blocks = row_blocks(any.rows);
  const std::int64_t grid = std::clamp<std::int64_t>(
      any.rows / threads, 1, blocks_per_sm * cuda::device_info().value().sm_count);
  if (any.rows > 0) {
    visit_pattern(any, [&](const auto& a) {
      pass_over_rows<<<static_cast<unsigned>(grid), threads>>>(a, blocks, parts, b.totals.data(),
                                                               b.seen.get());
    });
    SPTUNE_CUDA(cudaGetLastError());
  }
  cuda::copy_to_host(&totals_, b.totals.data(), sizeof(RowTotals));  // waits for the kernel
  offsets_ = b.seen.get()->row_offsets;
  parts_ = b.seen.get()->parts;
}

DeviceColumns::DeviceColumns(const AnyCsr& any, const ColumnBlocks& chosen) : chosen_(chosen) {
  const Buffers& b = buffers();
  visit_pattern(any, [&](const auto& a) {
    gather_columns<<<static_cast<unsigned>(chosen.blocks.count), threads>>>(a, chosen,
                                                                            b.seen.get());
  });
  SPTUNE_CUDA(cudaGetLastError());
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));
  seen_ = b.seen.get();
}

ColumnBlock DeviceColumns::block(std::int64_t b) const {
  const Seen& seen = *static_cast<const Seen*>(seen_);
  const std::int64_t first = chosen_.blocks.first(b);
  const Index* const columns = seen.columns + b * chosen_.most_entries();
  ColumnBlock out;
  out.count = static_cast<std::size_t>(chosen_.blocks.last(b) - first);
  for (std::size_t i = 0; i < out.count; ++i) {
    const SeenRow& row = seen.rows[b][i];
    out.rows[i] = {
        first + static_cast<std::int64_t>(i), row.length, row.first, row.last, columns + row.begin,
        columns + row.begin + row.count};
  }
  return out;
}

}  // namespace sptune::features
