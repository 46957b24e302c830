// SPDX-License-Identifier: BSD-3-Clause
// Which candidates are worth preparing and a few real runs, because they may be faster than the
// chosen one: used by the dispatcher on an application's matrix and by `sptune evaluate --probe` on
// stored times alike.
#pragma once

#include "tuner/model/rule.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sptune::model {

/// At most so many beside the chosen one.
inline constexpr std::size_t most_contenders = 3;

/// Taken one after the other, the one with the greatest expected gain first, while that is above
/// what trying it costs (Jones, Schonlau and Welch, "Efficient global optimization of
/// expensive black-box functions", J. Global Optimization 13, 1998: expected improvement; the best
/// of those that are in already by Clark, "The greatest of a finite set of random variables",
/// Operations Research 9, 1961). Paid are preparing it and its slower runs in the race. `runs` may
/// be infinite: then neither costs anything. `fit` is asked only about those that would be taken.
[[nodiscard]] std::vector<std::size_t> contenders(std::span<const Score> scores, std::size_t chosen,
                                                  double runs, const Rule& rule,
                                                  const std::function<Fit(std::size_t)>& fit);

/// Whether a turn in the race (race.hpp), after which what is slow is out, and preparing for it
/// take at most a hundredth of the runs of the chosen one: what may be spent on what is only
/// learned.
[[nodiscard]] bool hardly_costs(const Score& other, const Score& chosen, double runs);

}  // namespace sptune::model
