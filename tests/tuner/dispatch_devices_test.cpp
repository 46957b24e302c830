// SPDX-License-Identifier: BSD-3-Clause
// One thread that plans and runs on one GPU after the other; planning beside a thread that
// captures.
#include "kernels/api/catalogue.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/kernels/capturing.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sptune {
namespace {

class CudaDevices : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
    int devices = 0;
    SPTUNE_CUDA(cudaGetDeviceCount(&devices));
    if (devices < 2) GTEST_SKIP() << "needs two GPUs, there is " << devices;
  }
  void TearDown() override {
    if (cuda::device_info()) SPTUNE_CUDA(cudaSetDevice(0));
  }

  static std::string text_of(Operation operation, const char* variant) {
    return shipped_catalogue()
        .find(operation, Backend::cuda, variant)
        ->default_configuration()
        .text();
  }
  /// That asks for features, of the operands and of a product.
  static Dispatcher with_model(Operation operation, const char* better) {
    const Variant* const standard = shipped_catalogue().default_variant(operation, Backend::cuda);
    model::ModelData data =
        testing::small_model(standard->default_configuration().text(), text_of(operation, better));
    data.operation = operation;
    data.backend = Backend::cuda;
    data.machine = model::this_machine(Backend::cuda);
    return testing::dispatcher_with(data);
  }
};

TEST_F(CudaDevices, a_thread_chooses_and_multiplies_on_each) {
  const Dispatcher spmv = with_model(Operation::spmv, "sell");
  const Dispatcher spgemm = with_model(Operation::spgemm, "hash_row");
  const auto a = testing::band(600, 12);
  const std::vector<double> x = testing::some_x(a.cols);
  Options options;
  options.expected_runs = 1e6;
  options.constant_values = true;
  for (const int device : {0, 1, 0}) {
    SCOPED_TRACE("device " + std::to_string(device));
    SPTUNE_CUDA(cudaSetDevice(device));
    const cuda::OwnedStream stream = cuda::make_stream();
    options.stream = {stream.get()};
    const cuda::DeviceCsr there{AnyCsr(a.view())};
    const cuda::DeviceArray<double> x_there(x.data(), x.size());
    const cuda::DeviceArray<double> y_there(static_cast<std::size_t>(a.rows));

    auto plan = spmv.spmv<double>(there.view(), options);
    EXPECT_EQ(plan.choice().configuration.variant, "sell") << plan.choice().explain();
    plan.run(2.0, x_there.data(), 0.0, y_there.data(), options.stream);
    cuda::synchronize();
    std::vector<double> y(static_cast<std::size_t>(a.rows));
    cuda::copy_to_host(y.data(), y_there.data(), y.size() * sizeof(double));
    testing::expect_twice_the_product(a, x, y);

    Spgemm product = spgemm.spgemm(there.view(), there.view(), options);
    EXPECT_NE(product.choice().match, Match::no_model);
    const AnyCsr c = product.multiply(options.stream);
    EXPECT_EQ(c.nnz, spgemm::reference(a.view(), a.view()).c.nnz());
    cuda::synchronize();
  }
}

TEST_F(CudaDevices, each_is_a_machine_of_its_own) {
  const model::Machine& first = model::this_machine(Backend::cuda);
  SPTUNE_CUDA(cudaSetDevice(1));
  const model::Machine& second = model::this_machine(Backend::cuda);
  EXPECT_NE(&first, &second);
  EXPECT_EQ(second.name, cuda::device_info().value().name);
  EXPECT_EQ(second.memory_bytes, cuda::device_info().value().memory_bytes);
  SPTUNE_CUDA(cudaSetDevice(0));
  EXPECT_EQ(&first, &model::this_machine(Backend::cuda));
}

class CudaCaptures : public CudaDevices {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }
};

TEST_F(CudaCaptures, choosing_and_planning_leave_what_other_threads_capture_alone) {
  const Dispatcher spmv = with_model(Operation::spmv, "sell");
  const Dispatcher spgemm = with_model(Operation::spgemm, "hash_row");
  const auto a = testing::band(600, 12);
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const Options options{.expected_runs = 1e6, .constant_values = true};
  std::optional<Spmv<double>> plan;  // to go behind the capture: that waits for the device
  std::optional<Spgemm> product;
  test::while_another_thread_captures([&] {
    plan.emplace(spmv.spmv<double>(there.view(), options));
    product.emplace(spgemm.spgemm(there.view(), there.view(), options));
  });
  ASSERT_TRUE(plan && product);
  EXPECT_EQ(plan->choice().configuration.variant, "sell") << plan->choice().explain();
  EXPECT_NE(product->choice().match, Match::no_model);
}

/// A matrix without rows need not have an array of offsets.
TEST_F(CudaDevices, an_empty_matrix_is_planned_on_each) {
  const Dispatcher dispatcher = with_model(Operation::spmv, "sell");
  for (const int device : {0, 1}) {
    SPTUNE_CUDA(cudaSetDevice(device));
    AnyCsr nothing{CsrView<double, std::int32_t>{}};
    nothing.space = MemorySpace::device;
    nothing.cols = 5;
    auto plan = dispatcher.spmv<double>(nothing, {.expected_runs = 1e6});
    plan.run(1.0, nullptr, 0.0, nullptr);
    cuda::synchronize();
    EXPECT_FALSE(plan.choice().configuration.variant.empty());
  }
}

}  // namespace
}  // namespace sptune
