// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/schemes.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace sptune::distributed {
namespace {

template <class V>
using Entries = std::vector<std::pair<Index, V>>;

/// Columns and values of one row.
template <class V>
void append_row(const CsrView<V, std::int64_t>& m, std::int64_t row, Entries<V>& out) {
  for (std::int64_t i = m.row_offsets[row]; i < m.row_offsets[row + 1]; ++i) {
    out.emplace_back(m.col_indices[i], m.values[i]);
  }
}

/// In the order of the columns; those of one column stay in theirs, so that sums are the same on
/// every run.
template <class V>
void sort_entries(Entries<V>& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
}

template <class V>
void write_row(const Entries<V>& sorted, Csr<V>& out) {
  const std::int64_t begin = out.row_offsets.back();
  for (const auto& [column, value] : sorted) {
    if (out.nnz() > begin && out.col_indices.back() == column) {
      out.values.back() += value;
    } else {
      out.col_indices.push_back(column);
      out.values.push_back(value);
    }
  }
  out.row_offsets.push_back(out.nnz());
}

}  // namespace

template <class V>
Csr<V> sorted_copy(const AnyCsr& c) {
  const CsrView<V, std::int64_t> view = c.as<V, std::int64_t>();
  Csr<V> out{c.rows, c.cols, {0}, {}, {}};
  if (c.rows == 0) return out;
  if (c.columns == ColumnOrder::sorted) {
    out.row_offsets.assign(view.row_offsets, view.row_offsets + c.rows + 1);
    out.col_indices.assign(view.col_indices, view.col_indices + view.nnz());
    out.values.assign(view.values, view.values + view.nnz());
    return out;
  }
  Entries<V> entries;
  for (std::int64_t row = 0; row < c.rows; ++row) {
    entries.clear();
    append_row(view, row, entries);
    sort_entries(entries);
    write_row(entries, out);
  }
  return out;
}

template <class V>
Csr<V> sum_of(std::span<const Csr<V>> parts) {
  Csr<V> out{parts.front().rows, parts.front().cols, {0}, {}, {}};
  Entries<V> entries;
  for (std::int64_t row = 0; row < out.rows; ++row) {
    entries.clear();
    for (const Csr<V>& part : parts) append_row(part.view(), row, entries);
    sort_entries(entries);
    write_row(entries, out);
  }
  return out;
}

template <class V>
std::int64_t bytes_of_rows(std::span<const Index> named, const CsrView<V, std::int64_t>& b) {
  std::int64_t entries = 0;
  for (const Index row : named) entries += b.row_offsets[row + 1] - b.row_offsets[row];
  return entries * static_cast<std::int64_t>(sizeof(Index) + sizeof(V));
}

template <class V>
std::int64_t count_products(const CsrView<V, std::int64_t>& a, const CsrView<V, std::int64_t>& b) {
  const std::vector<std::int64_t> products =
      products_of_rows(a, {b.row_offsets, static_cast<std::size_t>(b.rows) + 1});
  return std::accumulate(products.begin(), products.end(), std::int64_t{0});
}

#define SPTUNE_INSTANTIATE(V)                                                                   \
  template Csr<V> sorted_copy(const AnyCsr&);                                                   \
  template Csr<V> sum_of(std::span<const Csr<V>>);                                              \
  template std::int64_t bytes_of_rows(std::span<const Index>, const CsrView<V, std::int64_t>&); \
  template std::int64_t count_products(const CsrView<V, std::int64_t>&,                         \
                                       const CsrView<V, std::int64_t>&);
SPTUNE_INSTANTIATE(double)
SPTUNE_INSTANTIATE(float)
#undef SPTUNE_INSTANTIATE

}  // namespace sptune::distributed
