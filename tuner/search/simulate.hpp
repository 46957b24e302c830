// SPDX-License-Identifier: BSD-3-Clause
// A search played over a grid that was measured whole: what it would have found, and in which time.
#pragma once

#include "tuner/search/search.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace sptune::search {

/// One point as it was measured.
struct Stored {
  harness::Outcome outcome = harness::Outcome::ok;
  double median_us = 0;
  double seconds = 0;     ///< of the trial: preparing, verifying, sampling; not of loading
  double sampling_s = 0;  ///< of these, in runs that were sampled
  int samples = 0;
};

/// One problem with all its points.
struct Grid {
  std::string matrix, family;
  std::string parameters;  ///< of the operands: the number of dense columns
  Space space;
  std::vector<Stored> points;    ///< as space has them
  std::vector<double> features;  ///< of the matrix; NaN where undefined
  std::string matrix_hash{};     ///< of its content: a matrix may have several problems

  /// The least median of the points that were measured to the end; infinite when there is none.
  [[nodiscard]] double best_us() const;
  /// What measuring all of them took.
  [[nodiscard]] double seconds() const;
};

/// What became of a search on a grid.
struct Game {
  std::size_t trials = 0;
  double seconds = 0;
  double found_us = std::numeric_limits<double>::infinity();  ///< best that was measured to the end
  double close_s = std::numeric_limits<double>::infinity();   ///< until within `close` of the best
  std::vector<Answer> told;                                   ///< what the search came to know
};
inline constexpr double close = 1.02;

/// Until the search is over or the next trial would pass `budget_s`. A short measurement costs its
/// share of the sampling and all of the rest, and tells the median of the long one, which flatters
/// it.
[[nodiscard]] Game play(const Grid& grid, const Settings& settings, const Experience& experience,
                        double budget_s);

/// Everything that was measured on a grid.
[[nodiscard]] std::vector<Answer> all_answers(const Grid& grid);
/// What a search may know that plays on grids[own]: `known[g]` of the grids of other families with
/// the same parameters, as a sweep knows others, most similar matrix first.
[[nodiscard]] Experience of_other_families(const std::vector<Grid>& grids,
                                           const std::vector<std::vector<Answer>>& known,
                                           std::size_t own);

/// Positions of the most similar ones, the nearest first: Euclidean distance of the logarithms of
/// the features, each over its standard deviation.
[[nodiscard]] std::vector<std::size_t> most_similar(const std::vector<double>& features,
                                                    const std::vector<std::vector<double>>& others);
/// So many other matrices are enough, and more cost time.
inline constexpr std::size_t most_others = 48;

/// A statistic with the middle 95 % of its bootstrap over matrices, each with all its problems, and
/// seeds.
struct Estimate {
  double value = 0, low = 0, high = 0;
};

/// Of all games of a search; ratios are to the grid's best, shares are of the grid's time.
struct Score {
  double trials = 0;               ///< mean
  Estimate share_mean, share_p95;  ///< arithmetic mean: where no trial is paid for, a share is 0
  Estimate ratio_mean, ratio_p95;  ///< geometric mean
  double ratio_worst = 0;
  double reached = 0;  ///< share of the games that came within `close`
  /// Seconds to come within `close`, mean over games; one that never did is charged its own time
  /// and that of the whole grid.
  Estimate close_s;
  double close_share = 0;  ///< the same over the time of the whole grid
};

/// `games[g]` are those on grids[g], one per seed. Throws UsageError without any.
[[nodiscard]] Score score_of(const std::vector<Grid>& grids,
                             const std::vector<std::vector<Game>>& games);

}  // namespace sptune::search
