// SPDX-License-Identifier: BSD-3-Clause
// Which configurations of a problem are timed beside the one that a model chose without having seen
// the problem's group.
#pragma once

#include "tuner/train/evaluate.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sptune::retime {

/// Canonical texts of what each selector of an evaluation would run on one problem; where a
/// configuration cannot be used there, it is the default's.
struct Rivals {
  std::string chosen;    ///< by the model
  std::string single;    ///< best single configuration of the fold
  std::string standard;  ///< the default
  std::string rule;      ///< nnz/rows
  std::string baseline;  ///< the sweep's fastest; empty where none was measured
  /// The sweep's best that ship, fastest first; the first one is the sweep's oracle.
  std::vector<std::string> best;

  /// Each once, the chosen one first.
  [[nodiscard]] std::vector<std::string> all() const;
};

/// One per problem of the data set, which the evaluation is of. `best`: at least 1. `runs`: over
/// which preparing is paid, as in the evaluation.
[[nodiscard]] std::vector<Rivals> choose_rivals(const train::Dataset& data,
                                                const train::Evaluation& evaluation,
                                                std::size_t best, double runs);

}  // namespace sptune::retime
