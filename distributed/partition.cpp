// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/partition.hpp"

#include "sptune/error.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace sptune::distributed {

int Partition::owner(std::int64_t row) const {
  return static_cast<int>(std::upper_bound(begins.begin(), begins.end(), row) - begins.begin()) - 1;
}

void require_partition(const Partition& rows, int parts, std::int64_t expected) {
  bool ordered = rows.parts() == parts && rows.begins.front() == 0 && rows.rows() == expected;
  for (std::size_t r = 1; ordered && r < rows.begins.size(); ++r) {
    ordered = rows.begins[r - 1] <= rows.begins[r];
  }
  if (!ordered) {
    throw UsageError("a partition must give " + std::to_string(expected) + " rows to " +
                     std::to_string(parts) + " ranks, in order");
  }
}

std::string to_string(const Partition& rows) {
  std::string text;
  for (const std::int64_t border : rows.begins) {
    text += (text.empty() ? "" : " ") + std::to_string(border);
  }
  return text;
}

std::string_view to_string(Balance balance) noexcept {
  switch (balance) {
    case Balance::rows:
      return "rows";
    case Balance::nnz:
      return "nnz";
    case Balance::products:
      return "products";
  }
  return "";  // no such balance
}

std::optional<Balance> parse_balance(std::string_view text) noexcept {
  for (const Balance balance : all_balances) {
    if (to_string(balance) == text) return balance;
  }
  return std::nullopt;
}

Partition partition(std::span<const std::int64_t> weights, int parts) {
  std::vector<std::int64_t> before(weights.size() + 1);
  std::partial_sum(weights.begin(), weights.end(), before.begin() + 1);
  if (before.back() == 0) std::iota(before.begin(), before.end(), std::int64_t{0});
  const std::int64_t total = before.back();
  Partition out{{0}};
  for (int part = 1; part < parts; ++part) {
    const std::int64_t share = total / parts * part + total % parts * part / parts;
    auto border = std::lower_bound(before.begin(), before.end(), share);
    if (border != before.begin() && share - *(border - 1) < *border - share) --border;
    out.begins.push_back(std::max<std::int64_t>(out.begins.back(), border - before.begin()));
  }
  out.begins.push_back(static_cast<std::int64_t>(weights.size()));
  return out;
}

template <class V>
std::vector<std::int64_t> products_of_rows(const CsrView<V, std::int64_t>& a,
                                           std::span<const std::int64_t> b_offsets) {
  std::vector<std::int64_t> products(static_cast<std::size_t>(a.rows));
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      const auto k = static_cast<std::size_t>(a.col_indices[i]);
      products[static_cast<std::size_t>(row)] += b_offsets[k + 1] - b_offsets[k];
    }
  }
  return products;
}

template <class V>
Partition partition_rows(const CsrView<V, std::int64_t>& a, std::span<const std::int64_t> b_offsets,
                         Balance balance, int parts) {
  if (balance == Balance::products) return partition(products_of_rows(a, b_offsets), parts);
  std::vector<std::int64_t> weights(static_cast<std::size_t>(a.rows), 1);
  if (balance == Balance::nnz && a.rows > 0) {
    std::adjacent_difference(a.row_offsets + 1, a.row_offsets + a.rows + 1, weights.begin());
  }
  return partition(weights, parts);
}

template std::vector<std::int64_t> products_of_rows(const CsrView<double, std::int64_t>&,
                                                    std::span<const std::int64_t>);
template std::vector<std::int64_t> products_of_rows(const CsrView<float, std::int64_t>&,
                                                    std::span<const std::int64_t>);
template Partition partition_rows(const CsrView<double, std::int64_t>&,
                                  std::span<const std::int64_t>, Balance, int);
template Partition partition_rows(const CsrView<float, std::int64_t>&,
                                  std::span<const std::int64_t>, Balance, int);

}  // namespace sptune::distributed
