// SPDX-License-Identifier: BSD-3-Clause
#include "harness/worker/fresh_verdict.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <utility>

namespace sptune::harness {
namespace {

/// Failed in a way that an earlier trial of the process may have caused.
bool suspect(const Trial& trial) {
  const bool ran = trial.stage != "load" && trial.stage != "fit";
  return ran && !trial.from_outside &&
         (trial.outcome == Outcome::wrong_result || trial.outcome == Outcome::crashed ||
          trial.outcome == Outcome::error || trial.outcome == Outcome::out_of_memory);
}

/// What was measured alone is no trial among others, and the failure is not its own: nothing is
/// known of it, and of nobody that it would have been compared with.
Trial spoilt_by_others(Trial trial) {
  trial.from_outside = true;
  trial.message =
      fmt::format("only beside others in one process, alone it is right: {}", trial.message);
  return trial;
}

class FreshVerdicts final : public Runner {
 public:
  explicit FreshVerdicts(std::unique_ptr<ProcessRunner> inner) : inner_(std::move(inner)) {}

  Trial run(const TrialKey& key, double best_us) override {
    const bool fresh = inner_->fresh();
    Trial trial = inner_->run(key, best_us);
    if (fresh || !suspect(trial)) return trial;
    const double spent_s = trial.wall_s;
    inner_->retire();
    trial = inner_->run(key, best_us);
    trial.wall_s += spent_s;
    return trial;
  }

  std::vector<Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                 const ProblemKey& problem, const Protocol& protocol,
                                 int repetitions, const Stop& stop) override {
    const auto together = [&](const std::vector<ResolvedConfiguration>& list) {
      return inner_->interleaved(list, problem, protocol, repetitions, stop);
    };
    std::map<std::size_t, Trial> alone;
    const auto try_alone = [&](std::size_t i) {
      if (alone.contains(i)) return;
      inner_->retire();
      alone[i] = inner_->run({configurations[i], problem, protocol}, 0);
    };
    std::vector<Trial> trials = together(configurations);
    std::vector<ResolvedConfiguration> left;
    std::vector<std::size_t> position;
    bool acquitted = false;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      if (suspect(trials[i])) {
        if (stop && stop()) return {};
        try_alone(i);
        if (alone[i].outcome != Outcome::ok) {
          trials[i] = alone[i];
          continue;
        }
        acquitted = true;
      }
      left.push_back(configurations[i]);
      position.push_back(i);
    }
    if (!acquitted) return trials;
    inner_->retire();
    std::vector<Trial> again = together(left);
    if (again.empty()) return {};  // stopped
    for (std::size_t i = 0; i < again.size(); ++i) {
      const std::size_t at = position[i];
      if (suspect(again[i])) {
        try_alone(at);
        again[i] = alone[at].outcome == Outcome::ok ? spoilt_by_others(again[i]) : alone[at];
      }
      trials[at] = std::move(again[i]);
    }
    return trials;
  }

 private:
  std::unique_ptr<ProcessRunner> inner_;
};

}  // namespace

std::unique_ptr<Runner> with_fresh_verdicts(std::unique_ptr<ProcessRunner> inner) {
  return std::make_unique<FreshVerdicts>(std::move(inner));
}

}  // namespace sptune::harness
