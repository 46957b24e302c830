// SPDX-License-Identifier: BSD-3-Clause
// The first `width` entries of every row in chunks of C rows, padded: all of ELL, the regular part
// of HYB.
#pragma once

#include "kernels/host/buffer.hpp"
#include "kernels/spmv/cpu/conversion.hpp"

#include <algorithm>
#include <cstdint>

namespace sptune::spmv {

template <class V>
struct EllArrays {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  const V* values = nullptr;
  const Index* columns = nullptr;
};

template <class V>
class EllMatrix {
 public:
  /// Entries of a row beyond `width` are left out.
  template <class O>
  EllMatrix(CsrView<V, O> a, std::int64_t width, int c, int threads)
      : rows_(a.rows),
        width_(width),
        c_(c),
        chunks_((a.rows + c - 1) / c),
        values_(chunks_ * c * width),
        columns_(chunks_ * c * width) {
    for_ranges(threads, chunks_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t chunk = begin; chunk < end; ++chunk) {
        for (int l = 0; l < c; ++l) fill_row(a, chunk * c + l, chunk * c * width + l, c);
      }
    });
  }

  /// Other values of the same pattern, of chunks [begin, end); padding keeps its 0.
  template <class O>
  void scatter(CsrView<V, O> a, std::int64_t begin, std::int64_t end) {
    for (std::int64_t chunk = begin; chunk < end; ++chunk) {
      const std::int64_t last = std::min(rows_, (chunk + 1) * c_);
      for (std::int64_t row = chunk * c_; row < last; ++row) {
        std::int64_t to = chunk * c_ * width_ + row - chunk * c_;
        const V* const from = a.values + a.row_offsets[row];
        const std::int64_t n = std::min(width_, row_length(a.row_offsets, row));
        for (std::int64_t i = 0; i < n; ++i, to += c_) values_.data()[to] = from[i];
      }
    }
  }

  [[nodiscard]] std::int64_t chunks() const { return chunks_; }
  [[nodiscard]] std::int64_t bytes() const { return values_.bytes() + columns_.bytes(); }
  [[nodiscard]] EllArrays<V> arrays() const {
    return {rows_, width_, values_.data(), columns_.data()};
  }

 private:
  /// Padding has the value 0 and repeats the row's last column, which is in cache; in a row without
  /// entries the matrix's first, because 0 times an infinite x that no row asks for would be NaN.
  template <class O>
  void fill_row(CsrView<V, O> a, std::int64_t row, std::int64_t at, int c) {
    std::int64_t n = 0;
    Index last = a.nnz() > 0 ? a.col_indices[0] : 0;
    if (row < rows_) {
      n = std::min(width_, row_length(a.row_offsets, row));
      const auto begin = static_cast<std::int64_t>(a.row_offsets[row]);
      for (std::int64_t i = 0; i < n; ++i) {
        values_[at + i * c] = a.values[begin + i];
        last = a.col_indices[begin + i];
        columns_[at + i * c] = last;
      }
    }
    for (std::int64_t i = n; i < width_; ++i) {
      values_[at + i * c] = 0;
      columns_[at + i * c] = last;
    }
  }

  std::int64_t rows_;
  std::int64_t width_;
  std::int64_t c_;
  std::int64_t chunks_;
  host::Buffer<V> values_;
  host::Buffer<Index> columns_;
};

}  // namespace sptune::spmv
