// SPDX-License-Identifier: BSD-3-Clause
// Is a database whole, and does it say what it should?
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sptune::db {

struct Finding {
  bool damage = true;  ///< false: worth knowing, but nothing is lost or wrong
  std::string text;    ///< one line
};

struct CheckReport {
  std::int64_t trials = 0;
  std::int64_t samples = 0;  ///< single samples of all phases
  std::int64_t reduced = 0;  ///< trials whose samples `db export --reduced` left out
  std::vector<Finding> findings;
  [[nodiscard]] bool damaged() const;
};

/// SQLite's own integrity and foreign keys; the schema is the one that this program knows; no trial
/// lost or doubled; every outcome has the rows it needs; sample BLOBs have their length and give
/// the summary that is stored, but for reduced copies, which have none; keys hash to what they say;
/// running rows have a living writer. Throws DatabaseError when the file cannot be opened at all.
[[nodiscard]] CheckReport check(const std::filesystem::path& file);

/// What to do with a damaged file.
[[nodiscard]] std::string remedy_of_damage(const std::filesystem::path& file);

}  // namespace sptune::db
