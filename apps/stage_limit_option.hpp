// SPDX-License-Identifier: BSD-3-Clause
// `--stage-limit` of every verb that has it.
#pragma once

#include "sptune/error.hpp"
#include "tuner/sweep/plan.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace sptune::apps {

inline constexpr const char* stage_limit_help =
    "Time, such as 10s or 500ms, after which a configuration is killed in preparing, its first "
    "run, verification or measuring, and is known as a timeout; 60s when not given";

/// A duration above 0, in seconds where one was given. Parsing throws UsageError for another.
inline CLI::Option* add_stage_limit(CLI::App& sub, std::optional<double>& seconds,
                                    const std::string& description = stage_limit_help) {
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
