// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spmv/spmv.hpp"

#include <algorithm>
#include <cmath>

namespace sptune::spmv {

Reference reference(const AnyCsr& any, double alpha, const void* x_any, double beta,
                    const void* y_any) {
  Reference out;
  visit(any, [&]<class V, class O>(CsrView<V, O> a) {
    const auto* x = static_cast<const V*>(x_any);
    const auto* y = static_cast<const V*>(y_any);
    out.y.resize(static_cast<std::size_t>(a.rows));
    out.magnitude.resize(static_cast<std::size_t>(a.rows));
    for (std::int64_t row = 0; row < a.rows; ++row) {
      double sum = 0;
      double magnitude = 0;
      for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
        const double term =
            static_cast<double>(a.values[i]) * static_cast<double>(x[a.col_indices[i]]);
        sum += term;
        magnitude += std::abs(term);
      }
      const double old = beta == 0 ? 0.0 : beta * static_cast<double>(y[row]);
      out.y[static_cast<std::size_t>(row)] = alpha * sum + old;
      out.magnitude[static_cast<std::size_t>(row)] = std::abs(alpha) * magnitude + std::abs(old);
    }
  });
  return out;
}

double compulsory_bytes(const AnyCsr& a) {
  const auto value = static_cast<double>(size_of(a.value_type));
  const auto nnz = static_cast<double>(a.nnz);
  const auto offset = static_cast<double>(size_of(a.offset_type));
  return nnz * (value + sizeof(Index)) + (static_cast<double>(a.rows) + 1) * offset +
         static_cast<double>(std::min(a.cols, a.nnz)) * value + static_cast<double>(a.rows) * value;
}

}  // namespace sptune::spmv
