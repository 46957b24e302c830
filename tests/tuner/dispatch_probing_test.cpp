// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tests/tuner/probing_fixture.hpp"
#include "tuner/dispatch/chooser.hpp"
#include "tuner/dispatch/probing_plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

namespace sptune::dispatch {
namespace {

using sptune::testing::band;
using sptune::testing::contenders_of;
using sptune::testing::expect_twice_the_product;
using sptune::testing::LateTimes;
using sptune::testing::some_x;

// --- plans -------------------------------------------------------------------------------------

struct Config {
  int speed = 1;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

/// What the fakes have done, by speed.
struct Log {
  std::array<std::atomic<int>, 8> runs{};
  std::array<std::atomic<int>, 8> prepared{};
  std::array<std::atomic<int>, 8> alive{};
  std::array<bool, 8> keeps_values{};  ///< refuses others
  std::array<int, 8> good_runs{};      ///< then so many fail: failing_runs
  std::array<int, 8> failing_runs{};
  bool may_not_prepare = false;  ///< a device's default stream is not to be used
};
Log* the_log = nullptr;  ///< of the test that runs

/// Multiplies; keeps a copy of the values, as formats do.
class CopyingPlan final : public DensePlan {
 public:
  CopyingPlan(const Config& c, const SpmvProblem& p)
      : speed_(static_cast<std::size_t>(c.speed)), a_(p.a.as<double, std::int32_t>()) {
    copy(p.a.values);
    ++the_log->prepared[speed_];
    ++the_log->alive[speed_];
  }
  ~CopyingPlan() override { --the_log->alive[speed_]; }
  CopyingPlan(const CopyingPlan&) = delete;
  CopyingPlan& operator=(const CopyingPlan&) = delete;

  void run(double alpha, const void* x, double beta, void* y, Stream /*stream*/) override {
    ++the_log->runs[speed_];
    fail_in_turn();
    const auto* in = static_cast<const double*>(x);
    auto* out = static_cast<double*>(y);
    for (std::int64_t row = 0; row < a_.rows; ++row) {
      double sum = 0;
      for (std::int32_t i = a_.row_offsets[row]; i < a_.row_offsets[row + 1]; ++i) {
        sum += values_[static_cast<std::size_t>(i)] * in[a_.col_indices[i]];
      }
      out[row] = alpha * sum + (beta == 0 ? 0 : beta * out[row]);
    }
  }
  [[nodiscard]] double bytes_per_run() const override { return 1; }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return static_cast<std::int64_t>(values_.size() * sizeof(double));
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    if (the_log->keeps_values[speed_]) throw UsageError("no other values");
    copy(a);
  }
  void fail_in_turn() const {
    if (the_log->failing_runs[speed_] == 0 || the_log->good_runs[speed_]-- > 0) return;
    --the_log->failing_runs[speed_];
    throw std::bad_alloc();
  }
  void copy(const void* values) {
    const auto* from = static_cast<const double*>(values);
    values_.assign(from, from + a_.row_offsets[a_.rows]);
  }
  std::size_t speed_;
  CsrView<double, std::int32_t> a_;
  std::vector<double> values_;
};

/// speed=6 does not fit, speed=7 cannot be prepared.
Variant fake() {
  constexpr auto config_space =
      free_space<Config>(axis("speed", &Config::speed, {1, 2, 3, 4, 5, 6, 7}, "of the fake"));
  return make_variant<SpmvProblem>(
      {.name = "fake", .summary = "fake", .source = "test"}, config_space,
      [](const Config& c, const SpmvProblem& p) {
        if (c.speed == 6) return Fit::no("6");
        return p.a.nnz * 8 > p.resources.memory_limit ? Fit::no("memory") : Fit::yes();
      },
      [](const Config& c, const SpmvProblem& p) -> std::unique_ptr<DensePlan> {
        if (c.speed == 7) throw std::bad_alloc();
        return std::make_unique<CopyingPlan>(c, p);
      });
}

/// A run takes 1 / speed seconds. `delay`: as many times are held back.
class FakeTimes final : public RunTimes {
 public:
  explicit FakeTimes(std::vector<int> speeds, std::size_t delay = 0)
      : speeds_(std::move(speeds)), times_(delay) {}
  [[nodiscard]] bool possible(Stream stream) override { return stream.handle == nullptr; }
  [[nodiscard]] bool may_prepare() override { return !the_log->may_not_prepare; }
  void time(int tag, Stream /*stream*/, const std::function<void()>& run) override {
    run();
    times_.add(tag, 1.0 / speeds_[static_cast<std::size_t>(tag)]);
  }
  [[nodiscard]] std::vector<RunTime> take() override { return times_.take(); }

 private:
  std::vector<int> speeds_;
  LateTimes times_;
};

class Probing : public ::testing::Test {
 protected:
  void SetUp() override { the_log = &log_; }
  void TearDown() override { the_log = nullptr; }

  [[nodiscard]] ResolvedConfiguration of_speed(int speed) const {
    return sptune::testing::of_speed(variant_, speed);
  }

  /// The first speed was chosen; `prepare_s` is what each other one is predicted to take.
  std::unique_ptr<ProbingPlan> plan(const std::vector<int>& speeds, Pace pace, double prepare_s,
                                    std::size_t delay = 0) {
    const SpmvProblem problem(AnyCsr(a_.view()), {1, memory_});
    const ResolvedConfiguration first = of_speed(speeds.front());
    return std::make_unique<ProbingPlan>(
        problem, first, first.dense_plan(problem), contenders_of(variant_, speeds, prepare_s), pace,
        [this](const ResolvedConfiguration& c) {
          settled_.push_back(c.text());
          if (told_) told_();
        },
        std::make_unique<FakeTimes>(speeds, delay));
  }

  void run_and_check(ProbingPlan& plan, int times, const Csr<double, std::int32_t>& a) {
    const std::vector<double> x = some_x(a.cols);
    for (int i = 0; i < times; ++i) {
      std::vector<double> y(static_cast<std::size_t>(a.rows), 1e300);
      plan.run(2, x.data(), 0, y.data(), {});
      expect_twice_the_product(a, x, y);
    }
  }

  Csr<double, std::int32_t> a_ = band(50, 3);
  std::int64_t memory_ = std::int64_t{1} << 40;
  Variant variant_ = fake();
  Log log_;
  std::vector<std::string> settled_;
  std::function<void()> told_;  ///< what the application does when it is
};

TEST_F(Probing, every_run_gives_the_product_and_the_fastest_stays) {
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  EXPECT_EQ(log_.prepared[3], 1) << "with the plan";
  run_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
  EXPECT_EQ(log_.alive[1] + log_.alive[2], 0);
  EXPECT_EQ(probing->memory_bytes(), 150 * 8);
  const int before = log_.runs[3];
  run_and_check(*probing, 10, a_);
  EXPECT_EQ(log_.runs[3], before + 10);
}

TEST_F(Probing, who_is_told_what_won_may_ask_the_plan) {
  std::int64_t held = 0;
  double moved = 0;
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  told_ = [&] {
    held = probing->memory_bytes();
    moved = probing->bytes_per_run();
  };
  run_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_.size(), 1U);
  EXPECT_EQ(held, 150 * 8) << "those that lost are gone";
  EXPECT_EQ(moved, 1);
}

TEST_F(Probing, a_run_tells_what_won_also_where_nobody_can_race) {
  const auto alone = plan({1, 7}, Pace::at_once, 1);
  EXPECT_TRUE(settled_.empty()) << "the application has no plan yet that it could ask";
  run_and_check(*alone, 3, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
}

TEST_F(Probing, an_exception_of_who_is_told_reaches_the_application_once) {
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  told_ = [] { throw std::runtime_error("the application's own"); };
  const std::vector<double> x = some_x(a_.cols);
  std::vector<double> y(static_cast<std::size_t>(a_.rows));
  int thrown = 0;
  for (int i = 0; i < 60; ++i) {
    try {
      probing->run(2, x.data(), 0, y.data(), {});
    } catch (const std::runtime_error&) {
      ++thrown;
    }
  }
  EXPECT_EQ(thrown, 1);
  run_and_check(*probing, 3, a_);
}

TEST_F(Probing, a_contender_that_fails_is_out_and_the_best_so_far_runs_instead) {
  for (const int good : {0, 1, 4}) {  // warming up, the first and the last that is timed
    SCOPED_TRACE(good);
    log_.good_runs[3] = good;
    log_.failing_runs[3] = 1;
    const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
    run_and_check(*probing, 60, a_);
    EXPECT_EQ(log_.failing_runs[3], 0);
    EXPECT_EQ(log_.alive[3], 0);
    EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
    settled_.clear();
  }
}

/// Of forty.
int failed_runs(DensePlan& plan, double beta, const Csr<double, std::int32_t>& a) {
  const std::vector<double> x = some_x(a.cols);
  std::vector<double> y(static_cast<std::size_t>(a.rows));
  int thrown = 0;
  for (int i = 0; i < 40; ++i) {
    try {
      plan.run(2, x.data(), beta, y.data(), {});
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
  }
  return thrown;
}

TEST_F(Probing, where_y_may_have_been_changed_the_application_is_told_that_a_contender_failed) {
  log_.good_runs[3] = 2;
  log_.failing_runs[3] = 1;
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  EXPECT_EQ(failed_runs(*probing, 0.5, a_), 1);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
}

TEST_F(Probing, where_the_model_s_choice_fails_its_turn_comes_again) {
  log_.good_runs[1] = 2;
  log_.failing_runs[1] = 3;
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  EXPECT_EQ(failed_runs(*probing, 0, a_), 3) << "what was chosen cannot run: nobody hides it";
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(Probing, times_that_come_late_hold_nothing_up) {
  const auto probing = plan({1, 3}, Pace::at_once, 1, 6);
  run_and_check(*probing, 80, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(Probing, times_that_come_late_are_not_taken_for_those_of_a_race) {
  const auto probing =
      plan({1, 2}, Pace::as_paid, 1.5, 5);  // paid before all first times are known
  run_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
}

TEST_F(Probing, runs_that_were_not_timed_pay_too) {
  const auto probing = plan({1, 2}, Pace::as_paid, 20, 8);  // eight runs before the first time
  run_and_check(*probing, 20, a_);
  EXPECT_EQ(log_.prepared[2], 0);
  run_and_check(*probing, 1, a_);
  EXPECT_EQ(log_.prepared[2], 1);
}

TEST_F(Probing, as_paid_nothing_is_prepared_before_runs_have_cost_as_much) {
  const auto probing = plan({1, 2}, Pace::as_paid, 20);  // a run of the first takes 1 s
  run_and_check(*probing, 20, a_);
  EXPECT_EQ(log_.prepared[2], 0);
  run_and_check(*probing, 2, a_);
  EXPECT_EQ(log_.prepared[2], 1);
  run_and_check(*probing, 40, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
}

TEST_F(Probing, what_may_not_be_prepared_now_is_prepared_by_a_later_run) {
  log_.may_not_prepare = true;
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  run_and_check(*probing, 10, a_);
  EXPECT_EQ(log_.prepared[3], 0);
  log_.may_not_prepare = false;
  run_and_check(*probing, 40, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(Probing, what_does_not_fit_or_cannot_be_prepared_is_left_out) {
  const auto probing = plan({1, 6, 7, 2}, Pace::at_once, 1);
  run_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
  const auto alone = plan({1, 6, 7}, Pace::at_once, 1);
  run_and_check(*alone, 1, a_);
  EXPECT_EQ(settled_.back(), "fake{speed=1}");
}

TEST_F(Probing, plans_together_stay_within_the_memory_limit) {
  memory_ = 150 * 8 + 100;
  const auto probing = plan({1, 2}, Pace::at_once, 1);
  EXPECT_EQ(log_.prepared[2], 0);
  run_and_check(*probing, 3, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
}

TEST_F(Probing, other_values_count_for_all_that_race_and_all_that_are_prepared_later) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  const auto racing = plan({1, 2}, Pace::at_once, 1);
  run_and_check(*racing, 3, a_);
  racing->update_values(AnyValues(other.values), {});
  run_and_check(*racing, 60, other);
  const auto waiting = plan({1, 3}, Pace::as_paid, 10);
  waiting->update_values(AnyValues(other.values), {});
  run_and_check(*waiting, 80, other);
  EXPECT_EQ(settled_.back(), "fake{speed=3}");
}

TEST_F(Probing, a_contender_that_cannot_take_other_values_is_out) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  log_.keeps_values[3] = true;
  const auto three = plan({1, 3, 2}, Pace::at_once, 1);
  run_and_check(*three, 3, a_);
  three->update_values(AnyValues(other.values), {});
  EXPECT_EQ(log_.alive[3], 0);
  run_and_check(*three, 60, other);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});

  const auto two = plan({1, 3}, Pace::at_once, 1);
  two->update_values(AnyValues(other.values), {});
  EXPECT_EQ(settled_.size(), 1U) << "by a run, not by new values";
  run_and_check(*two, 3, other);
  EXPECT_EQ(settled_.back(), "fake{speed=1}");
}

TEST_F(Probing, where_the_best_so_far_cannot_take_other_values_all_keep_theirs) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  log_.keeps_values[1] = true;
  const auto racing = plan({1, 2}, Pace::at_once, 1);
  const auto waiting = plan({1, 3}, Pace::as_paid, 10);
  for (ProbingPlan* p : {racing.get(), waiting.get()}) {
    run_and_check(*p, 1, a_);
    EXPECT_THROW(p->update_values(AnyValues(other.values), {}), UsageError);
    run_and_check(*p, 80, a_);
  }
  EXPECT_EQ(settled_, (std::vector<std::string>{"fake{speed=2}", "fake{speed=3}"}));
  log_.keeps_values[2] = true;
  EXPECT_THROW(racing->update_values(AnyValues(other.values), {}), UsageError);
  run_and_check(*racing, 3, a_);
}

TEST_F(Probing, a_run_that_is_captured_goes_to_the_best_so_far_untimed) {
  const auto probing = plan({1, 2}, Pace::at_once, 1);
  int captured = 0;
  const std::vector<double> x = some_x(a_.cols);
  std::vector<double> y(static_cast<std::size_t>(a_.rows));
  for (int i = 0; i < 100; ++i) probing->run(2, x.data(), 0, y.data(), Stream{&captured});
  EXPECT_EQ(log_.runs[1], 100);
  EXPECT_TRUE(settled_.empty());
}

TEST_F(Probing, threads_run_it_at_once) {
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] { run_and_check(*probing, 200, a_); });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
  EXPECT_EQ(log_.alive[3], 1);
  EXPECT_EQ(log_.alive[1] + log_.alive[2], 0);
}

TEST_F(Probing, on_the_host_runs_are_timed_by_the_clock) {
  const SpmvProblem problem(AnyCsr(a_.view()), {1, memory_});
  const ResolvedConfiguration first = of_speed(1);
  ProbingPlan probing(problem, first, first.dense_plan(problem), {{of_speed(2), 0}}, Pace::at_once,
                      [this](const ResolvedConfiguration& c) { settled_.push_back(c.text()); });
  run_and_check(probing, 60, a_);
  EXPECT_EQ(settled_.size(), 1U);
}

/// Who asks for a plan beside the runs goes by what is left to probe.
TEST_F(Probing, where_the_choice_cannot_be_prepared_nothing_is_left_to_probe) {
  const Chooser chooser;
  Warnings told;
  std::string said;
  told.sink = [&](std::string_view line) { said = line; };
  SpmvProblem problem(AnyCsr(a_.view()), {1, memory_});
  for (const int speed : {1, 7}) {
    Chosen chosen{of_speed(speed), {}, contenders_of(variant_, {speed, 2}, 0)};
    const auto made = chooser.dense_plan(problem, chosen, {}, told);
    const bool probes = dynamic_cast<ProbingPlan*>(made.get()) != nullptr;
    EXPECT_EQ(probes, speed != 7);
    EXPECT_EQ(chosen.contenders.empty(), !probes);
  }
  EXPECT_NE(said.find("could not be prepared"), std::string::npos) << said;
}

// --- what an application asks for --------------------------------------------------------------

class ProbingDispatcher : public ::testing::Test {
 protected:
  /// A model of the default and one other, which cannot tell apart what is no more than `width`
  /// apart in log(time); preparing it takes `prepare_s`. It is asked from so many runs on.
  Dispatcher dispatcher(double width, double prepare_s, double asked_from = 6) {
    const std::string standard = shipped_catalogue()
                                     .default_variant(Operation::spmv, Backend::cpu)
                                     ->default_configuration()
                                     .text();
    model::ModelData data = sptune::testing::small_model(standard, other_);
    data.deciding.rule.apart = width;
    data.candidates[1].prepare.fixed_s = prepare_s;
    data.deciding.asking = model::Asking::from(asked_from);
    const std::string path = ::testing::TempDir() + "sptune-probing-model.json";
    std::ofstream(path) << model::to_json(data);
    Dispatcher made(path.c_str());
    std::filesystem::remove(path);
    return made;
  }

  void run_and_check(Spmv<double>& spmv, int times) {
    const std::vector<double> x = some_x(a_.cols);
    for (int i = 0; i < times; ++i) {
      std::vector<double> y(static_cast<std::size_t>(a_.rows), 1e300);
      spmv.run(2, x.data(), 0, y.data());
      expect_twice_the_product(a_, x, y);
    }
  }

  std::string other_ = shipped_catalogue()
                           .find(Operation::spmv, Backend::cpu, "ell")
                           ->default_configuration()
                           .text();
  Csr<double, std::int32_t> a_ = band(300, 3);  // where the model expects a loss by the other
  int settled_ = 0;
  Options options_{.expected_runs = 1e6,
                   .threads = 1,
                   .constant_values = true,
                   .probe = Probe::at_once,
                   .settled = [this](const Configuration&) { ++settled_; }};
};

TEST_F(ProbingDispatcher, what_the_model_cannot_tell_apart_is_probed) {
  const Dispatcher d = dispatcher(2, 1e-6);  // log(3) below the middle and above
  auto spmv = d.spmv(a_.view(), options_);
  EXPECT_NE(spmv.choice().reason.find("probed in the first runs: " + other_), std::string::npos)
      << spmv.choice().explain();
  run_and_check(spmv, 60);
  EXPECT_EQ(settled_, 1);
}

/// Whoever changes values in place must know of all that may come to run.
TEST_F(ProbingDispatcher, a_contender_that_copies_values_counts) {
  const Dispatcher d = dispatcher(2, 1e-6);
  const Choice probed = d.choose_spmv(a_.view(), options_);
  EXPECT_NE(probed.configuration.text(), other_);
  EXPECT_TRUE(probed.copies_values);
  options_.probe = Probe::none;
  EXPECT_FALSE(d.choose_spmv(a_.view(), options_).copies_values);
}

TEST_F(ProbingDispatcher, what_it_can_tell_apart_is_not) {
  const Dispatcher d = dispatcher(0.1, 1e-6);
  auto spmv = d.spmv(a_.view(), options_);
  EXPECT_EQ(spmv.choice().reason.find("probed"), std::string::npos) << spmv.choice().explain();
  run_and_check(spmv, 3);
  EXPECT_EQ(settled_, 0);
}

TEST_F(ProbingDispatcher, nor_is_what_cannot_pay_within_the_runs) {
  const Dispatcher d = dispatcher(2, 1e3);
  EXPECT_EQ(d.choose_spmv(a_.view(), options_).reason.find("probed"), std::string::npos);
  options_.probe = Probe::as_paid;
  EXPECT_NE(d.choose_spmv(a_.view(), options_).reason.find("probed"), std::string::npos);
}

TEST_F(ProbingDispatcher, as_paid_it_does_not_matter_how_many_runs_are_expected) {
  const Dispatcher d = dispatcher(2, 1e-6, 5000);
  options_.expected_runs = Options{}.expected_runs;
  EXPECT_EQ(d.choose_spmv(a_.view(), options_).reason.find("probed"), std::string::npos);
  options_.probe = Probe::as_paid;
  for (const double runs : {0.0, 1.0, 1000.0}) {
    options_.expected_runs = runs;
    const Choice choice = d.choose_spmv(a_.view(), options_);
    EXPECT_NE(choice.reason.find("probed in the first runs: " + other_), std::string::npos)
        << choice.explain();
  }
  auto spmv = d.spmv(a_.view(), options_);
  run_and_check(spmv, 100);
  EXPECT_EQ(settled_, 1);
}

TEST_F(ProbingDispatcher, nothing_is_probed_unasked) {
  options_.probe = Probe::none;
  const Dispatcher d = dispatcher(2, 1e-6);
  EXPECT_EQ(d.choose_spmv(a_.view(), options_).reason.find("probed"), std::string::npos);
}

}  // namespace
}  // namespace sptune::dispatch
