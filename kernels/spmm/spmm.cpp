// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spmm/spmm.hpp"

#include "kernels/host/parts.hpp"
#include "kernels/host/preparing.hpp"
#include "kernels/spmv/cpu/partition.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

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
  // In double, since it may be too large for what it is counted with.
  const auto of = [](std::int64_t lines, std::int64_t elements) {
    return static_cast<double>(lines) * static_cast<double>(elements);
  };
  const bool by_rows = layout == Layout::row_major;
  const double most = std::max({of(columns, std::max({a.rows, a.cols, a.nnz})),
                                of(by_rows ? a.cols : columns, leading_x()),
                                of(by_rows ? a.rows : columns, leading_y())});
  if (most * static_cast<double>(size_of(a.value_type)) > 0x1p62) {
    return "the dense operand has " + std::to_string(columns) +
           " columns, ldx=" + std::to_string(ldx) + " and ldy=" + std::to_string(ldy) +
           ": more than any memory holds";
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

/// alpha*A*X + beta*Y of some rows. Every element adds its terms in the order of the entries; all
/// elements of a row at once, so that a row of X is read from end to end.
template <class V, class O>
class Rows {
 public:
  Rows(CsrView<V, O> a, const SpmmProblem& p, double alpha, const V* x, double beta, const V* y)
      : a_(a),
        columns_(p.columns),
        in_(strides(p.layout, p.leading_x())),
        before_(strides(p.layout, p.leading_y())),
        out_(strides(p.layout, p.compact_y())),
        alpha_(alpha),
        beta_(beta),
        x_(x),
        y_(y),
        sums_(static_cast<std::size_t>(p.columns)),
        magnitudes_(sums_.size()) {}

  void write(std::int64_t row, DenseReference& out) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    std::fill(magnitudes_.begin(), magnitudes_.end(), 0.0);
    for (O i = a_.row_offsets[row]; i < a_.row_offsets[row + 1]; ++i) {
      add(static_cast<double>(a_.values[i]), x_ + a_.col_indices[i] * in_.row);
    }
    for (std::int64_t j = 0; j < columns_; ++j) {
      const auto column = static_cast<std::size_t>(j);
      const double old =
          beta_ == 0 ? 0.0
                     : beta_ * static_cast<double>(y_[row * before_.row + j * before_.column]);
      const auto at = static_cast<std::size_t>(row * out_.row + j * out_.column);
      out.y[at] = alpha_ * sums_[column] + old;
      out.magnitude[at] = std::abs(alpha_) * magnitudes_[column] + std::abs(old);
    }
  }

 private:
  void add(double value, const V* x) {
    for (std::int64_t j = 0; j < columns_; ++j) {
      const double term = value * static_cast<double>(x[j * in_.column]);
      sums_[static_cast<std::size_t>(j)] += term;
      magnitudes_[static_cast<std::size_t>(j)] += std::abs(term);
    }
  }

  CsrView<V, O> a_;
  std::int64_t columns_;
  Strides in_;
  Strides before_;
  Strides out_;
  double alpha_;
  double beta_;
  const V* x_;
  const V* y_;
  std::vector<double> sums_;
  std::vector<double> magnitudes_;
};

}  // namespace

DenseReference reference(const SpmmProblem& p, double alpha, const void* x_any, double beta,
                         const void* y_any) {
  constexpr std::int64_t worth_a_thread = 1 << 18;  // terms
  DenseReference out;
  visit(p.a, [&]<class V, class O>(CsrView<V, O> a) {
    const auto* x = static_cast<const V*>(x_any);
    const auto* y = static_cast<const V*>(y_any);
    out.y.resize(static_cast<std::size_t>(a.rows * p.columns));
    out.magnitude.resize(out.y.size());
    if (a.rows == 0) return;  // it may come without arrays
    const std::int64_t work = (p.a.nnz + a.rows) * p.columns;
    const int parts = host::parts_worth(work, worth_a_thread);
    const std::vector<std::int64_t> borders = spmv::balanced_rows(a.row_offsets, a.rows, parts);
    host::prepare_parts(parts, [&](int part) {
      Rows<V, O> rows(a, p, alpha, x, beta, y);
      const auto at = static_cast<std::size_t>(part);
      for (std::int64_t row = borders[at]; row < borders[at + 1]; ++row) rows.write(row, out);
    });
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
