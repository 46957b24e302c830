// SPDX-License-Identifier: BSD-3-Clause
// cusparseSpMV as NVIDIA's documentation has it used, and as it allows, each product against the
// host. The same program runs with the drop-in and without (CMakeLists.txt); with it, SPTUNE_LOG
// tells who has answered.
#include "tests/dropin/gpu_case.hpp"

#include <limits>
#include <thread>

namespace sptune::dropin::test {
namespace {

/// A product with everything that its calls need.
template <class V>
class SpmvProgram {
 public:
  SpmvProgram(const Host<V>& matrix, unsigned seed,
              cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT)
      : a_host(matrix),
        a(matrix),
        x_host(random_values<V>(at(matrix.cols), seed)),
        y_host(random_values<V>(at(matrix.rows), seed + 1)),
        x(x_host),
        y(y_host),
        algorithm_(algorithm) {
    EXPECT_EQ(cusparseCreateDnVec(&x_descriptor, a.cols, x.get(), cuda_type<V>),
              CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(cusparseCreateDnVec(&y_descriptor, a.rows, y.get(), cuda_type<V>),
              CUSPARSE_STATUS_SUCCESS);
    std::size_t bytes = 0;
    EXPECT_EQ(cusparseSpMV_bufferSize(handle.value, plain, &alpha, a.descriptor, x_descriptor,
                                      &beta, y_descriptor, cuda_type<V>, algorithm, &bytes),
              CUSPARSE_STATUS_SUCCESS);
    buffer = std::make_unique<Array<char>>(bytes + 256);
  }
  ~SpmvProgram() {
    (void)cusparseDestroyDnVec(x_descriptor);
    (void)cusparseDestroyDnVec(y_descriptor);
  }

  cusparseStatus_t run(const void* by = nullptr, const void* plus = nullptr) {
    return cusparseSpMV(handle.value, plain, by == nullptr ? &alpha : by, a.descriptor,
                        x_descriptor, plus == nullptr ? &beta : plus, y_descriptor, cuda_type<V>,
                        algorithm_, buffer->get());
  }
  cusparseStatus_t preprocess() {
    return cusparseSpMV_preprocess(handle.value, plain, &alpha, a.descriptor, x_descriptor, &beta,
                                   y_descriptor, cuda_type<V>, algorithm_, buffer->get());
  }
  /// Runs it on a fresh y and looks.
  void expect_right() {
    y.put(y_host);
    ASSERT_EQ(run(), CUSPARSE_STATUS_SUCCESS);
    expect_product(a_host, static_cast<double>(alpha), x_host, static_cast<double>(beta), y_host,
                   y.host());
  }

  Handle handle;
  Host<V> a_host;
  Device<V> a;
  std::vector<V> x_host, y_host;
  Array<V> x, y;
  V alpha = V(1.5), beta = V(-0.5);
  cusparseDnVecDescr_t x_descriptor = nullptr, y_descriptor = nullptr;
  std::unique_ptr<Array<char>> buffer;

 private:
  cusparseSpMVAlg_t algorithm_;
};

struct DropinSpmv : GpuCase {};

template <class V>
void repeat(std::int64_t rows, int mean) {
  SpmvProgram<V> p(random_matrix<V>(rows, rows + 3, mean, 5), 6);
  for (int i = 0; i < 4; ++i) p.expect_right();
  p.beta = 0;
  p.y_host.assign(p.y_host.size(), std::numeric_limits<V>::quiet_NaN());
  p.expect_right();
}

TEST_F(DropinSpmv, repeated_products) {
  repeat<double>(3001, 9);
  repeat<float>(3002, 9);
  expect_answer("3001 x 3004", "sptune, csr_balanced");
  expect_answer("3002 x 3005", "sptune, csr_balanced");
}

TEST_F(DropinSpmv, large_ones_are_raced) {
  SpmvProgram<double> p(random_matrix<double>(300011, 300014, 6, 5), 6);
  for (int i = 0; i < 40; ++i) p.expect_right();
  p.a_host.values = random_values<double>(p.a_host.values.size(), 98);
  p.a.put(p.a_host);
  p.expect_right();
  p.a_host = upside_down(p.a_host);
  p.a.put(p.a_host);
  p.expect_right();
  expect_answer("300011 x 300014", ".*the fastest of [34] that were tried");
}

TEST_F(DropinSpmv, promised_values) {
  if (std::getenv("SPTUNE_CONSTANT") == nullptr) {
    GTEST_SKIP() << "SPTUNE_CONSTANT promises nothing";
  }
  for (const std::int64_t rows : {4001, 250001}) {
    SpmvProgram<double> p(random_matrix<double>(rows, rows, 6, 32), 33);
    SpmvProgram<float> q(random_matrix<float>(rows + 1, rows + 1, 6, 34), 35);
    for (int i = 0; i < 5; ++i) {
      p.expect_right();
      q.expect_right();
    }
    const std::string size = std::to_string(rows);
    expect_answer(std::string("f64 CSR ").append(size).append(" x ").append(size), "sptune, ");
  }
}

TEST_F(DropinSpmv, forced_copies_of_values_that_may_change) {
  if (std::getenv("SPTUNE_FORCE") == nullptr) GTEST_SKIP() << "SPTUNE_FORCE asks for nothing";
  for (const bool preprocessed : {false, true}) {
    const std::int64_t rows = preprocessed ? 2551 : 2550;
    SpmvProgram<double> p(random_matrix<double>(rows, rows, 7, 11), 12);
    if (preprocessed) {
      ASSERT_CUSPARSE(p.preprocess());
    }
    for (int i = 0; i < 3; ++i) p.expect_right();
    p.a_host.values = random_values<double>(p.a_host.values.size(), 99);
    p.a.put(p.a_host);
    for (int i = 0; i < 3; ++i) p.expect_right();
  }
  expect_answer("2550 x 2550", "cuSPARSE; .*keeps a copy of the values");
  expect_answer("SpMV_preprocess", "cuSPARSE; .*keeps a copy of the values");
}

TEST_F(DropinSpmv, offsets_of_64_bits) {
  const auto m = random_matrix<double>(2011, 2011, 5, 8);
  SpmvProgram<double> p(m, 9);
  const std::vector<std::int64_t> wide(m.offsets.begin(), m.offsets.end());
  const Array<std::int64_t> offsets(wide);
  cusparseSpMatDescr_t narrow = p.a.descriptor;
  const cusparseStatus_t made = cusparseCreateCsr(
      &p.a.descriptor, m.rows, m.cols, m.nnz(), offsets.get(), p.a.columns.get(), p.a.values.get(),
      CUSPARSE_INDEX_64I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  if (made == CUSPARSE_STATUS_NOT_SUPPORTED) {
    p.a.descriptor = narrow;
    GTEST_SKIP() << "this cuSPARSE takes no columns of 32 bits beside offsets of 64";
  }
  ASSERT_CUSPARSE(made);
  for (int i = 0; i < 3; ++i) p.expect_right();
  ASSERT_CUSPARSE(cusparseDestroySpMat(narrow));
}

TEST_F(DropinSpmv, values_and_structure_change_in_place) {
  SpmvProgram<double> p(random_matrix<double>(2501, 2501, 7, 11), 12);
  for (int i = 0; i < 3; ++i) p.expect_right();
  p.a_host.values = random_values<double>(p.a_host.values.size(), 99);
  p.a.put(p.a_host);
  p.expect_right();
  p.a_host = upside_down(p.a_host);
  p.a.put(p.a_host);
  p.expect_right();
  p.a_host = unsorted(p.a_host);
  p.a.put(p.a_host);
  p.expect_right();
  expect_answer("2501 x 2501", "sptune, csr_balanced");
}

TEST_F(DropinSpmv, descriptors_made_anew_for_every_call) {
  SpmvProgram<float> p(random_matrix<float>(2601, 2601, 7, 13), 14);
  for (int i = 0; i < 5; ++i) {
    ASSERT_CUSPARSE(cusparseDestroySpMat(p.a.descriptor));
    ASSERT_CUSPARSE(cusparseCreateCsr(&p.a.descriptor, p.a.rows, p.a.cols, p.a.nnz,
                                      p.a.offsets.get(), p.a.columns.get(), p.a.values.get(),
                                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    p.expect_right();
  }
  expect_answer("2601 x 2601", "sptune, csr_balanced");
}

TEST_F(DropinSpmv, scalars_on_the_device) {
  SpmvProgram<double> p(random_matrix<double>(2701, 2701, 7, 15), 16);
  const Array<double> scalars(std::vector<double>{2.5, 0.25});
  ASSERT_CUSPARSE(cusparseSetPointerMode(p.handle.value, CUSPARSE_POINTER_MODE_DEVICE));
  for (int i = 0; i < 3; ++i) {
    p.y.put(p.y_host);
    ASSERT_CUSPARSE(p.run(scalars.get(), scalars.get() + 1));
    expect_product(p.a_host, 2.5, p.x_host, 0.25, p.y_host, p.y.host());
  }
  ASSERT_CUSPARSE(cusparseSetPointerMode(p.handle.value, CUSPARSE_POINTER_MODE_HOST));
  p.expect_right();
  expect_answer("2701 x 2701", "cuSPARSE; scalars in the memory of the device");
}

TEST_F(DropinSpmv, preprocessed) {
  SpmvProgram<double> p(random_matrix<double>(2801, 2801, 7, 17), 18);
  ASSERT_CUSPARSE(p.preprocess());
  for (int i = 0; i < 3; ++i) p.expect_right();
  // What may change after it: scalars, vectors, values in place or elsewhere.
  p.alpha = 3;
  p.a_host.values = random_values<double>(p.a_host.values.size(), 100);
  p.a.put(p.a_host);
  p.expect_right();
  p.a_host.values = random_values<double>(p.a_host.values.size(), 101);
  const Array<double> elsewhere(p.a_host.values);
  ASSERT_CUSPARSE(cusparseSpMatSetValues(p.a.descriptor, elsewhere.get()));
  p.expect_right();
  // With another buffer nothing was promised: the structure may change.
  auto active = std::move(p.buffer);
  p.buffer = std::make_unique<Array<char>>(1 << 20);
  const Host<double> before = p.a_host;
  p.a_host = upside_down(p.a_host);
  p.a.offsets.put(p.a_host.offsets);
  p.a.columns.put(p.a_host.columns);
  ASSERT_CUDA(cudaMemcpy(elsewhere.get(), p.a_host.values.data(),
                         p.a_host.values.size() * sizeof(double), cudaMemcpyHostToDevice));
  p.expect_right();
  ASSERT_CUSPARSE(p.preprocess());  // and after a new call it has
  for (int i = 0; i < 2; ++i) p.expect_right();
  expect_answer("2801 x 2801", "preprocessed by sptune, csr_");
}

/// SPTUNE_FORCE asks for a plan with more memory than it may have.
TEST_F(DropinSpmv, bounded_preprocessing) {
  if (std::getenv("SPTUNE_DROPIN_MEMORY") == nullptr) GTEST_SKIP() << "no bound is set";
  SpmvProgram<double> p(random_matrix<double>(2803, 2803, 7, 17), 18);
  ASSERT_CUSPARSE(p.preprocess());
  for (int i = 0; i < 3; ++i) p.expect_right();
  expect_answer("2803 x 2803",
                "preprocessed by (cuSPARSE; no room|sptune, csr_(auto|balanced|vector|adaptive))");
}

TEST_F(DropinSpmv, streams_follow_the_handle) {
  SpmvProgram<double> p(random_matrix<double>(2901, 2901, 7, 19), 20);
  std::array<cudaStream_t, 3> streams{};
  for (cudaStream_t& s : streams) {
    ASSERT_CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  }
  for (int i = 0; i < 12; ++i) {
    ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, streams[static_cast<std::size_t>(i % 3)]));
    p.expect_right();
  }
  ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, nullptr));
  for (cudaStream_t s : streams) ASSERT_CUDA(cudaStreamDestroy(s));
  expect_answer("2901 x 2901", "sptune, csr_balanced");
}

TEST_F(DropinSpmv, captured) {
  SpmvProgram<double> p(random_matrix<double>(3101, 3101, 7, 21), 22);
  for (int i = 0; i < 3; ++i) p.expect_right();
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  ASSERT_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, stream));
  p.beta = 0;
  ASSERT_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  const cusparseStatus_t status = p.run();
  ASSERT_CUDA(cudaStreamEndCapture(stream, &graph));
  ASSERT_CUSPARSE(status);
  ASSERT_CUDA(cudaGraphInstantiate(&ready, graph, 0));
  for (int i = 0; i < 2; ++i) {
    p.a_host.values = random_values<double>(p.a_host.values.size(), static_cast<unsigned>(102 + i));
    p.a.put(p.a_host);
    ASSERT_CUDA(cudaGraphLaunch(ready, stream));
    expect_product(p.a_host, p.alpha, p.x_host, 0, p.y_host, p.y.host());
  }
  ASSERT_CUDA(cudaGraphExecDestroy(ready));
  ASSERT_CUDA(cudaGraphDestroy(graph));
  ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, nullptr));
  ASSERT_CUDA(cudaStreamDestroy(stream));
  expect_answer("3101 x 3101", "cuSPARSE; a stream that is being captured");
}

TEST_F(DropinSpmv, algorithms) {
  SpmvProgram<double> first(random_matrix<double>(3201, 3201, 7, 23), 24, CUSPARSE_SPMV_CSR_ALG1);
  SpmvProgram<double> second(random_matrix<double>(3301, 3301, 7, 25), 26, CUSPARSE_SPMV_CSR_ALG2);
  for (int i = 0; i < 3; ++i) {
    first.expect_right();
    second.expect_right();
  }
  second.y.put(second.y_host);
  ASSERT_CUSPARSE(second.run());
  const auto bits = second.y.host();
  second.y.put(second.y_host);
  ASSERT_CUSPARSE(second.run());
  EXPECT_EQ(second.y.host(), bits);
  expect_answer("3201 x 3201", "sptune, csr_balanced");
  expect_answer("3301 x 3301", "cuSPARSE; algorithm 2");
}

TEST_F(DropinSpmv, what_cannot_be_answered_is_refused_as_ever) {
  SpmvProgram<double> p(random_matrix<double>(3401, 3402, 7, 27), 28);
  p.expect_right();
  const auto status = [&](const char* what, cusparseStatus_t found) {
    EXPECT_NE(found, CUSPARSE_STATUS_SUCCESS) << what;
    std::printf("[status] %s: %d\n", what, static_cast<int>(found));  // alike in both runs
  };
  const auto call = [&](cusparseHandle_t handle, const void* alpha, cusparseSpMatDescr_t a,
                        cusparseDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type,
                        void* buffer) {
    return cusparseSpMV(handle, plain, alpha, a, x, &p.beta, y, type, CUSPARSE_SPMV_ALG_DEFAULT,
                        buffer);
  };
  cusparseHandle_t h = p.handle.value;
  void* const buffer = p.buffer->get();
  const auto a = p.a.descriptor;
  const auto x = p.x_descriptor;
  const auto y = p.y_descriptor;
  status("no handle", call(nullptr, &p.alpha, a, x, y, CUDA_R_64F, buffer));
  status("no alpha", call(h, nullptr, a, x, y, CUDA_R_64F, buffer));
  status("no matrix", call(h, &p.alpha, nullptr, x, y, CUDA_R_64F, buffer));
  status("no x", call(h, &p.alpha, a, nullptr, y, CUDA_R_64F, buffer));
  status("x and y exchanged", call(h, &p.alpha, a, y, x, CUDA_R_64F, buffer));
  status("another compute type", call(h, &p.alpha, a, x, y, CUDA_R_8I, buffer));
  p.expect_right();
}

TEST_F(DropinSpmv, threads_with_handles_of_their_own) {
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t] {
      SpmvProgram<double> p(random_matrix<double>(1000 + t % 3, 1000, 6, 30), 31);
      for (int i = 0; i < 20; ++i) p.expect_right();
    });
  }
  for (std::thread& t : threads) t.join();
}

}  // namespace
}  // namespace sptune::dropin::test
