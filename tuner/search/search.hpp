// SPDX-License-Identifier: BSD-3-Clause
// Which configuration to try next on a problem.
#pragma once

#include "harness/records/trial.hpp"
#include "kernels/api/variant.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::search {

/// What a searcher may look back on: the trials of this problem so far, in order.
struct Observation {
  ResolvedConfiguration configuration;
  harness::Outcome outcome = harness::Outcome::ok;
  double median_us = 0;  ///< 0 when not measured
};

class Searcher {
 public:
  virtual ~Searcher() = default;
  /// Next configuration, none when the search is over. Deterministic for a seed and a history, so
  /// that a resumed sweep goes on where it stopped.
  [[nodiscard]] virtual std::optional<ResolvedConfiguration> propose(
      const std::vector<Observation>& history) = 0;
  /// Upper bound on proposals, for ETAs.
  [[nodiscard]] virtual std::size_t at_most() const = 0;
};

/// All `candidates` in order; a configuration that is there twice is proposed once.
[[nodiscard]] std::unique_ptr<Searcher> exhaustive(std::vector<ResolvedConfiguration> candidates);
/// `budget` of them in seeded random order, the first of every variant (its default) ahead of the
/// others: never fewer than there are variants. The order is the same on every machine.
[[nodiscard]] std::unique_ptr<Searcher> random_search(std::vector<ResolvedConfiguration> candidates,
                                                      std::size_t budget, std::uint64_t seed);

}  // namespace sptune::search
