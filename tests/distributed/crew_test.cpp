// SPDX-License-Identifier: BSD-3-Clause
// Schemes as variants: what measures a kernel measures and verifies them, rank 0 leads.
#include "distributed/crew.hpp"

#include "harness/engine/engine.hpp"
#include "harness/environment/machine.hpp"
#include "kernels/distributed_spgemm/distributed_spgemm.hpp"
#include "suites/generators/generators.hpp"
#include "tests/distributed/world.hpp"

#include "distributed/catalogue.hpp"
#include "distributed/crew_plan.hpp"
#include "distributed/device/catalogue.hpp"
#include "distributed/device/workplace.hpp"
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::distributed::test {
namespace {

harness::Protocol short_protocol(Repeat repeat) {
  harness::Protocol p;
  p.threads = 1;
  p.warmup_runs = 1;
  p.pilot_samples = 1;
  p.min_samples = p.max_samples = 2;
  p.sample_min_s = 0;
  p.repeat = repeat;
  return p;
}

suites::Matrix matrix(const std::string& hash) {
  return suites::generate(hash);
}

harness::ProblemKey problem(const std::string& id, ValueType type, const std::string& b_kind,
                            int ranks) {
  return {Operation::distributed_spgemm,           type, id, id, b_kind,
          distributed_spgemm::parameters_of(ranks)};
}

/// A plan whose product has one value that is a little off.
class Wrong final : public SparsePlan {
 public:
  explicit Wrong(std::unique_ptr<SparsePlan> right) : right_(std::move(right)) {}
  std::int64_t symbolic(Stream s) override { return right_->symbolic(s); }
  void allocate(Stream s) override { right_->allocate(s); }
  void numeric(Stream s) override { right_->numeric(s); }
  [[nodiscard]] AnyCsr result() const override {
    AnyCsr c = right_->result();
    auto* values = static_cast<double*>(const_cast<void*>(c.values));
    values[c.nnz - 1] += 1e-9;
    return c;
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<SparsePlan> right_;
};

Variant wrong(const Variant& v) {
  Variant out = v;
  out.functions.plan = [plan = v.functions.plan](const ResolvedConfiguration& c, const Problem& p) {
    std::unique_ptr<Plan> right = plan(c, p);
    return std::unique_ptr<Plan>(std::make_unique<Wrong>(
        std::unique_ptr<SparsePlan>(dynamic_cast<SparsePlan*>(right.release()))));
  };
  return out;
}

void expect_ok(const harness::Trial& t, int ranks) {
  const std::string what = t.configuration.text() + ": " + t.message;
  EXPECT_EQ(t.outcome, harness::Outcome::ok) << what;
  EXPECT_TRUE(t.verification.ok) << what;
  ASSERT_EQ(t.ranks.size(), static_cast<std::size_t>(ranks)) << what;
  std::int64_t products = 0;
  std::int64_t sent = 0;
  std::int64_t received = 0;
  for (const RankShare& share : t.ranks) {
    products += share.products;
    sent += share.bytes_sent;
    received += share.bytes_received;
    EXPECT_GE(share.bytes_received, share.bytes_received_least) << what;
  }
  EXPECT_EQ(2 * products, t.flops) << what;
  EXPECT_EQ(sent, received) << what;
  EXPECT_TRUE(t.samples.contains("exchange")) << what;
  EXPECT_FALSE(t.samples.contains("symbolic")) << what;
}

TEST(Crew, every_scheme_is_measured_and_verified) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  crew.work([&] {
    const Catalogue catalogue = distributed_catalogue(crew);
    ASSERT_EQ(catalogue.variants().size(), all_schemes.size());
    harness::Engine engine(matrix);
    for (const Variant& v : catalogue.variants()) {
      ASSERT_TRUE(parse_scheme(v.facts.name)) << v.facts.name;
      std::vector<ResolvedConfiguration> grid = v.smoke_grid();
      if (crew.size() > 3) grid.resize(1, grid.front());
      for (const ResolvedConfiguration& c : grid) {
        const auto square = problem("stencil2d{points=5,n=12}", ValueType::f64, "a", crew.size());
        expect_ok(engine.run({c, square, short_protocol(Repeat::whole)}, 0), crew.size());
      }
      const auto other =
          problem("random{rows=40,cols=70,mean=3}", ValueType::f32, "at", crew.size());
      expect_ok(engine.run({v.default_configuration(), other, short_protocol(Repeat::values)}, 0),
                crew.size());
    }
  });
}

TEST(Crew, a_wrong_product_is_found_and_another_number_of_ranks_refused) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  crew.work([&] {
    const Catalogue catalogue = distributed_catalogue(crew);
    const Variant broken = wrong(catalogue.variants().front());
    harness::Engine engine(matrix);
    const auto key = problem("stencil2d{points=5,n=6}", ValueType::f64, "a", crew.size());
    const harness::Protocol protocol = short_protocol(Repeat::whole);
    EXPECT_EQ(engine.run({broken.default_configuration(), key, protocol}, 0).outcome,
              harness::Outcome::wrong_result);
    const auto more = problem("stencil2d{points=5,n=6}", ValueType::f64, "a", crew.size() + 1);
    const harness::Trial refused =
        engine.run({catalogue.variants().front().default_configuration(), more, protocol}, 0);
    EXPECT_EQ(refused.outcome, harness::Outcome::refused);
    EXPECT_NE(refused.message.find("this program runs on"), std::string::npos) << refused.message;
  });
}

/// A host's memory is there once, however many ranks are on it.
TEST(Crew, takes_of_a_host_what_its_ranks_have_room_for_together) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  const std::int64_t all = harness::machine_memory();
  EXPECT_GT(crew.memory_of_rank(), 0);
  EXPECT_LE(crew.memory_of_rank(), all / world().size());
  const Csr<double> one = suites::generate("stencil2d{points=5,n=6}").csr;
  DistributedSpgemmProblem product;
  product.a = product.b = one.view();
  product.ranks = crew.size();
  const Way broadcast{.scheme = Scheme::broadcast};
  EXPECT_TRUE(fit_crew(crew, broadcast, product));
  product.b.nnz = all / world().size() / 12 + 1;  // of 12 bytes each
  const Fit fit = fit_crew(crew, broadcast, product);
  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("share of the host's memory"), std::string::npos) << fit.reason;
  product.b.nnz = one.nnz();
  product.resources.memory_limit = 100;  // what measures it says
  EXPECT_FALSE(fit_crew(crew, broadcast, product));
}

/// Their operands are the host's, so that what measures them can be tried without a GPU.
TEST(Crew, variants_of_gpus_are_measured_from_the_host_and_refuse_transports_with_a_reason) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  crew.work([&] {
    GpuOffer offer;
    offer.memory = 1000;
    offer.refusals.front() = "nccl: ranks 0 and 1 share one GPU";
    const Catalogue catalogue = device_catalogue(crew, offer);
    ASSERT_EQ(catalogue.variants().size(), all_schemes.size());
    harness::Engine engine(matrix);
    const auto key = problem("stencil2d{points=5,n=6}", ValueType::f64, "a", crew.size());
    const auto run = [&](const std::string& text) {
      const auto c = catalogue.parse(Operation::distributed_spgemm, Backend::cuda, text);
      EXPECT_TRUE(c) << (c ? "" : c.error());
      return engine.run({c.value(), key, short_protocol(Repeat::whole)}, 0);
    };
    for (const char* text : {"needed_rows", "needed_rows{transport=pinned}"}) {
      const harness::Trial trial = run(text);
      expect_ok(trial, crew.size());
      EXPECT_EQ(trial.backend, Backend::cuda);
    }
    for (const char* text : {"needed_rows{transport=nccl}", "ring{transport=nccl,blocks=4}"}) {
      const harness::Trial trial = run(text);
      EXPECT_EQ(trial.outcome, harness::Outcome::refused);
      EXPECT_EQ(trial.message, offer.refusals.front());
    }
    const harness::Trial large = run("broadcast");
    EXPECT_EQ(large.outcome, harness::Outcome::refused);
    EXPECT_NE(large.message.find("the limit of its GPU is 1000"), std::string::npos)
        << large.message;
  });
}

/// What carries bytes between GPUs and what adds rows up there decides their times.
TEST(Crew, variants_of_gpus_have_code_of_their_own) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  const GpuOffer offer;
  const Catalogue of_cpus = distributed_catalogue(crew);
  const Catalogue of_gpus = device_catalogue(crew, offer);
  for (const Variant& v : of_cpus.variants()) {
    const Variant* twin = of_gpus.find(v.operation, Backend::cuda, v.facts.name);
    ASSERT_NE(twin, nullptr) << v.facts.name;
    EXPECT_EQ(twin->code_hash.size(), 16U);
    EXPECT_NE(twin->code_hash, v.code_hash);
    EXPECT_EQ(twin->axes.size(), v.axes.size() + 1);
    EXPECT_EQ(twin->axes.back().name, "transport");
    EXPECT_EQ(twin->axes.back().values.size(), all_transports.size() + 1);
  }
}

/// Whose arrays are none, and so in one place.
TEST(Crew, matrices_without_entries_are_told_apart) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  crew.work([&] {
    const Csr<double> square{5, 5, std::vector<std::int64_t>(6), {}, {}};
    const Csr<double> wide{5, 7, std::vector<std::int64_t>(6), {}, {}};
    const std::int64_t job = crew.prepare({}, square.view(), wide.view());
    static_cast<void>(crew.multiply(job));
    const AnyCsr c = crew.gather(job);
    EXPECT_EQ(c.rows, 5);
    EXPECT_EQ(c.cols, 7);
  });
}

TEST(Crew, waits_for_a_leader_that_works_alone_for_longer_than_for_any_other) {
  std::atomic<int> barks = 0;
  CommunicatorOptions options;
  options.timeout_s = 0.5;
  options.stuck = [&](const std::string& /*line*/) { ++barks; };
  Communicator ranks(MPI_COMM_WORLD, options);
  ASSERT_TRUE(ranks.gives_signs());
  const auto cpus = on_cpus(ranks, dispatcher());
  Crew crew(ranks, *cpus, 1);
  for (int again = 0; again < 2; ++again) {
    crew.work([&] { std::this_thread::sleep_for(std::chrono::seconds(2)); });
  }
  EXPECT_EQ(barks, 0);
}

TEST(Crew, what_the_leader_throws_all_ranks_throw) {
  const auto cpus = on_cpus(world(), dispatcher());
  Crew crew(world(), *cpus, 1);
  const std::string text = agreed([&] {
    crew.work([&] {
      const auto wide = suites::generate("random{rows=4,cols=7,mean=2}");
      const AnyCsr a = wide.csr.view();
      const std::int64_t job = crew.prepare({}, a, a);  // 7 columns, 4 rows
      static_cast<void>(crew.multiply(job));
    });
  });
  EXPECT_NE(text.find("A has 7 columns, B has 4 rows"), std::string::npos) << text;
}

}  // namespace
}  // namespace sptune::distributed::test
