// SPDX-License-Identifier: BSD-3-Clause
#include "harness/worker/fresh_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

/// Failed in a way that an earlier trial of the process may have caused, also where it only took
/// memory, which a problem then lacks that is loaded.
bool suspect(const Trial& trial) {
  const bool ran = trial.stage != "load" && trial.stage != "fit";
  const bool failed = trial.outcome == Outcome::wrong_result || trial.outcome == Outcome::crashed ||
                      trial.outcome == Outcome::error;
  return !trial.from_outside && ((ran && failed) || trial.outcome == Outcome::out_of_memory);
}

/// Found no memory for itself, which others that are there as well may hold: on a GPU whoever looks
/// at what is free refuses.
bool lacks_room(const Trial& trial) {
  return trial.outcome == Outcome::refused ||
         (trial.outcome == Outcome::out_of_memory && trial.stage != "load" && !trial.from_outside);
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
    if (crowd_of_ != problem.hash()) {
      crowd_of_ = problem.hash();
      crowd_ = std::numeric_limits<std::size_t>::max();
    }
    std::vector<Trial> out;
    while (out.size() < configurations.size()) {
      const std::size_t many = std::min(crowd_, configurations.size() - out.size());
      const auto first = configurations.begin() + static_cast<std::ptrdiff_t>(out.size());
      const auto trials = judged({first, first + static_cast<std::ptrdiff_t>(many)}, problem,
                                 protocol, repetitions, stop);
      if (!trials) {
        crowd_ = (many + 1) / 2;
        continue;
      }
      if (trials->empty()) return {};  // stopped
      out.insert(out.end(), trials->begin(), trials->end());
    }
    return out;
  }

 private:
  /// Of some of them that are all there at once: nothing where their memory does not reach for
  /// that, and does for each alone. Empty when stopped.
  std::optional<std::vector<Trial>> judged(const std::vector<ResolvedConfiguration>& configurations,
                                           const ProblemKey& problem, const Protocol& protocol,
                                           int repetitions, const Stop& stop) {
    const auto together = [&](const std::vector<ResolvedConfiguration>& list) {
      return inner_->interleaved(list, problem, protocol, repetitions, stop);
    };
    std::map<std::size_t, Trial> alone;
    const auto right_alone = [&](std::size_t i) {
      if (!alone.contains(i)) {
        inner_->retire();
        alone[i] = inner_->run({configurations[i], problem, protocol}, 0);
      }
      return alone[i].outcome == Outcome::ok;
    };
    const bool company = configurations.size() > 1;
    std::vector<Trial> trials = together(configurations);
    std::vector<ResolvedConfiguration> left;
    std::vector<std::size_t> position;
    bool acquitted = false;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      const bool short_of_room = company && lacks_room(trials[i]);
      if (short_of_room || suspect(trials[i])) {
        if (stop && stop()) return std::vector<Trial>{};
        if (!right_alone(i)) {
          trials[i] = alone[i];
          continue;
        }
        if (short_of_room) return std::nullopt;
        acquitted = true;
      }
      left.push_back(configurations[i]);
      position.push_back(i);
    }
    if (!acquitted) return trials;
    inner_->retire();
    std::vector<Trial> again = together(left);
    if (again.empty()) return again;  // stopped
    for (std::size_t i = 0; i < again.size(); ++i) {
      const std::size_t at = position[i];
      const bool short_of_room = company && lacks_room(again[i]);
      if (short_of_room || suspect(again[i])) {
        const bool right = right_alone(at);
        if (right && short_of_room) return std::nullopt;
        again[i] = right ? spoilt_by_others(again[i]) : alone[at];
      }
      trials[at] = std::move(again[i]);
    }
    return trials;
  }

  std::unique_ptr<ProcessRunner> inner_;
  /// As many of a problem's as their memory reached for so far, and of which problem.
  std::size_t crowd_ = 0;
  std::string crowd_of_;
};

}  // namespace

std::unique_ptr<Runner> with_fresh_verdicts(std::unique_ptr<ProcessRunner> inner) {
  return std::make_unique<FreshVerdicts>(std::move(inner));
}

}  // namespace sptune::harness
