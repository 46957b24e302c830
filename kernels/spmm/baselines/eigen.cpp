// SPDX-License-Identifier: BSD-3-Clause
// Eigen's row-major sparse times dense matrix, with its OpenMP threads.
#include "kernels/api/variant.hpp"
#include "kernels/spmm/spmm.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sptune::baselines {
namespace {

struct Config {
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: all that are granted; Eigen itself uses one for 20000 entries or fewer"));

/// Eigen has one index type for columns and offsets; 64-bit offsets are copied to 32 bits.
template <class V, class O>
class Plan final : public spmm::TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const SpmmProblem& p, int threads) : a_(a), problem_(p), threads_(threads) {
    if constexpr (sizeof(O) == sizeof(Index)) {
      offsets_ = a.row_offsets;
    } else {
      copied_.assign(a.row_offsets, a.row_offsets + a.rows + 1);
      offsets_ = copied_.data();
    }
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto saved = static_cast<double>(copied_.size()) * (sizeof(O) - sizeof(Index));
    return spmm::compulsory_bytes(problem_) - saved;
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return static_cast<std::int64_t>(copied_.size() * sizeof(Index));
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    Eigen::setNbThreads(threads_);
    if (problem_.layout == Layout::row_major) {
      multiply<Eigen::RowMajor>(alpha, x, beta, y);
    } else {
      multiply<Eigen::ColMajor>(alpha, x, beta, y);
    }
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  template <int Order>
  void multiply(V alpha, const V* x_data, V beta, V* y_data) {
    using Sparse = Eigen::SparseMatrix<V, Eigen::RowMajor, Index>;
    using Dense = Eigen::Matrix<V, Eigen::Dynamic, Eigen::Dynamic, Order>;
    using Stride = Eigen::OuterStride<Eigen::Dynamic>;
    const Eigen::Map<const Sparse> a(a_.rows, a_.cols, a_.nnz(), offsets_, a_.col_indices,
                                     a_.values);
    const Eigen::Map<const Dense, 0, Stride> x(x_data, a_.cols, problem_.columns,
                                               Stride(problem_.leading_x()));
    Eigen::Map<Dense, 0, Stride> y(y_data, a_.rows, problem_.columns, Stride(problem_.leading_y()));
    if (beta == 0) {
      if (alpha == 1) {
        y.noalias() = a * x;
      } else {
        y.noalias() = alpha * (a * x);
      }
    } else {
      if (beta != 1) y *= beta;
      y.noalias() += alpha * (a * x);
    }
  }

  CsrView<V, O> a_;
  SpmmProblem problem_;
  int threads_;
  std::vector<Index> copied_;
  const Index* offsets_ = nullptr;
};

Fit fit(const Config& c, const SpmmProblem& p) {
  if (p.a.nnz > std::numeric_limits<Index>::max()) {
    return Fit::no("Eigen is used with 32-bit offsets; the matrix has " + std::to_string(p.a.nnz) +
                   " entries");
  }
  return spmm::fit_threads(c.threads, p.resources);
}

std::unique_ptr<SpmmPlan> plan(const Config& c, const SpmmProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmmPlan> {
    return std::make_unique<Plan<V, O>>(a, p, spmm::resolve_threads(c.threads, p.resources));
  });
}

}  // namespace

Variant spmm_eigen() {
  return make_variant<SpmmProblem>({.name = "eigen",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::any,
                                    .values = ValuesRead::callers,
                                    .summary = "Eigen 3 row-major SparseMatrix times dense matrix",
                                    .source = "Eigen, Eigen/src/SparseCore/SparseDenseProduct.h",
                                    .baseline = true},
                                   config_space, fit, plan);
}

}  // namespace sptune::baselines
