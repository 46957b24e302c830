// SPDX-License-Identifier: BSD-3-Clause
// The last step of scoring a forest for all candidates: what their leaves add up to. Private to the
// module.
#pragma once

#include <cstdint>
#include <span>

namespace sptune::model {

/// Candidates, a bit each, that have come to a node of a forest.
struct CandidateGroup {
  std::uint64_t candidates;
  std::uint32_t node;
};

/// sums[c] += values[node] for every group that holds candidate c, in the order of the groups: the
/// same bits whatever the instruction set. `values`: one per node of the forest. `sums`: at most
/// 64, as many as there are candidates.
void add_leaves(std::span<const CandidateGroup> groups, std::span<const float> values,
                std::span<double> sums);

}  // namespace sptune::model
