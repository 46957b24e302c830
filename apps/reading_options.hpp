// SPDX-License-Identifier: BSD-3-Clause
// How a matrix is read from its file, for every verb that takes one: a manifest may say the same.
#pragma once

#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>

namespace sptune::apps {

struct ReadingOptions {
  bool drop_out_of_range = false;
  bool seeded_values = false;

  void add_cleaning_to(CLI::App& sub) {
    sub.add_flag("--drop-out-of-range", drop_out_of_range,
                 "Drop and count entries outside the matrix (0-based files) instead of refusing");
  }
  void add_values_to(CLI::App& sub) {
    sub.add_flag("--seeded-values", seeded_values, "Pattern files: seeded values instead of ones");
  }
  void add_to(CLI::App& sub) {
    add_cleaning_to(sub);
    add_values_to(sub);
  }
  /// Beside what the suite says of it.
  void apply_to(suites::SuiteEntry& entry) const {
    entry.drop_out_of_range |= drop_out_of_range;
    entry.seeded_values |= seeded_values;
  }
};

}  // namespace sptune::apps
