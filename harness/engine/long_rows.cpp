// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/long_rows.hpp"

#include "harness/engine/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace sptune::harness {
namespace {

/// From here on the bound of the worst case is no eighth of a mean entry: n*n*epsilon = 1/8.
constexpr std::int64_t long_row = 1024;
/// An entry a quarter as large as the others still shows among so many.
constexpr std::int64_t entries_of_class = 32 * long_row;
/// Each is a run. Rows of more than 1e7 entries may hide one of mean size.
constexpr std::int64_t most_classes = 64;

/// The terms of a row that fall into one part, in storage order.
struct Terms {
  double sum = 0;
  double magnitude = 0;
  double squares = 0;
  double farthest = 0;  ///< largest partial sum
  std::int64_t terms = 0;

  void add(double term) {
    sum += term;
    magnitude += std::abs(term);
    squares += term * term;
    farthest = std::max(farthest, std::abs(sum));
    ++terms;
  }
  [[nodiscard]] double bound() const {
    constexpr double safety = 6;
    constexpr double farthest_at_random = 6;  // standard deviations of a partial sum
    const Precision f32 = precision_of(ValueType::f32);
    const auto n = static_cast<double>(terms);
    const double deviation = std::sqrt(squares);
    const bool random = farthest <= farthest_at_random * deviation;
    const double sharp = safety * f32.epsilon * std::sqrt(n) * std::max(farthest, deviation);
    const double worst = n * f32.epsilon * magnitude;
    const double reference = n * std::numeric_limits<double>::epsilon() * magnitude;
    return (random ? std::min(sharp, worst) : worst) + reference + (n + 4) * f32.smallest;
  }
};

template <class V, class O>
LongRows find(const CsrView<V, O>& a, const V* x, const DenseShape& x_shape,
              const DenseShape& y_shape) {
  LongRows found;
  found.x = x_shape;
  found.y = y_shape;
  std::int64_t longest = 0;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    const auto length = static_cast<std::int64_t>(a.row_offsets[row + 1] - a.row_offsets[row]);
    if (length < long_row) continue;
    found.rows.push_back(row);
    longest = std::max(longest, length);
  }
  if (found.rows.empty()) return found;
  found.classes =
      static_cast<int>(std::min((longest + entries_of_class - 1) / entries_of_class, most_classes));
  const std::size_t rows = found.rows.size();
  const auto parts = static_cast<std::size_t>(found.parts());
  found.expected.resize(parts * rows);
  found.bound.resize(parts * rows);
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<Terms> of_row(parts);
    const std::int64_t row = found.rows[r];
    for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      const Index column = a.col_indices[i];
      const double term =
          static_cast<double>(a.values[i]) * static_cast<double>(x[x_shape.at(column, 0)]);
      of_row[0].add(term);
      if (parts == 1) continue;
      of_row[1 + static_cast<std::size_t>(class_of_column(column, found.classes))].add(term);
    }
    for (std::size_t part = 0; part < parts; ++part) {
      found.expected[part * rows + r] = of_row[part].sum;
      found.bound[part * rows + r] = of_row[part].bound();
    }
  }
  return found;
}

}  // namespace

LongRows find_long_rows(const AnyCsr& any, const GuardedVector& x, const DenseShape& x_shape,
                        const DenseShape& y_shape) {
  if (any.value_type == ValueType::f64) return {};
  return visit(any, [&]<class V, class O>(const CsrView<V, O>& a) {
    return find(a, static_cast<const V*>(x.data()), x_shape, y_shape);
  });
}

void keep_class(const GuardedVector& x, const LongRows& long_rows, int wanted, GuardedVector& out) {
  // Long rows are of f32.
  const auto* const from = static_cast<const float*>(x.data());
  auto* const to = static_cast<float*>(out.data());
  for (std::int64_t i = 0; i < long_rows.x.size(); ++i) {
    const bool kept = class_of_column(long_rows.x.row_of(i), long_rows.classes) == wanted;
    to[i] = kept ? from[i] : 0;
  }
}

void compare_long_rows(const LongRows& long_rows, int part, const GuardedVector& y,
                       Verification& v) {
  const std::size_t first = static_cast<std::size_t>(part) * long_rows.rows.size();
  for (std::size_t r = 0; r < long_rows.rows.size(); ++r) {
    const double found = y.at(long_rows.y.at(long_rows.rows[r], 0));
    const BoundCheck j =
        check_within(long_rows.expected[first + r], long_rows.bound[first + r], found);
    v.max_bound_ratio = std::max(v.max_bound_ratio, j.bound_ratio);
    if (!j.right) report_long_row(long_rows, part, static_cast<std::int64_t>(r), found, v);
  }
}

void report_long_row(const LongRows& long_rows, int part, std::int64_t index, double found,
                     Verification& v) {
  const auto at = static_cast<std::size_t>(index);
  const std::size_t first = static_cast<std::size_t>(part) * long_rows.rows.size();
  const bool already_blamed = !v.first_bad.empty();
  report_row(long_rows.rows[at], long_rows.expected[first + at], found, v);
  if (already_blamed) return;
  v.first_bad += part == 0 ? " (checked as a long row)"
                           : fmt::format(
                                 " (checked as a long row, x zero outside column class {} "
                                 "of {})",
                                 part, long_rows.classes);
}

}  // namespace sptune::harness
