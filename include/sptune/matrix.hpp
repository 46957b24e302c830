// SPDX-License-Identifier: BSD-3-Clause
// Owning host containers and non-owning views of sparse matrices. Kernels see views only.
// What every CSR matrix keeps: row_offsets has rows+1 non-decreasing entries from 0 to nnz, and
// columns are in [0, cols). Within a row they may stand in any order and more than once (entries of
// one place add up), unless ColumnOrder says more; a Csr that suites hands out is sorted.
#pragma once

#include "sptune/types.hpp"

#include <cstdint>
#include <vector>

namespace sptune {

/// What is known of the columns within each row. A wrong `sorted` is the caller's own: it is
/// believed.
enum class ColumnOrder : std::uint8_t {
  unknown,  ///< nobody has looked: looked for where it matters, one pass over the matrix
  any,      ///< unsorted, or with duplicates, for all that is known
  sorted    ///< strictly increasing: sorted and without duplicates
};

/// Non-owning CSR matrix, passed by value. `row_offsets` has rows+1 entries. A matrix without rows
/// may do without arrays, one without entries without columns and values.
template <class V, class O>
struct CsrView {
  using value_type = V;
  using offset_type = O;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  const O* row_offsets = nullptr;
  const Index* col_indices = nullptr;
  const V* values = nullptr;
  ColumnOrder columns = ColumnOrder::unknown;

  /// Reads the last offset, which must be in host memory.
  [[nodiscard]] std::int64_t nnz() const noexcept {
    return rows <= 0 || row_offsets == nullptr ? 0 : static_cast<std::int64_t>(row_offsets[rows]);
  }
};

/// Where the elements of a dense matrix stand: row by row, or column by column.
enum class Layout : std::uint8_t { row_major, col_major };

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
  ColumnOrder columns = ColumnOrder::unknown;

  AnyCsr() = default;
  /// A matrix in host memory.
  template <class V, class O>
  AnyCsr(CsrView<V, O> a)  // NOLINT(google-explicit-constructor): a view is a view
      : AnyCsr(a, a.nnz(), MemorySpace::host) {}
  /// A matrix in the memory of a device, whose number of entries cannot be read from here.
  template <class V, class O>
  [[nodiscard]] static AnyCsr on_device(CsrView<V, O> a, std::int64_t nnz) {
    return AnyCsr(a, nnz, MemorySpace::device);
  }

  template <class V, class O>
  [[nodiscard]] CsrView<V, O> as() const noexcept {
    return {rows,
            cols,
            static_cast<const O*>(row_offsets),
            col_indices,
            static_cast<const V*>(values),
            columns};
  }

 private:
  template <class V, class O>
  AnyCsr(CsrView<V, O> a, std::int64_t entries, MemorySpace where)
      : rows(a.rows),
        cols(a.cols),
        nnz(entries),
        value_type(value_type_of<V>),
        offset_type(offset_type_of<O>),
        space(where),
        row_offsets(a.row_offsets),
        col_indices(a.col_indices),
        values(a.values),
        columns(a.columns) {}
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
