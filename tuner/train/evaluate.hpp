// SPDX-License-Identifier: BSD-3-Clause
// How good choices are on matrices of families that nothing was trained on: every fold trains its
// own model on the other families, portfolio, intervals and rule included, and chooses for its own.
#pragma once

#include "tuner/train/trainer.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace sptune::train {

struct EvaluateOptions {
  TrainOptions training;
  std::size_t folds = 0;   ///< 0: one per family
  bool test_part = false;  ///< one fold: learn from the development part, judge on the test part
  /// Expected runs: deciding and preparing are paid over so many, in the choice and in every
  /// figure.
  double runs = endless;
  std::vector<double> table;  ///< expected runs that Evaluation::by_runs has a row of
  bool probe = false;   ///< also what a plan delivers that tries the contenders in its first runs
  std::string against;  ///< canonical text of what Evaluation::by_runs is also held against
  /// Called after every fold with how many are done; from any thread, one at a time.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// A loss is NaN where what was chosen was never tried on the problem: a search measures what looks
/// good, and a time of something else in its place would judge the search. So is a problem not
/// judged on which that is the model's choice or what runs without a model.
[[nodiscard]] inline bool judged(double loss_model, double loss_default) {
  return !std::isnan(loss_model) && !std::isnan(loss_default);
}

/// One problem at one number of expected runs, everything paid: extracting features and scoring
/// where the model was asked, preparing, and all the runs. Losses are over the oracle at that
/// number, which pays for preparing, too.
struct RunsResult {
  std::size_t chosen = 0;      ///< configuration
  bool asked = false;          ///< features were extracted and candidates scored
  double spent_s = 0;          ///< on a glance, on deciding, and on a look that was for nothing
  std::size_t contenders = 0;  ///< tried beside the choice; 0 unless EvaluateOptions::probe
  double loss_model = 1, loss_default = 1;
  double loss_portfolio = 1;  ///< of the best tried of the fold's portfolio, chosen for nothing
  /// With probing: the contenders' preparing and their runs in the race are paid, too. That of the
  /// choice where it has none.
  double loss_probed = 1;
  /// Of the best of other people's code at that number, its own preparing paid.
  double loss_baseline = std::numeric_limits<double>::quiet_NaN();
  /// Of EvaluateOptions::against, its own preparing paid.
  double loss_against = std::numeric_limits<double>::quiet_NaN();
};

/// What was predicted of one candidate's log(time / default's time) beside what was measured.
struct IntervalCheck {
  double width = 0;  ///< of the interval
  bool held = false;
};

/// Losses of a run of its own over the configuration that looked best when each was measured alone,
/// by the repetitions that followed: a time that made it the oracle does not judge it, so that it
/// is not the winner's luck that others are held against. NaN where it was not measured again.
struct AnotherTiming {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double model = unknown;
  double portfolio = unknown;  ///< of the fold's candidate that looked best so
  double single = unknown, standard = unknown, rule = unknown;
};

/// One problem as every selector saw it. Losses are time / oracle, 1 is the oracle.
struct HeldOutResult {
  std::size_t problem = 0;  ///< into Dataset::problems
  std::size_t fold = 0;
  std::size_t chosen = 0;  ///< configuration of the model's choice
  std::size_t single = 0;  ///< the one that is best on all families but those of the fold
  std::size_t rule = 0;    ///< of the nnz/rows rule
  bool switched = false;
  std::string reason;
  double predicted_us = 0, low_us = 0, high_us = 0;  ///< of the choice
  double loss_model = 1, loss_single = 1, loss_default = 1, loss_rule = 1;
  double loss_first_2 = 1;    ///< of the best of the two candidates with the least predicted times
  double loss_first_4 = 1;    ///< of four: what a choice by trying them could reach
  double loss_portfolio = 1;  ///< of the best tried of the fold's portfolio
  double loss_baseline =
      std::numeric_limits<double>::quiet_NaN();  ///< below 1: it beats the oracle
  bool interval_held = false;  ///< the measured time lies in the predicted interval
  AnotherTiming another;       ///< below 1: the choice beats what looked best
  double deciding_s = 0;       ///< what asking would take: TrainOptions::deciding
  double spent_s = 0;          ///< RunsResult::spent_s at EvaluateOptions::runs
  /// |predicted / measured - 1| of what preparing takes, of every candidate that fits.
  std::vector<double> prepare_errors;
  std::vector<IntervalCheck> intervals;  ///< of every candidate that fits, but for the default
  std::vector<RunsResult> at_runs;       ///< in the order of EvaluateOptions::table
};

/// What one selector makes of many problems.
struct Summary {
  std::string selector;
  std::size_t problems = 0;  ///< those that are judged and on which its loss is known
  static constexpr double of_none = std::numeric_limits<double>::quiet_NaN();
  double share_of_oracle = of_none;                      ///< geometric mean of oracle / time
  double p95 = of_none, p99 = of_none, worst = of_none;  ///< of time / oracle
  std::size_t ties = 0;    ///< within 2 % of the oracle: as good as can be told
  std::size_t slower = 0;  ///< more than 2 % slower than the default, by asking it and staying, too
  std::size_t slower_switches = 0;  ///< of those, left it; RunsRow does not tell
};

/// Of losses (time / oracle; NaN: unknown) beside those of the default on the same problems.
/// `switched`: where the default was left; empty: wherever it is slower, as of selectors that pay
/// for no deciding.
[[nodiscard]] Summary summarise(std::string selector, const std::vector<double>& losses,
                                const std::vector<double>& of_default,
                                const std::vector<bool>& switched = {});

/// The choice beside one named configuration, on the judged problems where that has a usable trial.
struct AgainstOne {
  std::size_t problems = 0;
  double faster = 0;       ///< geometric mean of its time over that of the choice
  std::size_t slower = 0;  ///< problems on which the choice takes over 2 % longer
  double worst = 0;        ///< most that the choice takes, over its time
};

/// What everybody delivers at one number of expected runs.
struct RunsRow {
  double runs = endless;
  Summary model, standard, portfolio;  ///< `standard`: the default
  /// The choice with probing, of the problems on which all contenders were tried; none without it.
  Summary probed;
  double contenders = 0;             ///< mean number of those tried beside the choice
  double asked = 0;                  ///< share of the problems on which the model was asked
  std::size_t untried = 0;           ///< problems that are not judged
  std::size_t baselines = 0;         ///< problems judged with other people's code
  std::size_t probed_baselines = 0;  ///< of those, where all contenders were tried
  /// Geometric means over those of the best baseline's time over that of the choice, of the default
  /// and of the oracle; NaN where there are none.
  double over_baseline = 0, default_over_baseline = 0, oracle_over_baseline = 0;
  double probed_over_baseline = 0;
  AgainstOne against;  ///< EvaluateOptions::against
};

/// How often intervals of log(time / default's time) held, over all candidates of all problems.
struct IntervalSummary {
  double coverage = 0, median_width = 0;
  std::array<double, 4> by_quarter{};  ///< coverage, from the narrowest quarter to the widest
};

struct Evaluation {
  /// In the order of the data set. Where Problem::held_out is not set, only problem and fold are.
  std::vector<HeldOutResult> held_out;
  std::vector<Summary> all;          ///< over every held-out problem
  std::vector<Summary> above_floor;  ///< over those that take at least 1.25 times an empty trial
  std::vector<Summary> another;      ///< over those that have AnotherTiming
  std::vector<RunsRow> by_runs;      ///< over every held-out problem
  double features_s = 0, deciding_s = 0;  ///< medians of what features, and deciding in all, take
  double prepare_error_p50 = 0, prepare_error_p90 = 0;
  std::size_t near_floor = 0;
  std::size_t untried = 0;  ///< held-out problems that are not judged at EvaluateOptions::runs
  std::size_t folds = 0;
  std::size_t siblings = 0;  ///< problems of the other side that a judged family kept from training
  double interval_coverage = 0;  ///< share of the usable choices whose time lay in theirs
  IntervalSummary intervals;
  std::vector<std::string> singles;  ///< best single configuration, distinct ones over the folds
};

[[nodiscard]] Evaluation evaluate(const Dataset& data, const EvaluateOptions& options);
/// Learns from `data` and judges `judged`, the same problems: where_values_change(data).
[[nodiscard]] Evaluation evaluate(const Dataset& data, const Dataset& judged,
                                  const EvaluateOptions& options);

/// Before EvaluateOptions::test_part: nothing outside of the test part is held out.
void hold_out_test_part(Dataset& data);

}  // namespace sptune::train
