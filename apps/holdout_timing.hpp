// SPDX-License-Identifier: BSD-3-Clause
// `sptune evaluate --measure` on the command line: options, run and output.
#pragma once

#include "apps/sweep_output.hpp"
#include "tuner/holdout/evaluation_view.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sptune::apps {

struct HoldoutOptions {
  bool wanted = false;
  holdout::Options timing;
  std::string database;  ///< empty: beside the sweep's
  std::string budget;
  ProgressOptions progress;

  void add_to(CLI::App& sub);
};

/// Hold-out times and the losses by them.
struct HoldoutTiming {
  holdout::Result result;
  std::vector<holdout::RemeasuredProblem> again;
  std::vector<holdout::EvaluationView> views;
  std::string database;

  /// Null where the problem was not measured.
  [[nodiscard]] const holdout::RemeasuredProblem* of(std::size_t problem) const;
  /// The model's line of the last view, which gates are held to. Throws InputError when nothing was
  /// measured.
  [[nodiscard]] const train::Summary& model_summary() const;
};

/// Checks before anything is trained what `time_holdout` would refuse. Throws UsageError and
/// InputError.
void check_holdout(const HoldoutOptions& options, const std::string& sweep_database,
                   const db::Store& sweep, const train::Dataset& data);

[[nodiscard]] HoldoutTiming time_holdout(const HoldoutOptions& options,
                                         const std::string& sweep_database, const db::Store& sweep,
                                         const train::Dataset& data,
                                         const train::Evaluation& evaluation, double runs);

void print_holdout(const HoldoutTiming& timing, const HoldoutOptions& options);
[[nodiscard]] nlohmann::ordered_json holdout_json(const HoldoutTiming& timing,
                                                  const HoldoutOptions& options);
/// Of one matrix: members for its JSON object; null members where it was not measured.
[[nodiscard]] nlohmann::ordered_json remeasured_json(const holdout::RemeasuredProblem* again);
/// The same as columns: names with a comma before each, and values with a comma before each.
[[nodiscard]] std::string csv_header();
[[nodiscard]] std::string csv_values(const HoldoutTiming& timing, std::size_t problem);

}  // namespace sptune::apps
