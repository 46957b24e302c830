// SPDX-License-Identifier: BSD-3-Clause
// The vendor: cuSPARSE's SpMM on CSR in all its algorithms, plain and preprocessed, so that it is
// measured in the same sweep under the same rules.
#include "kernels/api/variant.hpp"
#include "kernels/baselines/cusparse.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/spmm/spmm.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace sptune::baselines {
namespace {

enum class Algorithm : std::uint8_t { standard, alg1, alg2, alg3 };
constexpr std::array<std::pair<Algorithm, std::string_view>, 4> enum_names(Algorithm) {
  return {{{Algorithm::standard, "default"},
           {Algorithm::alg1, "alg1"},
           {Algorithm::alg2, "alg2"},
           {Algorithm::alg3, "alg3"}}};
}

struct Config {
  Algorithm algorithm = Algorithm::standard;
  bool preprocess = false;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) { return c.algorithm != Algorithm::alg3 || c.preprocess; },
    "algorithm=alg3 with preprocess=true only: else every run waits for the device on the host",
    axis("algorithm", &Config::algorithm,
         {Algorithm::standard, Algorithm::alg1, Algorithm::alg2, Algorithm::alg3},
         "CUSPARSE_SPMM_…"),
    axis("preprocess", &Config::preprocess, {false, true}, "cusparseSpMM_preprocess first"));

void check(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  if (status == CUSPARSE_STATUS_ALLOC_FAILED) throw std::bad_alloc();
  throw DeviceError(std::string(what) + ": " + cusparseGetErrorString(status));
}

cusparseSpMMAlg_t native_algorithm(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::alg1:
      return CUSPARSE_SPMM_CSR_ALG1;
    case Algorithm::alg2:
      return CUSPARSE_SPMM_CSR_ALG2;
    case Algorithm::alg3:
      return CUSPARSE_SPMM_CSR_ALG3;
    case Algorithm::standard:
      break;
  }
  return CUSPARSE_SPMM_ALG_DEFAULT;
}

/// One handle per thread of the process: creating one costs milliseconds.
cusparseHandle_t handle() {
  struct Owner {
    cusparseHandle_t value = nullptr;
    Owner() { check(cusparseCreate(&value), "cusparseCreate"); }
    ~Owner() { (void)cusparseDestroy(value); }
  };
  thread_local Owner owner;
  return owner.value;
}

template <class V>
class Plan final : public spmm::TypedPlan<V> {
 public:
  template <class O>
  Plan(CsrView<V, O> a, const SpmmProblem& p, const Config& c) : problem_(p), config_(c) {
    constexpr cusparseIndexType_t offsets =
        sizeof(O) == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    check(cusparseCreateConstCsr(matrix_.out(), a.rows, a.cols, p.a.nnz, a.row_offsets,
                                 a.col_indices, a.values, offsets, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_BASE_ZERO, type),
          "cusparseCreateConstCsr");
    // Descriptors need some address; run() sets the caller's.
    const std::size_t x_size = elements(a.cols, p.leading_x());
    sptune::cuda::DeviceArray<V> x_placeholder(x_size);
    sptune::cuda::DeviceArray<V> y_placeholder(elements(a.rows, p.leading_y()));
    sptune::cuda::fill_bytes(x_placeholder.data(), 0, x_size * sizeof(V));
    describe(x_, a.cols, p.leading_x(), x_placeholder.data());
    describe(y_, a.rows, p.leading_y(), y_placeholder.data());
    // The handle still names the stream of the last run, which may be gone.
    check(cusparseSetStream(handle(), nullptr), "cusparseSetStream");
    const V one = 1;
    const V zero = 0;
    std::size_t bytes = 0;
    check(cusparseSpMM_bufferSize(handle(), plain, plain, &one, matrix_.get(), x_.get(), &zero,
                                  y_.get(), type, native_algorithm(c.algorithm), &bytes),
          "cusparseSpMM_bufferSize");
    buffer_ = sptune::cuda::DeviceArray<std::byte>(std::max<std::size_t>(bytes, 16));
    if (c.preprocess) {
      check(cusparseSpMM_preprocess(handle(), plain, plain, &one, matrix_.get(), x_.get(), &zero,
                                    y_.get(), type, native_algorithm(c.algorithm), buffer_.data()),
            "cusparseSpMM_preprocess");
    }
    sptune::cuda::synchronize();
  }

  [[nodiscard]] double bytes_per_run() const override { return spmm::compulsory_bytes(problem_); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return buffer_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    check(cusparseSetStream(handle(), static_cast<cudaStream_t>(stream.handle)),
          "cusparseSetStream");
    check(cusparseDnMatSetValues(x_.get(), const_cast<V*>(x)), "cusparseDnMatSetValues");
    check(cusparseDnMatSetValues(y_.get(), y), "cusparseDnMatSetValues");
    check(cusparseSpMM(handle(), plain, plain, &alpha, matrix_.get(), x_.get(), &beta, y_.get(),
                       type, native_algorithm(config_.algorithm), buffer_.data()),
          "cusparseSpMM");
  }

 private:
  static constexpr cudaDataType type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;
  static constexpr cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  using DenseMatrix = sptune::cuda::Handle<cusparseDnMatDescr_t, cusparseDestroyDnMat>;

  [[nodiscard]] std::size_t elements(std::int64_t rows, std::int64_t leading) const {
    const bool by_rows = problem_.layout == Layout::row_major;
    return static_cast<std::size_t>(leading * (by_rows ? rows : problem_.columns));
  }

  void describe(DenseMatrix& matrix, std::int64_t rows, std::int64_t leading, V* values) {
    const cusparseOrder_t order =
        problem_.layout == Layout::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    check(cusparseCreateDnMat(matrix.out(), rows, problem_.columns, leading, values, type, order),
          "cusparseCreateDnMat");
  }

  SpmmProblem problem_;
  Config config_;
  // Descriptors name the arrays below.
  sptune::cuda::Handle<cusparseConstSpMatDescr_t, cusparseDestroySpMat> matrix_;
  DenseMatrix x_;
  DenseMatrix y_;
  sptune::cuda::DeviceArray<std::byte> buffer_;
};

Fit fit(const Config& c, const SpmmProblem& p) {
  if (!cusparse_version()) return Fit::no(cusparse_version().error());
  if (p.a.rows == 0 || p.a.cols == 0 || p.a.nnz == 0) {
    return Fit::no("cuSPARSE takes no empty matrix: 0 rows, columns or entries");
  }
  if (p.a.offset_type == OffsetType::i64) {
    return Fit::no("cuSPARSE takes 64-bit row offsets with 64-bit columns only");
  }
  if (c.algorithm == Algorithm::alg2 && p.layout == Layout::col_major) {
    return Fit::no("CUSPARSE_SPMM_CSR_ALG2 takes X and Y by rows only, not layout=col with " +
                   std::to_string(p.columns) + " columns");
  }
  return Fit::yes();
}

std::unique_ptr<SpmmPlan> plan(const Config& c, const SpmmProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmmPlan> {
    return std::make_unique<Plan<V>>(a, p, c);
  });
}

}  // namespace

Variant spmm_cusparse() {
  return make_variant<SpmmProblem>({.name = "cusparse",
                                    .backend = Backend::cuda,
                                    .takes = ColumnOrder::sorted,
                                    .values = ValuesRead::copied,
                                    .summary = "cuSPARSE's own SpMM on CSR",
                                    .source = "CUDA Toolkit, cusparseSpMM",
                                    .baseline = true,
                                    .deterministic = false},
                                   config_space, fit, plan);
}

}  // namespace sptune::baselines
