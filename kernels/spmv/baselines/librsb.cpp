// SPDX-License-Identifier: BSD-3-Clause
// librsb: recursive sparse blocks, as assembled and as its own autotuner leaves them.
#include "kernels/api/variant.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/error.hpp"

#include <rsb.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace sptune::baselines {
namespace {

struct Config {
  bool tuned = true;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("tuned", &Config::tuned, {true, false},
         "rsb_tune_spmm finds blocks and threads while the plan is made"),
    axis("threads", &Config::threads, {0, 1, 4, 16}, "most threads; 0: all that are granted"));

[[noreturn]] void fail(const std::string& call, rsb_err_t error) {
  std::array<char, 256> text{};
  rsb_strerror_r(error, text.data(), text.size());
  throw DeviceError("librsb: " + call + " failed with error " + std::to_string(error) + " (" +
                    text.data() + ")");
}

void check(const std::string& call, rsb_err_t error) {
  if (error == RSB_ERR_NO_ERROR) return;
  if (error == RSB_ERR_ENOMEM) throw std::bad_alloc();
  fail(call, error);
}

void initialise() {
  static std::once_flag once;
  std::call_once(once, [] { check("rsb_lib_init", rsb_lib_init(RSB_NULL_INIT_OPTIONS)); });
}

/// The library's threads are a process-wide setting.
void set_threads(int threads) {
  rsb_int_t wanted = threads;
  check("rsb_lib_set_opt", rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &wanted));
}

template <class V, class O>
class Plan final : public spmv::TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, int threads) : a_(a), threads_(threads) {
    initialise();
    set_threads(threads);
    const std::vector<rsb_coo_idx_t> offsets(a.row_offsets, a.row_offsets + a.rows + 1);
    rsb_err_t error = RSB_ERR_NO_ERROR;
    matrix_.reset(rsb_mtx_alloc_from_csr_const(
        a.values, offsets.data(), a.col_indices, static_cast<rsb_nnz_idx_t>(a.nnz()),
        sizeof(V) == 4 ? RSB_NUMERICAL_TYPE_FLOAT : RSB_NUMERICAL_TYPE_DOUBLE,
        static_cast<rsb_coo_idx_t>(a.rows), static_cast<rsb_coo_idx_t>(a.cols),
        RSB_DEFAULT_ROW_BLOCKING, RSB_DEFAULT_COL_BLOCKING, RSB_FLAG_NOFLAGS, &error));
    check("rsb_mtx_alloc_from_csr_const", error);
    if (!matrix_) fail("rsb_mtx_alloc_from_csr_const", RSB_ERR_GENERIC_ERROR);
    if (c.tuned) tune();
  }

  [[nodiscard]] double bytes_per_run() const override {
    const double vectors = static_cast<double>(a_.rows + std::min(a_.cols, a_.nnz())) * sizeof(V);
    return static_cast<double>(memory_bytes()) + vectors;
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    size_t bytes = 0;
    check("rsb_mtx_get_info",
          rsb_mtx_get_info(matrix_.get(), RSB_MIF_TOTAL_SIZE__TO__SIZE_T, &bytes));
    return static_cast<std::int64_t>(bytes);
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    set_threads(threads_);
    check("rsb_spmv", rsb_spmv(RSB_TRANSPOSITION_N, &alpha, matrix_.get(), x, 1, &beta, y, 1));
  }

 private:
  void tune() {
    const std::vector<V> x(static_cast<std::size_t>(a_.cols), V{1});
    std::vector<V> y(static_cast<std::size_t>(a_.rows));
    const V alpha = 1;
    const V beta = 0;
    rsb_int_t best_threads = 0;             // in: search from 1 to what set_threads allows
    constexpr rsb_int_t rounds = 0;         // librsb's own default
    constexpr rsb_time_t most_seconds = 2;  // per round
    rsb_mtx_t* matrix = matrix_.release();
    const rsb_err_t error = rsb_tune_spmm(
        &matrix, nullptr, &best_threads, rounds, most_seconds, RSB_TRANSPOSITION_N, &alpha, nullptr,
        1, RSB_FLAG_WANT_COLUMN_MAJOR_ORDER, x.data(), static_cast<rsb_nnz_idx_t>(a_.cols), &beta,
        y.data(), static_cast<rsb_nnz_idx_t>(a_.rows));
    matrix_.reset(matrix);
    check("rsb_tune_spmm", error);
    if (best_threads > 0 && best_threads <= threads_) threads_ = best_threads;
  }

  struct Free {
    void operator()(rsb_mtx_t* m) const { rsb_mtx_free(m); }
  };
  CsrView<V, O> a_;
  int threads_;
  std::unique_ptr<rsb_mtx_t, Free> matrix_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (p.a.rows == 0 || p.a.cols == 0 || p.a.nnz == 0) {
    return Fit::no("librsb has no matrices without rows, columns or entries; this one has " +
                   std::to_string(p.a.rows) + " rows, " + std::to_string(p.a.cols) +
                   " columns and " + std::to_string(p.a.nnz) + " entries");
  }
  if (p.a.nnz > std::numeric_limits<rsb_nnz_idx_t>::max() / 2) {
    return Fit::no("librsb counts entries in 32 bits; the matrix has " + std::to_string(p.a.nnz));
  }
  return spmv::fit_threads(c.threads, p.resources);
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, c, spmv::resolve_threads(c.threads, p.resources));
  });
}

}  // namespace

Variant spmv_librsb() {
  return make_variant<SpmvProblem>({.name = "librsb",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::sorted,
                                    .values = ValuesRead::copied,
                                    .summary = "librsb's recursive sparse blocks, autotuned or not",
                                    .source = "Martone, Parallel Computing 40(7), 2014",
                                    .baseline = true,
                                    .deterministic = false},
                                   config_space, fit, plan);
}

}  // namespace sptune::baselines
