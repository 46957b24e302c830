// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/schemes.hpp"

#include "distributed/partition.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

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

/// Calls use(column, value) for each entry of a row of x + y, in the order of the columns.
template <class V, class Use>
void each_of_sum(const CsrView<V, std::int64_t>& x, const CsrView<V, std::int64_t>& y,
                 std::int64_t row, const Use& use) {
  std::int64_t i = x.row_offsets[row];
  std::int64_t j = y.row_offsets[row];
  const std::int64_t x_end = x.row_offsets[row + 1];
  const std::int64_t y_end = y.row_offsets[row + 1];
  while (i < x_end && j < y_end) {
    const Index of_x = x.col_indices[i];
    const Index of_y = y.col_indices[j];
    if (of_x < of_y) {
      use(of_x, x.values[i++]);
    } else if (of_y < of_x) {
      use(of_y, y.values[j++]);
    } else {
      use(of_x, x.values[i++] + y.values[j++]);
    }
  }
  for (; i < x_end; ++i) use(x.col_indices[i], x.values[i]);
  for (; j < y_end; ++j) use(y.col_indices[j], y.values[j]);
}

template <class V>
void write_row(const Entries<V>& entries, Csr<V>& out) {
  for (const auto& [column, value] : entries) {
    out.col_indices.push_back(column);
    out.values.push_back(value);
  }
  out.row_offsets.push_back(out.nnz());
}

std::string request_of(const Distribution& a, const Distribution& b, ValueType type,
                       const ProductOptions& options, std::string_view where) {
  const auto of = [](const Distribution& m) {
    return std::to_string(m.cols) + " columns, rows " + to_string(m.rows);
  };
  const std::string ring = (options.ring.overlap ? ", overlapped, " : ", ") +
                           std::to_string(options.ring.blocks) + " blocks a rank";
  return std::string(facts_of(options.scheme).name) + (options.scheme == Scheme::ring ? ring : "") +
         (options.keep ? ", kept" : "") + ", " + std::string(to_string(type)) + " on " +
         std::string(where) + ", A: " + of(a) + ", B: " + of(b);
}

}  // namespace

void require_ring(const RingOptions& ring, int ranks) {
  const int most = RingOptions::most_steps / std::max(ranks, 1);
  if (ring.blocks >= 1 && ring.blocks <= most) return;
  throw UsageError("a ring has 1 block a rank at least, and " + std::to_string(most) +
                   " at most on " + std::to_string(ranks) + " ranks, found " +
                   std::to_string(ring.blocks));
}

void require_distribution(const Communicator& ranks, const Distribution& m, std::string_view name) {
  if (m.rows.parts() != ranks.size()) {
    throw UsageError(std::string(name) + " must be distributed over the " +
                     std::to_string(ranks.size()) + " ranks of the communicator");
  }
  require_partition(m.rows, ranks.size(), m.rows.rows());
  const std::int64_t expected = m.rows.size(ranks.rank());
  if (m.local_rows == expected) return;
  throw UsageError(std::string(name) + ": expected the " + std::to_string(expected) +
                   " rows that its partition gives this rank, found " +
                   std::to_string(m.local_rows));
}

namespace {

void require_operands(const Communicator& ranks, const Distribution& a, const Distribution& b,
                      const RingOptions& ring) {
  require_ring(ring, ranks.size());
  require_distribution(ranks, a, "A");
  require_distribution(ranks, b, "B");
  if (a.cols != b.rows.rows()) {
    throw UsageError("A has " + std::to_string(a.cols) + " columns, B has " +
                     std::to_string(b.rows.rows()) + " rows: expected as many");
  }
}

}  // namespace

void require_product(Communicator& ranks, const Distribution& a, const Distribution& b,
                     ValueType type, const ProductOptions& options, std::string_view where) {
  ranks.require_equal("products that the ranks ask for", request_of(a, b, type, options, where));
  ranks.together([&] { require_operands(ranks, a, b, options.ring); });
}

Options local_options(const ProductOptions& options) {
  Options out = options.local;
  if (options.keep) {
    out.repeat = Repeat::values;
  } else {
    out.expected_runs = 1;
  }
  return out;
}

void require_vector(const Communicator& ranks, const Distribution& a, const Partition& x) {
  if (x.parts() != ranks.size() || a.rows.parts() != ranks.size() || x.rows() != a.cols) {
    throw UsageError("A and x must be distributed over the " + std::to_string(ranks.size()) +
                     " ranks of the communicator, and x have an element for each of the " +
                     std::to_string(a.cols) + " columns");
  }
  require_partition(x, ranks.size(), a.cols);
  require_distribution(ranks, a, "A");
}

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
  out.row_offsets.reserve(static_cast<std::size_t>(c.rows) + 1);
  out.col_indices.reserve(static_cast<std::size_t>(view.nnz()));
  out.values.reserve(static_cast<std::size_t>(view.nnz()));
  Entries<V> entries;
  for (std::int64_t row = 0; row < c.rows; ++row) {
    entries.clear();
    append_row(view, row, entries);
    std::sort(entries.begin(), entries.end(),
              [](const auto& x, const auto& y) { return x.first < y.first; });
    write_row(entries, out);
  }
  return out;
}

template <class V>
CsrView<V, std::int64_t> with_sorted_rows(const AnyCsr& c, Csr<V>& own) {
  if (c.columns == ColumnOrder::sorted && c.rows > 0) {
    CsrView<V, std::int64_t> view = c.as<V, std::int64_t>();
    view.columns = ColumnOrder::sorted;
    return view;
  }
  own = sorted_copy<V>(c);
  return own.view();
}

template <class V>
Csr<V> sum_of(const CsrView<V, std::int64_t>& x, const CsrView<V, std::int64_t>& y) {
  Csr<V> out{x.rows, x.cols, {0}, {}, {}};
  out.row_offsets.reserve(static_cast<std::size_t>(x.rows) + 1);
  std::int64_t entries = 0;
  for (std::int64_t row = 0; row < x.rows; ++row) {
    each_of_sum(x, y, row, [&](Index /*column*/, V /*value*/) { ++entries; });
    out.row_offsets.push_back(entries);
  }
  out.col_indices.reserve(static_cast<std::size_t>(entries));
  out.values.reserve(static_cast<std::size_t>(entries));
  for (std::int64_t row = 0; row < x.rows; ++row) {
    each_of_sum(x, y, row, [&](Index column, V value) {
      out.col_indices.push_back(column);
      out.values.push_back(value);
    });
  }
  return out;
}

template <class V>
std::int64_t entries_of_rows(std::span<const Index> named, const CsrView<V, std::int64_t>& b) {
  std::int64_t entries = 0;
  for (const Index row : named) entries += b.row_offsets[row + 1] - b.row_offsets[row];
  return entries;
}

template <class V>
std::int64_t count_products(const CsrView<V, std::int64_t>& a, const CsrView<V, std::int64_t>& b) {
  const std::vector<std::int64_t> products =
      products_of_rows(a, {b.row_offsets, static_cast<std::size_t>(b.rows) + 1});
  return std::accumulate(products.begin(), products.end(), std::int64_t{0});
}

template Csr<double> sorted_copy(const AnyCsr&);
template CsrView<double, std::int64_t> with_sorted_rows(const AnyCsr&, Csr<double>&);
template Csr<double> sum_of(const CsrView<double, std::int64_t>&,
                            const CsrView<double, std::int64_t>&);
template std::int64_t entries_of_rows(std::span<const Index>, const CsrView<double, std::int64_t>&);
template std::int64_t count_products(const CsrView<double, std::int64_t>&,
                                     const CsrView<double, std::int64_t>&);
template Csr<float> sorted_copy(const AnyCsr&);
template CsrView<float, std::int64_t> with_sorted_rows(const AnyCsr&, Csr<float>&);
template Csr<float> sum_of(const CsrView<float, std::int64_t>&,
                           const CsrView<float, std::int64_t>&);
template std::int64_t entries_of_rows(std::span<const Index>, const CsrView<float, std::int64_t>&);
template std::int64_t count_products(const CsrView<float, std::int64_t>&,
                                     const CsrView<float, std::int64_t>&);

}  // namespace sptune::distributed
