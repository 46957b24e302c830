// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/interleaved.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace sptune::sweep {
namespace {

using harness::Outcome;
using harness::Trial;

/// Plans of a batch exist at the same time; more points than this are measured batch by batch.
constexpr std::size_t batch = 16;

/// Passes that something else disturbed are begun again at once, so often: what comes and goes
/// spoils few of them.
constexpr int most_tries = 3;

std::int64_t count_of(const Trial& trial) {
  const auto total = trial.samples.find("total");
  return total == trial.samples.end() ? 0 : static_cast<std::int64_t>(total->second.size());
}

/// What a try took that counts for nothing, or another preparation.
void add_seconds(Trial& trial, const Trial& spent) {
  trial.wall_s += spent.wall_s;
  for (const auto& [stage, seconds] : spent.stage_s) trial.stage_s[stage] += seconds;
}

/// Adds what a later preparation measured to a trial; a failure replaces the trial.
void append(Trial& trial, Trial&& later) {
  if (later.outcome != Outcome::ok) {
    trial = std::move(later);
    return;
  }
  harness::append(trial.samples, later.samples);
  const auto before = static_cast<double>(trial.pass_samples.size());
  trial.mhz_mean = (before * trial.mhz_mean + later.mhz_mean) / (before + 1);
  trial.pass_samples.push_back(count_of(later));
  add_seconds(trial, later);
  if (trial.disturbed.empty()) {
    trial.disturbed = later.disturbed;
    trial.load = later.load;
  }
  trial.prepare_s = std::min(trial.prepare_s, later.prepare_s);
}

}  // namespace

/// All batches are measured after each preparation, so that samples of one point are far apart in
/// time.
std::vector<Trial> measure_interleaved(harness::Runner& runner,
                                       const std::vector<ResolvedConfiguration>& configurations,
                                       const harness::ProblemKey& problem,
                                       const harness::Protocol& protocol, int repetitions,
                                       const InterleavedHooks& hooks) {
  const int preparations =
      (repetitions + repetitions_per_preparation - 1) / repetitions_per_preparation;
  std::vector<Trial> out(configurations.size());
  std::vector<std::size_t> left(configurations.size());  // without a failure
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (int preparation = 0; preparation < preparations; ++preparation) {
    const int share =
        repetitions / preparations + (preparation < repetitions % preparations ? 1 : 0);
    for (std::size_t begin = 0; begin < left.size(); begin += batch) {
      const std::size_t end = std::min(left.size(), begin + batch);
      std::vector<ResolvedConfiguration> part;
      for (std::size_t i = begin; i < end; ++i) part.push_back(configurations[left[i]]);
      std::vector<Trial> trials;
      for (int tries = 0; tries < most_tries; ++tries) {
        const std::vector<Trial> before =
            std::exchange(trials, runner.interleaved(part, problem, protocol, share, hooks.stop));
        if (trials.empty()) return {};
        for (std::size_t i = 0; i < before.size(); ++i) add_seconds(trials[i], before[i]);
        if (std::all_of(trials.begin(), trials.end(),
                        [](const Trial& t) { return t.disturbed.empty(); }) ||
            (hooks.again && !hooks.again())) {
          break;
        }
      }
      for (std::size_t i = begin; i < end; ++i) {
        Trial& trial = out[left[i]];
        if (preparation == 0) {
          trial = std::move(trials[i - begin]);
          if (trial.outcome == Outcome::ok) trial.pass_samples = {count_of(trial)};
        } else {
          append(trial, std::move(trials[i - begin]));
        }
      }
      if (hooks.repeated) hooks.repeated(part.size(), preparations);
    }
    std::erase_if(left, [&](std::size_t i) { return out[i].outcome != Outcome::ok; });
  }
  return out;
}

}  // namespace sptune::sweep
