// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/trial.hpp"

#include "harness/records/statistics.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace sptune::harness {
namespace {

constexpr std::array<std::pair<Outcome, std::string_view>, 9> outcome_names{{
    {Outcome::ok, "ok"},
    {Outcome::dominated, "dominated"},
    {Outcome::refused, "refused"},
    {Outcome::wrong_result, "wrong_result"},
    {Outcome::out_of_memory, "out_of_memory"},
    {Outcome::timeout, "timeout"},
    {Outcome::crashed, "crashed"},
    {Outcome::error, "error"},
    {Outcome::skipped, "skipped"},
}};

constexpr std::array<std::pair<CachePolicy, std::string_view>, 2> cache_names{{
    {CachePolicy::hot, "hot"},
    {CachePolicy::cold, "cold"},
}};
constexpr std::array<std::pair<Launch, std::string_view>, 2> launch_names{{
    {Launch::stream, "stream"},
    {Launch::graph, "graph"},
}};

template <class E, std::size_t N>
std::string_view name_in(const std::array<std::pair<E, std::string_view>, N>& names, E value) {
  for (const auto& [named, name] : names) {
    if (named == value) return name;
  }
  return "error";
}

template <class E, std::size_t N>
std::optional<E> value_in(const std::array<std::pair<E, std::string_view>, N>& names,
                          std::string_view text) {
  for (const auto& [value, name] : names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

/// Largest k with P(Binomial(n, 1/2) < k) <= 2.5 %: the k-th smallest and k-th largest of n samples
/// enclose the median with 95 %. 0 when even the extremes do not.
std::size_t rank_of_interval(std::size_t n) {
  constexpr double tail = 0.025;
  if (n > 1000) {  // 2^-n leaves the range of double; the normal limit is exact to a rank here
    const auto m = static_cast<double>(n);
    return static_cast<std::size_t>((m - 1.959964 * std::sqrt(m)) / 2);
  }
  double probability = std::ldexp(1.0, -static_cast<int>(n));
  double below = probability;
  std::size_t k = 0;
  while (below <= tail) {
    probability *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    ++k;
    below += probability;
  }
  return k;
}

}  // namespace

void append(PhaseSamples& all, const PhaseSamples& more) {
  for (const auto& [phase, samples] : more) {
    std::vector<float>& to = all[phase];
    to.insert(to.end(), samples.begin(), samples.end());
  }
}

std::string_view to_string(Outcome outcome) noexcept {
  return name_in(outcome_names, outcome);
}

std::optional<Outcome> parse_outcome(std::string_view text) noexcept {
  return value_in(outcome_names, text);
}

std::string_view to_string(CachePolicy policy) noexcept {
  return name_in(cache_names, policy);
}

std::optional<CachePolicy> parse_cache_policy(std::string_view text) noexcept {
  return value_in(cache_names, text);
}

std::string_view to_string(Launch launch) noexcept {
  return name_in(launch_names, launch);
}

std::optional<Launch> parse_launch(std::string_view text) noexcept {
  return value_in(launch_names, text);
}

Trial blank_trial(const TrialKey& key) {
  Trial trial;
  trial.backend = key.backend();
  trial.configuration = key.configuration.configuration();
  trial.problem = key.problem;
  trial.cache = key.protocol.cache;
  return trial;
}

std::string ProblemKey::hash() const {
  std::string key = fmt::format("{}|{}|{}|{}|{}", sptune::to_string(operation),
                                sptune::to_string(value_type), a_hash, b_hash, b_kind);
  if (!parameters.empty()) key += "|" + parameters;
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Summary summarise(const std::vector<float>& samples) {
  Summary s;
  s.n = static_cast<std::int64_t>(samples.size());
  if (samples.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    s.min = s.q1 = s.median = s.q3 = s.mean = s.sd = s.ci_low = s.ci_high = none;
    return s;
  }
  std::vector<float> sorted = samples;
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  s.min = static_cast<double>(sorted.front());
  s.q1 = quantile_of_sorted(sorted, 0.25);
  s.median = quantile_of_sorted(sorted, 0.5);
  s.q3 = quantile_of_sorted(sorted, 0.75);
  s.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
  double squares = 0;
  for (const float v : sorted) {
    const double d = static_cast<double>(v) - s.mean;
    squares += d * d;
  }
  s.sd = sorted.size() > 1 ? std::sqrt(squares / (n - 1)) : 0;
  const std::size_t k = std::max<std::size_t>(rank_of_interval(sorted.size()), 1);
  s.ci_low = static_cast<double>(sorted[k - 1]);
  s.ci_high = static_cast<double>(sorted[sorted.size() - k]);
  return s;
}

bool inconclusive(const Trial& trial) {
  const bool failed = trial.outcome == Outcome::out_of_memory ||
                      trial.outcome == Outcome::timeout || trial.outcome == Outcome::crashed ||
                      trial.outcome == Outcome::error || trial.outcome == Outcome::skipped;
  return trial.from_outside || !trial.disturbed.empty() || (failed && trial.stage == "load");
}

double measured_s(const Trial& trial) {
  const auto total = trial.samples.find("total");
  if (total == trial.samples.end()) return 0;
  const double us = std::accumulate(total->second.begin(), total->second.end(), 0.0);
  return us * 1e-6 * trial.runs_per_sample;
}

}  // namespace sptune::harness
