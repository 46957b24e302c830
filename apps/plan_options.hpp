// SPDX-License-Identifier: BSD-3-Clause
// What `sptune sweep run` and `sptune-distributed tune` share on the command line: which matrices
// are left out, when a trial has samples enough, and what is measured again.
#pragma once

#include "apps/option_values.hpp"
#include "harness/records/trial.hpp"
#include "tuner/sweep/plan.hpp"

#include <CLI/CLI.hpp>

namespace sptune::apps {

inline void add_finalists(CLI::App& sub, sweep::Plan& plan, bool& none) {
  auto* without =
      sub.add_flag("--no-finalists", none, "Do not measure the best of a problem again");
  sub.add_option("--finalists-within", plan.finalists_within,
                 "Measure again, interleaved, the points whose fastest sample is within this ratio "
                 "of the best median; 1.5 for a model to learn from; and other libraries' fastest "
                 "points and default calls within ten times the best")
      ->check(in_range(1.0, 100.0))
      ->excludes(without)
      ->capture_default_str();
  sub.add_option(
         "--repetitions", plan.repetitions,
         "Repetitions of the suite: finalists are measured again in each, far apart in time, and "
         "the spread between them gives the intervals")
      ->check(in_range(1, 1000))
      ->excludes(without)
      ->capture_default_str();
}

/// When a trial has samples enough.
inline void add_sampling_ends(CLI::App& sub, harness::Protocol& protocol) {
  sub.add_option("--confidence", protocol.confidence_width,
                 "Stop when the relative confidence interval of the median is narrower")
      ->check(positive_number());
  sub.add_option("--dominated-ratio", protocol.dominated_ratio,
                 "Drop configurations this many times slower than the best after the pilot "
                 "samples; 0: never, else at least 1")
      ->check(number_where([](double v) { return v == 0 || v >= 1; }, "0, or a number of 1 or more",
                           "0 OR FROM 1"));
}

inline void add_size_limits(CLI::App& sub, sweep::Limits& limits) {
  add_count_limit(sub, "--max-nnz", limits.max_nnz, "entries",
                  "Leave out matrices with more entries");
  add_count_limit(sub, "--max-products", limits.max_products, "multiplications",
                  "Leave out products with more multiplications");
  sub.add_option("--max-matrices", limits.max_matrices, "Most matrices; 0: all")
      ->check(number_from_0());
}

}  // namespace sptune::apps
