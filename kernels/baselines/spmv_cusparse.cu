// SPDX-License-Identifier: BSD-3-Clause
// The vendor: cuSPARSE's SpMV in its formats and algorithms, plain and preprocessed, so that it is
// measured in the same sweep under the same rules.
#include "sptune/kernels/cuda/scan_sort.hpp"
#include "sptune/kernels/spmv/cuda/device_ops.cuh"

#include <cusparse.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace sptune::baselines {
namespace {

using namespace spmv;        // NOLINT(google-build-using-namespace): the operation's vocabulary
using namespace spmv::cuda;  // NOLINT(google-build-using-namespace)

enum class Format : std::uint8_t { csr, coo };
constexpr std::array<std::pair<Format, std::string_view>, 2> enum_names(Format) {
  return {{{Format::csr, "csr"}, {Format::coo, "coo"}}};
}
enum class Algorithm : std::uint8_t { standard, alg1, alg2 };
constexpr std::array<std::pair<Algorithm, std::string_view>, 3> enum_names(Algorithm) {
  return {{{Algorithm::standard, "default"}, {Algorithm::alg1, "alg1"}, {Algorithm::alg2, "alg2"}}};
}

struct Config {
  Format format = Format::csr;
  Algorithm algorithm = Algorithm::standard;
  bool preprocess = false;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      return !(c.preprocess && c.algorithm == Algorithm::standard) &&
             !(c.format == Format::coo && c.algorithm == Algorithm::standard);
    },
    "algorithm=default only with format=csr and preprocess=false",
    axis("format", &Config::format, {Format::csr, Format::coo}, "storage"),
    axis("algorithm", &Config::algorithm, {Algorithm::standard, Algorithm::alg1, Algorithm::alg2},
         "CUSPARSE_SPMV_…"),
    axis("preprocess", &Config::preprocess, {false, true}, "cusparseSpMV_preprocess first"));

void check(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  if (status == CUSPARSE_STATUS_ALLOC_FAILED) throw std::bad_alloc();
  throw DeviceError(std::string(what) + ": " + cusparseGetErrorString(status));
}

cusparseSpMVAlg_t native_algorithm(const Config& c) {
  if (c.algorithm == Algorithm::standard) return CUSPARSE_SPMV_ALG_DEFAULT;
  if (c.format == Format::csr) {
    return c.algorithm == Algorithm::alg1 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2;
  }
  return c.algorithm == Algorithm::alg1 ? CUSPARSE_SPMV_COO_ALG1 : CUSPARSE_SPMV_COO_ALG2;
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

template <class O>
__global__ void expand_rows(std::int64_t rows, const O* row_offsets, Index* row_indices) {
  const std::int64_t row = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (row >= rows) return;
  for (O i = row_offsets[row] + (threadIdx.x & 31); i < row_offsets[row + 1]; i += 32) {
    row_indices[i] = static_cast<Index>(row);
  }
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : any_(any), config_(c) {
    constexpr cudaDataType type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;
    if (c.format == Format::coo) {
      row_indices_ = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(any.nnz));
      expand_rows<<<blocks_for(a.rows * 32, 256), 256>>>(a.rows, a.row_offsets,
                                                         row_indices_.data());
      SPTUNE_CUDA(cudaGetLastError());
      check(cusparseCreateConstCoo(&matrix_, a.rows, a.cols, any.nnz, row_indices_.data(),
                                   a.col_indices, a.values, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, type),
            "cusparseCreateConstCoo");
    } else {
      check(
          cusparseCreateConstCsr(&matrix_, a.rows, a.cols, any.nnz, a.row_offsets, a.col_indices,
                                 a.values, sizeof(O) == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I,
                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
          "cusparseCreateConstCsr");
    }
    // Descriptors need some address; run() sets the caller's.
    x_placeholder_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(any.cols));
    y_placeholder_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(any.rows));
    check(cusparseCreateDnVec(&x_, any.cols, x_placeholder_.data(), type), "cusparseCreateDnVec");
    check(cusparseCreateDnVec(&y_, any.rows, y_placeholder_.data(), type), "cusparseCreateDnVec");
    const V one = 1;
    const V zero = 0;
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, x_,
                                  &zero, y_, type, native_algorithm(c), &bytes),
          "cusparseSpMV_bufferSize");
    buffer_ = sptune::cuda::DeviceArray<std::byte>(std::max<std::size_t>(bytes, 16));
    if (c.preprocess) {
      check(cusparseSpMV_preprocess(handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, x_,
                                    &zero, y_, type, native_algorithm(c), buffer_.data()),
            "cusparseSpMV_preprocess");
    }
    sptune::cuda::synchronize();
    x_placeholder_ = {};
    y_placeholder_ = {};
  }
  ~Plan() override {
    (void)cusparseDestroySpMat(matrix_);
    (void)cusparseDestroyDnVec(x_);
    (void)cusparseDestroyDnVec(y_);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  [[nodiscard]] double bytes_per_run() const override {
    return compulsory_bytes(any_) + static_cast<double>(row_indices_.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return buffer_.bytes() + row_indices_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    constexpr cudaDataType type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;
    check(cusparseSetStream(handle(), native(stream)), "cusparseSetStream");
    check(cusparseDnVecSetValues(x_, const_cast<V*>(x)), "cusparseDnVecSetValues");
    check(cusparseDnVecSetValues(y_, y), "cusparseDnVecSetValues");
    check(cusparseSpMV(handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix_, x_, &beta, y_,
                       type, native_algorithm(config_), buffer_.data()),
          "cusparseSpMV");
  }

 private:
  AnyCsr any_;
  Config config_;
  cusparseConstSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  sptune::cuda::DeviceArray<V> x_placeholder_;
  sptune::cuda::DeviceArray<V> y_placeholder_;
  sptune::cuda::DeviceArray<Index> row_indices_;
  sptune::cuda::DeviceArray<std::byte> buffer_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (p.a.rows == 0 || p.a.cols == 0 || p.a.nnz == 0) {
    return Fit::no("cuSPARSE takes no empty matrix");
  }
  return fit_memory(c.format == Format::coo ? p.a.nnz * 4 : 0, p.resources);
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, p.a, c);
  });
}

}  // namespace

Variant spmv_cusparse() {
  return make_spmv_variant({.name = "cusparse",
                            .backend = Backend::cuda,
                            .summary = "cuSPARSE's own SpMV",
                            .source = "CUDA Toolkit, cusparseSpMV",
                            .baseline = true,
                            .deterministic = false},
                           config_space, fit, plan);
}

}  // namespace sptune::baselines
