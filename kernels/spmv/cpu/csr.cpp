// SPDX-License-Identifier: BSD-3-Clause
// CSR on the CPU, rows split among threads by one of three schedules.
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "sptune/kernels/api/variant.hpp"
#include "sptune/kernels/host/isa.hpp"
#include "sptune/kernels/spmv/spmv.hpp"

#define SPTUNE_ISA_SOURCE "sptune/kernels/spmv/cpu/csr.cpp"
#include "sptune/kernels/host/foreach_isa.hpp"

namespace sptune::spmv::csr {

namespace SPTUNE_ISA {

template <class V, class O>
void multiply_rows(CsrView<V, O> a, std::int64_t begin, std::int64_t end, V alpha, const V* x,
                   V beta, V* y) {
  for (std::int64_t row = begin; row < end; ++row) {
    V sum = 0;
    const O last = a.row_offsets[row + 1];
#pragma omp simd reduction(+ : sum)
    for (O i = a.row_offsets[row]; i < last; ++i) sum += a.values[i] * x[a.col_indices[i]];
    y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("threads", &Config::threads, {0, 1, 4, 16}, "0: all that are granted"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, int threads) : a_(a), threads_(threads) {}

  [[nodiscard]] double bytes_per_run() const override { return compulsory_bytes(a_); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    auto* const multiply = SPTUNE_ISA_SELECT(multiply_rows<V, O>);
    if (threads_ == 1) return multiply(a_, 0, a_.rows, alpha, x, beta, y);
#pragma omp parallel num_threads(threads_)
    {
      const std::int64_t n = omp_get_num_threads();
      const std::int64_t t = omp_get_thread_num();
      multiply(a_, a_.rows * t / n, a_.rows * (t + 1) / n, alpha, x, beta, y);
    }
  }

 private:
  CsrView<V, O> a_;
  int threads_;
};

Fit fit(const Config& c, const SpmvProblem& p) { return fit_threads(c.threads, p.resources); }

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, resolve_threads(c.threads, p.resources));
  });
}

}  // namespace

Variant cpu_variant() {
  return make_spmv_variant({.name = "csr",
                            .backend = Backend::cpu,
                            .summary = "compressed sparse rows as they come, no conversion",
                            .source = "seeds.md 2 and 5"},
                           config_space, fit, plan);
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::csr
