// SPDX-License-Identifier: BSD-3-Clause
// What it costs to see a matrix and to decide: timed for `sptune features`.
#pragma once

#include "kernels/api/problem.hpp"
#include "sptune/dispatcher.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <limits>
#include <string>

namespace sptune::apps {

inline constexpr int feature_repeats = 7;  ///< of what is told as a median
inline constexpr double unknown_cost = std::numeric_limits<double>::quiet_NaN();

/// What reading a file took: text to CSR, unpacking included.
struct Reading {
  double seconds = unknown_cost;
  double peak_bytes = unknown_cost;  ///< above what the process held before
};

/// What a model's choice for a matrix takes, all medians but the run.
struct Deciding {
  double predict_s = unknown_cost;  ///< the forests, for all candidates
  double decide_s = unknown_cost;   ///< features, forests, and asking whether the winner fits
  double again_s = unknown_cost;    ///< the same for a pattern that was asked about before
  double run_s = unknown_cost;      ///< fastest run of what was chosen, hot
  std::string chosen;
};

/// A run of the default: the currency in which costs are repaid.
[[nodiscard]] double time_default(const Problem& problem);

/// Reads the entry's file again, past the cache; nothing to tell of generated matrices.
[[nodiscard]] Reading time_reading(const suites::SuiteEntry& entry);

/// A model as the program that links the dispatcher has it.
class DecidingTimer {
 public:
  explicit DecidingTimer(const std::string& path);
  /// Medians of `feature_repeats` decisions on a matrix that was just used, as in an application.
  [[nodiscard]] Deciding time(const Problem& problem) const;

 private:
  dispatch::KnownModels models_;
  Dispatcher dispatcher_;
};

}  // namespace sptune::apps
