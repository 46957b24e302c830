// SPDX-License-Identifier: BSD-3-Clause
// What fresh times say of choices: arithmetic only.
#pragma once

#include "tuner/holdout/retime.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace sptune::retime {

/// In the order in which tables show them.
inline constexpr std::array<const char*, 6> selectors{
    "model", "best single", "default", "nnz/rows rule", "best baseline", "sweep's best"};
inline constexpr std::size_t model_selector = 0;
inline constexpr std::size_t default_selector = 2;
inline constexpr std::size_t sweeps_best = 5;
/// Time of each selector over that of what it is compared with; NaN where it was not timed.
using Losses = std::array<double, selectors.size()>;

/// One problem that was timed again. Microseconds of a run with preparing paid over the runs of the
/// evaluation, NaN where the configuration failed now.
struct Again {
  std::size_t problem = 0;  ///< into Dataset::problems
  double chosen_us = std::numeric_limits<double>::quiet_NaN();
  double best_us = std::numeric_limits<double>::quiet_NaN();  ///< of what the sweep found best
  double least_us = std::numeric_limits<double>::quiet_NaN();
  std::string least;  ///< the fastest now among those timed that ship
  /// Over the time of the sweep's best now: no number was looked at twice, but it may not be the
  /// true best, so that losses below 1 occur. All NaN where it failed now.
  Losses against_best{};
  /// Over `least_us`: the least of a few fresh medians flatters itself, far less than that of all.
  Losses against_least{};
};

/// In the order of the data set, those of which at least one configuration that ships was timed. A
/// configuration that failed counts as ten times the least, a baseline that failed not at all.
[[nodiscard]] std::vector<Again> judge_again(const std::vector<Retimed>& problems, double runs);

/// One way of looking at the same problems.
struct Reading {
  std::string name;  ///< sweep_minima | against_best | against_least
  std::vector<train::Summary> all, above_floor;
};

/// The three readings of the problems that were timed again: against the sweep's own minima (from
/// the sweep's times), and from fresh times against the sweep's best and against the least.
[[nodiscard]] std::vector<Reading> read(const train::Dataset& data,
                                        const train::Evaluation& evaluation,
                                        const std::vector<Again>& again);

}  // namespace sptune::retime
