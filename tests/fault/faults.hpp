// SPDX-License-Identifier: BSD-3-Clause
// A runner over the worker with the misbehaving catalogue.
#pragma once

#include "harness/engine/runner.hpp"
#include "tests/fault/faulty_catalogue.hpp"
#include "tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sptune::test {

inline std::filesystem::path faulty_worker() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "sptune_faulty_worker";
}

/// Of the catalogue that the faulty worker has too.
inline ResolvedConfiguration misbehaving(const std::string& text) {
  static const Catalogue catalogue = faulty_catalogue(/*broken_canary=*/false);
  return configuration(text, Operation::spmv, Backend::cpu, catalogue);
}

inline ResolvedConfiguration good() {
  return misbehaving("good{}");
}

inline ResolvedConfiguration fault(const std::string& kind) {
  return misbehaving("faulty{fault=" + kind + "}");
}

/// Right when verified.
inline ResolvedConfiguration late(const std::string& kind) {
  return misbehaving("late{fault=" + kind + "}");
}

class Faults : public testing::Test {
 protected:
  harness::Trial run(const ResolvedConfiguration& c, double best_us = 0) {
    return runner_->run({c, problem_, protocol_}, best_us);
  }
  std::vector<harness::Trial> interleaved(const std::vector<ResolvedConfiguration>& list,
                                          const harness::Stop& stop = {}) {
    return runner_->interleaved(list, problem_, protocol_, 6, stop);
  }
  void expect_good_trial() {
    const harness::Trial trial = run(good());

    EXPECT_EQ(trial.outcome, harness::Outcome::ok) << trial.message;
    EXPECT_TRUE(trial.verification.ok);
    EXPECT_GE(trial.samples.at("total").size(), 3U);
  }

  MatrixFolder folder_;
  harness::ProblemKey problem_ = spmv_problem(folder_.add(ragged(1000, 800)));
  harness::Protocol protocol_ = quick_protocol();
  std::unique_ptr<harness::Runner> runner_ =
      harness::worker_runner(folder_.locator(), faulty_worker());
};

}  // namespace sptune::test
