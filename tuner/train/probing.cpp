// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/probing.hpp"

#include "kernels/api/operation.hpp"
#include "tuner/model/race.hpp"

#include <xxhash.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace sptune::train {

Preparing preparing_of(Operation operation) {
  return has_sparse_result(operation) ? Preparing::at_every_turn : Preparing::all_at_once;
}

Probed probe(const Problem& problem, const std::vector<std::size_t>& entrants, Preparing preparing,
             double runs, std::uint64_t seed) {
  std::vector<int> numbers(entrants.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto cell = [&](int number) -> const Cell& {
    return problem.cells[entrants[static_cast<std::size_t>(number)]];
  };
  std::mt19937_64 engine(XXH3_64bits_withSeed(problem.hash.data(), problem.hash.size(), seed));
  std::normal_distribution<double> normal;
  Probed out;
  std::vector<bool> is_there(entrants.size());
  const auto prepare = [&](int number) {
    if (is_there[static_cast<std::size_t>(number)]) return;
    if (preparing == Preparing::at_every_turn) is_there.assign(entrants.size(), false);
    is_there[static_cast<std::size_t>(number)] = true;
    out.seconds += cell(number).prepare_s;
  };
  prepare(0);
  if (preparing == Preparing::all_at_once) std::for_each(numbers.begin(), numbers.end(), prepare);
  model::Race race(numbers);
  while (!race.over() && out.race_runs < runs) {
    const model::Race::Turn turn = race.next();
    prepare(turn.entrant);
    const Cell& now = cell(turn.entrant);
    out.seconds += now.us * 1e-6;
    out.race_runs += 1;
    if (!turn.timed) continue;
    constexpr double least = 0.1;  // a draw far out is no time
    race.add(turn.entrant, now.us * 1e-6 * std::max(least, 1 + now.spread * normal(engine)));
  }
  if (out.race_runs < runs) prepare(race.leader());  // by the run after the race
  const Cell& best = cell(race.leader());
  out.winner = entrants[static_cast<std::size_t>(race.leader())];
  out.run_s = best.us * 1e-6;
  out.seconds += (runs - out.race_runs) * out.run_s;
  return out;
}

}  // namespace sptune::train
