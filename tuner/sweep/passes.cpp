// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/passes.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace sptune::sweep {
namespace {

using harness::Outcome;
using harness::Trial;

/// Plans of a batch are alive at once; more points than this are measured batch after batch.
constexpr std::size_t batch = 16;

/// Adds a later pass to a trial; a pass that failed is what becomes of the trial.
void append(Trial& trial, Trial&& pass) {
  if (pass.outcome != Outcome::ok) {
    trial = std::move(pass);
    return;
  }
  harness::append(trial.samples, pass.samples);
  trial.wall_s += pass.wall_s;
  for (const auto& [stage, seconds] : pass.stage_s) trial.stage_s[stage] += seconds;
  trial.prepare_s = std::min(trial.prepare_s, pass.prepare_s);
}

}  // namespace

/// Every pass visits all batches, so that the samples of one point lie far apart in time.
std::vector<Trial> measure_in_passes(harness::Runner& runner,
                                     const std::vector<ResolvedConfiguration>& configurations,
                                     const harness::ProblemKey& problem,
                                     const harness::Protocol& protocol, int visits,
                                     const PassHooks& hooks) {
  const int passes = (visits + visits_per_pass - 1) / visits_per_pass;
  std::vector<Trial> out(configurations.size());
  std::vector<std::size_t> left(configurations.size());  // that no pass failed of
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (int pass = 0; pass < passes; ++pass) {
    const int share = visits / passes + (pass < visits % passes ? 1 : 0);
    for (std::size_t begin = 0; begin < left.size(); begin += batch) {
      const std::size_t end = std::min(left.size(), begin + batch);
      std::vector<ResolvedConfiguration> part;
      for (std::size_t i = begin; i < end; ++i) part.push_back(configurations[left[i]]);
      std::vector<Trial> trials = runner.interleaved(part, problem, protocol, share, hooks.stop);
      if (trials.empty()) return {};
      for (std::size_t i = begin; i < end; ++i) {
        Trial& trial = out[left[i]];
        if (pass == 0) {
          trial = std::move(trials[i - begin]);
        } else {
          append(trial, std::move(trials[i - begin]));
        }
      }
      if (hooks.visited) hooks.visited(part.size(), passes);
    }
    std::erase_if(left, [&](std::size_t i) { return out[i].outcome != Outcome::ok; });
  }
  return out;
}

}  // namespace sptune::sweep
