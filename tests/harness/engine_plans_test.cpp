// SPDX-License-Identifier: BSD-3-Clause
// Products in phases and by values alone, and plans that are wrong in one way or another.
#include "harness/engine/engine.hpp"
#include "kernels/spmm/spmm.hpp"
#include "tests/harness/engines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace sptune::harness {
namespace {

using testing::HasSubstr;

template <class Wrap>
Variant wrapped_product(Wrap wrap) {
  return wrapped<SpgemmPlan>(Operation::spgemm, Backend::cpu, "dense", wrap);
}

/// Leaves one element of Y as it was.
class SkipsAnElement final : public SpmmPlan {
 public:
  SkipsAnElement(std::unique_ptr<SpmmPlan> plan, std::int64_t element)
      : plan_(std::move(plan)), element_(element) {}
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    double& element = static_cast<double*>(y)[element_];
    const double before = element;
    plan_->run(alpha, x, beta, y, stream);
    element = before;
  }
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<SpmmPlan> plan_;
  std::int64_t element_;
};

TEST_F(Engines, element_that_is_left_out_in_any_column_is_a_wrong_result) {
  constexpr std::int64_t row = 30;
  for (const Layout layout : {Layout::row_major, Layout::col_major}) {
    const DenseShape shape{60, 3, layout};
    for (std::int64_t column = 0; column < shape.columns; ++column) {
      const Variant skips = wrapped<SpmmPlan>(
          Operation::spmm, Backend::cpu, "csr",
          [element = shape.at(row, column)](std::unique_ptr<SpmmPlan> plan, const Problem& /*p*/) {
            return std::make_unique<SkipsAnElement>(std::move(plan), element);
          });
      Engine engine(matrix);
      const ProblemKey p = test::spmm_problem("wide", layout == Layout::row_major ? "row" : "col");
      const Trial t = engine.run({skips.default_configuration(), p, protocol_}, 0);

      EXPECT_EQ(t.outcome, Outcome::wrong_result) << column;
      EXPECT_THAT(t.message, HasSubstr("row 30: expected"));
      EXPECT_THAT(t.message, testing::ContainsRegex("found -?nan"));
    }
  }
}

/// What a process sets up with its first plan is not one configuration's preparing, and plans that
/// are soon made find their code in the caches, whoever comes first.
TEST_F(Engines, first_plan_of_a_problem_and_short_ones_are_prepared_once_before) {
  static constexpr double setting_up_s = 0.05;
  int plans = 0;
  const auto engine_waits = [&plans](int which) {
    return wrapped<SpmmPlan>(
        Operation::spmm, Backend::cpu, "csr",
        [&plans, which](std::unique_ptr<SpmmPlan> plan, const Problem& /*p*/) {
          if (plans++ == which || which < 0) {
            std::this_thread::sleep_for(std::chrono::duration<double>(setting_up_s));
          }
          return plan;
        });
  };
  const auto prepared = [&](const Variant& v, const char* matrix_name) {
    plans = 0;
    return engine_.run(
        {v.default_configuration(), test::spmm_problem(matrix_name, "row"), protocol_}, 0);
  };
  const Variant sets_up = engine_waits(0);
  const Trial first = prepared(sets_up, "wide");
  ASSERT_EQ(first.outcome, Outcome::ok) << first.message;
  EXPECT_LT(first.prepare_s, setting_up_s);
  EXPECT_EQ(plans, 2);

  const Variant soon = engine_waits(1000);
  (void)prepared(soon, "wide");
  EXPECT_EQ(plans, 2) << "short, though not the first";

  const Variant slow = engine_waits(-1);
  EXPECT_GE(prepared(slow, "wide").prepare_s, setting_up_s);
  EXPECT_EQ(plans, 1);
  (void)prepared(slow, "square");
  EXPECT_EQ(plans, 2) << "the first of another problem";
}

/// Code is loaded with the first plan that needs it, whatever problem it is of.
TEST_F(Engines, the_first_plan_of_a_variant_is_prepared_once_before) {
  static constexpr double loading_s = 0.05;
  int plans = 0;
  const Variant loads =
      wrapped<SpmvPlan>(Operation::spmv, Backend::cpu, "coo",
                        [&plans](std::unique_ptr<SpmvPlan> plan, const Problem& /*p*/) {
                          if (plans++ == 0)
                            std::this_thread::sleep_for(std::chrono::duration<double>(loading_s));
                          return plan;
                        });
  const Variant& csr = *shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr");
  const auto run = [&](const Variant& v) {
    return engine_.run({v.default_configuration(), test::spmv_problem("square"), protocol_}, 0);
  };
  ASSERT_EQ(run(csr).outcome, Outcome::ok);

  const Trial t = run(loads);

  ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_LT(t.prepare_s, loading_s);
  EXPECT_EQ(plans, 2);
}

TEST_F(Engines, telling_whether_a_format_fits_counts_as_preparing) {
  static constexpr double looking_s = 0.02;
  Variant looks = *shipped_catalogue().find(Operation::spmm, Backend::cpu, "csr");
  looks.functions.fit = [fit = looks.functions.fit](const ResolvedConfiguration& c,
                                                    const Problem& problem) {
    std::this_thread::sleep_for(std::chrono::duration<double>(looking_s));
    return fit(c, problem);
  };

  const Trial t =
      engine_.run({looks.default_configuration(), test::spmm_problem("wide", "row"), protocol_}, 0);

  ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_GE(t.prepare_s, looking_s);
}

TEST_F(Engines, spgemm_is_sampled_in_phases) {
  for (const char* kind : {"at", "a"}) {
    const std::string name = kind == std::string("a") ? "square" : "wide";
    const ProblemKey p{Operation::spgemm, ValueType::f64, name, name, kind};
    const Variant* v = nullptr;
    for (const Variant& candidate : shipped_catalogue().variants()) {
      if (candidate.operation == Operation::spgemm && candidate.facts.backend == Backend::cpu) {
        v = &candidate;
        break;
      }
    }
    ASSERT_NE(v, nullptr);
    const Trial t = engine_.run({v->default_configuration(), p, protocol_}, 0);

    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    ASSERT_THAT(t.samples, testing::SizeIs(4));
    EXPECT_GT(t.nnz_out, 0);
    for (std::size_t i = 0; i < t.samples.at("total").size(); ++i) {
      const float parts =
          t.samples.at("symbolic")[i] + t.samples.at("allocate")[i] + t.samples.at("numeric")[i];
      EXPECT_NEAR(parts, t.samples.at("total")[i], 1e-3F * parts + 1e-3F);
    }
  }
}

TEST_F(Engines, values_alone_are_verified_and_sampled_without_phases) {
  protocol_.repeat = Repeat::values;
  protocol_.max_samples = protocol_.min_samples = 5;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cpu || v.operation != Operation::spgemm) continue;
    const Trial t = engine_.run({v.default_configuration(), square_product, protocol_}, 0);
    ASSERT_EQ(t.outcome, Outcome::ok) << t.configuration.text() << ": " << t.message;
    EXPECT_THAT(t.samples, testing::SizeIs(1)) << t.configuration.text();
    EXPECT_EQ(t.samples.at("total").size(), 5U);
    ++measured;
  }
  EXPECT_GT(measured, 0);
}

/// Takes its time where runs of values alone begin.
class NotesFirst final : public SpgemmPlan {
 public:
  explicit NotesFirst(std::unique_ptr<SpgemmPlan> plan) : plan_(std::move(plan)) {}
  std::int64_t symbolic(Stream stream) override {
    runs_ = 0;
    return plan_->symbolic(stream);
  }
  void allocate(Stream stream) override { plan_->allocate(stream); }
  void numeric(Stream stream) override {
    plan_->numeric(stream);
    if (++runs_ == 2) std::this_thread::sleep_for(notes);
  }
  [[nodiscard]] AnyCsr result() const override { return plan_->result(); }
  [[nodiscard]] bool sorted() const override { return plan_->sorted(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }
  static constexpr std::chrono::milliseconds notes{30};

 private:
  std::unique_ptr<SpgemmPlan> plan_;
  int runs_ = 0;
};

TEST_F(Engines, what_values_alone_need_first_is_preparing) {
  const Variant notes =
      wrapped_product([](std::unique_ptr<SpgemmPlan> plan, const Problem& /*problem*/) {
        return std::make_unique<NotesFirst>(std::move(plan));
      });
  constexpr double seconds = std::chrono::duration<double>(NotesFirst::notes).count();
  Engine engine(matrix);
  const Trial whole = engine.run({notes.default_configuration(), square_product, protocol_}, 0);
  ASSERT_EQ(whole.outcome, Outcome::ok) << whole.message;
  EXPECT_LT(whole.prepare_s, seconds);

  protocol_.repeat = Repeat::values;
  const Trial values = engine.run({notes.default_configuration(), square_product, protocol_}, 0);
  ASSERT_EQ(values.outcome, Outcome::ok) << values.message;
  EXPECT_GE(values.prepare_s, seconds);
  for (const float us : values.samples.at("total")) EXPECT_LT(us, 1e6 * seconds);
}

/// Right for a while.
class TiresLater final : public SpgemmPlan {
 public:
  TiresLater(std::unique_ptr<SpgemmPlan> plan, bool works, int right)
      : plan_(std::move(plan)), works_(works), right_(right) {}
  std::int64_t symbolic(Stream stream) override { return plan_->symbolic(stream); }
  void allocate(Stream stream) override { plan_->allocate(stream); }
  void numeric(Stream stream) override {
    const bool tired = ++runs_ > right_;
    if (tired && !works_) return;
    plan_->numeric(stream);
    // The plan's own memory.
    if (tired) const_cast<double*>(static_cast<const double*>(plan_->result().values))[0] += 1;
  }
  [[nodiscard]] AnyCsr result() const override { return plan_->result(); }
  [[nodiscard]] bool sorted() const override { return plan_->sorted(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<SpgemmPlan> plan_;
  bool works_;
  int right_;  ///< runs
  int runs_ = 0;
};

TEST_F(Engines, products_wrong_from_some_run_on_are_wrong) {
  for (const bool works : {true, false}) {
    for (const Repeat repeat : {Repeat::whole, Repeat::values}) {
      // Verification takes two, and what comes before values alone eleven more.
      const int right = repeat == Repeat::whole ? 6 : 14;
      const Variant tires = wrapped_product(
          [works, right](std::unique_ptr<SpgemmPlan> plan, const Problem& /*problem*/) {
            return std::make_unique<TiresLater>(std::move(plan), works, right);
          });
      Engine engine(matrix);
      protocol_.repeat = repeat;
      const Trial t = engine.run({tires.default_configuration(), square_product, protocol_}, 0);

      EXPECT_EQ(t.outcome, Outcome::wrong_result);
      EXPECT_EQ(t.stage, "measure");
      EXPECT_THAT(t.message, HasSubstr("row 0, column"));
      EXPECT_THAT(t.message, HasSubstr("right when verified, wrong after timing"));
      EXPECT_TRUE(t.samples.empty());
    }
  }
}

TEST_F(Engines, session_tells_when_what_it_sampled_was_wrong) {
  const Variant tires =
      wrapped_product([](std::unique_ptr<SpgemmPlan> plan, const Problem& /*problem*/) {
        constexpr int right = 6;  // verification takes fewer
        return std::make_unique<TiresLater>(std::move(plan), true, right);
      });
  Engine engine(matrix);
  const auto session = engine.open({tires.default_configuration(), square_product, protocol_});

  ASSERT_EQ(session->trial().outcome, Outcome::ok) << session->trial().message;
  for (int i = 0; i < 10; ++i) static_cast<void>(session->sample());

  EXPECT_FALSE(session->recheck());
  EXPECT_EQ(session->trial().outcome, Outcome::wrong_result);
  EXPECT_THAT(session->trial().message, HasSubstr("wrong after timing"));
}

/// Makes values only once per pattern: right, until somebody changes them.
class KeepsValues final : public SpgemmPlan {
 public:
  explicit KeepsValues(std::unique_ptr<SpgemmPlan> plan) : plan_(std::move(plan)) {}
  std::int64_t symbolic(Stream stream) override {
    fresh_ = true;
    return plan_->symbolic(stream);
  }
  void allocate(Stream stream) override { plan_->allocate(stream); }
  void numeric(Stream stream) override {
    if (fresh_) plan_->numeric(stream);
    fresh_ = false;
  }
  [[nodiscard]] AnyCsr result() const override { return plan_->result(); }
  [[nodiscard]] bool sorted() const override { return plan_->sorted(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<SpgemmPlan> plan_;
  bool fresh_ = false;
};

TEST_F(Engines, values_that_are_not_made_again_are_wrong) {
  const Variant lazy =
      wrapped_product([](std::unique_ptr<SpgemmPlan> plan, const Problem& /*problem*/) {
        return std::make_unique<KeepsValues>(std::move(plan));
      });
  Engine engine(matrix);

  const Trial whole = engine.run({lazy.default_configuration(), square_product, protocol_}, 0);
  EXPECT_EQ(whole.outcome, Outcome::ok) << whole.message;

  protocol_.repeat = Repeat::values;
  const Trial values = engine.run({lazy.default_configuration(), square_product, protocol_}, 0);
  EXPECT_EQ(values.outcome, Outcome::wrong_result);
  EXPECT_THAT(values.message, HasSubstr("when its values were made again"));
  EXPECT_TRUE(values.samples.empty());
}

}  // namespace
}  // namespace sptune::harness
