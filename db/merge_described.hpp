// SPDX-License-Identifier: BSD-3-Clause
// Of a merge: machines, software, policies, matrices, variants, problems, all that trials refer to.
#pragma once

#include <cstdint>

namespace SQLite {  // NOLINT(readability-identifier-naming): theirs
class Database;
}

namespace sptune::db {

/// Takes what `main` lacks from `src`, before any trial. Gives how many matrices the two describe
/// in other words.
[[nodiscard]] std::int64_t add_described(SQLite::Database& db);

}  // namespace sptune::db
