// SPDX-License-Identifier: BSD-3-Clause
// Losses of choices by their hold-out times: arithmetic only.
#pragma once

#include "tuner/holdout/holdout_timing.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace sptune::holdout {

/// In the order in which tables show them.
inline constexpr std::array<const char*, 6> selectors{
    "model", "best single", "default", "nnz/rows rule", "best baseline", "sweep's best"};
inline constexpr std::size_t model_selector = 0;
inline constexpr std::size_t default_selector = 2;
inline constexpr std::size_t sweeps_best = 5;
/// Time of each selector over that of what it is compared with; NaN where it was not timed.
using Losses = std::array<double, selectors.size()>;

/// Microseconds of a run with preparing, and of the choice with deciding, paid over the runs of the
/// evaluation, NaN where the configuration failed in the hold-out run.
struct RemeasuredProblem {
  std::size_t problem = 0;  ///< into Dataset::problems
  double chosen_us = std::numeric_limits<double>::quiet_NaN();
  double best_us = std::numeric_limits<double>::quiet_NaN();  ///< of the sweep's best
  double least_us = std::numeric_limits<double>::quiet_NaN();
  std::string least;  ///< the fastest of those timed, baselines excluded
  /// Over the new time of the sweep's best: unbiased, but it may not be the true best, so losses
  /// below 1 occur. All NaN where it failed.
  Losses against_best{};
  /// Over `least_us`: the minimum of a few medians is biased low, much less than that of all.
  Losses against_least{};
};

/// In the order of the data set, the problems with a time of at least one configuration besides the
/// baseline and with a choice that fits: where the sweep had not tried it, only now does that show.
/// A configuration that failed counts as ten times the least, another selector's that does not fit
/// as the default; a baseline that failed is left out.
[[nodiscard]] std::vector<RemeasuredProblem> remeasured_problems(
    const std::vector<TimedProblem>& problems, double runs);

/// The same problems against one reference.
struct EvaluationView {
  std::string name;  ///< sweep_minima | against_best | against_least
  std::vector<train::Summary> all, above_floor;
};

/// The three views of the remeasured problems: the sweep's times against its own minima, and the
/// hold-out times against the sweep's best and against the least.
[[nodiscard]] std::vector<EvaluationView> evaluation_views(
    const train::Dataset& data, const train::Evaluation& evaluation,
    const std::vector<RemeasuredProblem>& again);

}  // namespace sptune::holdout
