// SPDX-License-Identifier: BSD-3-Clause
// Owning host containers and non-owning views of sparse matrices. Kernels see views only.
//
// The contract of a CSR operand:
// - rows and cols are 0 to 2^31-1; 32-bit offsets hold at most 2^31-1 entries.
// - row_offsets has rows+1 non-decreasing entries from 0 to nnz, col_indices and values have nnz;
//   a matrix without rows may do without arrays, one without entries without columns and values.
// - Columns are in [0, cols). Within a row they may stand in any order and more than once (entries
//   of one place add up), unless ColumnOrder says more; a Csr that suites hands out is sorted.
// - All arrays of an operand, and both operands of C = A*B, are in one memory space: the host's, or
//   that of the device that is current when planned and run. Both operands have one value type.
// - The arrays outlive the plan; offsets and columns do not change under it.
// Options::validate (choice.hpp) says how much of this is looked at. What is not looked at is
// believed: it ends in wrong results, in reads or writes outside the arrays, or in a kernel that
// does not end, as an `nnz` of a device matrix beyond its last offset may.
#pragma once

#include "sptune/types.hpp"

#include <cstdint>
#include <limits>
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
  /// Type of the values.
  using value_type = V;
  /// Type of the offsets.
  using offset_type = O;
  std::int64_t rows = 0;                       ///< number of rows
  std::int64_t cols = 0;                       ///< number of columns
  const O* row_offsets = nullptr;              ///< where each row begins; rows+1 of them
  const Index* col_indices = nullptr;          ///< column of each entry
  const V* values = nullptr;                   ///< value of each entry
  ColumnOrder columns = ColumnOrder::unknown;  ///< what is known of their order

  /// Reads the last offset, which must be in host memory. 0 where `rows` is no number of rows: what
  /// takes the matrix says so, and there is no offset to be read.
  [[nodiscard]] std::int64_t nnz() const noexcept {
    const bool possible = rows > 0 && rows <= std::numeric_limits<Index>::max();
    return possible && row_offsets != nullptr ? static_cast<std::int64_t>(row_offsets[rows]) : 0;
  }
};

/// Where the elements of a dense matrix stand: row by row, or column by column.
enum class Layout : std::uint8_t { row_major, col_major };

/// Where the arrays of a view live.
enum class MemorySpace : std::uint8_t { host, device };

/// The same with the element types known at run time only. This is what crosses the catalogue.
struct AnyCsr {
  std::int64_t rows = 0;                       ///< number of rows
  std::int64_t cols = 0;                       ///< number of columns
  std::int64_t nnz = 0;                        ///< number of stored entries
  ValueType value_type = ValueType::f64;       ///< type of the values
  OffsetType offset_type = OffsetType::i64;    ///< type of the offsets
  MemorySpace space = MemorySpace::host;       ///< where the arrays are
  const void* row_offsets = nullptr;           ///< where each row begins; rows+1 of them
  const Index* col_indices = nullptr;          ///< column of each entry
  const void* values = nullptr;                ///< value of each entry
  ColumnOrder columns = ColumnOrder::unknown;  ///< what is known of their order

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

  /// The same with its types; they must be those that it holds.
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
  std::int64_t rows = 0;           ///< number of rows
  std::int64_t cols = 0;           ///< number of columns
  std::vector<O> row_offsets{0};   ///< where each row begins; rows+1 of them
  std::vector<Index> col_indices;  ///< column of each entry
  std::vector<V> values;           ///< value of each entry

  /// Number of stored entries.
  [[nodiscard]] std::int64_t nnz() const noexcept {
    return static_cast<std::int64_t>(col_indices.size());
  }
  /// The matrix without owning it.
  [[nodiscard]] CsrView<V, O> view() const noexcept {
    return {rows, cols, row_offsets.data(), col_indices.data(), values.data()};
  }
  /// Same shape and same arrays.
  friend bool operator==(const Csr&, const Csr&) = default;
};

/// Owning compressed sparse columns: the transpose's Csr under another name.
template <class V, class O = std::int64_t>
struct Csc {
  std::int64_t rows = 0;           ///< number of rows
  std::int64_t cols = 0;           ///< number of columns
  std::vector<O> col_offsets{0};   ///< where each column begins; cols+1 of them
  std::vector<Index> row_indices;  ///< row of each entry
  std::vector<V> values;           ///< value of each entry

  /// Number of stored entries.
  [[nodiscard]] std::int64_t nnz() const noexcept {
    return static_cast<std::int64_t>(row_indices.size());
  }
  /// Same shape and same arrays.
  friend bool operator==(const Csc&, const Csc&) = default;
};

/// Owning coordinate list, any order, duplicates allowed.
template <class V>
struct Coo {
  std::int64_t rows = 0;           ///< number of rows
  std::int64_t cols = 0;           ///< number of columns
  std::vector<Index> row_indices;  ///< row of each entry
  std::vector<Index> col_indices;  ///< column of each entry
  std::vector<V> values;           ///< value of each entry

  /// Number of stored entries.
  [[nodiscard]] std::int64_t nnz() const noexcept {
    return static_cast<std::int64_t>(col_indices.size());
  }
  /// Same shape and same arrays.
  friend bool operator==(const Coo&, const Coo&) = default;
};

}  // namespace sptune
