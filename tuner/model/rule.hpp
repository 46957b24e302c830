// SPDX-License-Identifier: BSD-3-Clause
// When to leave the default: one pure function, used by the dispatcher on an application's matrix
// and by `sptune evaluate` on held-out trials alike. It compares totals: preparing, the default's
// too, and all expected runs. Its constants are chosen by cross-validation and live in the model
// file. What deciding costs is spent by then; whether to spend it is asked before (asking.hpp).
#pragma once

#include "kernels/api/problem.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace sptune::model {

struct Rule {
  static constexpr double any_loss = 1e9;         ///< a `max_loss` that forbids nothing
  static constexpr double no_gain_is_enough = 1;  ///< a `min_gain` that keeps the default
  static constexpr double most_apart = 10;        ///< an `apart` with which nothing can be told
  static constexpr double most_apart_units = 1000;

  /// 0: rank candidates by their expected time; 1: by Score::ratio_worst.
  double risk = 0;
  /// Least expected gain of a switch, as a share of the default's total.
  double min_gain = 0.01;
  /// A switch to what may take more than this multiple of the default's total, by
  /// Score::ratio_worst, is not made.
  double max_loss = any_loss;
  /// By how much, in log(time), predictions of two good candidates are off one another: what is not
  /// further apart than that may be tried in real runs (contenders.hpp).
  double apart = 0.05;
  /// The same as a multiple of the unit in which residuals at the matrix are quoted (Uncertainty);
  /// 0: `apart` at all matrices, in files from before.
  double apart_units = 0;
  /// A switch must gain so many times Score::spread beside `min_gain`.
  double doubt = 0;

  [[nodiscard]] bool keeps_default() const { return min_gain >= no_gain_is_enough; }

  friend bool operator==(const Rule&, const Rule&) = default;
};

struct Score {
  std::size_t candidate = 0;  ///< index into Model::candidates()
  double seconds = 0;         ///< predicted time of one run
  double low = 0, high = 0;   ///< of seconds, at the model's stated coverage
  double ratio = 1;           ///< predicted time over the default candidate's
  double ratio_low = 1, ratio_high = 1;
  double ratio_worst = 1;  ///< upper end by what the candidate is off at any matrix
  double prepare_s = 0;    ///< one-off, predicted
  double spread = 0;       ///< how far log(ratio) is off at this matrix, as models quote it
};

struct Decision {
  std::size_t candidate = 0;  ///< the default's when abstained
  bool switched = false;
  std::string reason;  ///< one line
};

/// `runs` may be infinite. `fit` is asked only about candidates that would win (asking can cost a
/// pass over the rows), in the order in which they would. `scores` must hold every candidate once.
[[nodiscard]] Decision decide(std::span<const Score> scores, std::size_t default_candidate,
                              double runs, const Rule& rule,
                              const std::function<Fit(std::size_t)>& fit);

/// Runs after which preparing has paid against the default: 0 when it takes no longer than the
/// default's own, infinite when it never pays, see ahead_until.
[[nodiscard]] double break_even_runs(const Score& score, const Score& standard);

/// Who prepares for less and runs for longer than the default has spent after so many runs what
/// was saved: below 1 it never pays. Infinite where runs take no longer, or preparing does.
[[nodiscard]] double ahead_until(const Score& score, const Score& standard);

/// The score of a candidate, which is among them.
[[nodiscard]] const Score& score_of(std::span<const Score> scores, std::size_t candidate);

}  // namespace sptune::model
