// SPDX-License-Identifier: BSD-3-Clause
// A search on one problem, answered from the database as far as that goes. Private to the module.
#pragma once

#include "tuner/search/search.hpp"
#include "tuner/sweep/planned_problem.hpp"
#include "tuner/sweep/session.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sptune::sweep {

/// The points of a plan's search among the configurations that fit, and the baselines that are
/// measured whole beside it.
class ProblemSearch {
 public:
  ProblemSearch(const search::Settings& settings, std::vector<ResolvedConfiguration> fitting);

  [[nodiscard]] const search::Space& space() const { return *space_; }
  [[nodiscard]] const ResolvedConfiguration& at(std::size_t point) const { return points_[point]; }
  [[nodiscard]] const std::vector<ResolvedConfiguration>& beside() const { return beside_; }
  [[nodiscard]] std::unique_ptr<search::Strategy> begin(const search::Experience& known) const {
    return search::make_strategy(*space_, settings_, known);
  }
  /// What is stored of the point and answers the question. A short measurement is answered by the
  /// attempt of its rung, or by a long one.
  [[nodiscard]] std::optional<search::Answer> answer(const search::Question& question,
                                                     const Stored& stored) const;

 private:
  search::Settings settings_;
  std::vector<ResolvedConfiguration> points_, beside_;
  std::unique_ptr<const search::Space> space_;  ///< strategies refer to it
};

/// Trials that a plan is expected to take on a problem with these configurations, all of which fit.
[[nodiscard]] std::size_t expected_points(const Plan& plan,
                                          std::vector<ResolvedConfiguration> fitting);

/// Trials left on this problem, given the stored ones: refusals and searched points. While a
/// search is under way whose answers decide what comes next, their number is an estimate.
struct Pending {
  std::int64_t refusals = 0;
  std::int64_t trials = 0;
  std::int64_t stored = 0;
};
using Knowing = std::function<search::Experience(const search::Space&)>;
/// Is told of each of the trials, and of each of those stored that are no refusals; of an estimate
/// some point, spread over all.
using EachPoint = std::function<void(const ResolvedConfiguration&, bool stored)>;
[[nodiscard]] Pending pending(const Plan& plan, const PlannedProblem& problem, const Stored& stored,
                              const Knowing& knowing, const EachPoint& each = {});

}  // namespace sptune::sweep
