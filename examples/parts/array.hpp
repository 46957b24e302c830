// SPDX-License-Identifier: BSD-3-Clause
// Arrays and matrices in the memory of the host or of a GPU.
#pragma once

#include "sptune/device.hpp"
#include "sptune/matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sptune::examples {

/// All examples compute in double, with 32-bit offsets, as most programs do.
using Matrix = Csr<double, std::int32_t>;

/// Owning array in either memory.
template <class T>
class Array {
 public:
  Array() = default;
  /// Zeros.
  Array(MemorySpace where, std::size_t size) : where_(where), size_(size) {
    if (where == MemorySpace::host) {
      host_.resize(size);
    } else {
      device_ = cuda::DeviceArray<T>::zeroed(size);
    }
  }
  Array(MemorySpace where, std::vector<T> values) : where_(where), size_(values.size()) {
    if (where == MemorySpace::host) {
      host_ = std::move(values);
    } else {
      device_ = cuda::DeviceArray<T>(values.data(), values.size());
    }
  }
  [[nodiscard]] T* data() noexcept {
    return where_ == MemorySpace::host ? host_.data() : device_.data();
  }
  [[nodiscard]] const T* data() const noexcept {
    return where_ == MemorySpace::host ? host_.data() : device_.data();
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] MemorySpace where() const noexcept { return where_; }
  /// A copy for the host; of a device's array when what was enqueued is done.
  [[nodiscard]] std::vector<T> fetch() const;

 private:
  MemorySpace where_ = MemorySpace::host;
  std::size_t size_ = 0;
  std::vector<T> host_;
  cuda::DeviceArray<T> device_;
};

/// A copy for the host of an array in either memory.
template <class T>
[[nodiscard]] std::vector<T> fetch(MemorySpace where, const T* data, std::size_t size) {
  std::vector<T> out(size);
  if (where == MemorySpace::host) {
    std::copy_n(data, size, out.begin());
  } else if (size > 0) {
    cuda::copy_to_host(out.data(), data, size * sizeof(T));
  }
  return out;
}

template <class T>
std::vector<T> Array<T>::fetch() const {
  return examples::fetch(where_, data(), size_);
}

/// A matrix of the host for the product that reads it.
class Operand {
 public:
  Operand() = default;
  Operand(MemorySpace where, Matrix a)
      : rows_(a.rows),
        cols_(a.cols),
        offsets_(where, std::move(a.row_offsets)),
        columns_(where, std::move(a.col_indices)),
        values_(where, std::move(a.values)) {}
  /// The rows must be sorted and without duplicates, as those of all examples are.
  [[nodiscard]] AnyCsr view() const {
    CsrView<double, std::int32_t> a{rows_,           cols_,          offsets_.data(),
                                    columns_.data(), values_.data(), ColumnOrder::sorted};
    if (where() == MemorySpace::host) return a;
    return AnyCsr::on_device(a, static_cast<std::int64_t>(columns_.size()));
  }
  [[nodiscard]] MemorySpace where() const noexcept { return values_.where(); }
  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  /// Other values on the same pattern, where the former ones were.
  void set_values(const std::vector<double>& values) {
    if (where() == MemorySpace::host) {
      std::copy(values.begin(), values.end(), values_.data());
    } else if (!values.empty()) {
      cuda::copy_to_device(values_.data(), values.data(), values.size() * sizeof(double));
    }
  }

 private:
  std::int64_t rows_ = 0;
  std::int64_t cols_ = 0;
  Array<std::int32_t> offsets_;
  Array<Index> columns_;
  Array<double> values_;
};

/// A copy of a matrix for the host, its rows sorted. Throws UsageError for 2^31 entries and more.
[[nodiscard]] Matrix fetch(const AnyCsr& a);
/// The same matrix with 32-bit offsets; UsageError as above.
[[nodiscard]] Matrix narrow(Csr<double>&& a);
[[nodiscard]] Matrix transpose(const Matrix& a);

}  // namespace sptune::examples
