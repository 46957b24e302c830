// SPDX-License-Identifier: BSD-3-Clause
// Whole grids of a database, for searches without a machine.
#pragma once

#include "db/store.hpp"
#include "kernels/api/catalogue.hpp"
#include "tuner/search/simulate.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sptune::sweep {

struct GridQuery {
  std::string operation, value_type, cache;  ///< empty: whatever there is, if it is only one
};

struct StoredGrids {
  std::string operation, value_type, cache;
  std::size_t points = 0;             ///< of every grid
  std::vector<search::Grid> grids;    ///< of one context, the one with most
  std::size_t matrices = 0;           ///< that they are of
  double loading_s = 0;               ///< what the first trials took longer, all grids together
  std::vector<std::string> left_out;  ///< "matrix: why", and how many problems of other contexts
};

/// Problems of sweeps that measured all points of their plan, exhaustive ones and guided ones of
/// few points (search::guided_whole), whose trials hold as many points as that plan and as those of
/// the problem that has most. `catalogue` says what a plan asked for that has not been finished.
/// Throws UsageError where the query leaves several kinds of problems, InputError without such a
/// problem.
[[nodiscard]] StoredGrids stored_grids(const db::Store& store, const GridQuery& query,
                                       const Catalogue& catalogue);

}  // namespace sptune::sweep
