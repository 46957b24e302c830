// SPDX-License-Identifier: BSD-3-Clause
// cusparseSpGEMMreuse as NVIDIA's documentation has it used, each product against the host, with
// the drop-in and without.
#include "tests/dropin/spgemm_program.hpp"

namespace sptune::dropin::test {
namespace {

struct DropinReuse : GpuCase {};

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

TEST_F(DropinReuse, pattern_is_reused) {
  reuse<double>(1901);
  reuse<float>(1902);
  expect_answer("reuse. of f64 CSR 1901 x 1901", "sptune, hash_");
  expect_answer("reuse. of f32 CSR 1902 x 1902", "sptune, hash_");
}

TEST_F(DropinReuse, pattern_is_reused_with_scalars_on_the_device) {
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

TEST_F(DropinReuse, reused_pattern_is_captured) {
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
  ASSERT_CUSPARSE(status);
  ASSERT_CUDA(ended);
  ASSERT_CUDA(cudaGraphInstantiate(&ready, graph, 0));
  m.values = random_values<double>(m.values.size(), 74);
  a.put(m);
  ASSERT_CUDA(cudaGraphLaunch(ready, stream));
  ASSERT_CUDA(cudaStreamSynchronize(stream));
  expect_product(m, m, 1, p.result());
  ASSERT_CUDA(cudaGraphExecDestroy(ready));
  ASSERT_CUDA(cudaGraphDestroy(graph));
  ASSERT_CUSPARSE(cusparseSetStream(p.handle.value, nullptr));
  ASSERT_CUDA(cudaStreamDestroy(stream));
}

}  // namespace
}  // namespace sptune::dropin::test
