// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/spgemm/spgemm.hpp"

#include "sptune/kernels/host/threads.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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
      out.c.row_offsets.reserve(static_cast<std::size_t>(a.rows) + 1);
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

std::int64_t estimate_entries(const SpgemmProblem& problem) {
  const auto& a = problem.a;
  const double bound = std::min(static_cast<double>(problem.products),
                                static_cast<double>(a.rows) * static_cast<double>(problem.b.cols));
  if (bound == 0) return 0;
  constexpr std::int64_t most_products = 100'000;
  // Rows 0, s, 2s, … with the step chosen so that the mean row spends the budget.
  const std::int64_t step = std::max<std::int64_t>(1, problem.products / most_products);
  std::int64_t products = 0;
  std::int64_t entries = 0;
  std::vector<Index> columns;
  visit(a, [&]<class V, class O>(CsrView<V, O> left) {
    visit(problem.b, [&]<class W, class P>(CsrView<W, P> right) {
      for (std::int64_t row = step / 2; row < left.rows; row += step) {
        columns.clear();
        for (O i = left.row_offsets[row]; i < left.row_offsets[row + 1]; ++i) {
          const Index k = left.col_indices[i];
          columns.insert(columns.end(), right.col_indices + right.row_offsets[k],
                         right.col_indices + right.row_offsets[k + 1]);
          if (columns.size() > 4 * most_products) break;
        }
        std::sort(columns.begin(), columns.end());
        products += static_cast<std::int64_t>(columns.size());
        entries += std::unique(columns.begin(), columns.end()) - columns.begin();
        if (products > 4 * most_products) break;
      }
    });
  });
  if (products == 0) return static_cast<std::int64_t>(bound);
  const double share = static_cast<double>(entries) / static_cast<double>(products);
  return static_cast<std::int64_t>(std::min(bound, share * static_cast<double>(problem.products)));
}

Fit fit_common(const SpgemmProblem& problem, int threads_axis) {
  const auto& [a, b, resources, products] = problem;
  if (a.cols != b.rows) {
    return Fit::no("A has " + std::to_string(a.cols) + " columns and B has " +
                   std::to_string(b.rows) + " rows: they must be equal");
  }
  if (a.value_type != b.value_type) {
    return Fit::no("A holds " + std::string(to_string(a.value_type)) + " and B holds " +
                   std::string(to_string(b.value_type)) + ": they must be equal");
  }
  if (a.space != MemorySpace::host || b.space != MemorySpace::host) {
    return Fit::no("A or B is not in host memory");
  }
  return host::fit_threads(threads_axis, resources);
}

Fit fit_memory(const SpgemmProblem& problem, std::int64_t workspace_bytes) {
  const auto& [a, b, resources, products] = problem;
  const std::int64_t fixed = workspace_bytes + 8 * (3 * a.rows + b.rows + 4);
  const std::int64_t per_entry = size_of(a.value_type) + 2 * std::int64_t{sizeof(Index)};
  // The bound is free, the estimate is not: asked only when the bound does not answer.
  const double all = static_cast<double>(a.rows) * static_cast<double>(b.cols);
  const double bound = std::min(static_cast<double>(products), all);
  const auto limit = static_cast<double>(resources.memory_limit);
  if (static_cast<double>(fixed) + bound * static_cast<double>(per_entry) <= limit) {
    return Fit::yes();
  }
  const double predicted =
      static_cast<double>(fixed) +
      static_cast<double>(estimate_entries(problem)) * static_cast<double>(per_entry);
  if (predicted <= limit) return Fit::yes();
  return Fit::no("needs about " + std::to_string(static_cast<std::int64_t>(predicted)) +
                 " bytes, the limit is " + std::to_string(resources.memory_limit));
}

}  // namespace sptune::spgemm
