// SPDX-License-Identifier: BSD-3-Clause
// HYB: the first K entries of every row in ELL, the rest as coordinates. Both parts are shared out
// by the same row borders, so that a row is finished by the thread that began it.
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/cpu/ell_layout.hpp"
#include "kernels/spmv/expected.hpp"
#include "kernels/spmv/hyb_split.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::hyb {

/// Entries of the coordinate part, by rows.
template <class V>
struct Rest {
  const Index* rows = nullptr;
  const Index* columns = nullptr;
  const V* values = nullptr;
};

}  // namespace sptune::spmv::hyb
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/hyb.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::hyb {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"
#include "kernels/spmv/cpu/rows_in_chunks.hpp"

constexpr int chunk_rows = 8;

template <class V>
void multiply_regular(const EllArrays<V>& e, std::int64_t begin, std::int64_t end, V alpha,
                      const V* x, V beta, V* y) {
  for (std::int64_t chunk = begin; chunk < end; ++chunk) {
    const std::int64_t at = chunk * chunk_rows * e.width;
    const auto sums = multiply_chunk<chunk_rows>(e.values + at, e.columns + at, e.width, x);
    put_chunk<chunk_rows>(sums, nullptr, chunk * chunk_rows, e.rows, alpha, beta, y);
  }
}

/// Adds entries [begin, end), whole rows, to y.
template <class V>
void add_rest(const Rest<V>& rest, std::int64_t begin, std::int64_t end, V alpha, const V* x,
              V* y) {
  for (std::int64_t i = begin; i < end;) {
    const Index row = rest.rows[i];
    V sum = 0;
    do {
      sum += rest.values[i] * x[rest.columns[i]];
      ++i;
    } while (i < end && rest.rows[i] == row);
    y[row] += alpha * sum;
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  Width k = Width::rule;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("k", &Config::k, {Width::rule, Width::p50, Width::p67, Width::p80, Width::p90, Width::p95},
         "width of the ELL part. rule: the largest that a third of the rows reach; pN: the row "
         "length that N percent of the rows do not exceed"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the matrix is worth"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, Split split, int threads, int conversion_threads)
      : a_(a),
        regular_(a, split.width, isa_baseline::chunk_rows, conversion_threads),
        rest_rows_(split.rest),
        rest_columns_(split.rest),
        rest_values_(split.rest),
        multiply_(SPTUNE_ISA_SELECT(multiply_regular<V>)),
        add_rest_(SPTUNE_ISA_SELECT(add_rest<V>)) {
    constexpr std::int64_t c = isa_baseline::chunk_rows;
    const std::int64_t reaching = split.rest == 0 ? 0 : a.rows;
    for_ranges(conversion_threads, reaching, [&](std::int64_t begin, std::int64_t last) {
      std::int64_t at = 0;  // counted by each part: of every row it would be memory
      for (std::int64_t row = 0; row < begin; ++row) {
        at += std::max<std::int64_t>(row_length(a.row_offsets, row) - split.width, 0);
      }
      for (std::int64_t row = begin; row < last; ++row) {
        const auto end = static_cast<std::int64_t>(a.row_offsets[row + 1]);
        for (std::int64_t i = a.row_offsets[row] + split.width; i < end; ++i, ++at) {
          rest_rows_[at] = static_cast<Index>(row);
          rest_columns_[at] = a.col_indices[i];
          rest_values_[at] = a.values[i];
        }
      }
    });
    const auto rest_before = [&](std::int64_t chunk) -> std::int64_t {
      const Index* const first = rest_rows_.data();
      return std::lower_bound(first, first + split.rest, chunk * c) - first;
    };
    // Coordinates cost about three times an entry of ELL.
    const int parts = useful_parts(threads, regular_.chunks());
    chunks_ = balanced_borders(regular_.chunks(), parts, [&](std::int64_t chunk) {
      return chunk * c * (split.width + 1) + 3 * rest_before(chunk);
    });
    for (const std::int64_t chunk : chunks_) rest_.push_back(rest_before(chunk));
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes()) + vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return regular_.bytes() + rest_rows_.bytes() + rest_columns_.bytes() + rest_values_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const EllArrays<V> regular = regular_.arrays();
    const Rest<V> rest{rest_rows_.data(), rest_columns_.data(), rest_values_.data()};
    host::for_parts(static_cast<int>(chunks_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      multiply_(regular, chunks_[p], chunks_[p + 1], alpha, x, beta, y);
      add_rest_(rest, rest_[p], rest_[p + 1], alpha, x, y);
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
    host::for_parts(static_cast<int>(chunks_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      regular_.scatter(a_, chunks_[p], chunks_[p + 1]);
      scatter_rest(p);
    });
  }

  /// The rest follows the rows, and every part knows where its own begins.
  void scatter_rest(std::size_t part) {
    const std::int64_t width = regular_.arrays().width;
    for (std::int64_t at = rest_[part]; at < rest_[part + 1];) {
      const std::int64_t row = rest_rows_[at];
      const auto end = static_cast<std::int64_t>(a_.row_offsets[row + 1]);
      for (std::int64_t i = a_.row_offsets[row] + width; i < end; ++i) {
        rest_values_[at++] = a_.values[i];
      }
    }
  }

  CsrView<V, O> a_;
  EllMatrix<V> regular_;
  host::Buffer<Index> rest_rows_;
  host::Buffer<Index> rest_columns_;
  host::Buffer<V> rest_values_;
  decltype(SPTUNE_ISA_SELECT(multiply_regular<V>)) multiply_;
  decltype(SPTUNE_ISA_SELECT(add_rest<V>)) add_rest_;
  std::vector<std::int64_t> chunks_;  ///< borders of the parts in chunks
  std::vector<std::int64_t> rest_;    ///< the same in entries of the rest
};

template <class V>
double ell_bytes(std::int64_t rows, std::int64_t width) {
  return static_cast<double>(rows + 7) * static_cast<double>(width) * (sizeof(V) + sizeof(Index));
}

/// Lengths are told apart up to a width that is refused for the ELL part alone: to count them takes
/// less than the plan may hold.
template <class V, class O>
Split split_of(CsrView<V, O> a, const Config& c, const SpmvProblem& p) {
  std::int64_t most = 1;
  while (most < p.a.nnz && fit_bytes(ell_bytes<V>(a.rows, most), p, {})) most *= 2;
  return split(a.row_offsets, a.rows, most, c.k);
}

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    const Split s = split_of(a, c, p);
    const double bytes = ell_bytes<V>(a.rows, s.width) +
                         static_cast<double>(s.rest) * (sizeof(V) + 2 * sizeof(Index));
    Fit out = fit_bytes(bytes, p,
                        "an ELL part of width " + std::to_string(s.width) + " and " +
                            std::to_string(s.rest) + " coordinates");
    out.found = s;
    return out;
  });
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    const auto* const found = found_by_fit<Split>(p);
    return std::make_unique<Plan<V, O>>(a, found == nullptr ? split_of(a, c, p) : *found,
                                        run_threads(c.threads, p.resources, a.rows + a.nnz()),
                                        p.resources.threads);
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmvProblem>({.name = "hyb",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::any,
                                    .values = ValuesRead::copied,
                                    .summary = "ELL for the typical row, coordinates for the rest",
                                    .source = "Bell and Garland, NVR-2008-004"},
                                   config_space, fit, plan,
                                   [](const Config&, ValueType type, const FeatureLookup& feature) {
                                     return expect::hyb(type, feature);
                                   });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::hyb
