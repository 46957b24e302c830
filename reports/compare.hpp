// SPDX-License-Identifier: BSD-3-Clause
// Two measurements of the same problems side by side: faster, slower, the same, or not to be told.
#pragma once

#include "harness/records/verdict.hpp"
#include "reports/side.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sptune::reports {

using harness::Verdict;

/// Time of B over time of A with its 95 % interval; the verdict is of B.
struct Ratio {
  double value = 0, low = 0, high = 0;
  Verdict verdict = Verdict::ambiguous;
};
/// `same_within`: 0.05 where the whole interval has to lie within 5 % of 1.
[[nodiscard]] Ratio answered(double value, harness::Interval interval, double same_within);

/// One configuration, measured to the end on both sides, each in trials of its own.
struct ComparedConfiguration {
  std::string configuration;
  bool baseline = false;
  bool finalist = false;  ///< in A: measured again with others, so that its interval is meant
  double a_us = 0, b_us = 0;
  Ratio ratio;
  bool held = false;  ///< A's interval holds B's median
};

/// Whether both sides would choose the same.
enum class Winner : std::uint8_t {
  same,        ///< one configuration is the fastest of both
  tied,        ///< one side does not tell the two winners apart
  other,       ///< each is told to be faster on its own side
  unmeasured,  ///< a side measured the other's winner not at all, or not to the end: nobody knows
};
[[nodiscard]] std::string_view to_string(Winner winner) noexcept;

struct ComparedProblem {
  ProblemName name;
  std::string context;  ///< label of A's, else of B's; empty where either file holds one
  std::string a, b;     ///< the fastest configuration that may be dispatched
  double a_us = 0, b_us = 0;
  Ratio ratio;             ///< of the two fastest
  double common_half = 0;  ///< of ln(ratio): half of the 95 % interval of what all share
  Winner winner = Winner::same;
  std::vector<ComparedConfiguration> configurations;
};

struct Comparison {
  std::vector<ComparedProblem> problems;
  /// With a best configuration on one side alone, in a context that both hold or that the other
  /// side lacks; each once.
  std::vector<ProblemName> only_a, only_b;
  /// Problems that were left out: the two bests stand on the very same trials.
  std::size_t same_trials = 0;
  /// Geometric mean of the problems' ratios; its interval is a bootstrap over the problems, and
  /// what is common to all problems of an occasion.
  Ratio overall;
  std::size_t finalists = 0,
              held = 0;  ///< finalists of A that B measured, see ComparedConfiguration
  /// What else differs: the fact, its values in A and in B.
  std::vector<std::tuple<std::string, std::string, std::string>> facts;

  [[nodiscard]] std::size_t count(Verdict verdict) const;
  [[nodiscard]] std::size_t count(Winner winner) const;
  /// The share of same and tied winners among those that are known; NaN where none is.
  [[nodiscard]] double winners_agree() const;
};

/// Throws UsageError where nothing can be compared, or it is not clear what with what.
[[nodiscard]] Comparison compare(const Side& a, const Side& b, double same_within);

/// One self-contained page (reports/page.hpp).
struct PageOptions;
[[nodiscard]] std::string page(const Comparison& comparison, const Side& a, const Side& b,
                               const PageOptions& options);

}  // namespace sptune::reports
