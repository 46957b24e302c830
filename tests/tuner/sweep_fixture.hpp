// SPDX-License-Identifier: BSD-3-Clause
// A sweep with a fake catalogue and a fake runner: every trial is counted, nothing is measured.
#pragma once

#include "db/query.hpp"
#include "db/store.hpp"
#include "harness/engine/runner.hpp"
#include "harness/environment/environment.hpp"
#include "harness/records/load.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "suites/collections/suite.hpp"
#include "tests/temporary_folder.hpp"
#include "tuner/sweep/sweep.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace sptune::sweep::test {

using sptune::test::TemporaryFolder;

inline constexpr std::size_t preparations = 3;  ///< over the finalists of a problem

struct Config {
  int speed = 1;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

/// A variant with one axis; `speed=4` fits no matrix of more than 20 rows, `speed=3` no megabyte.
template <class P>
Variant fake_variant(const std::string& name, bool baseline = false) {
  constexpr auto config_space =
      free_space<Config>(axis("speed", &Config::speed, {1, 2, 3, 4}, "of the fake"));
  const VariantFacts facts{.name = name, .summary = "fake", .source = "test", .baseline = baseline};
  Variant v = make_variant<P>(
      facts, config_space,
      [](const Config& c, const P& p) {
        if (c.speed == 3 && p.resources.memory_limit < 1'000'000) {
          return Fit::no("speed 3 needs a megabyte");
        }
        return c.speed == 4 && p.a.rows > 20 ? Fit::no("speed 4 needs at most 20 rows")
                                             : Fit::yes();
      },
      [](const Config&, const P&) -> std::unique_ptr<sptune::Plan> {
        throw std::logic_error("a fake has no plan");
      });
  v.code_hash = "hash of " + name;
  return v;
}

inline Catalogue fake_catalogue() {
  return Catalogue({fake_variant<SpmvProblem>("csr"), fake_variant<SpmvProblem>("ell"),
                    fake_variant<SpmvProblem>("eigen", true), fake_variant<SpgemmProblem>("hash")});
}

/// Answers with made-up samples: `speed` is the time. Counts what it is asked for.
class FakeRunner final : public harness::Runner {
 public:
  harness::Trial run(const harness::TrialKey& key, double best_us) override {
    ++calls;
    const std::string text = key.problem.hash() + " " +
                             std::string(harness::to_string(key.protocol.cache)) + " " +
                             key.configuration.text();
    begun.push_back(text);
    best_seen.push_back(best_us);
    if (before_run) before_run(key.configuration.configuration());
    harness::Trial t = answer(key);
    if (change) change(t);
    ++finished[text];
    return t;
  }

  [[nodiscard]] harness::Trial answer(const harness::TrialKey& key) const {
    const Configuration& c = key.configuration.configuration();
    harness::Trial t = harness::blank_trial(key);
    t.outcome = outcome_of ? outcome_of(c) : harness::Outcome::ok;
    t.wall_s = 0.01;
    t.stage = "measure";
    t.compulsory_bytes = 1000;
    t.flops = 100;
    t.floor_us = 0.1;
    const bool measured =
        t.outcome == harness::Outcome::ok || t.outcome == harness::Outcome::dominated;
    if (measured) {
      const double us = time_of ? time_of(c) : 10.0;
      t.samples["total"] = std::vector<float>(10, static_cast<float>(us));
      if (least_of) t.samples["total"][0] = static_cast<float>(least_of(c));
      t.stop_reason = "confidence";
      t.verification.done = t.verification.ok = true;
    } else {
      t.message = "as asked";
    }
    return t;
  }
  std::vector<harness::Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                          const harness::ProblemKey& problem,
                                          const harness::Protocol& protocol, int repetitions,
                                          const harness::Stop& stop) override {
    if (stop && stop()) return {};
    interleaved_calls.emplace_back();
    for (const ResolvedConfiguration& c : configurations)
      interleaved_calls.back().push_back(c.text());
    if (before_interleaved) before_interleaved();
    EXPECT_GT(repetitions, 1);
    std::vector<harness::Trial> out;
    for (const ResolvedConfiguration& c : configurations) {
      out.push_back(answer({c, problem, protocol}));
      out.back().stop_reason = harness::in_repetitions;
      if (change) change(out.back());
    }
    return out;
  }

  int calls = 0;
  std::vector<std::string> begun;
  std::map<std::string, int> finished;
  std::vector<double> best_seen;
  std::vector<std::vector<std::string>> interleaved_calls;
  std::function<void(const Configuration&)> before_run;
  std::function<void()> before_interleaved;
  std::function<void(harness::Trial&)> change;  ///< of an answer, last of all
  std::function<harness::Outcome(const Configuration&)> outcome_of;
  std::function<double(const Configuration&)> time_of;
  std::function<double(const Configuration&)> least_of;  ///< fastest sample; unset: as the others
};

/// A trial as of a worker whose cores were taken.
inline void disturb(harness::Trial& t) {
  if (t.outcome != harness::Outcome::ok && t.outcome != harness::Outcome::dominated) return;
  t.load.window_s = 0.1;
  t.load.waiting_threads = 0.5;
  t.disturbed = harness::disturbed_by(t.load);
  for (float& us : t.samples["total"]) us *= 100;
}

/// Two groups; one matrix small enough for speed=4; one rectangular.
inline constexpr const char* manifest = R"({
  "format": "sptune-suite", "version": 1, "name": "tiny", "description": "for tests",
  "matrices": [
    {"source": "generate:stencil2d{points=5,n=4}", "name": "small", "group": "stencils"},
    {"source": "generate:stencil2d{points=5,n=6}", "name": "large", "group": "stencils"},
    {"source": "generate:lp{rows=30,cols=50,mean=3}", "name": "wide", "group": "lp"}
  ]})";

struct SweepTest : ::testing::Test {
  SweepTest() {
    std::ofstream(folder / "tiny.json") << manifest;
    plan.suite = (folder / "tiny.json").string();
    hardware.kind = "cpu";
    hardware.hash = "hardware";
    hardware.cores = 4;
    environment.hash = "environment";
  }

  [[nodiscard]] Context context(db::Store& store) {
    return {catalogue,
            library,
            runner,
            store,
            hardware,
            environment,
            [this](const Event& e) { events.push_back(e); },
            stop,
            busy_cores};
  }
  Summary start() {
    db::Store store(file, db::OpenMode::create);
    return run(plan, context(store));
  }
  Summary go_on(const std::string& uuid = "", const Replaced& replaced = {}) {
    db::Store store(file, db::OpenMode::read_write);
    return resume(uuid, replaced, context(store));
  }
  [[nodiscard]] db::Table query(const std::string& sql) const { return db::query(file, sql); }
  [[nodiscard]] std::int64_t count(const std::string& condition) const {
    const db::Table t = query("SELECT count(*) AS n FROM trial_flat WHERE " + condition);
    return static_cast<std::int64_t>(t.number(0, "n"));
  }

  TemporaryFolder folder;
  std::filesystem::path file = folder / "trials.sqlite";
  Catalogue catalogue = fake_catalogue();
  suites::Library library{folder / "cache"};
  FakeRunner runner;
  Plan plan;
  harness::Hardware hardware;
  harness::Environment environment;
  std::function<double()> busy_cores;
  std::function<bool()> stop;
  std::vector<Event> events;
};

/// Of the fake catalogue on the tiny suite: 3 matrices x (12 spmv + 4 spgemm); speed=4 is refused
/// on the two larger ones for all four variants.
inline constexpr std::int64_t all_trials = 3 * 16;
inline constexpr std::int64_t refused_trials = 2 * 4;

}  // namespace sptune::sweep::test
