// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/aggregation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sptune::examples {
namespace {

constexpr Index nobody = -1;

/// Entries of a row off the diagonal that are strong.
class Strong {
 public:
  Strong(const Matrix& a, double theta) : a_(a), theta_(theta) {
    largest_.assign(static_cast<std::size_t>(a.rows), 0);
    for (std::size_t row = 0; row < largest_.size(); ++row) {
      for (std::size_t k = begin(row); k < end(row); ++k) {
        if (static_cast<std::size_t>(a.col_indices[k]) == row) continue;
        largest_[row] = std::max(largest_[row], std::abs(a.values[k]));
      }
    }
  }
  /// f(column, |value|)
  template <class F>
  void each(std::size_t row, const F& f) const {
    for (std::size_t k = begin(row); k < end(row); ++k) {
      const auto col = static_cast<std::size_t>(a_.col_indices[k]);
      const double value = std::abs(a_.values[k]);
      if (col == row || value <= theta_ * std::sqrt(largest_[row] * largest_[col])) continue;
      f(col, value);
    }
  }

 private:
  [[nodiscard]] std::size_t begin(std::size_t row) const {
    return static_cast<std::size_t>(a_.row_offsets[row]);
  }
  [[nodiscard]] std::size_t end(std::size_t row) const {
    return static_cast<std::size_t>(a_.row_offsets[row + 1]);
  }
  const Matrix& a_;
  double theta_;
  std::vector<double> largest_;  ///< off the diagonal, of each row
};

/// A row whose strong neighbours are all free becomes an aggregate with them.
Index whole_neighbourhoods(const Strong& strong, std::vector<Index>& of) {
  Index count = 0;
  for (std::size_t row = 0; row < of.size(); ++row) {
    bool free = of[row] == nobody;
    bool alone = true;
    if (free) {
      strong.each(row, [&](std::size_t col, double /*value*/) {
        free &= of[col] == nobody;
        alone = false;
      });
    }
    if (!free || alone) continue;
    of[row] = count;
    strong.each(row, [&](std::size_t col, double /*value*/) { of[col] = count; });
    ++count;
  }
  return count;
}

/// Rows that are left join the aggregate of their strongest neighbour.
void join_neighbours(const Strong& strong, std::vector<Index>& of) {
  const std::vector<Index> before = of;
  for (std::size_t row = 0; row < of.size(); ++row) {
    if (before[row] != nobody) continue;
    double strongest = 0;
    strong.each(row, [&](std::size_t col, double value) {
      if (before[col] == nobody || value < strongest) return;
      if (value == strongest && of[row] != nobody && of[row] <= before[col]) return;
      strongest = value;
      of[row] = before[col];
    });
  }
}

}  // namespace

std::vector<Index> aggregate(const Matrix& a, double theta) {
  const Strong strong(a, theta);
  std::vector<Index> of(static_cast<std::size_t>(a.rows), nobody);
  Index count = whole_neighbourhoods(strong, of);
  join_neighbours(strong, of);
  for (std::size_t row = 0; row < of.size(); ++row) {
    if (of[row] != nobody) continue;
    of[row] = count;
    strong.each(row, [&](std::size_t col, double /*value*/) {
      if (of[col] == nobody) of[col] = count;
    });
    ++count;
  }
  return of;
}

Matrix tentative(const std::vector<Index>& aggregates) {
  Matrix p{static_cast<std::int64_t>(aggregates.size()), 0, {0}, aggregates, {}};
  for (std::size_t row = 0; row < aggregates.size(); ++row) {
    p.cols = std::max<std::int64_t>(p.cols, aggregates[row] + 1);
    p.row_offsets.push_back(static_cast<std::int32_t>(row + 1));
  }
  p.values.assign(aggregates.size(), 1);
  return p;
}

Matrix smoothed(Matrix a_times_p0, const std::vector<Index>& aggregates,
                const std::vector<double>& inverse_diagonal, double omega) {
  Matrix& p = a_times_p0;
  for (std::size_t row = 0; row < aggregates.size(); ++row) {
    for (auto k = static_cast<std::size_t>(p.row_offsets[row]);
         k < static_cast<std::size_t>(p.row_offsets[row + 1]); ++k) {
      p.values[k] = (p.col_indices[k] == aggregates[row] ? 1 : 0) -
                    omega * inverse_diagonal[row] * p.values[k];
    }
  }
  return a_times_p0;
}

}  // namespace sptune::examples
