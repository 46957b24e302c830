// SPDX-License-Identifier: BSD-3-Clause
// Options::async as an application asks for it; in the program that ThreadSanitizer sees.
#include "kernels/api/catalogue.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/own_thread.hpp"
#include "tuner/learned/log.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune {
namespace {

using testing::band;
using testing::expect_twice_the_product;
using testing::some_x;

class AsyncDispatcher : public ::testing::Test {
 protected:
  /// Which takes ELL for rows of 8 entries and more.
  Dispatcher dispatcher(double width = 0.1) {
    model::ModelData data = testing::small_model(text_of("csr"), text_of("ell"));
    data.deciding.rule.apart = width;
    return testing::dispatcher_with(data,
                                    [this](std::string_view line) { warned_.emplace_back(line); });
  }
  static std::string text_of(const char* variant) {
    return shipped_catalogue()
        .find(Operation::spmv, Backend::cpu, variant)
        ->default_configuration()
        .text();
  }
  static void expect_product(const Csr<double, std::int32_t>& a, Spmv<double>& spmv) {
    const std::vector<double> x = some_x(a.cols);
    std::vector<double> y(static_cast<std::size_t>(a.rows), std::nan(""));
    spmv.run(2.0, x.data(), 0.0, y.data());
    expect_twice_the_product(a, x, y);
  }

  Csr<double, std::int32_t> a_ = band(3000, 12);
  std::vector<std::string> warned_;
  std::vector<std::string> told_;
  Options options_{.expected_runs = 1e9,
                   .threads = 2,
                   .constant_values = true,
                   .async = true,
                   .settled = [this](const Configuration& c) { told_.push_back(c.variant); }};
};

TEST_F(AsyncDispatcher, becomes_what_a_synchronous_plan_is) {
  const Dispatcher d = dispatcher();
  {
    auto spmv = d.spmv(a_.view(), options_);
    expect_product(a_, spmv);
    spmv.wait();
    options_.async = false;
    const auto expected = d.spmv(a_.view(), options_);
    EXPECT_EQ(spmv.choice().configuration, expected.choice().configuration);
    EXPECT_EQ(spmv.choice().configuration.variant, "ell");
    EXPECT_EQ(spmv.choice().match, Match::predicted);
    EXPECT_TRUE(spmv.choice().copies_values);
    expect_product(a_, spmv);
    for (double& value : a_.values) value = 3 - value;
    spmv.update_values(a_.values);
    expect_product(a_, spmv);
    auto moved = std::move(spmv);
    EXPECT_EQ(moved.choice().configuration.variant, "ell");
    expect_product(a_, moved);
  }
  EXPECT_EQ(told_, std::vector<std::string>{"ell"});
}

TEST_F(AsyncDispatcher, lives_on_without_the_dispatcher) {
  auto d = std::make_unique<Dispatcher>(dispatcher());
  auto spmv = d->spmv(a_.view(), options_);
  d = nullptr;
  spmv.wait();
  EXPECT_EQ(spmv.choice().configuration.variant, "ell");
  expect_product(a_, spmv);
}

TEST_F(AsyncDispatcher, keeps_its_first_plan_where_nothing_better_is_chosen) {
  const Dispatcher d = dispatcher();
  a_ = band(3000, 3);  // where the model expects a loss by ELL
  auto spmv = d.spmv(a_.view(), options_);
  spmv.wait();
  EXPECT_EQ(spmv.choice().match, Match::abstained);
  EXPECT_EQ(spmv.choice().configuration.variant, "csr");
  EXPECT_FALSE(spmv.choice().pending);
  expect_product(a_, spmv);
}

TEST_F(AsyncDispatcher, has_nothing_pending_where_choosing_costs_nothing) {
  const Dispatcher without({}, [](std::string_view) {});
  auto spmv = without.spmv(a_.view(), options_);
  EXPECT_FALSE(spmv.choice().pending);
  EXPECT_EQ(spmv.choice().match, Match::no_model);
  expect_product(a_, spmv);
  const Dispatcher d = dispatcher();
  options_.expected_runs = 1;  // the model is asked from 6 on
  EXPECT_FALSE(d.spmv(a_.view(), options_).choice().pending);
  options_.expected_runs = 1e9;
  EXPECT_EQ(told_, std::vector<std::string>());
}

TEST_F(AsyncDispatcher, has_nothing_pending_where_laws_choose_what_prepares_next_to_nothing) {
  model::ModelData data = testing::small_model(text_of("csr"), text_of("ell"));
  data.deciding.asking.steps = {{0, {-1}, false}, {100, {1}}};
  data.deciding.asking.unasked = {{0, {std::log(2e-6)}, 0, {std::log(1e-6)}},
                                  {1, {std::log(1e-6)}, 0, {std::log(1e-6)}}};
  options_.expected_runs = 50;  // for which nobody is asked
  auto spmv = testing::dispatcher_with(data, [](std::string_view) {}).spmv(a_.view(), options_);
  EXPECT_FALSE(spmv.choice().pending) << "a thread would take longer to begin";
  EXPECT_EQ(spmv.choice().configuration.variant, "ell");
  EXPECT_EQ(spmv.choice().match, Match::by_size);
  expect_product(a_, spmv);

  data.deciding.asking.unasked[1].log_prepare = {std::log(20e-6)};
  auto beside = testing::dispatcher_with(data, [](std::string_view) {}).spmv(a_.view(), options_);
  EXPECT_TRUE(beside.choice().pending);
  beside.wait();
  EXPECT_EQ(beside.choice().configuration.variant, "ell");
  expect_product(a_, beside);
}

TEST_F(AsyncDispatcher, prepares_what_is_forced_and_refuses_the_unknown_at_once) {
  const Dispatcher d({}, [](std::string_view) {});
  options_.force = "sell";
  options_.constant_values = false;
  auto spmv = d.spmv(a_.view(), options_);
  EXPECT_TRUE(spmv.choice().copies_values) << "sell does, which may run at any time";
  spmv.wait();
  EXPECT_EQ(spmv.choice().match, Match::forced);
  EXPECT_EQ(spmv.choice().configuration.variant, "sell");
  expect_product(a_, spmv);
  options_.force = "no_such";
  EXPECT_THROW((void)d.spmv(a_.view(), options_), UsageError);
}

TEST_F(AsyncDispatcher, says_in_the_choice_what_would_be_a_warning) {
  const Dispatcher d = dispatcher();
  options_.force = "ell";
  options_.memory_limit = 4096;
  auto spmv = d.spmv(a_.view(), options_);
  spmv.wait();
  EXPECT_EQ(spmv.choice().configuration.variant, "csr");
  EXPECT_NE(spmv.choice().reason.find("does not fit"), std::string::npos);
  EXPECT_TRUE(warned_.empty());
  expect_product(a_, spmv);
}

TEST_F(AsyncDispatcher, has_no_memory_left_where_the_first_plan_takes_it_all) {
  const Dispatcher d = dispatcher();
  options_.force = "ell";
  options_.memory_limit = 0;
  auto spmv = d.spmv(a_.view(), options_);
  spmv.wait();
  EXPECT_NE(spmv.choice().reason.find("over the memory limit of 0"), std::string::npos)
      << spmv.choice().reason;
  expect_product(a_, spmv);
}

TEST_F(AsyncDispatcher, broken_operands_that_only_a_conversion_would_see_end_in_the_choice) {
  const Dispatcher d = dispatcher();
  options_.force = "dia";  // which asks for the order, so that Validate::cheap looks
  a_.col_indices[5] = 100'000'000;
  auto spmv = d.spmv(a_.view(), options_);
  spmv.wait();
  EXPECT_EQ(spmv.choice().configuration.variant, "csr");
  EXPECT_NE(spmv.choice().reason.find("nothing better could be prepared"), std::string::npos);
  options_.validate = Validate::full;
  EXPECT_THROW((void)d.spmv(a_.view(), options_), UsageError);
}

TEST_F(AsyncDispatcher, probes_when_the_choice_is_there) {
  const Dispatcher d = dispatcher(2);
  a_ = band(3000, 3);  // where the model expects a loss by ELL
  options_.probe = Probe::at_once;
  options_.threads = 1;
  auto spmv = d.spmv(a_.view(), options_);
  spmv.wait();
  EXPECT_NE(spmv.choice().reason.find("probed in the first runs"), std::string::npos);
  EXPECT_TRUE(told_.empty()) << "the race decides";
  for (int i = 0; i < 60; ++i) expect_product(a_, spmv);
  EXPECT_EQ(told_.size(), 1U);
}

TEST_F(AsyncDispatcher, keeps_to_what_was_remembered_when_it_was_made) {
  const test::TemporaryFolder folder;
  Dispatcher d = dispatcher(2);
  a_ = band(3000, 3);  // where the model expects a loss by ELL
  options_.probe = Probe::at_once;
  options_.threads = 1;
  std::promise<void> begun;
  std::promise<void> go;
  const dispatch::OwnThread has_the_turn(
      [&](const auto&) {
        begun.set_value();
        go.get_future().wait();
      },
      [] {});
  begun.get_future().wait();
  auto spmv = d.spmv(a_.view(), options_);
  const std::string log = (folder / "log").string();
  d.remember_in(log);
  go.set_value();
  spmv.wait();
  for (int i = 0; i < 60; ++i) expect_product(a_, spmv);
  EXPECT_EQ(told_.size(), 1U) << "raced";
  std::ifstream in(log);
  EXPECT_EQ(in.peek(), std::ifstream::traits_type::eof()) << "it was made before";
}

/// Its thread prepares alone.
TEST_F(AsyncDispatcher, does_not_know_what_preparing_by_several_threads_costs) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "one core";
  const test::TemporaryFolder folder;
  a_ = band(3000, 3);  // where the model expects a loss by ELL
  options_.probe = Probe::at_once;
  for (const int threads : {1, 2}) {
    Dispatcher d = dispatcher(2);
    const std::string log = (folder / std::to_string(threads)).string();
    d.remember_in(log);
    options_.threads = threads;
    auto spmv = d.spmv(a_.view(), options_);
    spmv.wait();
    told_.clear();
    for (int i = 0; i < 200 && told_.empty(); ++i) expect_product(a_, spmv);
    int records = 0;
    EXPECT_EQ(learned::read(log,
                            [&](learned::Line&& line) {
                              ++records;
                              for (const auto& m : line.record.value().measured) {
                                EXPECT_EQ(std::isnan(m.prepare_s), threads > 1) << threads;
                              }
                            }),
              "");
    EXPECT_EQ(records, 1) << threads;
  }
}

TEST_F(AsyncDispatcher, multiplies_several_columns) {
  const Dispatcher d({}, [](std::string_view) {});
  auto spmm = d.spmm(a_.view(), {.columns = 1, .layout = Layout::col_major}, options_);
  const std::vector<double> x = some_x(a_.cols);
  for (int i = 0; i < 2; ++i) {
    std::vector<double> y(static_cast<std::size_t>(a_.rows), std::nan(""));
    spmm.run(2.0, x.data(), 0.0, y.data());
    expect_twice_the_product(a_, x, y);
    spmm.wait();
  }
  EXPECT_FALSE(spmm.choice().pending);
}

TEST_F(AsyncDispatcher, is_refused_for_products_of_sparse_matrices) {
  const Dispatcher d({}, [](std::string_view) {});
  EXPECT_THROW((void)d.spgemm(a_.view(), a_.view(), options_), UsageError);
  EXPECT_FALSE(d.choose_spmv(a_.view(), options_).pending) << "nothing is planned";
}

TEST_F(AsyncDispatcher, takes_empty_matrices_and_plans_that_go_at_once) {
  const Dispatcher d = dispatcher();
  const Csr<double, std::int32_t> nothing{0, 0, {0}, {}, {}};
  auto spmv = d.spmv(nothing.view(), options_);
  spmv.run(1.0, nullptr, 0.0, nullptr);
  spmv.wait();
  spmv.run(1.0, nullptr, 0.0, nullptr);
  options_.settled = {};  // of several plans at once it is the test's to order
  for (int i = 0; i < 50; ++i) {
    auto gone = d.spmv(a_.view(), options_);
    if (i % 2 == 0) expect_product(a_, gone);
  }
}

}  // namespace
}  // namespace sptune
