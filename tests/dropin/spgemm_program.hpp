// SPDX-License-Identifier: BSD-3-Clause
// A product by cusparseSpGEMM, from descriptor to result, as NVIDIA's documentation has it.
#pragma once

#include "tests/dropin/gpu_case.hpp"

namespace sptune::dropin::test {

/// C = alpha*A*B from descriptor to result.
template <class V>
class SpgemmProgram {
 public:
  SpgemmProgram(Device<V>& a, Device<V>& b, cusparseSpGEMMAlg_t algorithm = CUSPARSE_SPGEMM_DEFAULT)
      : a_(a), b_(b), algorithm_(algorithm), offsets_(static_cast<std::size_t>(a.rows) + 1) {
    EXPECT_EQ(cusparseCreateCsr(&c, a.rows, b.cols, 0, offsets_.get(), nullptr, nullptr,
                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                cuda_type<V>),
              CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(cusparseSpGEMM_createDescr(&descriptor), CUSPARSE_STATUS_SUCCESS);
  }
  ~SpgemmProgram() {
    (void)cusparseSpGEMM_destroyDescr(descriptor);
    (void)cusparseDestroySpMat(c);
  }
  SpgemmProgram(const SpgemmProgram&) = delete;
  SpgemmProgram& operator=(const SpgemmProgram&) = delete;

  cusparseStatus_t estimate(std::size_t* bytes, void* buffer) {
    return cusparseSpGEMM_workEstimation(handle.value, plain, plain, by, a_.descriptor,
                                         b_.descriptor, plus, c, cuda_type<V>, algorithm_,
                                         descriptor, bytes, buffer);
  }
  cusparseStatus_t compute(std::size_t* bytes, void* buffer) {
    return cusparseSpGEMM_compute(handle.value, plain, plain, by, a_.descriptor, b_.descriptor,
                                  plus, c, cuda_type<V>, algorithm_, descriptor, bytes, buffer);
  }
  void estimate_all() {
    std::size_t bytes = 0;
    ASSERT_CUSPARSE(estimate(&bytes, nullptr));
    first_ = std::make_unique<Array<char>>(bytes);
    ASSERT_CUSPARSE(estimate(&bytes, first_->get()));
  }
  void compute_all() {
    std::size_t bytes = 0;
    if (algorithm_ == CUSPARSE_SPGEMM_ALG2 || algorithm_ == CUSPARSE_SPGEMM_ALG3) {
      estimate_memory(&bytes);
    } else {
      ASSERT_CUSPARSE(compute(&bytes, nullptr));
    }
    second_ = std::make_unique<Array<char>>(bytes);
    ASSERT_CUSPARSE(compute(&bytes, second_->get()));
  }
  void copy_all() {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    ASSERT_CUSPARSE(cusparseSpMatGetSize(c, &rows, &cols, &entries));
    ASSERT_EQ(rows, a_.rows);
    ASSERT_EQ(cols, b_.cols);
    take_arrays();
    ASSERT_CUSPARSE(cusparseSpGEMM_copy(handle.value, plain, plain, by, a_.descriptor,
                                        b_.descriptor, plus, c, cuda_type<V>, algorithm_,
                                        descriptor));
  }
  void run() {
    estimate_all();
    compute_all();
    copy_all();
  }
  void take_arrays() {
    columns_ = std::make_unique<Array<int>>(static_cast<std::size_t>(entries));
    values_ = std::make_unique<Array<V>>(static_cast<std::size_t>(entries));
    ASSERT_CUSPARSE(cusparseCsrSetPointers(c, offsets_.get(), columns_->get(), values_->get()));
  }
  [[nodiscard]] Host<V> result() const {
    return {a_.rows, b_.cols, offsets_.host(), columns_->host(), values_->host()};
  }

  Handle handle;
  V alpha = 1, beta = 0;
  const void* by = &alpha;
  const void* plus = &beta;
  cusparseSpMatDescr_t c = nullptr;
  cusparseSpGEMMDescr_t descriptor = nullptr;
  std::int64_t entries = 0;

 private:
  void estimate_memory(std::size_t* bytes) {
    std::size_t third = 0;
    const auto call = [&](void* buffer, std::size_t* wanted) {
      return cusparseSpGEMM_estimateMemory(handle.value, plain, plain, by, a_.descriptor,
                                           b_.descriptor, plus, c, cuda_type<V>, algorithm_,
                                           descriptor, 0.5F, &third, buffer, wanted);
    };
    ASSERT_CUSPARSE(call(nullptr, nullptr));
    const Array<char> buffer(third);
    ASSERT_CUSPARSE(call(buffer.get(), bytes));
  }

  Device<V>& a_;
  Device<V>& b_;
  cusparseSpGEMMAlg_t algorithm_;
  Array<int> offsets_;
  std::unique_ptr<Array<char>> first_, second_;
  std::unique_ptr<Array<int>> columns_;
  std::unique_ptr<Array<V>> values_;
};

}  // namespace sptune::dropin::test
