// SPDX-License-Identifier: BSD-3-Clause
// What it costs a product that an accumulator is asked first.
#pragma once

#include "tuner/calibrate/tree.hpp"

#include <vector>

namespace sptune::calibrate {

/// By accumulator: log(time of the phase where it takes every row that it can / time with the
/// policy).
using Costs = std::vector<double>;

/// Of each product whose rows are alike, for a phase, in front of the orders of such rows; `tree`
/// is that of the policy which they were measured with. 0 where it makes no difference: it cannot
/// take the rows, does so already, or was not measured; and of all other products. Where rows of
/// groups are filled, or B by strips, those who are forced take these rows as well: their times are
/// compared with that of whom the other rows ask now, and not with the policy's.
[[nodiscard]] std::vector<Costs> costs_for_rows(const std::vector<ProductTimes>& products,
                                                Phase phase, const Node& tree);

/// Of each product, for a phase, in front of everything; `tree` as above. What was not measured
/// counts as twice the time; 0 for whoever stands there already, and where rows of groups are
/// filled, for nobody does then.
[[nodiscard]] std::vector<Costs> costs_for_products(const std::vector<ProductTimes>& products,
                                                    Phase phase, const Node& tree);

}  // namespace sptune::calibrate
