// SPDX-License-Identifier: BSD-3-Clause
// cusparseSpGEMM as NVIDIA's documentation has it used, and as it allows, each product against the
// host, with the drop-in and without.
#include "tests/dropin/spgemm_program.hpp"

#include <thread>

namespace sptune::dropin::test {
namespace {

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
  for (const int k : m.columns) wanted += m.offsets[at(k + 1)] - m.offsets[at(k)];
  EXPECT_EQ(products, wanted);
  p.compute_all();
  p.copy_all();
  expect_product(m, m, 1, p.result());
}

/// With the drop-in, the buffer that is asked for is a token by then.
TEST_F(DropinSpgemm, number_of_products_after_the_size_of_the_second_buffer) {
  auto m = random_matrix<double>(1652, 1652, 6, 58);
  Device<double> a(m);
  SpgemmProgram<double> p(a, a);
  for (int product = 0; product < 3; ++product) {  // by one descriptor
    p.estimate_all();
    std::size_t bytes = 0;
    ASSERT_CUSPARSE(p.compute(&bytes, nullptr));
    std::int64_t products = 0;
    ASSERT_CUSPARSE(cusparseSpGEMM_getNumProducts(p.descriptor, &products));
    EXPECT_GT(products, 0);
    const Array<char> buffer(bytes);
    ASSERT_CUSPARSE(p.compute(&bytes, buffer.get()));
    p.copy_all();
    expect_product(m, m, 1, p.result());
    m.values = random_values<double>(m.values.size(), 59);
    a.put(m);
  }
}

TEST_F(DropinSpgemm, number_of_products_after_all_is_computed) {
  const auto m = random_matrix<double>(1653, 1653, 6, 60);
  Device<double> a(m);
  SpgemmProgram<double> p(a, a);
  p.estimate_all();
  p.compute_all();
  std::int64_t products = 0;
  ASSERT_CUSPARSE(cusparseSpGEMM_getNumProducts(p.descriptor, &products));
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
  threads.reserve(8);
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

}  // namespace
}  // namespace sptune::dropin::test
