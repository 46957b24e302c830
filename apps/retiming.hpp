// SPDX-License-Identifier: BSD-3-Clause
// `sptune evaluate --retime` on the command line: its options, its run and what it shows.
#pragma once

#include "apps/sweep_output.hpp"
#include "tuner/holdout/reading.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace sptune::apps {

struct RetimingOptions {
  bool wanted = false;
  retime::Options retime;
  std::string database;  ///< empty: beside the sweep's
  std::string budget;
  ProgressOptions progress;

  void add_to(CLI::App& sub);
};

/// What came of timing again.
struct Retiming {
  retime::Result result;
  std::vector<retime::Again> again;
  std::vector<retime::Reading> readings;
  std::string database;

  /// Null where the problem was not timed again.
  [[nodiscard]] const retime::Again* of(std::size_t problem) const;
  /// The model's line of the last reading, which gates are held to. Throws InputError when nothing
  /// was timed again.
  [[nodiscard]] const train::Summary& judged() const;
};

/// Asks before anything is trained whether `time_again` will be refused. Throws UsageError and
/// InputError.
void check_retiming(const RetimingOptions& options, const std::string& sweep_database,
                    const db::Store& sweep, const train::Dataset& data);

[[nodiscard]] Retiming time_again(const RetimingOptions& options, const std::string& sweep_database,
                                  const db::Store& sweep, const train::Dataset& data,
                                  const train::Evaluation& evaluation, double runs);

void print_retiming(const Retiming& retiming, const RetimingOptions& options);
[[nodiscard]] nlohmann::ordered_json retiming_json(const Retiming& retiming,
                                                   const RetimingOptions& options);
/// Of one matrix: members for its JSON object; null members where it was not timed again.
[[nodiscard]] nlohmann::ordered_json again_json(const retime::Again* again);
/// The same as columns: names with a comma before each, and values with a comma before each.
[[nodiscard]] std::string csv_header();
[[nodiscard]] std::string csv_values(const Retiming& retiming, std::size_t problem);

}  // namespace sptune::apps
