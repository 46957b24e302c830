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
  double seconds = 0;      ///< of preparing and of all the runs
  double race_runs = 0;    ///< until it was decided
  double run_s = 0;        ///< of the winner
};

/// What a plan that probes prepares.
enum class Preparing : std::uint8_t {
  all_at_once,    ///< every entrant, with the plan
  at_every_turn,  ///< one plan at a time, whenever another entrant runs and for who has won
};
/// Of the operation's plans.
[[nodiscard]] Preparing preparing_of(Operation operation);

/// `entrants` are usable configurations, the chosen one first; `runs` is finite. A timed run takes
/// the stored time and a draw of the trial's own spread around it: of every problem another one,
/// and with the same `seed` the same again.
[[nodiscard]] Probed probe(const Problem& problem, const std::vector<std::size_t>& entrants,
                           Preparing preparing, double runs, std::uint64_t seed);

}  // namespace sptune::train
