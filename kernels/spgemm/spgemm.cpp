// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/spgemm/spgemm.hpp"

#include <algorithm>
#include <cmath>

namespace sptune::spgemm {

std::int64_t count_products(const AnyCsr& any_a, const AnyCsr& any_b) {
  return visit(any_a, [&]<class V, class O>(CsrView<V, O> a) {
    return visit(any_b, [&]<class W, class P>(CsrView<W, P> b) {
      std::int64_t products = 0;
      const std::int64_t nnz = a.nnz();
      for (std::int64_t i = 0; i < nnz; ++i) {
        const Index k = a.col_indices[i];
        products += static_cast<std::int64_t>(b.row_offsets[k + 1] - b.row_offsets[k]);
      }
      return products;
    });
  });
}

Reference reference(const AnyCsr& any_a, const AnyCsr& any_b) {
  Reference out;
  visit(any_a, [&]<class V, class O>(CsrView<V, O> a) {
    visit(any_b, [&]<class W, class P>(CsrView<W, P> b) {
      const auto cols = static_cast<std::size_t>(b.cols);
      std::vector<double> sum(cols);
      std::vector<double> magnitude(cols);
      std::vector<std::int32_t> terms(cols);
      std::vector<Index> touched;
      out.c.rows = a.rows;
      out.c.cols = b.cols;
      out.c.row_offsets.assign(1, 0);
      for (std::int64_t row = 0; row < a.rows; ++row) {
        touched.clear();
        for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
          const Index k = a.col_indices[i];
          const auto factor = static_cast<double>(a.values[i]);
          for (P j = b.row_offsets[k]; j < b.row_offsets[k + 1]; ++j) {
            const Index col = b.col_indices[j];
            const auto slot = static_cast<std::size_t>(col);
            const double term = factor * static_cast<double>(b.values[j]);
            if (terms[slot] == 0) touched.push_back(col);
            sum[slot] += term;
            magnitude[slot] += std::abs(term);
            ++terms[slot];
          }
        }
        std::sort(touched.begin(), touched.end());
        for (const Index col : touched) {
          const auto slot = static_cast<std::size_t>(col);
          out.c.col_indices.push_back(col);
          out.c.values.push_back(sum[slot]);
          out.magnitude.push_back(magnitude[slot]);
          out.terms.push_back(terms[slot]);
          sum[slot] = 0;
          magnitude[slot] = 0;
          terms[slot] = 0;
        }
        out.c.row_offsets.push_back(out.c.nnz());
      }
    });
  });
  return out;
}

SpgemmProblem make_problem(const AnyCsr& a, const AnyCsr& b, const Resources& resources) {
  return {a, b, resources, count_products(a, b)};
}

}  // namespace sptune::spgemm
