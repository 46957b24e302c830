// SPDX-License-Identifier: BSD-3-Clause
// Grows the tree that says whether to ask (model/asking.hpp) on what every answer would have cost
// on the training problems.
#pragma once

#include "tuner/model/asking.hpp"

#include <cstddef>
#include <vector>

namespace sptune::train {

/// What every action costs on every problem at every number of runs.
struct AskSamples {
  std::vector<model::Header> headers;  ///< one per problem
  std::vector<std::size_t> folds;      ///< one per problem: siblings share it
  std::vector<double> runs;            ///< rising; ten times the last is enough to ask anyhow
  std::size_t candidates = 0;          ///< actions are these, taken unasked, and then asking
  /// [(problem * runs + k) * (candidates + 1) + action], of l = log(total / least total): l + l^2,
  /// so that the tail counts, as it does for the portfolio.
  std::vector<double> losses;

  [[nodiscard]] const double* of(std::size_t problem, std::size_t k) const {
    return losses.data() + (problem * runs.size() + k) * (candidates + 1);
  }
};

struct AskTreeOptions {
  std::size_t least_leaf = 25;  ///< problems
  std::size_t depth = 4;
  /// Mean loss that another action must save to take the place of the default, or of what is done
  /// at more runs.
  double margin = 0.01;
  double least_gain = 0.001;  ///< mean loss that a split must save, judged on other families
};

/// A tree of actions with the least mean loss, grown greedily, splits judged by cross-validation
/// (Athey and Wager, Policy learning with observational data, Econometrica 89(1), 2021, for what
/// such a tree is). `standard`: the default's candidate, which no leaf is worse than on the mean of
/// its problems.
[[nodiscard]] model::AskTree grow_ask_tree(const AskSamples& samples, std::size_t standard,
                                           const AskTreeOptions& options = {});

/// Numbers of runs to look at, from 1 to 100000, four per decade.
[[nodiscard]] std::vector<double> ask_runs();

}  // namespace sptune::train
