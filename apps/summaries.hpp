// SPDX-License-Identifier: BSD-3-Clause
// Selectors of an evaluation side by side, as a table and as JSON.
#pragma once

#include "tuner/train/evaluate.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace sptune::apps {

/// One line per selector that has problems.
void print_summaries(const std::vector<train::Summary>& rows);
[[nodiscard]] nlohmann::ordered_json summaries_json(const std::vector<train::Summary>& rows);

}  // namespace sptune::apps
