// SPDX-License-Identifier: BSD-3-Clause
// The Dispatcher for matrices that are in the memory of a GPU.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/on_device.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <exception>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace sptune {
namespace {

using testing::band;

void expect_device_product(const Csr<double, std::int32_t>& a, Spmv<double>& spmv) {
  const std::vector<double> x = testing::some_x(a.cols);
  const cuda::DeviceArray<double> device_x(x.data(), x.size());
  const cuda::DeviceArray<double> device_y(static_cast<std::size_t>(a.rows));
  spmv.run(2.0, device_x.data(), 0.0, device_y.data());
  std::vector<double> y(device_y.size());
  cuda::synchronize();
  cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(double));
  testing::expect_twice_the_product(a, x, y);
}

class CudaDispatcher : public test::OnDevice {
 protected:
  static std::string default_text() {
    return shipped_catalogue()
        .default_variant(Operation::spmv, Backend::cuda)
        ->default_configuration()
        .text();
  }
  /// Its default configuration. Throws where there is no such variant.
  static std::string text_of(const char* variant) {
    return shipped_catalogue().parse(Operation::spmv, Backend::cuda, variant).value().text();
  }
  /// Of a model that takes this variant where rows hold 8 entries or more.
  Dispatcher choosing(const char* variant) const {
    model::ModelData data = testing::small_model(default_text(), text_of(variant));
    data.backend = Backend::cuda;
    data.machine = model::this_machine(Backend::cuda);
    return testing::dispatcher_with(data, sink_);
  }
  Options options_{.expected_runs = 1e9, .threads = 1};
  std::vector<std::string> warnings_;
  Dispatcher::Sink sink_ = [this](std::string_view line) { warnings_.emplace_back(line); };
};

TEST_F(CudaDispatcher, without_a_model_runs_the_default_of_the_device) {
  const Csr<double, std::int32_t> a = band(300, 12);
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const Dispatcher d(std::vector<std::string>{}, sink_);

  auto spmv = d.spmv<double>(on_device.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::no_model);
  EXPECT_EQ(spmv.choice().configuration.text(), default_text());
  EXPECT_TRUE(warnings_.empty());
  expect_device_product(a, spmv);
  EXPECT_THROW((void)d.spmv<float>(on_device.view(), options_), UsageError);
}

TEST_F(CudaDispatcher, without_a_model_prepares_nothing_for_few_runs) {
  const Csr<double, std::int32_t> a = band(300, 12);
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const Dispatcher d(std::vector<std::string>{}, sink_);
  options_.expected_runs = 1;

  auto spmv = d.spmv<double>(on_device.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::no_model);
  EXPECT_EQ(spmv.choice().configuration.variant, "csr_balanced");
  expect_device_product(a, spmv);
}

TEST_F(CudaDispatcher, asks_a_model_where_what_the_default_sees_of_rows_is_worth_it) {
  const Csr<double, std::int32_t> a = band(3000, 12);
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  model::ModelData data = testing::small_model(default_text(), text_of("ell"));
  data.backend = Backend::cuda;
  data.machine = model::this_machine(Backend::cuda);
  options_.expected_runs = 1000;
  options_.constant_values = true;  // ell keeps a copy
  const auto asking_above = [&](double run_s) {
    model::SeenTerms worth{-std::log(run_s)};
    worth[model::size_terms] = 1;
    data.deciding.asking.steps = {{0, {-1}, false, worth}, {1e12, {1}}};
    return testing::dispatcher_with(data, sink_);
  };

  auto asked = asking_above(1e-9).spmv<double>(on_device.view(), options_);
  EXPECT_EQ(asked.choice().match, Match::predicted) << asked.choice().reason;
  expect_device_product(a, asked);

  auto unasked = asking_above(1).spmv<double>(on_device.view(), options_);
  EXPECT_EQ(unasked.choice().match, Match::abstained);
  EXPECT_EQ(unasked.choice().configuration.text(), default_text());
  expect_device_product(a, unasked);

  options_.async = true;  // what begins has looked, too
  auto beside = asking_above(1).spmv<double>(on_device.view(), options_);
  EXPECT_FALSE(beside.choice().pending);
  EXPECT_EQ(beside.choice().configuration.text(), default_text());
  expect_device_product(a, beside);
  auto pending = asking_above(1e-9).spmv<double>(on_device.view(), options_);
  pending.wait();
  EXPECT_EQ(pending.choice().match, Match::predicted) << pending.choice().reason;
  expect_device_product(a, pending);

  options_.async = false;
  options_.expected_runs = 1;  // what runs then looks at nothing
  EXPECT_EQ(asking_above(1e-9).choose_spmv(on_device.view(), options_).match, Match::abstained);
}

TEST_F(CudaDispatcher, a_look_says_how_long_rows_take) {
  const ResolvedConfiguration standard =
      shipped_catalogue().default_variant(Operation::spmv, Backend::cuda)->default_configuration();
  const auto seen = [&](const Csr<double, std::int32_t>& a) {
    const cuda::DeviceCsr on_device{AnyCsr(a.view())};
    SpmvProblem problem;
    problem.a = on_device.view();
    Look look = standard.variant().functions.look(standard, problem);
    problem.looked = std::move(look.found);
    const auto plan = standard.dense_plan(problem);
    EXPECT_NE(plan, nullptr);
    return look.run_s;
  };
  const double few = seen(band(3000, 5));
  EXPECT_GT(few, 1e-6);
  EXPECT_LT(few, 5e-6);
  EXPECT_GT(seen(band(300000, 31)), 2 * few);
  EXPECT_GT(seen(Csr<double, std::int32_t>{0, 0, {0}, {}, {}}), 0);
  // As many entries, in a row whose thousands of parts one warp adds.
  constexpr std::int32_t entries = 4'000'000;
  const Csr<double, std::int32_t> many = band(entries / 10, 10);
  Csr<double, std::int32_t> one{1, entries, {0, entries}, {}, many.values};
  for (std::int32_t column = 0; column < entries; ++column) one.col_indices.push_back(column);
  EXPECT_GT(seen(one), seen(many) + 10e-6);
}

TEST_F(CudaDispatcher, runs_a_forced_configuration) {
  const Csr<double, std::int32_t> a = band(3000, 5);
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const Dispatcher d(std::vector<std::string>{}, sink_);
  for (const char* name : {"coo", "dia", "sell", "tiles"}) {
    const Variant* v = shipped_catalogue().find(Operation::spmv, Backend::cuda, name);
    ASSERT_NE(v, nullptr) << name;
    options_.force = v->default_configuration().text();

    auto spmv = d.spmv<double>(on_device.view(), options_);

    EXPECT_EQ(spmv.choice().match, Match::forced);
    EXPECT_EQ(spmv.choice().configuration.variant, name);
    expect_device_product(a, spmv);
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(CudaDispatcher, other_values_are_taken_by_every_plan) {
  const Csr<double, std::int32_t> a = band(3000, 5);
  Csr<double, std::int32_t> other = a;
  for (double& value : other.values) value = 3 - value;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::DeviceArray<double> values(other.values.data(), other.values.size());
  const Dispatcher d(std::vector<std::string>{}, sink_);
  int taken = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
    SCOPED_TRACE(v.facts.name);
    options_.force = v.facts.name;
    auto spmv = d.spmv<double>(on_device.view(), options_);
    if (spmv.choice().configuration.variant != v.facts.name) continue;  // it does not fit
    spmv.update_values(AnyValues::on_device(values.data(), other.nnz()));
    expect_device_product(other, spmv);
    EXPECT_THROW(spmv.update_values(other.values), UsageError) << "host memory";
    ++taken;
  }
  EXPECT_GT(taken, 5);
}

TEST_F(CudaDispatcher, arrays_in_the_wrong_memory_are_a_typed_error) {
  const Csr<double, std::int32_t> a = band(3000, 5);
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const Dispatcher d(std::vector<std::string>{}, sink_);
  EXPECT_THROW((void)d.spmv<double>(AnyCsr::on_device(a.view(), a.nnz()), options_), UsageError);
  AnyCsr half = on_device.view();
  half.values = a.values.data();
  EXPECT_THROW((void)d.spmv<double>(half, options_), UsageError);
  EXPECT_THROW((void)d.spgemm(on_device.view(), half, options_), UsageError);
  AnyCsr on_host = on_device.view();
  on_host.space = MemorySpace::host;
  options_.validate = Validate::full;
  EXPECT_THROW((void)d.spmv<double>(on_host, options_), UsageError);
}

TEST_F(CudaDispatcher, predicts_with_a_model_of_the_device) {
  const Dispatcher d = choosing("sell");
  ASSERT_EQ(d.models(), 1U) << (warnings_.empty() ? "" : warnings_[0]);
  const Csr<double, std::int32_t> wide = band(300, 12);  // the small model gains here
  const Csr<double, std::int32_t> narrow = band(300, 3);
  const cuda::DeviceCsr wide_there{AnyCsr(wide.view())};
  const cuda::DeviceCsr narrow_there{AnyCsr(narrow.view())};

  EXPECT_EQ(d.spmv<double>(wide_there.view(), options_).choice().match, Match::abstained)
      << "it copies the values, which may change";
  options_.constant_values = true;
  auto predicted = d.spmv<double>(wide_there.view(), options_);
  auto abstained = d.spmv<double>(narrow_there.view(), options_);

  EXPECT_EQ(predicted.choice().match, Match::predicted) << predicted.choice().reason;
  EXPECT_EQ(predicted.choice().configuration.text(), text_of("sell"));
  EXPECT_GT(predicted.choice().decide_seconds, 0);
  EXPECT_EQ(abstained.choice().match, Match::abstained);
  EXPECT_EQ(abstained.choice().configuration.text(), default_text());
  expect_device_product(wide, predicted);
  expect_device_product(narrow, abstained);
}

TEST_F(CudaDispatcher, remembers_patterns_and_follows_the_callers_stream) {
  const Dispatcher d = choosing("sell");
  const Csr<double, std::int32_t> a = band(3000, 12);
  Csr<double, std::int32_t> other = a;
  for (Index& c : other.col_indices) c = static_cast<Index>(a.cols) - 1 - c;
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const cuda::DeviceCsr copy{AnyCsr(a.view())};
  const cuda::DeviceCsr other_there{AnyCsr(other.view())};
  options_.constant_values = true;

  const Choice first = d.choose_spmv(there.view(), options_);
  EXPECT_FALSE(first.remembered);
  EXPECT_TRUE(d.choose_spmv(there.view(), options_).remembered);
  EXPECT_TRUE(d.choose_spmv(copy.view(), options_).remembered) << "other arrays, equal pattern";
  EXPECT_FALSE(d.choose_spmv(other_there.view(), options_).remembered);
  // Memory is taken before the device is held, because taking it might wait.
  cuda::Timer busy;
  options_.stream = busy.stream();
  std::promise<void> warm;
  std::promise<void> held;
  std::atomic<bool> answered = false;
  std::thread asks([&] {
    EXPECT_TRUE(d.choose_spmv(there.view(), options_).remembered);
    warm.set_value();
    held.get_future().wait();
    auto spmv = d.spmv<double>(there.view(), options_);
    answered = true;
    EXPECT_TRUE(spmv.choice().remembered);
    EXPECT_EQ(spmv.choice().configuration, first.configuration);
    expect_device_product(a, spmv);
  });
  warm.get_future().wait();
  busy.hold();
  held.set_value();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(answered);
  busy.release();
  asks.join();
}

/// Rows are padded to the longest: counted with the features, or, where the pattern is remembered,
/// by the kernels.
TEST_F(CudaDispatcher, pads_rows_to_the_longest_whoever_has_counted) {
  const Dispatcher d = choosing("ell");
  Csr<double, std::int32_t> a = band(3000, 12);
  for (std::int32_t column = 12; column < 30; ++column) {  // row 0
    a.col_indices.insert(a.col_indices.begin() + column, column);
    a.values.insert(a.values.begin() + column, 2);
  }
  for (std::size_t row = 1; row < a.row_offsets.size(); ++row) a.row_offsets[row] += 18;
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  options_.constant_values = true;
  for (const bool before : {false, true}) {
    auto spmv = d.spmv<double>(there.view(), options_);
    EXPECT_EQ(spmv.choice().remembered, before);
    EXPECT_EQ(spmv.choice().configuration.variant, "ell") << spmv.choice().explain();
    expect_device_product(a, spmv);
  }
}

TEST_F(CudaDispatcher, refuses_a_stream_that_is_being_captured) {
  const Csr<double, std::int32_t> a = band(300, 12);
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const Dispatcher d(std::vector<std::string>{}, sink_);
  const cuda::Timer own;
  options_.stream = own.stream();
  const cuda::Graph empty(
      own.stream(), [&] { EXPECT_THROW((void)d.choose_spmv(there.view(), options_), UsageError); });
}

/// Where nothing is prepared a plan is made; nothing else ends in any other way.
TEST(DispatcherWithoutADevice, refuses_what_needs_one_by_a_typed_error) {
  if (cuda::device_info()) GTEST_SKIP() << "there is a device";
  const Csr<double, std::int32_t> nothing{100, 100, std::vector<std::int32_t>(101, 0), {}, {}};
  const Dispatcher dispatcher(std::vector<std::string>{}, [](std::string_view) {});
  std::vector<std::string> forced{""};
  for (const Variant& v : shipped_catalogue().variants()) {
    const bool asked = v.operation == Operation::spmv && v.facts.backend == Backend::cuda;
    if (asked) forced.push_back(v.default_configuration().text());
  }
  int refused = 0;
  const auto plan = [&](const std::string& what, auto make) {
    try {
      (void)make();
    } catch (const DeviceError&) {
      ++refused;
    } catch (const std::exception& e) {
      ADD_FAILURE() << what << ": " << e.what();
    }
  };
  for (const auto& a : {band(100, 8), nothing}) {
    AnyCsr there = a.view();
    there.space = MemorySpace::device;
    there.columns = ColumnOrder::sorted;
    for (const double runs : {1.0, 1e6}) {
      Options options{.expected_runs = runs, .threads = 1};
      for (const std::string& text : forced) {
        options.force = text;
        plan("spmv " + text, [&] { return dispatcher.spmv<double>(there, options); });
      }
      options.force.clear();
      plan("spmm", [&] { return dispatcher.spmm<double>(there, {.columns = 8}, options); });
      plan("spgemm", [&] { return dispatcher.spgemm(there, there, options); });
    }
  }
  EXPECT_GE(refused, 4);
}

}  // namespace
}  // namespace sptune
