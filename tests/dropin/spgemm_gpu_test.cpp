// SPDX-License-Identifier: BSD-3-Clause
// cusparseSpGEMM and cusparseSpGEMMreuse as NVIDIA's documentation has them used, and as it allows,
// each product against the host, with the drop-in and without.
#include "tests/dropin/gpu_case.hpp"

#include <thread>

namespace sptune::dropin::test {
namespace {

constexpr cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

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

struct DropinSpgemm : GpuCase {};

template <class V>
void multiply_by_itself(std::int64_t n) {
  const auto m = random_matrix<V>(n, n, 6, 41);
  Device<V> a(m);
  for (int i = 0; i < 3; ++i) {  // descriptors anew every time
    SpgemmProgram<V> p(a, a);
    p.alpha = i == 2 ? V(-2) : V(1);
    p.run();
    expect_product(m, m, static_cast<double>(p.alpha), p.result());
  }
}

TEST_F(DropinSpgemm, a_by_a) {
  multiply_by_itself<double>(1501);
  multiply_by_itself<float>(1502);
  expect_answer("1501 x 1501", "sptune, hash_");
  expect_answer("1502 x 1502", "sptune, hash_");
}

TEST_F(DropinSpgemm, a_by_b) {
  const auto left = random_matrix<double>(1201, 801, 5, 43);
  const auto right = random_matrix<double>(801, 2001, 9, 44);
  Device<double> a(left);
  Device<double> b(right);
  SpgemmProgram<double> p(a, b);
  p.run();
  expect_product(left, right, 1, p.result());
  expect_answer("1201 x 801", "sptune, hash_");
}

TEST_F(DropinSpgemm, c_is_a_matrix_like_others) {
  const auto m = random_matrix<double>(1301, 1301, 6, 45);
  Device<double> a(m);
  SpgemmProgram<double> p(a, a);
  p.run();
  const auto x_host = random_values<double>(1301, 46);
  const Array<double> x(x_host);
  Array<double> y(1301);
  cusparseDnVecDescr_t xd = nullptr;
  cusparseDnVecDescr_t yd = nullptr;
  ASSERT_CUSPARSE(cusparseCreateDnVec(&xd, 1301, x.get(), CUDA_R_64F));
  ASSERT_CUSPARSE(cusparseCreateDnVec(&yd, 1301, y.get(), CUDA_R_64F));
  std::size_t bytes = 0;
  ASSERT_CUSPARSE(cusparseSpMV_bufferSize(p.handle.value, plain, &p.alpha, p.c, xd, &p.beta, yd,
                                          CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  const Array<char> buffer(bytes + 256);
  ASSERT_CUSPARSE(cusparseSpMV(p.handle.value, plain, &p.alpha, p.c, xd, &p.beta, yd, CUDA_R_64F,
                               CUSPARSE_SPMV_ALG_DEFAULT, buffer.get()));
  expect_product(p.result(), 1, x_host, 0, x_host, y.host());
  ASSERT_CUSPARSE(cusparseDestroyDnVec(xd));
  ASSERT_CUSPARSE(cusparseDestroyDnVec(yd));
}

TEST_F(DropinSpgemm, operands_change_in_place) {
  auto m = random_matrix<double>(1401, 1401, 6, 47);
  Device<double> a(m);
  const auto multiply_now = [&] {
    SpgemmProgram<double> p(a, a);
    p.run();
    expect_product(m, m, 1, p.result());
  };
  multiply_now();
  m.values = random_values<double>(m.values.size(), 48);
  a.put(m);
  multiply_now();
  m = upside_down(m);
  a.put(m);
  multiply_now();
  m = unsorted(m);
  a.put(m);
  multiply_now();
}

TEST_F(DropinSpgemm, values_change_before_compute) {
  auto m = random_matrix<double>(1451, 1451, 6, 49);
  Device<double> a(m);
  SpgemmProgram<double> p(a, a);
  p.estimate_all();
  std::size_t bytes = 0;
  ASSERT_CUSPARSE(p.compute(&bytes, nullptr));
  m.values = random_values<double>(m.values.size(), 50);
  a.put(m);
  const Array<char> buffer(bytes);
  ASSERT_CUSPARSE(p.compute(&bytes, buffer.get()));
  p.copy_all();
  expect_product(m, m, 1, p.result());
}

TEST_F(DropinSpgemm, duplicates) {
  Host<double> m{3, 3, {0, 3, 4, 6}, {1, 1, 0, 2, 0, 0}, {1, 2, 3, 4, 5, 6}};
  Device<double> a(m);
  SpgemmProgram<double> p(a, a);
  p.estimate_all();  // what becomes of duplicates is not said; it must not crash
  std::size_t bytes = 0;
  const cusparseStatus_t status = p.compute(&bytes, nullptr);
  std::printf("[status] duplicates: %d\n", static_cast<int>(status));
}

TEST_F(DropinSpgemm, algorithms_that_promise_memory) {
  const auto m = random_matrix<double>(1601, 1601, 6, 51);
  Device<double> a(m);
  for (const auto algorithm : {CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3}) {
    SpgemmProgram<double> p(a, a, algorithm);
    p.run();
    expect_product(m, m, 1, p.result());
  }
  expect_answer("1601 x 1601", "cuSPARSE; an algorithm that promises");
  expect_answer("1601 x 1601", "sptune, hash_");
}

TEST_F(DropinSpgemm, number_of_products) {
  const auto m = random_matrix<double>(1651, 1651, 6, 52);
  Device<double> a(m);
  SpgemmProgram<double> p(a, a);
  p.estimate_all();
  std::int64_t products = 0;
  ASSERT_CUSPARSE(cusparseSpGEMM_getNumProducts(p.descriptor, &products));
  std::int64_t wanted = 0;
  for (const int k : m.columns) wanted += m.offsets[k + 1] - m.offsets[k];
  EXPECT_EQ(products, wanted);
  p.compute_all();
  p.copy_all();
  expect_product(m, m, 1, p.result());
}

TEST_F(DropinSpgemm, scalars_on_the_device) {
  const auto m = random_matrix<double>(1701, 1701, 6, 53);
  Device<double> a(m);
  const Array<double> scalars(std::vector<double>{2, 0});
  SpgemmProgram<double> p(a, a);
  ASSERT_CUSPARSE(cusparseSetPointerMode(p.handle.value, CUSPARSE_POINTER_MODE_DEVICE));
  p.by = scalars.get();
  p.plus = scalars.get() + 1;
  p.run();
  expect_product(m, m, 2, p.result());
}

TEST_F(DropinSpgemm, cusparse_takes_over_late) {
  const auto m = random_matrix<double>(1751, 1751, 6, 54);
  Device<double> a(m);
  const Array<double> scalars(std::vector<double>{2, 0});
  SpgemmProgram<double> p(a, a);
  p.alpha = 2;
  p.estimate_all();
  std::size_t bytes = 0;
  ASSERT_CUSPARSE(p.compute(&bytes, nullptr));
  // From here on plans cannot answer. With the drop-in, the second buffer is a token.
  ASSERT_CUSPARSE(cusparseSetPointerMode(p.handle.value, CUSPARSE_POINTER_MODE_DEVICE));
  p.by = scalars.get();
  p.plus = scalars.get() + 1;
  const Array<char> buffer(bytes);
  ASSERT_CUSPARSE(p.compute(&bytes, buffer.get()));
  p.copy_all();
  expect_product(m, m, 2, p.result());
}

TEST_F(DropinSpgemm, streams_follow_the_handle) {
  const auto m = random_matrix<double>(1801, 1801, 6, 55);
  Device<double> a(m);
  for (int i = 0; i < 4; ++i) {
    cudaStream_t stream = nullptr;
    ASSERT_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
      SpgemmProgram<double> p(a, a);
      ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, stream));
      p.run();
      ASSERT_CUDA(cudaStreamSynchronize(stream));
      expect_product(m, m, 1, p.result());
    }
    ASSERT_CUDA(cudaStreamDestroy(stream));
  }
}

TEST_F(DropinSpgemm, memory_comes_back) {
  const auto m = random_matrix<double>(20000, 20000, 10, 56);
  Device<double> a(m);
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t total = 0;
  for (int i = 0; i < 40; ++i) {
    if (i == 5) {
      ASSERT_CUDA(cudaMemGetInfo(&before, &total));
    }
    SpgemmProgram<double> p(a, a);
    p.run();
  }
  ASSERT_CUDA(cudaMemGetInfo(&after, &total));
  EXPECT_LT(static_cast<double>(before) - static_cast<double>(after), 64e6);
}

TEST_F(DropinSpgemm, threads_with_handles_of_their_own) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t] {
      const auto m = random_matrix<double>(600 + t % 3, 600 + t % 3, 5, 57);
      Device<double> a(m);
      for (int i = 0; i < 5; ++i) {
        SpgemmProgram<double> p(a, a);
        p.run();
        expect_product(m, m, 1, p.result());
      }
    });
  }
  for (std::thread& t : threads) t.join();
}

/// The pattern once, values as often as they change.
template <class V>
class ReuseProgram : public SpgemmProgram<V> {
 public:
  ReuseProgram(Device<V>& a, Device<V>& b) : SpgemmProgram<V>(a, b), a_(a), b_(b) {}

  void find_pattern() {
    std::size_t bytes = 0;
    const auto work = [&](void* buffer) {
      return cusparseSpGEMMreuse_workEstimation(this->handle.value, plain, plain, a_.descriptor,
                                                b_.descriptor, this->c, CUSPARSE_SPGEMM_DEFAULT,
                                                this->descriptor, &bytes, buffer);
    };
    ASSERT_CUSPARSE(work(nullptr));
    auto first = std::make_unique<Array<char>>(bytes);
    ASSERT_CUSPARSE(work(first->get()));
    std::array<std::size_t, 3> sizes{};
    const auto count = [&](void* x, void* y, void* z) {
      return cusparseSpGEMMreuse_nnz(this->handle.value, plain, plain, a_.descriptor, b_.descriptor,
                                     this->c, CUSPARSE_SPGEMM_DEFAULT, this->descriptor, &sizes[0],
                                     x, &sizes[1], y, &sizes[2], z);
    };
    ASSERT_CUSPARSE(count(nullptr, nullptr, nullptr));
    auto second = std::make_unique<Array<char>>(sizes[0]);
    kept_.push_back(std::make_unique<Array<char>>(sizes[1]));
    kept_.push_back(std::make_unique<Array<char>>(sizes[2]));
    ASSERT_CUSPARSE(count(second->get(), kept_[0]->get(), kept_[1]->get()));
    first.reset();  // as the documentation allows
    second.reset();
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    ASSERT_CUSPARSE(cusparseSpMatGetSize(this->c, &rows, &cols, &this->entries));
    this->take_arrays();
    const auto copy = [&](void* buffer) {
      return cusparseSpGEMMreuse_copy(this->handle.value, plain, plain, a_.descriptor,
                                      b_.descriptor, this->c, CUSPARSE_SPGEMM_DEFAULT,
                                      this->descriptor, &bytes, buffer);
    };
    ASSERT_CUSPARSE(copy(nullptr));
    kept_.push_back(std::make_unique<Array<char>>(bytes));
    ASSERT_CUSPARSE(copy(kept_[2]->get()));
    kept_.erase(kept_.begin());  // the third buffer
  }
  cusparseStatus_t values() {
    return cusparseSpGEMMreuse_compute(this->handle.value, plain, plain, this->by, a_.descriptor,
                                       b_.descriptor, this->plus, this->c, cuda_type<V>,
                                       CUSPARSE_SPGEMM_DEFAULT, this->descriptor);
  }

 private:
  Device<V>& a_;
  Device<V>& b_;
  std::vector<std::unique_ptr<Array<char>>> kept_;
};

template <class V>
void reuse(std::int64_t n) {
  auto m = random_matrix<V>(n, n, 6, 61);
  Device<V> a(m);
  ReuseProgram<V> p(a, a);
  p.find_pattern();
  for (int i = 0; i < 4; ++i) {
    p.alpha = V(1 + i);
    ASSERT_CUSPARSE(p.values());
    expect_product(m, m, static_cast<double>(p.alpha), p.result());
    m.values = random_values<V>(m.values.size(), static_cast<unsigned>(62 + i));
    a.put(m);
  }
  const Array<V> elsewhere(m.values);
  ASSERT_CUSPARSE(cusparseSpMatSetValues(a.descriptor, elsewhere.get()));
  ASSERT_CUSPARSE(p.values());
  expect_product(m, m, static_cast<double>(p.alpha), p.result());
}

TEST_F(DropinSpgemm, pattern_is_reused) {
  reuse<double>(1901);
  reuse<float>(1902);
  expect_answer("reuse. of f64 CSR 1901 x 1901", "sptune, hash_");
  expect_answer("reuse. of f32 CSR 1902 x 1902", "sptune, hash_");
}

TEST_F(DropinSpgemm, pattern_is_reused_with_scalars_on_the_device) {
  const auto m = random_matrix<double>(1951, 1951, 6, 71);
  Device<double> a(m);
  const Array<double> scalars(std::vector<double>{3, 0});
  ReuseProgram<double> p(a, a);
  p.find_pattern();
  ASSERT_CUSPARSE(p.values());
  ASSERT_CUSPARSE(cusparseSetPointerMode(p.handle.value, CUSPARSE_POINTER_MODE_DEVICE));
  p.by = scalars.get();
  p.plus = scalars.get() + 1;
  for (int i = 0; i < 2; ++i) {
    ASSERT_CUSPARSE(p.values());
    expect_product(m, m, 3, p.result());
  }
}

TEST_F(DropinSpgemm, reused_pattern_is_captured) {
  auto m = random_matrix<double>(2051, 2051, 6, 73);
  Device<double> a(m);
  ReuseProgram<double> p(a, a);
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  ASSERT_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, stream));
  p.find_pattern();
  ASSERT_CUSPARSE(p.values());
  ASSERT_CUDA(cudaStreamSynchronize(stream));
  ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  const cusparseStatus_t status = p.values();
  const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
  std::printf("[status] reuse captured: %d, capture %d\n", static_cast<int>(status),
              static_cast<int>(ended));  // alike in both runs
  if (status == CUSPARSE_STATUS_SUCCESS && ended == cudaSuccess) {
    ASSERT_CUDA(cudaGraphInstantiate(&ready, graph, 0));
    m.values = random_values<double>(m.values.size(), 74);
    a.put(m);
    ASSERT_CUDA(cudaGraphLaunch(ready, stream));
    ASSERT_CUDA(cudaStreamSynchronize(stream));
    expect_product(m, m, 1, p.result());
    ASSERT_CUDA(cudaGraphExecDestroy(ready));
    ASSERT_CUDA(cudaGraphDestroy(graph));
  }
  (void)cudaGetLastError();
  ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, nullptr));
  ASSERT_CUDA(cudaStreamDestroy(stream));
}

}  // namespace
}  // namespace sptune::dropin::test
