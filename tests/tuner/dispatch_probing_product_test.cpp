// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tests/tuner/probing_fixture.hpp"
#include "tuner/dispatch/probing_product.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace sptune::dispatch::probing_products {
namespace {

using sptune::testing::band;
using sptune::testing::contenders_of;
using sptune::testing::LateTimes;

struct Config {
  int speed = 1;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

/// What the fakes have done, by speed.
struct Log {
  std::array<int, 9> symbolic{};
  std::array<int, 9> numeric{};
  std::array<int, 9> alive{};
  std::array<int, 9> made{};
  std::array<int, 9> fails_from{};     ///< from which `numeric` on, 0: never
  std::array<int, 9> not_made_from{};  ///< which plan cannot be made, 0: none
  std::array<bool, 9> keeps_values{};  ///< takes no others
  bool fit_throws = false;             ///< of speed=6
  bool may_not_prepare = false;        ///< a device's default stream is not to be used
  int most_alive = 0;
  int last = 0;   ///< whose phase ran last
  int alike = 0;  ///< added to all speeds
};
Log* the_log = nullptr;  ///< of the test that runs

/// A product by the library's own default. speed=5 fails in `symbolic`, 8 leaves columns in any
/// order.
class Fake final : public SparsePlan {
 public:
  Fake(const Config& c, const SpgemmProblem& p)
      : speed_(static_cast<std::size_t>(c.speed)),
        a_(p.a),
        b_(p.b),
        plan_(shipped_catalogue()
                  .default_variant(Operation::spgemm, Backend::cpu)
                  ->default_configuration()
                  .sparse_plan(p)) {
    ++the_log->alive[speed_];
    int alive = 0;
    for (const int n : the_log->alive) alive += n;
    the_log->most_alive = std::max(the_log->most_alive, alive);
  }
  ~Fake() override { --the_log->alive[speed_]; }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;

  std::int64_t symbolic(Stream stream) override {
    the_log->last = static_cast<int>(speed_);
    ++the_log->symbolic[speed_];
    if (speed_ == 5) throw std::bad_alloc();
    return plan_->symbolic(stream);
  }
  void allocate(Stream stream) override { plan_->allocate(stream); }
  void numeric(Stream stream) override {
    ++the_log->numeric[speed_];
    const int from = the_log->fails_from[speed_];
    if (from > 0 && the_log->numeric[speed_] >= from) throw std::bad_alloc();
    plan_->numeric(stream);
  }
  [[nodiscard]] AnyCsr result() const override { return plan_->result(); }
  [[nodiscard]] bool sorted() const override { return speed_ != 8; }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  void take_values(const void* a, const void* b, Stream stream) override {
    if (the_log->keeps_values[speed_]) throw UsageError("no other values");
    a_.data = a;
    b_.data = b;
    plan_->update_values(a_, b_, stream);
  }

  std::size_t speed_;
  AnyValues a_;
  AnyValues b_;
  std::unique_ptr<SparsePlan> plan_;
};

/// speed=6 does not fit.
Variant fake() {
  constexpr auto config_space =
      free_space<Config>(axis("speed", &Config::speed, {1, 2, 3, 4, 5, 6, 7, 8}, "of the fake"));
  return make_variant<SpgemmProblem>(
      {.name = "fake", .summary = "fake", .source = "test"}, config_space,
      [](const Config& c, const SpgemmProblem& /*p*/) {
        if (c.speed == 6 && the_log->fit_throws) throw std::bad_alloc();
        return c.speed == 6 ? Fit::no("6") : Fit::yes();
      },
      [](const Config& c, const SpgemmProblem& p) -> std::unique_ptr<SparsePlan> {
        const auto speed = static_cast<std::size_t>(c.speed);
        const int from = the_log->not_made_from[speed];
        if (++the_log->made[speed] >= from && from > 0) throw std::bad_alloc();
        return std::make_unique<Fake>(c, p);
      });
}

/// Each phase of a product takes 1 / (speed + alike) seconds. `delay`: as many times are held back.
class FakeTimes final : public RunTimes {
 public:
  explicit FakeTimes(std::size_t delay) : times_(delay) {}
  [[nodiscard]] bool possible(Stream stream) override { return stream.handle == nullptr; }
  [[nodiscard]] bool may_prepare() override { return !the_log->may_not_prepare; }
  void time(int tag, Stream stream, const std::function<void()>& run) override {
    EXPECT_TRUE(possible(stream));
    run();
    times_.add(tag, 1.0 / (the_log->last + the_log->alike));
  }
  [[nodiscard]] std::vector<RunTime> take() override { return times_.take(); }

 private:
  LateTimes times_;
};

/// As on a device, of which the last phase of a product is not over where the next one begins:
/// known a question later.
class LaggingTimes final : public RunTimes {
 public:
  [[nodiscard]] bool possible(Stream /*stream*/) override { return true; }
  [[nodiscard]] bool may_prepare() override { return true; }
  void time(int tag, Stream /*stream*/, const std::function<void()>& run) override {
    run();
    running_.push_back({tag, 1.0 / (the_log->last + the_log->alike)});
  }
  [[nodiscard]] std::vector<RunTime> take() override {
    return std::exchange(known_, std::exchange(running_, {}));
  }

 private:
  std::vector<RunTime> running_;
  std::vector<RunTime> known_;
};

void expect_equal(const AnyCsr& found, const AnyCsr& right) {
  ASSERT_EQ(found.rows, right.rows);
  ASSERT_EQ(found.nnz, right.nnz);
  const auto f = found.as<double, std::int64_t>();
  const auto r = right.as<double, std::int64_t>();
  for (std::int64_t i = 0; i <= found.rows; ++i) ASSERT_EQ(f.row_offsets[i], r.row_offsets[i]);
  for (std::int64_t i = 0; i < found.nnz; ++i) {
    ASSERT_EQ(f.col_indices[i], r.col_indices[i]);
    ASSERT_NEAR(f.values[i], r.values[i], 1e-12);
  }
}

/// a times itself.
SpgemmProblem square(const Csr<double, std::int32_t>& a) {
  return spgemm::make_problem(AnyCsr(a.view()), AnyCsr(a.view()), {1});
}

class ProbingProducts : public ::testing::Test {
 protected:
  void SetUp() override { the_log = &log_; }
  void TearDown() override { the_log = nullptr; }

  [[nodiscard]] ResolvedConfiguration of_speed(int speed) const {
    return sptune::testing::of_speed(variant_, speed);
  }

  /// The first speed was chosen; `prepare_s` is what each other one is predicted to take.
  std::unique_ptr<ProbingProduct> plan(const std::vector<int>& speeds, Pace pace, double prepare_s,
                                       std::size_t delay = 0) {
    return plan(speeds, pace, prepare_s, std::make_unique<FakeTimes>(delay));
  }
  std::unique_ptr<ProbingProduct> plan(const std::vector<int>& speeds, Pace pace, double prepare_s,
                                       std::unique_ptr<RunTimes> times) {
    const ResolvedConfiguration first = of_speed(speeds.front());
    return std::make_unique<ProbingProduct>(
        problem_, first, first.sparse_plan(problem_), contenders_of(variant_, speeds, prepare_s),
        pace, [this](const ResolvedConfiguration& c) { settled_.push_back(c.text()); },
        std::move(times));
  }

  void multiply(SparsePlan& plan, Stream phases, Stream values) {
    (void)plan.symbolic(phases);
    plan.allocate(phases);
    plan.numeric(values);
  }

  void multiply_and_check(SparsePlan& plan, int times, const Csr<double, std::int32_t>& a) {
    const SpgemmProblem problem = square(a);
    const auto right = shipped_catalogue()
                           .default_variant(Operation::spgemm, Backend::cpu)
                           ->default_configuration()
                           .sparse_plan(problem);
    right->symbolic({});
    right->allocate({});
    right->numeric({});
    for (int i = 0; i < times; ++i) {
      EXPECT_EQ(plan.symbolic({}), right->result().nnz);
      plan.allocate({});
      plan.numeric({});
      expect_equal(plan.result(), right->result());
    }
  }

  /// FakeTimes says of it that it is captured.
  [[nodiscard]] Stream captured() { return {&log_}; }

  Csr<double, std::int32_t> a_ = band(50, 3);
  SpgemmProblem problem_ = square(a_);
  Variant variant_ = fake();
  Log log_;
  std::vector<std::string> settled_;
};

TEST_F(ProbingProducts, every_product_is_right_and_the_fastest_stays) {
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
  EXPECT_EQ(log_.alive[1] + log_.alive[2], 0);
  EXPECT_EQ(log_.alive[3], 1);
  EXPECT_LE(log_.most_alive, 2) << "the next is prepared before the former goes";
  const int before = log_.symbolic[3];
  multiply_and_check(*probing, 10, a_);
  EXPECT_EQ(log_.symbolic[3], before + 10);
}

TEST_F(ProbingProducts, the_first_one_stays_where_nobody_is_faster) {
  const auto probing = plan({3, 2}, Pace::at_once, 1);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, times_that_come_late_hold_nothing_up) {
  const auto probing = plan({1, 3}, Pace::at_once, 1, 7);
  multiply_and_check(*probing, 80, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, as_paid_nothing_is_prepared_before_products_have_cost_as_much) {
  const auto probing = plan({1, 2}, Pace::as_paid, 60);  // a product of the first takes 3 s
  multiply_and_check(*probing, 20, a_);
  EXPECT_EQ(log_.symbolic[2], 0);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
}

TEST_F(ProbingProducts, what_does_not_fit_or_cannot_be_prepared_is_left_out) {
  log_.not_made_from[7] = 1;
  const auto probing = plan({1, 6, 7, 2}, Pace::at_once, 1);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
  const auto alone = plan({1, 6, 7}, Pace::at_once, 1);
  multiply_and_check(*alone, 60, a_);
  EXPECT_EQ(settled_.back(), "fake{speed=1}");
  log_.fit_throws = true;
  const auto unasked = plan({1, 6, 2}, Pace::at_once, 1);
  multiply_and_check(*unasked, 60, a_);
  EXPECT_EQ(settled_.back(), "fake{speed=2}");
}

TEST_F(ProbingProducts, times_that_come_late_are_kept_where_others_cannot_be_prepared) {
  for (const std::size_t delay : {0U, 5U, 20U, 40U}) {
    log_ = {};
    log_.not_made_from[7] = 1;
    settled_.clear();
    const auto probing = plan({1, 3, 7}, Pace::at_once, 1, delay);
    multiply_and_check(*probing, 120, a_);
    EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"}) << delay;
  }
}

TEST_F(ProbingProducts, who_cannot_be_prepared_again_is_out) {
  for (const int gone : {1, 2, 3}) {
    log_ = {};
    log_.alike = 30;
    log_.not_made_from[static_cast<std::size_t>(gone)] = 2;
    settled_.clear();
    const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
    multiply_and_check(*probing, 80, a_);
    EXPECT_EQ(settled_, std::vector<std::string>{gone == 3 ? "fake{speed=2}" : "fake{speed=3}"});
    EXPECT_EQ(log_.made[static_cast<std::size_t>(gone)], 2) << "asked once more";
  }
}

TEST_F(ProbingProducts, where_a_contender_fails_the_best_so_far_computes_the_product) {
  log_.fails_from[4] = 1;
  const auto probing = plan({1, 4, 5, 2}, Pace::at_once, 1);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(log_.numeric[4], 1);
  EXPECT_EQ(log_.symbolic[5], 1);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
}

TEST_F(ProbingProducts, the_best_so_far_may_fail_in_any_of_its_turns) {
  // It has three rounds of five turns, where nobody is far behind.
  for (int from = 1; from <= 15; ++from) {
    for (const std::size_t delay : {0U, 5U}) {
      log_ = {};
      log_.alike = 30;
      log_.fails_from[3] = from;
      settled_.clear();
      const auto probing = plan({1, 3, 2}, Pace::at_once, 1, delay);
      multiply_and_check(*probing, 80, a_);
      ASSERT_EQ(settled_.size(), 1U) << from;
      EXPECT_EQ(settled_.back(), "fake{speed=2}") << from;
      EXPECT_EQ(log_.numeric[3], from) << "not asked again";
    }
  }
}

TEST_F(ProbingProducts, what_the_chosen_one_throws_is_the_applications) {
  const auto probing = plan({5, 2}, Pace::at_once, 1);
  EXPECT_THROW((void)probing->symbolic({}), std::bad_alloc);
}

TEST_F(ProbingProducts, columns_come_in_the_order_of_the_chosen_one) {
  const auto probing = plan({1, 8}, Pace::at_once, 1);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
  EXPECT_TRUE(probing->sorted());
}

TEST_F(ProbingProducts, who_computes_values_alone_stays_with_what_he_has) {
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  multiply_and_check(*probing, 1, a_);
  for (int i = 0; i < 50; ++i) probing->numeric({});
  EXPECT_EQ(log_.numeric[3], 0);
  EXPECT_TRUE(settled_.empty());
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, a_product_that_is_not_ended_is_no_time) {
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  for (int i = 0; i < 60; ++i) {
    (void)probing->symbolic({});
    if (i % 2 == 0) continue;
    probing->allocate({});
    probing->numeric({});
  }
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, other_values_count_for_all_that_race) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  multiply_and_check(*probing, 3, a_);
  probing->update_values(AnyValues(other.values), AnyValues(other.values), {});
  multiply_and_check(*probing, 60, other);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, a_contender_that_takes_no_other_values_is_out) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  log_.keeps_values[3] = true;
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  while (log_.numeric[3] == 0) multiply_and_check(*probing, 1, a_);
  probing->update_values(AnyValues(other.values), AnyValues(other.values), {});
  EXPECT_NO_THROW(probing->numeric({})) << "the phases before are done again";
  multiply_and_check(*probing, 60, other);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
}

TEST_F(ProbingProducts, several_may_fail_in_one_product) {
  log_.alike = 30;
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  multiply_and_check(*probing, 16, a_);  // a round is over
  log_.fails_from[2] = log_.fails_from[3] = 1;
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
}

TEST_F(ProbingProducts, the_last_two_of_a_race_may_go_one_after_the_other) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1);
  log_.fails_from[3] = 6;  // after a round, of which 1 is out
  log_.keeps_values[2] = true;
  log_.alike = 12;
  while (log_.numeric[3] < 6) multiply_and_check(*probing, 1, a_);
  probing->update_values(AnyValues(other.values), AnyValues(other.values), {});
  EXPECT_NO_THROW(probing->numeric({}));
  multiply_and_check(*probing, 60, other);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
}

TEST_F(ProbingProducts, who_wins_and_cannot_be_prepared_leaves_it_to_the_first) {
  log_.not_made_from[3] = 2;  // not again, when it has won
  const auto probing = plan({2, 3, 1}, Pace::at_once, 1);
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=2}"});
}

TEST_F(ProbingProducts, nobody_stays_who_has_failed) {
  log_.alike = 30;
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  while (log_.numeric[3] < 2) multiply_and_check(*probing, 1, a_);
  log_.fails_from[3] = 1;
  log_.not_made_from[1] = 1;
  EXPECT_THROW(multiply_and_check(*probing, 1, a_), std::bad_alloc) << "nobody is left";
  log_.not_made_from[1] = 0;
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=1}"});
}

TEST_F(ProbingProducts, what_the_chosen_one_cannot_take_is_not_taken) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  log_.keeps_values[1] = true;
  const auto probing = plan({1, 3}, Pace::as_paid, 1e9);
  multiply_and_check(*probing, 2, a_);
  EXPECT_THROW(probing->update_values(AnyValues(other.values), AnyValues(other.values), {}),
               UsageError);
  multiply_and_check(*probing, 3, a_);
}

TEST_F(ProbingProducts, phases_out_of_order_are_refused) {
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  EXPECT_THROW(probing->numeric({}), UsageError);
  EXPECT_THROW(probing->allocate({}), UsageError);
  (void)probing->symbolic({});
  EXPECT_THROW(probing->numeric({}), UsageError);
  probing->allocate({});
  EXPECT_NO_THROW(probing->numeric({}));
}

TEST_F(ProbingProducts, races_begin_and_end_beside_products_that_are_not_ended) {
  for (std::size_t delay = 0; delay < 10; ++delay) {
    for (int every = 2; every < 6; ++every) {
      log_ = {};
      log_.alike = 30;
      settled_.clear();
      const auto probing = plan({1, 3, 2}, Pace::as_paid, 0.05, delay);  // a product takes 0.1 s
      for (int i = 0; i < 400; ++i) {
        (void)probing->symbolic({});
        if (i % every == 1) continue;
        probing->allocate({});
        probing->numeric({});
      }
      EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"}) << delay << ", " << every;
    }
  }
}

TEST_F(ProbingProducts, as_paid_a_symbolic_alone_is_no_product) {
  const auto probing = plan({1, 2}, Pace::as_paid, 100);  // a product of the first takes 3 s
  multiply_and_check(*probing, 15, a_);
  for (int i = 0; i < 200; ++i) (void)probing->symbolic({});
  EXPECT_EQ(log_.made[2], 0);
}

TEST_F(ProbingProducts, nobody_is_prepared_for_what_is_only_awaited) {
  log_.alike = 30;  // nobody is out before the last round
  const auto probing = plan({1, 3, 2}, Pace::at_once, 1, std::make_unique<LaggingTimes>());
  multiply_and_check(*probing, 80, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
  const int rounds = model::RaceSettings{}.rounds;
  EXPECT_EQ(log_.made[1], rounds) << "with the plan, and in every round but the first";
  EXPECT_EQ(log_.made[2], rounds);
  EXPECT_EQ(log_.made[3], rounds + 1) << "and when it has won";
}

TEST_F(ProbingProducts, nothing_changes_on_a_stream_that_is_captured) {
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  for (int i = 0; i < 50; ++i) multiply(*probing, captured(), captured());
  EXPECT_EQ(log_.made[3], 0);
  multiply_and_check(*probing, 6, a_);
  ASSERT_EQ(log_.last, 3) << "it is its turn";
  for (int i = 0; i < 50; ++i) multiply(*probing, captured(), captured());
  EXPECT_EQ(log_.symbolic[3], 51) << "who is there computes";
  EXPECT_EQ(log_.made[1], 1);
  EXPECT_TRUE(settled_.empty());
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, a_product_whose_values_are_captured_is_no_time) {
  for (const std::size_t delay : {0U, 5U}) {
    log_ = {};
    log_.alike = 30;
    settled_.clear();
    const auto probing = plan({1, 3}, Pace::as_paid, 0.05, delay);  // a product takes 0.1 s
    for (int i = 0; i < 60; ++i) {
      multiply(*probing, {}, captured());
      probing->numeric({});  // values alone
      multiply(*probing, {}, {});
    }
    EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"}) << delay;
  }
}

TEST_F(ProbingProducts, while_nothing_may_be_prepared_nobody_has_a_turn) {
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  log_.may_not_prepare = true;
  multiply_and_check(*probing, 30, a_);
  EXPECT_EQ(log_.made[3], 0);
  log_.may_not_prepare = false;
  multiply_and_check(*probing, 7, a_);
  EXPECT_EQ(log_.made[3], 1);
  log_.may_not_prepare = true;
  multiply_and_check(*probing, 30, a_);
  EXPECT_EQ(log_.made[1], 1);
  log_.may_not_prepare = false;
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, what_fails_where_nothing_may_change_is_the_applications_and_nobody_is_out) {
  Csr<double, std::int32_t> other = a_;
  for (double& value : other.values) value = 3 - value;
  const auto probing = plan({1, 3}, Pace::at_once, 1);
  multiply_and_check(*probing, 6, a_);
  log_.fails_from[3] = 1;
  log_.keeps_values[3] = true;
  EXPECT_THROW(probing->numeric(captured()), std::bad_alloc);
  EXPECT_THROW(probing->update_values(AnyValues(other.values), AnyValues(other.values), captured()),
               UsageError);
  log_.may_not_prepare = true;
  EXPECT_THROW(probing->numeric({}), std::bad_alloc);
  log_.may_not_prepare = false;
  EXPECT_EQ(log_.made[1], 1);
  log_.fails_from[3] = 0;
  multiply_and_check(*probing, 60, a_);
  EXPECT_EQ(settled_, std::vector<std::string>{"fake{speed=3}"});
}

TEST_F(ProbingProducts, on_the_host_products_are_timed_by_the_clock) {
  const ResolvedConfiguration first = of_speed(1);
  ProbingProduct probing(problem_, first, first.sparse_plan(problem_), {{of_speed(2), 0}},
                         Pace::at_once,
                         [this](const ResolvedConfiguration& c) { settled_.push_back(c.text()); });
  multiply_and_check(probing, 60, a_);
  EXPECT_EQ(settled_.size(), 1U);
}

// --- what an application asks for --------------------------------------------------------------

TEST(ProbingProductsDispatcher, what_the_model_cannot_tell_apart_is_probed) {
  const std::string standard = shipped_catalogue()
                                   .default_variant(Operation::spgemm, Backend::cpu)
                                   ->default_configuration()
                                   .text();
  const std::string other = standard.starts_with("hash{")
                                ? shipped_catalogue()
                                      .find(Operation::spgemm, Backend::cpu, "dense")
                                      ->default_configuration()
                                      .text()
                                : shipped_catalogue()
                                      .find(Operation::spgemm, Backend::cpu, "hash")
                                      ->default_configuration()
                                      .text();
  model::ModelData data = sptune::testing::small_model(standard, other);
  data.operation = Operation::spgemm;
  data.deciding.rule.apart = 2;
  data.candidates[1].prepare.fixed_s = 1e-6;
  const std::string path = ::testing::TempDir() + "sptune-probing-product-model.json";
  std::ofstream(path) << model::to_json(data);
  const Dispatcher d(path.c_str());
  std::filesystem::remove(path);
  const Csr<double, std::int32_t> a = band(300, 3);
  int settled = 0;
  Options options{.expected_runs = 1e6,
                  .threads = 1,
                  .probe = Probe::at_once,
                  .settled = [&](const Configuration&) { ++settled; }};
  auto product = d.spgemm(a.view(), a.view(), options);
  EXPECT_NE(product.choice().reason.find("probed in the first runs: "), std::string::npos)
      << product.choice().reason;
  const std::int64_t nnz = product.multiply().nnz;
  for (int i = 0; i < 60; ++i) EXPECT_EQ(product.multiply().nnz, nnz);
  EXPECT_EQ(settled, 1);
}

}  // namespace
}  // namespace sptune::dispatch::probing_products
