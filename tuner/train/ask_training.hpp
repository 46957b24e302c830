// SPDX-License-Identifier: BSD-3-Clause
// Fits what is known of candidates and of asking by the size of a matrix alone (model/asking.hpp),
// from what every answer would have cost on the training problems.
#pragma once

#include "tuner/model/asking.hpp"
#include "tuner/train/trainer.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace sptune::train {

/// One candidate on one problem.
struct AskTrial {
  double seconds = 0;  ///< of a run; 0: there is no time of it
  double prepare_s = 0;
  bool fits = true;  ///< what failed does, and is chosen like others: its loss tells; so may what
                     ///< was never tried
};

/// What every action costs on every problem at every number of runs.
struct AskSamples {
  std::vector<model::Header> headers;  ///< one per problem; all with a glance, or none
  std::vector<std::size_t> folds;      ///< one per problem: siblings share it
  std::vector<double> weights;         ///< one per problem: how much it counts
  /// One per problem: whether it judges what laws have gained, as matrices of applications do where
  /// there are enough; empty: all do.
  std::vector<bool> judges;
  std::vector<double> runs;      ///< rising from 1
  std::size_t candidates = 0;    ///< actions are these, taken unasked, and then asking
  std::vector<AskTrial> trials;  ///< [problem * candidates + candidate]
  /// [(problem * runs + k) * (candidates + 1) + action]: log(total / least total), where a
  /// candidate that does not fit is the default; NaN where it was never tried. A problem on which
  /// what may be taken is unknown does not count at that number of runs.
  std::vector<double> losses;
  /// [problem * runs + k]: the same of what runs without a model.
  std::vector<double> defaults;
  /// What the default expects of a run when it has looked at the rows, seconds, one per problem;
  /// empty: it does not look.
  std::vector<double> seen_s;
  /// Of each problem in the law of that: 0 for matrices that were drawn where others are enough.
  /// What asking gains on those says little of these, and the time that is seen stands for the
  /// size.
  std::vector<double> seen_weights;
  double seen_from_runs = 0;  ///< from so many on that default is what runs without a model
  /// [problem * runs + k]: losses of asking after a look. Where `seen_s` is.
  std::vector<double> asked_seen;

  [[nodiscard]] bool judged_by(std::size_t problem) const {
    return judges.empty() || judges[problem];
  }
  [[nodiscard]] const AskTrial& trial(std::size_t problem, std::size_t candidate) const {
    return trials[problem * candidates + candidate];
  }
  [[nodiscard]] const double* of(std::size_t problem, std::size_t k) const {
    return losses.data() + (problem * runs.size() + k) * (candidates + 1);
  }
  /// Loss of asking. `looked`: the default has looked before, for nothing.
  [[nodiscard]] double asked(std::size_t problem, std::size_t k, bool looked) const {
    return looked ? asked_seen[problem * runs.size() + k] : of(problem, k)[candidates];
  }
  [[nodiscard]] double of_default(std::size_t problem, std::size_t k) const {
    return defaults[problem * runs.size() + k];
  }
};

struct AskOptions {
  /// Loss that being slower than what runs without a model, by more than a tie, counts beside the
  /// time itself.
  double slower = 0.5;
  /// Mean loss that this may cost: where it would be more, less is charged.
  double price = 0.01;
  /// Seconds that asking takes, of which up to a tie's share of all runs are no question
  /// (model::Asking::cheap_share); 0: laws alone decide.
  double deciding_s = 0;
  /// Least share of the problems on which a candidate has a time: by their size alone nothing is
  /// known of those to which it does not fit, and finding out may take longer than it gains.
  double least_timed = 0.9;
  /// Standard errors by which asking has to gain on families held out, at each number of runs.
  /// Where a glance has been cast there is more to gain, and it has told what is not worth asking
  /// about.
  double sure = 2;
  /// Of the laws: ridge regression, as a share of the number of problems, inputs scaled.
  double ridge_of_times = 1e-3, ridge_of_worth = 0.02;
};

/// Laws of the times of candidates, and for every number of runs a law of what asking gains over
/// the best of those laws on families that they were not fitted on. `standard`: the default.
[[nodiscard]] model::Asking fit_asking(const AskSamples& samples, std::size_t standard,
                                       const AskOptions& options = {});

/// Chooses from how many runs on to glance, and at what share of all runs: what gains most over
/// going by size alone on families that neither was fitted on, the glance paid, each problem
/// counted `weights`. False where nothing gains. `seen`: `by_size` with a glance in the headers.
[[nodiscard]] bool tune_glance(const AskSamples& by_size, const model::Asking& asking,
                               const AskSamples& seen, std::size_t standard,
                               const AskOptions& options, model::Glancing& glancing);

/// Numbers of runs to look at, from 1 to a million, four per decade.
[[nodiscard]] std::vector<double> ask_runs();

}  // namespace sptune::train
