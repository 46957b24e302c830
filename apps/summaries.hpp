// SPDX-License-Identifier: BSD-3-Clause
// Selectors of an evaluation side by side, as a table and as JSON.
#pragma once

#include "tuner/train/evaluate.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sptune::apps {

/// A number of expected runs, or "endless".
[[nodiscard]] std::string runs_text(double runs);
/// The reverse, for --runs; throws UsageError.
[[nodiscard]] double parse_runs(const std::string& text);
/// One line per number of expected runs: the choice, everything paid, and what else one could do.
void print_runs_table(const std::vector<train::RunsRow>& rows);
/// The same of plans that probe, and of how many problems.
void print_probed_table(const std::vector<train::RunsRow>& rows);
/// The same beside one configuration, of the problems on which that was tried.
void print_against_table(const std::vector<train::RunsRow>& rows);
/// All of them. `probe`: train::EvaluateOptions::probe.
[[nodiscard]] nlohmann::ordered_json runs_table_json(const std::vector<train::RunsRow>& rows,
                                                     bool probe);

/// One line per selector that has problems.
void print_summaries(const std::vector<train::Summary>& rows);
[[nodiscard]] nlohmann::ordered_json summaries_json(const std::vector<train::Summary>& rows);

}  // namespace sptune::apps
