// SPDX-License-Identifier: BSD-3-Clause
// How samples are taken, and when there are enough of them.
#pragma once

#include "harness/engine/target.hpp"
#include "harness/environment/caches.hpp"
#include "harness/records/trial.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::harness {

/// Decides after each sample. Stops, once there are min_samples, when
///  - confidence: the interval of the median is narrower than confidence_width, relative, from six
///    samples on: of fewer there is none (summarise);
///  - stable: from 50 samples on, the last 25 moved the median by less than half of that width and
///    the quartile spread by less than 5 %: the noise is what it is, more samples will not help;
///  - budget: time_budget_s is spent; without min_samples, when five times that is spent (a run
///  that
///    takes seconds);
///  - max_samples.
class StopRule {
 public:
  explicit StopRule(const Protocol& protocol) : p_(protocol) {}
  /// Reason to stop, empty to go on. `elapsed_s` since sampling began, flushes included.
  [[nodiscard]] std::string_view check(const std::vector<float>& samples, double elapsed_s) const;
  /// How many samples to take before `check` may say something else than for the budget's sake.
  [[nodiscard]] int until_next_look(int samples) const;

 private:
  const Protocol& p_;
};

/// Evicts everything from the caches near the threads of a team: each reads its part of a buffer
/// (flushing_shares), by the core that it is on. It does not write: lines that were written stay
/// until others take their place, and whoever is measured would pay for that.
class Flusher {
 public:
  /// Of the cores that the process may use: the first flush looks, in some twenty files of each.
  Flusher() = default;
  explicit Flusher(Caches caches) : caches_(std::move(caches)) {}
  /// Wakes them first, which is waiting that no time has in it (awake.hpp).
  void flush(int threads);
  /// That the last flush read.
  [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }

 private:
  void read(const std::vector<std::int64_t>& shares);

  Caches caches_;
  std::int64_t bytes_ = 0;
  std::vector<std::uint64_t> buffer_;
};

/// Measures one target under one protocol.
class Sampler {
 public:
  Sampler(Target& target, const Protocol& protocol, int threads, Flusher& flusher)
      : target_(target), p_(protocol), threads_(threads), flusher_(flusher) {}

  /// Warms up and chooses how many runs make a sample. Hot: so that it lasts sample_min_s; cold: 1.
  /// A run slower than `hopeless_s` (0: none is) will not be sampled for long: one is enough then.
  void warm_up(double hopeless_s = 0);
  /// Pilot, dominated rule, sampling: fills samples, stop_reason, runs_per_sample, mhz_mean, and
  /// sets the outcome to dominated where it is.
  void measure(Trial& trial, double best_us);
  /// One sample, seconds per run, after a flush when cold.
  PhaseTimes sample();
  /// Records `count` samples.
  void take(int count, PhaseSamples& samples);
  /// Runs once more as when sampled, from a poisoned output, and forgets the time: what is then
  /// found in the output was written by runs as they were timed.
  void repeat_poisoned();
  /// Makes the caches what samples expect after something else has run: hot, the plan's data is in
  /// them again; cold, those near all granted threads are empty, of which a sample empties those
  /// near the threads of its run alone.
  void resume();
  [[nodiscard]] int runs_per_sample() const noexcept { return runs_; }

 private:
  void flush(int threads);
  [[nodiscard]] int next_count(const StopRule& rule, int samples, double left_s) const;
  void record(const PhaseTimes& times, PhaseSamples& samples) const;

  Target& target_;
  const Protocol& p_;
  int threads_;  ///< granted
  Flusher& flusher_;
  int runs_ = 1;
  double sample_s_ = 0;  ///< what a sample takes, as far as warming up has shown
};

}  // namespace sptune::harness
