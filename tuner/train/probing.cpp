// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/probing.hpp"

#include "tuner/model/race.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace sptune::train {

Probed probe(const Problem& problem, const std::vector<std::size_t>& entrants, double runs,
             std::uint64_t seed) {
  std::vector<int> numbers(entrants.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto cell = [&](int number) -> const Cell& {
    return problem.cells[entrants[static_cast<std::size_t>(number)]];
  };
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  Probed out;
  for (const int number : numbers) out.seconds += cell(number).prepare_s;
  model::Race race(numbers);
  while (!race.over() && out.race_runs < runs) {
    const model::Race::Turn turn = race.next();
    const Cell& now = cell(turn.entrant);
    out.seconds += now.us * 1e-6;
    out.race_runs += 1;
    if (!turn.timed) continue;
    constexpr double least = 0.1;  // a draw far out is no time
    race.add(turn.entrant, now.us * 1e-6 * std::max(least, 1 + now.spread * normal(engine)));
  }
  const Cell& best = cell(race.leader());
  out.winner = entrants[static_cast<std::size_t>(race.leader())];
  out.run_s = best.us * 1e-6;
  out.seconds += (runs - out.race_runs) * out.run_s;
  return out;
}

}  // namespace sptune::train
