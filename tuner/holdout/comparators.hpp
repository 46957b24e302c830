// SPDX-License-Identifier: BSD-3-Clause
// The configurations of a problem that are timed together with the choice of a model that was
// trained without the problem's group.
#pragma once

#include "tuner/train/evaluate.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sptune::holdout {

/// Canonical texts of the choice of each selector on one problem, also where the sweep has not
/// tried it; the default where a choice cannot run there.
struct Comparators {
  std::string chosen;    ///< by the model
  std::string single;    ///< best single configuration of the fold
  std::string standard;  ///< the default
  std::string rule;      ///< nnz/rows
  std::string baseline;  ///< the sweep's fastest; empty where none was measured
  /// The sweep's best that ship, fastest first; the first one is the sweep's oracle.
  std::vector<std::string> best;
  double deciding_s = 0;  ///< what the choice took, train::RunsResult::spent_s

  /// Each once, the chosen one first.
  [[nodiscard]] std::vector<std::string> all() const;
};

/// One per problem of the data set, which the evaluation is of. `best`: at least 1. `runs`: over
/// which preparing is paid, as in the evaluation.
[[nodiscard]] std::vector<Comparators> choose_comparators(const train::Dataset& data,
                                                          const train::Evaluation& evaluation,
                                                          std::size_t best, double runs);

}  // namespace sptune::holdout
