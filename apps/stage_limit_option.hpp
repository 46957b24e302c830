// SPDX-License-Identifier: BSD-3-Clause
// `--stage-limit` of every verb that has it.
#pragma once

#include "sptune/error.hpp"
#include "tuner/sweep/plan.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace sptune::apps {

/// A duration above 0, in seconds where one was given. Parsing throws UsageError for another.
inline CLI::Option* add_stage_limit(CLI::App& sub, std::optional<double>& seconds,
                                    const std::string& description) {
  const auto take = [&seconds](const std::string& text) {
    seconds = sweep::parse_duration(text);
    if (*seconds > 0) return;
    throw UsageError("--stage-limit " + text +
                     ": no time for a stage; expected one above 0, such as 10s or 500ms");
  };
  return sub.add_option_function<std::string>("--stage-limit", take, description)
      ->type_name("TIME");
}

}  // namespace sptune::apps
