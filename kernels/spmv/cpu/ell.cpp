// SPDX-License-Identifier: BSD-3-Clause
// ELLPACK: every row padded to the longest. The published layout is column-major over all rows, for
// a device on which neighbouring threads take neighbouring rows; here chunks of C rows follow one
// another, so that one core reads two streams and not two per column.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/cpu/ell_layout.hpp"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/ell.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::ell {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"
#include "kernels/spmv/cpu/rows_in_chunks.hpp"

template <int C, class V>
void multiply_chunks(const EllArrays<V>& e, std::int64_t begin, std::int64_t end, V alpha,
                     const V* x, V beta, V* y) {
  for (std::int64_t chunk = begin; chunk < end; ++chunk) {
    const std::int64_t at = chunk * C * e.width;
    const Sums<V, C> sums = multiply_chunk<C>(e.values + at, e.columns + at, e.width, x);
    put_chunk<C>(sums, nullptr, chunk * C, e.rows, alpha, beta, y);
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int c = 8;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("c", &Config::c, {8, 32}, "rows that advance together"),
                       axis("threads", &Config::threads, {0, 1, 4, 16},
                            "0: as many of those granted as the matrix is worth"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, const SpmvProblem& p)
      : a_(a), matrix_(a, width(p), c.c, p.resources.threads) {
    select<config_space, &Config::c>(
        c, [&](auto rows) { multiply_ = SPTUNE_ISA_SELECT(template multiply_chunks<rows(), V>); });
    const int parts =
        useful_parts(run_threads(c.threads, p.resources, p.a.rows + p.a.nnz), matrix_.chunks());
    borders_ = even_borders(matrix_.chunks(), parts);
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(matrix_.bytes()) + vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return matrix_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const EllArrays<V> arrays = matrix_.arrays();
    host::for_parts(static_cast<int>(borders_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      multiply_(arrays, borders_[p], borders_[p + 1], alpha, x, beta, y);
    });
  }

 private:
  static std::int64_t width(const SpmvProblem& p) {
    const auto* const found = found_by_fit<std::int64_t>(p);
    return found == nullptr ? longest_row(p) : *found;
  }

  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
    host::for_parts(static_cast<int>(borders_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      matrix_.scatter(a_, borders_[p], borders_[p + 1]);
    });
  }

  CsrView<V, O> a_;
  EllMatrix<V> matrix_;
  decltype(SPTUNE_ISA_SELECT(multiply_chunks<8, V>)) multiply_ = nullptr;
  std::vector<std::int64_t> borders_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  const std::int64_t width = longest_row(p);
  const std::int64_t chunks = (p.a.rows + c.c - 1) / c.c;
  const double rows = static_cast<double>(chunks * c.c);
  const double bytes = rows * static_cast<double>(width) *
                       static_cast<double>(size_of(p.a.value_type) + std::int64_t{sizeof(Index)});
  Fit out = fit_bytes(bytes, p,
                      "the longest row has " + std::to_string(width) + " entries, a mean of " +
                          std::to_string(p.a.nnz / std::max<std::int64_t>(1, p.a.rows)));
  out.found = width;
  return out;
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, c, p);
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmvProblem>({.name = "ell",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::any,
                                    .values = ValuesRead::copied,
                                    .summary = "ELLPACK, every row padded to the longest",
                                    .source = "Bell and Garland, NVR-2008-004"},
                                   config_space, fit, plan,
                                   [](const Config&, ValueType type, const FeatureLookup& feature) {
                                     return expect::ell(type, feature);
                                   });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::ell
