// SPDX-License-Identifier: BSD-3-Clause
// How every verb is told which database: `--db FILE`, or FILE alone where the verb takes no other
// word, and one name where nothing is said.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace sptune::apps {

inline constexpr const char* default_database = "trials.sqlite";

/// Refuses the empty name that a script passes whose variable is not set.
inline std::string refuse_no_name(const std::string& file) {
  return file.empty() ? "expected a file, found an empty name" : std::string();
}

/// The verb's first word is something else (a query, a page).
inline CLI::Option* add_database_option(CLI::App& sub, std::string& file, const std::string& help) {
  file = default_database;
  return sub.add_option("--db", file, help)->check(refuse_no_name)->capture_default_str();
}

inline CLI::Option* add_database(CLI::App& sub, std::string& file, const std::string& help) {
  file = default_database;
  return sub.add_option("db,--db", file, help)->check(refuse_no_name)->capture_default_str();
}

}  // namespace sptune::apps
