// SPDX-License-Identifier: BSD-3-Clause
// A runner over the worker with the misbehaving catalogue.
#pragma once

#include "harness/engine/runner.hpp"
#include "tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

namespace sptune::test {

inline std::filesystem::path faulty_worker() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "sptune_faulty_worker";
}

inline Configuration configuration(const std::string& text) {
  return Configuration::parse(text).value();
}

inline Configuration fault(const std::string& kind) {
  return configuration("faulty{fault=" + kind + "}");
}

class Faults : public testing::Test {
 protected:
  harness::Trial run(const Configuration& c, double best_us = 0) {
    return runner_->run(c, Backend::cpu, problem_, protocol_, best_us);
  }
  void expect_good_trial() {
    const harness::Trial good = run(configuration("good{}"));

    EXPECT_EQ(good.outcome, harness::Outcome::ok) << good.message;
    EXPECT_TRUE(good.verification.ok);
    EXPECT_GE(good.samples.at("total").size(), 3U);
  }

  MatrixFolder folder_;
  harness::ProblemKey problem_ = spmv_problem(folder_.add(ragged(1000, 800)));
  harness::Protocol protocol_ = quick_protocol();
  std::unique_ptr<harness::Runner> runner_ =
      harness::worker_runner(folder_.locator(), faulty_worker());
};

}  // namespace sptune::test
