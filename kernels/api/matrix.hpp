// SPDX-License-Identifier: BSD-3-Clause
// Owning host containers and non-owning views of sparse matrices. Kernels see views only.
// Invariants of a Csr that suites hands out: row_offsets has rows+1 non-decreasing entries starting
// at 0; within a row, column indices are strictly increasing (sorted, no duplicates).
#pragma once

#include "sptune/kernels/api/types.hpp"

#include <cstdint>
#include <vector>

namespace sptune {

/// Non-owning CSR matrix, passed by value. `row_offsets` has rows+1 entries.
template <class V, class O>
struct CsrView {
  using value_type = V;
  using offset_type = O;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  const O* row_offsets = nullptr;
  const Index* col_indices = nullptr;
  const V* values = nullptr;

  [[nodiscard]] std::int64_t nnz() const noexcept { return rows == 0 ? 0 : row_offsets[rows]; }
};

/// Where the arrays of a view live.
enum class MemorySpace : std::uint8_t { host, device };

/// The same with the element types known at run time only. This is what crosses the catalogue.
struct AnyCsr {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t nnz = 0;
  ValueType value_type = ValueType::f64;
  OffsetType offset_type = OffsetType::i64;
  MemorySpace space = MemorySpace::host;
  const void* row_offsets = nullptr;
  const Index* col_indices = nullptr;
  const void* values = nullptr;

  AnyCsr() = default;
  template <class V, class O>
  AnyCsr(CsrView<V, O> a)  // NOLINT(google-explicit-constructor): a view is a view
      : rows(a.rows),
        cols(a.cols),
        nnz(a.nnz()),
        value_type(value_type_of<V>),
        offset_type(offset_type_of<O>),
        row_offsets(a.row_offsets),
        col_indices(a.col_indices),
        values(a.values) {}

  template <class V, class O>
  [[nodiscard]] CsrView<V, O> as() const noexcept {
    return {rows, cols, static_cast<const O*>(row_offsets), col_indices,
            static_cast<const V*>(values)};
  }
};

/// Calls `f(CsrView<V, O>)` with the types that `a` holds.
template <class F>
decltype(auto) visit(const AnyCsr& a, F&& f) {
  if (a.value_type == ValueType::f64) {
    return a.offset_type == OffsetType::i32 ? f(a.as<double, std::int32_t>())
                                            : f(a.as<double, std::int64_t>());
  }
  return a.offset_type == OffsetType::i32 ? f(a.as<float, std::int32_t>())
                                          : f(a.as<float, std::int64_t>());
}

/// Owning compressed sparse rows.
template <class V, class O = std::int64_t>
struct Csr {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<O> row_offsets{0};
  std::vector<Index> col_indices;
  std::vector<V> values;

  [[nodiscard]] std::int64_t nnz() const noexcept {
    return static_cast<std::int64_t>(col_indices.size());
  }
  [[nodiscard]] CsrView<V, O> view() const noexcept {
    return {rows, cols, row_offsets.data(), col_indices.data(), values.data()};
  }
  friend bool operator==(const Csr&, const Csr&) = default;
};

/// Owning compressed sparse columns: the transpose's Csr under another name.
template <class V, class O = std::int64_t>
struct Csc {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<O> col_offsets{0};
  std::vector<Index> row_indices;
  std::vector<V> values;

  [[nodiscard]] std::int64_t nnz() const noexcept {
    return static_cast<std::int64_t>(row_indices.size());
  }
  friend bool operator==(const Csc&, const Csc&) = default;
};

/// Owning coordinate list, any order, duplicates allowed.
template <class V>
struct Coo {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<Index> row_indices;
  std::vector<Index> col_indices;
  std::vector<V> values;

  [[nodiscard]] std::int64_t nnz() const noexcept {
    return static_cast<std::int64_t>(col_indices.size());
  }
  friend bool operator==(const Coo&, const Coo&) = default;
};

}  // namespace sptune
