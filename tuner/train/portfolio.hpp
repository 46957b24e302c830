// SPDX-License-Identifier: BSD-3-Clause
// Which few configurations a dispatcher chooses among: predicting all of them would cost more than
// it gains, and a handful covers nearly all of the gain.
#pragma once

#include "tuner/train/dataset.hpp"

#include <cstddef>
#include <vector>

namespace sptune::train {

/// Indices into data.configurations, the defaults first, of endless and of fewer runs, then
/// greedily the configuration that lowers most the mean over problems of l + tail_weight * l^2,
/// with l = log(best of the portfolio / oracle), endless runs counting for 0.7 and 10, 100 and 1000
/// runs with preparing paid for 0.1 each, until `size` are there or the next would lower it by less
/// than 1e-4. Greedy choice is within 1 - 1/e of the best possible portfolio, the objective being
/// submodular (Nemhauser, Wolsey and Fisher 1978).
[[nodiscard]] std::vector<std::size_t> choose_portfolio(const Dataset& data, std::size_t size,
                                                        double tail_weight = 1.0);

/// Configuration with the lowest mean log(time / oracle) over the problems, preparing paid over so
/// many runs, among those tried on nine in ten of them; where it does not fit or was not tried, the
/// default's time counts, and `failed_loss` where it fails; the default where no other is better.
/// What a tuner without a model would install.
[[nodiscard]] std::size_t best_single(const Dataset& data, double runs = endless);

}  // namespace sptune::train
