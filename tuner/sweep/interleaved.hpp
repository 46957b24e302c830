// SPDX-License-Identifier: BSD-3-Clause
// Several configurations of one problem measured in interleaved repetitions: the finalists of a
// sweep, or the choice of a model and its comparators (`sptune evaluate --measure`).
#pragma once

#include "harness/engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sptune::sweep {

/// Plans are prepared anew after so many repetitions: a burst of other load, or an unlucky
/// placement of the data in memory, then affects these and not the whole trial.
inline constexpr int repetitions_per_preparation = 4;
/// Of every finalist of a sweep: three preparations.
inline constexpr int finalist_repetitions = 3 * repetitions_per_preparation;

struct InterleavedHooks {
  harness::Stop stop;  ///< asked all the time
  /// Called when some points were measured after one of `preparations`.
  std::function<void(std::size_t points, int preparations)> repeated;
  /// Whether to begin again what was disturbed; none: yes.
  std::function<bool()> again;
};

/// `repetitions` interleaved repetitions (`harness::Runner::interleaved`), prepared anew after
/// every `repetitions_per_preparation`, at most sixteen configurations at once. One trial per
/// configuration, in the order given, with the samples of all preparations and the seconds of all
/// tries; a failure replaces the trial, and its configuration is not measured further. Empty when
/// stopped.
[[nodiscard]] std::vector<harness::Trial> measure_interleaved(
    harness::Runner& runner, const std::vector<ResolvedConfiguration>& configurations,
    const harness::ProblemKey& problem, const harness::Protocol& protocol, int repetitions,
    const InterleavedHooks& hooks);

}  // namespace sptune::sweep
