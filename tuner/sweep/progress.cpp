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
  begun_[matrix] = std::move(pending);
}

void ProgressTracker::trial_done(std::size_t matrix, Operation operation, double modelled_s,
                                 double measured_s) {
  ++done_;
  Work& current = begun_[matrix];
  if (current.trials == 0) {
    ++exact_;  // more than expected
  } else {
    --current.trials;
  }
  double& left = current.seconds[operation];
  left = std::max(left - modelled_s, 0.0);
  if (modelled_s <= 0) return;
  if (!calibration_.knows(operation)) {
    calibration_.add(operation, trials_believed * modelled_s, trials_believed * modelled_s);
  }
  calibration_.add(operation, modelled_s, measured_s);
}

void ProgressTracker::trials_left(std::size_t matrix, std::int64_t trials) {
  std::int64_t& left = begun_[matrix].trials;
  exact_ -= left - trials;
  left = trials;
}

void ProgressTracker::matrix_done(std::size_t matrix) {
  exact_ -= begun_[matrix].trials;  // that a search did not ask for
  begun_.erase(matrix);
  ++matrices_done_;
}

std::int64_t ProgressTracker::expected() const {
  double left = 0;
  for (const Work& w : expected_) left += share() * static_cast<double>(w.trials);
  for (const auto& [matrix, work] : begun_) left += static_cast<double>(work.trials);
  return done_ + std::llround(left);
}

/// Of the trials expected of matrices still to come, as many will be left as were so far.
double ProgressTracker::share() const {
  return upper_ > 0 ? static_cast<double>(exact_) / static_cast<double>(upper_) : 1.0;
}

double ProgressTracker::eta_s() const {
  double seconds = 0;
  const auto add = [&](const Work& work, double weight) {
    for (const auto& [operation, s] : work.seconds) {
      seconds += weight * s * calibration_.factor(operation);
    }
  };
  for (const auto& [matrix, work] : begun_) add(work, 1);
  for (const Work& w : expected_) add(w, share());
  return seconds;
}

}  // namespace sptune::sweep
