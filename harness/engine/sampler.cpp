// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/sampler.hpp"

#include "harness/environment/awake.hpp"
#include "harness/environment/clock.hpp"
#include "harness/environment/cores.hpp"
#include "kernels/api/clock.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace sptune::harness {
namespace {

constexpr double overtime = 5;  ///< times the budget that min_samples may take
constexpr int looked_at_every = 5;
/// A target takes samples together when so many of them fit the time budget.
constexpr int brief_samples = 10;
constexpr int most_runs_per_sample = 1 << 20;

float microseconds(double seconds) {
  return static_cast<float>(seconds * 1e6);
}

bool has_stabilised(const std::vector<float>& samples, double width) {
  constexpr std::size_t enough = 50;
  constexpr std::size_t window = 25;
  constexpr double spread_change = 0.05;
  if (samples.size() < enough) return false;
  const auto cut = static_cast<std::ptrdiff_t>(samples.size() - window);
  const Summary before = summarise({samples.begin(), samples.begin() + cut});
  const Summary now = summarise(samples);
  const double spread_before = before.q3 - before.q1;
  const double spread_now = now.q3 - now.q1;
  return std::abs(now.median - before.median) < width / 2 * now.median &&
         std::abs(spread_now - spread_before) <= spread_change * spread_before;
}

}  // namespace

std::string_view StopRule::check(const std::vector<float>& samples, double elapsed_s) const {
  const auto n = static_cast<int>(samples.size());
  const int least = std::min(p_.min_samples, p_.max_samples);
  if (n < least) {
    const bool late = elapsed_s >= overtime * p_.time_budget_s && n >= p_.pilot_samples && n > 0;
    return late ? "budget" : "";
  }
  // Summaries cost a sort each: every fifth sample is often enough.
  if (n == least || n % looked_at_every == 0) {
    const Summary s = summarise(samples);
    const bool narrow = s.ci_high - s.ci_low < p_.confidence_width * s.median;
    if (narrow && s.n >= least_for_interval) return "confidence";
    if (has_stabilised(samples, p_.confidence_width)) return "stable";
  }
  if (n >= p_.max_samples) return "max_samples";
  if (elapsed_s >= p_.time_budget_s) return "budget";
  return "";
}

int StopRule::until_next_look(int samples) const {
  const int least = std::min(p_.min_samples, p_.max_samples);
  const int look = samples < least ? least
                                   : std::min((samples / looked_at_every + 1) * looked_at_every,
                                              std::max(p_.max_samples, samples + 1));
  return look - samples;
}

void Flusher::flush(int threads) {
  if (caches_.empty()) caches_ = caches_of(cores_here());
  awaken(threads);
  std::vector<int> cores(static_cast<std::size_t>(threads));
  int team = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp single nowait
    team = omp_get_num_threads();
    cores[static_cast<std::size_t>(omp_get_thread_num())] = sched_getcpu();
  }
  cores.resize(static_cast<std::size_t>(team));
  read(flushing_shares(caches_, cores));
}

void Flusher::read(const std::vector<std::int64_t>& shares) {
  constexpr std::int64_t line = 64;  // one word brings all of it
  constexpr auto words_of_line = static_cast<std::size_t>(line) / sizeof(std::uint64_t);
  std::vector<std::size_t> begins{0};
  for (const std::int64_t share : shares) {
    begins.push_back(begins.back() +
                     static_cast<std::size_t>((share + line - 1) / line) * words_of_line);
  }
  if (buffer_.size() < begins.back()) {
    buffer_ = {};
    buffer_.resize(begins.back(), 1);  // written once: pages that never were are all the same
  }
  const volatile std::uint64_t* const data = buffer_.data();
  const auto team = static_cast<int>(shares.size());
#pragma omp parallel for num_threads(team) schedule(static, 1)
  for (std::size_t thread = 0; thread < shares.size(); ++thread) {
    for (std::size_t i = begins[thread]; i < begins[thread + 1]; i += words_of_line) {
      static_cast<void>(data[i]);
    }
  }
  bytes_ = static_cast<std::int64_t>(begins.back() * sizeof(std::uint64_t));
}

void Sampler::warm_up(double hopeless_s) {
  if (p_.cache == CachePolicy::cold) flush(threads_);  // all of them have loaded and verified
  double spent = 0;
  double fastest = 0;
  const auto enough = [&] {
    return spent >= p_.time_budget_s || (hopeless_s > 0 && fastest > hopeless_s);
  };
  for (int i = 0; i < std::max(1, p_.warmup_runs) && (i == 0 || !enough()); ++i) {
    const double t = target_.time(1).total;
    spent += t;
    fastest = i == 0 ? t : std::min(fastest, t);
  }
  runs_ = 1;
  sample_s_ = fastest;
  if (p_.cache == CachePolicy::cold) return;
  // Widens step by step: a first run may be far slower than the ones that follow.
  while (runs_ < most_runs_per_sample && fastest * runs_ < p_.sample_min_s) {
    const double wanted = fastest > 0 ? p_.sample_min_s / fastest * 1.1 : runs_ * 10.0;
    runs_ = static_cast<int>(std::min<double>(
        most_runs_per_sample, std::clamp(std::ceil(wanted), runs_ + 1.0, runs_ * 10.0)));
    fastest = target_.time(runs_).total;
  }
  sample_s_ = fastest * runs_;
}

PhaseTimes Sampler::sample() {
  // Any other thread would spin beside the run, on what may be the other half of its core.
  if (p_.cache == CachePolicy::cold) flush(target_.threads());
  return target_.time(runs_);
}

void Sampler::flush(int threads) {
  if (!target_.flush_own_cache()) flusher_.flush(threads);
}

void Sampler::take(int count, PhaseSamples& samples) {
  if (count > 1 && target_.times_many()) {
    for (const PhaseTimes& t : target_.time_many(runs_, count, p_.cache == CachePolicy::cold)) {
      record(t, samples);
    }
    return;
  }
  for (int i = 0; i < count; ++i) record(sample(), samples);
}

/// Half as many again as there are, since every look in between leaves the device idle; no more
/// than the time that is left allows, nor fewer than the rule wants to see.
int Sampler::next_count(const StopRule& rule, int samples, double left_s) const {
  const int look = rule.until_next_look(samples);
  const int room = std::max(p_.max_samples - samples, look);
  const int half = look + std::max(samples / 2 - look, 0) / looked_at_every * looked_at_every;
  const double affordable = sample_s_ > 0 ? left_s / sample_s_ : room;
  return std::min({half, room, std::max(look, static_cast<int>(std::min(affordable, 1e6)))});
}

void Sampler::repeat_poisoned() {
  target_.poison();
  static_cast<void>(sample());
}

void Sampler::resume() {
  if (p_.cache == CachePolicy::cold) return flush(threads_);
  target_.time(1);
}

void Sampler::record(const PhaseTimes& times, PhaseSamples& samples) const {
  samples["total"].push_back(microseconds(times.total));
  for (const auto& [phase, seconds] : times.of_ranks) {
    samples[phase].push_back(microseconds(seconds));
  }
  if (!target_.phased() || !times.of_ranks.empty()) return;
  samples["symbolic"].push_back(microseconds(times.symbolic));
  samples["allocate"].push_back(microseconds(times.allocate));
  samples["numeric"].push_back(microseconds(times.numeric));
}

void Sampler::measure(Trial& trial, double best_us) {
  const double limit_us = p_.dominated_ratio * best_us;
  warm_up(limit_us * 1e-6);
  trial.runs_per_sample = runs_;
  const double mhz_before = estimate_mhz();
  const double begin = now_s();
  std::vector<float>& total = trial.samples["total"];
  const auto dominated = [&] {
    return limit_us > 0 &&
           static_cast<double>(*std::min_element(total.begin(), total.end())) > limit_us;
  };
  // Long samples one by one: the first of them may be enough to tell.
  const bool together = target_.times_many() && sample_s_ * brief_samples < p_.time_budget_s;
  const int pilot = std::max(1, std::min(p_.pilot_samples, p_.max_samples));
  for (int done = 0; done < pilot;) {
    const int count = together ? pilot : 1;
    take(count, trial.samples);
    done += count;
    if (dominated() && now_s() - begin > overtime * p_.time_budget_s) break;
  }
  if (dominated()) {
    trial.outcome = Outcome::dominated;
    trial.stop_reason = "dominated";
  } else {
    const StopRule rule(p_);
    std::string_view reason = rule.check(total, now_s() - begin);
    while (reason.empty()) {
      const double left_s = p_.time_budget_s - (now_s() - begin);
      take(together ? next_count(rule, static_cast<int>(total.size()), left_s) : 1, trial.samples);
      reason = rule.check(total, now_s() - begin);
    }
    trial.stop_reason = reason;
  }
  trial.mhz_mean = (mhz_before + estimate_mhz()) / 2;
}

}  // namespace sptune::harness
