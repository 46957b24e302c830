// SPDX-License-Identifier: BSD-3-Clause
// Probing where runs are enqueued and times come late: a GPU.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/probing_plan.hpp"
#include "tuner/dispatch/run_times.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace sptune::dispatch {
namespace {

using sptune::testing::band;
using sptune::testing::expect_twice_the_product;
using sptune::testing::some_x;

ResolvedConfiguration default_of(const char* variant) {
  return shipped_catalogue().find(Operation::spmv, Backend::cuda, variant)->default_configuration();
}

class CudaProbing : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
    there_.emplace(AnyCsr(a_.view()));
    x_there_.emplace(x_.data(), x_.size());
    y_there_.emplace(static_cast<std::size_t>(a_.rows));
    poison();
  }

  /// Kernels are loaded when they are first launched, which may wait for the device: before it is
  /// held.
  void load_kernels(const char* first, const std::vector<const char*>& others) {
    run_and_check(*plan(first, others), 30);
    cuda::launch_empty({});
    settled_.clear();
  }

  /// `first` was chosen; preparing each of the others is predicted to take `prepare_s`.
  std::unique_ptr<ProbingPlan> plan(const char* first, const std::vector<const char*>& others,
                                    Pace pace = Pace::at_once, double prepare_s = 0) {
    const SpmvProblem problem(there_->view(), {1, memory_});
    std::vector<Contender> contenders;
    for (const char* other : others) contenders.push_back({default_of(other), prepare_s});
    return std::make_unique<ProbingPlan>(
        problem, default_of(first), default_of(first).dense_plan(problem), std::move(contenders),
        pace,
        [this](const ResolvedConfiguration& c) { settled_.push_back(c.configuration().variant); });
  }

  /// Runs until it has settled, and so many anyhow: how many a race takes hangs on who else uses
  /// the device.
  [[nodiscard]] bool goes_on(int runs) const {
    constexpr int anyhow = 80;
    constexpr int at_most = 5000;
    return runs < anyhow || (settled_.empty() && runs < at_most);
  }
  void run(ProbingPlan& plan, Stream stream = {}) {
    plan.run(2, x_there_->data(), 0, y_there_->data(), stream);
  }
  void poison() { cuda::fill_bytes(y_there_->data(), 0xff, y_there_->size() * sizeof(double)); }
  /// What the last run left, when all is done; none is there afterwards.
  void expect_product_of(const Csr<double, std::int32_t>& a) {
    cuda::synchronize();
    std::vector<double> y(y_there_->size());
    cuda::copy_to_host(y.data(), y_there_->data(), y.size() * sizeof(double));
    expect_twice_the_product(a, x_, y);
    poison();
  }
  void run_and_check(ProbingPlan& plan, int times) {
    for (int i = 0; i < times; ++i) {
      run(plan);
      expect_product_of(a_);
    }
  }

  Csr<double, std::int32_t> a_ = band(20'000, 9);
  std::vector<double> x_ = some_x(a_.cols);
  std::optional<cuda::DeviceCsr> there_;
  std::optional<cuda::DeviceArray<double>> x_there_;
  std::optional<cuda::DeviceArray<double>> y_there_;
  std::int64_t memory_ = std::int64_t{1} << 40;
  std::vector<std::string> settled_;
};

TEST_F(CudaProbing, times_are_known_after_the_device_got_there_and_in_order) {
  const auto times = make_device_run_times();
  const auto probed = plan("csr_balanced", {});
  cuda::Timer busy;
  run(*probed, busy.stream());  // its workspace is taken before the device is held
  cuda::synchronize();
  busy.hold();
  for (int tag = 0; tag < 3; ++tag) {
    ASSERT_TRUE(times->possible(busy.stream()));
    times->time(tag, busy.stream(), [&] { run(*probed, busy.stream()); });
  }
  EXPECT_TRUE(times->take().empty());
  busy.release();
  cuda::synchronize();
  const std::vector<RunTime> known = times->take();
  ASSERT_EQ(known.size(), 3U);
  for (int tag = 0; tag < 3; ++tag) {
    EXPECT_EQ(known[static_cast<std::size_t>(tag)].tag, tag);
    EXPECT_GT(known[static_cast<std::size_t>(tag)].seconds, 0);
    EXPECT_LT(known[static_cast<std::size_t>(tag)].seconds, 0.1);
  }
  EXPECT_TRUE(times->take().empty());
}

TEST_F(CudaProbing, a_stream_that_is_held_keeps_no_times_of_another_back) {
  load_kernels("csr_balanced", {});
  const auto times = make_device_run_times();
  const auto probed = plan("csr_balanced", {});
  cuda::Timer busy;
  const cuda::Timer other;
  run(*probed, busy.stream());
  run(*probed, other.stream());
  cuda::synchronize();
  busy.hold();
  times->time(1, busy.stream(), [&] { run(*probed, busy.stream()); });
  times->time(2, other.stream(), [&] { cuda::launch_empty(other.stream()); });
  std::vector<RunTime> known;
  for (int i = 0; i < 100 && known.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    known = times->take();
  }
  busy.release();
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(known[0].tag, 2);
  cuda::synchronize();
  EXPECT_EQ(times->take().size(), 1U);
}

TEST_F(CudaProbing, nothing_is_timed_nor_asked_for_inside_a_capture) {
  const auto times = make_device_run_times();
  const cuda::Timer own;
  const cuda::Timer other;
  times->time(1, other.stream(), [&] { cuda::launch_empty(other.stream()); });
  cuda::synchronize();
  cuda::Graph graph(own.stream(), [&] {
    EXPECT_FALSE(times->possible(own.stream()));
    EXPECT_TRUE(times->possible(other.stream())) << "it is not captured";
    EXPECT_EQ(times->take().size(), 1U) << "of another stream, while this thread captures";
    cuda::launch_empty(own.stream());
  });
  EXPECT_TRUE(times->possible(own.stream()));
  EXPECT_TRUE(times->may_prepare());
  graph.launch();
  cuda::synchronize();
}

TEST_F(CudaProbing, every_run_gives_the_product_and_one_stays) {
  const auto probing = plan("csr_balanced", {"sell", "ell", "csr_adaptive"});
  run_and_check(*probing, 70);
  ASSERT_EQ(settled_.size(), 1U);
  run_and_check(*probing, 3);
}

TEST_F(CudaProbing, a_host_that_is_ahead_is_not_held_up) {
  load_kernels("csr_balanced", {"sell", "ell"});
  const auto probing = plan("csr_balanced", {"sell", "ell"});
  cuda::Timer busy;
  run(*probing, busy.stream());
  cuda::synchronize();
  busy.hold();
  for (int i = 0; i < 100; ++i) run(*probing, busy.stream());
  EXPECT_TRUE(settled_.empty()) << "the device has not run any of them";
  busy.release();
  expect_product_of(a_);
  for (int i = 0; i < 60; ++i) {
    run(*probing, busy.stream());
    expect_product_of(a_);
  }
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbing, captured_runs_are_not_probed_and_graphs_live_as_long_as_the_plan) {
  const auto probing = plan("csr_balanced", {"sell", "ell"});
  run_and_check(*probing, 1);
  const cuda::Timer own;
  run(*probing, own.stream());
  cuda::synchronize();
  cuda::Graph graph(own.stream(), [&] {
    for (int i = 0; i < 100; ++i) run(*probing, own.stream());
  });
  EXPECT_TRUE(settled_.empty());
  graph.launch();
  expect_product_of(a_);
  run_and_check(*probing, 60);
  EXPECT_EQ(settled_.size(), 1U);
  graph.launch();
  expect_product_of(a_);
}

TEST_F(CudaProbing, streams_take_turns_and_may_go) {
  const auto probing = plan("csr_balanced", {"sell", "ell"});
  for (int i = 0; i < 20; ++i) {
    const cuda::Timer one;  // its stream is destroyed while its runs may not be over
    const cuda::Timer two;
    run(*probing, one.stream());
    cuda::synchronize();
    run(*probing, two.stream());
    run(*probing, one.stream());
  }
  expect_product_of(a_);
  run_and_check(*probing, 60);
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbing, threads_with_streams_of_their_own_run_it_at_once) {
  const auto probing = plan("csr_balanced", {"sell", "ell"});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      const cuda::Timer own;
      const cuda::DeviceArray<double> y_there(static_cast<std::size_t>(a_.rows));
      std::vector<double> y(y_there.size());
      for (int i = 0; i < 40; ++i) {
        probing->run(2, x_there_->data(), 0, y_there.data(), own.stream());
      }
      cuda::synchronize();
      cuda::copy_to_host(y.data(), y_there.data(), y.size() * sizeof(double));
      expect_twice_the_product(a_, x_, y);
    });
  }
  for (std::thread& t : threads) t.join();
  run_and_check(*probing, 60);
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbing, a_plan_may_go_while_times_are_awaited) {
  load_kernels("csr_balanced", {"sell"});
  cuda::Timer busy;
  auto probing = plan("csr_balanced", {"sell"});
  run(*probing, busy.stream());
  cuda::synchronize();
  busy.hold();
  for (int i = 0; i < 5; ++i) run(*probing, busy.stream());
  std::thread releases([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    busy.release();
  });
  probing.reset();  // waits for the device
  releases.join();
  expect_product_of(a_);
  EXPECT_TRUE(settled_.empty());
}

TEST_F(CudaProbing, as_paid_others_are_prepared_between_runs) {
  const auto probing = plan("csr_balanced", {"sell"}, Pace::as_paid, 1e-9);
  const cuda::Timer own;
  for (int i = 0; goes_on(i); ++i) {
    run(*probing, own.stream());
    expect_product_of(a_);
  }
  EXPECT_EQ(settled_.size(), 1U);
  EXPECT_GT(probing->memory_bytes(), 8 * a_.nnz()) << "both live as long as the plan";
  const auto never = plan("csr_balanced", {"sell"}, Pace::as_paid, 1e6);
  run_and_check(*never, 20);
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbing, values_that_changed_reach_what_is_prepared_later) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  const cuda::DeviceArray<double> new_values(other.values.data(), other.values.size());
  const auto probing = plan("csr_balanced", {"sell", "ell"}, Pace::as_paid, 1e-9);
  const cuda::Timer own;
  run(*probing, own.stream());
  probing->update_values(AnyValues::on_device(new_values.data(), other.nnz()), own.stream());
  for (int i = 0; goes_on(i); ++i) {
    run(*probing, own.stream());
    expect_product_of(other);
  }
  EXPECT_EQ(settled_.size(), 1U);
  const cuda::DeviceArray<double> old_values(a_.values.data(), a_.values.size());
  probing->update_values(AnyValues::on_device(old_values.data(), a_.nnz()), {});
  run_and_check(*probing, 2);
}

TEST_F(CudaProbing, plans_together_stay_within_the_memory_limit) {
  memory_ = 1 << 20;  // 180,000 entries, of which SELL copies all
  const auto probing = plan("csr_balanced", {"sell"});
  run_and_check(*probing, 2);
  EXPECT_EQ(settled_, std::vector<std::string>{"csr_balanced"});
  EXPECT_LT(probing->memory_bytes(), memory_);
}

TEST_F(CudaProbing, an_empty_matrix_is_probed_as_any) {
  const Csr<double, std::int32_t> nothing{0, 0, {0}, {}, {}};
  const cuda::DeviceCsr empty{AnyCsr(nothing.view())};
  const SpmvProblem problem(empty.view(), {1, memory_});
  ProbingPlan probing(problem, default_of("csr_balanced"),
                      default_of("csr_balanced").dense_plan(problem), {{default_of("sell"), 0}},
                      Pace::at_once);
  for (int i = 0; i < 40; ++i) probing.run(1, nullptr, 0, nullptr, {});
  cuda::synchronize();
}

TEST_F(CudaProbing, a_dispatcher_probes_what_its_model_cannot_tell_apart) {
  const std::string standard = shipped_catalogue()
                                   .default_variant(Operation::spmv, Backend::cuda)
                                   ->default_configuration()
                                   .text();
  const std::string other = default_of("sell").text();
  model::ModelData data = sptune::testing::small_model(standard, other);
  data.backend = Backend::cuda;
  data.machine = model::this_machine(Backend::cuda);
  data.deciding.rule.apart = 2;  // more than log(3)
  data.candidates[1].prepare.fixed_s = 1e-6;
  const Dispatcher d = sptune::testing::dispatcher_with(data);
  int settled = 0;
  const Csr<double, std::int32_t> narrow =
      band(20'000, 3);  // a loss by SELL, if the model is right
  const cuda::DeviceCsr there{AnyCsr(narrow.view())};
  auto spmv = d.spmv<double>(there.view(), {.expected_runs = 1e6,
                                            .threads = 1,
                                            .constant_values = true,
                                            .probe = Probe::at_once,
                                            .settled = [&](const Configuration&) { ++settled; }});
  EXPECT_NE(spmv.choice().reason.find("probed in the first runs: " + other), std::string::npos)
      << spmv.choice().explain();
  for (int i = 0; i < 60; ++i) {
    spmv.run(2, x_there_->data(), 0, y_there_->data());
    expect_product_of(narrow);
  }
  EXPECT_EQ(settled, 1);
}

}  // namespace
}  // namespace sptune::dispatch
