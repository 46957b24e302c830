// SPDX-License-Identifier: BSD-3-Clause
// The table `noise`: what a file says of its own scatter, and how well one file foretells another
// (harness/records/noise.hpp, docs/decisions/030).
#pragma once

#include "harness/records/noise.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace SQLite {  // NOLINT(readability-identifier-naming): theirs
class Database;
}

namespace sptune::db {

/// Runs that began within this of each other are one occasion.
inline constexpr double same_occasion_s = 3600;

/// Writes the rows of contexts that hold two occasions with enough in common; a context that has
/// not, loses its row. Call inside a transaction.
void refresh_noise(SQLite::Database& db);

/// What one sweep says to another: usable results of one operation, precision and cache policy on
/// one kind of hardware, whichever environment and policy they were measured under.
struct NoiseGroup {
  std::string operation, value_type, backend, cache, machine;
  std::vector<harness::Observation> first, second;  ///< problems that both have
};
/// Kernels of our own, where their code is the same on both sides. Throws DatabaseError for files
/// that cannot be read.
[[nodiscard]] std::vector<NoiseGroup> common_results(const std::filesystem::path& first,
                                                     const std::filesystem::path& second);

/// What the views of a file reckon with for a backend: the row for contexts without their own.
[[nodiscard]] harness::Noise default_noise(const std::filesystem::path& file,
                                           const std::string& backend);

}  // namespace sptune::db
