// SPDX-License-Identifier: BSD-3-Clause
// What plans on a GPU leave to the application whose process they live in: its errors, what its
// streams do, and what its threads capture.
#include "kernels/api/catalogue.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/operands.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/capturing.hpp"
#include "tests/kernels/spgemm_pairs.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace sptune::test {
namespace {

constexpr std::int64_t columns_of_x = 8;

/// As an application that has asked for too much memory, and goes on without.
void meet_an_error() {
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, std::size_t{1} << 60), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation);
}

class CudaNeighbours : public test::OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    // Of small fractions: sums are exact in any order. Some rows are cut, or shared by blocks.
    host_ = make_matrix("", 3000, 3000, [](MatrixBuilder& b, std::int64_t r) {
              for (std::int64_t c = r - 2; c <= r + 2; ++c) b.add(r, c);
              for (std::int64_t c = 0; r % 500 == 7 && c < 3000; c += 2) b.add(r, c);
            }).a;
    matrix_ = std::make_unique<cuda::DeviceCsr>(AnyCsr(host_.view()));
    for (std::size_t r = 0; r < static_cast<std::size_t>(host_.rows); ++r) {
      double sum = 0;
      for (auto i = host_.row_offsets[r]; i < host_.row_offsets[r + 1]; ++i) {
        sum += host_.values[static_cast<std::size_t>(i)];
      }
      sums_.push_back(sum);
    }
    std::sort(sums_.begin(), sums_.end());
    const std::vector<double> ones(static_cast<std::size_t>(host_.cols * columns_of_x), 1.0);
    x_ = cuda::DeviceArray<double>(ones.data(), ones.size());
    y_ = cuda::DeviceArray<double>(static_cast<std::size_t>(host_.rows * columns_of_x));
  }
  void TearDown() override { (void)cudaGetLastError(); }

  /// f(fits, plan) for the default point of every variant of SpMV and SpMM, X and Y by columns,
  /// too: what they do.
  template <class F>
  void for_all_variants(F&& f) {
    SpmvProblem spmv{matrix_->view(), {}};
    spmv.a.columns = ColumnOrder::sorted;
    int held = 0;
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.facts.backend != Backend::cuda) continue;
      const ResolvedConfiguration c = v.default_configuration();
      SCOPED_TRACE(c.text());
      const auto one = [&](const auto& problem, std::int64_t width) {
        if (!c.fit(problem)) return;
        ++held;
        f([&] { return static_cast<bool>(c.fit(problem)); }, [&] { return c.dense_plan(problem); },
          width);
      };
      if (v.operation == Operation::spmv) one(spmv, 1);
      if (v.operation == Operation::spmm) {
        for (const Layout layout : {Layout::row_major, Layout::col_major}) {
          SpmmProblem spmm(matrix_->view(), columns_of_x, layout, {});
          spmm.a.columns = ColumnOrder::sorted;
          one(spmm, columns_of_x);
        }
      }
    }
    EXPECT_GT(held, 15);
  }
  void run(DensePlan& plan, Stream stream) const {
    plan.run(1.0, x_.data(), 0.0, y_.data(), stream);
  }
  /// Whether Y holds the sums of all rows, `width` times, in whatever order.
  [[nodiscard]] bool right(std::int64_t width) const {
    std::vector<double> y(sums_.size() * static_cast<std::size_t>(width));
    cuda::copy_to_host(y.data(), y_.data(), y.size() * sizeof(double));
    std::sort(y.begin(), y.end());
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (y[i] != sums_[i / static_cast<std::size_t>(width)]) return false;
    }
    return true;
  }

  Csr<double> host_;
  std::unique_ptr<cuda::DeviceCsr> matrix_;
  std::vector<double> sums_;  ///< of rows, sorted
  cuda::DeviceArray<double> x_;
  cuda::DeviceArray<double> y_;
};

/// Planning may clear it, which is asked for here again before the run; a run leaves it.
TEST_F(CudaNeighbours, an_error_that_was_there_is_no_plans_and_no_runs) {
  for_all_variants([&](auto&& fits, auto&& make_plan, std::int64_t width) {
    cuda::fill_bytes(y_.data(), 0xff, static_cast<std::size_t>(y_.bytes()));
    meet_an_error();
    EXPECT_NO_THROW(EXPECT_TRUE(fits()));
    meet_an_error();
    std::unique_ptr<DensePlan> plan;
    ASSERT_NO_THROW(plan = make_plan());
    meet_an_error();
    for (int again = 0; again < 2; ++again) EXPECT_NO_THROW(run(*plan, {}));
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorMemoryAllocation) << "the application's";
    EXPECT_NO_THROW(cuda::synchronize());
    (void)cudaGetLastError();
    EXPECT_TRUE(right(width));
  });
}

TEST_F(CudaNeighbours, an_error_that_was_there_is_no_products) {
  const auto a = tests::converted<double, std::int32_t>(tests::random_matrix(3000, 3000, 12, 1));
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const auto reference = spgemm::reference(a.view(), a.view());
  meet_an_error();
  std::unique_ptr<SpgemmProblem> problem;
  ASSERT_NO_THROW(problem = std::make_unique<SpgemmProblem>(
                      spgemm::make_problem(there.view(), there.view(), {})));
  for (const char* text : {"hash_bins{}", "hash_row{}", "dot_product{}"}) {
    SCOPED_TRACE(text);
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    ASSERT_TRUE(parsed);
    meet_an_error();
    std::unique_ptr<SparsePlan> plan;
    ASSERT_NO_THROW(plan = parsed.value().sparse_plan(*problem));
    meet_an_error();
    ASSERT_NO_THROW(EXPECT_EQ(plan->symbolic({}), reference.c.nnz()));
    meet_an_error();
    ASSERT_NO_THROW(plan->allocate({}));
    meet_an_error();
    ASSERT_NO_THROW(plan->numeric({}));
    (void)cudaGetLastError();
    cuda::synchronize();
    std::vector<double> values(static_cast<std::size_t>(plan->result().nnz));
    cuda::copy_to_host(values.data(), plan->result().values, values.size() * sizeof(double));
    double sum = 0;
    for (const double value : values) sum += value;
    double expected = 0;
    double magnitude = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      expected += reference.c.values[i];
      magnitude += reference.magnitude[i];
    }
    EXPECT_NEAR(sum, expected, 1e-12 * magnitude);
  }
}

/// What loads code or takes memory for the first time may wait, so that all is planned once before.
TEST_F(CudaNeighbours, planning_waits_for_no_other_stream) {
  cuda::Timer busy;
  for_all_variants([&](auto&& fits, auto&& make_plan, std::int64_t width) {
    (void)make_plan();
    cuda::synchronize();
    busy.hold();
    busy.mark(0);
    std::unique_ptr<DensePlan> plan;
    EXPECT_NO_THROW(EXPECT_TRUE(fits()));
    EXPECT_NO_THROW(plan = make_plan());
    EXPECT_FALSE(busy.reached(0)) << "it went on once the other stream was done";
    busy.release();
    ASSERT_NE(plan, nullptr);
    run(*plan, {});
    cuda::synchronize();
    EXPECT_TRUE(right(width));
  });
}

TEST_F(CudaNeighbours, planning_leaves_what_other_threads_capture_alone) {
  for_all_variants([&](auto&& fits, auto&& make_plan, std::int64_t width) {
    std::unique_ptr<DensePlan> plan;  // to go behind the capture: that waits for the device
    while_another_thread_captures([&] {
      EXPECT_TRUE(fits());
      plan = make_plan();
    });
    ASSERT_NE(plan, nullptr);
    run(*plan, {});
    cuda::synchronize();
    EXPECT_TRUE(right(width));
  });
}

/// Keeps a stream busy until it is told otherwise, two seconds at most: whoever waits for it ends.
void hold_until(void* flag) {
  const auto& released = *static_cast<std::atomic<bool>*>(flag);
  for (int i = 0; i < 2000 && !released; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// Nor for those that wait for the default stream, and let it wait, as most applications make them.
TEST_F(CudaNeighbours, a_product_waits_for_no_other_stream) {
  const auto a = tests::converted<double, std::int32_t>(tests::random_matrix(3000, 3000, 12, 1));
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpgemmProblem problem = spgemm::make_problem(there.view(), there.view(), {});
  const cuda::Timer own;
  cuda::OwnedStream busy;
  SPTUNE_CUDA(cudaStreamCreate(busy.out()));
  const cuda::OwnedEvent reached = cuda::make_event(cudaEventDisableTiming);
  for (const char* text : {"hash_bins{}", "hash_bins{rerun=places}", "hash_row{}",
                           "hash_row{table=global}", "dot_product{}"}) {
    SCOPED_TRACE(text);
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    ASSERT_TRUE(parsed);
    const auto plan = parsed.value().sparse_plan(problem);
    const auto run_all = [&] {
      plan->symbolic(own.stream());
      plan->allocate(own.stream());
      for (int run = 0; run < 3; ++run) plan->numeric(own.stream());
    };
    run_all();  // loads code and takes memory
    cuda::synchronize();
    std::atomic<bool> released{false};
    SPTUNE_CUDA(cudaLaunchHostFunc(busy.get(), hold_until, &released));
    SPTUNE_CUDA(cudaEventRecord(reached.get(), busy.get()));
    EXPECT_NO_THROW(run_all());
    EXPECT_EQ(cudaEventQuery(reached.get()), cudaErrorNotReady)
        << "it went on once the other stream was done";
    (void)cudaGetLastError();
    released = true;
    cuda::synchronize();
  }
}

TEST_F(CudaNeighbours, planning_products_leaves_what_other_threads_capture_alone) {
  const SpgemmProblem problem = spgemm::make_problem(matrix_->view(), matrix_->view(), {});
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cuda || v.operation != Operation::spgemm) continue;
    const ResolvedConfiguration c = v.default_configuration();
    SCOPED_TRACE(c.text());
    if (!c.fit(problem)) continue;
    std::unique_ptr<SparsePlan> plan;
    while_another_thread_captures([&] {
      EXPECT_TRUE(c.fit(problem));
      plan = c.sparse_plan(problem);
    });
    ASSERT_NE(plan, nullptr);
    EXPECT_GT(plan->symbolic({}), 0);
  }
}

TEST_F(CudaNeighbours, looking_at_operands_leaves_what_other_threads_capture_alone) {
  const auto looks = shipped_catalogue().parse(Operation::spmv, Backend::cuda, "csr_auto");
  ASSERT_TRUE(looks) << looks.error();
  const SpmvProblem problem{matrix_->view(), {}};
  std::unique_ptr<DensePlan> plan;
  cuda::Timer busy;
  while_another_thread_captures([&] {
    EXPECT_TRUE(cuda::inspect(matrix_->view()).broken.empty());
    EXPECT_GT(cuda::inspect_product(matrix_->view(), matrix_->view()).products, 0);
    EXPECT_GT(cuda::free_memory(), 0);
    // An answer that takes long, behind other work, is waited for.
    busy.hold();
    cuda::default_stream_follows(busy.stream());
    std::thread releases([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      busy.release();
    });
    EXPECT_NO_THROW(plan = looks.value().dense_plan(problem));
    releases.join();
  });
  ASSERT_NE(plan, nullptr);
}

TEST_F(CudaNeighbours, a_plan_that_is_captured_again_and_again_holds_no_more) {
  const cuda::Timer timer;
  const SpmmProblem problem(matrix_->view(), columns_of_x, Layout::col_major, {});
  const auto parsed = shipped_catalogue().parse(Operation::spmm, Backend::cuda, "csr_rows{}");
  ASSERT_TRUE(parsed);
  const auto plan = parsed.value().dense_plan(problem);
  const std::int64_t held = plan->memory_bytes();
  ASSERT_GT(held, 0);
  for (int i = 0; i < 50; ++i) {
    cuda::Graph graph(timer.stream(), [&] { run(*plan, timer.stream()); });
    graph.launch();
    cuda::synchronize();
    EXPECT_TRUE(right(columns_of_x));
  }
  EXPECT_LE(plan->memory_bytes(), 10 * held);
}

}  // namespace
}  // namespace sptune::test
