// SPDX-License-Identifier: BSD-3-Clause
// From the logs of applications (tuner/learned) to trials in the database.
#pragma once

#include "db/store.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sptune::train {

/// Each set of trials that may be compared: hashes of its context.
struct ImportedContext {
  std::string hardware, hardware_hash, environment_hash, policy_hash;
  std::int64_t trials = 0;  ///< in the logs, known ones included
};

struct Imported {
  std::int64_t races = 0;              ///< good lines
  std::int64_t trials = 0;             ///< of them, of this build's code
  std::int64_t added = 0;              ///< or, in a dry run, what would be
  std::int64_t other_code = 0;         ///< trials of kernels that have changed since, left out
  std::int64_t unknown_preparing = 0;  ///< trials prepared beside the runs, left out
  std::int64_t other_features = 0;     ///< races with features of another version, left out
  std::int64_t other_group = 0;        ///< patterns that stay in the group that was stored first
  std::vector<std::string> bad;        ///< FILE:LINE: why, of the lines that are none
  std::vector<ImportedContext> contexts;
};

struct ImportOptions {
  /// What their matrices have in common: nobody knows their origins, so they stay together on one
  /// side of every split. A pattern that is stored keeps its group.
  std::string group = "application";
  bool dry_run = false;
};

/// Trials that are there already are not added again. `store`: where there is one; needed unless it
/// is a dry run. Throws InputError for a log that cannot be read, DatabaseError.
Imported import_logs(db::Store* store, const std::vector<std::string>& logs,
                     const Catalogue& catalogue, const ImportOptions& options = {});

}  // namespace sptune::train
