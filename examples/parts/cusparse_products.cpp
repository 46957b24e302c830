// SPDX-License-Identifier: BSD-3-Clause
// The products by cuSPARSE, as its documentation shows them: SpMV with the default algorithm and
// cusparseSpMV_preprocess, SpGEMM by cusparseSpGEMM for one product and by cusparseSpGEMMreuse
// where values are computed again on a known pattern. Within sptune's build the library is opened
// when it is asked for, so that the examples start where it is not installed; elsewhere it is
// linked.
#include "examples/parts/products.hpp"
#ifdef SPTUNE_EXAMPLES_OPEN_CUSPARSE
#include "kernels/baselines/cusparse.hpp"
#else
#include <cusparse.h>
#endif

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>

namespace sptune::examples {
namespace {

#ifdef SPTUNE_EXAMPLES_OPEN_CUSPARSE
using namespace baselines;  // NOLINT(google-build-using-namespace): a pointer for each function
#endif

constexpr cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr double one = 1;
constexpr double zero = 0;

void check(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  throw DeviceError(std::string(what) + ": " + cusparseGetErrorString(status));
}
#define SPTUNE_CHECK(call) check((call), #call)

/// One for the program: creating it takes milliseconds.
cusparseHandle_t handle() {
  static const cusparseHandle_t made = [] {
#ifdef SPTUNE_EXAMPLES_OPEN_CUSPARSE
    if (!cusparse_version()) throw DeviceError(cusparse_version().error());
#endif
    cusparseHandle_t out = nullptr;
    SPTUNE_CHECK(cusparseCreate(&out));
    return out;
  }();
  return made;
}

/// A descriptor of a matrix in device memory.
class Described {
 public:
  explicit Described(const AnyCsr& a) {
    if (a.space != MemorySpace::device || a.offset_type != OffsetType::i32) {
      throw UsageError("cuSPARSE is given matrices on a device with 32-bit offsets");
    }
    SPTUNE_CHECK(cusparseCreateConstCsr(&out_, a.rows, a.cols, a.nnz, a.row_offsets, a.col_indices,
                                        a.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                        CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  }
  ~Described() { (void)cusparseDestroySpMat(out_); }
  Described(const Described&) = delete;
  Described& operator=(const Described&) = delete;
  [[nodiscard]] cusparseConstSpMatDescr_t get() const noexcept { return out_; }

 private:
  cusparseConstSpMatDescr_t out_ = nullptr;
};

class CusparseSpmv final : public Spmv {
 public:
  explicit CusparseSpmv(const AnyCsr& a) : library_(handle()), a_(a) {
    // Vectors have to be somewhere when they are described; run() says where they are.
    const Array<double> x(MemorySpace::device, static_cast<std::size_t>(a.cols));
    Array<double> y(MemorySpace::device, static_cast<std::size_t>(a.rows));
    SPTUNE_CHECK(cusparseCreateDnVec(&x_, a.cols, const_cast<double*>(x.data()), CUDA_R_64F));
    SPTUNE_CHECK(cusparseCreateDnVec(&y_, a.rows, y.data(), CUDA_R_64F));
    std::size_t bytes = 0;
    SPTUNE_CHECK(cusparseSpMV_bufferSize(library_, plain, &one, a_.get(), x_, &zero, y_, CUDA_R_64F,
                                         CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    buffer_ = cuda::DeviceArray<std::byte>(std::max<std::size_t>(bytes, 16));
    values_changed();
    cuda::synchronize();  // x and y go
  }
  ~CusparseSpmv() override {
    (void)cusparseDestroyDnVec(x_);
    (void)cusparseDestroyDnVec(y_);
  }
  CusparseSpmv(const CusparseSpmv&) = delete;
  CusparseSpmv& operator=(const CusparseSpmv&) = delete;

  void run(double alpha, const double* x, double beta, double* y) override {
    SPTUNE_CHECK(cusparseDnVecSetValues(x_, const_cast<double*>(x)));
    SPTUNE_CHECK(cusparseDnVecSetValues(y_, y));
    SPTUNE_CHECK(cusparseSpMV(library_, plain, &alpha, a_.get(), x_, &beta, y_, CUDA_R_64F,
                              CUSPARSE_SPMV_ALG_DEFAULT, buffer_.data()));
  }
  /// What it keeps of the values is nowhere said for every algorithm; this is what is safe.
  void values_changed() override {
    SPTUNE_CHECK(cusparseSpMV_preprocess(library_, plain, &one, a_.get(), x_, &zero, y_, CUDA_R_64F,
                                         CUSPARSE_SPMV_ALG_DEFAULT, buffer_.data()));
  }
  [[nodiscard]] std::string explain() const override {
    return "cusparseSpMV, CUSPARSE_SPMV_ALG_DEFAULT, preprocessed";
  }

 private:
  cusparseHandle_t library_;
  Described a_;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  cuda::DeviceArray<std::byte> buffer_;
};

class CusparseSpgemm : public Spgemm {
 public:
  CusparseSpgemm(const AnyCsr& a, const AnyCsr& b)
      : library_(handle()),
        a_(a),
        b_(b),
        rows_(a.rows),
        cols_(b.cols),
        offsets_(static_cast<std::size_t>(a.rows) + 1) {
    SPTUNE_CHECK(cusparseCreateCsr(&c_, rows_, cols_, 0, offsets_.data(), nullptr, nullptr,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                   CUDA_R_64F));
    SPTUNE_CHECK(cusparseSpGEMM_createDescr(&work_));
  }
  ~CusparseSpgemm() override {
    (void)cusparseSpGEMM_destroyDescr(work_);
    (void)cusparseDestroySpMat(c_);
  }
  CusparseSpgemm(const CusparseSpgemm&) = delete;
  CusparseSpgemm& operator=(const CusparseSpgemm&) = delete;

 protected:
  using Bytes = cuda::DeviceArray<std::byte>;
  static constexpr cusparseSpGEMMAlg_t algorithm = CUSPARSE_SPGEMM_DEFAULT;

  /// Memory for C, whose size is known by now.
  void make_room() {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t entries = 0;
    SPTUNE_CHECK(cusparseSpMatGetSize(c_, &rows, &cols, &entries));
    columns_ = cuda::DeviceArray<Index>(static_cast<std::size_t>(entries));
    values_ = cuda::DeviceArray<double>(static_cast<std::size_t>(entries));
    SPTUNE_CHECK(cusparseCsrSetPointers(c_, offsets_.data(), columns_.data(), values_.data()));
  }
  [[nodiscard]] AnyCsr result() const {
    return AnyCsr::on_device(CsrView<double, std::int32_t>{rows_, cols_, offsets_.data(),
                                                           columns_.data(), values_.data()},
                             static_cast<std::int64_t>(columns_.size()));
  }

  cusparseHandle_t library_;
  Described a_;
  Described b_;
  cusparseSpMatDescr_t c_ = nullptr;
  cusparseSpGEMMDescr_t work_ = nullptr;

 private:
  std::int64_t rows_;
  std::int64_t cols_;
  cuda::DeviceArray<std::int32_t> offsets_;
  cuda::DeviceArray<Index> columns_;
  cuda::DeviceArray<double> values_;
};

class OneProduct final : public CusparseSpgemm {
 public:
  using CusparseSpgemm::CusparseSpgemm;
  AnyCsr multiply() override {
    std::size_t bytes = 0;
    const auto estimate = [&](void* buffer) {
      SPTUNE_CHECK(cusparseSpGEMM_workEstimation(library_, plain, plain, &one, a_.get(), b_.get(),
                                                 &zero, c_, CUDA_R_64F, algorithm, work_, &bytes,
                                                 buffer));
    };
    estimate(nullptr);
    const Bytes estimating(bytes);
    estimate(estimating.data());
    bytes = 0;
    const auto compute = [&](void* buffer) {
      SPTUNE_CHECK(cusparseSpGEMM_compute(library_, plain, plain, &one, a_.get(), b_.get(), &zero,
                                          c_, CUDA_R_64F, algorithm, work_, &bytes, buffer));
    };
    compute(nullptr);
    const Bytes computing(bytes);
    compute(computing.data());
    make_room();
    SPTUNE_CHECK(cusparseSpGEMM_copy(library_, plain, plain, &one, a_.get(), b_.get(), &zero, c_,
                                     CUDA_R_64F, algorithm, work_));
    return result();
  }
  void recompute() override { throw UsageError("this product was planned for one run"); }
  [[nodiscard]] std::string explain() const override { return "cusparseSpGEMM"; }
};

class ManyProducts final : public CusparseSpgemm {
 public:
  using CusparseSpgemm::CusparseSpgemm;
  AnyCsr multiply() override {
    std::size_t bytes = 0;
    const auto estimate = [&](void* buffer) {
      SPTUNE_CHECK(cusparseSpGEMMreuse_workEstimation(library_, plain, plain, a_.get(), b_.get(),
                                                      c_, algorithm, work_, &bytes, buffer));
    };
    estimate(nullptr);
    const Bytes estimating(bytes);
    estimate(estimating.data());
    std::array<std::size_t, 3> sizes{};
    const auto count = [&](void* x, void* y, void* z) {
      SPTUNE_CHECK(cusparseSpGEMMreuse_nnz(library_, plain, plain, a_.get(), b_.get(), c_,
                                           algorithm, work_, &sizes[0], x, &sizes[1], y, &sizes[2],
                                           z));
    };
    count(nullptr, nullptr, nullptr);
    const Bytes counting(sizes[0]);
    const Bytes copying(sizes[1]);
    kept_ = Bytes(sizes[2]);
    count(counting.data(), copying.data(), kept_.data());
    make_room();
    bytes = 0;
    const auto copy = [&](void* buffer) {
      SPTUNE_CHECK(cusparseSpGEMMreuse_copy(library_, plain, plain, a_.get(), b_.get(), c_,
                                            algorithm, work_, &bytes, buffer));
    };
    copy(nullptr);
    filling_ = Bytes(bytes);
    copy(filling_.data());
    recompute();
    return result();
  }
  void recompute() override {
    SPTUNE_CHECK(cusparseSpGEMMreuse_compute(library_, plain, plain, &one, a_.get(), b_.get(),
                                             &zero, c_, CUDA_R_64F, algorithm, work_));
  }
  [[nodiscard]] std::string explain() const override { return "cusparseSpGEMMreuse"; }

 private:
  Bytes kept_;     ///< read by every computation
  Bytes filling_;  ///< so is this
};

}  // namespace

std::unique_ptr<Spmv> cusparse_spmv(const AnyCsr& a) {
  return std::make_unique<CusparseSpmv>(a);
}
std::unique_ptr<Spgemm> cusparse_spgemm(const AnyCsr& a, const AnyCsr& b, bool once) {
  if (once) return std::make_unique<OneProduct>(a, b);
  return std::make_unique<ManyProducts>(a, b);
}

}  // namespace sptune::examples
