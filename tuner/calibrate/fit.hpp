// SPDX-License-Identifier: BSD-3-Clause
// The fit: a policy's tree, refined where trials say that another accumulator should be asked
// first.
#pragma once

#include "tuner/calibrate/costs.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace sptune::calibrate {

struct FitOptions {
  double least_gain = 0.02;  ///< a change gains so much at least, on the mean row that it changes
  std::size_t min_rows = 3;  ///< matrices on each side of a split, and that a change speaks of
};

/// A leaf that the fit changed or made.
struct Change {
  std::string rows;                   ///< the questions that lead there
  std::string before, after;          ///< accumulators that are asked first
  std::vector<std::string> matrices;  ///< that it speaks of
  double gain = 1;                    ///< geometric mean of their times before over after
};

struct FittedTree {
  std::unique_ptr<Node> tree;
  std::vector<Change> changes;
};

/// `rows` and `costs` of the same matrices; `tree` is that of the phase which they were measured
/// with.
[[nodiscard]] FittedTree fit_tree(const Node& tree, const std::vector<const MatrixTimes*>& rows,
                                  const std::vector<const Costs*>& costs,
                                  std::span<const std::string_view> names, Phase phase,
                                  const FitOptions& o);

}  // namespace sptune::calibrate
