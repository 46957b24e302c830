// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/convert/convert.hpp"

#include "sptune/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sptune::convert {
namespace {

/// Compressed arrays by counting sort on `keys`: `others` and `values` land under their key in list
/// order.
template <class V, class O>
struct Compressed {
  std::vector<O> offsets;
  std::vector<Index> indices;
  std::vector<V> values;
};

/// Visits the entries of compressed arrays as (major, minor, value).
template <class V, class O, class F>
void for_each_entry(std::int64_t majors, const O* offsets, const Index* indices, const V* values,
                    F&& f) {
  for (std::int64_t major = 0; major < majors; ++major) {
    for (O i = offsets[major]; i < offsets[major + 1]; ++i) {
      f(static_cast<Index>(major), indices[i], values[i]);
    }
  }
}

/// Swaps the compressed dimension: entries are scattered in order, so minors come out sorted.
template <class V, class O>
Compressed<V, O> swap_dimensions(std::int64_t majors, std::int64_t minors, const O* offsets,
                                 const Index* indices, const V* values) {
  const auto nnz = static_cast<std::size_t>(majors == 0 ? 0 : offsets[majors]);
  Compressed<V, O> out;
  // Counted two places to the right: after the scan, slot k+1 is the cursor of k, and when all
  // entries are placed it has become the end of k. No second array of cursors.
  out.offsets.assign(static_cast<std::size_t>(minors) + 2, 0);
  for (std::size_t i = 0; i < nnz; ++i) ++out.offsets[static_cast<std::size_t>(indices[i]) + 2];
  std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
  out.indices.resize(nnz);
  out.values.resize(nnz);
  for_each_entry(majors, offsets, indices, values, [&](Index major, Index minor, V value) {
    const auto at = static_cast<std::size_t>(out.offsets[static_cast<std::size_t>(minor) + 1]++);
    out.indices[at] = major;
    out.values[at] = value;
  });
  out.offsets.pop_back();
  return out;
}

/// Sorts one row by column, equal columns in their present order. A (column, position) pair packs
/// into one integer, which sorts fast and needs no stable sort.
template <class V>
class RowSorter {
 public:
  void sort(Index* columns, V* values, std::size_t count) {
    if (std::is_sorted(columns, columns + count)) return;
    keys_.resize(count);
    values_.assign(values, values + count);
    for (std::size_t i = 0; i < count; ++i) {
      keys_[i] = (static_cast<std::uint64_t>(columns[i]) << 32U) | i;
    }
    std::sort(keys_.begin(), keys_.end());
    for (std::size_t i = 0; i < count; ++i) {
      columns[i] = static_cast<Index>(keys_[i] >> 32U);
      values[i] = values_[keys_[i] & 0xffffffffU];
    }
  }

  /// The same for rows of 2^32 entries and more, which can only be long through duplicates.
  void sort_huge(Index* columns, V* values, std::size_t count) {
    std::vector<std::pair<Index, V>> entries(count);
    for (std::size_t i = 0; i < count; ++i) entries[i] = {columns[i], values[i]};
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < count; ++i) std::tie(columns[i], values[i]) = entries[i];
  }

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<V> values_;
};

template <class O>
void require_offsets_fit(std::int64_t nnz) {
  if (nnz > static_cast<std::int64_t>(std::numeric_limits<O>::max())) {
    throw UsageError("expected at most " + std::to_string(std::numeric_limits<O>::max()) +
                     " entries for this offset type, found " + std::to_string(nnz) +
                     "; use 64-bit offsets");
  }
}

template <class V>
void require_inside(const Coo<V>& matrix) {
  for (std::size_t i = 0; i < matrix.col_indices.size(); ++i) {
    const Index row = matrix.row_indices[i];
    const Index col = matrix.col_indices[i];
    if (row < 0 || row >= matrix.rows || col < 0 || col >= matrix.cols) {
      throw UsageError("entry " + std::to_string(i) + ": expected indices inside " +
                       std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols) +
                       ", found (" + std::to_string(row) + ", " + std::to_string(col) + ")");
    }
  }
}

}  // namespace

template <class V, class O>
std::int64_t sort_and_sum_rows(Csr<V, O>& matrix, CountMerges count) {
  RowSorter<V> sorter;
  std::int64_t merged = 0;
  std::size_t out = 0;
  std::size_t begin = 0;
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    const auto end =
        static_cast<std::size_t>(matrix.row_offsets[static_cast<std::size_t>(row) + 1]);
    const std::size_t length = end - begin;
    Index* const columns = matrix.col_indices.data() + begin;
    V* const values = matrix.values.data() + begin;
    if (length <= std::numeric_limits<std::uint32_t>::max()) {
      sorter.sort(columns, values, length);
    } else {
      sorter.sort_huge(columns, values, length);
    }
    const std::size_t row_begin = out;
    for (std::size_t i = begin; i < end; ++i) {
      const Index column = matrix.col_indices[i];
      if (out > row_begin && matrix.col_indices[out - 1] == column) {
        matrix.values[out - 1] += matrix.values[i];
        if (count == CountMerges::all || column <= row) ++merged;
      } else {
        matrix.col_indices[out] = column;
        matrix.values[out] = matrix.values[i];
        ++out;
      }
    }
    matrix.row_offsets[static_cast<std::size_t>(row) + 1] = static_cast<O>(out);
    begin = end;
  }
  if (out != matrix.col_indices.size()) {
    matrix.col_indices.resize(out);
    matrix.values.resize(out);
    matrix.col_indices.shrink_to_fit();
    matrix.values.shrink_to_fit();
  }
  return merged;
}

template <class V, class O>
Csr<V, O> coo_to_csr(const Coo<V>& matrix, std::int64_t* duplicates_summed) {
  require_offsets_fit<O>(matrix.nnz());
  require_inside(matrix);
  Csr<V, O> out;
  out.rows = matrix.rows;
  out.cols = matrix.cols;
  out.row_offsets.assign(static_cast<std::size_t>(matrix.rows) + 2, 0);
  for (const Index row : matrix.row_indices) {
    ++out.row_offsets[static_cast<std::size_t>(row) + 2];
  }
  std::partial_sum(out.row_offsets.begin(), out.row_offsets.end(), out.row_offsets.begin());
  out.col_indices.resize(matrix.col_indices.size());
  out.values.resize(matrix.col_indices.size());
  for (std::size_t i = 0; i < matrix.col_indices.size(); ++i) {
    const auto row = static_cast<std::size_t>(matrix.row_indices[i]);
    const auto at = static_cast<std::size_t>(out.row_offsets[row + 1]++);
    out.col_indices[at] = matrix.col_indices[i];
    out.values[at] = matrix.values[i];
  }
  out.row_offsets.pop_back();
  const std::int64_t merged = sort_and_sum_rows(out);
  if (duplicates_summed != nullptr) *duplicates_summed = merged;
  return out;
}

template <class V, class O>
Csr<V, O> dense_to_csr(std::int64_t rows, std::int64_t cols, std::int64_t stride, const V* values) {
  Csr<V, O> out;
  out.rows = rows;
  out.cols = cols;
  for (std::int64_t row = 0; row < rows; ++row) {
    const V* const elements = values + row * stride;
    for (std::int64_t col = 0; col < cols; ++col) {
      if (elements[col] == V{0}) continue;
      out.col_indices.push_back(static_cast<Index>(col));
      out.values.push_back(elements[col]);
    }
    require_offsets_fit<O>(out.nnz());
    out.row_offsets.push_back(static_cast<O>(out.nnz()));
  }
  return out;
}

template <class V, class O>
Coo<V> csr_to_coo(CsrView<V, O> matrix) {
  Coo<V> out;
  out.rows = matrix.rows;
  out.cols = matrix.cols;
  const auto nnz = static_cast<std::size_t>(matrix.nnz());
  out.row_indices.reserve(nnz);
  for_each_entry(matrix.rows, matrix.row_offsets, matrix.col_indices, matrix.values,
                 [&](Index row, Index, V) { out.row_indices.push_back(row); });
  out.col_indices.assign(matrix.col_indices, matrix.col_indices + nnz);
  out.values.assign(matrix.values, matrix.values + nnz);
  return out;
}

template <class V, class O>
Csc<V, O> csr_to_csc(CsrView<V, O> matrix) {
  auto swapped = swap_dimensions(matrix.rows, matrix.cols, matrix.row_offsets, matrix.col_indices,
                                 matrix.values);
  return {matrix.rows, matrix.cols, std::move(swapped.offsets), std::move(swapped.indices),
          std::move(swapped.values)};
}

template <class V, class O>
Csr<V, O> csc_to_csr(const Csc<V, O>& matrix) {
  auto swapped = swap_dimensions(matrix.cols, matrix.rows, matrix.col_offsets.data(),
                                 matrix.row_indices.data(), matrix.values.data());
  return {matrix.rows, matrix.cols, std::move(swapped.offsets), std::move(swapped.indices),
          std::move(swapped.values)};
}

template <class V, class O>
Csr<V, O> transpose(CsrView<V, O> matrix) {
  auto swapped = swap_dimensions(matrix.rows, matrix.cols, matrix.row_offsets, matrix.col_indices,
                                 matrix.values);
  return {matrix.cols, matrix.rows, std::move(swapped.offsets), std::move(swapped.indices),
          std::move(swapped.values)};
}

template <class V, class O>
std::string broken_invariant(const Csr<V, O>& matrix) {
  const auto& offsets = matrix.row_offsets;
  if (matrix.rows < 0 || matrix.cols < 0) return "negative dimensions";
  if (offsets.size() != static_cast<std::size_t>(matrix.rows) + 1) return "wrong number of offsets";
  if (offsets.front() != 0) return "the first offset is not 0";
  if (matrix.values.size() != matrix.col_indices.size()) return "unequal columns and values";
  if (static_cast<std::size_t>(offsets.back()) != matrix.col_indices.size()) {
    return "the last offset is not the number of entries";
  }
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    if (offsets[row + 1] < offsets[row] || offsets[row + 1] > offsets.back()) {
      return "offsets decrease after row " + std::to_string(row);
    }
    Index before = -1;
    bool ordered = true;
    for (O i = offsets[row]; i < offsets[row + 1]; ++i) {
      const Index column = matrix.col_indices[static_cast<std::size_t>(i)];
      ordered = ordered && column > before;
      before = column;
    }
    if (!ordered) return "columns of row " + std::to_string(row) + " do not increase";
    if (before >= matrix.cols) return "a column of row " + std::to_string(row) + " is outside";
  }
  return {};
}

#define SPTUNE_INSTANTIATE(V, O)                                                             \
  template std::int64_t sort_and_sum_rows(Csr<V, O>&, CountMerges);                          \
  template Csr<V, O> coo_to_csr<V, O>(const Coo<V>&, std::int64_t*);                         \
  template Csr<V, O> dense_to_csr<V, O>(std::int64_t, std::int64_t, std::int64_t, const V*); \
  template Coo<V> csr_to_coo(CsrView<V, O>);                                                 \
  template Csc<V, O> csr_to_csc(CsrView<V, O>);                                              \
  template Csr<V, O> csc_to_csr(const Csc<V, O>&);                                           \
  template Csr<V, O> transpose(CsrView<V, O>);                                               \
  template std::string broken_invariant(const Csr<V, O>&);
SPTUNE_INSTANTIATE(float, std::int32_t)
SPTUNE_INSTANTIATE(float, std::int64_t)
SPTUNE_INSTANTIATE(double, std::int32_t)
SPTUNE_INSTANTIATE(double, std::int64_t)
#undef SPTUNE_INSTANTIATE

}  // namespace sptune::convert
