// SPDX-License-Identifier: BSD-3-Clause
// What the first runs of a plan that probes would have found, and cost, on a problem whose times
// are stored: the dispatcher's own contenders and race (tuner/model), played over them.
#pragma once

#include "tuner/train/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sptune::train {

struct Probed {
  std::size_t winner = 0;  ///< configuration that the plan stays with
  double seconds = 0;      ///< of preparing all entrants and of all the runs
  double race_runs = 0;    ///< until it was decided
  double run_s = 0;        ///< of the winner
};

/// `entrants` are usable configurations, the chosen one first, prepared at once; `runs` is finite.
/// A timed run takes the stored time and a draw of the trial's own spread around it; the same
/// `seed` draws the same.
[[nodiscard]] Probed probe(const Problem& problem, const std::vector<std::size_t>& entrants,
                           double runs, std::uint64_t seed);

}  // namespace sptune::train
