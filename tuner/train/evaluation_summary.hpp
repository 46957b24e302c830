// SPDX-License-Identifier: BSD-3-Clause
// Private to the module: what an evaluation's problems come to.
#pragma once

#include "tuner/train/evaluate.hpp"

#include <cstddef>
#include <vector>

namespace sptune::train {

/// One per selector.
[[nodiscard]] std::vector<Summary> summaries(const std::vector<HeldOutResult>& held_out);

/// One per selector that AnotherTiming tells of.
[[nodiscard]] std::vector<Summary> another_summaries(const std::vector<HeldOutResult>& held_out);

/// Of number k of EvaluateOptions::table. `probe`: EvaluateOptions::probe.
[[nodiscard]] RunsRow runs_row(const std::vector<HeldOutResult>& held_out, std::size_t k,
                               double runs, bool probe);

[[nodiscard]] IntervalSummary summarise(std::vector<IntervalCheck> checks);

}  // namespace sptune::train
