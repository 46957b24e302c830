// SPDX-License-Identifier: BSD-3-Clause
// Threads that feed several devices share the database, the search and the progress: one at a time
// has its turn, and gives it away while its device measures. Private to the module.
#pragma once

#include "harness/engine/runner.hpp"

#include <mutex>
#include <vector>

namespace sptune::sweep {

using Turn = std::unique_lock<std::mutex>;

/// Others have their turn while this lives.
class Aside {
 public:
  explicit Aside(Turn& turn) : turn_(turn) { turn_.unlock(); }
  ~Aside() { turn_.lock(); }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Turn& turn_;
};

/// A runner that measures aside.
class RunnerAside final : public harness::Runner {
 public:
  RunnerAside(harness::Runner& runner, Turn& turn) : runner_(runner), turn_(turn) {}

  harness::Trial run(const harness::TrialKey& key, double best_us) override {
    const Aside aside(turn_);
    return runner_.run(key, best_us);
  }
  std::vector<harness::Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                          const harness::ProblemKey& problem,
                                          const harness::Protocol& protocol, int repetitions,
                                          const harness::Stop& stop) override {
    const Aside aside(turn_);
    return runner_.interleaved(configurations, problem, protocol, repetitions, stop);
  }

 private:
  harness::Runner& runner_;
  Turn& turn_;
};

}  // namespace sptune::sweep
