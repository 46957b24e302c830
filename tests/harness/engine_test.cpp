// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/engine.hpp"

#include "kernels/baselines/baselines.hpp"
#include "sptune/device.hpp"
#include "tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using testing::HasSubstr;

suites::Matrix matrix(const std::string& hash) {
  if (hash == "empty") return test::ragged(0, 0);
  if (hash == "wide") return test::ragged(60, 90);
  if (hash == "square") return test::ragged(80, 80);
  throw InputError("no matrix '" + hash + "'");
}

Configuration csr() {
  return Configuration::parse("csr{}").value();
}

class Engines : public testing::Test {
 protected:
  Engine engine_{shipped_catalogue(), matrix};
  Protocol protocol_ = test::quick_protocol();
};

TEST_F(Engines, stages_come_in_order) {
  std::vector<std::string> stages;
  const Trial t =
      engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_, 0,
                  [&](std::string_view stage, std::size_t) { stages.emplace_back(stage); });

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_THAT(stages, testing::ElementsAre("load", "fit", "prepare", "first_run", "verify",
                                           "measure", "recheck"));
}

TEST_F(Engines, time_of_every_stage_is_told) {
  const Trial t = engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_, 0);

  ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
  double sum = 0;
  for (const char* stage :
       {"load", "fit", "prepare", "first_run", "verify", "measure", "recheck"}) {
    ASSERT_TRUE(t.stage_s.contains(stage)) << stage;
    EXPECT_GE(t.stage_s.at(stage), 0);
    sum += t.stage_s.at(stage);
  }
  EXPECT_LE(sum, t.wall_s * 1.0001);
  EXPECT_GT(measured_s(t), 0);
  EXPECT_LE(measured_s(t), t.stage_s.at("measure") * 1.01) << "samples are taken there";
}

TEST_F(Engines, interleaved_rounds_tell_the_time_of_stages_too) {
  const auto trials = engine_.rounds({csr(), Configuration::parse("coo{}").value()}, Backend::cpu,
                                     test::spmv_problem("square"), protocol_, 2);

  for (const Trial& t : trials) {
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_GT(t.stage_s.at("measure"), 0);
    EXPECT_GT(t.stage_s.at("prepare"), 0);
  }
}

TEST_F(Engines, trial_of_spmv_is_complete) {
  protocol_.sample_min_s = 0.05;  // far above what a busy machine adds to one run
  protocol_.time_budget_s = 60;   // samples are counted, not hurried
  const Trial t = engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_, 0);

  ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
  const auto nnz = matrix("square").csr.nnz();
  EXPECT_EQ(t.flops, 2 * nnz);
  EXPECT_GT(t.compulsory_bytes, 12.0 * static_cast<double>(nnz));
  EXPECT_GT(t.bytes_per_run, 0);
  EXPECT_GT(t.floor_us, 0);
  EXPECT_GE(t.prepare_s, 0);
  EXPECT_GT(t.runs_per_sample, 1) << "hot samples of a tiny matrix hold many runs";
  EXPECT_TRUE(t.verification.done);
  EXPECT_TRUE(t.verification.ok);
  EXPECT_TRUE(t.verification.repeatable);
  EXPECT_THAT(t.samples, testing::SizeIs(1));
  EXPECT_GE(t.samples.at("total").size(), 5U);
  EXPECT_FALSE(t.stop_reason.empty());
  EXPECT_GT(t.wall_s, 0);
  EXPECT_EQ(t.configuration,
            shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr")->default_configuration())
      << "axes are completed";
}

TEST_F(Engines, cold_samples_hold_one_run_and_take_longer) {
  // A busy machine takes the core away for milliseconds: samples of microseconds are rarely hit,
  // and a single thread does not wait at a barrier for one that is not running.
  protocol_.sample_min_s = 20e-6;
  protocol_.threads = 1;
  protocol_.time_budget_s = 60;
  const Trial hot = engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_, 0);
  protocol_.cache = CachePolicy::cold;
  const Trial cold = engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_, 0);

  ASSERT_EQ(cold.outcome, Outcome::ok) << cold.message;
  EXPECT_EQ(cold.runs_per_sample, 1);
  EXPECT_EQ(cold.cache, CachePolicy::cold);
  EXPECT_GT(hot.runs_per_sample, 1);
  EXPECT_GT(summarise(cold.samples.at("total")).median, summarise(hot.samples.at("total")).median);
}

TEST_F(Engines, every_shipped_variant_is_verified_in_both_types) {
  protocol_.max_samples = 1;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cpu) continue;
    for (const ValueType type : {ValueType::f32, ValueType::f64}) {
      ProblemKey p = test::spmv_problem("square", type);
      if (v.operation == Operation::spgemm) p = {Operation::spgemm, type, "square", "square", "a"};
      const Trial t = engine_.run(v.default_configuration(), Backend::cpu, p, protocol_, 0);
      EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
          << t.configuration.text() << " " << to_string(type) << ": " << t.message;
      measured += t.outcome == Outcome::ok ? 1 : 0;
    }
  }
  EXPECT_GT(measured, 0);
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
    const Trial t = engine_.run(v->default_configuration(), Backend::cpu, p, protocol_, 0);

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

const ProblemKey square_product{Operation::spgemm, ValueType::f64, "square", "square", "a"};

TEST_F(Engines, values_alone_are_verified_and_sampled_without_phases) {
  protocol_.repeat = Repeat::values;
  protocol_.max_samples = protocol_.min_samples = 5;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cpu || v.operation != Operation::spgemm) continue;
    const Trial t =
        engine_.run(v.default_configuration(), Backend::cpu, square_product, protocol_, 0);
    ASSERT_EQ(t.outcome, Outcome::ok) << t.configuration.text() << ": " << t.message;
    EXPECT_THAT(t.samples, testing::SizeIs(1)) << t.configuration.text();
    EXPECT_EQ(t.samples.at("total").size(), 5U);
    ++measured;
  }
  EXPECT_GT(measured, 0);
}

/// Right for a while.
class TiresLater final : public SpgemmPlan {
 public:
  TiresLater(std::unique_ptr<SpgemmPlan> plan, bool works)
      : plan_(std::move(plan)), works_(works) {}
  std::int64_t symbolic(Stream stream) override { return plan_->symbolic(stream); }
  void allocate(Stream stream) override { plan_->allocate(stream); }
  void numeric(Stream stream) override {
    constexpr int runs_until_tired = 7;  // verification and the first values alone take fewer
    const bool tired = ++runs_ >= runs_until_tired;
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
  int runs_ = 0;
};

TEST_F(Engines, products_wrong_from_some_run_on_are_wrong) {
  for (const bool works : {true, false}) {
    Variant tires = *shipped_catalogue().find(Operation::spgemm, Backend::cpu, "dense");
    tires.plan_spgemm = [works, plan = tires.plan_spgemm](const Configuration& c,
                                                          const SpgemmProblem& p) {
      return std::make_unique<TiresLater>(plan(c, p), works);
    };
    const Catalogue catalogue({tires});
    Engine engine(catalogue, matrix);
    for (const Repeat repeat : {Repeat::whole, Repeat::values}) {
      protocol_.repeat = repeat;
      const Trial t =
          engine.run(tires.default_configuration(), Backend::cpu, square_product, protocol_, 0);

      EXPECT_EQ(t.outcome, Outcome::wrong_result);
      EXPECT_EQ(t.stage, "measure");
      EXPECT_THAT(t.message, HasSubstr("row 0, column"));
      EXPECT_THAT(t.message, HasSubstr("right when verified, wrong after timing"));
      EXPECT_TRUE(t.samples.empty());
    }
  }
}

TEST_F(Engines, session_tells_when_what_it_sampled_was_wrong) {
  Variant tires = *shipped_catalogue().find(Operation::spgemm, Backend::cpu, "dense");
  tires.plan_spgemm = [plan = tires.plan_spgemm](const Configuration& c, const SpgemmProblem& p) {
    return std::make_unique<TiresLater>(plan(c, p), true);
  };
  const Catalogue catalogue({tires});
  Engine engine(catalogue, matrix);
  const auto session =
      engine.open(tires.default_configuration(), Backend::cpu, square_product, protocol_);

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
  Variant lazy = *shipped_catalogue().find(Operation::spgemm, Backend::cpu, "dense");
  lazy.facts.name = "lazy";
  lazy.plan_spgemm = [plan = lazy.plan_spgemm](const Configuration& c, const SpgemmProblem& p) {
    return std::make_unique<KeepsValues>(plan(c, p));
  };
  const Catalogue catalogue({lazy});
  Engine engine(catalogue, matrix);

  const Trial whole =
      engine.run(lazy.default_configuration(), Backend::cpu, square_product, protocol_, 0);
  EXPECT_EQ(whole.outcome, Outcome::ok) << whole.message;

  protocol_.repeat = Repeat::values;
  const Trial values =
      engine.run(lazy.default_configuration(), Backend::cpu, square_product, protocol_, 0);
  EXPECT_EQ(values.outcome, Outcome::wrong_result);
  EXPECT_THAT(values.message, HasSubstr("when its values were made again"));
  EXPECT_TRUE(values.samples.empty());
}

TEST_F(Engines, pilot_far_above_the_best_is_dominated_and_keeps_its_samples) {
  const Trial t = engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_,
                              /*best_us=*/1e-6);

  EXPECT_EQ(t.outcome, Outcome::dominated);
  EXPECT_EQ(t.stop_reason, "dominated");
  EXPECT_EQ(t.samples.at("total").size(), 3U);
}

TEST_F(Engines, ratio_of_zero_never_dominates) {
  protocol_.dominated_ratio = 0;
  const Trial t = engine_.run(csr(), Backend::cpu, test::spmv_problem("square"), protocol_, 1e-6);

  EXPECT_EQ(t.outcome, Outcome::ok);
}

TEST_F(Engines, empty_matrix_is_measured) {
  const Trial t = engine_.run(csr(), Backend::cpu, test::spmv_problem("empty"), protocol_, 0);

  EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused)) << t.message;
}

TEST_F(Engines, problem_whose_results_cannot_be_judged_is_refused) {
  Engine engine(shipped_catalogue(), [](const std::string&) {
    suites::Matrix m = test::ragged(80, 80);
    m.csr.values[1] = 1e300;
    return m;
  });
  const Trial f32 =
      engine.run(csr(), Backend::cpu, test::spmv_problem("huge", ValueType::f32), protocol_, 0);
  const Trial f64 = engine.run(csr(), Backend::cpu, test::spmv_problem("huge"), protocol_, 0);

  EXPECT_EQ(f32.outcome, Outcome::refused);
  EXPECT_EQ(f32.stage, "fit");
  EXPECT_THAT(f32.message, HasSubstr("cannot be verified: row 1"));
  EXPECT_EQ(f64.outcome, Outcome::ok) << f64.message;
}

TEST_F(Engines, more_threads_than_granted_are_refused_with_the_reason) {
  protocol_.threads = 1;
  const Trial t = engine_.run(Configuration::parse("csr{threads=4}").value(), Backend::cpu,
                              test::spmv_problem("square"), protocol_, 0);

  EXPECT_EQ(t.outcome, Outcome::refused);
  EXPECT_EQ(t.stage, "fit");
  EXPECT_THAT(t.message, HasSubstr("threads"));
}

TEST_F(Engines, missing_matrix_is_an_error_of_loading) {
  const Trial t = engine_.run(csr(), Backend::cpu, test::spmv_problem("nonesuch"), protocol_, 0);

  EXPECT_EQ(t.outcome, Outcome::error);
  EXPECT_EQ(t.stage, "load");
  EXPECT_THAT(t.message, HasSubstr("nonesuch"));
}

TEST_F(Engines, rounds_give_everybody_equally_many_samples) {
  const std::vector<Configuration> list{csr(), Configuration::parse("csr{threads=1}").value(),
                                        Configuration::parse("nonesuch{}").value()};
  protocol_.time_budget_s = 60;
  const auto trials =
      engine_.rounds(list, Backend::cpu, test::spmv_problem("square"), protocol_, 6);

  ASSERT_EQ(trials.size(), 3U);
  EXPECT_EQ(trials[0].outcome, Outcome::ok) << trials[0].message;
  EXPECT_EQ(trials[1].outcome, Outcome::ok) << trials[1].message;
  EXPECT_EQ(trials[2].outcome, Outcome::error);
  EXPECT_EQ(trials[0].samples.at("total").size(), trials[1].samples.at("total").size());
  EXPECT_EQ(trials[0].samples.at("total").size(), 6U * samples_per_repetition);
  EXPECT_EQ(trials[0].stop_reason, "rounds");
  EXPECT_GT(trials[0].mhz_mean, 0);
}

TEST_F(Engines, session_is_verified_and_gives_samples) {
  const auto session = engine_.open(csr(), Backend::cpu, test::spmv_problem("square"), protocol_);

  ASSERT_EQ(session->trial().outcome, Outcome::ok) << session->trial().message;
  EXPECT_TRUE(session->trial().verification.ok);
  EXPECT_GT(session->sample(), 0);
  EXPECT_TRUE(session->recheck()) << session->trial().message;
}

TEST_F(Engines, session_of_a_refusal_cannot_be_sampled) {
  protocol_.threads = 1;
  const auto session = engine_.open(Configuration::parse("csr{threads=4}").value(), Backend::cpu,
                                    test::spmv_problem("square"), protocol_);

  EXPECT_EQ(session->trial().outcome, Outcome::refused);
  EXPECT_THROW(static_cast<void>(session->sample()), UsageError);
}

/// The same on the GPU, where there is one.
class CudaEngines : public Engines {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }
  Trial run(const char* configuration, const char* problem = "square") {
    return engine_.run(Configuration::parse(configuration).value(), Backend::cuda,
                       test::spmv_problem(problem), protocol_, 0);
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
  Variant changes = *shipped_catalogue().find(Operation::spmv, Backend::cuda, "csr_vector");
  changes.plan_spmv = [&, plan = changes.plan_spmv](const Configuration& c, const SpmvProblem& p) {
    return std::make_unique<ChangesLater>(plan(c, p), later);
  };
  const Catalogue catalogue({changes});
  Engine engine(catalogue, matrix);
  return engine.run(changes.default_configuration(), Backend::cuda, test::spmv_problem("square"),
                    protocol, 0);
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
  Variant scribbles = *shipped_catalogue().find(Operation::spmv, Backend::cuda, "csr_vector");
  scribbles.plan_spmv = [plan = scribbles.plan_spmv](const Configuration& c, const SpmvProblem& p) {
    return std::make_unique<ChangesLater>(
        plan(c, p), [values = p.a.values](SpmvPlan& inner, double alpha, const void* x, double beta,
                                          void* y, Stream stream) {
          const double other = 0;
          cuda::copy_to_device(const_cast<void*>(values), &other, sizeof(other));
          inner.run(alpha, x, beta, y, stream);
        });
  };
  const Catalogue catalogue({scribbles});
  Engine engine(catalogue, matrix);
  const ProblemKey problem = test::spmv_problem("square");
  const Trial t =
      engine.run(scribbles.default_configuration(), Backend::cuda, problem, protocol_, 0);

  EXPECT_EQ(t.outcome, Outcome::wrong_result);
  EXPECT_THAT(t.message, HasSubstr("changed its input: values of A"));
  EXPECT_TRUE(engine.tainted());
}

TEST_F(CudaEngines, long_rows_of_floats_are_judged_in_classes) {
  protocol_.max_samples = protocol_.min_samples = 1;
  Engine engine(shipped_catalogue(), [](const std::string&) { return test::ragged(50, 100'000); });
  const ProblemKey problem = test::spmv_problem("long", ValueType::f32);
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cuda || v.operation != Operation::spmv) continue;
    for (const Configuration& c : v.smoke_grid()) {
      const Trial t = engine.run(c, Backend::cuda, problem, protocol_, 0);
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
      const Trial t = engine_.run(Configuration::parse(configuration).value(), Backend::cuda,
                                  square_product, protocol_, 0);
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

TEST_F(CudaEngines, every_variant_is_verified_in_both_types) {
  protocol_.max_samples = 1;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cuda || v.operation != Operation::spmv) continue;
    for (const ValueType type : {ValueType::f32, ValueType::f64}) {
      for (const char* name : {"square", "wide", "empty"}) {
        const Trial t = engine_.run(v.default_configuration(), Backend::cuda,
                                    test::spmv_problem(name, type), protocol_, 0);
        EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
            << t.configuration.text() << " " << to_string(type) << ": " << t.message;
        measured += t.outcome == Outcome::ok ? 1 : 0;
      }
    }
  }
  EXPECT_GT(measured, 0);
}

TEST_F(CudaEngines, rounds_keep_all_plans_and_their_results_apart) {
  const auto trials = engine_.rounds(
      {Configuration::parse("csr_vector{}").value(), Configuration::parse("csr_adaptive{}").value(),
       Configuration::parse("csr_vector{}").value()},
      Backend::cuda, test::spmv_problem("wide"), protocol_, 3);

  for (const Trial& t : trials) {
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_EQ(t.samples.at("total").size(), 9U);
  }
  EXPECT_FALSE(engine_.tainted());
}

}  // namespace
}  // namespace sptune::harness
