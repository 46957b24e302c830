// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/engine.hpp"

#include "harness/environment/sanitizers.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/spmm/spmm.hpp"
#include "sptune/error.hpp"
#include "tests/harness/busy_core.hpp"
#include "tests/harness/engines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using testing::HasSubstr;

TEST_F(Engines, stages_come_in_order) {
  std::vector<std::string> stages;
  const Trial t =
      engine_.run({csr(), test::spmv_problem("square"), protocol_}, 0,
                  [&](std::string_view stage, std::size_t) { stages.emplace_back(stage); });

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  // Prepared twice, each time as a stage of its own: a limit is that of one preparation.
  EXPECT_THAT(stages, testing::ElementsAre("load", "fit", "prepare", "fit", "prepare", "first_run",
                                           "verify", "measure", "recheck"));
}

TEST_F(Engines, time_of_every_stage_is_told) {
  const Trial t = engine_.run({csr(), test::spmv_problem("square"), protocol_}, 0);

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

TEST_F(Engines, interleaved_trials_tell_the_time_of_stages_too) {
  const auto trials = engine_.interleaved({csr(), test::configuration("coo{}")},
                                          test::spmv_problem("square"), protocol_, 2);

  for (const Trial& t : trials) {
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_GT(t.stage_s.at("measure"), 0);
    EXPECT_GT(t.stage_s.at("prepare"), 0);
  }
}

TEST_F(Engines, interleaved_trials_carry_the_time_spent_on_themselves) {
  const double begin = now_s();
  const auto trials = engine_.interleaved({csr(), test::configuration("coo{}")},
                                          test::spmv_problem("square"), protocol_, 2);
  const double all = now_s() - begin;

  std::vector<double> rest;
  double sum = 0;
  for (const Trial& t : trials) {
    rest.push_back(t.wall_s);
    for (const auto& [stage, seconds] : t.stage_s) rest.back() -= seconds;
    EXPECT_GE(rest.back(), 0) << "of no stage";
    sum += t.wall_s;
  }
  EXPECT_NEAR(rest.at(0), rest.at(1), 1e-9);
  EXPECT_LE(sum, all * 1.0001);
}

TEST_F(Engines, trial_of_spmv_is_complete) {
  protocol_.sample_min_s = 0.05;  // far above what a busy machine adds to one run
  protocol_.time_budget_s = 60;   // samples are counted, not hurried
  const Trial t = engine_.run({csr(), test::spmv_problem("square"), protocol_}, 0);

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
  EXPECT_EQ(t.configuration, shipped_catalogue()
                                 .find(Operation::spmv, Backend::cpu, "csr")
                                 ->default_configuration()
                                 .configuration())
      << "axes are completed";
}

TEST_F(Engines, cold_samples_hold_one_run_and_take_longer) {
  // A busy machine takes the core away for milliseconds: samples of microseconds are rarely hit,
  // and a single thread does not wait at a barrier for one that is not running.
  protocol_.sample_min_s = 20e-6;
  protocol_.threads = 1;
  protocol_.time_budget_s = 60;
#ifdef SPTUNE_SANITIZED
  protocol_.max_samples = 15;
#endif
  const Trial hot = engine_.run({csr(), test::spmv_problem("square"), protocol_}, 0);
  protocol_.cache = CachePolicy::cold;
  const Trial cold = engine_.run({csr(), test::spmv_problem("square"), protocol_}, 0);

  ASSERT_EQ(cold.outcome, Outcome::ok) << cold.message;
  EXPECT_EQ(cold.runs_per_sample, 1);
  EXPECT_EQ(cold.cache, CachePolicy::cold);
  EXPECT_GT(hot.runs_per_sample, 1);
  EXPECT_GT(summarise(cold.samples.at("total")).median, summarise(hot.samples.at("total")).median);
}

TEST_F(Engines, a_trial_takes_no_more_samples_than_it_may_though_its_pilot_takes_more) {
  for (const int most : {1, 2}) {
    protocol_.max_samples = most;
    ASSERT_GT(protocol_.pilot_samples, most);
    const Trial t = engine_.run({csr(), test::spmv_problem("square"), protocol_}, 0);
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_EQ(t.samples.at("total").size(), static_cast<std::size_t>(most));
  }
}

TEST_F(Engines, every_shipped_variant_is_verified_in_both_types) {
  protocol_.max_samples = 1;
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cpu) continue;
    for (const ValueType type : {ValueType::f32, ValueType::f64}) {
      ProblemKey p = test::spmv_problem("square", type);
      if (v.operation == Operation::spgemm) p = {Operation::spgemm, type, "square", "square", "a"};
      if (v.operation == Operation::spmm) p = test::spmm_problem("square", "row", type);
      const Trial t = engine_.run({v.default_configuration(), p, protocol_}, 0);
      EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
          << t.configuration.text() << " " << to_string(type) << ": " << t.message;
      measured += t.outcome == Outcome::ok ? 1 : 0;
    }
  }
  EXPECT_GT(measured, 0);
}

TEST_F(Engines, several_columns_are_verified_and_measured_by_rows_and_by_columns) {
  int measured = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cpu || v.operation != Operation::spmm) continue;
    for (const char* layout : {"row", "col"}) {
      for (const ValueType type : {ValueType::f32, ValueType::f64}) {
        const ProblemKey p = test::spmm_problem("wide", layout, type);
        const Trial t = engine_.run({v.default_configuration(), p, protocol_}, 0);
        ASSERT_EQ(t.outcome, Outcome::ok) << t.configuration.text() << ": " << t.message;
        EXPECT_EQ(t.problem.parameters, p.parameters);
        EXPECT_EQ(t.flops, 2 * 3 * matrix("wide").csr.nnz());
        EXPECT_THAT(t.samples, testing::SizeIs(1));
        EXPECT_GE(t.samples.at("total").size(), 3U);
        ++measured;
      }
    }
  }
  EXPECT_GT(measured, 0);
}

TEST_F(Engines, pilot_far_above_the_best_is_dominated_and_keeps_its_samples) {
  protocol_.time_budget_s = 60;  // samples are counted, not hurried
  const Trial t = engine_.run({csr(), test::spmv_problem("square"), protocol_}, /*best_us=*/1e-6);

  EXPECT_EQ(t.outcome, Outcome::dominated);
  EXPECT_EQ(t.stop_reason, "dominated");
  EXPECT_EQ(t.samples.at("total").size(), 3U);
}

TEST_F(Engines, ratio_of_zero_never_dominates) {
  protocol_.dominated_ratio = 0;
  const Trial t = engine_.run({csr(), test::spmv_problem("square"), protocol_}, 1e-6);

  EXPECT_EQ(t.outcome, Outcome::ok);
}

TEST_F(Engines, empty_matrix_is_measured) {
  const Trial t = engine_.run({csr(), test::spmv_problem("empty"), protocol_}, 0);

  EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused)) << t.message;
}

TEST_F(Engines, problem_whose_results_cannot_be_verified_is_refused) {
  Engine engine([](const std::string&) {
    suites::Matrix m = test::ragged(80, 80);
    m.csr.values[1] = 1e300;
    return m;
  });
  const Trial f32 = engine.run({csr(), test::spmv_problem("huge", ValueType::f32), protocol_}, 0);
  const Trial f64 = engine.run({csr(), test::spmv_problem("huge"), protocol_}, 0);

  EXPECT_EQ(f32.outcome, Outcome::refused);
  EXPECT_EQ(f32.stage, "fit");
  EXPECT_THAT(f32.message, HasSubstr("cannot be verified: row 1"));
  EXPECT_EQ(f64.outcome, Outcome::ok) << f64.message;
}

TEST_F(Engines, more_threads_than_granted_are_refused_with_the_reason) {
  protocol_.threads = 1;
  const Trial t = engine_.run(
      {test::configuration("csr{threads=4}"), test::spmv_problem("square"), protocol_}, 0);

  EXPECT_EQ(t.outcome, Outcome::refused);
  EXPECT_EQ(t.stage, "fit");
  EXPECT_THAT(t.message, HasSubstr("threads"));
}

TEST_F(Engines, missing_matrix_is_an_error_of_loading) {
  const Trial t = engine_.run({csr(), test::spmv_problem("nonesuch"), protocol_}, 0);

  EXPECT_EQ(t.outcome, Outcome::error);
  EXPECT_EQ(t.stage, "load");
  EXPECT_THAT(t.message, HasSubstr("nonesuch"));
}

TEST_F(Engines, interleaving_gives_everybody_equally_many_samples) {
  Variant broken = *shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr");
  broken.functions.plan = [](const ResolvedConfiguration& c,
                             const Problem& /*problem*/) -> std::unique_ptr<Plan> {
    throw UsageError(c.text() + " has no plan");
  };
  const std::vector<ResolvedConfiguration> list{csr(), test::configuration("csr{threads=1}"),
                                                broken.default_configuration()};
  protocol_.time_budget_s = 60;
  const auto trials = engine_.interleaved(list, test::spmv_problem("square"), protocol_, 6);

  ASSERT_EQ(trials.size(), 3U);
  EXPECT_EQ(trials[0].outcome, Outcome::ok) << trials[0].message;
  EXPECT_EQ(trials[1].outcome, Outcome::ok) << trials[1].message;
  EXPECT_EQ(trials[2].outcome, Outcome::error);
  EXPECT_THAT(trials[2].message, HasSubstr("has no plan"));
  EXPECT_EQ(trials[0].samples.at("total").size(), trials[1].samples.at("total").size());
  EXPECT_EQ(trials[0].samples.at("total").size(), 6U * samples_per_repetition);
  EXPECT_EQ(trials[0].stop_reason, in_repetitions);
  EXPECT_GT(trials[0].mhz_mean, 0);
}

TEST_F(Engines, interleaving_starts_each_repetition_one_further) {
  protocol_.time_budget_s = 60;
  std::vector<std::size_t> order;
  const auto trials = engine_.interleaved({csr(), csr(), csr()}, test::spmv_problem("square"),
                                          protocol_, 4, [&](std::string_view stage, std::size_t i) {
                                            if (stage == "measure") order.push_back(i);
                                          });

  ASSERT_EQ(trials.size(), 3U);
  // Each is warmed up in that stage, too.
  EXPECT_THAT(order, testing::ElementsAre(0, 1, 2, 0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2));
}

TEST_F(Engines, interleaving_ends_by_time_after_five_repetitions) {
  protocol_.time_budget_s = 1e-9;
  const auto trials =
      engine_.interleaved({csr(), csr()}, test::spmv_problem("square"), protocol_, 9);

  ASSERT_EQ(trials.size(), 2U);
  for (const Trial& t : trials) {
    EXPECT_EQ(t.samples.at("total").size(), 5U * samples_per_repetition);
    EXPECT_EQ(t.stop_reason, "budget");
  }
}

TEST_F(Engines, interleaving_says_what_disturbed_it) {
  protocol_.threads = 1;
  protocol_.sample_min_s = 0.02;
  std::vector<Trial> trials;
  bool disturbed = false;
  {
    const test::BusyCore core;
    ASSERT_TRUE(core.shared());
    // Where the machine is busy besides, it may be a while until both get to run.
    for (int time = 0; time < 10 && !disturbed; ++time) {
      trials = engine_.interleaved({csr(), csr()}, test::spmv_problem("square"), protocol_, 5);
      disturbed = !disturbed_by(trials.at(0).load).empty();
    }
  }
  ASSERT_TRUE(disturbed);
  for (const Trial& t : trials) {
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_EQ(t.disturbed, disturbed_by(t.load));
    EXPECT_TRUE(inconclusive(t));
  }
}

/// Says that it runs; some of its runs take their time.
class Says final : public SpmmPlan {
 public:
  Says(std::unique_ptr<SpmmPlan> plan, std::function<void()> runs)
      : plan_(std::move(plan)), runs_(std::move(runs)) {}
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    runs_();
    plan_->run(alpha, x, beta, y, stream);
  }
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<SpmmPlan> plan_;
  std::function<void()> runs_;
};

Variant that_says(const std::function<void()>& runs) {
  return wrapped<SpmmPlan>(Operation::spmm, Backend::cpu, "csr",
                           [runs](std::unique_ptr<SpmmPlan> plan, const Problem& /*problem*/) {
                             return std::make_unique<Says>(std::move(plan), runs);
                           });
}

TEST_F(Engines, a_slow_sample_in_the_pilot_does_not_dominate) {
  constexpr std::chrono::milliseconds slow{60};
  int runs = 0;
  const Variant says = that_says([&] {
    if (++runs % 3 == 0) std::this_thread::sleep_for(slow);
  });
  protocol_.threads = 1;
  protocol_.sample_min_s = 0;  // one of every three samples is slow
  protocol_.time_budget_s = 60;
  protocol_.max_samples = 9;
  protocol_.dominated_ratio = 2;
  const double limit_us = std::chrono::duration<double, std::micro>(slow).count() / 2;
  const Trial t = engine_.run(
      {says.default_configuration(), test::spmm_problem("wide", "row"), protocol_}, limit_us / 2);
  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_GE(std::count_if(t.samples.at("total").begin(), t.samples.at("total").end(),
                          [&](float us) { return us > limit_us; }),
            3);
}

TEST_F(Engines, the_least_floor_that_was_seen_counts) {
  protocol_.max_samples = protocol_.min_samples = 5;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 12; ++i) {  // of each problem anew
    const Trial t =
        engine_.run({csr(), test::spmv_problem(i % 2 == 0 ? "square" : "wide"), protocol_}, 0);
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_LE(t.floor_us, least) << i;
    least = t.floor_us;
  }
}

TEST_F(Engines, session_is_verified_and_gives_samples) {
  const auto session = engine_.open({csr(), test::spmv_problem("square"), protocol_});

  ASSERT_EQ(session->trial().outcome, Outcome::ok) << session->trial().message;
  EXPECT_TRUE(session->trial().verification.ok);
  EXPECT_GT(session->sample(), 0);
  EXPECT_TRUE(session->recheck()) << session->trial().message;
}

TEST_F(Engines, problem_that_a_session_damaged_is_loaded_anew_while_the_session_has_its_own) {
  const Variant scribbles = wrapped<SpmmPlan>(
      Operation::spmm, Backend::cpu, "csr", [](std::unique_ptr<SpmmPlan> plan, const Problem& p) {
        auto* const values = static_cast<double*>(const_cast<void*>(p.a.values));
        return std::make_unique<Says>(std::move(plan), [values, runs = 0]() mutable {
          constexpr int verifying = 3;
          if (++runs > verifying) values[0] += 1;
        });
      });
  const ProblemKey problem = test::spmm_problem("wide", "row");
  const auto session = engine_.open({scribbles.default_configuration(), problem, protocol_});
  ASSERT_EQ(session->trial().outcome, Outcome::ok) << session->trial().message;
  EXPECT_GT(session->sample(), 0);
  EXPECT_FALSE(session->recheck());
  EXPECT_TRUE(engine_.tainted());

  const Trial next =
      engine_.run({test::configuration("csr{}", Operation::spmm), problem, protocol_}, 0);
  EXPECT_EQ(next.outcome, Outcome::ok) << next.message;
  EXPECT_FALSE(session->recheck());
}

TEST_F(Engines, session_of_a_refusal_cannot_be_sampled) {
  protocol_.threads = 1;
  const auto session = engine_.open(
      {test::configuration("csr{threads=4}"), test::spmv_problem("square"), protocol_});

  EXPECT_EQ(session->trial().outcome, Outcome::refused);
  EXPECT_THROW(static_cast<void>(session->sample()), UsageError);
}

}  // namespace
}  // namespace sptune::harness
