// SPDX-License-Identifier: BSD-3-Clause
// Which configurations and which matrices, in which order.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/sweep/plan.hpp"

#include <string>
#include <vector>

namespace sptune::sweep {

/// Whether the plan asks for kernels of this operation, other libraries where it wants them.
[[nodiscard]] bool wanted(const Variant& v, const Plan& plan, Operation operation);

/// Configurations of one operation in the order in which they are tried: the default of every
/// variant first, so that a good time is known early and slow points are dropped after their pilot.
/// Throws UsageError when a name of the plan means nothing to the catalogue.
[[nodiscard]] std::vector<ResolvedConfiguration> select_configurations(const Plan& plan,
                                                                       Operation operation,
                                                                       const Catalogue& catalogue);

/// The problems of an operation on a matrix of this shape, with the plan's parameters where the
/// operation takes any. Throws UsageError for parameters that it does not.
[[nodiscard]] std::vector<OperandChoice> operand_choices(const Plan& plan, Operation operation,
                                                         std::int64_t rows, std::int64_t cols);

/// Checks every name and pattern of the plan against the catalogue over all its operations.
/// Throws UsageError that lists what is known.
void check_selection(const Plan& plan, const Catalogue& catalogue);

/// Matrices in the order in which they are swept: one of every group, then the second of every
/// group, and so on; groups and siblings in an order drawn from the seed. Wherever a budget ends,
/// as many groups as possible have been seen and sizes are not biased towards small ones, which is
/// what a model that is split by group needs. The order does not depend on which matrices are known
/// already.
[[nodiscard]] std::vector<suites::SuiteEntry> order_matrices(
    std::vector<suites::SuiteEntry> entries, std::uint64_t seed);

}  // namespace sptune::sweep
