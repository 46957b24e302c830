// SPDX-License-Identifier: BSD-3-Clause
// A matrix taken apart by its columns, each piece with columns of its own.
#pragma once

#include "sptune/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sptune::distributed {

template <class V>
struct Piece {
  Csr<V> a;                        ///< as many rows as the whole
  std::vector<std::int64_t> from;  ///< which entry of the whole each of its entries is

  /// Other values of the whole.
  void take_values(std::span<const V> whole) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      a.values[i] = whole[static_cast<std::size_t>(from[i])];
    }
  }
};

/// `place(column)` gives the piece and the column there; within a row the order of entries stays.
/// `cols`: of each piece.
template <class V, class Place>
[[nodiscard]] std::vector<Piece<V>> take_apart(const CsrView<V, std::int64_t>& a,
                                               const std::vector<std::int64_t>& cols,
                                               const Place& place) {
  std::vector<Piece<V>> pieces(cols.size());
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    pieces[p].a.rows = a.rows;
    pieces[p].a.cols = cols[p];
    pieces[p].a.row_offsets.reserve(static_cast<std::size_t>(a.rows) + 1);
  }
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      const auto [piece, column] = place(a.col_indices[i]);
      Piece<V>& to = pieces[static_cast<std::size_t>(piece)];
      to.a.col_indices.push_back(static_cast<Index>(column));
      to.a.values.push_back(a.values[i]);
      to.from.push_back(i);
    }
    for (Piece<V>& piece : pieces) piece.a.row_offsets.push_back(piece.a.nnz());
  }
  return pieces;
}

}  // namespace sptune::distributed
