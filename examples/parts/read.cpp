// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/read.hpp"

#include "sptune/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sptune::examples {

Matrix graph_of(const Matrix& a) {
  if (a.rows != a.cols) {
    throw InputError("expected a square matrix, found " + std::to_string(a.rows) + " x " +
                     std::to_string(a.cols));
  }
  if (a.nnz() > std::numeric_limits<std::int32_t>::max() / 2) {
    throw InputError("expected fewer than 2^30 entries, found " + std::to_string(a.nnz()) +
                     ": the graph's edges need 32-bit offsets");
  }
  const Matrix t = transpose(a);  // its rows are sorted
  Matrix graph{a.rows, a.rows, {0}, {}, {}};
  std::vector<Index> row;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i) {
    row.clear();
    for (const Matrix* m : {&a, &t}) {
      row.insert(row.end(), m->col_indices.begin() + m->row_offsets[i],
                 m->col_indices.begin() + m->row_offsets[i + 1]);
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    row.erase(std::remove(row.begin(), row.end(), static_cast<Index>(i)), row.end());
    graph.col_indices.insert(graph.col_indices.end(), row.begin(), row.end());
    graph.row_offsets.push_back(static_cast<std::int32_t>(graph.col_indices.size()));
  }
  graph.values.assign(graph.col_indices.size(), 1.0);
  return graph;
}

}  // namespace sptune::examples
