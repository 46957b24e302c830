// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "examples/parts/array.hpp"

#include <cstddef>
#include <cstdint>

namespace sptune::examples {

/// shift*I + the Laplacian of a graph whose edge between i and j weighs weight(i, j) > 0,
/// symmetric: positive definite for a shift above 0. Rows are sorted, as the graph's must be.
template <class Weight>
[[nodiscard]] Matrix laplacian(const Matrix& graph, const Weight& weight, double shift) {
  Matrix out{graph.rows, graph.cols, {0}, {}, {}};
  out.col_indices.reserve(graph.col_indices.size() + static_cast<std::size_t>(graph.rows));
  out.values.reserve(graph.col_indices.size() + static_cast<std::size_t>(graph.rows));
  for (std::size_t row = 0; row < static_cast<std::size_t>(graph.rows); ++row) {
    double sum = shift;
    std::size_t diagonal = 0;
    bool placed = false;
    const auto place_diagonal = [&] {
      diagonal = out.values.size();
      out.col_indices.push_back(static_cast<Index>(row));
      out.values.push_back(0);
      placed = true;
    };
    for (auto k = static_cast<std::size_t>(graph.row_offsets[row]);
         k < static_cast<std::size_t>(graph.row_offsets[row + 1]); ++k) {
      const Index col = graph.col_indices[k];
      if (!placed && static_cast<std::size_t>(col) > row) place_diagonal();
      const double w = weight(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col));
      out.col_indices.push_back(col);
      out.values.push_back(-w);
      sum += w;
    }
    if (!placed) place_diagonal();
    out.values[diagonal] = sum;
    out.row_offsets.push_back(static_cast<std::int32_t>(out.col_indices.size()));
  }
  return out;
}

}  // namespace sptune::examples
