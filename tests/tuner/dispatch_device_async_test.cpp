// SPDX-License-Identifier: BSD-3-Clause
// Plans for matrices on a GPU that answer at once and become better ones beside the runs.
#include "kernels/api/catalogue.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace sptune {
namespace {

using Band = Csr<double, std::int32_t>;

class CudaAsync : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
    there_.emplace(AnyCsr(a_.view()));
    x_there_.emplace(x_.data(), x_.size());
    y_there_.emplace(static_cast<std::size_t>(a_.rows));
    poison();
  }

  /// Of a model that takes SELL for rows of 8 entries and more; `width`: of Rule::apart.
  Dispatcher with_model(double width = 0.1) {
    const std::string standard = shipped_catalogue()
                                     .default_variant(Operation::spmv, Backend::cuda)
                                     ->default_configuration()
                                     .text();
    model::ModelData data =
        testing::small_model(standard, shipped_catalogue()
                                           .find(Operation::spmv, Backend::cuda, "sell")
                                           ->default_configuration()
                                           .text());
    data.backend = Backend::cuda;
    data.machine = model::this_machine(Backend::cuda);
    data.deciding.rule.apart = width;
    return testing::dispatcher_with(data);
  }

  void run(Spmv<double>& spmv, Stream stream = {}) {
    spmv.run(2.0, x_there_->data(), 0.0, y_there_->data(), stream);
  }
  void poison() { cuda::fill_bytes(y_there_->data(), 0xff, y_there_->size() * sizeof(double)); }
  /// What the last run left, when all is done; none is there afterwards.
  void expect_product_of(const Band& a) {
    cuda::synchronize();
    std::vector<double> y(y_there_->size());
    cuda::copy_to_host(y.data(), y_there_->data(), y.size() * sizeof(double));
    testing::expect_twice_the_product(a, x_, y);
    poison();
  }
  void run_and_check(Spmv<double>& spmv, int times = 1) {
    for (int i = 0; i < times; ++i) {
      run(spmv);
      expect_product_of(a_);
    }
  }

  Band a_ = testing::band(20'000, 12);
  std::vector<double> x_ = testing::some_x(a_.cols);
  std::optional<cuda::DeviceCsr> there_;
  std::optional<cuda::DeviceArray<double>> x_there_;
  std::optional<cuda::DeviceArray<double>> y_there_;
  Options options_{.expected_runs = 1e9, .threads = 1, .constant_values = true, .async = true};
};

TEST_F(CudaAsync, runs_at_once_and_becomes_what_the_model_chose) {
  const Dispatcher d = with_model();
  cuda::synchronize();
  auto spmv = d.spmv<double>(there_->view(), options_);
  const Choice& first = spmv.choice();
  if (first.pending) {
    EXPECT_EQ(first.configuration.variant, "csr_auto") << "nothing had to be waited for";
  }
  run_and_check(spmv, 3);
  spmv.wait();
  EXPECT_EQ(spmv.choice().match, Match::predicted) << spmv.choice().explain();
  EXPECT_EQ(spmv.choice().configuration.variant, "sell");
  run_and_check(spmv, 3);
}

TEST_F(CudaAsync, without_a_model_it_becomes_the_default) {
  const Dispatcher d(std::vector<std::string>{}, [](std::string_view) {});
  auto spmv = d.spmv<double>(there_->view(), options_);
  const Choice& now = spmv.choice();
  EXPECT_EQ(now.configuration.variant, now.pending ? "csr_balanced" : "csr_auto");
  run_and_check(spmv);
  spmv.wait();
  EXPECT_EQ(spmv.choice().match, Match::no_model);
  EXPECT_EQ(spmv.choice().configuration.variant, "csr_auto");
  run_and_check(spmv);
}

TEST_F(CudaAsync, changes_while_runs_are_enqueued_on_several_streams) {
  const Dispatcher d = with_model();
  for (int round = 0; round < 10; ++round) {
    auto spmv = d.spmv<double>(there_->view(), options_);
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t) {
      threads.emplace_back([&] {
        const cuda::Timer own;
        const cuda::DeviceArray<double> y_there(static_cast<std::size_t>(a_.rows));
        std::vector<double> y(y_there.size());
        for (int i = 0; i < 200; ++i) {
          spmv.run(2.0, x_there_->data(), 0.0, y_there.data(), own.stream());
        }
        cuda::synchronize();
        cuda::copy_to_host(y.data(), y_there.data(), y.size() * sizeof(double));
        testing::expect_twice_the_product(a_, x_, y);
      });
    }
    for (std::thread& t : threads) t.join();
    spmv.wait();
    run_and_check(spmv);
  }
}

TEST_F(CudaAsync, asking_does_not_wait_for_the_stream_that_writes_the_matrix) {
  const Dispatcher d = with_model();
  {  // kernels are loaded, memory is taken
    auto spmv = d.spmv<double>(there_->view(), options_);
    run_and_check(spmv);
    spmv.wait();
    run_and_check(spmv);
  }
  cuda::Timer busy;
  options_.stream = busy.stream();
  busy.hold();
  auto spmv = d.spmv<double>(there_->view(), options_);
  EXPECT_TRUE(spmv.choice().pending) << "features come behind what is held";
  EXPECT_EQ(spmv.choice().configuration.variant, "csr_balanced") << "which looks at nothing";
  run(spmv, busy.stream());
  busy.release();
  expect_product_of(a_);
  spmv.wait();
  EXPECT_EQ(spmv.choice().configuration.variant, "sell");
  run_and_check(spmv);
}

TEST_F(CudaAsync, a_host_that_only_enqueues_meets_the_choice_in_its_loop) {
  const Dispatcher d = with_model();
  const cuda::Timer own;
  for (int round = 0; round < 3; ++round) {
    auto spmv = d.spmv<double>(there_->view(), options_);
    for (int i = 0; i < 10'000; ++i) run(spmv, own.stream());
    EXPECT_FALSE(spmv.choice().pending) << "the device has not begun most of the runs";
    EXPECT_EQ(spmv.choice().configuration.variant, "sell");
    expect_product_of(a_);
  }
}

TEST_F(CudaAsync, a_stream_that_is_held_does_not_hold_the_host) {
  const Dispatcher d = with_model();
  cuda::Timer busy;
  options_.stream = busy.stream();
  busy.hold();
  auto spmv = d.spmv<double>(there_->view(), options_);
  for (int i = 0; i < 100; ++i) run(spmv, busy.stream());
  EXPECT_TRUE(spmv.choice().pending) << "features come behind what is held";
  busy.release();
  expect_product_of(a_);
}

TEST_F(CudaAsync, values_that_come_while_it_is_pending_count) {
  const Dispatcher d = with_model();
  Band other = a_;
  for (double& value : other.values) value = 3 - value;
  const cuda::DeviceArray<double> values(other.values.data(), other.values.size());
  const cuda::Timer own;
  for (int round = 0; round < 10; ++round) {
    auto spmv = d.spmv<double>(there_->view(), options_);
    run(spmv, own.stream());
    spmv.update_values(AnyValues::on_device(values.data(), other.nnz()), own.stream());
    run(spmv, own.stream());
    expect_product_of(other);
    spmv.wait();
    run(spmv, own.stream());
    expect_product_of(other);
    EXPECT_EQ(spmv.choice().configuration.variant, "sell");
  }
}

TEST_F(CudaAsync, may_go_while_it_is_pending) {
  const Dispatcher d = with_model();
  for (int round = 0; round < 20; ++round) {
    auto spmv = d.spmv<double>(there_->view(), options_);
    run(spmv);
  }
  expect_product_of(a_);
}

TEST_F(CudaAsync, graphs_keep_what_ran_when_they_were_captured) {
  const Dispatcher d = with_model();
  auto spmv = d.spmv<double>(there_->view(), options_);
  spmv.wait();  // before capturing
  const cuda::Timer own;
  run(spmv, own.stream());
  cuda::synchronize();
  cuda::Graph graph(own.stream(), [&] { run(spmv, own.stream()); });
  poison();
  graph.launch();
  expect_product_of(a_);
}

TEST_F(CudaAsync, probes_when_the_choice_is_there) {
  a_ = testing::band(20'000, 3);  // where the model expects a loss by SELL
  there_.emplace(AnyCsr(a_.view()));
  const Dispatcher d = with_model(2);
  int settled = 0;
  options_.probe = Probe::at_once;
  options_.settled = [&](const Configuration&) { ++settled; };
  auto spmv = d.spmv<double>(there_->view(), options_);
  spmv.wait();
  EXPECT_NE(spmv.choice().reason.find("probed in the first runs"), std::string::npos)
      << spmv.choice().explain();
  run_and_check(spmv, 60);
  EXPECT_EQ(settled, 1);
}

TEST_F(CudaAsync, stays_within_the_memory_limit) {
  const Dispatcher d(std::vector<std::string>{}, [](std::string_view) {});
  options_.force = "sell";
  options_.memory_limit = 1 << 20;  // 240,000 entries, of which SELL copies all
  auto spmv = d.spmv<double>(there_->view(), options_);
  spmv.wait();
  EXPECT_NE(spmv.choice().reason.find("does not fit"), std::string::npos)
      << spmv.choice().explain();
  run_and_check(spmv);
}

TEST_F(CudaAsync, asks_again_what_fits_where_values_came_that_begin_elsewhere) {
  const Dispatcher d(std::vector<std::string>{}, [](std::string_view) {});
  options_.force = "coo";  // which needs values that begin at a multiple of 16 bytes
  Band other = a_;
  for (double& value : other.values) value = 3 - value;
  const cuda::DeviceArray<double> memory(other.values.size() + 1);
  double* const values = memory.data() + 1;
  cuda::copy_to_device(values, other.values.data(), other.values.size() * sizeof(double));
  for (int i = 0; i < 20; ++i) {
    auto spmv = d.spmv<double>(there_->view(), options_);
    bool taken = true;
    try {
      spmv.update_values(AnyValues::on_device(values, a_.nnz()));
    } catch (const UsageError&) {
      taken = false;  // it was prepared before
    }
    spmv.wait();
    EXPECT_EQ(spmv.choice().configuration.variant != "coo", taken) << spmv.choice().explain();
    run(spmv);
    expect_product_of(taken ? other : a_);
  }
}

TEST_F(CudaAsync, multiplies_several_columns) {
  const Dispatcher d(std::vector<std::string>{}, [](std::string_view) {});
  auto spmm = d.spmm<double>(there_->view(), {.columns = 1, .layout = Layout::col_major}, options_);
  for (int i = 0; i < 2; ++i) {
    spmm.run(2.0, x_there_->data(), 0.0, y_there_->data());
    expect_product_of(a_);
    spmm.wait();
  }
}

}  // namespace
}  // namespace sptune
