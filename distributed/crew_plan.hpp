// SPDX-License-Identifier: BSD-3-Clause
// What the schemes' variants are made of: a plan on rank 0 whose runs the whole crew computes.
#pragma once

#include "kernels/api/variant.hpp"
#include "kernels/distributed_spgemm/distributed_spgemm.hpp"
#include "sptune/plan.hpp"

#include "distributed/crew.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace sptune::distributed {

/// Refuses a number of ranks that the crew does not have.
[[nodiscard]] Fit fit_ranks(const Crew& crew, const DistributedSpgemmProblem& problem);
/// The same, and a smaller share of its host's memory than a rank needs for B beside its own rows.
[[nodiscard]] Fit fit_crew(const Crew& crew, const Way& way,
                           const DistributedSpgemmProblem& problem);
/// What it needs for B, in bytes.
[[nodiscard]] double bytes_for_b(const Way& way, const DistributedSpgemmProblem& problem);
/// Of a rank that has `memory` bytes on its `device`.
[[nodiscard]] Fit fit_memory(double b_bytes, std::int64_t memory, const std::string& device);

/// A and B are shared out when it is made. `symbolic` computes the whole product, messages, choices
/// of the local kernels and all, and the `numeric` after it has nothing left to do; a `numeric`
/// without a `symbolic` before it computes values alone, on lists, patterns and plans that are kept
/// from the second of them on.
[[nodiscard]] std::unique_ptr<SparsePlan> plan_crew(Crew& crew, const Way& way,
                                                    const DistributedSpgemmProblem& problem);

/// Name, summary and source of a scheme's variants.
[[nodiscard]] VariantFacts facts_of_variant(Scheme scheme);

/// `way_of` makes a Way of a configuration, `fit` judges it for a problem.
template <class Space, class WayOf, class FitWay>
[[nodiscard]] Variant variant_of(Scheme scheme, Crew& crew, const Space& space, WayOf way_of,
                                 FitWay fit) {
  return make_variant<DistributedSpgemmProblem>(
      facts_of_variant(scheme), space,
      [way_of, fit](const auto& config, const DistributedSpgemmProblem& problem) {
        return fit(way_of(config), problem);
      },
      [way_of, &crew](const auto& config, const DistributedSpgemmProblem& problem) {
        return plan_crew(crew, way_of(config), problem);
      });
}

/// The same for ranks on CPUs.
template <class Space, class WayOf>
[[nodiscard]] Variant variant_of(Scheme scheme, Crew& crew, const Space& space, WayOf way_of) {
  return variant_of(scheme, crew, space, way_of,
                    [&crew](const Way& way, const DistributedSpgemmProblem& problem) {
                      return fit_crew(crew, way, problem);
                    });
}

}  // namespace sptune::distributed
