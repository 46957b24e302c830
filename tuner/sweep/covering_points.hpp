// SPDX-License-Identifier: BSD-3-Clause
// Which points a search says are worth measuring everywhere.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "tuner/sweep/plan.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sptune::sweep {

/// For Plan::only, of the variants that the plan asks for: of each of its operations the fewest
/// points, nearly, that hold one within 1 % of the fastest on every problem that has usable trials
/// in `searched`, what runs where nothing is known of a matrix, and other libraries whole. Greedy:
/// the point that is so near on most of the problems that have none yet comes next (Chvátal, Math.
/// Oper. Res. 4(3), 1979: at most the logarithm of their number times as many as are needed).
/// Throws UsageError where an operation has no such trials on the backend, or a point is none of
/// the catalogue's.
[[nodiscard]] std::vector<std::string> covering_points(const std::filesystem::path& searched,
                                                       const Plan& plan,
                                                       const Catalogue& catalogue);

}  // namespace sptune::sweep
