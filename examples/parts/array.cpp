// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/array.hpp"

#include "sptune/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace sptune::examples {
namespace {

/// Columns of every row in order, values with them.
void sort_rows(Matrix& a) {
  std::vector<std::pair<Index, double>> row;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i) {
    const auto begin = static_cast<std::size_t>(a.row_offsets[i]);
    const auto end = static_cast<std::size_t>(a.row_offsets[i + 1]);
    if (std::is_sorted(a.col_indices.begin() + a.row_offsets[i],
                       a.col_indices.begin() + a.row_offsets[i + 1])) {
      continue;
    }
    row.clear();
    for (std::size_t k = begin; k < end; ++k) row.emplace_back(a.col_indices[k], a.values[k]);
    std::sort(row.begin(), row.end());
    for (std::size_t k = begin; k < end; ++k) {
      a.col_indices[k] = row[k - begin].first;
      a.values[k] = row[k - begin].second;
    }
  }
}

void require_few(std::int64_t entries) {
  if (entries > std::numeric_limits<std::int32_t>::max()) {
    throw UsageError("expected fewer than 2^31 entries, found " + std::to_string(entries) +
                     ": the examples have 32-bit offsets");
  }
}

}  // namespace

Matrix fetch(const AnyCsr& a) {
  require_few(a.nnz);
  Matrix out{a.rows, a.cols, {}, {}, {}};
  const auto offsets = static_cast<std::size_t>(a.rows) + 1;
  const auto entries = static_cast<std::size_t>(a.nnz);
  if (a.offset_type == OffsetType::i32) {
    out.row_offsets = fetch(a.space, static_cast<const std::int32_t*>(a.row_offsets), offsets);
  } else {
    const auto wide = fetch(a.space, static_cast<const std::int64_t*>(a.row_offsets), offsets);
    out.row_offsets.assign(wide.begin(), wide.end());
  }
  out.col_indices = fetch(a.space, a.col_indices, entries);
  out.values = fetch(a.space, static_cast<const double*>(a.values), entries);
  sort_rows(out);
  return out;
}

Matrix narrow(Csr<double>&& a) {
  require_few(a.nnz());
  return {a.rows, a.cols, std::vector<std::int32_t>(a.row_offsets.begin(), a.row_offsets.end()),
          std::move(a.col_indices), std::move(a.values)};
}

Matrix transpose(const Matrix& a) {
  Matrix out{a.cols, a.rows, {}, {}, {}};
  out.row_offsets.assign(static_cast<std::size_t>(a.cols) + 1, 0);
  out.col_indices.resize(a.col_indices.size());
  out.values.resize(a.values.size());
  for (const Index col : a.col_indices) ++out.row_offsets[static_cast<std::size_t>(col) + 1];
  std::partial_sum(out.row_offsets.begin(), out.row_offsets.end(), out.row_offsets.begin());
  std::vector<std::int32_t> next(out.row_offsets.begin(), out.row_offsets.end() - 1);
  for (std::size_t row = 0; row < static_cast<std::size_t>(a.rows); ++row) {
    for (auto k = static_cast<std::size_t>(a.row_offsets[row]);
         k < static_cast<std::size_t>(a.row_offsets[row + 1]); ++k) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(a.col_indices[k])]++);
      out.col_indices[at] = static_cast<Index>(row);
      out.values[at] = a.values[k];
    }
  }
  return out;
}

}  // namespace sptune::examples
