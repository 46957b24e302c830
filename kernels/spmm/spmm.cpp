// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spmm/spmm.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sptune {
namespace {

std::string too_small(const char* name, std::int64_t leading, std::int64_t least) {
  if (leading == 0 || leading >= least) return {};
  return std::string(name) + " is " + std::to_string(leading) + ", it must be 0 (compact) or " +
         std::to_string(least) + " at least";
}

}  // namespace

std::string SpmmProblem::mismatch() const {
  if (columns <= 0) {
    return "the dense operand has " + std::to_string(columns) + " columns: 1 or more are needed";
  }
  const std::string why = too_small("ldx, the leading dimension of X,", ldx, compact_x());
  return why.empty() ? too_small("ldy, the leading dimension of Y,", ldy, compact_y()) : why;
}

namespace spmm {
namespace {

/// Strides of a dense operand in elements.
struct Strides {
  std::int64_t row;
  std::int64_t column;
};

Strides strides(Layout layout, std::int64_t leading) {
  return layout == Layout::row_major ? Strides{leading, 1} : Strides{1, leading};
}

}  // namespace

DenseReference reference(const SpmmProblem& p, double alpha, const void* x_any, double beta,
                         const void* y_any) {
  DenseReference out;
  const Strides in = strides(p.layout, p.leading_x());
  const Strides old_y = strides(p.layout, p.leading_y());
  const Strides compact = strides(p.layout, p.compact_y());
  visit(p.a, [&]<class V, class O>(CsrView<V, O> a) {
    const auto* x = static_cast<const V*>(x_any);
    const auto* y = static_cast<const V*>(y_any);
    out.y.resize(static_cast<std::size_t>(a.rows * p.columns));
    out.magnitude.resize(out.y.size());
    for (std::int64_t row = 0; row < a.rows; ++row) {
      for (std::int64_t j = 0; j < p.columns; ++j) {
        double sum = 0;
        double magnitude = 0;
        for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
          const double term = static_cast<double>(a.values[i]) *
                              static_cast<double>(x[a.col_indices[i] * in.row + j * in.column]);
          sum += term;
          magnitude += std::abs(term);
        }
        const double old =
            beta == 0 ? 0.0 : beta * static_cast<double>(y[row * old_y.row + j * old_y.column]);
        const auto at = static_cast<std::size_t>(row * compact.row + j * compact.column);
        out.y[at] = alpha * sum + old;
        out.magnitude[at] = std::abs(alpha) * magnitude + std::abs(old);
      }
    }
  });
  return out;
}

double compulsory_bytes(const SpmmProblem& p) {
  const auto value = static_cast<double>(size_of(p.a.value_type));
  const auto nnz = static_cast<double>(p.a.nnz);
  const auto offset = static_cast<double>(size_of(p.a.offset_type));
  const auto dense_rows = static_cast<double>(std::min(p.a.cols, p.a.nnz) + p.a.rows);
  return nnz * (value + sizeof(Index)) + (static_cast<double>(p.a.rows) + 1) * offset +
         dense_rows * static_cast<double>(p.columns) * value;
}

}  // namespace spmm
}  // namespace sptune
