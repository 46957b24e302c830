// SPDX-License-Identifier: BSD-3-Clause
// The table `noise`: what a file says of its own scatter, and how well one file foretells another
// (harness/records/noise.hpp, docs/decisions/030).
#pragma once

#include "harness/records/noise.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
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
/// one kind of hardware, of one context on either side. Where a file holds several protocols or
/// environments, equal ones belong together.
struct NoiseGroup {
  std::string operation, value_type, backend, cache, machine;
  std::int64_t context_id = 0;                      ///< in the first file
  std::string context;                              ///< in words (context_labels)
  std::vector<harness::Observation> first, second;  ///< problems that both have
  /// Results that were left out on both sides: they stand on the very same trials.
  std::size_t same_trials = 0;
};
/// Kernels of our own, where their code is the same on both sides. Throws DatabaseError for files
/// that cannot be read; UsageError where it is not clear which environments belong together.
[[nodiscard]] std::vector<NoiseGroup> common_results(const std::filesystem::path& first,
                                                     const std::filesystem::path& second);

/// Contexts in words, as far as those of the file differ (view `context_label`).
[[nodiscard]] std::map<std::int64_t, std::string> context_labels(const std::filesystem::path& file);

/// What the views of a file reckon with for an operation in a context: the context's own estimate,
/// else what holds for the backend. Throws DatabaseError where the file says nothing of it.
[[nodiscard]] harness::Noise noise_of(const std::filesystem::path& file, const std::string& backend,
                                      const std::string& operation, std::int64_t context_id);

}  // namespace sptune::db
