// SPDX-License-Identifier: BSD-3-Clause
// What the schemes' variants are made of: a plan on rank 0 whose runs the whole crew computes.
#pragma once

#include "kernels/distributed_spgemm/distributed_spgemm.hpp"
#include "sptune/plan.hpp"

#include "distributed/crew.hpp"

#include <memory>

namespace sptune::distributed {

/// Refuses a number of ranks that the crew does not have, and less memory than a rank needs for
/// `b_bytes` of B beside its own rows.
[[nodiscard]] Fit fit_crew(const Crew& crew, const DistributedSpgemmProblem& problem,
                           double b_bytes);

/// Bytes of B.
[[nodiscard]] double bytes_of_b(const DistributedSpgemmProblem& problem);

/// A and B are shared out when it is made. `symbolic` computes the whole product, messages, choices
/// of the local kernels and all, and the `numeric` after it has nothing left to do; a `numeric`
/// without a `symbolic` before it computes values alone, on lists, patterns and plans that are kept
/// from the second of them on.
[[nodiscard]] std::unique_ptr<SparsePlan> plan_crew(Crew& crew, const Way& way,
                                                    const DistributedSpgemmProblem& problem);

}  // namespace sptune::distributed
