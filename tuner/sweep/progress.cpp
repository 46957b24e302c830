// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/progress.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sptune::sweep {
namespace {

/// The model counts as much as so many trials: the first ones pay for what is loaded once, and say
/// little of a thousand.
constexpr double trials_believed = 8;

}  // namespace

void ProgressTracker::expect(std::size_t matrix, Work work) {
  if (expected_.size() <= matrix) expected_.resize(matrix + 1);
  expected_[matrix] = std::move(work);
}

void ProgressTracker::begin(std::size_t matrix, Work pending, std::int64_t stored) {
  upper_ += expected_[matrix].trials;
  exact_ += pending.trials + stored;
  expected_[matrix] = {};
  done_ += stored;
  current_ = std::move(pending);
}

void ProgressTracker::trial_done(Operation operation, double modelled_s, double measured_s) {
  ++done_;
  current_.trials = std::max<std::int64_t>(current_.trials - 1, 0);
  double& left = current_.seconds[operation];
  left = std::max(left - modelled_s, 0.0);
  if (modelled_s <= 0) return;
  if (!calibration_.knows(operation)) {
    calibration_.add(operation, trials_believed * modelled_s, trials_believed * modelled_s);
  }
  calibration_.add(operation, modelled_s, measured_s);
}

void ProgressTracker::matrix_done() {
  current_ = {};
  ++matrices_done_;
}

std::int64_t ProgressTracker::expected() const {
  double later = 0;
  for (const Work& w : expected_) later += static_cast<double>(w.trials);
  return done_ + current_.trials + std::llround(later);
}

double ProgressTracker::eta_s() const {
  // Of the configurations of matrices still to come, as many will be left as were so far.
  const double share = upper_ > 0 ? static_cast<double>(exact_) / static_cast<double>(upper_) : 1.0;
  double seconds = 0;
  const auto add = [&](const Work& work, double weight) {
    for (const auto& [operation, s] : work.seconds) {
      seconds += weight * s * calibration_.factor(operation);
    }
  };
  add(current_, 1);
  for (const Work& w : expected_) add(w, share);
  return seconds;
}

}  // namespace sptune::sweep
