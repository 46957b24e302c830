// SPDX-License-Identifier: BSD-3-Clause
// `--search-gain` of every verb that has it.
#pragma once

#include "apps/option_values.hpp"
#include "sptune/error.hpp"
#include "tuner/search/search.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace sptune::apps {

inline CLI::Option* add_search_gain(CLI::App& sub, double& gain) {
  return sub
      .add_option("--search-gain", gain,
                  "guided: over when all points together may gain less than this share of the best "
                  "time; smaller searches longer")
      ->check(in_range(0.0, 10.0))
      ->capture_default_str();
}

/// Throws UsageError for a gain that was asked for where no search heeds it.
inline void refuse_unused_gain(double gain, const std::vector<search::Settings>& searches) {
  if (gain == search::Settings{}.gain) return;
  std::vector<std::string> others;
  for (const search::Settings& s : searches) {
    if (s.kind == search::Kind::guided) return;
    others.push_back(search::to_text(s));
  }
  throw UsageError(fmt::format("--search-gain is for --search guided alone, not for {}",
                               fmt::join(others, ", ")));
}

}  // namespace sptune::apps
