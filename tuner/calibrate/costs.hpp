// SPDX-License-Identifier: BSD-3-Clause
// What it costs a matrix that an accumulator is asked first.
#pragma once

#include "tuner/calibrate/tree.hpp"

#include <vector>

namespace sptune::calibrate {

/// By accumulator: log(time of the phase where it takes every row that it can / time with the
/// policy). 0 where it makes no difference: it cannot take the rows, does so already, or was not
/// measured.
using Costs = std::vector<double>;

/// Of each matrix, for a phase. `tree` is that of the policy which they were measured with.
[[nodiscard]] std::vector<Costs> costs_of(const std::vector<MatrixTimes>& matrices, Phase phase,
                                          const Node& tree);

}  // namespace sptune::calibrate
