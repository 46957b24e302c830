// SPDX-License-Identifier: BSD-3-Clause
// A policy from trials: both trees fitted, and what may be expected of it.
#pragma once

#include "tuner/calibrate/fit.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sptune::calibrate {

struct CalibrationOptions {
  FitOptions fit;
  std::string base;  ///< built-in policy that the trials were measured with and that is refined;
                     ///< empty: that of their architecture
  int folds = 2;     ///< below 2: not judged on products that it was not fitted on
  std::uint64_t seed = 1;
};

/// Geometric means over products of times before over times after, as trials predict them.
struct Gain {
  double count = 1, fill = 1;  ///< of the phases
  double total = 1;            ///< of the product
  double least = 1;            ///< total of the product that gains least
  std::size_t products = 0;
};

struct Calibration {
  std::string base;  ///< the built-in policy that was refined
  std::array<FittedTree, 2> trees;
  /// Whether products are asked about, by phase: not where questions about rows alone gain as much
  /// on products that they were not fitted on.
  std::array<bool, 2> asks_products{true, true};
  Gain on_all;  ///< on the products that it was fitted on
  /// Each product by the policy that was fitted without the fold of its matrix.
  std::optional<Gain> held_out;
  std::optional<Gain> judged;  ///< other products
};

/// Throws UsageError where no such policy is built in. `others`: products to judge the policy by,
/// measured in the same way; may be null.
[[nodiscard]] Calibration calibrate(const Trials& trials, const Accumulators& accumulators,
                                    const CalibrationOptions& options, const Trials* others);

/// The policy of that name as a file. `database`: where the trials come from.
[[nodiscard]] std::string text_of(const Calibration& c, const Trials& trials,
                                  const Accumulators& accumulators, const std::string& name,
                                  const std::string& database);

}  // namespace sptune::calibrate
