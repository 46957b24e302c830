// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spgemm/spgemm.hpp"

#include "kernels/api/operands.hpp"
#include "kernels/api/placement.hpp"
#include "kernels/convert/row_length.hpp"
#include "kernels/cuda/operands.hpp"
#include "kernels/host/parts.hpp"
#include "kernels/host/preparing.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

namespace sptune {

std::string SpgemmProblem::mismatch() const {
  if (a.cols == b.rows) return {};
  return "A has " + std::to_string(a.cols) + " columns and B has " + std::to_string(b.rows) +
         " rows: they must be equal";
}

namespace spgemm {
namespace {

/// Where the order of columns is unknown, the look that counts finds it, too: whoever needs it
/// would wait for the device again. What is broken is left to whoever asks.
std::int64_t count_on_device(SpgemmProblem& p) {
  if (p.a.columns == ColumnOrder::unknown || p.b.columns == ColumnOrder::unknown) {
    const cuda::ProductInspection seen =
        cuda::inspect_product(p.a, same_arrays(p.a, p.b) ? p.a : p.b);
    if (seen.a.broken.empty() && seen.b.broken.empty()) {
      if (p.a.columns == ColumnOrder::unknown) p.a.columns = seen.a.columns;
      if (p.b.columns == ColumnOrder::unknown) p.b.columns = seen.b.columns;
      return seen.products;
    }
  }
  return cuda::count_products(p.a, p.b);
}

/// Of operands without a flaw.
std::int64_t count(const AnyCsr& any_a, const AnyCsr& any_b, int threads) {
  constexpr std::int64_t worth_a_thread = 100'000;  // entries
  const std::int64_t nnz = any_a.nnz;
  const auto parts =
      static_cast<int>(std::clamp<std::int64_t>(nnz / worth_a_thread, 1, std::max(1, threads)));
  std::vector<std::int64_t> sums(static_cast<std::size_t>(parts));
  visit(any_b, [&]<class W, class P>(CsrView<W, P> b) {
    host::prepare_parts(parts, [&](int part) {
      std::int64_t products = 0;
      for (std::int64_t i = nnz * part / parts; i < nnz * (part + 1) / parts; ++i) {
        const Index k = any_a.col_indices[i];
        if (k < 0 || k >= b.rows) {
          throw UsageError("A: an entry in column " + std::to_string(k) +
                           ", the columns are 0 to " + std::to_string(any_a.cols - 1));
        }
        products += convert::row_length(b.row_offsets, k);
      }
      sums[static_cast<std::size_t>(part)] = products;
    });
  });
  return std::reduce(sums.begin(), sums.end());
}

/// What the products of one column of a row come to.
struct ColumnSum {
  double sum = 0;
  double magnitude = 0;
  std::int32_t terms = 0;
};

/// Sorts columns that are all different: where they lie close, by a bit each in `bits`, which has
/// none set before and after and has room for all columns.
void sort_columns(std::vector<Index>& columns, std::vector<std::uint64_t>& bits) {
  if (columns.empty()) return;
  const auto [least, most] = std::minmax_element(columns.begin(), columns.end());
  const auto first = static_cast<std::size_t>(*least / 64);
  const auto last = static_cast<std::size_t>(*most / 64);
  if (last - first > 4 * columns.size()) {
    std::sort(columns.begin(), columns.end());
    return;
  }
  for (const Index col : columns) {
    bits[static_cast<std::size_t>(col / 64)] |= std::uint64_t{1} << static_cast<unsigned>(col % 64);
  }
  columns.clear();
  for (std::size_t w = first; w <= last; ++w) {
    for (; bits[w] != 0; bits[w] &= bits[w] - 1) {
      columns.push_back(static_cast<Index>(w) * 64 + std::countr_zero(bits[w]));
    }
  }
}

/// Rows [first, stop) of the reference; row offsets count from the first.
template <class V, class O, class W, class P>
Reference reference_of_rows(const CsrView<V, O>& a, const CsrView<W, P>& b, std::int64_t first,
                            std::int64_t stop) {
  Reference out;
  std::vector<ColumnSum> sums(static_cast<std::size_t>(b.cols));
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(b.cols / 64 + 1));
  std::vector<Index> touched;
  out.c.row_offsets.reserve(static_cast<std::size_t>(stop - first) + 1);
  out.c.rows = stop - first;
  out.c.cols = b.cols;
  out.c.row_offsets.assign(1, 0);
  for (std::int64_t row = first; row < stop; ++row) {
    touched.clear();
    for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      const Index k = a.col_indices[i];
      const auto factor = static_cast<double>(a.values[i]);
      for (P j = b.row_offsets[k]; j < b.row_offsets[k + 1]; ++j) {
        const Index col = b.col_indices[j];
        ColumnSum& of = sums[static_cast<std::size_t>(col)];
        const double term = factor * static_cast<double>(b.values[j]);
        if (of.terms == 0) touched.push_back(col);
        of.sum += term;
        of.magnitude += std::abs(term);
        ++of.terms;
      }
    }
    sort_columns(touched, bits);
    for (const Index col : touched) {
      ColumnSum& of = sums[static_cast<std::size_t>(col)];
      out.c.col_indices.push_back(col);
      out.c.values.push_back(of.sum);
      out.magnitude.push_back(of.magnitude);
      out.terms.push_back(of.terms);
      of = {};
    }
    out.c.row_offsets.push_back(out.c.nnz());
  }
  return out;
}

/// Borders of up to `parts` runs of rows with about as many products each: fewer where a row has
/// the products of several.
template <class V, class O, class W, class P>
std::vector<std::int64_t> borders_by_products(const CsrView<V, O>& a, const CsrView<W, P>& b,
                                              std::int64_t products, int parts) {
  std::vector<std::int64_t> borders{0};
  std::int64_t so_far = 0;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    if (so_far >= products / parts * static_cast<std::int64_t>(borders.size()) &&
        static_cast<int>(borders.size()) < parts) {
      borders.push_back(row);
    }
    for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      const Index k = a.col_indices[i];
      so_far += convert::row_length(b.row_offsets, k);
    }
  }
  borders.push_back(a.rows);
  return borders;
}

/// The parts one after the other; they are emptied.
Reference joined(std::vector<Reference>& parts) {
  Reference out = std::move(parts.front());
  if (parts.size() == 1) return out;
  std::vector<std::size_t> at;
  std::size_t entries = out.terms.size();
  for (std::size_t p = 1; p < parts.size(); ++p) {
    at.push_back(entries);
    for (std::size_t r = 1; r < parts[p].c.row_offsets.size(); ++r) {
      out.c.row_offsets.push_back(static_cast<std::int64_t>(entries) + parts[p].c.row_offsets[r]);
    }
    out.c.rows += parts[p].c.rows;
    entries += parts[p].terms.size();
  }
  out.c.col_indices.resize(entries);
  out.c.values.resize(entries);
  out.magnitude.resize(entries);
  out.terms.resize(entries);
  host::prepare_parts(static_cast<int>(at.size()), [&](int part) {  // an empty one takes memory
    const auto to = static_cast<std::ptrdiff_t>(at[static_cast<std::size_t>(part)]);
    Reference& from = parts[static_cast<std::size_t>(part) + 1];
    std::copy(from.c.col_indices.begin(), from.c.col_indices.end(), out.c.col_indices.begin() + to);
    std::copy(from.c.values.begin(), from.c.values.end(), out.c.values.begin() + to);
    std::copy(from.magnitude.begin(), from.magnitude.end(), out.magnitude.begin() + to);
    std::copy(from.terms.begin(), from.terms.end(), out.terms.begin() + to);
    from = {};
  });
  return out;
}

}  // namespace

Reference reference(const AnyCsr& any_a, const AnyCsr& any_b) {
  const std::int64_t products = count_products(any_a, any_b);
  // A thread clears arrays as long as a row, which should be little beside its products.
  const std::int64_t worth_a_thread = std::max<std::int64_t>(1'000'000, 4 * any_b.cols);
  const int threads = host::parts_worth(products, worth_a_thread);
  return visit(any_a, [&]<class V, class O>(CsrView<V, O> a) {
    return visit(any_b, [&]<class W, class P>(CsrView<W, P> b) {
      if (threads == 1) return reference_of_rows(a, b, 0, a.rows);
      const std::vector<std::int64_t> borders = borders_by_products(a, b, products, threads);
      std::vector<Reference> parts(borders.size() - 1);
      host::prepare_parts(static_cast<int>(parts.size()), [&](int part) {
        const auto p = static_cast<std::size_t>(part);
        parts[p] = reference_of_rows(a, b, borders[p], borders[p + 1]);
      });
      return joined(parts);
    });
  });
}

SpgemmProblem make_problem(const AnyCsr& a, const AnyCsr& b, const Resources& resources) {
  SpgemmProblem problem{a, b, resources, 0};
  if (const std::string flaw = find_flaw(problem); !flaw.empty()) throw UsageError(flaw);
  problem.products = a.space == MemorySpace::device
                         ? count_on_device(problem)
                         : count(problem.a, problem.b, problem.resources.threads);
  return problem;
}

std::int64_t count_products(const AnyCsr& a, const AnyCsr& b) {
  return make_problem(a, b, {}).products;
}

std::int64_t estimate_entries(const SpgemmProblem& problem) {
  const auto& a = problem.a;
  const double bound = std::min(static_cast<double>(problem.products),
                                static_cast<double>(a.rows) * static_cast<double>(problem.b.cols));
  if (bound == 0) return 0;
  constexpr std::int64_t most_products = 100'000;
  // Every s-th row, so that the mean row spends the budget; one at least, however long rows are.
  const std::int64_t step = std::clamp<std::int64_t>(problem.products / most_products, 1, a.rows);
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

double memory_needed(const SpgemmProblem& problem, std::int64_t workspace_bytes) {
  const auto& [a, b, products] = std::tie(problem.a, problem.b, problem.products);
  const std::int64_t fixed = workspace_bytes + 8 * (3 * a.rows + b.rows + 4);
  const std::int64_t per_entry = size_of(a.value_type) + 2 * std::int64_t{sizeof(Index)};
  // The bound is free, the estimate is not: asked only when the bound does not answer.
  const double all = static_cast<double>(a.rows) * static_cast<double>(b.cols);
  const double bound = std::min(static_cast<double>(products), all);
  const double most = static_cast<double>(fixed) + bound * static_cast<double>(per_entry);
  if (most <= static_cast<double>(problem.resources.memory_limit)) return most;
  return static_cast<double>(fixed) +
         static_cast<double>(estimate_entries(problem)) * static_cast<double>(per_entry);
}

Fit fit_memory(const SpgemmProblem& problem, std::int64_t workspace_bytes) {
  const double needed = memory_needed(problem, workspace_bytes);
  if (needed <= static_cast<double>(problem.resources.memory_limit)) return Fit::yes();
  return Fit::no("needs about " + std::to_string(static_cast<std::int64_t>(needed)) +
                 " bytes, the limit is " + std::to_string(problem.resources.memory_limit));
}

}  // namespace spgemm
}  // namespace sptune
