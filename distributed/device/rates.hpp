// SPDX-License-Identifier: BSD-3-Clause
// How fast ranks on GPUs are, for weighing schemes (cost.hpp).
#pragma once

#include "distributed/cost.hpp"
#include "distributed/device/ranks.hpp"

namespace sptune::distributed {

/// Collective, tenths of a second: latency and bandwidth over the ranks' transport with every rank
/// sending to the one before it, as in a ring, and products and sums on all GPUs at once, as ranks
/// that share one have them. The slowest rank's. Of one rank alone nothing travels: as Rates says.
[[nodiscard]] Rates measure_rates(DeviceRanks& ranks, const Dispatcher& dispatcher);

}  // namespace sptune::distributed
