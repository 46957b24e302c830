// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/runner.hpp"

#include "harness/engine/engine.hpp"
#include "suites/collections/suite.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sptune::harness {
namespace {

class InProcessRunner final : public Runner {
 public:
  explicit InProcessRunner(MatrixLocator locator)
      : engine_([locator = std::move(locator)](const std::string& hash) {
          return suites::read_binary(locator(hash), hash);
        }) {}

  Trial run(const TrialKey& key, double best_us) override { return engine_.run(key, best_us); }

  std::vector<Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                 const ProblemKey& problem, const Protocol& protocol,
                                 int repetitions, const Stop& stop) override {
    if (stop && stop()) return {};
    return engine_.interleaved(configurations, problem, protocol, repetitions);
  }

 private:
  Engine engine_;
};

/// The first `count` samples of every phase.
void truncate(Trial& trial, std::size_t count) {
  for (auto& [phase, samples] : trial.samples) samples.resize(std::min(samples.size(), count));
}

}  // namespace

std::vector<Trial> Runner::interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                       const ProblemKey& problem, const Protocol& protocol,
                                       int repetitions, const Stop& stop) {
  Protocol brief = protocol;
  brief.dominated_ratio = 0;
  brief.pilot_samples = brief.min_samples = brief.max_samples = samples_per_repetition;
  const std::size_t n = configurations.size();
  std::vector<Trial> trials(n);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = (i + static_cast<std::size_t>(repetition)) % n;
      if (repetition > 0 && trials[k].outcome != Outcome::ok) continue;
      if (stop && stop()) return {};
      Trial part = run({configurations[k], problem, brief}, 0);
      truncate(part, samples_per_repetition);
      if (repetition > 0 && part.outcome == Outcome::ok) {
        PhaseSamples all = std::move(trials[k].samples);
        append(all, part.samples);
        part.samples = std::move(all);
        part.wall_s += trials[k].wall_s;
        if (!trials[k].disturbed.empty()) {  // its samples are among them
          part.disturbed = std::move(trials[k].disturbed);
          part.load = trials[k].load;
        }
      }
      part.stop_reason = part.outcome == Outcome::ok ? in_repetitions : part.stop_reason;
      trials[k] = std::move(part);
    }
  }
  return trials;
}

std::vector<std::size_t> finalists(const std::vector<Trial>& trials, double slack) {
  std::vector<std::pair<double, std::size_t>> ranked;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto total = trials[i].samples.find("total");
    if (trials[i].outcome != Outcome::ok || total == trials[i].samples.end()) continue;
    ranked.emplace_back(summarise(total->second).median, i);
    best = std::min(best, ranked.back().first);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::size_t> out;
  for (const auto& [median, position] : ranked) {
    if (median <= best * (1 + slack)) out.push_back(position);
  }
  return out;
}

std::vector<Trial> remeasure(Runner& runner,
                             const std::vector<ResolvedConfiguration>& configurations,
                             const ProblemKey& problem, const Protocol& protocol, int repetitions) {
  if (configurations.size() < 2) return {};
  return runner.interleaved(configurations, problem, protocol, repetitions, {});
}

std::unique_ptr<Runner> in_process_runner(MatrixLocator locator) {
  return std::make_unique<InProcessRunner>(std::move(locator));
}

}  // namespace sptune::harness
