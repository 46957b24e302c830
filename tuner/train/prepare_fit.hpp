// SPDX-License-Identifier: BSD-3-Clause
// What preparing takes, fitted on trials.
#pragma once

#include "tuner/model/prepare_cost.hpp"

#include <array>
#include <vector>

namespace sptune::train {

/// One trial of a candidate: what preparing went through, and how long it took.
struct PrepareTrial {
  std::array<double, model::PrepareCost::terms> work{};
  double seconds = 0;
};

/// Coefficients, none below 0, with the least sum of squares of the relative errors: non-negative
/// least squares by active sets (Lawson and Hanson 1974). Trials that took no time are left out;
/// without any all coefficients are 0.
[[nodiscard]] model::PrepareCost fit_prepare(const std::vector<PrepareTrial>& trials);

}  // namespace sptune::train
