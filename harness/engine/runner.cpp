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
  InProcessRunner(const Catalogue& catalogue, MatrixLocator locator)
      : engine_(catalogue, [locator = std::move(locator)](const std::string& hash) {
          return suites::read_binary(locator(hash), hash);
        }) {}

  Trial run(const Configuration& configuration, Backend backend, const Problem& problem,
            const Protocol& protocol, double best_us) override {
    return engine_.run(configuration, backend, problem, protocol, best_us);
  }

  std::vector<Trial> rounds(const std::vector<Configuration>& configurations, Backend backend,
                            const Problem& problem, const Protocol& protocol, int visits,
                            const Stop& stop) override {
    if (stop && stop()) return {};
    return engine_.rounds(configurations, backend, problem, protocol, visits);
  }

 private:
  Engine engine_;
};

/// The first `count` samples of every phase.
void truncate(Trial& trial, std::size_t count) {
  for (auto& [phase, samples] : trial.samples) samples.resize(std::min(samples.size(), count));
}

}  // namespace

std::vector<Trial> Runner::rounds(const std::vector<Configuration>& configurations, Backend backend,
                                  const Problem& problem, const Protocol& protocol, int visits,
                                  const Stop& stop) {
  Protocol visit_protocol = protocol;
  visit_protocol.dominated_ratio = 0;
  visit_protocol.pilot_samples = visit_protocol.min_samples = visit_protocol.max_samples =
      samples_per_visit;
  const std::size_t n = configurations.size();
  std::vector<Trial> trials(n);
  for (int visit = 0; visit < visits; ++visit) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = (i + static_cast<std::size_t>(visit)) % n;
      if (visit > 0 && trials[k].outcome != Outcome::ok) continue;
      if (stop && stop()) return {};
      Trial part = run(configurations[k], backend, problem, visit_protocol, 0);
      truncate(part, samples_per_visit);
      if (visit > 0 && part.outcome == Outcome::ok) {
        PhaseSamples all = std::move(trials[k].samples);
        append(all, part.samples);
        part.samples = std::move(all);
        part.wall_s += trials[k].wall_s;
      }
      part.stop_reason = part.outcome == Outcome::ok ? "rounds" : part.stop_reason;
      trials[k] = std::move(part);
    }
  }
  return trials;
}

std::vector<Configuration> finalists(const std::vector<Trial>& trials, double slack) {
  std::vector<std::pair<double, const Trial*>> ranked;
  double best = std::numeric_limits<double>::infinity();
  for (const Trial& trial : trials) {
    const auto total = trial.samples.find("total");
    if (trial.outcome != Outcome::ok || total == trial.samples.end()) continue;
    ranked.emplace_back(summarise(total->second).median, &trial);
    best = std::min(best, ranked.back().first);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Configuration> out;
  for (const auto& [median, trial] : ranked) {
    if (median <= best * (1 + slack)) out.push_back(trial->configuration);
  }
  return out;
}

std::vector<Trial> remeasure(Runner& runner, const std::vector<Configuration>& configurations,
                             Backend backend, const Problem& problem, const Protocol& protocol,
                             int visits) {
  if (configurations.size() < 2) return {};
  return runner.rounds(configurations, backend, problem, protocol, visits, {});
}

std::unique_ptr<Runner> in_process_runner(const Catalogue& catalogue, MatrixLocator locator) {
  return std::make_unique<InProcessRunner>(catalogue, std::move(locator));
}

}  // namespace sptune::harness
