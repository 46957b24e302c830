// SPDX-License-Identifier: BSD-3-Clause
// Several configurations of one problem measured side by side. A sweep does so with its finalists,
// `sptune evaluate --retime` with a choice and its rivals.
#pragma once

#include "harness/engine/runner.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sptune::sweep {

/// Points are prepared and visited anew in every pass: a neighbour's burst and an unlucky placement
/// of the data in memory then cost one pass, not the trial.
inline constexpr int visits_per_pass = 4;
/// Visits to every finalist of a sweep: three passes.
inline constexpr int finalist_visits = 3 * visits_per_pass;

struct PassHooks {
  harness::Stop stop;  ///< asked all the time
  /// Called when some points have had their share of the visits of one of `passes`.
  std::function<void(std::size_t points, int passes)> visited;
};

/// `visits` interleaved rounds (`harness::Runner::interleaved`) in passes of at most
/// `visits_per_pass`, at most sixteen configurations prepared at once. One trial per configuration,
/// in the order given, with the samples of all passes; a pass that failed is what becomes of the
/// trial, and the last of it. Empty when it was stopped.
[[nodiscard]] std::vector<harness::Trial> measure_in_passes(
    harness::Runner& runner, const std::vector<ResolvedConfiguration>& configurations,
    const harness::ProblemKey& problem, const harness::Protocol& protocol, int visits,
    const PassHooks& hooks);

}  // namespace sptune::sweep
