// SPDX-License-Identifier: BSD-3-Clause
// Probing of products where phases are enqueued and times come late: a GPU.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/new_values.hpp"
#include "tests/kernels/spgemm_contract.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/probing_product.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::dispatch::device_products {
namespace {

using Matrix = Csr<double, std::int32_t>;
using Texts = std::vector<std::string>;

ResolvedConfiguration of_text(const std::string& text) {
  return shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text).value();
}

/// A times itself.
class CudaProbingProducts : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
    a_.emplace(tests::random_matrix(600, 600, 6, 1), Backend::cuda);
  }

  [[nodiscard]] SpgemmProblem problem() const { return tests::problem_of(*a_, *a_, {1, memory_}); }

  /// `first` was chosen; preparing each of the others is predicted to take `prepare_s`.
  std::unique_ptr<ProbingProduct> plan(const std::string& first, const Texts& others,
                                       Pace pace = Pace::at_once, double prepare_s = 0) {
    std::vector<Contender> contenders;
    for (const std::string& other : others) contenders.push_back({of_text(other), prepare_s});
    return std::make_unique<ProbingProduct>(
        problem(), of_text(first), of_text(first).sparse_plan(problem()), std::move(contenders),
        pace,
        [this](const ResolvedConfiguration& c) { settled_.push_back(c.configuration().variant); });
  }

  static void multiply(SparsePlan& plan, Stream stream = {}) {
    (void)plan.symbolic(stream);
    plan.allocate(stream);
    plan.numeric(stream);
  }

  /// When all is done.
  void expect_square_of(const Matrix& a, const SparsePlan& plan) {
    tests::Copy<double> c = tests::copy_of<double>(plan.result());
    tests::expect_equal(c, references_.of(a, a), "");
  }
  void multiply_and_check(SparsePlan& plan, int times, Stream stream = {}) {
    for (int i = 0; i < times; ++i) {
      multiply(plan, stream);
      expect_square_of(a_->host, plan);
    }
  }

  /// Others for each number.
  void put_values(int number) {
    auto& values = a_->host.values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 7) + number;
    cuda::copy_to_device(const_cast<void*>(a_->view().values), values.data(),
                         values.size() * sizeof(double));
  }

  /// Kernels are loaded when they are first launched, which may wait for the device: before it is
  /// held.
  void load_kernels() {
    const auto probing = plan(first_, others_);
    for (int i = 0; i < 60; ++i) {
      multiply(*probing);
      probing->numeric({});
    }
    cuda::synchronize();
    settled_.clear();
  }

  /// Products until it is the second of the first contender's turn.
  void reach_a_contender(ProbingProduct& probing, Stream stream = {}) {
    const model::RaceSettings race;
    multiply_and_check(probing, race.warm + race.timed + 2, stream);
  }

  std::string first_ = "hash_bins";
  Texts others_{"hash_bins{at_once=never}", "dot_product"};
  std::int64_t memory_ = std::int64_t{1} << 40;
  std::optional<tests::Operand<double, std::int32_t>> a_;
  tests::References<double, std::int32_t> references_;
  std::vector<std::string> settled_;
};

TEST_F(CudaProbingProducts, every_product_is_right_and_one_stays) {
  const auto probing = plan(first_, others_);
  multiply_and_check(*probing, 80);
  ASSERT_EQ(settled_.size(), 1U);
  multiply_and_check(*probing, 3);
  probing->numeric({});
  expect_square_of(a_->host, *probing);
}

TEST_F(CudaProbingProducts, values_are_enqueued_behind_a_stream_that_is_held) {
  load_kernels();
  const auto probing = plan(first_, others_);
  cuda::Timer busy;
  for (int i = 0; i < 80; ++i) {
    (void)probing->symbolic(busy.stream());
    probing->allocate(busy.stream());
    cuda::synchronize();
    busy.hold();
    for (int again = 0; again < 3; ++again) probing->numeric(busy.stream());
    busy.release();
    expect_square_of(a_->host, *probing);
  }
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbingProducts, products_follow_each_other_without_a_wait_of_the_caller) {
  const auto probing = plan(first_, others_);
  const cuda::Timer own;
  for (int i = 0; i < 90; ++i) multiply(*probing, own.stream());
  expect_square_of(a_->host, *probing);
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbingProducts, what_was_to_read_c_has_read_it_when_c_moves) {
  const auto probing = plan(first_, others_);
  const cuda::Timer own;
  const std::vector<double> x(static_cast<std::size_t>(a_->host.cols), 1.0);
  const cuda::DeviceArray<double> x_there(x.data(), x.size());
  const spgemm::Reference& reference = references_.of(a_->host, a_->host);
  const ResolvedConfiguration reader = shipped_catalogue()
                                           .find(Operation::spmv, Backend::cuda, "csr_balanced")
                                           ->default_configuration();
  for (int i = 0; i < 60; ++i) {
    multiply(*probing, own.stream());
    cuda::synchronize();
    const auto reads = reader.dense_plan(SpmvProblem(probing->result(), {1, memory_}));
    const cuda::DeviceArray<double> y_there(x.size());
    reads->run(1, x_there.data(), 0, y_there.data(), own.stream());
    (void)probing->symbolic(own.stream());
    cuda::synchronize();
    std::vector<double> y(x.size());
    cuda::copy_to_host(y.data(), y_there.data(), y.size() * sizeof(double));
    for (std::size_t row = 0; row < y.size(); ++row) {
      double sum = 0;
      for (auto k = reference.c.row_offsets[row]; k < reference.c.row_offsets[row + 1]; ++k) {
        sum += reference.c.values[static_cast<std::size_t>(k)];
      }
      ASSERT_NEAR(y[row], sum, 1e-9) << row;
    }
    probing->allocate(own.stream());
    probing->numeric(own.stream());
    expect_square_of(a_->host, *probing);
  }
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbingProducts, products_whose_values_are_captured_are_no_runs_of_the_race) {
  const auto probing = plan(first_, others_);
  const cuda::Timer own;
  reach_a_contender(*probing, own.stream());
  for (int i = 0; i < 40; ++i) {
    (void)probing->symbolic(own.stream());
    probing->allocate(own.stream());
    cuda::synchronize();
    cuda::Graph graph(own.stream(), [&] { probing->numeric(own.stream()); });
    for (int again = 0; again < 2; ++again) {
      a_->change_values();
      graph.launch();
      expect_square_of(a_->host, *probing);
    }
  }
  EXPECT_TRUE(settled_.empty());
  multiply_and_check(*probing, 80, own.stream());
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbingProducts, values_alone_are_captured_and_replayed_until_the_next_symbolic) {
  const auto probing = plan(first_, others_);
  const cuda::Timer own;
  int replays = 0;
  for (int i = 0; i < 80; ++i) {
    multiply(*probing, own.stream());
    expect_square_of(a_->host, *probing);
    if (i % 5 != 2) continue;
    cuda::Graph graph(own.stream(), [&] { probing->numeric(own.stream()); });
    for (int again = 0; again < 3; ++again, ++replays) {
      a_->change_values();
      graph.launch();
      expect_square_of(a_->host, *probing);
    }
  }
  EXPECT_EQ(replays, 48);
  EXPECT_EQ(settled_.size(), 1U) << "of products that had their first values by then";
}

TEST_F(CudaProbingProducts, streams_take_turns_and_may_go) {
  const auto probing = plan(first_, others_);
  for (int i = 0; i < 50; ++i) {
    const cuda::Timer one;  // its stream is destroyed while its work may not be over
    const cuda::Timer two;
    multiply(*probing, one.stream());
    (void)probing->symbolic(one.stream());
    probing->allocate(two.stream());
    probing->numeric(one.stream());
    multiply(*probing, two.stream());
  }
  expect_square_of(a_->host, *probing);
  EXPECT_EQ(settled_.size(), 1U);
  multiply_and_check(*probing, 2);
}

TEST_F(CudaProbingProducts, values_that_changed_reach_what_is_prepared_later) {
  Matrix other = a_->host;
  other.values = test::changed_values(a_->host.values);
  const test::NewValues<double> new_values(other.values, MemorySpace::device);
  const auto probing = plan(first_, others_);
  const cuda::Timer own;
  reach_a_contender(*probing, own.stream());
  probing->update_values(new_values.view(), new_values.view(), own.stream());
  probing->numeric(own.stream());
  expect_square_of(other, *probing);
  for (int i = 0; i < 80; ++i) {
    multiply(*probing, own.stream());
    expect_square_of(other, *probing);
  }
  EXPECT_EQ(settled_.size(), 1U);
  probing->update_values(AnyValues(a_->view()), AnyValues(a_->view()), {});
  multiply_and_check(*probing, 2);
}

TEST_F(CudaProbingProducts, as_paid_others_are_prepared_between_products) {
  const auto probing = plan(first_, {"dot_product"}, Pace::as_paid, 1e-9);
  const cuda::Timer own;
  multiply_and_check(*probing, 120, own.stream());
  EXPECT_EQ(settled_.size(), 1U);
  const auto never = plan(first_, {"dot_product"}, Pace::as_paid, 1e6);
  multiply_and_check(*never, 20);
  EXPECT_EQ(settled_.size(), 1U);
}

TEST_F(CudaProbingProducts, columns_come_in_the_order_of_the_chosen_one) {
  const auto probing = plan(first_, {"hash_row"});
  multiply_and_check(*probing, 60);
  EXPECT_EQ(settled_, Texts{"hash_bins"});
}

TEST_F(CudaProbingProducts, who_has_no_room_is_out_and_the_application_does_not_see_it) {
  std::map<std::int64_t, std::string> needs;  // bytes → who
  for (const char* text : {"dot_product", "hash_bins{at_once=never}"}) {
    const auto alone = of_text(text).sparse_plan(problem());
    multiply(*alone);
    needs[alone->memory_bytes()] = text;
  }
  ASSERT_EQ(needs.size(), 2U);
  const auto& [bytes, frugal] = *needs.begin();
  memory_ = bytes;
  const auto probing = plan(frugal, {needs.rbegin()->second});
  multiply_and_check(*probing, 60);
  EXPECT_EQ(settled_, Texts{of_text(frugal).configuration().variant});
}

TEST_F(CudaProbingProducts, what_the_chosen_one_throws_is_the_applications) {
  const std::int64_t entries = references_.of(a_->host, a_->host).c.nnz();
  memory_ = entries * static_cast<std::int64_t>(sizeof(Index) + sizeof(double)) - 1;
  const auto probing = plan("dot_product", {"hash_row"});
  for (int i = 0; i < 5; ++i) {
    (void)probing->symbolic({});
    EXPECT_THROW(probing->allocate({}), DeviceError);
  }
}

TEST_F(CudaProbingProducts, a_plan_may_go_while_times_are_awaited) {
  const cuda::Timer own;
  for (int products = 1; products < 30; products += 4) {
    auto probing = plan(first_, others_);
    for (int i = 0; i < products; ++i) multiply(*probing, own.stream());
    probing.reset();  // waits for the device
  }
  cuda::synchronize();
}

TEST_F(CudaProbingProducts, an_empty_matrix_is_probed_as_any) {
  a_.emplace(Csr<double>{0, 0, {0}, {}, {}}, Backend::cuda);
  const auto probing = plan(first_, others_);
  multiply_and_check(*probing, 80);
  EXPECT_EQ(settled_.size(), 1U);
}

/// A model that knows the default and `dot_product`.
model::ModelData model_of_products() {
  const std::string standard = shipped_catalogue()
                                   .default_variant(Operation::spgemm, Backend::cuda)
                                   ->default_configuration()
                                   .text();
  model::ModelData data = sptune::testing::small_model(standard, of_text("dot_product").text());
  data.operation = Operation::spgemm;
  data.backend = Backend::cuda;
  data.machine = model::this_machine(Backend::cuda);
  return data;
}

TEST_F(CudaProbingProducts, a_dispatcher_probes_what_its_model_cannot_tell_apart) {
  const std::string other = of_text("dot_product").text();
  model::ModelData data = model_of_products();
  data.deciding.rule.apart = 2;  // more than log(3)
  data.candidates[1].prepare.fixed_s = 1e-6;
  const Dispatcher d = sptune::testing::dispatcher_with(data);
  int settled = 0;
  const Matrix narrow = sptune::testing::band(2000, 3);
  const cuda::DeviceCsr there{AnyCsr(narrow.view())};
  auto product = d.spgemm(there.view(), there.view(),
                          {.expected_runs = 1e6,
                           .threads = 1,
                           .probe = Probe::at_once,
                           .settled = [&](const Configuration&) { ++settled; }});
  EXPECT_NE(product.choice().reason.find("probed in the first runs: " + other), std::string::npos)
      << product.choice().explain();
  for (int i = 0; i < 80; ++i) {
    (void)product.multiply();
    expect_square_of(narrow, product.plan());
  }
  EXPECT_EQ(settled, 1);
}

/// Whoever computes it: what multiplies at once has computed C before they were changed.
TEST_F(CudaProbingProducts, values_changed_between_the_phases_count) {
  model::ModelData data = model_of_products();
  data.deciding.rule.apart = 2;  // more than log(3)
  data.candidates[1].prepare.fixed_s = 1e-6;
  const Dispatcher probes = sptune::testing::dispatcher_with(data);
  const Dispatcher chooses = sptune::testing::dispatcher_with(model_of_products());
  for (const Dispatcher* const dispatcher : {&probes, &chooses}) {
    SCOPED_TRACE(dispatcher == &probes ? "probing" : "the chosen one");
    auto product =
        dispatcher->spgemm(a_->view(), a_->view(),
                           {.expected_runs = 1e6,
                            .threads = 1,
                            .probe = dispatcher == &probes ? Probe::at_once : Probe::none});
    SparsePlan& plan = product.plan();
    for (int i = 0; i < 40; ++i) {
      (void)plan.symbolic({});
      put_values(i);
      plan.allocate({});
      plan.numeric({});
      expect_square_of(a_->host, plan);
      (void)product.multiply();
      expect_square_of(a_->host, plan);
    }
  }
}

TEST_F(CudaProbingProducts, a_dispatcher_remembers_what_its_model_said) {
  const Dispatcher d = sptune::testing::dispatcher_with(model_of_products());
  const Matrix narrow = sptune::testing::band(2000, 3);
  const cuda::DeviceCsr there{AnyCsr(narrow.view())};
  const cuda::DeviceCsr copy{AnyCsr(narrow.view())};
  Options options{.expected_runs = 1e6, .threads = 1};
  const auto ask = [&](const AnyCsr& b) { return d.spgemm(there.view(), b, options).choice(); };
  const Choice first = ask(there.view());
  EXPECT_GT(first.predicted_seconds, 0) << first.explain();
  EXPECT_FALSE(first.remembered);
  for (const AnyCsr& b : {there.view(), copy.view()}) {  // the pattern counts, not where it is
    const Choice again = ask(b);
    EXPECT_TRUE(again.remembered);
    EXPECT_EQ(again.configuration, first.configuration);
  }
  options.pattern_id = 7;
  EXPECT_FALSE(ask(copy.view()).remembered);
  EXPECT_TRUE(ask(copy.view()).remembered);
}

}  // namespace
}  // namespace sptune::dispatch::device_products
