// SPDX-License-Identifier: BSD-3-Clause
// How wide the slices of a sliced ELLPACK format become when rows keep their order.
#pragma once

#include "sptune/kernels/cuda/scan_sort.hpp"
#include "sptune/kernels/spmv/cuda/device_ops.cuh"

#include <cstddef>
#include <cstdint>

namespace sptune::spmv::cuda {

template <class O>
__global__ void slice_widths(std::int64_t rows, std::int64_t slices, int c, const O* row_offsets,
                             std::int64_t* widths) {
  const std::int64_t slice = thread_id();
  if (slice >= slices) return;
  std::int64_t longest = 0;
  for (std::int64_t row = slice * c; row < min(rows, (slice + 1) * c); ++row) {
    longest = max(longest, static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]));
  }
  widths[slice] = longest;
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
    longest_ = sptune::cuda::max_value(widths.data(), slices_);
  }

  [[nodiscard]] std::int64_t slices() const { return slices_; }
  /// Entries stored, padding included.
  [[nodiscard]] std::int64_t entries() const { return width_ * c_; }
  [[nodiscard]] std::int64_t longest() const { return longest_; }
  /// Widths summed before each slice, on the device; slices+1 of them.
  [[nodiscard]] const std::int64_t* starts() const { return starts_.data(); }

 private:
  int c_;
  std::int64_t slices_;
  std::int64_t width_ = 0;
  std::int64_t longest_ = 0;
  sptune::cuda::DeviceArray<std::int64_t> starts_;
};

}  // namespace sptune::spmv::cuda
