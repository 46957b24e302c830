// SPDX-License-Identifier: BSD-3-Clause
// How wide the slices of a sliced ELLPACK format become when rows keep their order.
#pragma once

#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"

#include <array>
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

/// The sum of all widths, and the largest, on top of zeros.
template <class O>
__global__ void sum_slices(std::int64_t rows, std::int64_t slices, int c, const O* row_offsets,
                           unsigned long long* sum_and_largest) {
  const std::int64_t slice = thread_id();
  const auto width = static_cast<unsigned long long>(
      slice < slices ? width_of_slice(slice, rows, c, row_offsets) : 0);
  const unsigned long long sum = group_sum<32>(width);
  const unsigned long long largest = sptune::cuda::warp_max(width);
  if ((threadIdx.x & 31) != 0 || sum == 0) return;
  atomicAdd(sum_and_largest, sum);
  atomicMax(sum_and_largest + 1, largest);
}

/// Looks at the offsets once and keeps nothing: what formats ask before they convert.
template <class O>
[[nodiscard]] SliceTotals slice_totals(std::int64_t rows, const O* row_offsets, int c) {
  if (rows == 0) return {};
  const std::int64_t slices = ceil_div(rows, c);
  const sptune::cuda::Scratch<unsigned long long> totals(2);
  SPTUNE_CUDA(cudaMemsetAsync(totals.data(), 0, static_cast<std::size_t>(totals.bytes())));
  sum_slices<<<blocks_for(slices, 256), 256>>>(rows, slices, c, row_offsets, totals.data());
  SPTUNE_CUDA(cudaGetLastError());
  std::array<unsigned long long, 2> found{};
  sptune::cuda::copy_to_host(found.data(), totals.data(), sizeof(found));
  return {static_cast<std::int64_t>(found[0]) * c, static_cast<std::int64_t>(found[1])};
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
        slice_widths<<<blocks_for(slices_, 256), 256>>>(a.rows, slices_, c, csr.row_offsets,
                                                        widths.data());
      });
      SPTUNE_CUDA(cudaGetLastError());
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
