// SPDX-License-Identifier: BSD-3-Clause
// Which rank has which rows: consecutive ones, borders between rows and never within one.
#pragma once

#include "sptune/matrix.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::distributed {

/// Rank r has the rows from begins[r] up to begins[r + 1]; it may have none.
struct Partition {
  std::vector<std::int64_t> begins{0};

  [[nodiscard]] std::int64_t rows() const noexcept { return begins.back(); }
  [[nodiscard]] int parts() const noexcept { return static_cast<int>(begins.size()) - 1; }
  [[nodiscard]] std::int64_t begin(int rank) const { return begins[at(rank)]; }
  [[nodiscard]] std::int64_t end(int rank) const { return begins[at(rank) + 1]; }
  [[nodiscard]] std::int64_t size(int rank) const { return end(rank) - begin(rank); }
  /// The rank that has the row, which must be one.
  [[nodiscard]] int owner(std::int64_t row) const;

  friend bool operator==(const Partition&, const Partition&) = default;

 private:
  static std::size_t at(int rank) noexcept { return static_cast<std::size_t>(rank); }
};

/// Throws UsageError unless each of so many ranks has its rows, in order, and all have `expected`.
void require_partition(const Partition& rows, int parts, std::int64_t expected);

/// The borders: "0 12 30".
[[nodiscard]] std::string to_string(const Partition& rows);

/// What is to be about equal on all ranks.
enum class Balance : std::uint8_t {
  rows,
  nnz,      ///< entries
  products  ///< multiplications of C = A*B
};
inline constexpr std::array all_balances{Balance::products, Balance::nnz, Balance::rows};
[[nodiscard]] std::string_view to_string(Balance balance) noexcept;
[[nodiscard]] std::optional<Balance> parse_balance(std::string_view text) noexcept;

/// Each border is where the weight before it is nearest to its share; no weight at all: by rows.
/// `weights`: one per row, none negative.
[[nodiscard]] Partition partition(std::span<const std::int64_t> weights, int parts);

/// Multiplications of each row of A*B: sums of lengths of rows of B.
template <class V>
[[nodiscard]] std::vector<std::int64_t> products_of_rows(const CsrView<V, std::int64_t>& a,
                                                         std::span<const std::int64_t> b_offsets);

/// Rows of A for C = A*B; where the balance does not ask for products, B is not looked at.
template <class V>
[[nodiscard]] Partition partition_rows(const CsrView<V, std::int64_t>& a,
                                       std::span<const std::int64_t> b_offsets, Balance balance,
                                       int parts);

}  // namespace sptune::distributed
