// SPDX-License-Identifier: BSD-3-Clause
// The engine on the GPU, where there is one.
#include "harness/cuda/run_timer.hpp"
#include "harness/engine/engine.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"
#include "tests/harness/engines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using testing::HasSubstr;

ResolvedConfiguration on_gpu(const char* text, Operation operation = Operation::spmv) {
  return test::configuration(text, operation, Backend::cuda);
}

class CudaEngines : public Engines {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }
  Trial run(const char* configuration, const char* problem = "square") {
    return engine_.run({on_gpu(configuration), test::spmv_problem(problem), protocol_}, 0);
  }
};

TEST_F(CudaEngines, trials_are_verified_and_measured_hot_and_cold_by_stream_and_by_graph) {
  protocol_.min_samples = protocol_.max_samples = 7;
  for (const CachePolicy cache : {CachePolicy::hot, CachePolicy::cold}) {
    for (const Launch launch : {Launch::stream, Launch::graph}) {
      protocol_.cache = cache;
      protocol_.launch = launch;
      const Trial t = run("csr_vector{}");
      ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
      EXPECT_TRUE(t.verification.ok);
      EXPECT_TRUE(t.verification.repeatable);
      EXPECT_EQ(t.samples.at("total").size(), 7U);
      for (const float us : t.samples.at("total")) EXPECT_GT(us, 0);
      EXPECT_GT(t.floor_us, 0);
      EXPECT_EQ(t.runs_per_sample > 1, cache == CachePolicy::hot);
    }
  }
}

/// From some call on it does something else than the plan that it was made of.
class ChangesLater final : public SpmvPlan {
 public:
  using Run = std::function<void(SpmvPlan& plan, double alpha, const void* x, double beta, void* y,
                                 Stream stream)>;
  ChangesLater(std::unique_ptr<SpmvPlan> plan, Run later)
      : plan_(std::move(plan)), later_(std::move(later)) {}
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    constexpr int runs_of_verification = 3;
    if (++runs_ <= runs_of_verification) return plan_->run(alpha, x, beta, y, stream);
    later_(*plan_, alpha, x, beta, y, stream);
  }
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<SpmvPlan> plan_;
  Run later_;
  int runs_ = 0;
};

/// A trial on the GPU of a plan that does `later` once it is verified.
Trial run_later(const Protocol& protocol, const ChangesLater::Run& later) {
  const Variant changes =
      wrapped<SpmvPlan>(Operation::spmv, Backend::cuda, "csr_vector",
                        [&later](std::unique_ptr<SpmvPlan> plan, const Problem& /*problem*/) {
                          return std::make_unique<ChangesLater>(std::move(plan), later);
                        });
  Engine engine(matrix);
  return engine.run({changes.default_configuration(), test::spmv_problem("square"), protocol}, 0);
}

TEST_F(CudaEngines, what_is_timed_is_checked_by_stream_and_by_graph) {
  for (const CachePolicy cache : {CachePolicy::hot, CachePolicy::cold}) {
    for (const Launch launch : {Launch::stream, Launch::graph}) {
      SCOPED_TRACE(to_string(launch));
      protocol_.cache = cache;
      protocol_.launch = launch;
      const Trial wrong =
          run_later(protocol_, [](SpmvPlan& plan, double alpha, const void* x, double beta, void* y,
                                  Stream stream) { plan.run(2 * alpha, x, beta, y, stream); });
      EXPECT_EQ(wrong.outcome, Outcome::wrong_result);
      EXPECT_EQ(wrong.stage, "measure");
      EXPECT_THAT(wrong.message, HasSubstr("right when verified, wrong after timing"));
      EXPECT_TRUE(wrong.samples.empty());

      // Long after its first timed runs, whose result still lies there. (What a graph does is
      // settled when it is captured.)
      if (launch == Launch::graph) continue;
      int calls = 0;
      const Trial nothing = run_later(protocol_, [&](SpmvPlan& plan, double alpha, const void* x,
                                                     double beta, void* y, Stream stream) {
        if (++calls < 2) plan.run(alpha, x, beta, y, stream);
      });
      EXPECT_EQ(nothing.outcome, Outcome::wrong_result);
      EXPECT_THAT(nothing.message, ::testing::ContainsRegex("found -?nan"));
    }
  }
}

TEST_F(CudaEngines, writes_beside_y_while_timed_are_found) {
  const Trial t = run_later(protocol_, [](SpmvPlan& plan, double alpha, const void* x, double beta,
                                          void* y, Stream stream) {
    plan.run(alpha, x, beta, y, stream);
    plan.run(alpha, x, beta, static_cast<double*>(y) + 1, stream);
    plan.run(alpha, x, beta, y, stream);
  });

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_EQ(t.message, "wrote outside y (after timing)");
}

TEST_F(CudaEngines, whoever_writes_to_its_input_is_found) {
  const Variant scribbles = wrapped<SpmvPlan>(
      Operation::spmv, Backend::cuda, "csr_vector",
      [](std::unique_ptr<SpmvPlan> plan, const Problem& p) {
        return std::make_unique<ChangesLater>(
            std::move(plan), [values = p.a.values](SpmvPlan& inner, double alpha, const void* x,
                                                   double beta, void* y, Stream stream) {
              const double other = 0;
              cuda::copy_to_device(const_cast<void*>(values), &other, sizeof(other));
              inner.run(alpha, x, beta, y, stream);
            });
      });
  Engine engine(matrix);
  const Trial t =
      engine.run({scribbles.default_configuration(), test::spmv_problem("square"), protocol_}, 0);

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_THAT(t.message, HasSubstr("changed its input: values of A"));
  EXPECT_TRUE(engine.tainted());
}

TEST_F(CudaEngines, long_rows_of_floats_are_checked_in_classes) {
  protocol_.max_samples = protocol_.min_samples = 1;
  Engine engine([](const std::string&) { return test::ragged(50, 100'000); });
  const ProblemKey problem = test::spmv_problem("long", ValueType::f32);
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cuda || v.operation != Operation::spmv) continue;
    for (const ResolvedConfiguration& c : v.smoke_grid()) {
      const Trial t = engine.run({c, problem, protocol_}, 0);
      EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
          << c.text() << ": " << t.message;
      EXPECT_LT(t.verification.max_bound_ratio, 0.5) << c.text();
    }
  }
}

TEST_F(CudaEngines, values_alone_are_verified_and_measured_hot_and_cold) {
  protocol_.repeat = Repeat::values;
  protocol_.min_samples = protocol_.max_samples = 7;
  for (const CachePolicy cache : {CachePolicy::hot, CachePolicy::cold}) {
    protocol_.cache = cache;
    for (const char* configuration :
         {"hash_bins{}", "hash_bins{rerun=places}", "hash_bins{rerun=gather}", "hash_row{}"}) {
      const Trial t =
          engine_.run({on_gpu(configuration, Operation::spgemm), square_product, protocol_}, 0);
      ASSERT_EQ(t.outcome, Outcome::ok) << configuration << ": " << t.message;
      EXPECT_THAT(t.samples, testing::SizeIs(1));
      EXPECT_EQ(t.samples.at("total").size(), 7U);
      for (const float us : t.samples.at("total")) EXPECT_GT(us, 0);
    }
  }
}

TEST_F(CudaEngines, launches_in_a_graph_take_less_than_launches_from_the_host_held_back) {
  protocol_.min_samples = protocol_.max_samples = 21;
  const double stream = run("csr_vector{}").floor_us;
  protocol_.launch = Launch::graph;
  EXPECT_LT(run("csr_vector{}").floor_us, stream);
}

/// The first launch of a graph takes longer than those that follow.
TEST_F(CudaEngines, a_graph_is_made_once_for_each_number_of_runs) {
  int captured = 0;
  RunTimer timed([&] {
    ++captured;
    cuda::launch_empty(timer().stream());
  });
  timed.use_graphs();
  for (int repetition = 0; repetition < 3; ++repetition) {
    EXPECT_GT(timed.one(1).total, 0);
    EXPECT_THAT(timed.many(4, 3, false), testing::SizeIs(3));
  }
  EXPECT_EQ(captured, 1 + 4);
}

/// Whatever a run launches: the stream is not held in vain again and again, for as long as the
/// blocking kernel waits, with the host's launching in every sample.
TEST_F(CudaEngines, runs_that_do_not_fit_the_queue_together_are_held_one_by_one_or_not_at_all) {
  constexpr double stalled_s = 2;
  for (const int launches : {150, 1500}) {
    SCOPED_TRACE(launches);
    RunTimer timed([&] {
      for (int i = 0; i < launches; ++i) cuda::launch_empty(timer().stream());
    });
    // Stalls tell how many fit.
    (void)timed.one(20);
    (void)timed.many(1, 20, false);
    const double begin = now_s();
    for (int i = 0; i < 2; ++i) EXPECT_GT(timed.one(20).total, 0);
    for (const bool flushed : {false, true}) {
      const auto samples = timed.many(1, 20, flushed);
      EXPECT_EQ(samples.size(), 20U);
      for (const PhaseTimes& sample : samples) EXPECT_GT(sample.total, 0);
    }
    EXPECT_LT(now_s() - begin, stalled_s);
  }
}

/// All of the device's memory but a few megabytes.
std::vector<cuda::DeviceArray<std::byte>> all_memory() {
  std::vector<cuda::DeviceArray<std::byte>> out;
  for (std::size_t bytes = std::size_t{1} << 36U; bytes >= std::size_t{1} << 22U;) {
    try {
      out.emplace_back(bytes);
    } catch (const std::bad_alloc&) {
      bytes /= 2;
    }
  }
  return out;
}

TEST_F(CudaEngines, a_problem_that_does_not_fit_on_the_device_cannot_be_loaded) {
  constexpr Index many = 1'000'000;  // rows of four entries, in 48 MiB
  Engine engine([](const std::string& hash) {
    return hash == "large" ? test::ragged(many, 100) : matrix(hash);
  });
  const auto outcome_of = [&](const char* problem) {
    return engine.run({on_gpu("csr_vector{}"), test::spmv_problem(problem), protocol_}, 0);
  };
  ASSERT_EQ(outcome_of("square").outcome, Outcome::ok) << "and the kernels are there";
  {
    const auto taken = all_memory();
    const Trial t = outcome_of("large");
    EXPECT_EQ(t.outcome, Outcome::out_of_memory);
    EXPECT_EQ(t.stage, "load");
    EXPECT_THAT(t.message, HasSubstr("references that results are checked against"));
    EXPECT_TRUE(inconclusive(t));
  }
  EXPECT_EQ(outcome_of("large").outcome, Outcome::ok);
}

TEST_F(CudaEngines, every_variant_is_verified_in_both_types) {
  protocol_.max_samples = 1;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cuda || v.operation != Operation::spmv) continue;
    for (const ValueType type : {ValueType::f32, ValueType::f64}) {
      for (const char* name : {"square", "wide", "empty"}) {
        const Trial t =
            engine_.run({v.default_configuration(), test::spmv_problem(name, type), protocol_}, 0);
        EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
            << t.configuration.text() << " " << to_string(type) << ": " << t.message;
        measured += t.outcome == Outcome::ok ? 1 : 0;
      }
    }
  }
  EXPECT_GT(measured, 0);
}

TEST_F(CudaEngines, several_columns_are_verified_by_rows_and_by_columns) {
  protocol_.max_samples = 1;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cuda || v.operation != Operation::spmm) continue;
    for (const char* layout : {"row", "col"}) {
      for (const ValueType type : {ValueType::f32, ValueType::f64}) {
        const Trial t = engine_.run(
            {v.default_configuration(), test::spmm_problem("wide", layout, type), protocol_}, 0);
        EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
            << t.configuration.text() << " " << layout << ": " << t.message;
        measured += t.outcome == Outcome::ok ? 1 : 0;
      }
    }
  }
  EXPECT_GT(measured, 0);
}

TEST_F(CudaEngines, interleaving_keeps_all_plans_and_their_results_apart) {
  const auto trials = engine_.interleaved(
      {on_gpu("csr_vector{}"), on_gpu("csr_adaptive{}"), on_gpu("csr_vector{}")},
      test::spmv_problem("wide"), protocol_, 3);

  for (const Trial& t : trials) {
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_EQ(t.samples.at("total").size(), 9U);
    EXPECT_EQ(t.mhz_mean, 0) << "a core's of the host says nothing";
  }
  EXPECT_EQ(run("csr_vector{}").mhz_mean, 0);
  EXPECT_FALSE(engine_.tainted());
}

}  // namespace
}  // namespace sptune::harness
