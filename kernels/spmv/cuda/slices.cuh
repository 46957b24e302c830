// SPDX-License-Identifier: BSD-3-Clause
// How wide the slices of a sliced ELLPACK format become when rows keep their order.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"

#include <cstddef>
#include <cstdint>

namespace sptune::spmv::cuda {

template <class O>
[[nodiscard]] __device__ __forceinline__ std::int64_t width_of_slice(std::int64_t slice,
                                                                     std::int64_t rows, int c,
                                                                     const O* row_offsets) {
  std::int64_t longest = 0;
  for (std::int64_t row = slice * c; row < min(rows, (slice + 1) * c); ++row) {
    longest = max(longest, static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]));
  }
  return longest;
}

/// Of slices of c rows, each as wide as its longest row.
struct SliceTotals {
  std::int64_t entries = 0;  ///< stored, padding included
  std::int64_t longest = 0;  ///< row
};

constexpr int totals_threads = 256;

/// Counts the sum of all widths, and the largest. c: a power of two up to 32.
template <class O>
__global__ void __launch_bounds__(totals_threads)
    sum_slices(std::int64_t rows, int c, const O* __restrict__ row_offsets,
               sptune::cuda::TallyWords tally) {
  __shared__ unsigned long long most;
  const int thread = static_cast<int>(threadIdx.x);
  unsigned long long sum = 0;
  unsigned long long largest = 0;
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * totals_threads; first < rows;
       first += static_cast<std::int64_t>(gridDim.x) * totals_threads) {
    const std::int64_t row = first + thread;
    auto width = static_cast<unsigned long long>(
        row < rows ? row_offsets[row + 1] - row_offsets[row] : O(0));
    for (int step = c / 2; step > 0; step /= 2) {
      width = max(width, __shfl_xor_sync(all_lanes, width, step));
    }
    largest = max(largest, width);
    if (thread % c == 0) sum += width;
  }
  if (thread == 0) most = 0;
  __syncthreads();
  largest = sptune::cuda::warp_max(largest);
  if (thread % warp_size == 0) atomicMax(&most, largest);
  const auto all = sptune::cuda::sum_in_block<totals_threads>(static_cast<long long>(sum));
  if (thread == 0 && all.total > 0) {
    atomicAdd(tally.sums, static_cast<unsigned long long>(all.total));
    atomicMax(tally.sums + 1, most);
  }
  sptune::cuda::publish<2>(tally);
}

/// Looks at the offsets once and keeps nothing: what formats ask before they convert.
template <class O>
[[nodiscard]] SliceTotals slice_totals(std::int64_t rows, const O* row_offsets, int c) {
  if (rows == 0) return {};
  sptune::cuda::Tally tally;
  launch(sum_slices<O>, blocks_up_to(ceil_div(rows, totals_threads)), totals_threads, 0, nullptr,
         rows, c, row_offsets, tally.words());
  const auto found = tally.read();
  return {found[0] * c, found[1]};
}

[[nodiscard]] inline SliceTotals slice_totals(const AnyCsr& a, int c) {
  return visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
    return slice_totals(a.rows, csr.row_offsets, c);
  });
}

template <class O>
__global__ void slice_widths(std::int64_t rows, std::int64_t slices, int c, const O* row_offsets,
                             std::int64_t* widths) {
  const std::int64_t slice = thread_id();
  if (slice < slices) widths[slice] = width_of_slice(slice, rows, c, row_offsets);
}

/// Slices of c rows, each as wide as its longest row.
class SliceWidths {
 public:
  SliceWidths(const AnyCsr& a, int c)
      : c_(c), slices_(ceil_div(a.rows, c)), starts_(static_cast<std::size_t>(slices_) + 1) {
    sptune::cuda::Scratch<std::int64_t> widths(static_cast<std::size_t>(slices_));
    if (slices_ > 0) {
      visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
        launch(slice_widths<O>, blocks_for(slices_, 256), 256, 0, nullptr, a.rows, slices_, c,
               csr.row_offsets, widths.data());
      });
    }
    width_ = sptune::cuda::exclusive_scan(widths.data(), starts_.data(), slices_);
  }

  [[nodiscard]] std::int64_t slices() const { return slices_; }
  /// Entries stored, padding included.
  [[nodiscard]] std::int64_t entries() const { return width_ * c_; }
  /// Widths summed before each slice, on the device; slices+1 of them.
  [[nodiscard]] const std::int64_t* starts() const { return starts_.data(); }

 private:
  int c_;
  std::int64_t slices_;
  std::int64_t width_ = 0;
  sptune::cuda::Scratch<std::int64_t> starts_;
};

}  // namespace sptune::spmv::cuda
