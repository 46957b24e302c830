// SPDX-License-Identifier: BSD-3-Clause
// Samples that reduced copies left out, in merging: what comes in without them is marked, and what
// is here without them gets them back. Private to the module.
#pragma once

#include <cstdint>

namespace SQLite {  // NOLINT(readability-identifier-naming): theirs
class Database;
}

namespace sptune::db {

/// Marks the runs whose trials in temp.taken came without samples (check.cpp goes by it).
void mark_reduced(SQLite::Database& db);

/// Chooses the trials of `main` whose samples `src` has and `main` has not (temp.restored: src_id,
/// id); gives how many. Before the trials of temp.taken come in, which bring their own.
[[nodiscard]] std::int64_t choose_restored(SQLite::Database& db);

/// Brings them in, and takes the mark off runs of which nothing is missing any more.
void restore_samples(SQLite::Database& db);

}  // namespace sptune::db
