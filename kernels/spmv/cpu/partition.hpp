// SPDX-License-Identifier: BSD-3-Clause
// Cutting a matrix into parts for threads, once, when a plan is made.
#pragma once

#include "kernels/host/run_threads.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sptune::spmv {

using host::run_threads;

/// parts+1 borders of equal numbers of items.
[[nodiscard]] inline std::vector<std::int64_t> even_borders(std::int64_t items, int parts) {
  std::vector<std::int64_t> borders(static_cast<std::size_t>(parts) + 1);
  for (int p = 0; p <= parts; ++p) borders[static_cast<std::size_t>(p)] = items * p / parts;
  return borders;
}

/// parts+1 borders of equal cost, where `cost(i)`, non-decreasing with cost(0) = 0, is what the
/// first i items cost together.
template <class Cost>
[[nodiscard]] std::vector<std::int64_t> balanced_borders(std::int64_t items, int parts,
                                                         Cost&& cost) {
  std::vector<std::int64_t> borders(static_cast<std::size_t>(parts) + 1, items);
  borders[0] = 0;
  const auto total = cost(items);
  for (int p = 1; p < parts; ++p) {
    const auto wanted = total / parts * p + total % parts * p / parts;
    std::int64_t low = borders[static_cast<std::size_t>(p) - 1];
    std::int64_t high = items;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (cost(middle) < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    borders[static_cast<std::size_t>(p)] = low;
  }
  return borders;
}

/// What starting a row costs beside its entries, in entries; for balancing only.
inline constexpr std::int64_t row_cost = 3;

/// Row borders that give every part as many entries (a row counts as `row_cost` more).
template <class O>
[[nodiscard]] std::vector<std::int64_t> balanced_rows(const O* row_offsets, std::int64_t rows,
                                                      int parts) {
  return balanced_borders(rows, parts, [&](std::int64_t row) {
    return static_cast<std::int64_t>(row_offsets[row]) + row_cost * row;
  });
}

/// A place between two entries: `entry` belongs to row `row`, or ends it.
struct PathPoint {
  std::int64_t row = 0;
  std::int64_t entry = 0;
};

/// Cuts the merge path of rows and entries into equal lengths, inside rows where need be
/// (Merrill and Garland, Merge-based parallel sparse matrix-vector multiplication, SC 2016, sec.
/// 3).
template <class O>
[[nodiscard]] std::vector<PathPoint> merge_path(const O* row_offsets, std::int64_t rows,
                                                int parts) {
  std::vector<PathPoint> points;
  points.reserve(static_cast<std::size_t>(parts) + 1);
  const auto nnz = static_cast<std::int64_t>(row_offsets[rows]);
  for (int p = 0; p <= parts; ++p) {
    const std::int64_t diagonal = (rows + nnz) / parts * p + (rows + nnz) % parts * p / parts;
    std::int64_t low = 0;
    std::int64_t high = std::min(rows, diagonal);
    while (low < high) {  // rows that end before the diagonal
      const std::int64_t middle = low + (high - low) / 2;
      if (static_cast<std::int64_t>(row_offsets[middle + 1]) + middle + 1 <= diagonal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    points.push_back({low, diagonal - low});
  }
  return points;
}

/// Parts worth making of a problem: more than one only when each gets something to do.
[[nodiscard]] inline int useful_parts(int threads, std::int64_t items) {
  return static_cast<int>(std::clamp<std::int64_t>(items, 1, threads));
}

}  // namespace sptune::spmv
