// SPDX-License-Identifier: BSD-3-Clause
// Several databases into one: sweeps from many machines, or from many nights.
#pragma once

#include "db/store.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sptune::db {

/// How far measurements of the same key agree that came from different files.
struct Agreement {
  std::int64_t keys = 0;     ///< measured ok on both sides
  std::int64_t apart = 0;    ///< differ by more than two occasions do
  double ratio_geomean = 1;  ///< new median / old median
  double ratio_low = 1, ratio_high = 1;
  std::int64_t outcomes_differ = 0;  ///< ok on one side, wrong result or failure on the other
};

struct MergedFile {
  std::filesystem::path file;
  std::int64_t runs_added = 0;
  std::int64_t trials_added = 0;
  std::int64_t trials_known = 0;  ///< the same trial was there already
  /// Was running here, or cut off (a copy that was taken while it ran), and is finished there, or
  /// was here without the samples that are there.
  std::int64_t trials_completed = 0;
  std::int64_t running_skipped = 0;  ///< unfinished in the source
  std::int64_t conflicts = 0;  ///< the same identity with another result: the one here is kept
  std::int64_t matrices_differ = 0;  ///< in their words: the file that measured one last has it
  int migrated_from = 0;             ///< version of an older source, of which a copy was migrated
  Agreement agreement;
};

/// Takes everything of each source that `destination` (made when missing) does not hold yet. A
/// trial is the same when its uuid is; trials of the same key from two files are both kept and
/// numbered on, so merging twice changes nothing. One transaction per source; sources are not
/// touched. Throws DatabaseError; sources merged before stay merged.
std::vector<MergedFile> merge(const std::vector<std::filesystem::path>& sources,
                              const std::filesystem::path& destination,
                              const StoreOptions& options = {});

}  // namespace sptune::db
