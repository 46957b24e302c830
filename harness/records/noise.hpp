// SPDX-License-Identifier: BSD-3-Clause
// How far a time is to be believed: what it would be on another occasion, and which two could then
// not be told apart. The one place of these formulas (docs/decisions/030); the views `result`,
// `regret` and `speedup` say the same in SQL (db/schema/005_noise.sql), and a test holds them
// together.
//
// An occasion is one sweep: another evening, another device of the same kind. The model, of
// logarithms of medians:
//
//   ln t = truth(problem, configuration)
//        + common(occasion, problem)                  device, clock, where the matrix lies: falls
//        on all alike
//        + change(occasion, problem, configuration)   where this plan's own memory lies
//        + lap(repetition of the collection) + pass(plan prepared anew)
//
// How to use it, stored trials in hand: take `median_us`, `log_var` and the numbers of `noise` from
// the view `result` (or `Measured` and `log_variance` where a row does not come from there), then
//   - `interval_of`: where the median of another occasion lies, with 95 %;
//   - `tied`: two configurations of one problem and one occasion, whose common part cancels;
//   - `ratio_of`: the same configuration on two occasions (`sptune compare`), common parts
//   included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sptune::harness {

/// Standard deviations of ln(time) by where they come from, and how many of them make 95 %.
struct Noise {
  double pass = 0;  ///< between plans prepared anew within one repetition
  double lap =
      0;  ///< between repetitions of one sweep, beyond that; 0: not told apart from `change`
  double change = 0;  ///< of one configuration between occasions, beyond those
  double common = 0;  ///< of all configurations of a problem together between occasions
  double prior_df =
      0;  ///< how many degrees of freedom the components weigh against a trial's own spread
  double time_factor =
      0;  ///< standard deviations of a difference between occasions that hold 95 % of them
  double tie_factor = 0;  ///< the same of a difference between two configurations
};

/// What a median stands on.
struct Measured {
  double us = 0;
  int laps = 1;        ///< repetitions of the sweep
  int passes = 1;      ///< of all laps together
  double pass_sd = 0;  ///< of ln of medians of passes, within laps; of several passes in a lap
  double lap_sd = 0;   ///< of ln of medians of laps; of several
  double sample_sd =
      0;  ///< standard error of the median's logarithm as the samples of one pass say
};

struct Interval {
  double low = 0, high = 0;
  [[nodiscard]] bool holds(double value) const { return low <= value && value <= high; }
};

/// Variance of ln(us) from occasion to occasion without what is common to the problem. A trial's
/// own spread counts with its degrees of freedom, the components with `prior_df` (moderated
/// variances: Smyth, Stat. Appl. Genet. Mol. Biol. 3, 2004): three passes alone tell a standard
/// deviation to a factor of six.
[[nodiscard]] double log_variance(const Noise& noise, const Measured& measured);

/// Where the median of another occasion, measured as this one was, lies with 95 %.
[[nodiscard]] Interval interval_of(const Noise& noise, double us, double log_variance);

/// Two configurations of one problem and occasion: might the slower be the faster one on another?
/// At one chance in forty and more they are tied.
[[nodiscard]] bool tied(const Noise& noise, double a_us, double a_log_variance, double b_us,
                        double b_log_variance);

/// b over a, one configuration on two occasions: 95 % interval of what is not noise. `common`:
/// whether the occasions differ in what falls on all configurations alike; false where it was taken
/// out, or is the same.
[[nodiscard]] Interval ratio_of(const Noise& noise, double a_us, double a_log_variance, double b_us,
                                double b_log_variance, bool common = true);

/// One configuration on one problem as measured on one occasion.
struct Observation {
  std::string problem, configuration;
  std::int64_t occasion = 0;
  Measured measured;
};

/// What the components were estimated from: problems that two occasions have in common, and pairs
/// of one configuration on two occasions.
struct Evidence {
  std::size_t occasions = 0, problems = 0, pairs = 0;
};

struct NoiseEstimate {
  Noise noise;
  Evidence evidence;
};

/// Components from medians, so that disturbed trials decide nothing; factors as quantiles of what
/// was seen (problems weigh alike), not below 1.96: the few occasions there are say little about
/// how far common parts go, and a few pairs that happen to agree do not make every difference one
/// that is told. Nothing below `least_problems` problems of two occasions; `change` and
/// `tie_factor`, which differences between configurations of one problem tell, are those of
/// `otherwise` (what holds for the backend) where fewer have two configurations on both.
inline constexpr std::size_t least_problems = 10;
[[nodiscard]] std::optional<NoiseEstimate> estimate_noise(std::span<const Observation> observations,
                                                          const Noise& otherwise);

/// How well what was said on the first occasion holds on the second.
struct Repeatability {
  std::size_t finalists = 0, held = 0;  ///< medians of the second inside the interval of the first
  double half_width = 0;                ///< median of (high / low)^(1/2) - 1 of those intervals
  double shift = 0;                     ///< median of second over first, less 1
  std::size_t problems = 0, same_winner = 0;
  std::size_t tied_winner =
      0;  ///< another, tied with the first occasion's winner by what was known then
  std::size_t unmeasured_winner = 0;  ///< another, of which the first occasion knows nothing
  double tie_width =
      0;  ///< median over problems of the difference that is a tie, finalists against the winner
  double ties = 0;        ///< mean number of configurations tied with the winner
  double candidates = 0;  ///< mean number of configurations
};
/// `first` and `second`: all usable configurations; those of `first` with several passes are
/// finalists.
[[nodiscard]] Repeatability repeatability(const Noise& noise, std::span<const Observation> first,
                                          std::span<const Observation> second);

}  // namespace sptune::harness
