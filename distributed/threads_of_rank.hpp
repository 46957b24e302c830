// SPDX-License-Identifier: BSD-3-Clause
// How many threads a rank has, of the cores that it shares with other ranks of its host.
#pragma once

#include <vector>

namespace sptune::distributed {

/// What `rank` would have alone is divided by the ranks that may run on any of its processors, and
/// the quota by all of them; rounded down, but 1 at least.
/// `granted`: threads that this process alone would use. `processors`: of each rank of the host,
/// those that it may run on, rising; empty where the system does not say: any. `quota`: cores'
/// worth of time that the ranks have together, in the control group of their container or job.
[[nodiscard]] int threads_of_rank(int granted, const std::vector<std::vector<int>>& processors,
                                  int rank, double quota);

}  // namespace sptune::distributed
