// SPDX-License-Identifier: BSD-3-Clause
// The first `width` entries of every row, padded to the same width and stored by columns: a thread
// per row reads beside its neighbours. ELL is this with the longest row's width; HYB adds a rest.
// Source: Bell and Garland, "Efficient sparse matrix-vector multiplication on CUDA", NVIDIA
// NVR-2008-004, sections 3.2 and 4.2.
#pragma once

#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sptune::spmv::cuda {

constexpr int most_ell_threads = 512;  ///< of a block

/// y = alpha*E*x + beta*y for the entries stored.
template <class V, int Unroll>
__global__ void __launch_bounds__(most_ell_threads, blocks_in_flight<V>(Unroll, most_ell_threads))
    multiply_ell(std::int64_t rows, std::int64_t stride, int width,
                 const Index* __restrict__ columns, const V* __restrict__ values, V alpha,
                 const V* __restrict__ x, V beta, V* __restrict__ y) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const Index* c = columns + row;
  const V* v = values + row;
  V sum = 0;
  int k = 0;
  const auto round = [&]<bool Whole>(std::bool_constant<Whole>) {
    Index col[Unroll];
    V a[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const bool there = Whole || k + u < width;
      col[u] = load_if<Load::streaming>(there, c + (k + u) * stride);
      a[u] = load_if<Load::streaming>(there, v + (k + u) * stride);
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const bool there = Whole || k + u < width;
      add_product(sum, a[u], load_if<Load::cached>(there, x + col[u]));
    }
  };
#pragma unroll 1
  for (; k + Unroll < width; k += Unroll) round(std::true_type{});
  round(std::false_type{});
  store(y + row, sum, alpha, beta);
}

/// Padding (padding.cuh) has the row's own last column, or column 0 in a row without entries: it is
/// in bounds and in cache.
template <class V, class O>
__global__ void fill_ell(std::int64_t rows, std::int64_t stride, int width,
                         const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                         const V* __restrict__ values, Index* __restrict__ columns,
                         V* __restrict__ out) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const std::int64_t begin = row_offsets[row];
  const std::int64_t length = row_offsets[row + 1] - begin;
  const Index* const from = col_indices + begin;
  const Index behind = length == 0 ? 0 : from[length - 1];
#pragma unroll 4
  for (int k = 0; k < width; ++k) {
    const bool real = k < length;
    columns[k * stride + row] = real ? from[k] : behind;
    out[k * stride + row] = real ? as_entry(values[begin + k]) : padding<V>();
  }
}

/// Other values of the same pattern; padding stays.
template <class V, class O>
__global__ void scatter_ell(std::int64_t rows, std::int64_t stride, int width,
                            const O* __restrict__ row_offsets, const V* __restrict__ values,
                            V* __restrict__ out) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const O begin = row_offsets[row];
  const O length = min(row_offsets[row + 1] - begin, static_cast<O>(width));
  for (O k = 0; k < length; ++k) out[k * stride + row] = as_entry(values[begin + k]);
}

template <class V>
class EllPart {
 public:
  EllPart() = default;
  /// Enqueued on the default stream.
  template <class O>
  EllPart(CsrView<V, O> a, std::int64_t width)
      : rows_(a.rows), stride_(stride(a.rows)), width_(static_cast<int>(width)) {
    const auto slots = static_cast<std::size_t>(stride_ * width);
    columns_ = sptune::cuda::DeviceArray<Index>::ordered(slots);
    values_ = sptune::cuda::DeviceArray<V>::ordered(slots);
    if (slots == 0) return;
    launch(fill_ell<V, O>, blocks_for(rows_, 256), 256, 0, nullptr, rows_, stride_, width_,
           a.row_offsets, a.col_indices, a.values, columns_.data(), values_.data());
  }

  /// Other values of the same pattern, enqueued.
  template <class O>
  void scatter(CsrView<V, O> a, Stream stream) {
    if (values_.size() == 0) return;
    launch(scatter_ell<V, O>, blocks_for(rows_, 256), 256, 0, native(stream), rows_, stride_,
           width_, a.row_offsets, a.values, values_.data());
  }

  [[nodiscard]] std::int64_t bytes() const { return columns_.bytes() + values_.bytes(); }
  /// The largest number where they are more.
  [[nodiscard]] static std::int64_t bytes_for(std::int64_t rows, std::int64_t width) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t column = stride(rows) * static_cast<std::int64_t>(sizeof(V) + sizeof(Index));
    return column == 0 || width <= most / column ? column * width : most;
  }

  template <int Unroll>
  void run(int block, V alpha, const V* x, V beta, V* y, Stream stream) const {
    launch(multiply_ell<V, Unroll>, blocks_for(rows_, block), block, 0, native(stream), rows_,
           stride_, width_, columns_.data(), values_.data(), alpha, x, beta, y);
  }

 private:
  /// A multiple of 128 bytes, so that every column begins a cache line.
  static std::int64_t stride(std::int64_t rows) { return ceil_div(rows, 32) * 32; }

  std::int64_t rows_ = 0;
  std::int64_t stride_ = 0;
  int width_ = 0;
  sptune::cuda::DeviceArray<Index> columns_;
  sptune::cuda::DeviceArray<V> values_;
};

}  // namespace sptune::spmv::cuda
